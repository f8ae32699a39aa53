/* SPDX-License-Identifier: MIT */
/* Where relationships lie: key columns and join tables under every name that ECD has given them
 * (guide/format.md, "Relationships"). */
#include "base/arena.h"
#include "base/buf.h"
#include "layout/names.h"
#include "sqlite/api.h"

#include <stdio.h>
#include <string.h>

enum { NAME = 1024 };

typedef struct placer {
    el_layout *layout;
    sqlite3 *db;
    el_error *err;
    char *filled; /* per table of the schema: 0 not asked, 1 empty, 2 has rows */
} placer;

static const char *column(const el_schema_table *t, const char *name)
{
    const el_schema_column *c = el_schema_column_named(t, name);
    return c ? c->name : NULL;
}

/* The destination's name was the key's name until May 2013; a relationship may also be called that. */
static int is_relationship_of(const el_entity *entity, const char *name)
{
    return el_entity_relationship(entity, name) != NULL;
}

static const char *to_one_column(const placer *p, const el_schema_table *t, const el_relationship *r)
{
    const char *key = p->layout->entities[r->owner->index].key_column, *found = NULL;
    char name[NAME];
    if (!strcmp(key, "__objectid")) {
        snprintf(name, sizeof name, "%s__objectid", r->name);
        return column(t, name);
    }
    static const char *const prefixes[] = {"", "ecd", "ecdecd"};
    int prefixed = !strcmp(key, "ecdid");
    for (size_t i = 0; i < 3 && !found; i++) {
        snprintf(name, sizeof name, "%s%s_id", prefixes[prefixed ? (i + 1) % 3 : i], r->name);
        found = column(t, name);
    }
    if (!found && r->destination && !is_relationship_of(r->owner, r->destination->name)) {
        snprintf(name, sizeof name, "%s_id", r->destination->name);
        found = column(t, name);
    }
    return found;
}

static el_place to_one(const placer *p, const el_relationship *r)
{
    el_place place;
    memset(&place, 0, sizeof place);
    const el_schema_table *t = el__layout_table(p->layout, r->owner);
    const char *name = t ? to_one_column(p, t, r) : NULL;
    if (name) {
        place.kind = EL_PLACE_TO_ONE;
        place.table = t->name;
        place.column = name;
        place.indexed = el_schema_indexed(t, name);
    }
    return place;
}

static el_place one_to_many(const placer *p, const el_relationship *r)
{
    el_place place;
    memset(&place, 0, sizeof place);
    const el_schema_table *t = el__layout_table(p->layout, r->destination);
    const char *name = t ? to_one_column(p, t, r->inverse) : NULL;
    if (!name)
        return place;
    char order[NAME];
    snprintf(order, sizeof order, "%s_order", r->inverse->name);
    place.kind = EL_PLACE_ONE_TO_MANY;
    place.table = t->name;
    place.column = name;
    place.order_column = column(t, order);
    place.indexed = el_schema_indexed(t, name);
    return place;
}

/* "<entity>__objectid" for the entity, one of its ancestors (the root first: the usual case) or descendants. */
static const char *column_of_line(const el_schema_table *t, const el_entity *entity)
{
    char name[NAME];
    snprintf(name, sizeof name, "%s__objectid", entity->root->name);
    const char *found = column(t, name);
    for (const el_entity *e = entity; e && !found; e = e->parent) {
        snprintf(name, sizeof name, "%s__objectid", e->name);
        found = column(t, name);
    }
    return found;
}

static const char *other_key(const el_schema_table *t, const char *one)
{
    const char *a, *b;
    if (!el_join_columns(t, &a, &b))
        return NULL;
    return one == a ? b : one == b ? a : NULL;
}

/* A table between rows of one hierarchy: numbered columns, the first being the source. */
static int numbered_columns(const el_schema_table *t, const char **source, const char **destination)
{
    const char *a, *b;
    if (!el_join_columns(t, &a, &b))
        return 0;
    if (el__has_suffix(a, "_2__objectid") && el__has_suffix(b, "_1__objectid")) {
        const char *swap = a;
        a = b;
        b = swap;
    }
    *source = a;
    *destination = b;
    return el__has_suffix(a, "_1__objectid") && el__has_suffix(b, "_2__objectid");
}

static int direct_columns(const el_schema_table *t, const el_relationship *r, const char **source, const char **destination)
{
    char name[NAME];
    snprintf(name, sizeof name, "%s__objectid", r->owner->name);
    *source = column(t, name);
    snprintf(name, sizeof name, "%s__objectid", r->inverse->owner->name);
    *destination = column(t, name);
    return *source && *destination && *source != *destination;
}

/* The key columns of join table `t` for `r`; 0 when they belong to other entities. */
static int join_columns(const el_schema_table *t, const el_relationship *r, const char **source, const char **destination)
{
    if (r->owner->root == r->destination->root)
        return numbered_columns(t, source, destination) || direct_columns(t, r, source, destination);
    *source = column_of_line(t, r->owner);
    *destination = column_of_line(t, r->destination);
    /* After an entity was renamed its old name stays in the join table; the other side tells. */
    if (*source && !*destination)
        *destination = other_key(t, *source);
    else if (*destination && !*source)
        *source = other_key(t, *destination);
    return *source && *destination && *source != *destination;
}

