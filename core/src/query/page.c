/* SPDX-License-Identifier: MIT */
/* Pages of objects by keyset: what comes next is asked for by the sort values of the last row, never by its number, so
 * the millionth row costs what the first one does. */
#include "query/place.h"
#include "query/read.h"

#include "base/arena.h"
#include "sqlite/api.h"

#include <stdlib.h>
#include <string.h>

/* The public part first, so that one is the other. */
typedef struct page {
    el_page shown;
    el_value *values; size_t nvalues; /* sort values, row by row */
} page;

typedef struct reader {
    el__request r;
    el_read_plan *plan;
    page *page;
    size_t limit; /* one more than asked for: says whether anything follows */
    int backward;
} reader;

static char *statement(reader *rd, const char *condition)
{
    el_buf sql = {0};
    el_buf_puts(&sql, "SELECT ");
    el_read_plan_columns(&sql, rd->plan, rd->r.t.self.alias);
    el__place_columns(&sql, &rd->r);
    el_buf_printf(&sql, " %s", el__request_from(&rd->r, condition));
    el__request_order_by(&sql, &rd->r, rd->backward);
    el_buf_printf(&sql, " LIMIT %zu", rd->limit - rd->page->shown.n);
    return el_buf_take(&sql);
}

static void take_row(reader *rd, sqlite3_stmt *stmt)
{
    page *p = rd->page;
    el_object *o = el_read_row(rd->plan, stmt, 0, p->shown.arena);
    if (!o)
        return;
    el__place_read(p->values + p->shown.n * p->nvalues, &rd->r, stmt, el_read_plan_ncolumns(rd->plan), p->shown.arena);
    p->shown.objects[p->shown.n++] = o;
}

/* Runs one statement to its end; nothing of it stays open. */
static int read_stretch(reader *rd, const char *condition, el_error *err)
{
    char *sql = statement(rd, condition);
    sqlite3_stmt *stmt = NULL;
    int status = el_translation_prepare(&rd->r.t, &stmt, sql, err);
    if (!status)
        status = el_translation_apply(&rd->r.t, stmt, err);
    int rc = 0;
    while (!status && (rc = el_sql_step(stmt, err)) > 0)
        take_row(rd, stmt);
    sqlite3_finalize(stmt);
    free(sql);
    return status ? status : rc < 0 ? rc : EL_OK;
}

static int read_rows(reader *rd, const el_cursor *from, el_error *err)
{
    if (!from)
        return read_stretch(rd, NULL, err);
    const char **conditions;
    size_t n;
    int status = el__place_conditions(&conditions, &n, &rd->r, from, rd->backward);
    if (status)
        return status;
    if (!el__place_indexed(&rd->r))
        return read_stretch(rd, el__place_any(&rd->r, conditions, n), err);
    for (size_t i = 0; i < n && !status && rd->page->shown.n < rd->limit; i++)
        status = read_stretch(rd, conditions[i], err);
    return status;
}

static void reverse(page *p)
{
    size_t n = p->shown.n, width = p->nvalues;
    for (size_t i = 0; i < n / 2; i++) {
        el_object *o = p->shown.objects[i];
        p->shown.objects[i] = p->shown.objects[n - 1 - i];
        p->shown.objects[n - 1 - i] = o;
        for (size_t k = 0; k < width; k++) {
            el_value v = p->values[i * width + k];
            p->values[i * width + k] = p->values[(n - 1 - i) * width + k];
            p->values[(n - 1 - i) * width + k] = v;
        }
    }
}

/* Whether anything lies on the other side of the place where reading began. */
static int nothing_behind(reader *rd, const el_cursor *from, int *nothing, el_error *err)
{
    *nothing = from == NULL;
    if (!from || !from->before)
        return EL_OK; /* a row's place has that row behind it */
    const char **conditions;
    size_t n;
    int64_t found = 0;
    int status = el__place_conditions(&conditions, &n, &rd->r, from, !rd->backward);
    if (status)
        return status;
    char *sql = el_arena_printf(rd->r.arena, "SELECT EXISTS (SELECT 1 %s)", el__request_from(&rd->r, el__place_any(&rd->r, conditions, n)));
    sqlite3_stmt *stmt = NULL;
    status = el_translation_prepare(&rd->r.t, &stmt, sql, err);
    if (!status)
        status = el_translation_apply(&rd->r.t, stmt, err);
    if (!status) {
        int rc = el_sql_step(stmt, err);
        status = rc < 0 ? rc : EL_OK;
        found = rc > 0 && sqlite3_column_int(stmt, 0);
    }
    sqlite3_finalize(stmt);
    *nothing = !found;
    return status;
}

static int fill(reader *rd, const el_cursor *from, size_t limit, el_error *err)
{
    page *p = rd->page;
    p->nvalues = el__place_ncolumns(&rd->r);
    p->shown.objects = el_arena_array(p->shown.arena, limit + 1, sizeof *p->shown.objects);
    p->values = el_arena_array(p->shown.arena, (limit + 1) * p->nvalues, sizeof *p->values);
    int behind = 0, status = read_rows(rd, from, err);
    if (!status)
        status = nothing_behind(rd, from, &behind, err);
    if (status)
        return status;
    int last = p->shown.n <= limit;
    if (!last)
        p->shown.n = limit;
    if (rd->backward)
        reverse(p);
    p->shown.at_start = rd->backward ? last : behind;
    p->shown.at_end = rd->backward ? behind : last;
    unsigned flags = rd->r.given->read_flags;
    return el_read_relations(rd->r.store, p->shown.objects, p->shown.n, flags, flags & EL_READ_FEW ? EL_FEW : 0, p->shown.arena, err);
}

int el_page_read(el_page **out, el_store *store, const el_fetch_request *request, const el_cursor *from, el_direction direction,
                 size_t limit, el_error *err)
{
    *out = NULL;
    el_arena *arena = el_arena_new();
    reader rd = {.limit = limit + 1, .backward = direction == EL_BACKWARD};
    rd.page = el_arena_alloc(arena, sizeof *rd.page);
    rd.page->shown.arena = arena;
    int status = el__request_begin(&rd.r, store, request, err);
    if (!status)
        status = el_read_plan_new(&rd.plan, store, rd.r.entity, err);
    if (!status)
        status = el__request_orders(&rd.r, 1);
    if (!status)
        status = fill(&rd, from, limit, err);
    el_read_plan_free(rd.plan);
    el__request_end(&rd.r);
    if (status) {
        el_arena_free(arena);
        return status;
    }
    *out = &rd.page->shown;
    return EL_OK;
}

el_cursor *el_page_cursor(const el_page *shown, size_t index)
{
    const page *p = (const page *)shown;
    if (index >= shown->n)
        return NULL;
    return el__cursor_new(p->values + index * p->nvalues, p->nvalues, shown->objects[index]->key, 0);
}

void el_page_free(el_page *page)
{
    if (page)
        el_arena_free(page->arena);
}
