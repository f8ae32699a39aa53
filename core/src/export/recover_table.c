/* SPDX-License-Identifier: MIT */
#include "base/arena.h"
#include "base/buf.h"
#include "export/recover.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { FIELDS_MAX = 32768, INTEGER = 1, REAL = 2, TEXT = 3, BLOB = 4, NONE = 5 };

/* Made by the engine itself, or of no use in a copy. */
static int is_internal(const char *name)
{
    return !strncasecmp(name, "sqlite_", 7);
}

static int is_sequence(const char *name)
{
    return !strcasecmp(name, "sqlite_sequence");
}

static int is_virtual(const el__object *o)
{
    return o->sql && !strncasecmp(o->sql, "CREATE VIRTUAL", 14);
}

/* "ecdPost" holds the entity Post and its sub-entities; "ecd_a_b" is a join table. */
static char *entity_of(const char *table)
{
    return !strncmp(table, "ecd", 3) && table[3] && table[3] != '_' ? el_xstrdup(table + 3) : NULL;
}

static void add_field(el__salvage_table *t, const char *column)
{
    t->columns = el_xrealloc(t->columns, (size_t)(t->nfields + 1) * sizeof *t->columns);
    t->columns[t->nfields++] = el_xstrdup(column);
}

/* The fields of a row's record: all columns but those computed on reading. */
static int read_columns(el__salvage *s, el__salvage_table *t)
{
    static const char *const rowids[] = {"rowid", "_rowid_", "oid"};
    int taken[3] = {0}, primary = -1, primaries = 0, field = 0;
    sqlite3_stmt *stmt;
    int status = el_sql_prepare(&stmt, s->out, "SELECT name, type, pk, hidden FROM pragma_table_xinfo(?1) ORDER BY cid", s->err), rc = 0;
    if (status)
        return status;
    sqlite3_bind_text(stmt, 1, t->object->name, -1, SQLITE_STATIC);
    while ((rc = el_sql_step(stmt, s->err)) == 1) {
        const char *name = (const char *)sqlite3_column_text(stmt, 0), *type = (const char *)sqlite3_column_text(stmt, 1);
        int hidden = sqlite3_column_int(stmt, 3);
        if (hidden == 2)
            continue;
        for (int i = 0; i < 3; i++)
            taken[i] |= !strcasecmp(name, rowids[i]);
        if (sqlite3_column_int(stmt, 2)) {
            primaries++;
            primary = type && !strcasecmp(type, "INTEGER") ? field : -1;
        }
        add_field(t, hidden == 3 ? NULL : name);
        field++;
    }
    sqlite3_finalize(stmt);
    t->ipk = primaries == 1 ? primary : -1;
    for (int i = 2; i >= 0; i--)
        if (!taken[i])
            t->rowid_name = rowids[i];
    return rc;
}

/* Tables without row id keep the key's columns first. */
static int read_key_order(el__salvage *s, el__salvage_table *t)
{
    sqlite3_stmt *stmt;
    int status = el_sql_prepare(&stmt, s->out,
                                "SELECT x.name, x.cid FROM pragma_index_list(?1) AS l, pragma_index_xinfo(l.name) AS x WHERE l.origin = 'pk' ORDER BY x.seqno",
                                s->err), rc = 0;
    if (status)
        return status;
    sqlite3_bind_text(stmt, 1, t->object->name, -1, SQLITE_STATIC);
    for (int i = 0; i < t->nfields; i++)
        free(t->columns[i]);
    t->nfields = 0;
    while ((rc = el_sql_step(stmt, s->err)) == 1)
        add_field(t, (const char *)sqlite3_column_text(stmt, 0));
    sqlite3_finalize(stmt);
    t->ipk = -1;
    return rc;
}

static int is_without_rowid(el__salvage *s, const char *name)
{
    sqlite3_stmt *stmt;
    int64_t v = 0;
    if (el_sql_prepare(&stmt, s->out, "SELECT wr FROM pragma_table_list(?1) WHERE schema = 'main'", NULL))
        return 0;
    sqlite3_bind_text(stmt, 1, name, -1, SQLITE_STATIC);
    if (el_sql_step(stmt, NULL) == 1)
        v = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return v != 0;
}

