/* SPDX-License-Identifier: MIT */
/* Cells as a person reads them in a table: one line each. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "entitylens/value.h"
#include "value/archive.h"

#include <inttypes.h>

/* Line breaks and other control characters become their pictures (U+2400…), so that a row stays a row; bytes that are
 * not UTF-8 show as what they are. */
static void add_line(el_buf *out, const char *s, size_t n)
{
    for (size_t i = 0; i < n;) {
        size_t from = i;
        uint32_t c = el_utf8_next(s, n, &i);
        if (c == 0xFFFD && i - from == 1) {
            el_buf_printf(out, "\\x%02X", (unsigned char)s[from]);
            continue;
        }
        if (c < 0x20)
            c += 0x2400;
        else if (c == 0x7F)
            c = 0x2421;
        else if ((c >= 0x80 && c < 0xA0) || c == 0x2028 || c == 0x2029)
            c = 0x2424;
        el_buf_utf8(out, c);
    }
}

static void add_json(el_buf *out, const el_value *v)
{
    el_buf json = {0};
    el_value_json(&json, v);
    add_line(out, el_buf_str(&json), json.len);
    el_buf_free(&json);
}

/* The content without the wrapping that tells JSON readers what it is. */
static void add_archive(el_buf *out, const el_value *v)
{
    el_arena *arena = el_arena_new();
    el_value content;
    el_buf shown = {0};
    if (!el_archive_to_value(arena, &content, v->u.text.s, v->u.text.n, NULL)) {
        add_json(out, &content);
    } else if (el_archive_sniff(v->u.text.s, v->u.text.n) && !el_archive_json(&shown, v->u.text.s, v->u.text.n, NULL)) {
        add_line(out, el_buf_str(&shown), shown.len);
    } else {
        el_buf_putc(out, '<');
        el_payload_text(out, v->u.text.s, v->u.text.n);
        el_buf_putc(out, '>');
    }
    el_buf_free(&shown);
    el_arena_free(arena);
}

void el_cell_text(el_buf *out, const el_cell *c)
{
    const el_value *v = &c->value;
    char text[40];
    switch (v->kind) {
    case EL_NULL: break;
    case EL_BOOL: el_buf_puts(out, v->u.i ? "true" : "false"); break;
    case EL_INT: el_buf_int64(out, v->u.i); break;
    case EL_DOUBLE:
        el_double_text(text, v->u.d);
        el_buf_puts(out, text);
        break;
    case EL_DATE: el_date_text(out, v->u.d); break;
    case EL_DATA:
        el_buf_putc(out, '<');
        el_payload_text(out, v->u.text.s, v->u.text.n);
        el_buf_putc(out, '>');
        break;
    case EL_OBJECT: el_buf_printf(out, "%s/%" PRId64, v->u.object.entity ? v->u.object.entity : "?", v->u.object.key); break;
    case EL_LIST:
    case EL_SET:
    case EL_DICT: add_json(out, v); break;
    case EL_ARCHIVE: add_archive(out, v); break;
    default: add_line(out, v->u.text.s, v->u.text.n);
    }
}
