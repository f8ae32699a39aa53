/* SPDX-License-Identifier: MIT */
/* Key paths: to-one steps join, to-many steps open a chain, an operator turns the chain into a value. */
#include "predicate/sql_private.h"

#include "store/store.h"
#include "value/decode.h"

#include <string.h>

const el_spot *el__sql_scope_self(const el_scope *scope)
{
    while (scope->variable)
        scope = scope->outer;
    return &scope->spot;
}

const el_scope *el__sql_scope_variable(const el_scope *scope, const char *name)
{
    for (; scope && scope->variable; scope = scope->outer)
        if (!strcmp(scope->variable, name))
            return scope;
    return NULL;
}

/* Where a walk stands: on one row, or on each member of a chain. */
typedef struct walker {
    el_translation *t;
    el_spot spot;
    el_collection *chain; /* NULL as long as only to-one steps were taken */
    el_operand value;     /* set once the path has left the objects */
    int has_value, joined;
    const el_relationship *leaf_relationship;
    el_range range;
} walker;

static el_range steps_range(const el_step *steps, size_t n, el_range otherwise)
{
    if (!n || !steps[0].range.end)
        return otherwise;
    return (el_range){steps[0].range.start, steps[n - 1].range.end};
}

void el__sql_attribute_operand(el_translation *t, const el_spot *spot, const el_attribute *a, const el_entity *declared,
                           int mixed, el_operand *out)
{
    memset(out, 0, sizeof *out);
    out->attribute = a;
    out->type = mixed ? EL_SQL_ANY : el__sql_attribute_type(a);
    out->lenient = mixed || a->confidence != EL_CERTAIN;
    out->simple = 1;
    const char *column = el_layout_column(t->layout, declared, a->name);
    out->sql = column ? el__sql_qualified(t, spot->alias, column) : "NULL";
    if (column && out->type == EL_SQL_BOOL && t->store->decode_flags & EL_DECODE_INVERTED_BOOLEANS)
        out->sql = el__sql(t, "(NOT %s)", out->sql);
}

void el__sql_spot_operand(el_translation *t, const el_spot *spot, el_operand *out)
{
    memset(out, 0, sizeof *out);
    out->type = EL_SQL_OBJECT;
    out->entity = spot->entity;
    out->sql = el__sql_spot_key(t, spot);
    out->simple = 1;
    out->spot = *spot;
}

/* The key column itself: no join, and a dangling key is still a key. */
static void to_one_operand(walker *w, const el_relationship *r, const el_entity *declared, el_operand *out)
{
    memset(out, 0, sizeof *out);
    const el_place *place = el_layout_place(w->t->layout, declared, r->name);
    out->type = EL_SQL_OBJECT;
    out->entity = r->destination;
    out->simple = 1;
    out->sql = place && place->kind == EL_PLACE_TO_ONE ? el__sql_qualified(w->t, w->spot.alias, place->column) : "NULL";
}

static void finish_value(walker *w, const el_operand *o)
{
    w->value = *o;
    w->has_value = 1;
}

static int is_identity(const char *name)
{
    return !strcmp(name, "self") || !strcmp(name, "SELF") || !strcmp(name, "objectID");
}

static void entity_operand(walker *w, el_operand *out)
{
    memset(out, 0, sizeof *out);
    out->type = EL_SQL_ENTITY;
    out->spot = w->spot;
    out->sql = "";
}

/* The entity's name as text: one branch for each entity that the row may be of. */
static void add_name_branches(el_translation *t, const el_spot *spot, const el_entity *e, const char **sql)
{
    el_buf name = {0};
    el_buf_sql_string(&name, e->name, strlen(e->name));
    *sql = el__sql(t, "%s WHEN %s THEN %s", *sql, el__sql_spot_type_condition(t, spot, e, 0), el_buf_str(&name));
    el_buf_free(&name);
    for (size_t i = 0; i < e->nchildren; i++)
        add_name_branches(t, spot, e->children[i], sql);
}

