/* SPDX-License-Identifier: MIT */
#include "query/explain.h"

#include "base/arena.h"
#include "sqlite/api.h"

#include <stdlib.h>
#include <string.h>

enum { REMARKS = 32, PLAN_DEPTH = 64 };

static void add_line(el_explanation *x, size_t *room, const char *line)
{
    if (x->nplan == *room) {
        *room = *room ? *room * 2 : 16;
        const char **grown = el_arena_array(x->arena, *room, sizeof *grown);
        if (x->nplan)
            memcpy(grown, x->plan, x->nplan * sizeof *grown);
        x->plan = grown;
    }
    ((const char **)x->plan)[x->nplan++] = line;
}

/* The engine's tree of steps, two blanks a level. */
static int read_plan(el_explanation *x, el__request *r, el_error *err)
{
    char *sql = el_arena_printf(x->arena, "EXPLAIN QUERY PLAN %s", x->sql);
    sqlite3_stmt *stmt = NULL;
    int status = el_translation_prepare(&r->t, &stmt, sql, err);
    if (!status)
        status = el_translation_apply(&r->t, stmt, err);
    int parents[PLAN_DEPTH] = {0}, depth = 0, rc = 0;
    size_t room = 0;
    while (!status && (rc = el_sql_step(stmt, err)) > 0) {
        int id = sqlite3_column_int(stmt, 0), parent = sqlite3_column_int(stmt, 1);
        while (depth && parents[depth - 1] != parent)
            depth--;
        add_line(x, &room, el_arena_printf(x->arena, "%*s%s", depth * 2, "", (const char *)sqlite3_column_text(stmt, 3)));
        if (depth < PLAN_DEPTH)
            parents[depth++] = id;
    }
    sqlite3_finalize(stmt);
    return status ? status : rc < 0 ? rc : EL_OK;
}

static void copy_bindings(el_explanation *x, const el_value *values, size_t n)
{
    el_value *copies = el_arena_array(x->arena, n + 1, sizeof *copies);
    for (size_t i = 0; i < n; i++)
        copies[i] = el_value_copy(x->arena, values[i]);
    x->bindings = copies;
    x->nbindings = n;
}

static void add_remarks(el_explanation *x, const el__request *r)
{
    el_error *remarks = el_arena_array(x->arena, REMARKS, sizeof *remarks);
    x->nwarnings = r->where ? el_predicate_remarks(r->where, r->entity, remarks, REMARKS) : 0;
    x->warnings = remarks;
}

static void add_normal_form(el_explanation *x, const el__request *r)
{
    el_buf b = {0};
    if (r->where)
        el_predicate_normal_form(&b, r->where);
    else
        el_buf_puts(&b, "(true)");
    x->normal_form = el_arena_strdup(x->arena, el_buf_str(&b));
    el_buf_free(&b);
}

int el_fetch_explain(el_explanation **out, el_store *store, const el_fetch_request *request, el_error *err)
{
    *out = NULL;
    el_arena *arena = el_arena_new();
    el_explanation *x = el_arena_alloc(arena, sizeof *x);
    x->arena = arena;
    el_fetch *f = NULL;
    el__request r;
    int status = el_fetch_open(&f, store, request, err);
    if (status) {
        el_arena_free(arena);
        return status;
    }
    const el_value *values;
    size_t n = el_fetch_bindings(f, &values);
    x->sql = el_arena_strdup(arena, el_fetch_sql(f));
    copy_bindings(x, values, n);
    el_fetch_close(f);
    status = el__request_begin(&r, store, request, err);
    if (!status) {
        r.t.binds = (el_value *)x->bindings; /* the same statement, planned with the same values */
        r.t.nbinds = r.t.binds_room = x->nbindings;
        add_normal_form(x, &r);
        add_remarks(x, &r);
        status = read_plan(x, &r, err);
    }
    if (!status)
        status = el__explain_ecd(x, &r, err);
    el__request_end(&r);
    if (status) {
        el_arena_free(arena);
        return status;
    }
    *out = x;
    return EL_OK;
}

void el_explanation_free(el_explanation *e)
{
    if (e)
        el_arena_free(e->arena);
}