/* A virtual table's module may not be here; its rows lie in ordinary tables, so its line in the schema is all it needs. */
static int make_virtual(el__salvage *s, const el__object *o)
{
    sqlite3_stmt *stmt;
    int status = el_sql_exec(s->out, "PRAGMA writable_schema = ON", s->err);
    if (!status)
        status = el_sql_prepare(&stmt, s->out, "INSERT INTO sqlite_master(type, name, tbl_name, rootpage, sql) VALUES('table', ?1, ?1, 0, ?2)", s->err);
    if (status)
        return status;
    sqlite3_bind_text(stmt, 1, o->name, -1, SQLITE_STATIC);
    sqlite3_bind_text(stmt, 2, o->sql, -1, SQLITE_STATIC);
    status = el_sql_step(stmt, s->err);
    sqlite3_finalize(stmt);
    int off = el_sql_exec(s->out, "PRAGMA writable_schema = OFF", NULL);
    return status < 0 ? status : off;
}

static int make_table(el__salvage *s, el__salvage_table *t)
{
    const el__object *o = t->object;
    if (is_virtual(o))
        return make_virtual(s, o);
    if (!is_sequence(o->name) && sqlite3_exec(s->out, o->sql, NULL, NULL, NULL) != SQLITE_OK) {
        t->report->problem = el_xstrdup(sqlite3_errmsg(s->out));
        return EL_OK;
    }
    int status = read_columns(s, t);
    t->without_rowid = status == EL_OK && is_without_rowid(s, o->name);
    if (t->without_rowid)
        status = read_key_order(s, t);
    t->made = status == EL_OK && t->nfields > 0;
    return status;
}

static int is_known(const el__salvage *s, size_t before, const char *name)
{
    for (size_t i = 0; i < before; i++)
        if (!strcmp(s->objects.items[i].type, "table") && !strcasecmp(s->objects.items[i].name, name))
            return 1;
    return 0;
}

static int by_name(const void *a, const void *b)
{
    const el__object *const *x = a, *const *y = b;
    return strcmp((*x)->name, (*y)->name);
}

int el__salvage_make_tables(el__salvage *s)
{
    const el__object **chosen = el_xmalloc((s->objects.n + 1) * sizeof *chosen);
    size_t n = 0;
    for (size_t i = 0; i < s->objects.n; i++) {
        const el__object *o = &s->objects.items[i];
        if (!strcmp(o->type, "table") && (!is_internal(o->name) || is_sequence(o->name)) && !is_known(s, i, o->name))
            chosen[n++] = o;
    }
    if (n)
        qsort(chosen, n, sizeof *chosen, by_name);
    s->report->tables = el_xmalloc((n + 1) * sizeof *s->report->tables);
    s->tables = el_xmalloc((n + 1) * sizeof *s->tables);
    s->ntables = s->report->ntables = n;
    for (size_t i = 0; i < n; i++) {
        s->tables[i].object = chosen[i];
        s->tables[i].report = &s->report->tables[i];
        s->report->tables[i].name = el_xstrdup(chosen[i]->name);
        s->report->tables[i].entity = entity_of(chosen[i]->name);
    }
    free(chosen);
    int status = EL_OK;
    /* The table of sequences exists once a table that needs it does. */
    for (int sequences = 0; sequences < 2; sequences++)
        for (size_t i = 0; i < n && !status; i++)
            if (is_sequence(s->tables[i].object->name) == sequences)
                status = make_table(s, &s->tables[i]);
    return status;
}

void el__salvage_free_tables(el__salvage *s)
{
    for (size_t i = 0; i < s->ntables; i++) {
        el__salvage_table *t = &s->tables[i];
        for (int k = 0; k < t->nfields; k++)
            free(t->columns[k]);
        free(t->columns);
        sqlite3_finalize(t->insert);
    }
    free(s->tables);
    s->tables = NULL;
    s->ntables = 0;
}

