/* SPDX-License-Identifier: MIT */
/* Values: kinds, order, equality. */
#include "predicate/eval.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "value/number.h"

#include <math.h>
#include <string.h>
#include <strings.h>

int el__is_number(const el_value *v)
{
    return v->kind == EL_BOOL || v->kind == EL_INT || v->kind == EL_DOUBLE || v->kind == EL_DECIMAL;
}

int el__is_collection(const el_value *v)
{
    return v->kind == EL_LIST || v->kind == EL_SET;
}

const char *el__kind_name(el_value_kind kind)
{
    static const char *const names[] = {
        [EL_NULL] = "nil", [EL_BOOL] = "a boolean", [EL_INT] = "a number", [EL_DOUBLE] = "a number",
        [EL_DECIMAL] = "a decimal", [EL_STRING] = "a string", [EL_DATE] = "a date", [EL_DATA] = "data",
        [EL_UUID] = "a UUID", [EL_URL] = "a URL", [EL_OBJECT] = "an object", [EL_LIST] = "a list", [EL_SET] = "a set",
        [EL_DICT] = "a dictionary", [EL_ENTITY] = "an entity", [EL_CLASS] = "a class", [EL_KEYPATH] = "a key path",
        [EL_ARCHIVE] = "an archive",
    };
    return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : "an unknown value";
}

double el__as_double(const el_value *v)
{
    return v->kind == EL_DOUBLE ? v->u.d : v->kind == EL_DECIMAL ? el__strtod(v->u.text.s, v->u.text.n) : (double)v->u.i;
}

el_value el__list_value(const el_value *items, size_t n)
{
    el_value v = el_value_null();
    v.kind = EL_LIST;
    v.u.list.items = items;
    v.u.list.n = n;
    return v;
}

el_value el__set_value(const el_value *items, size_t n)
{
    el_value v = el__list_value(items, n);
    v.kind = EL_SET;
    return v;
}

void el__value_list_add(el_arena *arena, el_value_list *list, el_value v)
{
    if (list->n == list->cap) {
        size_t cap = list->cap ? list->cap * 2 : 8;
        el_value *fresh = el_arena_array(arena, cap, sizeof *fresh);
        if (list->n)
            memcpy(fresh, list->items, list->n * sizeof *fresh);
        list->items = fresh;
        list->cap = cap;
    }
    list->items[list->n++] = v;
}

static int order_bytes(const char *a, size_t na, const char *b, size_t nb)
{
    int c = memcmp(a, b, na < nb ? na : nb);
    return c < 0 ? -1 : c > 0 ? 1 : na < nb ? -1 : na > nb; /* 2 means unordered */
}

static int order_text(const el_value *a, const el_value *b, unsigned options)
{
    unsigned fold = el__fold_flags(options);
    if (!fold)
        return order_bytes(a->u.text.s, a->u.text.n, b->u.text.s, b->u.text.n);
    el_buf x = {0}, y = {0};
    el_utf8_fold(&x, a->u.text.s, a->u.text.n, fold);
    el_utf8_fold(&y, b->u.text.s, b->u.text.n, fold);
    int c = order_bytes(el_buf_str(&x), x.len, el_buf_str(&y), y.len);
    el_buf_free(&x);
    el_buf_free(&y);
    return c;
}

/* A double beside a decimal counts by the digits that it was written with: 0.1 equals the decimal 0.1. */
static int order_with_decimal(const el_value *a, const el_value *b, int *unordered)
{
    char text[2][32];
    el_value v[2] = {*a, *b};
    for (int i = 0; i < 2; i++)
        if (v[i].kind == EL_DOUBLE && isfinite(v[i].u.d)) {
            el_double_text(text[i], v[i].u.d);
            v[i] = el_value_text(EL_DECIMAL, text[i], (size_t)-1);
        }
    return el_number_compare(&v[0], &v[1], unordered);
}

static int order_numbers(const el_value *a, const el_value *b)
{
    int unordered = 0;
    int c = a->kind == EL_DECIMAL || b->kind == EL_DECIMAL ? order_with_decimal(a, b, &unordered)
                                                           : el_number_compare(a, b, &unordered);
    return unordered ? 2 : c < 0 ? -1 : c > 0;
}

