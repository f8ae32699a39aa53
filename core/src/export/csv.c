/* SPDX-License-Identifier: MIT */
/* CSV by RFC 4180.  NULL is an empty field, the empty text a quoted one, so both survive. */
#include "export/writer.h"

#include <string.h>

static char separator(const el_writer *w)
{
    return w->options.csv_separator ? w->options.csv_separator : ',';
}

static void field(el_writer *w, const char *s, size_t n, int is_text)
{
    el_buf *b = &w->out;
    int guard = w->options.csv_excel && is_text && n && strchr("=+-@\t\r", s[0]) != NULL;
    char sep = separator(w);
    int quote = is_text && n == 0;
    for (size_t i = 0; i < n && !quote; i++)
        quote = s[i] == '"' || s[i] == '\n' || s[i] == '\r' || s[i] == sep;
    if (!quote) {
        if (guard)
            el_buf_putc(b, '\'');
        el_buf_add(b, s, n);
        return;
    }
    el_buf_putc(b, '"');
    if (guard)
        el_buf_putc(b, '\'');
    for (const char *end = s + n; s < end;) {
        const char *q = memchr(s, '"', (size_t)(end - s));
        size_t length = q ? (size_t)(q - s) : (size_t)(end - s);
        el_buf_add(b, s, length);
        if (q)
            el_buf_puts(b, "\"\"");
        s += length + (q != NULL);
    }
    el_buf_putc(b, '"');
}

static void header(el_writer *w, const char *name, int first)
{
    if (!first)
        el_buf_putc(&w->out, separator(w));
    field(w, name, strlen(name), 1);
}

static void begin(el_writer *w)
{
    if (w->options.csv_excel)
        el_buf_puts(&w->out, "\xEF\xBB\xBF");
    if (w->entity) {
        header(w, "id", 1);
        for (size_t i = 0; i < w->ncolumns; i++)
            header(w, w->columns[i].name, 0);
    } else {
        for (size_t i = 0; i < w->nnames; i++)
            header(w, w->names[i], i == 0);
    }
    el_buf_puts(&w->out, "\r\n");
}

static int cell_field(el_writer *w, const el_cell *cell, el_error *err)
{
    if (cell->value.kind == EL_NULL)
        return EL_OK;
    el_buf text = {0};
    int done, status = el__export_blob(w, &text, cell, &done, err);
    int is_text = 0;
    if (!status && !done) {
        switch (cell->value.kind) {
        case EL_STRING:
            if (!(cell->flags & EL_CELL_NOT_UTF8)) {
                field(w, cell->value.u.text.s, cell->value.u.text.n, 1);
                return EL_OK;
            }
            el_buf_base64(&text, cell->value.u.text.s, cell->value.u.text.n);
            break;
        case EL_DATA:
        case EL_ARCHIVE: el_buf_base64(&text, cell->value.u.text.s, cell->value.u.text.n); break;
        case EL_BOOL: el_buf_puts(&text, cell->value.u.i ? "true" : "false"); break;
        case EL_DATE: el_date_text(&text, cell->value.u.d); break;
        case EL_DOUBLE: {
            char number[32];
            el_double_text(number, cell->value.u.d);
            el_buf_puts(&text, number);
            break;
        }
        case EL_INT: el_buf_printf(&text, "%lld", (long long)cell->value.u.i); break;
        default:
            is_text = 1;
            el_cell_text(&text, cell);
        }
    }
    field(w, el_buf_str(&text), text.len, is_text && text.len > 0);
    el_buf_free(&text);
    return status;
}

/* Members of a to-many in one field, a blank between ids, a semicolon between labels (which hold blanks). */
static void members(el_writer *w, const el_ref_list *list)
{
    el_buf text = {0};
    for (size_t i = 0; i < list->n; i++) {
        if (i)
            el_buf_puts(&text, w->options.relations == EL_RELATIONS_LABELS ? "; " : " ");
        el__export_ref(w, &text, &list->items[i]);
    }
    field(w, el_buf_str(&text), text.len, text.len > 0);
    el_buf_free(&text);
}

static int object(el_writer *w, el_store *store, const el_object *o, el_error *err)
{
    (void)store;
    el_buf_printf(&w->out, "%s/%lld", o->entity->name, (long long)o->key);
    int status = EL_OK;
    for (size_t i = 0; i < w->ncolumns && !status; i++) {
        const el_export_column *c = &w->columns[i];
        el_buf_putc(&w->out, separator(w));
        int at = c->relationship ? el__export_relationship_index(o, c->name) : el__export_attribute_index(o, c->name);
        if (at < 0)
            continue;
        if (!c->relationship) {
            status = cell_field(w, &o->attributes[at], err);
        } else if (o->entity->all_relationships[at]->to_many) {
            if (o->to_many)
                members(w, &o->to_many[at]);
        } else {
            el_buf text = {0};
            el__export_ref(w, &text, &o->to_one[at]);
            field(w, el_buf_str(&text), text.len, text.len > 0);
            el_buf_free(&text);
        }
    }
    el_buf_puts(&w->out, "\r\n");
    return status;
}

static int row(el_writer *w, const el_cell *cells, size_t n, el_error *err)
{
    int status = EL_OK;
    for (size_t i = 0; i < n && !status; i++) {
        if (i)
            el_buf_putc(&w->out, separator(w));
        status = cell_field(w, &cells[i], err);
    }
    el_buf_puts(&w->out, "\r\n");
    return status;
}

static void end(el_writer *w)
{
    (void)w;
}

const el_writer_class el__csv_writer = {begin, object, row, end};
