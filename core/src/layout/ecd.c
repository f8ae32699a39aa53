/* SPDX-License-Identifier: MIT */
/* The tables and columns of a model's entities in one database, whichever version of ECD made them. */
#include "base/arena.h"
#include "base/buf.h"
#include "layout/names.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FINDINGS = 2000 };

void el__layout_finding(el_layout *layout, const char *code, const char *severity, const char *where, const char *fmt, ...)
{
    if (layout->nfindings == MAX_FINDINGS)
        return;
    char text[600];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    layout->findings[layout->nfindings++] =
        (el_finding){code, severity, el_arena_strdup(layout->arena, where), el_arena_strdup(layout->arena, text), -1, NULL};
}

const el_schema_table *el__layout_table(const el_layout *layout, const el_entity *entity)
{
    const char *name = layout->entities[entity->root->index].table;
    return name ? el_schema_table_named(layout->recognition->schema, name) : NULL;
}

static const el_schema_table *find_table(const el_recognition *r, const el_entity *root)
{
    char name[1024];
    if (r->prefixed)
        snprintf(name, sizeof name, "ecd%s", root->name);
    else
        snprintf(name, sizeof name, "%s", root->name);
    const el_schema_table *t = el_schema_table_named(r->schema, name);
    return el_recognise_table(r, t) == EL_TABLE_ENTITY ? t : NULL;
}

static const char *find_column(const el_schema_table *t, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const el_schema_column *c = el_schema_column_named(t, names[i]);
        if (c)
            return c->name;
    }
    return NULL;
}

static const char *find_key(const el_schema_table *t)
{
    static const char *const names[] = {"__objectid", "ecdid", "id"};
    return find_column(t, names, sizeof names / sizeof *names);
}

static const char *find_type(const el_schema_table *t)
{
    static const char *const names[] = {"__entityType", "_entityType", "ecd_entityType"};
    return find_column(t, names, sizeof names / sizeof *names);
}

/* For a few days in 2014 every column had the prefix. */
static const char *find_attribute(const el_schema_table *t, const char *key, const char *attribute)
{
    const el_schema_column *c = NULL;
    if (!strcmp(key, "ecdid")) {
        char name[1024];
        snprintf(name, sizeof name, "ecd%s", attribute);
        c = el_schema_column_named(t, name);
    }
    if (!c)
        c = el_schema_column_named(t, attribute);
    return c ? c->name : NULL;
}

static void lay_entity(el_layout *layout, const el_entity *entity)
{
    el_layout_entity *e = &layout->entities[entity->index];
    e->entity = entity;
    e->attribute_columns = el_arena_array(layout->arena, entity->nall_attributes, sizeof *e->attribute_columns);
    e->places = el_arena_array(layout->arena, entity->nall_relationships, sizeof *e->places);
    const el_schema_table *t = find_table(layout->recognition, entity->root);
    if (!t)
        return;
    e->table = t->name;
    e->key_column = find_key(t);
    if (el_entity_in_hierarchy(entity))
        e->type_column = find_type(t);
    for (size_t i = 0; i < entity->nall_attributes; i++)
        e->attribute_columns[i] = find_attribute(t, e->key_column, entity->all_attributes[i]->name);
}

typedef struct named { const char *name; size_t index; } named;

static int by_name(const void *a, const void *b)
{
    return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

static const size_t *sorted(el_layout *layout, named *items, size_t n)
{
    if (n)
        qsort(items, n, sizeof *items, by_name);
    size_t *order = el_arena_array(layout->arena, n, sizeof *order);
    for (size_t i = 0; i < n; i++)
        order[i] = items[i].index;
    return order;
}

static void sort_properties(el_layout *layout, const el_entity *entity)
{
    el_layout_entity *e = &layout->entities[entity->index];
    size_t most = entity->nall_attributes + entity->nall_relationships;
    named *items = el_xmalloc((most + 1) * sizeof *items);
    for (size_t i = 0; i < entity->nall_attributes; i++)
        if (!entity->all_attributes[i]->transient)
            items[e->nattribute_order++] = (named){entity->all_attributes[i]->name, i};
    e->attribute_order = sorted(layout, items, e->nattribute_order);
    for (size_t i = 0; i < entity->nall_relationships; i++)
        if (!entity->all_relationships[i]->transient)
            items[e->nrelationship_order++] = (named){entity->all_relationships[i]->name, i};
    e->relationship_order = sorted(layout, items, e->nrelationship_order);
    free(items);
}

int el_layout_new(el_layout **out, const el_model *model, const el_recognition *recognition, struct sqlite3 *db, el_error *err)
{
    el_arena *arena = el_arena_new();
    el_layout *layout = el_arena_alloc(arena, sizeof *layout);
    layout->arena = arena;
    layout->model = model;
    layout->recognition = recognition;
    layout->era = recognition->era;
    layout->evidence = recognition->evidence;
    layout->nevidence = recognition->nevidence;
    layout->findings = el_arena_array(arena, MAX_FINDINGS, sizeof *layout->findings);
    layout->entities = el_arena_array(arena, model->nentities, sizeof *layout->entities);
    for (size_t i = 0; i < model->nentities; i++) {
        lay_entity(layout, model->entities[i]);
        sort_properties(layout, model->entities[i]);
    }
    el__layout_types(layout);
    int status = el__layout_places(layout, db, err);
    if (status) {
        el_layout_free(layout);
        layout = NULL;
    } else {
        el__layout_compare(layout);
    }
    *out = layout;
    return status;
}

void el_layout_free(el_layout *layout)
{
    if (layout)
        el_arena_free(layout->arena);
}

const el_layout_entity *el_layout_of(const el_layout *layout, const el_entity *entity)
{
    return &layout->entities[entity->index];
}

const char *el_layout_column(const el_layout *layout, const el_entity *entity, const char *attribute)
{
    for (size_t i = 0; i < entity->nall_attributes; i++)
        if (!strcmp(entity->all_attributes[i]->name, attribute))
            return layout->entities[entity->index].attribute_columns[i];
    return NULL;
}

const el_place *el_layout_place(const el_layout *layout, const el_entity *entity, const char *relationship)
{
    for (size_t i = 0; i < entity->nall_relationships; i++)
        if (!strcmp(entity->all_relationships[i]->name, relationship))
            return &layout->entities[entity->index].places[i];
    return NULL;
}
