/* SPDX-License-Identifier: MIT */
/* Rules that need a look at each cell: text that is not UTF-8, archives that do not decode, patterns of the model. */
#include "check/lint.h"

#include "base/arena.h"
#include "base/utf8.h"
#include "sqlite/api.h"
#include "store/store.h"
#include "value/archive.h"

#include <stdlib.h>
#include <string.h>

#include <unicode/uregex.h>
#include <unicode/ustring.h>

/* One attribute of the entity that is looked at. */
typedef struct watched {
    const el_attribute *a;
    URegularExpression *pattern; /* or NULL */
    el__tally not_utf8, undecodable, mismatch;
} watched;

typedef struct cells {
    el__lint *lint;
    const el_entity *entity;
    watched *items; size_t n;
    el_buf sql;
} cells;

static int is_text(const el_attribute *a)
{
    return a->type == EL_TYPE_STRING || a->type == EL_TYPE_DECIMAL || a->type == EL_TYPE_URI;
}

static URegularExpression *compiled(const el_attribute *a)
{
    if (!a->regex || !*a->regex || a->type != EL_TYPE_STRING)
        return NULL;
    UErrorCode status = U_ZERO_ERROR;
    int32_t n = 0;
    size_t bytes = strlen(a->regex);
    UChar *u = el_xmalloc((bytes + 1) * sizeof *u);
    u_strFromUTF8(u, (int32_t)bytes + 1, &n, a->regex, (int32_t)bytes, &status);
    URegularExpression *pattern = U_SUCCESS(status) ? uregex_open(u, n, 0, NULL, &status) : NULL;
    free(u);
    if (U_FAILURE(status))
        return NULL; /* a pattern that is none forbids nothing */
    uregex_setTimeLimit(pattern, 1000, &status);
    return pattern;
}

static int matches(URegularExpression *pattern, const char *s, size_t n)
{
    UErrorCode status = U_ZERO_ERROR;
    int32_t length = 0;
    UChar *u = el_xmalloc((n + 1) * sizeof *u);
    u_strFromUTF8(u, (int32_t)n + 1, &length, s, (int32_t)n, &status);
    uregex_setText(pattern, u, length, &status);
    UBool whole = uregex_matches(pattern, -1, &status);
    free(u);
    return U_FAILURE(status) || whole;
}

static void look_at_text(cells *c, watched *w, const el_entity *e, int64_t key, const char *s, size_t n)
{
    if (!el_utf8_valid(s, n))
        el__lint_count(c->lint, &w->not_utf8, e, key);
    else if (w->pattern && n < 1 << 20 && !matches(w->pattern, s, n))
        el__lint_count(c->lint, &w->mismatch, e, key);
}

static void look_at_archive(cells *c, watched *w, const el_entity *e, int64_t key, const void *bytes, size_t n)
{
    el_arena *arena = el_arena_new();
    el_value content;
    if (n && el_archive_to_value(arena, &content, bytes, n, NULL))
        el__lint_count(c->lint, &w->undecodable, e, key);
    el_arena_free(arena);
}

static void look_at_row(cells *c, sqlite3_stmt *stmt)
{
    int type = sqlite3_column_type(stmt, 1);
    const el_entity *e = el_layout_row_entity(c->lint->layout, c->entity->root, type,
                                              type == SQLITE_INTEGER ? sqlite3_column_int64(stmt, 1) : 0,
                                              type == SQLITE_FLOAT ? sqlite3_column_double(stmt, 1) : 0);
    int64_t key = sqlite3_column_int64(stmt, 0);
    if (!e)
        return;
    for (size_t i = 0; i < c->n; i++) {
        int column = (int)i + 2, storage = sqlite3_column_type(stmt, column);
        if (storage == SQLITE_TEXT && is_text(c->items[i].a))
            look_at_text(c, &c->items[i], e, key, (const char *)sqlite3_column_text(stmt, column),
                         (size_t)sqlite3_column_bytes(stmt, column));
        else if (storage == SQLITE_BLOB && c->items[i].a->type == EL_TYPE_TRANSFORMABLE)
            look_at_archive(c, &c->items[i], e, key, sqlite3_column_blob(stmt, column), (size_t)sqlite3_column_bytes(stmt, column));
    }
}