static void entity_name_operand(walker *w, el_operand *out)
{
    el_translation *t = w->t;
    memset(out, 0, sizeof *out);
    out->type = EL_SQL_STRING;
    out->cost = EL_COST_EXPRESSION;
    out->spot = w->spot; /* lets a comparison with a constant name become a type test */
    const char *branches = "";
    add_name_branches(t, &w->spot, w->spot.entity, &branches);
    out->sql = el__sql(t, "CASE WHEN %s IS NULL THEN NULL%s END", el__sql_spot_key(t, &w->spot), branches);
}

static int unknown_key(walker *w, const el_step *step)
{
    el__sql_fail(w->t, EL_EPREDICATE, steps_range(step, 1, w->range), "unknown-key", "entity %s has no property named %s",
                 w->spot.entity->name, step->name);
    return w->t->status;
}

/* A step from a value: only the length of a text has a meaning in SQL. */
static int value_step(walker *w, const el_step *step)
{
    el_operand *v = &w->value;
    if (v->type == EL_SQL_ENTITY && !strcmp(step->name, "name")) {
        entity_name_operand(w, v);
        return EL_OK;
    }
    if (is_identity(step->name))
        return EL_OK;
    if (!strcmp(step->name, "length") && (v->type == EL_SQL_STRING || v->type == EL_SQL_URL || v->lenient)) {
        el_operand length = {.type = EL_SQL_INT, .cost = EL_COST_FUNCTION, .range = w->range};
        length.sql = el__sql(w->t, "el_length(%s)", v->sql);
        *v = length;
        return EL_OK;
    }
    if (v->type == EL_SQL_OBJECT)
        return unknown_key(w, step);
    el__sql_fail(w->t, EL_EPREDICATE, steps_range(step, 1, w->range), "unsupported-key",
                 "the key %s of a value has no translation to SQL", step->name);
    return w->t->status;
}

static int open_chain(walker *w, const el_relationship *r)
{
    el_spot next;
    if (el__sql_open_to_many(w->t, &w->spot, r, w->chain ? w->chain->frame : NULL, &next))
        return w->t->status;
    if (!w->chain) {
        w->chain = el_arena_alloc(w->t->arena, sizeof *w->chain);
        w->chain->kind = EL_COLLECTION_ROWS;
        w->chain->frame = next.frame;
    }
    w->spot = next;
    return EL_OK;
}

static int object_step(walker *w, const el_step *step, int last)
{
    const el_entity *declared;
    int mixed;
    el_operand o;
    const el_attribute *a = el__sql_find_attribute(w->spot.entity, step->name, &declared, &mixed);
    if (a) {
        if (a->transient && !el_layout_column(w->t->layout, declared, a->name)) {
            el__sql_fail(w->t, EL_EPREDICATE, steps_range(step, 1, w->range), "transient-attribute",
                         "%s is transient, so the store does not hold it", a->name);
            return w->t->status;
        }
        el__sql_attribute_operand(w->t, &w->spot, a, declared, mixed, &o);
        finish_value(w, &o);
        return EL_OK;
    }
    const el_relationship *r = el__sql_find_relationship(w->spot.entity, step->name, &declared);
    if (r && r->to_many)
        return open_chain(w, r);
    if (r && last) {
        to_one_operand(w, r, declared, &o);
        finish_value(w, &o);
        w->leaf_relationship = r;
        return EL_OK;
    }
    if (r) {
        w->joined = 1;
        return el__sql_join_to_one(w->t, &w->spot, r, &w->spot);
    }
    if (is_identity(step->name))
        return EL_OK;
    if (!strcmp(step->name, "entity")) {
        entity_operand(w, &o);
        finish_value(w, &o);
        return EL_OK;
    }
    return unknown_key(w, step);
}

/* Nothing but "self" follows: the to-one's own column will do. */
static int only_identity(const el_step *steps, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!is_identity(steps[i].name))
            return 0;
    return 1;
}

/* `on`: the path goes on behind these keys, so that a to-one at their end must be joined. */
static int walk_names(walker *w, const el_step *steps, size_t n, int on)
{
    for (size_t i = 0; i < n; i++) {
        if (steps[i].is_variable) {
            el__sql_fail(w->t, EL_EPREDICATE, steps_range(steps + i, 1, w->range), "unsupported-key",
                         "a key path that comes from the variable $%s cannot be translated", steps[i].name);
            return w->t->status;
        }
        int status = w->has_value ? value_step(w, steps + i)
                                  : object_step(w, steps + i, !on && only_identity(steps + i + 1, n - i - 1));
        if (status)
            return status;
    }
    return EL_OK;
}

