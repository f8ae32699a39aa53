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

/* Numbers and dates hold none of the characters that need quotes, unless one of theirs separates. */
static int separator_is_apart(const el_writer *w)
{
    return strchr("+-.:TZeinf0123456789truals", separator(w)) == NULL;
}

static int add_simple(el_buf *out, const el_cell *cell)
{
    char number[40];
    switch (cell->value.kind) {
    case EL_BOOL: el_buf_puts(out, cell->value.u.i ? "true" : "false"); return 1;
    case EL_DATE: el_date_text(out, cell->value.u.d); return 1;
    case EL_INT: el_buf_int64(out, cell->value.u.i); return 1;
    case EL_DOUBLE:
        el_double_text(number, cell->value.u.d);
        el_buf_puts(out, number);
        return 1;
    default: return 0;
    }
}

static int long_field(el_writer *w, const el_cell *cell, el_error *err)
{
    el_buf text = {0};
    int done, is_text = 0, status = el__export_blob(w, &text, cell, &done, err);
    if (!status && !done) {
        int bytes = cell->value.kind == EL_DATA || cell->value.kind == EL_ARCHIVE || cell->value.kind == EL_STRING;
        if (bytes)
            el_buf_base64(&text, cell->value.u.text.s, cell->value.u.text.n);
        else if (!add_simple(&text, cell)) {
            is_text = 1;
            el_cell_text(&text, cell);
        }
    }
    field(w, el_buf_str(&text), text.len, is_text && text.len > 0);
    el_buf_free(&text);
    return status;
}

static int is_plain_text(const el_cell *cell)
{
    switch (cell->value.kind) {
    case EL_STRING:
    case EL_DECIMAL:
    case EL_UUID:
    case EL_URL: return !(cell->flags & EL_CELL_NOT_UTF8);
    default: return 0;
    }
}

/* A negative decimal is no formula.  What a decimal's cell holds may be any text, though. */
static int is_number(const el_cell *cell)
{
    return cell->value.kind == EL_DECIMAL && strspn(cell->value.u.text.s, "0123456789.eE+-") == cell->value.u.text.n &&
           cell->value.u.text.n > 0;
}

static int cell_field(el_writer *w, const el_cell *cell, el_error *err)
{
    if (cell->value.kind == EL_NULL)
        return EL_OK;
    if (is_plain_text(cell)) {
        field(w, cell->value.u.text.s, cell->value.u.text.n, !is_number(cell));
        return EL_OK;
    }
    if (separator_is_apart(w) && add_simple(&w->out, cell))
        return EL_OK;
    return long_field(w, cell, err);
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
    el_buf_puts(&w->out, o->entity->name);
    el_buf_putc(&w->out, '/');
    el_buf_int64(&w->out, o->key);
    const int *places = el__export_places(w, o->entity);
    int status = EL_OK;
    for (size_t i = 0; i < w->ncolumns && !status; i++) {
        const el_export_column *c = &w->columns[i];
        el_buf_putc(&w->out, separator(w));
        int at = places[i];
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
