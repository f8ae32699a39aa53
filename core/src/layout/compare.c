/* SPDX-License-Identifier: MIT */
/* What the model expects and the tables lack, and the reverse.  Only names are compared here: contents are the layout
 * lint's matter. */
#include "base/arena.h"
#include "base/map.h"
#include "layout/names.h"

#include <stdio.h>
#include <string.h>

/* Words that SQLite does not take as an unquoted column name: ECD does not quote when it reads. */
static const char *const keywords[] = {
    "add", "all", "alter", "and", "as", "autoincrement", "between", "case", "check", "collate", "commit", "constraint",
    "create", "default", "deferrable", "delete", "distinct", "drop", "else", "escape", "except", "exists", "foreign", "from",
    "group", "having", "in", "index", "insert", "intersect", "into", "is", "isnull", "join", "limit", "not", "nothing",
    "notnull", "null", "on", "or", "order", "primary", "references", "returning", "select", "set", "table", "then", "to",
    "transaction", "union", "unique", "update", "using", "values", "when", "where"};

static int is_keyword(const char *name)
{
    char lower[16];
    size_t n = strlen(name);
    if (n >= sizeof lower)
        return 0;
    for (size_t i = 0; i <= n; i++)
        lower[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + 32 : name[i]);
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (!strcmp(lower, keywords[i]))
            return 1;
    return 0;
}

static void check_attribute(el_layout *layout, const el_entity *entity, const el_attribute *a, const char *column)
{
    char where[300];
    snprintf(where, sizeof where, "%.140s.%.140s", entity->name, a->name);
    if (!column) {
        el__layout_finding(layout, "missing-column", "warning", where, "%s has no column for the attribute %s.%s of the model",
                           layout->entities[entity->index].table, entity->name, a->name);
        return;
    }
    if (a->type == EL_TYPE_UUID || a->type == EL_TYPE_URI)
        el__layout_finding(layout, "never-stored-type", "notice", where,
                           "ECD does not store attributes of type %s: it leaves %s.%s empty in every object",
                           el_attribute_type_name(a->type), entity->name, a->name);
    if (is_keyword(a->name))
        el__layout_finding(layout, "keyword-name", "warning", where,
                           "\"%s\" is a word of SQL: ECD stores %s.%s but cannot read it back", a->name, entity->name, a->name);
}

static int is_secure_transformer(const char *transformer)
{
    return transformer && strstr(transformer, "SecureUnarchive") != NULL;
}

static void check_transformer(el_layout *layout, const el_entity *entity, const el_attribute *a)
{
    char where[300];
    if (a->type != EL_TYPE_TRANSFORMABLE || !is_secure_transformer(a->transformer))
        return;
    snprintf(where, sizeof where, "%.140s.%.140s", entity->name, a->name);
    el__layout_finding(layout, "secure-transformer", "notice", where,
                       "ECD applies the transformer %s of %s.%s in the wrong direction: the attribute is empty or the app fails",
                       a->transformer, entity->name, a->name);
}

static void check_join(el_layout *layout, const el_relationship *r, const el_place *place, const char *where)
{
    if (place->kind == EL_PLACE_NONE) {
        el__layout_finding(layout, "missing-join-table", "warning", where,
                           "there is no join table for the many-to-many relationship %s.%s", r->owner->name, r->name);
        return;
    }
    if (place->from_mirror)
        el__layout_finding(layout, "read-from-mirror", "warning", where,
                           "the join table of %s.%s is missing or empty: its links are read from %s, the table of its inverse",
                           r->owner->name, r->name, place->table);
    else if (!place->mirror_table && r->inverse != r && !strcmp(layout->era, "3.2"))
        el__layout_finding(layout, "missing-mirror-table", "warning", where,
                           "%s, which holds %s.%s, has no mirror table for the inverse %s.%s", place->table, r->owner->name,
                           r->name, r->inverse->owner->name, r->inverse->name);
    if (place->undirected)
        el__layout_finding(layout, "direction-unreliable", "warning", where,
                           "%s mixes the links of %s.%s and of its inverse: they are linked, but which way is not certain",
                           place->table, r->owner->name, r->name);
}

static void check_relationship(el_layout *layout, const el_relationship *r, const el_place *place)
{
    char where[300];
    snprintf(where, sizeof where, "%.140s.%.140s", r->owner->name, r->name);
    if (r->transient)
        return;
    if (el_relationship_is_many_to_many(r)) {
        check_join(layout, r, place, where);
    } else if (r->to_many && !r->inverse) {
        el__layout_finding(layout, "never-stored-relationship", "notice", where,
                           "ECD does not store to-many relationships without inverse: %s.%s is nowhere in the store",
                           r->owner->name, r->name);
    } else if (place->kind == EL_PLACE_NONE && !r->to_many) {
        el__layout_finding(layout, "missing-column", "warning", where, "%s has no key column for the relationship %s.%s",
                           layout->entities[r->owner->index].table, r->owner->name, r->name);
    }
}