static const el_schema_table *join_table(const placer *p, const char *a, const char *b)
{
    const el_recognition *recognition = p->layout->recognition;
    char name[2 * NAME];
    snprintf(name, sizeof name, "ecd_%s_%s", a, b);
    const el_schema_table *t = el_schema_table_named(recognition->schema, name);
    return el_recognise_table(recognition, t) == EL_TABLE_JOIN ? t : NULL;
}

static int has_rows(placer *p, const el_schema_table *t, int *yes)
{
    char *filled = &p->filled[t - p->layout->recognition->schema->tables];
    if (!*filled) {
        el_buf sql = {0};
        el_buf_puts(&sql, "SELECT EXISTS (SELECT 1 FROM main.");
        el_buf_identifier(&sql, t->name);
        el_buf_putc(&sql, ')');
        int64_t exists = 0;
        int status = el_sql_int64(&exists, NULL, p->db, sql.data, p->err);
        el_buf_free(&sql);
        if (status)
            return status;
        *filled = exists ? 2 : 1;
    }
    *yes = *filled == 2;
    return EL_OK;
}

static void set_join(el_place *place, el_arena *arena, const el_schema_table *t, const char *source, const char *destination)
{
    place->kind = EL_PLACE_JOIN;
    place->table = t->name;
    place->source_column = source;
    place->destination_column = destination;
    place->indexed = el_schema_indexed(t, source);
    char *order = el_arena_printf(arena, "%.*s_order", (int)(strlen(destination) - strlen("__objectid")), destination);
    place->order_column = column(t, order);
}

/* The tables that may hold `r`: named in its own direction and in that of its inverse. */
typedef struct candidates {
    const el_schema_table *own, *other;
    const char *source, *destination;             /* of own */
    const char *other_source, *other_destination; /* of other, seen from r */
} candidates;

static candidates find_candidates(const placer *p, const el_relationship *r, const char *a, const char *b)
{
    candidates c;
    memset(&c, 0, sizeof c);
    c.own = join_table(p, a, b);
    if (c.own && !join_columns(c.own, r, &c.source, &c.destination))
        c.own = NULL;
    c.other = r->inverse == r ? NULL : join_table(p, b, a);
    if (c.other == c.own)
        c.other = NULL;
    if (c.other && !join_columns(c.other, r->inverse, &c.other_destination, &c.other_source))
        c.other = NULL;
    return c;
}

static const char *former(const char *renaming_id, const char *name)
{
    return renaming_id ? renaming_id : name;
}

static int use_mirror(placer *p, const candidates *c, int *yes)
{
    int rows = 1, mirror_rows = 0, status = EL_OK;
    *yes = 0;
    if (!c->own || !c->other)
        return EL_OK;
    status = has_rows(p, c->own, &rows);
    if (!status && !rows)
        status = has_rows(p, c->other, &mirror_rows);
    *yes = !rows && mirror_rows;
    return status;
}

static void place_join(const placer *p, el_place *place, const el_relationship *r, const candidates *c, int mirror)
{
    el_arena *arena = p->layout->arena;
    int within = r->owner->root == r->destination->root && r->inverse != r;
    int single_era = strcmp(p->layout->era, "3.2") != 0;
    if (c->own && !mirror) {
        set_join(place, arena, c->own, c->source, c->destination);
        if (c->other) {
            place->mirror_table = c->other->name;
            place->mirror_source_column = c->other_source;
            place->mirror_destination_column = c->other_destination;
        }
        place->undirected = within && single_era && !c->other;
        return;
    }
    place->undirected = within && (single_era || mirror);
    /* One table for both directions took its first column as the source of either. */
    if (within && single_era && !mirror)
        set_join(place, arena, c->other, c->other_destination, c->other_source);
    else
        set_join(place, arena, c->other, c->other_source, c->other_destination);
    place->from_mirror = mirror || !single_era;
}

static int many_to_many(placer *p, el_place *place, const el_relationship *r)
{
    candidates c = find_candidates(p, r, r->name, r->inverse->name);
    if (!c.own && !c.other && (r->renaming_id || r->inverse->renaming_id))
        c = find_candidates(p, r, former(r->renaming_id, r->name), former(r->inverse->renaming_id, r->inverse->name));
    if (!c.own && !c.other)
        return EL_OK;
    int mirror, status = use_mirror(p, &c, &mirror);
    if (!status)
        place_join(p, place, r, &c, mirror);
    return status;
}

static int place_of(placer *p, el_place *place, const el_relationship *r)
{
    memset(place, 0, sizeof *place);
    if (r->transient || !r->destination)
        return EL_OK;
    if (!r->to_many)
        *place = to_one(p, r);
    else if (r->inverse && !r->inverse->to_many)
        *place = one_to_many(p, r);
    else if (r->inverse && !r->inverse->transient)
        return many_to_many(p, place, r);
    return EL_OK;
}

int el__layout_places(el_layout *layout, sqlite3 *db, el_error *err)
{
    placer p = {layout, db, err, el_arena_alloc(layout->arena, layout->recognition->schema->ntables + 1)};
    int status = EL_OK;
    for (size_t i = 0; i < layout->model->nentities && !status; i++) {
        const el_entity *entity = layout->model->entities[i];
        for (size_t k = 0; k < entity->nall_relationships && !status; k++)
            status = place_of(&p, &layout->entities[i].places[k], entity->all_relationships[k]);
    }
    return status;
}