int el__order(const el_value *a, const el_value *b, unsigned options, int *order)
{
    if (el__is_number(a) && el__is_number(b)) {
        *order = order_numbers(a, b);
        return 1;
    }
    if (a->kind != b->kind)
        return 0;
    if (a->kind == EL_STRING || a->kind == EL_URL || a->kind == EL_UUID) {
        *order = order_text(a, b, a->kind == EL_STRING ? options : 0);
        return 1;
    }
    if (a->kind != EL_DATE)
        return 0;
    *order = isnan(a->u.d) || isnan(b->u.d) ? 2 : a->u.d < b->u.d ? -1 : a->u.d > b->u.d;
    return 1;
}

static int same_object(el_eval *ev, const el_value *a, const el_value *b)
{
    if (a->u.object.name && b->u.object.name)
        return !strcmp(a->u.object.name, b->u.object.name);
    const char *x = a->u.object.entity, *y = b->u.object.entity;
    if (a->u.object.key != b->u.object.key || !x || !y)
        return 0;
    const el_eval_source *s = ev->source;
    return !strcmp(x, y) ||
           (s && s->is_kind_of && (s->is_kind_of(s->ctx, x, y) || s->is_kind_of(s->ctx, y, x)));
}

static int equal_lists(el_eval *ev, const el_value *a, const el_value *b, unsigned options)
{
    for (size_t i = 0; a->u.list.n == b->u.list.n && i < a->u.list.n; i++)
        if (!el__equal(ev, &a->u.list.items[i], &b->u.list.items[i], options))
            return 0;
    return a->u.list.n == b->u.list.n;
}

static int subset(el_eval *ev, const el_value *a, const el_value *b, unsigned options)
{
    for (size_t i = 0; i < a->u.list.n; i++) {
        size_t j = 0;
        while (j < b->u.list.n && !el__equal(ev, &a->u.list.items[i], &b->u.list.items[j], options))
            j++;
        if (j == b->u.list.n)
            return 0;
    }
    return 1;
}

static int equal_dictionaries(el_eval *ev, const el_value *a, const el_value *b, unsigned options)
{
    el_value ka = el__set_value(a->u.dict.keys, a->u.dict.n), kb = el__set_value(b->u.dict.keys, b->u.dict.n);
    if (a->u.dict.n != b->u.dict.n || !subset(ev, &ka, &kb, 0))
        return 0;
    for (size_t i = 0; i < a->u.dict.n; i++)
        for (size_t j = 0; j < b->u.dict.n; j++)
            if (el__equal(ev, &a->u.dict.keys[i], &b->u.dict.keys[j], 0) &&
                !el__equal(ev, &a->u.dict.values[i], &b->u.dict.values[j], options))
                return 0;
    return 1;
}

static int equal_text(const el_value *a, const el_value *b)
{
    return a->u.text.n == b->u.text.n && !memcmp(a->u.text.s, b->u.text.s, a->u.text.n);
}

/* Identifiers and addresses are often given as plain strings. */
static int equal_to_string(const el_value *a, const el_value *string)
{
    if (a->kind == EL_URL)
        return equal_text(a, string);
    return a->kind == EL_UUID && a->u.text.n == string->u.text.n && !strncasecmp(a->u.text.s, string->u.text.s, a->u.text.n);
}

int el__equal(el_eval *ev, const el_value *a, const el_value *b, unsigned options)
{
    int order;
    if (el__order(a, b, options, &order))
        return order == 0 || (a->kind == EL_UUID && equal_to_string(a, b));
    if (b->kind == EL_STRING)
        return equal_to_string(a, b);
    if (a->kind == EL_STRING)
        return equal_to_string(b, a);
    if (a->kind != b->kind)
        return 0;
    switch (a->kind) {
    case EL_NULL: return 1;
    case EL_OBJECT: return same_object(ev, a, b);
    case EL_LIST: return equal_lists(ev, a, b, options);
    case EL_SET: return subset(ev, a, b, options) && subset(ev, b, a, options);
    case EL_DICT: return equal_dictionaries(ev, a, b, options);
    default: return equal_text(a, b);
    }
}