static void check_entity(el_layout *layout, const el_entity *entity)
{
    const el_layout_entity *e = &layout->entities[entity->index];
    if (!e->table) {
        if (entity == entity->root)
            el__layout_finding(layout, "missing-table", "warning", entity->name, "the store has no table for the entity %s",
                               entity->name);
        return;
    }
    if (entity == entity->root && entity->nchildren && !e->type_column)
        el__layout_finding(layout, "missing-type-column", "warning", entity->name,
                           "%s does not say which entity a row belongs to: all rows count as %s", e->table, entity->name);
    for (size_t i = 0; i < entity->nall_attributes; i++) {
        const el_attribute *a = entity->all_attributes[i];
        if (a->owner != entity || a->transient)
            continue;
        check_attribute(layout, entity, a, e->attribute_columns[i]);
        check_transformer(layout, entity, a);
    }
    for (size_t i = 0; i < entity->nall_relationships; i++)
        if (entity->all_relationships[i]->owner == entity)
            check_relationship(layout, entity->all_relationships[i], &e->places[i]);
}

static void use(el_map *used, const char *table, const char *column)
{
    char key[2100];
    if (!table)
        return;
    snprintf(key, sizeof key, "%s\n%s", table, column ? column : "");
    el_map_put(used, key, used);
}

static int is_used(const el_map *used, const char *table, const char *column)
{
    char key[2100];
    snprintf(key, sizeof key, "%s\n%s", table, column ? column : "");
    return el_map_get(used, key) != NULL;
}

/* Everything of the schema that the model accounts for. */
static void collect_used(const el_layout *layout, el_map *used)
{
    for (size_t i = 0; i < layout->model->nentities; i++) {
        const el_layout_entity *e = &layout->entities[i];
        use(used, e->table, NULL);
        use(used, e->table, e->key_column);
        if (e->type_column)
            use(used, e->table, e->type_column);
        for (size_t k = 0; k < e->entity->nall_attributes; k++)
            if (e->attribute_columns[k])
                use(used, e->table, e->attribute_columns[k]);
        for (size_t k = 0; k < e->entity->nall_relationships; k++) {
            const el_place *place = &e->places[k];
            use(used, place->table, NULL);
            use(used, place->mirror_table, NULL);
            if (place->kind == EL_PLACE_TO_ONE)
                use(used, place->table, place->column);
        }
    }
}

/* "x_order" beside a key column that is known. */
static int is_accounted_for(const el_map *used, const el_schema_table *t, const char *column)
{
    char key[1100];
    size_t n = strlen(column), order = strlen("_order");
    if (el__has_suffix(column, "_order") && n < 1000) {
        snprintf(key, sizeof key, "%.*s__objectid", (int)(n - order), column);
        if (el_schema_column_named(t, key))
            return 1;
    }
    return is_used(used, t->name, column);
}

static void check_columns(el_layout *layout, const el_map *used, const el_schema_table *t)
{
    for (size_t i = 0; i < t->ncolumns; i++) {
        char where[300];
        if (is_accounted_for(used, t, t->columns[i].name))
            continue;
        layout->unknown_columns[layout->nunknown_columns].table = t->name;
        layout->unknown_columns[layout->nunknown_columns++].column = t->columns[i].name;
        snprintf(where, sizeof where, "%.140s.%.140s", t->name, t->columns[i].name);
        el__layout_finding(layout, "unknown-column", "notice", where, "the model has no property for the column %s of %s",
                           t->columns[i].name, t->name);
    }
}

static void check_table(el_layout *layout, const el_map *used, const el_schema_table *t, el_table_class class)
{
    int known = is_used(used, t->name, NULL);
    if (class == EL_TABLE_LEFTOVER)
        el__layout_finding(layout, "leftover-table", "warning", t->name,
                           "%s is a temporary table of a migration: it should never be seen", t->name);
    else if (class == EL_TABLE_FOREIGN)
        el__layout_finding(layout, "foreign-table", "info", t->name, "%s is not a table that ECD makes", t->name);
    else if (class == EL_TABLE_ENTITY && !known)
        el__layout_finding(layout, "unknown-table", "warning", t->name, "the model has no entity for the table %s", t->name);
    else if (class == EL_TABLE_JOIN && !known)
        el__layout_finding(layout, "unknown-join-table", "notice", t->name,
                           "the model has no many-to-many relationship for the join table %s", t->name);
    else if (class == EL_TABLE_ENTITY)
        check_columns(layout, used, t);
    if (class == EL_TABLE_JOIN && el_schema_column_named(t, "(null)"))
        el__layout_finding(layout, "null-column", "warning", t->name,
                           "%s has a column \"(null)\", which a fault of ECD made: the app could not save links here", t->name);
}

void el__layout_compare(el_layout *layout)
{
    const el_recognition *r = layout->recognition;
    el_map *used = el_map_new();
    collect_used(layout, used);
    size_t most = 0;
    for (size_t i = 0; i < r->schema->ntables; i++)
        most += r->schema->tables[i].ncolumns;
    layout->unknown_columns = el_arena_array(layout->arena, most, sizeof *layout->unknown_columns);
    if (!r->meta_column)
        el__layout_finding(layout, "missing-metadata", "warning", "meta", "the store has no metadata table");
    for (size_t i = 0; i < layout->model->nentities; i++)
        check_entity(layout, layout->model->entities[i]);
    for (size_t i = 0; i < r->schema->ntables; i++)
        check_table(layout, used, &r->schema->tables[i], r->classes[i]);
    el_map_free(used);
}
