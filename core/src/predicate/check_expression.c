/* SPDX-License-Identifier: MIT */
/* Types of values. */
#include "predicate/check.h"

#include "base/arena.h"
#include "predicate/parse.h"

#include <string.h>

el_type el__plain_type(el_type_kind kind)
{
    el_type t;
    memset(&t, 0, sizeof t);
    t.kind = kind;
    return t;
}

const char *el__type_name(const el_type *t)
{
    static const char *const names[] = {
        [EL_T_UNKNOWN] = "a value", [EL_T_NIL] = "nil", [EL_T_NUMBER] = "a number", [EL_T_STRING] = "a string",
        [EL_T_DATE] = "a date", [EL_T_DATA] = "data", [EL_T_UUID] = "a UUID", [EL_T_URL] = "a URL",
        [EL_T_OBJECT] = "an object", [EL_T_ENTITY] = "an entity", [EL_T_CLASS] = "a class",
        [EL_T_COLLECTION] = "a collection", [EL_T_DICT] = "a dictionary",
    };
    return t->kind == EL_T_NUMBER && t->boolean ? "a truth value" : names[t->kind];
}

static el_type_kind kind_of_value(el_value_kind kind)
{
    switch (kind) {
    case EL_NULL: return EL_T_NIL;
    case EL_BOOL:
    case EL_INT:
    case EL_DOUBLE:
    case EL_DECIMAL: return EL_T_NUMBER;
    case EL_STRING: return EL_T_STRING;
    case EL_DATE: return EL_T_DATE;
    case EL_DATA: return EL_T_DATA;
    case EL_UUID: return EL_T_UUID;
    case EL_URL: return EL_T_URL;
    case EL_OBJECT: return EL_T_OBJECT;
    case EL_LIST:
    case EL_SET: return EL_T_COLLECTION;
    case EL_DICT: return EL_T_DICT;
    case EL_ENTITY: return EL_T_ENTITY;
    case EL_CLASS: return EL_T_CLASS;
    default: return EL_T_UNKNOWN;
    }
}

/* The one kind that all members have, or unknown. */
static el_type_kind common_kind(el_type_kind so_far, el_type_kind next, int first)
{
    if (first || so_far == EL_T_NIL)
        return next;
    return next == EL_T_NIL || next == so_far ? so_far : EL_T_UNKNOWN;
}

el_type el__value_type(const el_value *v)
{
    el_type t = el__plain_type(kind_of_value(v->kind));
    t.constant = 1;
    t.value = v;
    t.boolean = v->kind == EL_BOOL;
    if (t.kind == EL_T_COLLECTION)
        for (size_t i = 0; i < v->u.list.n; i++)
            t.element = common_kind(t.element, kind_of_value(v->u.list.items[i].kind), i == 0);
    return t;
}

static el_type self_type(const el_checker *c)
{
    el_type t = el__plain_type(EL_T_OBJECT);
    t.entity = c->entity;
    return t;
}

static el_type variable_type(el_checker *c, const el_expr *e)
{
    for (const el_member *m = c->members; m; m = m->outer)
        if (!strcmp(m->name, e->name))
            return m->type;
    el__complain(c, e->range, "unbound", e->name, "The variable $%s has no value.", e->name);
    if (c->members)
        el__complain_hint(c, "The member of the SUBQUERY around is $%s.", c->members->name);
    return el__plain_type(EL_T_UNKNOWN);
}

static el_type list_type(el_checker *c, const el_expr *e)
{
    el_type t = el__plain_type(EL_T_COLLECTION);
    t.constant = 1;
    for (size_t i = 0; i < e->nitems; i++) {
        el_type one = el__type_of(c, e->items[i]);
        t.element = common_kind(t.element, one.kind, i == 0);
        t.constant = t.constant && one.constant;
    }
    return t;
}

static void rows_as_value(el_checker *c, const el_expr *e)
{
    el__complain(c, e->range, "to-many-needs-modifier", NULL, "\"%s\" is to-many and no single value.", el__source(c, e->range));
    el__complain_hint(c, "Use a collection operator such as @count or @sum.");
}

/* An operand that must be of `kind`; says so when it is known not to be. */
static void need(el_checker *c, const el_expr *e, const el_type *t, el_type_kind kind, const char *by)
{
    el_type wanted = el__plain_type(kind);
    if (t->rows && t->kind == EL_T_COLLECTION) {
        rows_as_value(c, e);
        return;
    }
    if (t->kind == kind || t->kind == EL_T_UNKNOWN || t->kind == EL_T_NIL || (kind == EL_T_STRING && t->kind == EL_T_URL))
        return;
    el__complain(c, e->range, "type-mismatch", NULL, "%s needs %s, not %s.", by, el__type_name(&wanted), el__type_name(t));
    if (t->kind == EL_T_DATE && kind == EL_T_NUMBER)
        el__complain_hint(c, "CAST(date, \"NSNumber\") gives the seconds since 2001.");
    else if (t->kind == EL_T_NUMBER && kind == EL_T_STRING)
        el__complain_repair(c, "CAST(%s, \"NSString\")", el__source(c, e->range));
}

