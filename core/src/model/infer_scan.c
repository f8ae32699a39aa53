/* SPDX-License-Identifier: MIT */
/* Looking at rows: all of a small table, a sample of a large one, never the content of a BLOB. */
#include "base/buf.h"
#include "base/utf8.h"
#include "model/infer_private.h"
#include "sqlite/api.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 16 << 20, PIECES = 16 };

/* Seconds since 1970 that a device is likely to have written: 1980 to 2060. */
static const double LIKELY_FROM = 315532800.0, LIKELY_TO = 2840140800.0;
/* The years 1 to 9999, between which Core Data's own distant past and future lie. */
static const double DATE_LEAST = -62135769600.0 - 172800.0, DATE_MOST = 253402300800.0;

int64_t el__cells_filled(const el__cells *c)
{
    return c->ints + c->reals + c->texts + c->blobs;
}

void el__cells_add(el__cells *to, const el__cells *from)
{
    if (from->ints && (!to->ints || from->least < to->least))
        to->least = from->least;
    if (from->ints && (!to->ints || from->most > to->most))
        to->most = from->most;
    if (from->reals && (!to->reals || from->real_least < to->real_least))
        to->real_least = from->real_least;
    if (from->reals && (!to->reals || from->real_most > to->real_most))
        to->real_most = from->real_most;
    to->nulls += from->nulls;
    to->ints += from->ints;
    to->reals += from->reals;
    to->texts += from->texts;
    to->blobs += from->blobs;
    to->likely += from->likely;
    to->possible += from->possible;
    to->large += from->large;
    to->single += from->single;
    to->long_single += from->long_single;
    to->numeric += from->numeric;
    to->fractional += from->fractional;
    to->zero_led += from->zero_led;
    to->uuids += from->uuids;
    to->urls += from->urls;
    for (int i = 0; i < from->nblob_keys && to->nblob_keys < EL__MAX_BLOBS; i++)
        to->blob_keys[to->nblob_keys++] = from->blob_keys[i];
    for (int i = 0; i < from->nlinks && to->nlinks < EL__MAX_LINKS; i++)
        to->links[to->nlinks++] = from->links[i];
}

static void note_real(el__cells *c, double d)
{
    if (!c->reals++ || d < c->real_least)
        c->real_least = d;
    if (c->reals == 1 || d > c->real_most)
        c->real_most = d;
    if (!isfinite(d))
        return;
    c->likely += d >= LIKELY_FROM && d <= LIKELY_TO;
    c->possible += d >= DATE_LEAST && d <= DATE_MOST;
    c->large += fabs(d) >= 1e6;
    if (fabs(d) < 3e38 && (double)(float)d == d) {
        char text[40];
        c->single++;
        el_double_text(text, d);
        c->long_single += strlen(text) > 12;
    }
}

/* Plain decimal text, also "NaN" and exponents, as decimals are stored. */
static void note_number(el__cells *c, const char *s, size_t n)
{
    size_t i = n && (s[0] == '-' || s[0] == '+') ? 1 : 0, from = i, digits = 0;
    int point = 0;
    if (n == 3 && !memcmp(s, "NaN", 3)) {
        c->numeric++;
        return;
    }
    for (; i < n && (isdigit((unsigned char)s[i]) || (s[i] == '.' && !point)); i++) {
        point |= s[i] == '.';
        digits += s[i] != '.';
    }
    if (!digits)
        return;
    if (i < n && (s[i] == 'E' || s[i] == 'e')) {
        i += i + 1 < n && (s[i + 1] == '-' || s[i + 1] == '+') ? 2 : 1;
        if (i == n)
            return;
        while (i < n && isdigit((unsigned char)s[i]))
            i++;
        point = 1;
    }
    if (i < n)
        return;
    c->numeric++;
    c->fractional += point;
    c->zero_led += s[0] == '+' || (n > from + 1 && s[from] == '0' && isdigit((unsigned char)s[from + 1]));
}

