/* SPDX-License-Identifier: MIT */
/* Jumping: how many rows lie before a place, and where a fraction of the result lies. */
#include "query/place.h"

#include "base/arena.h"
#include "layout/layout.h"
#include "sqlite/api.h"

#include <stdlib.h>
#include <string.h>

enum {
    SAMPLE = 256,     /* rows that stand for a whole result */
    SMALL = 4 * SAMPLE, /* below, the result is counted */
    FEW = 32          /* sampled rows that pass the predicate; with fewer the guess would be too rough */
};

static int prepare(sqlite3_stmt **stmt, el__request *r, const char *sql)
{
    int status = el_translation_prepare(&r->t, stmt, sql, r->err);
    if (!status)
        status = el_translation_apply(&r->t, *stmt, r->err);
    if (status) {
        sqlite3_finalize(*stmt);
        *stmt = NULL;
    }
    return status;
}

static int one_number(int64_t *out, int *found, el__request *r, const char *sql)
{
    sqlite3_stmt *stmt;
    *out = 0;
    *found = 0;
    int status = prepare(&stmt, r, sql);
    if (status)
        return status;
    int rc = el_sql_step(stmt, r->err);
    if (rc > 0) {
        *found = sqlite3_column_type(stmt, 0) != SQLITE_NULL;
        *out = sqlite3_column_int64(stmt, 0);
    }
    sqlite3_finalize(stmt);
    return rc < 0 ? rc : EL_OK;
}

static int begin(el__request *r, el_store *store, const el_fetch_request *request, el_error *err)
{
    int status = el__request_begin(r, store, request, err);
    return status ? status : el__request_orders(r, 1);
}

int el_cursor_rank(int64_t *out, el_store *store, const el_fetch_request *request, const el_cursor *cursor, el_error *err)
{
    *out = 0;
    el__request r;
    const char **conditions = NULL;
    size_t n = 0;
    int found, status = begin(&r, store, request, err);
    if (!status)
        status = el__place_conditions(&conditions, &n, &r, cursor, 1);
    if (!status && !el__place_indexed(&r)) {
        conditions[0] = el__place_any(&r, conditions, n);
        n = 1;
    }
    for (size_t i = 0; i < n && !status; i++) {
        int64_t part;
        status = one_number(&part, &found, &r, el_arena_printf(r.arena, "SELECT COUNT(*) %s", el__request_from(&r, conditions[i])));
        *out += part;
    }
    el__request_end(&r);
    return status;
}

static const char *key_column(const el__request *r)
{
    el_buf b = {0};
    el_buf_printf(&b, "%s.", r->t.self.alias);
    el_buf_identifier(&b, el_layout_of(r->t.layout, r->entity)->key_column);
    const char *sql = el_arena_strdup(r->arena, el_buf_str(&b));
    el_buf_free(&b);
    return sql;
}

/* Lowest and highest key of the table: two searches, whatever the predicate. */
static int key_range(el__request *r, int64_t *low, int64_t *high, int *any)
{
    const el_layout_entity *laid = el_layout_of(r->t.layout, r->entity);
    el_buf b = {0};
    int found, status = EL_OK;
    for (int i = 0; i < 2 && !status; i++) {
        el_buf_clear(&b);
        el_buf_printf(&b, "SELECT %s(", i ? "max" : "min");
        el_buf_identifier(&b, laid->key_column);
        el_buf_puts(&b, ") FROM main.");
        el_buf_identifier(&b, laid->table);
        status = one_number(i ? high : low, &found, r, el_buf_str(&b));
        *any = found;
    }
    el_buf_free(&b);
    return status;
}

