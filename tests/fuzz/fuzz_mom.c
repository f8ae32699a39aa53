/* SPDX-License-Identifier: MIT */
/* Any bytes as a compiled model: it loads whole or says why not, and what loads can be shown in every form. */
#include "base/buf.h"
#include "entitylens/model.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    el_model *m;
    el_error e;
    int status = el_model_load_mom(&m, data, size, "m", "m.mom", &e);
    if (status) {
        if (m || !e.code[0] || !strstr(e.message, "m.mom"))
            abort();
        return 0;
    }
    el_buf out = {0};
    el_model_json(&out, m);
    el_model_text(&out, m);
    el_model_xml(&out, m);
    el_buf_free(&out);
    el_model_free(m);
    return 0;
}
