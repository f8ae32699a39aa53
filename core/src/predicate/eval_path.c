/* SPDX-License-Identifier: MIT */
/* Key paths, collection operators and indexes. */
#include "predicate/eval.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "predicate/ast_values.h"

#include <string.h>

static el_operand scalar(el_value v)
{
    return (el_operand){v, NULL, 0};
}

static int is_key(const el_step *step, const char *name)
{
    return !strcmp(step->name, name);
}

static int unknown_key(el_eval *ev, const el_step *step, const char *of)
{
    return el__eval_fail(ev, step->range, "unknown-key", step->name, "%s has no key \"%s\".", of, step->name);
}

/* What key `step` of entity `entity` leads to. */
static const char *destination(el_eval *ev, const char *entity, const el_step *step, int *to_many)
{
    *to_many = 0;
    const el_eval_source *s = ev->source;
    return s && s->destination && entity ? s->destination(s->ctx, entity, step->name, to_many) : NULL;
}

static int step_object(el_eval *ev, const el_operand *base, const el_step *step, el_operand *out)
{
    const el_eval_source *s = ev->source;
    const char *own = s && s->entity ? s->entity(s->ctx, &base->v) : base->v.u.object.entity;
    *out = (el_operand){base->v, own, 0};
    if (is_key(step, "objectID"))
        return 0;
    if (is_key(step, "entity")) {
        *out = scalar(own ? el_value_text(EL_ENTITY, own, (size_t)-1) : el_value_null());
        return 0;
    }
    if (!s || !s->value)
        return unknown_key(ev, step, "The object");
    *out = scalar(el_value_null());
    int status = s->value(s->ctx, &base->v, step->name, &out->v, ev->err);
    if (status) {
        el_error_range(ev->err, step->range.start, step->range.end);
        return status;
    }
    int to_many;
    out->entity = destination(ev, own ? own : base->entity, step, &to_many);
    if (!out->entity && out->v.kind == EL_OBJECT)
        out->entity = s->entity ? s->entity(s->ctx, &out->v) : out->v.u.object.entity;
    out->rows = el__is_collection(&out->v);
    return 0;
}

static const el_value *dictionary_value(const el_value *dict, const char *key)
{
    size_t n = strlen(key);
    for (size_t i = 0; i < dict->u.dict.n; i++) {
        const el_value *k = &dict->u.dict.keys[i];
        if (k->kind == EL_STRING && k->u.text.n == n && !memcmp(k->u.text.s, key, n))
            return &dict->u.dict.values[i];
    }
    return NULL;
}

static int step_text(el_eval *ev, const el_operand *base, const el_step *step, el_operand *out)
{
    static const struct { const char *key; el_function fn; } mapped[] = {
        {"lowercaseString", EL_FN_LOWERCASE}, {"uppercaseString", EL_FN_UPPERCASE}, {"length", EL_FN_LENGTH}};
    const el_value *v = &base->v;
    el_buf text = {0};
    for (size_t i = 0; i < sizeof mapped / sizeof *mapped; i++) {
        if (!is_key(step, mapped[i].key))
            continue;
        if (mapped[i].fn == EL_FN_LENGTH) {
            *out = scalar(el_value_int((int64_t)el_utf8_utf16_length(v->u.text.s, v->u.text.n)));
            return 0;
        }
        if (mapped[i].fn == EL_FN_LOWERCASE)
            el_utf8_lower(&text, v->u.text.s, v->u.text.n);
        else
            el_utf8_upper(&text, v->u.text.s, v->u.text.n);
        *out = scalar(el_value_text(EL_STRING, el_arena_strndup(ev->arena, el_buf_str(&text), text.len), text.len));
        el_buf_free(&text);
        return 0;
    }
    if (is_key(step, "description") || is_key(step, "stringValue")) {
        *out = *base;
        return 0;
    }
    if (is_key(step, "intValue") || is_key(step, "integerValue") || is_key(step, "longLongValue") ||
        is_key(step, "doubleValue") || is_key(step, "floatValue") || is_key(step, "boolValue")) {
        *out = scalar(el__leading_number(v->u.text.s, v->u.text.n));
        return 0;
    }
    return unknown_key(ev, step, "A string");
}

