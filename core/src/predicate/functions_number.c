/* SPDX-License-Identifier: MIT */
/* Number functions: decimals exactly, and the arithmetic that SQLite may lack. */
#include "predicate/functions.h"

#include "entitylens/value.h"
#include "value/decimal_math.h"
#include "value/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int any_null(int n, sqlite3_value **v)
{
    for (int i = 0; i < n; i++)
        if (sqlite3_value_type(v[i]) == SQLITE_NULL)
            return 1;
    return 0;
}

/* A cell as a number; texts count as decimals.  0: no number. */
static int number(el_value *out, sqlite3_value *v)
{
    switch (sqlite3_value_type(v)) {
    case SQLITE_INTEGER: *out = el_value_int(sqlite3_value_int64(v)); return 1;
    case SQLITE_FLOAT: *out = el_value_double(sqlite3_value_double(v)); return 1;
    case SQLITE_TEXT: {
        const char *s = (const char *)sqlite3_value_text(v);
        *out = el_value_text(EL_DECIMAL, s ? s : "", (size_t)sqlite3_value_bytes(v));
        return 1;
    }
    default: return 0;
    }
}

static void result_decimal(sqlite3_context *ctx, const el_decimal *d)
{
    char text[EL_DECIMAL_TEXT];
    size_t n = el_decimal_write(text, d);
    sqlite3_result_text(ctx, text, (int)n, SQLITE_TRANSIENT);
}

static void canonical_function(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    (void)argc;
    el_value v;
    el_decimal d;
    if (sqlite3_value_type(argv[0]) == SQLITE_NULL)
        return;
    if (number(&v, argv[0]) && el_decimal_from_value(&d, &v))
        result_decimal(ctx, &d);
    else
        sqlite3_result_value(ctx, argv[0]);
}

static void compare_function(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    (void)argc;
    el_value a, b;
    int unordered = 0;
    if (!number(&a, argv[0]) || !number(&b, argv[1]))
        return;
    /* Against a decimal a double stands for its shortest digits: 0.1 equals 0.1. */
    char text[2][EL_DECIMAL_TEXT];
    el_value *both[2] = {&a, &b};
    for (int i = 0; i < 2; i++) {
        el_decimal d;
        if (both[i]->kind == EL_DOUBLE && both[1 - i]->kind == EL_DECIMAL && el_decimal_from_value(&d, both[i]))
            *both[i] = el_value_text(EL_DECIMAL, text[i], el_decimal_write(text[i], &d));
    }
    int c = el_number_compare(&a, &b, &unordered);
    if (!unordered)
        sqlite3_result_int(ctx, c < 0 ? -1 : c > 0);
}

static void decimal_math_function(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    el_value v[2];
    el_decimal a, b, r;
    if (any_null(argc, argv) || !number(&v[0], argv[1]) || !number(&v[1], argv[2]) || !el_decimal_from_value(&a, &v[0]) ||
        !el_decimal_from_value(&b, &v[1]))
        return;
    int ok = 1;
    switch (sqlite3_value_text(argv[0])[0]) {
    case '+': el_decimal_add(&r, &a, &b); break;
    case '-': el_decimal_subtract(&r, &a, &b); break;
    case '*': el_decimal_multiply(&r, &a, &b); break;
    case '/': ok = el_decimal_divide(&r, &a, &b); break;
    default: ok = el_decimal_modulus(&r, &a, &b);
    }
    if (ok)
        result_decimal(ctx, &r);
}

static void power_function(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    if (!any_null(argc, argv))
        sqlite3_result_double(ctx, pow(sqlite3_value_double(argv[0]), sqlite3_value_double(argv[1])));
}

static void modulus_function(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    if (any_null(argc, argv))
        return;
    if (sqlite3_value_type(argv[0]) == SQLITE_INTEGER && sqlite3_value_type(argv[1]) == SQLITE_INTEGER) {
        sqlite3_int64 a = sqlite3_value_int64(argv[0]), b = sqlite3_value_int64(argv[1]);
        if (b)
            sqlite3_result_int64(ctx, b == -1 ? 0 : a % b);
        return;
    }
    double b = sqlite3_value_double(argv[1]);
    if (b != 0)
        sqlite3_result_double(ctx, fmod(sqlite3_value_double(argv[0]), b));
}

static void xor_function(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    if (!any_null(argc, argv))
        sqlite3_result_int64(ctx, sqlite3_value_int64(argv[0]) ^ sqlite3_value_int64(argv[1]));
}