/* What the walk has reached, as an operand: a value, an object, or the members of a chain. */
static void settle(walker *w, el_operand *out)
{
    int is_row = !w->has_value;
    if (is_row)
        el__sql_spot_operand(w->t, &w->spot, &w->value);
    if (!w->chain) {
        *out = w->value;
        if (w->joined && out->cost < EL_COST_JOIN)
            out->cost = EL_COST_JOIN;
        out->range = w->range;
        return;
    }
    w->chain->row = w->spot;
    w->chain->leaf = w->value;
    w->chain->leaf_is_row = is_row;
    w->chain->leaf_relationship = is_row ? NULL : w->leaf_relationship;
    memset(out, 0, sizeof *out);
    out->collection = w->chain;
    out->range = w->range;
}

static int bad_operator(walker *w, const el_step *step, const char *why)
{
    el__sql_fail(w->t, EL_EPREDICATE, steps_range(step, 1, w->range), "unsupported-operator", "%s: %s", step->name, why);
    return w->t->status;
}

static int is_union(const char *name, int *distinct)
{
    *distinct = !strncmp(name, "@distinctUnionOf", 16);
    const char *rest = *distinct ? name + 16 : !strncmp(name, "@unionOf", 8) ? name + 8 : "";
    return !strcmp(rest, "Objects") || !strcmp(rest, "Sets") || !strcmp(rest, "Arrays");
}

static int apply_operator(walker *w, const el_step *steps, size_t n, el_operand *out);

/* The keys up to the next operator. */
static size_t plain_steps(const el_step *steps, size_t n)
{
    size_t i = 0;
    while (i < n && steps[i].name[0] != '@')
        i++;
    return i;
}

static int walk_on(walker *w, const el_step *steps, size_t n, el_operand *out)
{
    size_t plain = plain_steps(steps, n);
    if (walk_names(w, steps, plain, plain < n && strcmp(steps[plain].name, "@count") != 0))
        return w->t->status;
    if (plain < n)
        return apply_operator(w, steps + plain, n - plain, out);
    settle(w, out);
    return EL_OK;
}

static int apply_union(walker *w, const el_step *steps, size_t n, int distinct, el_operand *out)
{
    if (n < 2 || steps[1].name[0] == '@')
        return bad_operator(w, steps, "a key must follow, as in items.@distinctUnionOfObjects.kind");
    size_t plain = plain_steps(steps + 1, n - 1);
    if (walk_names(w, steps + 1, plain, 0))
        return w->t->status;
    w->chain->distinct = distinct;
    settle(w, out);
    el_collection *values = w->chain;
    if (!values->leaf_is_row) /* the operator gives values, and nil is none */
        el__sql_frame_where(w->t, values->frame, el__sql(w->t, "%s IS NOT NULL", el__sql_operand_sql(w->t, &values->leaf)));
    if (plain + 1 == n)
        return EL_OK;
    /* A second operator works on what the first one gave. */
    el_operand members = *out;
    return el__sql_walk_collection(w->t, members.collection, steps + 1 + plain, n - 1 - plain, w->range, out);
}