static int step_number(el_eval *ev, const el_operand *base, const el_step *step, el_operand *out)
{
    *out = *base;
    if (is_key(step, "stringValue") || is_key(step, "description"))
        return el__cast(ev, step->range, &base->v, "NSString", 8, &out->v);
    if (is_key(step, "doubleValue") || is_key(step, "floatValue")) {
        out->v = el_value_double(el__as_double(&base->v));
        return 0;
    }
    if (is_key(step, "boolValue")) {
        out->v = el_value_bool(el__as_double(&base->v) != 0);
        return 0;
    }
    if (is_key(step, "intValue") || is_key(step, "integerValue") || is_key(step, "longLongValue")) {
        double d = el__as_double(&base->v);
        if (base->v.kind == EL_DOUBLE || base->v.kind == EL_DECIMAL)
            out->v = el_value_int(d >= 9.2e18 ? INT64_MAX : d <= -9.2e18 ? INT64_MIN : d != d ? 0 : (int64_t)d);
        return 0;
    }
    return unknown_key(ev, step, "A number");
}

static int step_other(el_eval *ev, const el_operand *base, const el_step *step, el_operand *out)
{
    const el_value *v = &base->v;
    *out = scalar(el_value_null());
    if (v->kind == EL_ENTITY && is_key(step, "name"))
        out->v = el_value_text(EL_STRING, v->u.text.s, v->u.text.n);
    else if (v->kind == EL_DATA && is_key(step, "length"))
        out->v = el_value_int((int64_t)v->u.text.n);
    else if (v->kind == EL_DATE && is_key(step, "timeIntervalSince1970"))
        out->v = el_value_double(v->u.d);
    else if (v->kind == EL_DATE && is_key(step, "timeIntervalSinceReferenceDate"))
        out->v = el_value_double(v->u.d - EL_REFERENCE_DATE);
    else if (v->kind == EL_DATE && is_key(step, "timeIntervalSinceNow"))
        out->v = el_value_double(v->u.d - el__now(ev));
    else if ((v->kind == EL_UUID && is_key(step, "UUIDString")) || (v->kind == EL_URL && is_key(step, "absoluteString")))
        out->v = el_value_text(EL_STRING, v->u.text.s, v->u.text.n);
    else
        return unknown_key(ev, step, "The value");
    return 0;
}

/* A key behind nil is nil; only its place in the model is still known. */
static int step_nil(el_eval *ev, const el_operand *base, const el_step *step, el_operand *out)
{
    int to_many;
    *out = scalar(el_value_null());
    out->entity = destination(ev, base->entity, step, &to_many);
    if (to_many && ev->mode == EL_EVAL_STORE) {
        out->v = el__list_value(NULL, 0);
        out->rows = 1;
    }
    return 0;
}

void el__flatten(el_arena *arena, el_value_list *out, const el_value *v)
{
    for (size_t i = 0; i < v->u.list.n; i++) {
        const el_value *member = &v->u.list.items[i];
        if (el__is_collection(member))
            el__flatten(arena, out, member);
        else
            el__value_list_add(arena, out, *member);
    }
}

static int contains_equal(el_eval *ev, const el_value_list *list, const el_value *v)
{
    for (size_t i = 0; i < list->n; i++)
        if (el__equal(ev, &list->items[i], v, 0))
            return 1;
    return 0;
}

static int step_value(el_eval *ev, const el_operand *base, const el_step *step, el_operand *out);

/* A key of a collection is the collection of the members' values.  In memory a set leaves nil and repetitions
 * out; in the store each member is a row. */
static int step_collection(el_eval *ev, const el_operand *base, const el_step *step, el_operand *out)
{
    el_value_list values = {NULL, 0, 0};
    int memory_set = ev->mode == EL_EVAL_MEMORY && base->v.kind == EL_SET, to_many;
    const char *entity = destination(ev, base->entity, step, &to_many);
    for (size_t i = 0; i < base->v.u.list.n; i++) {
        el_operand member = {base->v.u.list.items[i], base->entity, 0}, one;
        int status = step_value(ev, &member, step, &one);
        if (status)
            return status;
        entity = entity ? entity : one.entity;
        if (memory_set && (one.v.kind == EL_NULL || contains_equal(ev, &values, &one.v)))
            continue;
        if (ev->mode == EL_EVAL_STORE && el__is_collection(&one.v))
            el__flatten(ev->arena, &values, &one.v);
        else
            el__value_list_add(ev->arena, &values, one.v);
    }
    out->v = memory_set ? el__set_value(values.items, values.n) : el__list_value(values.items, values.n);
    out->entity = entity;
    out->rows = base->rows;
    return 0;
}

