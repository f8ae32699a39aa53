/* SPDX-License-Identifier: MIT */
/* Rows, joins and chains: which tables a key path brings into a statement. */
#include "predicate/sql_private.h"

#include <string.h>

el_sql_frame *el__sql_frame_new(el_translation *t, el_sql_frame *outer)
{
    el_sql_frame *f = el_arena_alloc(t->arena, sizeof *f);
    f->outer = outer;
    f->from = "";
    return f;
}

void el__sql_frame_where(el_translation *t, el_sql_frame *frame, const char *condition)
{
    if (condition && strcmp(condition, "1") != 0)
        frame->where = frame->where ? el__sql(t, "%s AND %s", frame->where, condition) : condition;
}

static int add_table(el_translation *t, el_sql_frame *frame, const char *join, const char *table, const char *alias,
                     const char *on)
{
    if (++frame->tables > EL_FRAME_TABLES)
        el__sql_fail(t, EL_ELIMIT, (el_range){0, 0}, "too-complex", "the predicate needs more than %d tables in one query",
                     EL_FRAME_TABLES);
    frame->from = el__sql(t, "%s%smain.%s AS %s%s%s", frame->from, join, el__sql_quoted(t, table), alias, on ? " ON " : "", on ? on : "");
    return t->status;
}

static const char *new_alias(el_translation *t, char letter)
{
    return el__sql(t, "%c%u", letter, ++t->aliases);
}

int el__sql_spot_table(el_translation *t, el_sql_frame *frame, const el_entity *entity, el_spot *out)
{
    const el_layout_entity *place = el_layout_of(t->layout, entity);
    if (!place || !place->table) {
        el__sql_fail(t, EL_ENOTFOUND, (el_range){0, 0}, "no-table", "the store has no table for entity %s", entity->name);
        return t->status;
    }
    *out = (el_spot){frame, new_alias(t, 't'), entity};
    return add_table(t, frame, "", place->table, out->alias, NULL);
}

const char *el__sql_spot_key(el_translation *t, const el_spot *spot)
{
    return el__sql_qualified(t, spot->alias, el_layout_of(t->layout, spot->entity)->key_column);
}

const char *el__sql_spot_type_condition(el_translation *t, const el_spot *spot, const el_entity *entity, int with_subentities)
{
    el_buf b = {0};
    el_layout_type_condition(&b, t->layout, entity, with_subentities, spot->alias);
    const char *sql = el_arena_strdup(t->arena, el_buf_str(&b));
    el_buf_free(&b);
    return sql;
}

static int destination_table(el_translation *t, const el_relationship *r, const char **table)
{
    *table = NULL;
    if (!r->destination) {
        el__sql_fail(t, EL_EPREDICATE, (el_range){0, 0}, "unknown-destination",
                     "nothing in the store says which entity the relationship %s leads to", r->name);
        return t->status;
    }
    const el_layout_entity *place = el_layout_of(t->layout, r->destination);
    *table = place ? place->table : NULL;
    if (!*table)
        el__sql_fail(t, EL_ENOTFOUND, (el_range){0, 0}, "no-table", "the store has no table for entity %s",
                     r->destination->name);
    return t->status;
}

static const char *both(el_translation *t, const char *a, const char *b)
{
    return b && strcmp(b, "1") != 0 ? el__sql(t, "%s AND %s", a, b) : a;
}

static void remember_join(el_translation *t, el_sql_frame *frame, const el_spot *from, const el_relationship *r, const el_spot *to)
{
    if (frame->njoins == frame->joins_room) {
        size_t room = frame->joins_room ? frame->joins_room * 2 : 4;
        el_joined *grown = el_arena_array(t->arena, room, sizeof *grown);
        if (frame->njoins)
            memcpy(grown, frame->joins, frame->njoins * sizeof *grown);
        frame->joins = grown;
        frame->joins_room = room;
    }
    frame->joins[frame->njoins++] = (el_joined){from->alias, r, *to};
}

int el__sql_join_to_one(el_translation *t, const el_spot *at, const el_relationship *r, el_spot *out)
{
    const el_spot where = *at, *from = &where; /* the caller may walk on in place */
    el_sql_frame *frame = from->frame;
    for (size_t i = 0; i < frame->njoins; i++) {
        if (frame->joins[i].relationship == r && !strcmp(frame->joins[i].from_alias, from->alias)) {
            *out = frame->joins[i].spot;
            return EL_OK;
        }
    }
    const char *table;
    if (destination_table(t, r, &table))
        return t->status;
    const el_entity *declared = from->entity;
    el__sql_find_relationship(from->entity, r->name, &declared);
    const el_place *place = el_layout_place(t->layout, declared, r->name);
    *out = (el_spot){frame, new_alias(t, 't'), r->destination};
    /* A relationship without a place in the store has no target, which is not the same as no row. */
    const char *on = "0";
    if (place && place->kind == EL_PLACE_TO_ONE)
        on = both(t, el__sql(t, "%s = %s", el__sql_spot_key(t, out), el__sql_qualified(t, from->alias, place->column)),
                  el__sql_spot_type_condition(t, out, r->destination, 1));
    remember_join(t, frame, from, r, out);
    return add_table(t, frame, " LEFT JOIN ", table, out->alias, on);
}

