/* SPDX-License-Identifier: MIT */
#include "query/ecd_run.h"

#include "base/arena.h"
#include "layout/layout.h"
#include "predicate/functions.h"
#include "sqlite/api.h"
#include "value/decode.h"

#include <stdlib.h>
#include <string.h>

typedef struct run {
    el_ecd_answer *out;
    el_arena *arena;
    el_store *store;
    const el_ecd_request *q;
    const el_ecd_statement *s;
    size_t room;
} run;

/* ECD knows only its own form of the type; a row of any other is taken for the fetched entity. */
static const el_entity *entity_of(const run *r, sqlite3_stmt *stmt)
{
    if (!r->s->typed)
        return r->q->entity;
    int type = sqlite3_column_type(stmt, 1);
    const el_entity *e = el_layout_row_entity(el_store_layout(r->store), r->q->entity->root, type,
                                              type == SQLITE_INTEGER ? sqlite3_column_int64(stmt, 1) : 0,
                                              type == SQLITE_FLOAT ? sqlite3_column_double(stmt, 1) : 0);
    return e ? e : r->q->entity;
}

/* A property's value is read from the column of its own number, even where earlier properties have no column. */
static el_cell dictionary_cell(const run *r, sqlite3_stmt *stmt, size_t i)
{
    const el_ecd_property *p = &r->q->properties[i];
    el_cell cell = {el_value_null(), EL_STORAGE_NULL, 0};
    if ((int)i >= sqlite3_column_count(stmt) || sqlite3_column_type(stmt, (int)i) == SQLITE_NULL)
        return cell;
    if (p->function) {
        cell.value = el_value_double(sqlite3_column_double(stmt, (int)i));
        return cell;
    }
    const el_attribute *a = el_entity_attribute(r->q->entity, p->name);
    const el_relationship *to = el_entity_relationship(r->q->entity, p->name);
    if (to)
        cell.value = el_value_object(to->destination_name, sqlite3_column_int64(stmt, (int)i));
    else
        cell = el_decode_cell(stmt, (int)i, a ? a->type : EL_TYPE_UNDEFINED, 0, r->arena);
    return cell;
}

static void take(run *r, sqlite3_stmt *stmt)
{
    el_ecd_answer *out = r->out;
    if (r->q->result == EL_ECD_COUNT) {
        out->count = sqlite3_column_int64(stmt, 0);
        return;
    }
    if (out->n == r->room) {
        r->room = r->room ? r->room * 2 : 64;
        out->objects = el_xrealloc(out->objects, r->room * sizeof *out->objects);
        out->rows = el_xrealloc(out->rows, r->room * sizeof *out->rows);
    }
    out->rows[out->n] = NULL;
    if (r->q->result == EL_ECD_DICTIONARIES) {
        out->rows[out->n] = el_arena_array(r->arena, r->q->nproperties, sizeof **out->rows);
        for (size_t i = 0; i < r->q->nproperties; i++)
            out->rows[out->n][i] = dictionary_cell(r, stmt, i);
    } else {
        out->objects[out->n] = el_value_object(entity_of(r, stmt)->name, sqlite3_column_int64(stmt, 0));
    }
    out->n++;
}

static void move_to_arena(run *r)
{
    el_ecd_answer *out = r->out;
    el_value *objects = el_arena_array(r->arena, out->n + 1, sizeof *objects);
    el_cell **rows = el_arena_array(r->arena, out->n + 1, sizeof *rows);
    if (out->n) {
        memcpy(objects, out->objects, out->n * sizeof *objects);
        memcpy(rows, out->rows, out->n * sizeof *rows);
    }
    free(out->objects);
    free(out->rows);
    out->objects = objects;
    out->rows = rows;
}

static int read_all(run *r, sqlite3_stmt *stmt, size_t most, el_error *err)
{
    for (size_t i = 0; i < r->s->nbinds; i++)
        el_sql_bind(stmt, (int)i + 1, &r->s->binds[i]);
    int rc;
    while ((rc = el_sql_step(stmt, err)) > 0 && (!most || r->out->n < most))
        take(r, stmt);
    return rc < 0 ? rc : EL_OK;
}

int el_ecd_run(el_ecd_answer *out, el_arena *arena, el_store *store, const el_ecd_request *request, const el_ecd_statement *statement,
               size_t most, el_error *err)
{
    memset(out, 0, sizeof *out);
    run r = {out, arena, store, request, statement, 0};
    sqlite3 *db = el_store_db(store);
    int status = el_ecd_functions_register(db, err);
    if (status)
        return status;
    el_error refused;
    el_error_clear(&refused);
    sqlite3_stmt *stmt = NULL;
    status = el_sql_prepare(&stmt, db, statement->runnable, &refused);
    if (!status)
        status = read_all(&r, stmt, most, &refused);
    if (status == EL_ESQL) {
        out->error = el_arena_strdup(arena, sqlite3_errmsg(db));
    } else if (status && err) {
        *err = refused;
    }
    sqlite3_finalize(stmt);
    move_to_arena(&r);
    out->answered = !status;
    return status == EL_ESQL ? EL_OK : status;
}
