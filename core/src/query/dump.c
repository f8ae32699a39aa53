/* SPDX-License-Identifier: MIT */
/* Every object of a store, a line each: by entity name, then by key.  Rows stream from one statement per entity; what
 * they refer to is read for a batch at a time, so that memory stays flat and statements few. */
#include "entitylens/object.h"

#include "base/arena.h"
#include "query/private.h"
#include "sqlite/api.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH_OBJECTS = 512, BATCH_BYTES = 8 * 1024 * 1024 };

typedef struct dump {
    el_store *store;
    int (*line)(void *ctx, const char *json, size_t n);
    void *ctx;
    el_error *err;
    el_object *batch[BATCH_OBJECTS];
    size_t n;
    el_arena *arena;
    el_buf json;
    int64_t done;
} dump;

static int flush(dump *d)
{
    int status = el_read_relations(d->store, d->batch, d->n, EL_READ_TO_MANY, 0, d->arena, d->err);
    for (size_t i = 0; i < d->n && !status; i++) {
        el_buf_clear(&d->json);
        el_object_json(&d->json, d->batch[i]);
        if (d->line(d->ctx, d->json.data, d->json.len))
            status = el_error_set(d->err, EL_ECANCELLED, "cancelled", "cancelled");
    }
    d->done += (int64_t)d->n;
    d->n = 0;
    el_arena_free(d->arena);
    d->arena = el_arena_new();
    return status ? status : el__store_progress(d->store, d->done, 0, d->err);
}

static int step_through(dump *d, const el_read_plan *plan, sqlite3_stmt *stmt)
{
    int status = EL_OK, rc;
    while ((rc = el_sql_step(stmt, d->err)) > 0) {
        el_object *o = el_read_row(plan, stmt, 0, d->arena);
        if (o)
            d->batch[d->n++] = o;
        if (d->n == BATCH_OBJECTS || el_arena_size(d->arena) > BATCH_BYTES)
            status = flush(d);
        if (status)
            return status;
    }
    return rc < 0 ? rc : flush(d);
}

static int dump_entity(dump *d, const el_entity *entity)
{
    const el_layout_entity *laid = el_layout_of(d->store->layout, entity);
    el_read_plan *plan;
    int status = el_read_plan_new(&plan, d->store, entity, d->err);
    if (status)
        return status;
    el_buf sql = {0};
    el_buf_puts(&sql, "SELECT ");
    el_read_plan_columns(&sql, plan, NULL);
    el_buf_puts(&sql, " FROM main.");
    el_buf_identifier(&sql, laid->table);
    el_buf_puts(&sql, " WHERE ");
    el_layout_type_condition(&sql, d->store->layout, entity, 0, NULL);
    el_buf_puts(&sql, " ORDER BY ");
    el_buf_identifier(&sql, laid->key_column);
    sqlite3_stmt *stmt;
    status = el_sql_prepare(&stmt, d->store->db, sql.data, d->err);
    if (!status)
        status = step_through(d, plan, stmt);
    sqlite3_finalize(stmt);
    el_buf_free(&sql);
    el_read_plan_free(plan);
    return status;
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const el_entity *const *)a)->name, (*(const el_entity *const *)b)->name);
}

static int dump_all(dump *d)
{
    const el_model *model = d->store->layout->model;
    const el_entity **sorted = el_xmalloc((model->nentities + 1) * sizeof *sorted);
    if (model->nentities)
        memcpy(sorted, model->entities, model->nentities * sizeof *sorted);
    qsort(sorted, model->nentities, sizeof *sorted, by_name);
    int status = EL_OK;
    for (size_t i = 0; i < model->nentities && !status; i++)
        if (el_layout_of(d->store->layout, sorted[i])->table)
            status = dump_entity(d, sorted[i]);
    free(sorted);
    return status;
}

int el_store_dump(el_store *store, int (*line)(void *ctx, const char *json, size_t n), void *ctx, el_error *err)
{
    dump *d = el_xmalloc(sizeof *d);
    d->store = store;
    d->line = line;
    d->ctx = ctx;
    d->err = err;
    d->arena = el_arena_new();
    /* One moment of the store, whatever an app writes meanwhile. */
    int own = !store->borrowed && sqlite3_get_autocommit(store->db);
    int status = own ? el_sql_exec(store->db, "BEGIN", err) : EL_OK;
    if (!status)
        status = dump_all(d);
    if (own)
        el_sql_exec(store->db, "COMMIT", NULL);
    el_arena_free(d->arena);
    el_buf_free(&d->json);
    free(d);
    return status;
}
