/* SPDX-License-Identifier: MIT */
/* entitylens_entities: one row an entity, parents before their children. */
#include "table.h"

#include "layout/layout.h"

#include <string.h>

enum { COLUMN_NAME, COLUMN_PARENT, COLUMN_ABSTRACT, COLUMN_TABLE, COLUMN_COUNT, COLUMN_COUNT_ALL };

typedef struct cursor {
    sqlite3_vtab_cursor base;
    el__look *look;
    const el_entity **order; /* parents first */
    size_t n, at;
} cursor;

static int entities_connect(sqlite3 *db, void *state, int argc, const char *const *argv, sqlite3_vtab **out, char **message)
{
    (void)argc;
    (void)argv;
    return el__table_connect(out, db, state,
                             "CREATE TABLE x(name TEXT, parent TEXT, abstract INTEGER, \"table\" TEXT, count INTEGER, "
                             "count_with_subentities INTEGER)",
                             message);
}

static int entities_best_index(sqlite3_vtab *table, sqlite3_index_info *info)
{
    (void)table;
    info->estimatedCost = 1000;
    info->estimatedRows = 100;
    return SQLITE_OK;
}

static int entities_open(sqlite3_vtab *table, sqlite3_vtab_cursor **out)
{
    (void)table;
    return el__cursor_open(out, sizeof(cursor));
}

static void forget(cursor *c)
{
    sqlite3_free(c->order);
    el__look_release(c->look);
    c->order = NULL;
    c->look = NULL;
    c->n = c->at = 0;
}

static int entities_close(sqlite3_vtab_cursor *base)
{
    forget((cursor *)base);
    sqlite3_free(base);
    return SQLITE_OK;
}

static void add_with_children(cursor *c, const el_entity *entity)
{
    c->order[c->n++] = entity;
    for (size_t i = 0; i < entity->nchildren; i++)
        add_with_children(c, entity->children[i]);
}

static int entities_filter(sqlite3_vtab_cursor *base, int number, const char *text, int argc, sqlite3_value **argv)
{
    (void)number;
    (void)text;
    (void)argc;
    (void)argv;
    cursor *c = (cursor *)base;
    el_error err;
    el_error_clear(&err);
    forget(c);
    if (el__state_look(&c->look, ((el__table *)base->pVtab)->state, &err))
        return el__table_fail(base->pVtab, &err);
    const el_model *model = el_store_model(c->look->store);
    c->order = sqlite3_malloc64((model->nentities + 1) * sizeof *c->order);
    if (!c->order)
        return SQLITE_NOMEM;
    for (size_t i = 0; i < model->nentities; i++)
        if (!model->entities[i]->parent)
            add_with_children(c, model->entities[i]);
    return SQLITE_OK;
}

static int entities_next(sqlite3_vtab_cursor *base)
{
    ((cursor *)base)->at++;
    return SQLITE_OK;
}

static int entities_eof(sqlite3_vtab_cursor *base)
{
    const cursor *c = (const cursor *)base;
    return c->at >= c->n;
}

static int count(cursor *c, sqlite3_context *context, const el_entity *entity, int with_subentities)
{
    int64_t n = 0;
    el_error err;
    el_error_clear(&err);
    if (el_store_count(&n, c->look->store, entity, with_subentities, &err))
        return el__table_fail(c->base.pVtab, &err);
    sqlite3_result_int64(context, n);
    return SQLITE_OK;
}

static int entities_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
    cursor *c = (cursor *)base;
    const el_entity *entity = c->order[c->at];
    const char *table;
    switch (column) {
    case COLUMN_NAME: sqlite3_result_text(context, entity->name, -1, SQLITE_TRANSIENT); break;
    case COLUMN_PARENT:
        if (entity->parent)
            sqlite3_result_text(context, entity->parent->name, -1, SQLITE_TRANSIENT);
        break;
    case COLUMN_ABSTRACT: sqlite3_result_int(context, entity->abstract != 0); break;
    case COLUMN_TABLE:
        table = el_layout_of(el_store_layout(c->look->store), entity)->table;
        if (table)
            sqlite3_result_text(context, table, -1, SQLITE_TRANSIENT);
        break;
    case COLUMN_COUNT: return count(c, context, entity, 0);
    case COLUMN_COUNT_ALL: return count(c, context, entity, 1);
    }
    return SQLITE_OK;
}

static int entities_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid)
{
    *rowid = (sqlite3_int64)((cursor *)base)->at + 1;
    return SQLITE_OK;
}

/* No xCreate: the table exists by its name alone. */
const sqlite3_module el__entities_module = {
    .xConnect = entities_connect, .xBestIndex = entities_best_index, .xDisconnect = el__table_disconnect,
    .xOpen = entities_open, .xClose = entities_close, .xFilter = entities_filter, .xNext = entities_next,
    .xEof = entities_eof, .xColumn = entities_column, .xRowid = entities_rowid,
};