static void note_text(el__cells *c, const char *s, size_t n)
{
    c->texts++;
    note_number(c, s, n);
    if (n == 36 && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-')
        c->uuids++;
    if (n > 8 && (!memcmp(s, "http://", 7) || !memcmp(s, "https:/", 7) || !memcmp(s, "file://", 7)))
        c->urls++;
}

static void note_integer(el__cells *c, int64_t i, int64_t row)
{
    if (!c->ints++ || i < c->least)
        c->least = i;
    if (c->ints == 1 || i > c->most)
        c->most = i;
    if (c->nlinks < EL__MAX_LINKS) {
        c->links[c->nlinks].row = row;
        c->links[c->nlinks++].target = i;
    }
}

static void note_cell(el__cells *c, sqlite3_stmt *stmt, int column, int64_t row)
{
    switch (sqlite3_column_type(stmt, column)) {
    case SQLITE_INTEGER: note_integer(c, sqlite3_column_int64(stmt, column), row); break;
    case SQLITE_FLOAT: note_real(c, sqlite3_column_double(stmt, column)); break;
    case SQLITE_TEXT: note_text(c, (const char *)sqlite3_column_text(stmt, column), (size_t)sqlite3_column_bytes(stmt, column)); break;
    case SQLITE_BLOB:
        c->blobs++;
        if (c->nblob_keys < EL__MAX_BLOBS)
            c->blob_keys[c->nblob_keys++] = row;
        break;
    default: c->nulls++;
    }
}

static el__bucket *bucket_of(el__inference *f, el__table *t, int storage, int64_t i, double d)
{
    for (size_t k = 0; k < t->nbuckets; k++) {
        el__bucket *b = &t->buckets[k];
        if (b->storage == storage && (storage != SQLITE_INTEGER || b->i == i) && (storage != SQLITE_FLOAT || b->d == d))
            return b;
    }
    if (t->nbuckets == EL__MAX_BUCKETS) {
        t->too_many_buckets = 1;
        return &t->buckets[EL__MAX_BUCKETS - 1];
    }
    el__bucket *b = &t->buckets[t->nbuckets++];
    b->storage = storage;
    b->i = i;
    b->d = d;
    b->cells = el_arena_array(f->arena, t->ncolumns, sizeof *b->cells);
    return b;
}

/* Key, type, then each column; a BLOB as an empty one, so that its pages stay where they are. */
static void add_columns(el_buf *sql, const el__table *t)
{
    el_buf_identifier(sql, t->key);
    el_buf_puts(sql, ", ");
    if (t->type_column)
        el_buf_identifier(sql, t->type_column);
    else
        el_buf_puts(sql, "NULL");
    for (size_t i = 0; i < t->ncolumns; i++) {
        el_buf_puts(sql, ", CASE typeof(");
        el_buf_identifier(sql, t->columns[i].schema->name);
        el_buf_puts(sql, ") WHEN 'blob' THEN x'' ELSE ");
        el_buf_identifier(sql, t->columns[i].schema->name);
        el_buf_puts(sql, " END");
    }
}

static size_t take_row(el__inference *f, el__table *t, sqlite3_stmt *stmt)
{
    int64_t key = sqlite3_column_int64(stmt, 0);
    el__bucket *b = bucket_of(f, t, sqlite3_column_type(stmt, 1), sqlite3_column_int64(stmt, 1), sqlite3_column_double(stmt, 1));
    size_t bytes = 16;
    b->rows++;
    t->rows++;
    for (size_t i = 0; i < t->ncolumns; i++) {
        note_cell(&b->cells[i], stmt, (int)i + 2, key);
        bytes += (size_t)sqlite3_column_bytes(stmt, (int)i + 2) + 1;
    }
    return bytes;
}

/* Looks at up to `limit` rows from `from` on.  `*last` is the last key seen. @return rows or a negative status. */
static int64_t look(el__inference *f, el__table *t, sqlite3_stmt *stmt, int64_t from, int64_t limit, int64_t *last, size_t *bytes)
{
    int64_t n = 0;
    int rc = 1;
    sqlite3_reset(stmt);
    sqlite3_bind_int64(stmt, 1, from);
    sqlite3_bind_int64(stmt, 2, limit);
    while (*bytes < MAX_BYTES && (rc = el_sql_step(stmt, f->err)) > 0) {
        *last = sqlite3_column_int64(stmt, 0);
        *bytes += take_row(f, t, stmt);
        n++;
    }
    sqlite3_reset(stmt);
    return rc < 0 ? rc : n;
}

static int find_range(el__inference *f, el__table *t)
{
    el_buf sql = {0};
    el_buf_puts(&sql, "SELECT min(");
    el_buf_identifier(&sql, t->key);
    el_buf_puts(&sql, ") FROM ");
    el_buf_identifier(&sql, t->schema->name);
    int status = el_sql_int64(&t->least_key, NULL, f->db, sql.data, f->err);
    memcpy(sql.data + strlen("SELECT "), "max", 3);
    if (!status)
        status = el_sql_int64(&t->most_key, NULL, f->db, sql.data, f->err);
    el_buf_free(&sql);
    return status;
}

/* From the beginning, and of a larger table also pieces spread over the keys, the end among them. */
static int look_around(el__inference *f, el__table *t, sqlite3_stmt *stmt)
{
    size_t bytes = 0;
    int64_t last = t->least_key, piece = f->max_rows / (2 * PIECES) + 1;
    int64_t n = look(f, t, stmt, t->least_key, f->max_rows, &last, &bytes);
    if (n < 0)
        return (int)n;
    t->complete = last >= t->most_key;
    int64_t first = last;
    for (int i = 1; i <= PIECES && last < t->most_key; i++) {
        int64_t from = first + 1 + (int64_t)(((double)t->most_key - (double)first) * i / (PIECES + 1));
        if (i == PIECES)
            from = t->most_key - piece + 1;
        bytes = MAX_BYTES - MAX_BYTES / PIECES;
        n = look(f, t, stmt, from > last ? from : last + 1, piece, &last, &bytes);
        if (n < 0)
            return (int)n;
    }
    return EL_OK;
}

int el__infer_scan(el__inference *f, el__table *t)
{
    t->buckets = el_arena_array(f->arena, EL__MAX_BUCKETS, sizeof *t->buckets);
    int status = find_range(f, t);
    if (status)
        return status;
    el_buf sql = {0};
    el_buf_puts(&sql, "SELECT ");
    add_columns(&sql, t);
    el_buf_puts(&sql, " FROM ");
    el_buf_identifier(&sql, t->schema->name);
    el_buf_puts(&sql, " WHERE ");
    el_buf_identifier(&sql, t->key);
    el_buf_puts(&sql, " >= ? ORDER BY ");
    el_buf_identifier(&sql, t->key);
    el_buf_puts(&sql, " LIMIT ?");
    sqlite3_stmt *stmt;
    status = el_sql_prepare(&stmt, f->db, sql.data, f->err);
    el_buf_free(&sql);
    if (status)
        return status;
    status = look_around(f, t, stmt);
    sqlite3_finalize(stmt);
    if (!status && !t->complete)
        el_model_builder_note(f->b, 0, 0, "sampled", "%lld rows of '%s' were looked at, not all: an entity or value that is rare may be missed",
                              (long long)t->rows, t->name);
    return status;
}
