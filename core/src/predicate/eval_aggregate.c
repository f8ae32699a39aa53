/* SPDX-License-Identifier: MIT */
/* sum, count, min, max, average, median, mode, stddev. */
#include "predicate/eval.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int need_numbers(el_eval *ev, el_range range, const el_value *items, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!el__is_number(&items[i]))
            return el__eval_mismatch(ev, range, &items[i], "A number");
    return 0;
}

static int has_decimal(const el_value *items, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (items[i].kind == EL_DECIMAL)
            return 1;
    return 0;
}

static int binary(el_eval *ev, el_range range, el_function fn, const el_value *a, const el_value *b, el_value *out)
{
    el_expr place = {.range = range};
    el_expr *sides[2] = {&place, &place};
    el_expr e = {.range = range, .items = sides, .nitems = 2};
    return el__arithmetic(ev, &e, fn, a, b, out);
}

static int total(el_eval *ev, el_range range, const el_value *items, size_t n, el_value *out)
{
    el_value sum = el_value_int(0);
    for (size_t i = 0; i < n; i++) {
        int status = binary(ev, range, EL_FN_ADD, &sum, &items[i], out);
        if (status)
            return status;
        sum = *out;
    }
    *out = sum;
    return 0;
}

static int average(el_eval *ev, el_range range, const el_value *items, size_t n, size_t divisor, el_value *out)
{
    el_value sum, count = el_value_double((double)divisor);
    int status = total(ev, range, items, n, &sum);
    if (status)
        return status;
    if (has_decimal(items, n))
        count = el_value_int((int64_t)divisor);
    return binary(ev, range, EL_FN_DIVIDE, &sum, &count, out);
}

static int extreme(el_eval *ev, el_range range, el_function fn, const el_value *items, size_t n, el_value *out)
{
    *out = n ? items[0] : el_value_null();
    for (size_t i = 1; i < n; i++) {
        int order;
        if (!el__order(&items[i], out, 0, &order))
            return el__eval_mismatch(ev, range, &items[i], "A value of one type");
        if (order != 2 && (fn == EL_FN_MIN ? order < 0 : order > 0))
            *out = items[i];
    }
    return 0;
}

static int by_number(const void *a, const void *b)
{
    int order = 0;
    el__order(a, b, 0, &order);
    return order == 2 ? 0 : order;
}

static int median(el_eval *ev, el_range range, const el_value *items, size_t n, el_value *out)
{
    if (!n) {
        *out = el_value_null();
        return 0;
    }
    el_value *sorted = el_arena_array(ev->arena, n, sizeof *sorted);
    memcpy(sorted, items, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_number);
    if (n % 2) {
        *out = sorted[n / 2];
        return 0;
    }
    return average(ev, range, &sorted[n / 2 - 1], 2, 2, out);
}

/* The most frequent members, each once, in the order of their first appearance. */
static void mode(el_eval *ev, const el_value *items, size_t n, el_value *out)
{
    size_t best = 0;
    size_t *counts = el_arena_array(ev->arena, n ? n : 1, sizeof *counts);
    for (size_t i = 0; i < n; i++) {
        size_t first = 0;
        while (!el__equal(ev, &items[first], &items[i], 0) && first < i)
            first++;
        counts[first]++;
        best = counts[first] > best ? counts[first] : best;
    }
    el_value_list list = {NULL, 0, 0};
    for (size_t i = 0; i < n; i++)
        if (counts[i] == best)
            el__value_list_add(ev->arena, &list, items[i]);
    *out = el__list_value(list.items, list.n);
}

static void deviation(const el_value *items, size_t n, el_value *out)
{
    *out = el_value_null();
    if (!n)
        return;
    double mean = 0, squares = 0;
    for (size_t i = 0; i < n; i++)
        mean += el__as_double(&items[i]) / (double)n;
    for (size_t i = 0; i < n; i++) {
        double d = el__as_double(&items[i]) - mean;
        squares += d * d;
    }
    *out = el_value_double(sqrt(squares / (double)n));
}

/* In memory the operator @avg counts a nil member as 0, and of nothing gives 0. */
static int average_of(el_eval *ev, el_range range, const el_value *items, size_t n, size_t all, int of_rows, el_value *out)
{
    size_t divisor = of_rows && ev->mode == EL_EVAL_MEMORY ? all : n;
    if (!divisor) {
        *out = of_rows && ev->mode == EL_EVAL_MEMORY ? el_value_int(0) : el_value_null();
        return 0;
    }
    return average(ev, range, items, n, divisor, out);
}

int el__aggregate(el_eval *ev, el_range range, el_function fn, const el_value *items, size_t n, int of_rows, el_value *out)
{
    el_value_list known = {NULL, 0, 0};
    for (size_t i = 0; i < n; i++)
        if (items[i].kind != EL_NULL)
            el__value_list_add(ev->arena, &known, items[i]);
    int numeric = fn != EL_FN_COUNT && fn != EL_FN_MIN && fn != EL_FN_MAX && fn != EL_FN_MODE;
    int status = numeric ? need_numbers(ev, range, known.items, known.n) : 0;
    if (status)
        return status;
    switch (fn) {
    case EL_FN_SUM: return total(ev, range, known.items, known.n, out);
    case EL_FN_AVERAGE: return average_of(ev, range, known.items, known.n, n, of_rows, out);
    case EL_FN_MIN:
    case EL_FN_MAX: return extreme(ev, range, fn, known.items, known.n, out);
    case EL_FN_MEDIAN: return median(ev, range, known.items, known.n, out);
    case EL_FN_MODE: mode(ev, known.items, known.n, out); return 0;
    case EL_FN_STDDEV: deviation(known.items, known.n, out); return 0;
    default: *out = el_value_int((int64_t)known.n); return 0;
    }
}
