/* SPDX-License-Identifier: MIT */
/* Where every cell of every table comes from, so that losses can be counted by reading today's tables. */
#include "migrate/plan.h"

#include <string.h>

typedef struct table {
    el_plan_table t;
    size_t cap;
    int gone;
} table;

struct el_lineage {
    el_arena *arena;
    table *tables;
    size_t n, cap;
};

static table *find(struct el_lineage *l, const char *name)
{
    for (size_t i = 0; i < l->n; i++)
        if (!l->tables[i].gone && !sqlite3_stricmp(l->tables[i].t.name, name))
            return &l->tables[i];
    return NULL;
}

static table *add_table(struct el_lineage *l, const char *name)
{
    if (l->n == l->cap) {
        size_t cap = l->cap ? l->cap * 2 : 16;
        table *grown = el_arena_array(l->arena, cap, sizeof *grown);
        if (l->n)
            memcpy(grown, l->tables, l->n * sizeof *grown);
        l->tables = grown;
        l->cap = cap;
    }
    table *t = &l->tables[l->n++];
    memset(t, 0, sizeof *t);
    t->t.name = el_arena_strdup(l->arena, name);
    return t;
}

static el_plan_origin *add_column(struct el_lineage *l, table *t, const char *name)
{
    if (t->t.ncolumns == t->cap) {
        size_t cap = t->cap ? t->cap * 2 : 16;
        el_plan_origin *grown = el_arena_array(l->arena, cap, sizeof *grown);
        if (t->t.ncolumns)
            memcpy(grown, t->t.columns, t->t.ncolumns * sizeof *grown);
        t->t.columns = grown;
        t->cap = cap;
    }
    el_plan_origin *o = &t->t.columns[t->t.ncolumns++];
    memset(o, 0, sizeof *o);
    o->column = el_arena_strdup(l->arena, name);
    return o;
}

static el_plan_origin *find_column(table *t, const char *name)
{
    for (size_t i = 0; i < t->t.ncolumns; i++)
        if (!sqlite3_stricmp(t->t.columns[i].column, name))
            return &t->t.columns[i];
    return NULL;
}

static void today(struct el_lineage *l, sqlite3 *bench, const char *name)
{
    sqlite3_stmt *stmt = NULL;
    el_buf sql = {0};
    table *t = add_table(l, name);
    t->t.rows_of = t->t.name;
    el_buf_puts(&sql, "PRAGMA table_info(");
    el_buf_identifier(&sql, name);
    el_buf_putc(&sql, ')');
    if (sqlite3_prepare_v2(bench, el_buf_str(&sql), -1, &stmt, NULL) == SQLITE_OK)
        while (sqlite3_step(stmt) == SQLITE_ROW) {
            el_plan_origin *o = add_column(l, t, (const char *)sqlite3_column_text(stmt, 1));
            o->old_table = t->t.name;
            o->old_column = o->column;
        }
    sqlite3_finalize(stmt);
    el_buf_free(&sql);
}

struct el_lineage *el__lineage_new(el_arena *arena, sqlite3 *bench)
{
    struct el_lineage *l = el_arena_alloc(arena, sizeof *l);
    sqlite3_stmt *stmt = NULL;
    l->arena = arena;
    if (sqlite3_prepare_v2(bench, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid", -1, &stmt, NULL) == SQLITE_OK)
        while (sqlite3_step(stmt) == SQLITE_ROW)
            today(l, bench, (const char *)sqlite3_column_text(stmt, 0));
    sqlite3_finalize(stmt);
    return l;
}

void el__lineage_create(struct el_lineage *l, const char *name)
{
    add_table(l, name);
}

void el__lineage_column(struct el_lineage *l, const char *name, const char *column)
{
    table *t = find(l, name);
    if (t)
        add_column(l, t, column);
}

void el__lineage_rename(struct el_lineage *l, const char *from, const char *to)
{
    table *t = find(l, from);
    if (t)
        t->t.name = el_arena_strdup(l->arena, to);
}

void el__lineage_copy(struct el_lineage *l, const char *name, const char *source, const char *const *to, const char *const *from,
                      size_t n, const char *constant)
{
    table *t = find(l, name), *s = find(l, source);
    if (!t || !s)
        return;
    t->t.rows_of = s->t.rows_of;
    t->t.renumbered = s->t.renumbered;
    int keeps_ids = 0, has_ids = find_column(t, "__objectid") != NULL;
    for (size_t i = 0; i < n; i++) {
        el_plan_origin *o = find_column(t, to[i]), *was = from[i] ? find_column(s, from[i]) : NULL;
        keeps_ids |= !sqlite3_stricmp(to[i], "__objectid");
        if (!o || o->old_column || o->constant)
            continue;
        if (was) {
            o->old_table = was->old_table;
            o->old_column = was->old_column;
            o->constant = was->constant;
        } else {
            o->constant = el_arena_strdup(l->arena, constant);
        }
    }
    if (has_ids && !keeps_ids)
        t->t.renumbered = 1;
}

void el__lineage_drop(struct el_lineage *l, const char *name)
{
    table *t = find(l, name);
    if (t)
        t->gone = 1;
}

void el__lineage_export(struct el_lineage *l, el_ecd_plan *plan)
{
    plan->tables = el_arena_array(l->arena, l->n + 1, sizeof *plan->tables);
    for (size_t i = 0; i < l->n; i++)
        if (!l->tables[i].gone)
            plan->tables[plan->ntables++] = l->tables[i].t;
}
