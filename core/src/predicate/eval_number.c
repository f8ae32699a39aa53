/* SPDX-License-Identifier: MIT */
/* Arithmetic.  Integers stay integers while they fit, as in SQL; decimals are exact. */
#include "predicate/eval.h"

#include "base/arena.h"
#include "value/decimal_math.h"

#include <math.h>

static int is_integer(const el_value *v)
{
    return v->kind == EL_INT || v->kind == EL_BOOL;
}

/* A whole number for a bit operation. */
static int as_integer(const el_value *v, int64_t *i)
{
    if (is_integer(v)) {
        *i = v->u.i;
        return 1;
    }
    double d = el__as_double(v);
    if (!(fabs(d) < 9.2e18) || d != trunc(d))
        return 0;
    *i = (int64_t)d;
    return 1;
}

static double real_result(el_function fn, double a, double b)
{
    switch (fn) {
    case EL_FN_ADD: return a + b;
    case EL_FN_SUBTRACT: return a - b;
    case EL_FN_MULTIPLY: return a * b;
    case EL_FN_DIVIDE: return a / b;
    case EL_FN_MODULUS: return fmod(a, b);
    default: return pow(a, b);
    }
}

/* Dividing by zero: nothing in the store, infinity or "not a number" in memory. */
static void real(el_eval *ev, el_function fn, double a, double b, el_value *out)
{
    int by_zero = b == 0 && (fn == EL_FN_DIVIDE || fn == EL_FN_MODULUS);
    double d = real_result(fn, a, b);
    *out = ev->mode == EL_EVAL_STORE && (by_zero || isnan(d)) ? el_value_null() : el_value_double(d);
}

static void integers(el_eval *ev, el_function fn, int64_t a, int64_t b, el_value *out)
{
    int64_t r = 0;
    int beyond = 1;
    switch (fn) {
    case EL_FN_ADD: beyond = __builtin_add_overflow(a, b, &r); break;
    case EL_FN_SUBTRACT: beyond = __builtin_sub_overflow(a, b, &r); break;
    case EL_FN_MULTIPLY: beyond = __builtin_mul_overflow(a, b, &r); break;
    case EL_FN_DIVIDE:
        beyond = b == 0 || (a == INT64_MIN && b == -1);
        r = beyond ? 0 : a / b;
        break;
    case EL_FN_MODULUS:
        beyond = b == 0;
        r = beyond || b == -1 ? 0 : a % b;
        break;
    default: break;
    }
    if (beyond)
        real(ev, fn, (double)a, (double)b, out);
    else
        *out = el_value_int(r);
}

static el_value decimal_value(el_eval *ev, const el_decimal *d)
{
    char text[EL_DECIMAL_TEXT];
    size_t n = el_decimal_write(text, d);
    return el_value_text(EL_DECIMAL, el_arena_strndup(ev->arena, text, n), n);
}

static void decimals(el_eval *ev, el_function fn, const el_value *a, const el_value *b, el_value *out)
{
    el_decimal x, y, r;
    *out = el_value_null(); /* NaN, or dividing by zero */
    if (!el_decimal_from_value(&x, a) || !el_decimal_from_value(&y, b))
        return;
    int good = 1;
    switch (fn) {
    case EL_FN_ADD: el_decimal_add(&r, &x, &y); break;
    case EL_FN_SUBTRACT: el_decimal_subtract(&r, &x, &y); break;
    case EL_FN_MULTIPLY: el_decimal_multiply(&r, &x, &y); break;
    case EL_FN_DIVIDE: good = el_decimal_divide(&r, &x, &y); break;
    default: good = el_decimal_modulus(&r, &x, &y); break;
    }
    if (good)
        *out = decimal_value(ev, &r);
}

/* As SQLite shifts: a negative distance goes the other way, a large one leaves the sign only. */
static int64_t shifted(int64_t a, int64_t n, int left)
{
    if (n < 0) {
        left = !left;
        n = n == INT64_MIN ? INT64_MAX : -n;
    }
    if (n >= 64)
        return left || a >= 0 ? 0 : -1;
    return left ? (int64_t)((uint64_t)a << n) : a >> n;
}