static el_type aggregate_function(el_checker *c, const el_expr *e, el_function fn, const el_type *args)
{
    el_type first = args[0];
    int whole = e->nitems == 1 && first.kind == EL_T_COLLECTION;
    int numeric = fn != EL_FN_COUNT && fn != EL_FN_MIN && fn != EL_FN_MAX && fn != EL_FN_MODE;
    if (whole && numeric && first.element != EL_T_NUMBER && first.element != EL_T_UNKNOWN && first.element != EL_T_NIL) {
        el_type element = el__plain_type(first.element);
        el__complain(c, e->items[0]->range, "type-mismatch", NULL, "%s needs numbers, not %s.", e->name, el__type_name(&element));
    }
    for (size_t i = 0; !whole && numeric && i < e->nitems; i++)
        need(c, e->items[i], &args[i], EL_T_NUMBER, e->name);
    if (fn == EL_FN_MIN || fn == EL_FN_MAX)
        return el__plain_type(whole ? first.element : first.kind);
    return el__plain_type(fn == EL_FN_MODE ? EL_T_COLLECTION : EL_T_NUMBER);
}

static el_type text_function(el_checker *c, const el_expr *e, el_function fn, const el_type *args)
{
    need(c, e->items[0], &args[0], EL_T_STRING, e->name);
    return el__plain_type(fn == EL_FN_LENGTH ? EL_T_NUMBER : EL_T_STRING);
}

static el_type function_type(el_checker *c, const el_expr *e)
{
    el_function fn = el__function_of(e->name);
    el_type *args = el_arena_array(c->arena, e->nitems + 1, sizeof *args);
    for (size_t i = 0; i < e->nitems; i++)
        args[i] = el__type_of(c, e->items[i]);
    if (fn <= EL_FN_STDDEV)
        return aggregate_function(c, e, fn, args);
    switch (fn) {
    case EL_FN_UPPERCASE:
    case EL_FN_LOWERCASE:
    case EL_FN_CANONICAL:
    case EL_FN_LENGTH: return text_function(c, e, fn, args);
    case EL_FN_NOW: return el__plain_type(EL_T_DATE);
    case EL_FN_NOINDEX: return args[0];
    case EL_FN_DISTANCE:
        el__complain(c, e->range, "unsupported-function", e->name, "%s has no meaning in a store.", e->name);
        return el__plain_type(EL_T_UNKNOWN);
    default: break;
    }
    const el_function_info *info = el__function_info(fn);
    const char *by = info->infix ? info->infix : info->name;
    for (size_t i = 0; i < e->nitems; i++)
        need(c, e->items[i], &args[i], EL_T_NUMBER, by);
    return el__plain_type(EL_T_NUMBER);
}

static el_type cast_type(el_checker *c, const el_expr *e)
{
    static const struct { const char *name; el_type_kind kind; } types[] = {
        {"NSNumber", EL_T_NUMBER}, {"NSDecimalNumber", EL_T_NUMBER}, {"NSDate", EL_T_DATE}, {"NSString", EL_T_STRING}};
    el_type from = el__type_of(c, e->items[0]), type = el__type_of(c, e->items[1]);
    if (from.rows && from.kind == EL_T_COLLECTION)
        rows_as_value(c, e->items[0]);
    if (!type.value || type.value->kind != EL_STRING)
        return el__plain_type(EL_T_UNKNOWN);
    const el_value *v = type.value;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strlen(types[i].name) == v->u.text.n && !memcmp(types[i].name, v->u.text.s, v->u.text.n))
            return el__plain_type(types[i].kind);
    el__complain(c, e->items[1]->range, "unsupported-cast", NULL, "CAST knows no type \"%.*s\".",
                 v->u.text.n > 60 ? 60 : (int)v->u.text.n, v->u.text.s);
    el__complain_hint(c, "Types are \"NSNumber\", \"NSDate\", \"NSString\" and \"NSDecimalNumber\".");
    return el__plain_type(EL_T_UNKNOWN);
}

static el_type subquery_type(el_checker *c, const el_expr *e)
{
    el_type collection = el__type_of(c, e->operand), element = el__plain_type(collection.element);
    if (collection.kind != EL_T_COLLECTION && collection.kind != EL_T_UNKNOWN && collection.kind != EL_T_NIL) {
        el__complain(c, e->operand->range, "not-a-collection", NULL, "SUBQUERY needs a to-many relationship, not %s.",
                     el__type_name(&collection));
        element = el__plain_type(EL_T_UNKNOWN);
    }
    element.entity = collection.entity;
    el_member member = {e->name, collection.kind == EL_T_COLLECTION ? element : el__plain_type(EL_T_UNKNOWN), c->members};
    c->members = &member;
    el__check_pred(c, e->pred);
    c->members = member.outer;
    el_type t = collection;
    t.kind = EL_T_COLLECTION;
    t.rows = 1;
    t.constant = 0;
    t.value = NULL;
    return t;
}