static int step_value(el_eval *ev, const el_operand *base, const el_step *step, el_operand *out)
{
    if (is_key(step, "self")) {
        *out = *base;
        return 0;
    }
    const el_value *found;
    switch (base->v.kind) {
    case EL_NULL: return step_nil(ev, base, step, out);
    case EL_OBJECT: return step_object(ev, base, step, out);
    case EL_LIST:
    case EL_SET: return step_collection(ev, base, step, out);
    case EL_DICT:
        found = dictionary_value(&base->v, step->name);
        *out = scalar(found ? *found : el_value_null());
        return 0;
    case EL_STRING: return step_text(ev, base, step, out);
    case EL_BOOL:
    case EL_INT:
    case EL_DOUBLE:
    case EL_DECIMAL: return step_number(ev, base, step, out);
    default: return step_other(ev, base, step, out);
    }
}

static const struct { const char *name; el_function fn; } aggregates[] = {
    {"@sum", EL_FN_SUM}, {"@avg", EL_FN_AVERAGE}, {"@min", EL_FN_MIN}, {"@max", EL_FN_MAX}};

static el_function aggregate_of(const el_step *step)
{
    for (size_t i = 0; i < sizeof aggregates / sizeof *aggregates; i++)
        if (is_key(step, aggregates[i].name))
            return aggregates[i].fn;
    return EL_FN_UNKNOWN;
}

static int not_a_collection(el_eval *ev, const el_step *step, const el_value *v)
{
    return el__eval_fail(ev, step->range, "not-a-collection", step->name, "%s needs a collection before it, not %s.",
                         step->name, el__kind_name(v->kind));
}

/* Values of `steps` for each member of a collection, nil ones included. */
static int member_values(el_eval *ev, const el_operand *base, const el_step *steps, size_t n, el_value_list *values)
{
    for (size_t i = 0; i < base->v.u.list.n; i++) {
        el_operand member = {base->v.u.list.items[i], base->entity, 0}, one;
        int status = el__eval_steps(ev, member, steps, n, &one);
        if (status)
            return status;
        if (el__is_collection(&one.v))
            el__flatten(ev->arena, values, &one.v);
        else
            el__value_list_add(ev->arena, values, one.v);
    }
    return 0;
}

static int operator_count(el_eval *ev, const el_operand *base, const el_step *step, el_operand *out)
{
    if (base->v.kind == EL_NULL && ev->mode == EL_EVAL_MEMORY)
        *out = scalar(el_value_null());
    else if (base->v.kind == EL_NULL)
        *out = scalar(el_value_int(0)); /* no rows behind a nil to-one */
    else if (el__is_collection(&base->v))
        *out = scalar(el_value_int((int64_t)base->v.u.list.n));
    else if (base->v.kind == EL_DICT)
        *out = scalar(el_value_int((int64_t)base->v.u.dict.n));
    else
        return not_a_collection(ev, step, &base->v);
    return 0;
}

static int operator_aggregate(el_eval *ev, const el_operand *base, const el_step *step, const el_step *rest, size_t n,
                              el_operand *out)
{
    if (!n)
        return el__eval_fail(ev, step->range, "operator-needs-key", step->name, "%s needs a key behind it.", step->name);
    *out = scalar(el_value_null());
    if (base->v.kind == EL_NULL && ev->mode == EL_EVAL_MEMORY)
        return 0;
    el_value_list values = {NULL, 0, 0};
    if (base->v.kind != EL_NULL && !el__is_collection(&base->v))
        return not_a_collection(ev, step, &base->v);
    int status = base->v.kind == EL_NULL ? 0 : member_values(ev, base, rest, n, &values);
    return status ? status : el__aggregate(ev, step->range, aggregate_of(step), values.items, values.n, 1, &out->v);
}

/* @distinctUnionOf…, @unionOf…: the members' values, nil ones left out. */
static int operator_union(el_eval *ev, const el_operand *base, const el_step *step, const el_step *rest, size_t n, el_operand *out)
{
    el_value_list values = {NULL, 0, 0}, kept = {NULL, 0, 0};
    int distinct = !strncmp(step->name, "@distinct", 9);
    if (base->v.kind != EL_NULL && !el__is_collection(&base->v))
        return not_a_collection(ev, step, &base->v);
    int status = base->v.kind == EL_NULL ? 0 : member_values(ev, base, rest, n, &values);
    if (status)
        return status;
    for (size_t i = 0; i < values.n; i++)
        if (values.items[i].kind != EL_NULL && !(distinct && contains_equal(ev, &kept, &values.items[i])))
            el__value_list_add(ev->arena, &kept, values.items[i]);
    *out = (el_operand){el__list_value(kept.items, kept.n), NULL, base->rows};
    return 0;
}

