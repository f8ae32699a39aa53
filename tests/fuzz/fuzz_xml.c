/* SPDX-License-Identifier: MIT */
/* Any bytes as a model document: what loads is written and read back with the same facts. */
#include "base/buf.h"
#include "entitylens/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static size_t notes(const el_model *m, int warnings)
{
    size_t n = 0;
    for (size_t i = 0; i < m->nnotes; i++)
        n += m->notes[i].warning == warnings;
    return n;
}

/* Notes are about the spelling in the file, so only models without any are compared. */
static void round_trip(const el_model *m)
{
    el_buf xml = {0}, before = {0}, after = {0};
    el_model *back;
    el_error e;
    el_model_xml(&xml, m);
    if (el_model_load_xml(&back, el_buf_str(&xml), xml.len, m->name, "m", &e)) {
        fprintf(stderr, "%s\n%s\n", e.message, el_buf_str(&xml));
        abort();
    }
    el_model_json(&before, m);
    el_model_json(&after, back);
    if (!notes(m, 1) && !notes(m, 0) && strcmp(el_buf_str(&before), el_buf_str(&after))) {
        fprintf(stderr, "%s\n%s\n", el_buf_str(&before), el_buf_str(&after));
        abort();
    }
    el_model_free(back);
    el_buf_free(&xml);
    el_buf_free(&before);
    el_buf_free(&after);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    el_model *m;
    el_error e;
    el_buf out = {0};
    int status = el_model_load_xml(&m, (const char *)data, size, "m", "m", &e);
    if (status) {
        if (m || !e.code[0] || strncmp(e.message, "m:", 2))
            abort();
        return 0;
    }
    el_model_text(&out, m);
    el_buf_free(&out);
    round_trip(m);
    el_model_free(m);
    return 0;
}
