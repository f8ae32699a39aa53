/* SPDX-License-Identifier: MIT */
/* entitylens_properties: one row for each attribute and relationship that an entity has, inherited ones first. */
#include "table.h"

#include "layout/layout.h"

#include <string.h>

enum {
    COLUMN_ENTITY, COLUMN_NAME, COLUMN_KIND, COLUMN_TYPE, COLUMN_OPTIONAL, COLUMN_TRANSIENT, COLUMN_STORED_AS, COLUMN_DESTINATION,
    COLUMN_INVERSE, COLUMN_ORDERED, COLUMN_DELETE_RULE, COLUMN_DEFAULT, COLUMN_DECLARED_BY, COLUMN_CONFIDENCE, COLUMN_PROVENANCE
};

typedef struct cursor {
    sqlite3_vtab_cursor base;
    el__look *look;
    size_t entity, property; /* attributes, then relationships */
    sqlite3_int64 row;
} cursor;

static int properties_connect(sqlite3 *db, void *state, int argc, const char *const *argv, sqlite3_vtab **out, char **message)
{
    (void)argc;
    (void)argv;
    return el__table_connect(out, db, state,
                             "CREATE TABLE x(entity TEXT, name TEXT, kind TEXT, type TEXT, optional INTEGER, transient INTEGER, "
                             "stored_as TEXT, destination TEXT, inverse TEXT, ordered INTEGER, delete_rule TEXT, default_value TEXT, "
                             "declared_by TEXT, confidence TEXT, provenance TEXT)",
                             message);
}

static int properties_best_index(sqlite3_vtab *table, sqlite3_index_info *info)
{
    (void)table;
    info->estimatedCost = 1000;
    info->estimatedRows = 500;
    return SQLITE_OK;
}

static int properties_open(sqlite3_vtab *table, sqlite3_vtab_cursor **out)
{
    (void)table;
    return el__cursor_open(out, sizeof(cursor));
}

static int properties_close(sqlite3_vtab_cursor *base)
{
    el__look_release(((cursor *)base)->look);
    sqlite3_free(base);
    return SQLITE_OK;
}

static const el_entity *entity_of(const cursor *c)
{
    const el_model *model = c->look ? el_store_model(c->look->store) : NULL;
    return model && c->entity < model->nentities ? model->entities[c->entity] : NULL;
}

/* Entities without properties give no row. */
static void settle(cursor *c)
{
    const el_entity *e;
    while ((e = entity_of(c)) && c->property >= e->nall_attributes + e->nall_relationships) {
        c->entity++;
        c->property = 0;
    }
}

static int properties_filter(sqlite3_vtab_cursor *base, int number, const char *text, int argc, sqlite3_value **argv)
{
    (void)number;
    (void)text;
    (void)argc;
    (void)argv;
    cursor *c = (cursor *)base;
    el_error err;
    el_error_clear(&err);
    el__look_release(c->look);
    c->look = NULL;
    c->entity = c->property = 0;
    c->row = 1;
    if (el__state_look(&c->look, ((el__table *)base->pVtab)->state, &err))
        return el__table_fail(base->pVtab, &err);
    settle(c);
    return SQLITE_OK;
}

static int properties_next(sqlite3_vtab_cursor *base)
{
    cursor *c = (cursor *)base;
    c->property++;
    c->row++;
    settle(c);
    return SQLITE_OK;
}

static int properties_eof(sqlite3_vtab_cursor *base)
{
    return !entity_of((const cursor *)base);
}

static void give_text(sqlite3_context *context, const char *text)
{
    if (text)
        sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

static void give_attribute(sqlite3_context *context, const cursor *c, const el_entity *e, int column)
{
    const el_attribute *a = e->all_attributes[c->property];
    switch (column) {
    case COLUMN_NAME: give_text(context, a->name); break;
    case COLUMN_KIND: give_text(context, "attribute"); break;
    case COLUMN_TYPE: give_text(context, el_attribute_type_name(a->type)); break;
    case COLUMN_OPTIONAL: sqlite3_result_int(context, a->optional); break;
    case COLUMN_TRANSIENT: sqlite3_result_int(context, a->transient); break;
    case COLUMN_STORED_AS: give_text(context, el_layout_of(el_store_layout(c->look->store), e)->attribute_columns[c->property]); break;
    case COLUMN_DEFAULT: give_text(context, a->default_text); break;
    case COLUMN_DECLARED_BY: give_text(context, a->owner->name); break;
    case COLUMN_CONFIDENCE: give_text(context, el_confidence_name(a->confidence)); break;
    case COLUMN_PROVENANCE: give_text(context, a->provenance); break;
    }
}

/* A column of the own table, TABLE.COLUMN of the other end's, or a join table. */
static void give_place(sqlite3_context *context, const el_place *place)
{
    char *text;
    switch (place->kind) {
    case EL_PLACE_NONE: break;
    case EL_PLACE_TO_ONE: give_text(context, place->column); break;
    case EL_PLACE_JOIN: give_text(context, place->table); break;
    case EL_PLACE_ONE_TO_MANY:
        if ((text = sqlite3_mprintf("%s.%s", place->table, place->column)))
            sqlite3_result_text(context, text, -1, sqlite3_free);
        else
            sqlite3_result_error_nomem(context);
        break;
    }
}

static void give_relationship(sqlite3_context *context, const cursor *c, const el_entity *e, int column)
{
    size_t i = c->property - e->nall_attributes;
    const el_relationship *r = e->all_relationships[i];
    const el_place *place = &el_layout_of(el_store_layout(c->look->store), e)->places[i];
    switch (column) {
    case COLUMN_NAME: give_text(context, r->name); break;
    case COLUMN_KIND: give_text(context, r->to_many ? "to-many" : "to-one"); break;
    case COLUMN_OPTIONAL: sqlite3_result_int(context, r->optional); break;
    case COLUMN_TRANSIENT: sqlite3_result_int(context, r->transient); break;
    case COLUMN_STORED_AS: give_place(context, place); break;
    case COLUMN_DESTINATION: give_text(context, r->destination ? r->destination->name : r->destination_name); break;
    case COLUMN_INVERSE: give_text(context, r->inverse ? r->inverse->name : NULL); break;
    case COLUMN_ORDERED: sqlite3_result_int(context, r->ordered); break;
    case COLUMN_DELETE_RULE: give_text(context, el_delete_rule_name(r->delete_rule)); break;
    case COLUMN_DECLARED_BY: give_text(context, r->owner->name); break;
    case COLUMN_CONFIDENCE: give_text(context, el_confidence_name(r->confidence)); break;
    case COLUMN_PROVENANCE: give_text(context, r->provenance); break;
    }
}

static int properties_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
    const cursor *c = (const cursor *)base;
    const el_entity *e = entity_of(c);
    if (column == COLUMN_ENTITY)
        give_text(context, e->name);
    else if (c->property < e->nall_attributes)
        give_attribute(context, c, e, column);
    else
        give_relationship(context, c, e, column);
    return SQLITE_OK;
}

static int properties_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid)
{
    *rowid = ((cursor *)base)->row;
    return SQLITE_OK;
}

/* No xCreate: the table exists by its name alone. */
const sqlite3_module el__properties_module = {
    .xConnect = properties_connect, .xBestIndex = properties_best_index, .xDisconnect = el__table_disconnect,
    .xOpen = properties_open, .xClose = properties_close, .xFilter = properties_filter, .xNext = properties_next,
    .xEof = properties_eof, .xColumn = properties_column, .xRowid = properties_rowid,
};