/* Adds a table either as the first of a new frame, its condition in WHERE, or by an inner join. */
static int add_member_table(el_translation *t, el_sql_frame *frame, int first, const char *table, const char *alias,
                            const char *condition)
{
    if (!first)
        return add_table(t, frame, " JOIN ", table, alias, condition);
    el__sql_frame_where(t, frame, condition);
    return add_table(t, frame, "", table, alias, NULL);
}

static const char *foreign_key_test(el_translation *t, const el_place *place, const char *alias, const el_spot *from)
{
    /* ECD declares no type for foreign keys.  Comparing such a column with an integer key applies numeric affinity to
     * it, and an index on it is of no use then: a scan for every outer row.  The plus takes the affinity away, which
     * changes nothing as long as every key is an integer. */
    const char *plus = el_layout_all_integers(t->store, place->table, place->column) ? "+" : "";
    return el__sql(t, "%s = %s%s", el__sql_qualified(t, alias, place->column), plus, el__sql_spot_key(t, from));
}

int el__sql_open_to_many(el_translation *t, const el_spot *from, const el_relationship *r, el_sql_frame *into, el_spot *out)
{
    const char *table;
    if (destination_table(t, r, &table))
        return t->status;
    const el_entity *declared = from->entity;
    el__sql_find_relationship(from->entity, r->name, &declared);
    const el_place *place = el_layout_place(t->layout, declared, r->name);
    int first = into == NULL;
    el_sql_frame *frame = into ? into : el__sql_frame_new(t, from->frame);
    *out = (el_spot){frame, NULL, r->destination};
    if (place && place->kind == EL_PLACE_JOIN) {
        const char *link = new_alias(t, 'j');
        out->alias = new_alias(t, 't');
        const char *own = el__sql(t, "%s = %s", el__sql_qualified(t, link, place->source_column), el__sql_spot_key(t, from));
        if (add_member_table(t, frame, first, place->table, link, own))
            return t->status;
        /* The target is joined so that links to objects that are gone do not count. */
        const char *on = el__sql(t, "%s = %s", el__sql_spot_key(t, out), el__sql_qualified(t, link, place->destination_column));
        return add_table(t, frame, " JOIN ", table, out->alias, both(t, on, el__sql_spot_type_condition(t, out, r->destination, 1)));
    }
    out->alias = new_alias(t, 't');
    const char *on = "0";
    if (place && place->kind == EL_PLACE_ONE_TO_MANY)
        on = both(t, foreign_key_test(t, place, out->alias, from), el__sql_spot_type_condition(t, out, r->destination, 1));
    return add_member_table(t, frame, first, table, out->alias, on);
}

static const el_attribute *attribute_below(const el_entity *entity, const char *name, const el_entity **declared, int *mixed)
{
    const el_attribute *found = NULL;
    for (size_t i = 0; i < entity->nchildren; i++) {
        const el_entity *child = entity->children[i], *where = NULL;
        const el_attribute *a = NULL;
        for (size_t k = 0; k < child->nattributes && !a; k++) {
            if (!strcmp(child->attributes[k]->name, name)) {
                a = child->attributes[k];
                where = child;
            }
        }
        if (!a)
            a = attribute_below(child, name, &where, mixed);
        if (a && found && a->type != found->type)
            *mixed = 1;
        if (a && !found) {
            found = a;
            *declared = where;
        }
    }
    return found;
}

const el_attribute *el__sql_find_attribute(const el_entity *entity, const char *name, const el_entity **declared, int *mixed)
{
    *mixed = 0;
    *declared = entity;
    const el_attribute *a = el_entity_attribute(entity, name);
    return a ? a : attribute_below(entity, name, declared, mixed);
}

const el_relationship *el__sql_find_relationship(const el_entity *entity, const char *name, const el_entity **declared)
{
    *declared = entity;
    const el_relationship *r = el_entity_relationship(entity, name);
    for (size_t i = 0; i < entity->nchildren && !r; i++)
        r = el__sql_find_relationship(entity->children[i], name, declared);
    return r;
}