/* Fields that a record does not have were added to the table later: the column's default stands for them. */
static int prepare_insert(el__salvage *s, el__salvage_table *t, int nfields)
{
    if (t->insert && t->prepared == nfields)
        return EL_OK;
    sqlite3_finalize(t->insert);
    t->insert = NULL;
    el_buf sql = {0}, marks = {0};
    const char *comma = "";
    el_buf_puts(&sql, "INSERT OR IGNORE INTO main.");
    el_buf_identifier(&sql, t->object->name);
    el_buf_puts(&sql, "(");
    if (!t->without_rowid && t->ipk < 0 && t->rowid_name) {
        el_buf_printf(&sql, "%s", t->rowid_name);
        el_buf_printf(&marks, "?%d", nfields + 1);
        comma = ", ";
    }
    for (int i = 0; i < nfields; i++) {
        if (!t->columns[i])
            continue;
        el_buf_puts(&sql, comma);
        el_buf_identifier(&sql, t->columns[i]);
        el_buf_printf(&marks, "%s?%d", comma, i + 1);
        comma = ", ";
    }
    el_buf_printf(&sql, ") VALUES(%s)", el_buf_str(&marks));
    int status = el_sql_prepare(&t->insert, s->out, el_buf_str(&sql), s->err);
    t->prepared = nfields;
    el_buf_free(&sql);
    el_buf_free(&marks);
    return status;
}

static void bind(const el__salvage *s, sqlite3_stmt *stmt, int index, const el__field *f)
{
    static const unsigned char encodings[] = {SQLITE_UTF8, SQLITE_UTF8, SQLITE_UTF16LE, SQLITE_UTF16BE};
    int encoding = s->plain->has_header ? s->plain->header[59] & 3 : 1;
    const char *bytes = f->n ? (const char *)f->bytes : "";
    switch (f->type) {
    case INTEGER: sqlite3_bind_int64(stmt, index, f->i); break;
    case REAL: sqlite3_bind_double(stmt, index, f->d); break;
    case TEXT: sqlite3_bind_text64(stmt, index, bytes, f->n, SQLITE_STATIC, encodings[encoding]); break;
    case BLOB: sqlite3_bind_blob64(stmt, index, bytes, f->n, SQLITE_STATIC); break;
    default: sqlite3_bind_null(stmt, index);
    }
}

static int step_insert(el__salvage *s, el__salvage_table *t, int partial)
{
    int status = el_sql_step(t->insert, s->err);
    int refused = status < 0 ? (sqlite3_errcode(s->out) & 0xff) == SQLITE_CONSTRAINT : sqlite3_changes(s->out) == 0;
    sqlite3_reset(t->insert);
    sqlite3_clear_bindings(t->insert);
    if (status < 0 && !refused)
        return status;
    if (refused) {
        t->report->refused++;
    } else {
        t->report->rows++;
        t->report->partial += partial;
    }
    return EL_OK;
}

int el__salvage_insert(el__salvage *s, el__salvage_table *t, const el__cell *cell)
{
    el__field *fields = el_xmalloc((size_t)t->nfields * sizeof *fields);
    int n = cell->is_table == !t->without_rowid ? el__record_decode(fields, t->nfields, cell->payload, cell->n, cell->whole) : -1;
    int partial = 0, status = EL_OK;
    if (n <= 0) {
        t->report->refused++;
    } else {
        status = prepare_insert(s, t, n);
        for (int i = 0; i < n && !status; i++) {
            partial |= fields[i].type == 0;
            if (t->columns[i])
                bind(s, t->insert, i + 1, &fields[i]);
        }
        if (!status && t->ipk >= 0 && t->ipk < n)
            sqlite3_bind_int64(t->insert, t->ipk + 1, cell->rowid);
        else if (!status && !t->without_rowid && t->ipk < 0 && t->rowid_name)
            sqlite3_bind_int64(t->insert, n + 1, cell->rowid);
        if (!status)
            status = step_insert(s, t, partial);
    }
    free(fields);
    return status;
}

int el__salvage_misses(const el__salvage_table *t, int64_t rowid)
{
    for (size_t i = 0; i < t->report->nlost; i++)
        if (rowid > t->report->lost[i].after && rowid <= t->report->lost[i].upto)
            return 1;
    return 0;
}
