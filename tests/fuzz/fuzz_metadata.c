/* SPDX-License-Identifier: MIT */
/* Any bytes as a store's metadata, as a Transformable's content, and as an archive to show. */
#include "base/arena.h"
#include "base/buf.h"
#include "model/metadata.h"
#include "value/archive.h"

#include <jansson.h>

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* What is printed as JSON is JSON, unless a text in it is none. */
static void check_json(const el_buf *text)
{
    json_error_t e;
    json_t *j = json_loadb(el_buf_str(text), text->len, JSON_DECODE_ANY | JSON_ALLOW_NUL, &e);
    enum json_error_code code = j ? 0 : json_error_code(&e);
    if (!j && code != json_error_invalid_utf8 && code != json_error_stack_overflow && code != json_error_numeric_overflow &&
        code != json_error_null_byte_in_key)
        abort();
    json_decref(j);
}

static void show(const unsigned char *data, size_t size)
{
    el_buf out = {0};
    el_error e;
    if (el_archive_json(&out, data, size, &e) == EL_OK)
        check_json(&out);
    el_buf_clear(&out);
    el_archive_text(&out, data, size, &e);
    el_buf_free(&out);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    el_metadata *m;
    el_error e;
    el_buf out = {0};
    int status = el_metadata_read(&m, data, size, &e);
    if (status && (m || !e.code[0]))
        abort();
    if (!status)
        el_metadata_json(&out, m);
    el_metadata_free(m);
    el_arena *arena = el_arena_new();
    el_value v;
    el_buf_clear(&out);
    if (el_archive_to_value(arena, &v, data, size, &e) == EL_OK) {
        el_value_json(&out, &v);
        check_json(&out);
    } else if (!e.code[0] || v.kind != EL_NULL) {
        abort();
    }
    el_arena_free(arena);
    el_buf_free(&out);
    show(data, size);
    return 0;
}
