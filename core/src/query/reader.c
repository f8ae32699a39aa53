/* SPDX-License-Identifier: MIT */
/* Objects by key, many of them one after the other: one statement a table, prepared once. */
#include "query/private.h"

#include "base/arena.h"
#include "sqlite/api.h"
#include "store/store.h"

#include <stdlib.h>

enum { ARENA_KEPT = 256 * 1024 };

typedef struct table { el_read_plan *plan; sqlite3_stmt *stmt; } table;

struct el_reader {
    el_store *store;
    table *tables; /* by el_entity.index of the root */
    el_arena *arena;
};

el_reader *el_reader_new(el_store *store)
{
    el_reader *r = el_xmalloc(sizeof *r);
    r->store = store;
    r->tables = el_xmalloc((store->layout->model->nentities + 1) * sizeof *r->tables);
    r->arena = el_arena_new();
    return r;
}

void el__statement_by_key(el_buf *sql, el_store *store, const el_read_plan *plan, const el_entity *root)
{
    const el_layout_entity *laid = el_layout_of(store->layout, root);
    el_buf_puts(sql, "SELECT ");
    el_read_plan_columns(sql, plan, NULL);
    el_buf_puts(sql, " FROM main.");
    el_buf_identifier(sql, laid->table);
    el_buf_puts(sql, " WHERE ");
    el_buf_identifier(sql, laid->key_column);
    el_buf_puts(sql, " = ?1");
}

static int prepare(table *t, el_store *store, const el_entity *root, el_error *err)
{
    if (t->stmt)
        return EL_OK;
    el_buf sql = {0};
    int status = t->plan ? EL_OK : el_read_plan_new(&t->plan, store, root, err);
    if (!status) {
        el__statement_by_key(&sql, store, t->plan, root);
        status = el_sql_prepare(&t->stmt, store->db, sql.data, err);
    }
    el_buf_free(&sql);
    return status;
}

int el_reader_attributes(const el_object **out, el_reader *r, const el_entity *entity, int64_t key, el_error *err)
{
    *out = NULL;
    if (!el_layout_of(r->store->layout, entity)->table)
        return EL_OK;
    table *t = &r->tables[entity->root->index];
    int status = prepare(t, r->store, entity->root, err);
    if (status)
        return status;
    if (el_arena_size(r->arena) > ARENA_KEPT) {
        el_arena_free(r->arena);
        r->arena = el_arena_new();
    }
    sqlite3_bind_int64(t->stmt, 1, key);
    int rc = el_sql_step(t->stmt, err);
    const el_object *o = rc > 0 ? el_read_row(t->plan, t->stmt, 0, r->arena) : NULL;
    sqlite3_reset(t->stmt);
    if (o && el_entity_is_kind_of(o->entity, entity))
        *out = o;
    return rc < 0 ? rc : EL_OK;
}

void el_reader_free(el_reader *r)
{
    if (!r)
        return;
    for (size_t i = 0; i < r->store->layout->model->nentities; i++) {
        sqlite3_finalize(r->tables[i].stmt);
        el_read_plan_free(r->tables[i].plan);
    }
    free(r->tables);
    el_arena_free(r->arena);
    free(r);
}