static int apply_operator(walker *w, const el_step *steps, size_t n, el_operand *out)
{
    const char *op = steps[0].name;
    int distinct;
    if (w->t->grouping && !w->chain && !w->joined && !w->has_value && !strcmp(op, "@count") && n == 1) {
        w->t->aggregates++; /* alone it counts the rows of the group */
        *out = (el_operand){.type = EL_SQL_INT, .sql = "COUNT(*)", .range = w->range};
        return EL_OK;
    }
    if (!w->chain)
        return bad_operator(w, steps, "the key path before it leads to one object, not to a collection");
    if (!strcmp(op, "@count")) {
        if (n > 1)
            return bad_operator(w, steps + 1, "nothing may follow @count");
        settle(w, out);
        const el_collection *c = out->collection;
        return el__sql_collection_count(w->t, c, w->range, out);
    }
    if (is_union(op, &distinct))
        return apply_union(w, steps, n, distinct, out);
    static const char *const known[] = {"@sum", "@avg", "@min", "@max"};
    int found = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        found |= !strcmp(op, known[i]);
    if (!found)
        return bad_operator(w, steps, "no such collection operator");
    if (n < 2 || steps[1].name[0] == '@')
        return bad_operator(w, steps, "the operator stands before the attribute: items.@sum.price");
    if (walk_names(w, steps + 1, n - 1, 0))
        return w->t->status;
    settle(w, out);
    const el_collection *c = out->collection;
    return el__sql_collection_aggregate(w->t, c, op, w->range, out);
}

int el__sql_walk(el_translation *t, const el_spot *from, const el_step *steps, size_t n, el_range range, el_operand *out)
{
    walker w = {.t = t, .spot = *from, .range = range};
    return walk_on(&w, steps, n, out);
}

int el__sql_walk_value(el_translation *t, const el_operand *value, const el_step *steps, size_t n, el_range range, el_operand *out)
{
    if (value->type == EL_SQL_OBJECT && value->spot.alias)
        return el__sql_walk(t, &value->spot, steps, n, range, out);
    walker w = {.t = t, .value = *value, .has_value = 1, .range = range};
    el__sql_operand_sql(t, &w.value);
    return walk_on(&w, steps, n, out);
}

int el__sql_collection_rows(el_translation *t, el_collection *c, el_range range)
{
    if (c->kind == EL_COLLECTION_ROWS && c->leaf_is_row && !c->distinct)
        return EL_OK;
    if (c->kind != EL_COLLECTION_ROWS || !c->leaf_relationship || c->distinct) {
        el__sql_fail(t, EL_EPREDICATE, range, "not-a-collection", "this is not a collection of objects");
        return t->status;
    }
    if (el__sql_join_to_one(t, &c->row, c->leaf_relationship, &c->row))
        return t->status;
    el__sql_spot_operand(t, &c->row, &c->leaf);
    el__sql_frame_where(t, c->frame, el__sql(t, "%s IS NOT NULL", c->leaf.sql));
    c->leaf_is_row = 1;
    c->leaf_relationship = NULL;
    return EL_OK;
}

static int walk_values(el_translation *t, const el_collection *c, const el_step *steps, size_t n, el_range range, el_operand *out)
{
    const char *op = steps[0].name;
    int distinct;
    if (!strcmp(op, "@count") && n == 1)
        return el__sql_collection_count(t, c, range, out);
    int self_only = n == 2 && is_identity(steps[1].name);
    if (self_only && is_union(op, &distinct)) {
        el_collection *copy = el_arena_alloc(t->arena, sizeof *copy);
        *copy = *c;
        copy->distinct |= distinct;
        memset(out, 0, sizeof *out);
        out->collection = copy;
        out->range = range;
        return EL_OK;
    }
    if (self_only && op[0] == '@')
        return el__sql_collection_aggregate(t, c, op, range, out);
    el__sql_fail(t, EL_EPREDICATE, steps_range(steps, n, range), "unsupported-key",
                 "the key %s of a collection of values has no translation to SQL", op);
    return t->status;
}

int el__sql_walk_collection(el_translation *t, const el_collection *c, const el_step *steps, size_t n, el_range range,
                        el_operand *out)
{
    if (!n) {
        memset(out, 0, sizeof *out);
        out->collection = c;
        out->range = range;
        return EL_OK;
    }
    walker w = {.t = t, .range = range};
    w.chain = el_arena_alloc(t->arena, sizeof *w.chain);
    *w.chain = *c;
    int values = c->kind != EL_COLLECTION_ROWS || c->distinct || (!c->leaf_is_row && !c->leaf_relationship);
    if (values || (steps[0].name[0] == '@' && !c->leaf_is_row))
        return walk_values(t, c, steps, n, range, out);
    if (el__sql_collection_rows(t, w.chain, range))
        return t->status;
    w.spot = w.chain->row;
    return walk_on(&w, steps, n, out);
}