static int bits(el_eval *ev, const el_expr *e, el_function fn, const el_value *a, const el_value *b, el_value *out)
{
    int64_t x, y;
    if (!as_integer(a, &x))
        return el__eval_mismatch(ev, e->items[0]->range, a, "A whole number");
    if (!as_integer(b, &y))
        return el__eval_mismatch(ev, e->items[1]->range, b, "A whole number");
    switch (fn) {
    case EL_FN_BIT_AND: *out = el_value_int(x & y); break;
    case EL_FN_BIT_OR: *out = el_value_int(x | y); break;
    case EL_FN_BIT_XOR: *out = el_value_int(x ^ y); break;
    default: *out = el_value_int(shifted(x, y, fn == EL_FN_SHIFT_LEFT)); break;
    }
    return 0;
}

int el__arithmetic(el_eval *ev, const el_expr *e, el_function fn, const el_value *a, const el_value *b, el_value *out)
{
    const el_value *sides[2] = {a, b};
    for (int i = 0; i < 2; i++)
        if (sides[i]->kind != EL_NULL && !el__is_number(sides[i]))
            return el__eval_mismatch(ev, e->items[i]->range, sides[i], "A number");
    if (a->kind == EL_NULL || b->kind == EL_NULL) {
        *out = el_value_null();
        return 0;
    }
    if (fn >= EL_FN_BIT_AND && fn <= EL_FN_SHIFT_RIGHT)
        return bits(ev, e, fn, a, b, out);
    if (fn == EL_FN_RAISE)
        real(ev, fn, el__as_double(a), el__as_double(b), out);
    else if (a->kind == EL_DECIMAL || b->kind == EL_DECIMAL)
        decimals(ev, fn, a, b, out);
    else if (is_integer(a) && is_integer(b))
        integers(ev, fn, a->u.i, b->u.i, out);
    else
        real(ev, fn, el__as_double(a), el__as_double(b), out);
    return 0;
}

static double real_function(el_function fn, double x)
{
    switch (fn) {
    case EL_FN_SQRT: return sqrt(x);
    case EL_FN_LOG: return log10(x);
    case EL_FN_LN: return log(x);
    case EL_FN_EXP: return exp(x);
    case EL_FN_ABS: return fabs(x);
    case EL_FN_FLOOR: return floor(x);
    case EL_FN_CEILING: return ceil(x);
    default: return trunc(x);
    }
}

int el__number_function(el_eval *ev, const el_expr *e, el_function fn, const el_value *x, el_value *out)
{
    *out = el_value_null();
    if (x->kind == EL_NULL)
        return 0;
    if (!el__is_number(x))
        return el__eval_mismatch(ev, e->range, x, "A number");
    if (fn == EL_FN_COMPLEMENT) {
        int64_t i;
        if (!as_integer(x, &i))
            return el__eval_mismatch(ev, e->range, x, "A whole number");
        *out = el_value_int(~i);
        return 0;
    }
    int keeps = fn == EL_FN_ABS || fn == EL_FN_FLOOR || fn == EL_FN_CEILING || fn == EL_FN_TRUNC;
    if (is_integer(x) && keeps && x->u.i != INT64_MIN) {
        *out = el_value_int(fn == EL_FN_ABS && x->u.i < 0 ? -x->u.i : x->u.i);
        return 0;
    }
    if (x->kind == EL_DECIMAL && fn == EL_FN_ABS) {
        size_t sign = x->u.text.n && x->u.text.s[0] == '-';
        *out = el_value_text(EL_DECIMAL, x->u.text.s + sign, x->u.text.n - sign);
        return 0;
    }
    double d = real_function(fn, el__as_double(x));
    if (ev->mode == EL_EVAL_MEMORY || !isnan(d)) /* which SQL does not know */
        *out = el_value_double(d);
    return 0;
}

int el__negate(el_eval *ev, const el_expr *e, const el_value *x, el_value *out)
{
    el_expr zero = {.range = e->range}, operand = {.range = e->range};
    el_expr *sides[2] = {&zero, &operand};
    el_expr minus = {.range = e->range, .items = sides, .nitems = 2};
    if (x->kind == EL_DOUBLE) {
        *out = el_value_double(-x->u.d);
        return 0;
    }
    el_value nothing = el_value_int(0);
    return el__arithmetic(ev, &minus, EL_FN_SUBTRACT, &nothing, x, out);
}
