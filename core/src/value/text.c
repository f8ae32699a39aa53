/* SPDX-License-Identifier: MIT */
/* Cells as a person reads them in a table: one line each. */
#include "base/buf.h"
#include "base/utf8.h"
#include "entitylens/value.h"

#include <inttypes.h>

enum { PREVIEW = 8 }; /* bytes of data shown before the rest is only counted */

/* Line breaks and other control characters become their pictures (U+2400…), so that a row stays a row. */
static void add_line(el_buf *out, const char *s, size_t n)
{
    for (size_t i = 0; i < n;) {
        uint32_t c = el_utf8_next(s, n, &i);
        if (c < 0x20)
            c += 0x2400;
        else if (c == 0x7F)
            c = 0x2421;
        else if ((c >= 0x80 && c < 0xA0) || c == 0x2028 || c == 0x2029)
            c = 0x2424;
        el_buf_utf8(out, c);
    }
}

static void add_bytes(el_buf *out, const char *s, size_t n)
{
    el_buf_puts(out, "<");
    el_buf_hex(out, s, n < PREVIEW ? n : PREVIEW);
    el_buf_printf(out, "%s %zu byte%s>", n > PREVIEW ? "…" : "", n, n == 1 ? "" : "s");
}

void el_cell_text(el_buf *out, const el_cell *c)
{
    const el_value *v = &c->value;
    char text[40];
    switch (v->kind) {
    case EL_NULL: break;
    case EL_BOOL: el_buf_puts(out, v->u.i ? "true" : "false"); break;
    case EL_INT: el_buf_printf(out, "%" PRId64, v->u.i); break;
    case EL_DOUBLE:
        el_double_text(text, v->u.d);
        el_buf_puts(out, text);
        break;
    case EL_DATE: el_date_text(out, v->u.d); break;
    case EL_DATA: add_bytes(out, v->u.text.s, v->u.text.n); break;
    case EL_OBJECT: el_buf_printf(out, "%s/%" PRId64, v->u.object.entity ? v->u.object.entity : "?", v->u.object.key); break;
    case EL_LIST:
    case EL_SET:
    case EL_DICT:
    case EL_ARCHIVE: {
        el_buf json = {0};
        el_cell_json(&json, c);
        add_line(out, el_buf_str(&json), json.len);
        el_buf_free(&json);
        break;
    }
    default: add_line(out, v->u.text.s, v->u.text.n);
    }
}