static el_type ternary_type(el_checker *c, const el_expr *e)
{
    el__check_pred(c, e->pred);
    el_type a = el__type_of(c, e->items[0]), b = el__type_of(c, e->items[1]);
    el_type t = a.kind == EL_T_NIL ? b : a;
    if (a.kind != b.kind && a.kind != EL_T_NIL && b.kind != EL_T_NIL)
        t = el__plain_type(EL_T_UNKNOWN);
    t.value = NULL;
    t.constant = a.constant && b.constant;
    return t;
}

static el_type set_type(el_checker *c, const el_expr *e)
{
    el_type t = el__plain_type(EL_T_COLLECTION);
    for (int i = 0; i < 2; i++) {
        el_type side = el__type_of(c, e->items[i]);
        if (side.kind != EL_T_COLLECTION && side.kind != EL_T_UNKNOWN && side.kind != EL_T_NIL)
            el__complain(c, e->items[i]->range, "not-a-collection", NULL, "A set operation needs collections, not %s.",
                         el__type_name(&side));
        t.element = common_kind(t.element, side.kind == EL_T_COLLECTION ? side.element : EL_T_UNKNOWN, i == 0);
        t.entity = t.entity ? t.entity : side.entity;
        t.rows |= side.rows;
    }
    return t;
}

static el_type index_type(el_checker *c, const el_expr *e)
{
    el_type base = el__type_of(c, e->operand);
    if (e->index)
        el__type_of(c, e->index);
    int collection = base.kind == EL_T_COLLECTION;
    if (e->index_kind == EL_INDEX_SIZE) {
        if (!collection && base.kind != EL_T_UNKNOWN && base.kind != EL_T_NIL && base.kind != EL_T_DICT)
            el__complain(c, e->range, "not-a-collection", NULL, "[SIZE] needs a collection, not %s.", el__type_name(&base));
        return el__plain_type(EL_T_NUMBER);
    }
    if (base.rows) {
        el__complain(c, e->range, "unsupported-index", NULL, "The members of a to-many relationship cannot be numbered in a store.");
        el__complain_hint(c, "Only [SIZE] and @count ask about a to-many relationship as a whole.");
    } else if (!collection && base.kind != EL_T_UNKNOWN && base.kind != EL_T_NIL && base.kind != EL_T_DICT) {
        el__complain(c, e->range, "not-a-collection", NULL, "%s cannot be indexed.", el__type_name(&base));
    }
    el_type t = el__plain_type(collection ? base.element : EL_T_UNKNOWN);
    t.entity = base.entity;
    return t;
}

static el_type negative_type(el_checker *c, const el_expr *e)
{
    el_type t = el__type_of(c, e->operand);
    need(c, e->operand, &t, EL_T_NUMBER, "-");
    return el__plain_type(EL_T_NUMBER);
}

static el_type unsupported(el_checker *c, const el_expr *e, const char *code, const char *what)
{
    for (size_t i = 0; i < e->nitems; i++)
        el__type_of(c, e->items[i]);
    el__complain(c, e->range, code, what, "%s has no meaning in a store.", what);
    return el__plain_type(EL_T_UNKNOWN);
}

el_type el__type_of(el_checker *c, const el_expr *e)
{
    switch (e->kind) {
    case EL_EXPR_CONST: return el__value_type(&e->value);
    case EL_EXPR_SELF: return self_type(c);
    case EL_EXPR_KEY: return el__type_of_steps(c, self_type(c), e->steps, e->nsteps, e->range);
    case EL_EXPR_VAR: return variable_type(c, e);
    case EL_EXPR_PATH: return el__type_of_steps(c, el__type_of(c, e->operand), e->steps, e->nsteps, e->range);
    case EL_EXPR_INDEX: return index_type(c, e);
    case EL_EXPR_LIST: return list_type(c, e);
    case EL_EXPR_FN: return function_type(c, e);
    case EL_EXPR_NEG: return negative_type(c, e);
    case EL_EXPR_CAST: return cast_type(c, e);
    case EL_EXPR_TERNARY: return ternary_type(c, e);
    case EL_EXPR_SUBQUERY: return subquery_type(c, e);
    case EL_EXPR_UNION:
    case EL_EXPR_INTERSECT:
    case EL_EXPR_MINUS: return set_type(c, e);
    case EL_EXPR_ANYKEY: return unsupported(c, e, "unsupported-anykey", "ANYKEY");
    case EL_EXPR_CALL: return unsupported(c, e, "unsupported-function", "FUNCTION");
    case EL_EXPR_FETCH: return unsupported(c, e, "unsupported-fetch", "FETCH");
    case EL_EXPR_ASSIGN: break;
    }
    return unsupported(c, e, "unsupported-assignment", ":=");
}
