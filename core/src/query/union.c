/* SPDX-License-Identifier: MIT */
/* Key lists and compound statements. */
#include "base/arena.h"
#include "query/private.h"
#include "sqlite/api.h"
#include "store/store.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SQL = 400 * 1000 }; /* well below every limit on the length of a statement */

void el__keys_add(el__keys *keys, int64_t key)
{
    if (keys->n == keys->cap) {
        keys->cap = keys->cap ? keys->cap * 2 : 64;
        keys->items = el_xrealloc(keys->items, keys->cap * sizeof *keys->items);
    }
    keys->items[keys->n++] = key;
}

static int by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

void el__keys_settle(el__keys *keys)
{
    if (keys->n < 2)
        return;
    qsort(keys->items, keys->n, sizeof *keys->items, by_value);
    size_t to = 1;
    for (size_t i = 1; i < keys->n; i++)
        if (keys->items[i] != keys->items[to - 1])
            keys->items[to++] = keys->items[i];
    keys->n = to;
}

void el__keys_free(el__keys *keys)
{
    free(keys->items);
    memset(keys, 0, sizeof *keys);
}

void el__keys_test(el_buf *sql, const el__keys *keys)
{
    int64_t first = keys->items[0], last = keys->items[keys->n - 1];
    if (keys->n > 2 && (uint64_t)last - (uint64_t)first == keys->n - 1) {
        el_buf_printf(sql, "BETWEEN %" PRId64 " AND %" PRId64, first, last);
        return;
    }
    el_buf_puts(sql, "IN (");
    for (size_t i = 0; i < keys->n; i++)
        el_buf_printf(sql, "%s%" PRId64, i ? "," : "", keys->items[i]);
    el_buf_putc(sql, ')');
}

void el__union_init(el__union *u, el_store *store, int (*row)(void *, sqlite3_stmt *), void *ctx, el_error *err)
{
    memset(u, 0, sizeof *u);
    u->store = store;
    u->row = row;
    u->ctx = ctx;
    u->err = err;
    int limit = sqlite3_limit(store->db, SQLITE_LIMIT_COMPOUND_SELECT, -1);
    u->most = limit < 1 ? 1 : limit > 400 ? 400 : limit;
}

static int run(el__union *u)
{
    if (!u->arms)
        return EL_OK;
    sqlite3_stmt *stmt;
    int status = el_sql_prepare(&stmt, u->store->db, u->sql.data, u->err), rc = 0;
    u->arms = 0;
    u->statements++;
    el_buf_clear(&u->sql);
    while (!status && (rc = el_sql_step(stmt, u->err)) > 0)
        status = u->row(u->ctx, stmt);
    sqlite3_finalize(stmt);
    return status ? status : rc < 0 ? rc : EL_OK;
}

int el__union_begin(el__union *u)
{
    int status = EL_OK;
    if (u->arms == u->most || u->sql.len > MAX_SQL)
        status = run(u);
    if (u->arms)
        el_buf_puts(&u->sql, " UNION ALL ");
    u->arms++;
    return status;
}

int el__union_finish(el__union *u, int status)
{
    if (!status)
        status = run(u);
    el_buf_free(&u->sql);
    return status;
}