static void collect(cells *c)
{
    const el_layout_entity *laid = el_layout_of(c->lint->layout, c->entity);
    el_buf_puts(&c->sql, "SELECT ");
    el__lint_column(&c->sql, "d", laid->key_column);
    el_buf_puts(&c->sql, ", ");
    if (laid->type_column)
        el__lint_column(&c->sql, "d", laid->type_column);
    else
        el_buf_puts(&c->sql, "NULL");
    for (size_t i = 0; i < c->entity->nall_attributes; i++) {
        const el_attribute *a = c->entity->all_attributes[i];
        if (a->owner != c->entity || a->transient || !laid->attribute_columns[i] || (!is_text(a) && a->type != EL_TYPE_TRANSFORMABLE))
            continue;
        c->items[c->n].a = a;
        c->items[c->n++].pattern = compiled(a);
        el_buf_puts(&c->sql, ", ");
        el__lint_column(&c->sql, "d", laid->attribute_columns[i]);
    }
    el_buf_puts(&c->sql, " FROM ");
    el__lint_table(&c->sql, laid->table, "d");
    el_buf_puts(&c->sql, " WHERE ");
    el_layout_type_condition(&c->sql, c->lint->layout, c->entity, 1, "d");
}

/* No function of the engine tells UTF-8, archives or patterns, so the rows are named. */
static const char *statement_for(cells *c, const el__tally *tally)
{
    const el_layout_entity *laid = el_layout_of(c->lint->layout, c->entity);
    el_buf sql = {0};
    el_buf_puts(&sql, "SELECT d.* FROM ");
    el_buf_identifier(&sql, laid->table);
    el_buf_puts(&sql, " AS \"d\" WHERE ");
    el__lint_column(&sql, "d", laid->key_column);
    el_buf_puts(&sql, " IN (");
    el_buf_puts(&sql, el_buf_str(&tally->keys));
    el_buf_putc(&sql, ')');
    const char *kept = el_arena_strdup(c->lint->report->arena, sql.data);
    el_buf_free(&sql);
    return kept;
}

static void report(cells *c, const watched *w)
{
    el_arena *arena = c->lint->report->arena;
    const char *where = el__lint_where(c->lint, c->entity->name, w->a->name);
    const struct {
        const el__tally *tally;
        const char *code, *severity, *text;
    } rules[] = {
        {&w->not_utf8, "not-utf8", "warning", "holds text that is not UTF-8: the app reads nothing"},
        {&w->undecodable, "undecodable-transformable", "notice", "holds bytes that are no archive of known classes"},
        {&w->mismatch, "pattern-mismatch", "notice", "does not match the pattern of the model"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        el__rule rule = {"values", rules[i].code, rules[i].severity, where, c->entity, NULL, NULL,
                         el_arena_printf(arena, "%s %s", where, rules[i].text)};
        el__lint_report(c->lint, &rule, rules[i].tally, statement_for(c, rules[i].tally));
    }
}

int el__lint_cells(el__lint *lint, const el_entity *entity)
{
    cells c = {lint, entity, el_xmalloc((entity->nall_attributes + 1) * sizeof(watched)), 0, {0}};
    collect(&c);
    sqlite3_stmt *stmt = NULL;
    int status = c.n ? el_sql_prepare(&stmt, lint->store->db, c.sql.data, lint->err) : EL_OK, rc = 0;
    while (stmt && !status && (rc = el_sql_step(stmt, lint->err)) > 0)
        look_at_row(&c, stmt);
    sqlite3_finalize(stmt);
    for (size_t i = 0; i < c.n; i++) {
        if (!status && rc == 0)
            report(&c, &c.items[i]);
        uregex_close(c.items[i].pattern);
        el_buf_free(&c.items[i].not_utf8.keys);
        el_buf_free(&c.items[i].undecodable.keys);
        el_buf_free(&c.items[i].mismatch.keys);
    }
    free(c.items);
    el_buf_free(&c.sql);
    return status ? status : rc < 0 ? rc : el__lint_step(lint);
}