/* The place of the row at OFFSET `index` among the rows that also meet `condition`. */
static int place_at(el_cursor **out, el__request *r, const char *condition, int64_t index)
{
    el_buf b = {0};
    el_buf_printf(&b, "SELECT %s", key_column(r));
    el__place_columns(&b, r);
    el_buf_printf(&b, " %s", el__request_from(r, condition));
    el__request_order_by(&b, r, 0);
    el_buf_printf(&b, " LIMIT 1 OFFSET %lld", (long long)index);
    sqlite3_stmt *stmt;
    int status = prepare(&stmt, r, el_buf_str(&b));
    el_buf_free(&b);
    if (status)
        return status;
    int rc = el_sql_step(stmt, r->err);
    if (rc > 0) {
        el_value *values = el_arena_array(r->arena, el__place_ncolumns(r), sizeof *values);
        el__place_read(values, r, stmt, 1, r->arena);
        *out = el__cursor_new(values, el__place_ncolumns(r), sqlite3_column_int64(stmt, 0), 1);
    }
    sqlite3_finalize(stmt);
    return rc < 0 ? rc : EL_OK;
}

/* Keys spread over the table, as "key IN (…)". */
static int sample_keys(const char **out, el__request *r, int64_t low, int64_t high)
{
    const el_layout_entity *laid = el_layout_of(r->t.layout, r->entity);
    el_buf sql = {0}, list = {0};
    el_buf_puts(&sql, "SELECT ");
    el_buf_identifier(&sql, laid->key_column);
    el_buf_puts(&sql, " FROM main.");
    el_buf_identifier(&sql, laid->table);
    el_buf_puts(&sql, " WHERE ");
    el_buf_identifier(&sql, laid->key_column);
    el_buf_puts(&sql, " >= ?1 LIMIT 1");
    sqlite3_stmt *stmt;
    int status = el_sql_prepare(&stmt, el_store_db(r->store), el_buf_str(&sql), r->err);
    double step = ((double)high - (double)low) / SAMPLE;
    for (int i = 0; i < SAMPLE && !status; i++) {
        sqlite3_bind_int64(stmt, 1, low + (int64_t)(step * (i + 0.5)));
        int rc = el_sql_step(stmt, r->err);
        if (rc > 0)
            el_buf_printf(&list, "%s%lld", list.len ? ", " : "", (long long)sqlite3_column_int64(stmt, 0));
        status = rc < 0 ? rc : EL_OK;
        sqlite3_reset(stmt);
    }
    sqlite3_finalize(stmt);
    *out = el_arena_printf(r->arena, "%s IN (%s)", key_column(r), el_buf_str(&list));
    el_buf_free(&sql);
    el_buf_free(&list);
    return status;
}

static int count_where(int64_t *out, el__request *r, const char *condition)
{
    int found;
    return one_number(out, &found, r, el_arena_printf(r->arena, "SELECT COUNT(*) %s", el__request_from(r, condition)));
}

static int64_t share(int64_t n, double f)
{
    int64_t i = (int64_t)((double)n * f);
    return i >= n ? n - 1 : i < 0 ? 0 : i;
}

static int sorted_place(el_cursor **out, el__request *r, double f, int64_t low, int64_t high)
{
    const char *sample = NULL;
    int64_t n = 0;
    int status = EL_OK;
    if (high - low >= SMALL) {
        status = sample_keys(&sample, r, low, high);
        if (!status)
            status = count_where(&n, r, sample);
    }
    if (!status && n < FEW) { /* a small or a rare result: exactly */
        sample = NULL;
        status = count_where(&n, r, NULL);
    }
    if (status || !n)
        return status;
    return place_at(out, r, sample, share(n, f));
}

int el_cursor_at_fraction(el_cursor **out, el_store *store, const el_fetch_request *request, double f, el_error *err)
{
    *out = NULL;
    el__request r;
    int64_t low = 0, high = 0;
    int any = 0, status = begin(&r, store, request, err);
    if (!(f > 0))
        f = 0;
    if (f > 1)
        f = 1;
    if (!status)
        status = key_range(&r, &low, &high, &any);
    if (!status && any && r.norders == 1) {
        double from = (double)(r.orders[0].descending ? high : low), to = (double)(r.orders[0].descending ? low : high);
        *out = el_cursor_at_key((int64_t)(from + (to - from) * f));
    } else if (!status && any) {
        status = sorted_place(out, &r, f, low, high);
    }
    el__request_end(&r);
    return status;
}