static int is_union(const el_step *step)
{
    return !strncmp(step->name, "@distinctUnionOf", 16) || !strncmp(step->name, "@unionOf", 8);
}

static int dictionary_parts(const el_operand *base, const el_step *step, el_operand *out)
{
    if (base->v.kind != EL_DICT || (!is_key(step, "@allKeys") && !is_key(step, "@allValues")))
        return 0;
    *out = scalar(el__list_value(is_key(step, "@allKeys") ? base->v.u.dict.keys : base->v.u.dict.values, base->v.u.dict.n));
    return 1;
}

/* A collection operator and the steps that belong to it; *used says how many. */
static int collection_operator(el_eval *ev, const el_operand *base, const el_step *steps, size_t n, el_operand *out, size_t *used)
{
    *used = 1;
    if (is_key(steps, "@count"))
        return operator_count(ev, base, steps, out);
    if (aggregate_of(steps) != EL_FN_UNKNOWN) {
        *used = n;
        return operator_aggregate(ev, base, steps, steps + 1, n - 1, out);
    }
    if (is_union(steps)) {
        while (*used < n && steps[*used].name[0] != '@')
            ++*used;
        return operator_union(ev, base, steps, steps + 1, *used - 1, out);
    }
    if (dictionary_parts(base, steps, out))
        return 0;
    return el__eval_fail(ev, steps->range, "unsupported-collection-operator", steps->name, "There is no collection operator %s.",
                         steps->name);
}

int el__eval_steps(el_eval *ev, el_operand base, const el_step *steps, size_t n, el_operand *out)
{
    for (size_t i = 0, used; i < n; i += used) {
        el_operand next = {el_value_null(), NULL, 0};
        used = 1;
        int status = steps[i].name[0] == '@' ? collection_operator(ev, &base, steps + i, n - i, &next, &used)
                                             : step_value(ev, &base, &steps[i], &next);
        if (status)
            return status;
        base = next;
    }
    *out = base;
    return 0;
}

static int index_list(el_eval *ev, const el_expr *e, const el_operand *base, const el_operand *index, el_operand *out)
{
    if (index->v.kind != EL_INT && index->v.kind != EL_BOOL)
        return el__eval_mismatch(ev, e->index->range, &index->v, "a whole number");
    if (index->v.u.i < 0 || (uint64_t)index->v.u.i >= base->v.u.list.n)
        return el__eval_fail(ev, e->index->range, "index-out-of-range", NULL, "There is no member %lld; the list has %zu.",
                             (long long)index->v.u.i, base->v.u.list.n);
    *out = (el_operand){base->v.u.list.items[index->v.u.i], base->entity, 0};
    return 0;
}

static int index_dictionary(el_eval *ev, const el_operand *base, const el_operand *index, el_operand *out)
{
    *out = scalar(el_value_null());
    for (size_t i = 0; i < base->v.u.dict.n; i++)
        if (el__equal(ev, &base->v.u.dict.keys[i], &index->v, 0))
            *out = scalar(base->v.u.dict.values[i]);
    return 0;
}

static int index_by_value(el_eval *ev, const el_expr *e, const el_operand *base, el_operand *out)
{
    el_operand index;
    int status = el__eval_expr(ev, e->index, &index);
    if (status)
        return status;
    return base->v.kind == EL_DICT ? index_dictionary(ev, base, &index, out) : index_list(ev, e, base, &index, out);
}

int el__eval_index(el_eval *ev, const el_expr *e, el_operand *out)
{
    el_operand base;
    int status = el__eval_expr(ev, e->operand, &base);
    if (status)
        return status;
    size_t n = base.v.u.list.n;
    *out = scalar(el_value_null());
    if (e->index_kind == EL_INDEX_SIZE) {
        el_step count = {"@count", 0, e->range};
        return operator_count(ev, &base, &count, out);
    }
    if (base.v.kind == EL_NULL)
        return 0;
    if (base.v.kind != EL_LIST && !(base.v.kind == EL_DICT && e->index_kind == EL_INDEX_EXPR))
        return el__eval_fail(ev, e->range, "not-a-collection", NULL, "%s cannot be indexed.",
                             base.v.kind == EL_SET ? "A set has no order and" : "The value");
    if (e->index_kind == EL_INDEX_EXPR)
        return index_by_value(ev, e, &base, out);
    if (n)
        *out = (el_operand){base.v.u.list.items[e->index_kind == EL_INDEX_FIRST ? 0 : n - 1], base.entity, 0};
    return 0;
}
