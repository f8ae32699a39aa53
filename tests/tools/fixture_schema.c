/* SPDX-License-Identifier: MIT */
/* CREATE TABLE and CREATE INDEX, spelt as ECD spells them. */
#include "fixture_private.h"

#include <stdlib.h>
#include <string.h>

typedef struct column {
    const char *name;
    int order, indexed;
} column;
typedef struct columns {
    column *items;
    size_t n, cap;
} columns;

/* Siblings that declare the same property share its column.  Before there was inheritance, equal names collided. */
static void add_column(columns *list, const fixture_era *era, const char *name, int order, int indexed)
{
    for (size_t i = 0; i < list->n && era->type_column; i++)
        if (!strcmp(list->items[i].name, name)) {
            list->items[i].indexed |= indexed;
            return;
        }
    if (list->n == list->cap) {
        list->cap = list->cap ? list->cap * 2 : 16;
        list->items = el_xrealloc(list->items, list->cap * sizeof *list->items);
    }
    list->items[list->n++] = (column){name, order, indexed};
}

static void collect(columns *list, el_arena *arena, const fixture_era *era, const el_entity *entity)
{
    for (size_t i = 0; i < entity->nattributes; i++) {
        const el_attribute *a = entity->attributes[i];
        if (!a->transient || era->transient_columns)
            add_column(list, era, el_arena_printf(arena, "%s%s", era->column_prefix, a->name), 0, a->indexed);
    }
    for (size_t i = 0; i < entity->nrelationships; i++) {
        const el_relationship *r = entity->relationships[i];
        if (!fixture_era_has_key(era, r))
            continue;
        add_column(list, era, fixture_era_key_name(arena, era, r), 0, 1);
        if (era->order_columns)
            add_column(list, era, el_arena_printf(arena, "%s_order", r->name), 1, 1);
    }
    for (size_t i = 0; i < entity->nchildren; i++)
        collect(list, arena, era, entity->children[i]);
}

/* ECD keeps the columns in an unordered set: any order may come out, so a scrambled one is used. */
static unsigned scramble(const char *s)
{
    unsigned h = 2166136261u;
    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 16777619u;
    return h;
}

static int by_scramble(const void *a, const void *b)
{
    const column *x = a, *y = b;
    unsigned hx = scramble(x->name), hy = scramble(y->name);
    return hx != hy ? (hx < hy ? -1 : 1) : strcmp(x->name, y->name);
}

static int write_indexes(sqlite3 *db, const char *table, const columns *list, const fixture_era *era, el_error *err)
{
    int status = EL_OK;
    el_buf sql = {0};
    const char *quote = era->quoted_index ? "`" : "";
    for (size_t i = 0; i < list->n && !status && era->indexes; i++) {
        if (!list->items[i].indexed)
            continue;
        const char *name = list->items[i].name;
        el_buf_clear(&sql);
        el_buf_printf(&sql, "CREATE INDEX %s_%s_INDEX ON %s (%s%s%s)", table, name, table, quote, name, quote);
        status = fixture_run_sql(db, el_buf_str(&sql), err);
    }
    el_buf_free(&sql);
    return status;
}

static int write_entity_table(sqlite3 *db, el_arena *arena, const fixture_era *era, const el_entity *root,
                              el_error *err)
{
    columns list = {0};
    collect(&list, arena, era, root);
    if (list.n)
        qsort(list.items, list.n, sizeof *list.items, by_scramble);
    const char *quote = era->quoted_names ? "'" : "",
               *table = el_arena_printf(arena, "%s%s", era->table_prefix, root->name);
    el_buf sql = {0};
    el_buf_printf(&sql, "CREATE TABLE %s (%s%s%s integer primary key", table, quote, era->key_column, quote);
    if (root->nchildren)
        el_buf_printf(&sql, ", %s%s%s integer", quote, era->type_column, quote);
    for (size_t i = 0; i < list.n; i++)
        el_buf_printf(&sql, ", %s%s%s%s", quote, list.items[i].name, quote,
                      list.items[i].order ? " integer default 0" : "");
    el_buf_puts(&sql, ");");
    int status = fixture_run_sql(db, el_buf_str(&sql), err);
    el_buf_free(&sql);
    if (!status)
        status = write_indexes(db, table, &list, era, err);
    free(list.items);
    return status;
}

static int write_join_table(sqlite3 *db, el_arena *arena, const fixture_era *era, const el_relationship *r,
                            el_error *err)
{
    fixture_join j;
    fixture_join_of(&j, arena, era, r);
    int self = r->owner->root == r->destination->root;
    if (self && !era->self_joins)
        return el_error_set(err, EL_EUNSUPPORTED, "ecd-cannot",
                            "ECD of that day cannot create %s.%s, many-to-many inside one hierarchy", r->owner->name,
                            r->name);
    const char *second_order = j.second_order, *first_order = j.first_order;
    if (self && era->null_column) {
        first_order = j.second_order;
        second_order = "(null)";
    }
    el_buf sql = {0};
    el_buf_printf(&sql, "CREATE TABLE %s ('%s' INTEGER NOT NULL, '%s' INTEGER NOT NULL, ", j.table, j.first, j.second);
    if (era->order_columns)
        el_buf_printf(&sql, "'%s' INTEGER DEFAULT 0, '%s' INTEGER DEFAULT 0, ", first_order, second_order);
    el_buf_printf(&sql, "PRIMARY KEY('%s', '%s'));", j.first, j.second);
    int status = fixture_run_sql(db, el_buf_str(&sql), err);
    el_buf_free(&sql);
    return status;
}

/* Every table once: in one-table eras both sides of a pair name the same one. */
static int write_join_tables(sqlite3 *db, el_arena *arena, const fixture_era *era, const el_model *model, el_error *err)
{
    el_map *made = el_map_new();
    int status = EL_OK;
    for (size_t e = 0; e < model->nentities && !status; e++) {
        const el_entity *entity = model->entities[e];
        for (size_t i = 0; i < entity->nrelationships && !status; i++) {
            const el_relationship *r = entity->relationships[i];
            if (!el_relationship_is_many_to_many(r) ||
                (!era->transient_columns && (r->transient || r->inverse->transient)))
                continue;
            fixture_join j;
            fixture_join_of(&j, arena, era, r);
            if (el_map_put(made, j.table, arena))
                continue;
            status = write_join_table(db, arena, era, r, err);
        }
    }
    el_map_free(made);
    return status;
}

int fixture_schema_write(sqlite3 *db, const fixture *f, const fixture_era *era, el_error *err)
{
    el_arena *arena = el_arena_new();
    int status = EL_OK;
    for (size_t e = 0; e < f->model->nentities && !status; e++) {
        const el_entity *entity = f->model->entities[e];
        if (el_entity_in_hierarchy(entity) && !era->type_column)
            status = el_error_set(err, EL_EUNSUPPORTED, "ecd-cannot",
                                  "ECD of that day has no inheritance, and %s has some", entity->name);
        else if (!entity->parent)
            status = write_entity_table(db, arena, era, entity, err);
    }
    if (!status && era->join_tables)
        status = write_join_tables(db, arena, era, f->model, err);
    el_arena_free(arena);
    return status;
}
