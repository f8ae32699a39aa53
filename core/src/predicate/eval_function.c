/* SPDX-License-Identifier: MIT */
/* Functions and infix operators. */
#include "predicate/eval.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"

#include <stdlib.h>

static int text_function(el_eval *ev, const el_expr *e, el_function fn, const el_value *x, el_value *out)
{
    *out = el_value_null();
    if (x->kind == EL_NULL)
        return 0;
    if (x->kind != EL_STRING && x->kind != EL_URL)
        return el__eval_mismatch(ev, e->items[0]->range, x, "A string");
    const char *s = x->u.text.s;
    size_t n = x->u.text.n;
    if (fn == EL_FN_LENGTH) {
        *out = el_value_int((int64_t)el_utf8_utf16_length(s, n));
        return 0;
    }
    el_buf text = {0};
    if (fn == EL_FN_UPPERCASE)
        el_utf8_upper(&text, s, n);
    else if (fn == EL_FN_LOWERCASE)
        el_utf8_lower(&text, s, n);
    else
        el_utf8_fold(&text, s, n, EL_FOLD_CASE | EL_FOLD_DIACRITICS);
    *out = el_value_text(EL_STRING, el_arena_strndup(ev->arena, el_buf_str(&text), text.len), text.len);
    el_buf_free(&text);
    return 0;
}

/* One collection, or several values.  A list counts its members as they stand, of rows only those with a value. */
static int aggregate(el_eval *ev, const el_expr *e, el_function fn, const el_value *args, int rows, el_value *out)
{
    if (fn == EL_FN_COUNT && e->nitems == 1 && el__is_collection(&args[0]) && !rows) {
        *out = el_value_int((int64_t)args[0].u.list.n);
        return 0;
    }
    if (e->nitems == 1 && el__is_collection(&args[0]))
        return el__aggregate(ev, e->range, fn, args[0].u.list.items, args[0].u.list.n, 0, out);
    return el__aggregate(ev, e->range, fn, args, e->nitems, 0, out);
}

/* At least 0, below 1. */
static double unit_random(void)
{
    return arc4random() / 4294967296.0;
}

static int random_below(el_eval *ev, const el_expr *e, const el_value *n, el_value *out)
{
    *out = el_value_null();
    if (n->kind == EL_NULL)
        return 0;
    if (n->kind != EL_INT || n->u.i < 1)
        return el__eval_mismatch(ev, e->items[0]->range, n, "A positive whole number");
    *out = el_value_int((int64_t)(unit_random() * (double)n->u.i));
    return 0;
}

static int apply(el_eval *ev, const el_expr *e, el_function fn, const el_value *args, int rows, el_value *out)
{
    if (fn <= EL_FN_STDDEV)
        return aggregate(ev, e, fn, args, rows, out);
    if (fn <= EL_FN_RAISE || (fn >= EL_FN_BIT_AND && fn <= EL_FN_SHIFT_RIGHT))
        return el__arithmetic(ev, e, fn, &args[0], &args[1], out);
    if (fn <= EL_FN_TRUNC || fn == EL_FN_COMPLEMENT)
        return el__number_function(ev, e, fn, &args[0], out);
    switch (fn) {
    case EL_FN_UPPERCASE:
    case EL_FN_LOWERCASE:
    case EL_FN_CANONICAL:
    case EL_FN_LENGTH: return text_function(ev, e, fn, &args[0], out);
    case EL_FN_RANDOM: *out = el_value_double(unit_random()); return 0;
    case EL_FN_RANDOMN: return random_below(ev, e, &args[0], out);
    case EL_FN_NOW: *out = el_value_date(el__now(ev)); return 0;
    case EL_FN_NOINDEX: *out = args[0]; return 0;
    default: return el__eval_fail(ev, e->range, "unsupported-function", e->name, "%s cannot be evaluated.", e->name);
    }
}

/* Arithmetic on a to-many path would need a value for each row. */
static int reject_rows(el_eval *ev, const el_expr *e, el_function fn, const el_operand *operand, size_t i)
{
    if (ev->mode != EL_EVAL_STORE || fn <= EL_FN_STDDEV || !operand->rows || !el__is_collection(&operand->v))
        return 0;
    return el__eval_fail(ev, e->items[i]->range, "to-many-needs-modifier", NULL, "A to-many relationship is no single value.");
}

int el__eval_function(el_eval *ev, const el_expr *e, el_operand *out)
{
    el_function fn = el__function_of(e->name);
    el_value *args = el_arena_array(ev->arena, e->nitems + 1, sizeof *args);
    int rows = 0;
    for (size_t i = 0; i < e->nitems; i++) {
        el_operand one;
        int status = el__eval_expr(ev, e->items[i], &one);
        if (!status)
            status = reject_rows(ev, e, fn, &one, i);
        if (status)
            return status;
        args[i] = one.v;
        rows |= one.rows;
    }
    *out = (el_operand){el_value_null(), NULL, 0};
    return apply(ev, e, fn, args, rows, &out->v);
}
