/* SPDX-License-Identifier: MIT */
/* What a person calls an object: the value of one attribute. */
#include "base/arena.h"
#include "base/map.h"
#include "base/utf8.h"
#include "query/private.h"
#include "sqlite/api.h"
#include "store/store.h"

#include <string.h>
#include <strings.h>

enum { LABEL_CHARACTERS = 120 };

static const el_attribute *string_named(const el_entity *entity, const char *name)
{
    for (size_t i = 0; i < entity->nall_attributes; i++) {
        const el_attribute *a = entity->all_attributes[i];
        if (a->type == EL_TYPE_STRING && !a->transient && !strcasecmp(a->name, name))
            return a;
    }
    return NULL;
}

const el_attribute *el_entity_label_attribute(const el_store *store, const el_entity *entity)
{
    const char *chosen = el_map_get(store->labels, entity->name);
    for (const el_entity *e = entity->parent; e && !chosen; e = e->parent)
        chosen = el_map_get(store->labels, e->name);
    if (chosen)
        return el_entity_attribute(entity, chosen);
    static const char *const names[] = {"name", "title", "label"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const el_attribute *a = string_named(entity, names[i]);
        if (a)
            return a;
    }
    for (size_t i = 0; i < entity->nall_attributes; i++)
        if (entity->all_attributes[i]->type == EL_TYPE_STRING && !entity->all_attributes[i]->transient)
            return entity->all_attributes[i];
    return NULL;
}

static const char *label_column(const el_store *store, const el_entity *entity)
{
    const el_attribute *a = el_entity_label_attribute(store, entity);
    return a ? el_layout_column(store->layout, entity, a->name) : NULL;
}

static int differs(const el_store *store, const el_entity *entity, const char *column)
{
    const char *own = label_column(store, entity);
    if ((own == NULL) != (column == NULL) || (own && strcmp(own, column)))
        return 1;
    for (size_t i = 0; i < entity->nchildren; i++)
        if (differs(store, entity->children[i], column))
            return 1;
    return 0;
}

static void add_text(el_buf *sql, const char *alias, const char *column)
{
    if (!column) {
        el_buf_puts(sql, "NULL");
        return;
    }
    el_buf_puts(sql, "substr(");
    el__column(sql, alias, column);
    el_buf_printf(sql, ", 1, %d)", LABEL_CHARACTERS);
}

static void add_cases(el_buf *sql, const el_store *store, const el_entity *entity, const char *alias)
{
    el_buf_puts(sql, " WHEN ");
    el_layout_type_condition(sql, store->layout, entity, 0, alias);
    el_buf_puts(sql, " THEN ");
    add_text(sql, alias, label_column(store, entity));
    for (size_t i = 0; i < entity->nchildren; i++)
        add_cases(sql, store, entity->children[i], alias);
}

void el_read_label_expression(el_buf *sql, el_store *store, const el_entity *entity, const char *alias)
{
    const char *column = label_column(store, entity);
    if (!differs(store, entity, column)) {
        add_text(sql, alias, column);
        return;
    }
    el_buf_puts(sql, "CASE");
    add_cases(sql, store, entity, alias);
    el_buf_puts(sql, " END");
}

const char *el__label(sqlite3_stmt *stmt, int column, el_arena *arena)
{
    const char *s = (const char *)sqlite3_column_text(stmt, column);
    size_t n = (size_t)sqlite3_column_bytes(stmt, column);
    return s && n && el_utf8_valid(s, n) ? el_arena_strndup(arena, s, n) : NULL;
}
