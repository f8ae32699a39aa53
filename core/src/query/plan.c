/* SPDX-License-Identifier: MIT */
#include "query/read.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "query/private.h"
#include "sqlite/api.h"
#include "store/store.h"
#include "value/decode.h"

#include <stdlib.h>

/* Where an entity's properties are among the columns of the plan; -1: nowhere. */
typedef struct positions { int *attributes, *to_ones; } positions;

struct el_read_plan {
    el_store *store;
    const el_entity *entity;
    const char **columns; /* [0] the key, [1] the type when there is one */
    int ncolumns;
    int type;             /* position of the type column or -1 */
    positions *positions; /* by el_entity.index, for the entity and its descendants */
    el_arena *arena;
};

typedef struct planner {
    el_read_plan *plan;
    el_map *known; /* column name to position + 1 */
    size_t cap;
} planner;

static int position_of(planner *p, const char *column)
{
    if (!column)
        return -1;
    size_t known = (size_t)(uintptr_t)el_map_get(p->known, column);
    if (known)
        return (int)known - 1;
    el_read_plan *plan = p->plan;
    if ((size_t)plan->ncolumns == p->cap) {
        p->cap = p->cap ? p->cap * 2 : 32;
        plan->columns = el_xrealloc(plan->columns, p->cap * sizeof *plan->columns);
    }
    plan->columns[plan->ncolumns++] = column;
    el_map_put(p->known, column, (void *)(uintptr_t)plan->ncolumns);
    return plan->ncolumns - 1;
}

static void add_entity(planner *p, const el_entity *entity)
{
    const el_layout_entity *laid = el_layout_of(p->plan->store->layout, entity);
    positions *at = &p->plan->positions[entity->index];
    at->attributes = el_arena_array(p->plan->arena, entity->nall_attributes, sizeof *at->attributes);
    at->to_ones = el_arena_array(p->plan->arena, entity->nall_relationships, sizeof *at->to_ones);
    for (size_t i = 0; i < entity->nall_attributes; i++)
        at->attributes[i] = entity->all_attributes[i]->transient ? -1 : position_of(p, laid->attribute_columns[i]);
    for (size_t i = 0; i < entity->nall_relationships; i++)
        at->to_ones[i] = laid->places[i].kind == EL_PLACE_TO_ONE ? position_of(p, laid->places[i].column) : -1;
    for (size_t i = 0; i < entity->nchildren; i++)
        add_entity(p, entity->children[i]);
}

int el_read_plan_new(el_read_plan **out, el_store *store, const el_entity *entity, el_error *err)
{
    *out = NULL;
    const el_layout_entity *laid = el_layout_of(store->layout, entity);
    if (!laid->table)
        return el_error_set(err, EL_ENOTFOUND, "no-table", "the store has no table for the entity %s", entity->name);
    el_arena *arena = el_arena_new();
    el_read_plan *plan = el_arena_alloc(arena, sizeof *plan);
    plan->arena = arena;
    plan->store = store;
    plan->entity = entity;
    plan->positions = el_arena_array(arena, store->layout->model->nentities, sizeof *plan->positions);
    planner p = {plan, el_map_new(), 0};
    position_of(&p, laid->key_column);
    plan->type = position_of(&p, laid->type_column);
    add_entity(&p, entity);
    el_map_free(p.known);
    *out = plan;
    return EL_OK;
}

void el_read_plan_free(el_read_plan *plan)
{
    if (!plan)
        return;
    free(plan->columns);
    el_arena_free(plan->arena);
}

void el__column(el_buf *sql, const char *alias, const char *column)
{
    if (alias) {
        el_buf_identifier(sql, alias);
        el_buf_putc(sql, '.');
    }
    el_buf_identifier(sql, column);
}

void el_read_plan_columns(el_buf *sql, const el_read_plan *plan, const char *alias)
{
    for (int i = 0; i < plan->ncolumns; i++) {
        if (i)
            el_buf_puts(sql, ", ");
        el__column(sql, alias, plan->columns[i]);
    }
}

int el_read_plan_ncolumns(const el_read_plan *plan)
{
    return plan->ncolumns;
}

const el_entity *el__row_entity(const el_layout *layout, const el_entity *root, sqlite3_stmt *stmt, int column)
{
    int type = sqlite3_column_type(stmt, column);
    return el_layout_row_entity(layout, root, type, type == SQLITE_INTEGER ? sqlite3_column_int64(stmt, column) : 0,
                                type == SQLITE_FLOAT ? sqlite3_column_double(stmt, column) : 0);
}

static void read_to_one(el_ref *ref, const el_relationship *r, sqlite3_stmt *stmt, int column)
{
    ref->entity = r->destination;
    if (sqlite3_column_type(stmt, column) == SQLITE_NULL)
        return;
    /* Anything but an integer is read as ECD reads it; the lint reports it. */
    ref->present = 1;
    ref->key = sqlite3_column_int64(stmt, column);
}

el_object *el_read_row(const el_read_plan *plan, sqlite3_stmt *stmt, int first, el_arena *arena)
{
    const el_layout *layout = plan->store->layout;
    const el_entity *entity = plan->entity->root;
    if (plan->type >= 0)
        entity = el__row_entity(layout, entity, stmt, first + plan->type);
    if (!entity || !plan->positions[entity->index].attributes)
        return NULL;
    const positions *at = &plan->positions[entity->index];
    el_object *o = el_arena_alloc(arena, sizeof *o);
    o->entity = entity;
    o->laid = el_layout_of(layout, entity);
    o->key = sqlite3_column_int64(stmt, first);
    o->attributes = el_arena_array(arena, entity->nall_attributes, sizeof *o->attributes);
    o->to_one = el_arena_array(arena, entity->nall_relationships, sizeof *o->to_one);
    o->to_many = el_arena_array(arena, entity->nall_relationships, sizeof *o->to_many);
    for (size_t i = 0; i < entity->nall_attributes; i++) {
        if (at->attributes[i] < 0)
            o->attributes[i] = (el_cell){el_value_null(), EL_STORAGE_NULL, EL_CELL_NO_COLUMN};
        else
            o->attributes[i] = el_decode_cell(stmt, first + at->attributes[i], entity->all_attributes[i]->type,
                                              plan->store->decode_flags, arena);
    }
    for (size_t i = 0; i < entity->nall_relationships; i++) {
        const el_relationship *r = entity->all_relationships[i];
        o->to_many[i].count = -1;
        o->to_many[i].available = r->to_many && o->laid->places[i].kind != EL_PLACE_NONE;
        if (!r->to_many && at->to_ones[i] >= 0)
            read_to_one(&o->to_one[i], r, stmt, first + at->to_ones[i]);
    }
    return o;
}