/* floor, ceiling, trunc and abs of a decimal stay decimals. */
static void decimal_rounding(sqlite3_context *ctx, const char *name, el_decimal d)
{
    int fraction = d.exponent < 0 && d.n, negative = d.negative;
    if (!strcmp(name, "abs")) {
        d.negative = 0;
    } else if (fraction) {
        int whole = d.n + d.exponent > 0 ? d.n + d.exponent : 0;
        char text[EL_DECIMAL_TEXT];
        size_t n = el_decimal_write(text, &d);
        char *point = memchr(text, '.', n);
        el_decimal_read(&d, text, point ? (size_t)(point - text) : n);
        if (!whole)
            memset(&d, 0, sizeof d);
        el_decimal one = {.negative = 0, .n = 1, .exponent = 0, .digits = {1}};
        if (negative && !strcmp(name, "floor"))
            el_decimal_subtract(&d, &d, &one);
        if (!negative && !strcmp(name, "ceiling"))
            el_decimal_add(&d, &d, &one);
    }
    result_decimal(ctx, &d);
}

static double apply(const char *name, double x)
{
    static const struct { const char *name; double (*fn)(double); } all[] = {
        {"sqrt", sqrt}, {"log", log10}, {"ln", log}, {"exp", exp}, {"abs", fabs}, {"floor", floor}, {"ceiling", ceil}, {"trunc", trunc}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(name, all[i].name))
            return all[i].fn(x);
    return NAN; /* becomes NULL */
}

static int keeps_kind(const char *name)
{
    return !strcmp(name, "abs") || !strcmp(name, "floor") || !strcmp(name, "ceiling") || !strcmp(name, "trunc");
}

static void math_function(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    el_value v;
    if (any_null(argc, argv) || !number(&v, argv[1]))
        return;
    const char *name = (const char *)sqlite3_value_text(argv[0]);
    el_decimal d;
    if (v.kind == EL_DECIMAL && keeps_kind(name)) {
        if (el_decimal_from_value(&d, &v))
            decimal_rounding(ctx, name, d);
    } else if (v.kind == EL_INT && keeps_kind(name) && v.u.i != INT64_MIN) {
        sqlite3_result_int64(ctx, !strcmp(name, "abs") && v.u.i < 0 ? -v.u.i : v.u.i);
    } else {
        sqlite3_result_double(ctx, apply(name, sqlite3_value_double(argv[1])));
    }
}

static void text_function(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    (void)argc;
    char text[40];
    if (sqlite3_value_type(argv[0]) != SQLITE_FLOAT) {
        const char *s = (const char *)sqlite3_value_text(argv[0]);
        if (s && sqlite3_value_type(argv[0]) != SQLITE_NULL)
            sqlite3_result_text(ctx, s, sqlite3_value_bytes(argv[0]), SQLITE_TRANSIENT);
        return;
    }
    el_double_text(text, sqlite3_value_double(argv[0]));
    size_t n = strlen(text);
    if (n > 2 && !strcmp(text + n - 2, ".0"))
        text[n - 2] = '\0'; /* NSNumber writes 5.0 as 5 */
    sqlite3_result_text(ctx, text, -1, SQLITE_TRANSIENT);
}

static void number_function(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    (void)argc;
    el_value v;
    el_decimal d;
    if (sqlite3_value_type(argv[0]) != SQLITE_TEXT) {
        sqlite3_result_value(ctx, argv[0]);
        return;
    }
    if (!number(&v, argv[0]) || !el_decimal_from_value(&d, &v))
        return;
    char text[EL_DECIMAL_TEXT];
    size_t n = el_decimal_write(text, &d);
    int digits = d.n + d.exponent;
    if (d.exponent >= 0 && digits <= 18)
        sqlite3_result_int64(ctx, strtoll(text, NULL, 10));
    else
        sqlite3_result_double(ctx, el__strtod(text, n));
}

static void random_function(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    sqlite3_uint64 r;
    sqlite3_randomness(sizeof r, &r);
    if (!argc) {
        sqlite3_result_double(ctx, (double)(r >> 11) * 0x1p-53);
        return;
    }
    sqlite3_int64 n = sqlite3_value_int64(argv[0]);
    if (n > 0)
        sqlite3_result_int64(ctx, (sqlite3_int64)(r % (sqlite3_uint64)n));
}

int el__sql_register_number_functions(sqlite3 *db)
{
    static const struct { const char *name; int argc; void (*fn)(sqlite3_context *, int, sqlite3_value **); } all[] = {
        {"el_decimal", 1, canonical_function}, {"el_decimal_cmp", 2, compare_function},
        {"el_decimal_math", 3, decimal_math_function}, {"el_power", 2, power_function},
        {"el_modulus", 2, modulus_function}, {"el_xor", 2, xor_function}, {"el_math", 2, math_function},
        {"el_text", 1, text_function}, {"el_number", 1, number_function}, {"el_random", 0, random_function},
        {"el_randomn", 1, random_function},
    };
    int rc = SQLITE_OK;
    for (size_t i = 0; i < sizeof all / sizeof *all && rc == SQLITE_OK; i++) {
        int flags = all[i].fn == random_function ? EL__FUNCTION_FLAGS & ~SQLITE_DETERMINISTIC : EL__FUNCTION_FLAGS;
        rc = sqlite3_create_function_v2(db, all[i].name, all[i].argc, flags, NULL, all[i].fn, NULL, NULL, NULL);
    }
    return rc;
}
