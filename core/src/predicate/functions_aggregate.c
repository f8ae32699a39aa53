/* SPDX-License-Identifier: MIT */
/* Aggregates that stay exact where SQLite's own round or overflow, and the collations. */
#include "predicate/functions.h"

#include "base/arena.h"
#include "entitylens/value.h"
#include "value/decimal_math.h"

#include <unicode/ucol.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct total {
    sqlite3_int64 n;
    int decimals, doubles, broken; /* broken: something that is no number, the sum is not one either */
    sqlite3_int64 high;            /* the integers' sum is high × 2^32 + low */
    sqlite3_int64 low;
    double d;
    el_decimal decimal;
} total;

static void total_step(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    (void)argc;
    total *t = sqlite3_aggregate_context(ctx, sizeof *t);
    int type = sqlite3_value_type(argv[0]);
    if (!t || type == SQLITE_NULL)
        return;
    t->n++;
    if (type == SQLITE_INTEGER) {
        sqlite3_int64 v = sqlite3_value_int64(argv[0]);
        t->low += v & 0xFFFFFFFF;
        t->high += (v >> 32) + (t->low >> 32);
        t->low &= 0xFFFFFFFF;
    } else if (type == SQLITE_FLOAT) {
        t->doubles = 1;
        t->d += sqlite3_value_double(argv[0]);
    } else if (type == SQLITE_TEXT) {
        el_decimal d;
        t->decimals = 1;
        if (el_decimal_read(&d, (const char *)sqlite3_value_text(argv[0]), (size_t)sqlite3_value_bytes(argv[0])))
            el_decimal_add(&t->decimal, &t->decimal, &d);
        else
            t->broken = 1;
    }
}

static double whole_part(const total *t)
{
    return (double)t->high * 4294967296.0 + (double)t->low;
}

/* The decimal sum of everything. */
static void decimal_total(el_decimal *out, const total *t)
{
    el_decimal part, step = {.n = 10, .digits = {4, 2, 9, 4, 9, 6, 7, 2, 9, 6}};
    el_value v = el_value_int(t->high);
    el_decimal_from_value(&part, &v);
    el_decimal_multiply(&part, &part, &step);
    el_decimal_add(out, &t->decimal, &part);
    v = el_value_int(t->low);
    el_decimal_from_value(&part, &v);
    el_decimal_add(out, out, &part);
    v = el_value_double(t->d);
    if (el_decimal_from_value(&part, &v))
        el_decimal_add(out, out, &part);
}

static void result_decimal(sqlite3_context *ctx, const el_decimal *d)
{
    char text[EL_DECIMAL_TEXT];
    size_t n = el_decimal_write(text, d);
    sqlite3_result_text(ctx, text, (int)n, SQLITE_TRANSIENT);
}

static void sum_final(sqlite3_context *ctx)
{
    total *t = sqlite3_aggregate_context(ctx, 0);
    if (!t || !t->n || t->broken)
        return;
    if (t->decimals) {
        el_decimal d;
        decimal_total(&d, t);
        result_decimal(ctx, &d);
    } else if (t->doubles || t->high > INT32_MAX || t->high < INT32_MIN) {
        sqlite3_result_double(ctx, t->d + whole_part(t));
    } else {
        sqlite3_result_int64(ctx, (sqlite3_int64)((sqlite3_uint64)t->high << 32) + t->low);
    }
}

static void average_final(sqlite3_context *ctx)
{
    total *t = sqlite3_aggregate_context(ctx, 0);
    if (!t || !t->n || t->broken)
        return;
    if (t->decimals) {
        el_decimal sum, n;
        el_value v = el_value_int(t->n);
        decimal_total(&sum, t);
        el_decimal_from_value(&n, &v);
        el_decimal_divide(&sum, &sum, &n);
        result_decimal(ctx, &sum);
    } else {
        sqlite3_result_double(ctx, (t->d + whole_part(t)) / (double)t->n);
    }
}

/* The extreme decimal, as the cell spells it. */
typedef struct extreme { char *text; size_t n; } extreme;

static void extreme_step(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    (void)argc;
    extreme *e = sqlite3_aggregate_context(ctx, sizeof *e);
    if (!e || sqlite3_value_type(argv[0]) == SQLITE_NULL)
        return;
    const char *s = (const char *)sqlite3_value_text(argv[0]);
    size_t n = (size_t)sqlite3_value_bytes(argv[0]);
    int unordered, want = (int)(intptr_t)sqlite3_user_data(ctx);
    int c = e->text ? el_decimal_compare(s, n, e->text, e->n, &unordered) : el_decimal_compare(s, n, "0", 1, &unordered);
    if (unordered || (e->text && c * want <= 0))
        return;
    e->text = el_xrealloc(e->text, n + 1);
    memcpy(e->text, s, n);
    e->n = n;
}

static void extreme_final(sqlite3_context *ctx)
{
    extreme *e = sqlite3_aggregate_context(ctx, 0);
    if (e && e->text)
        sqlite3_result_text(ctx, e->text, (int)e->n, SQLITE_TRANSIENT);
    if (e)
        free(e->text);
}

typedef struct sample { double *v; size_t n, cap; } sample;

static void sample_step(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    (void)argc;
    sample *s = sqlite3_aggregate_context(ctx, sizeof *s);
    if (!s || sqlite3_value_type(argv[0]) == SQLITE_NULL)
        return;
    if (s->n == s->cap) {
        s->cap = s->cap ? s->cap * 2 : 64;
        s->v = el_xrealloc(s->v, s->cap * sizeof *s->v);
    }
    s->v[s->n++] = sqlite3_value_double(argv[0]);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void median_final(sqlite3_context *ctx)
{
    sample *s = sqlite3_aggregate_context(ctx, 0);
    if (!s || !s->n)
        return;
    qsort(s->v, s->n, sizeof *s->v, by_value);
    sqlite3_result_double(ctx, s->n % 2 ? s->v[s->n / 2] : (s->v[s->n / 2 - 1] + s->v[s->n / 2]) / 2);
    free(s->v);
}

static void deviation_final(sqlite3_context *ctx)
{
    sample *s = sqlite3_aggregate_context(ctx, 0);
    if (!s || !s->n)
        return;
    double mean = 0, squares = 0;
    for (size_t i = 0; i < s->n; i++)
        mean += s->v[i] / (double)s->n;
    for (size_t i = 0; i < s->n; i++)
        squares += (s->v[i] - mean) * (s->v[i] - mean);
    sqlite3_result_double(ctx, sqrt(squares / (double)s->n));
    free(s->v);
}

int el__sql_register_aggregates(sqlite3 *db)
{
    static const struct {
        const char *name;
        intptr_t data;
        void (*step)(sqlite3_context *, int, sqlite3_value **);
        void (*final)(sqlite3_context *);
    } all[] = {
        {"el_sum", 0, total_step, sum_final},        {"el_avg", 0, total_step, average_final},
        {"el_min", -1, extreme_step, extreme_final}, {"el_max", 1, extreme_step, extreme_final},
        {"el_median", 0, sample_step, median_final}, {"el_stddev", 0, sample_step, deviation_final},
    };
    int rc = SQLITE_OK;
    for (size_t i = 0; i < sizeof all / sizeof *all && rc == SQLITE_OK; i++)
        rc = sqlite3_create_function_v2(db, all[i].name, 1, EL__FUNCTION_FLAGS, (void *)all[i].data, NULL, all[i].step,
                                        all[i].final, NULL);
    return rc;
}

static int by_bytes(int na, const void *a, int nb, const void *b)
{
    int c = memcmp(a, b, (size_t)(na < nb ? na : nb));
    return c ? c : na - nb;
}

/* Numbers by value; what is no number (NaN) after them, so that the order is total. */
static int decimal_collation(void *ctx, int na, const void *a, int nb, const void *b)
{
    (void)ctx;
    int unordered;
    int c = el_decimal_compare(a, (size_t)na, b, (size_t)nb, &unordered);
    if (!unordered)
        return c;
    int broken_a, broken_b;
    el_decimal_compare(a, (size_t)na, "0", 1, &broken_a);
    el_decimal_compare(b, (size_t)nb, "0", 1, &broken_b);
    return broken_a != broken_b ? broken_a - broken_b : by_bytes(na, a, nb, b);
}

static int localized_collation(void *ctx, int na, const void *a, int nb, const void *b)
{
    UErrorCode status = U_ZERO_ERROR;
    UCollationResult r = ucol_strcollUTF8(ctx, a, na, b, nb, &status);
    if (U_SUCCESS(status) && r != UCOL_EQUAL)
        return r == UCOL_LESS ? -1 : 1;
    return by_bytes(na, a, nb, b);
}

static void collator_free(void *p)
{
    ucol_close(p);
}

int el__sql_register_collations(sqlite3 *db)
{
    UErrorCode status = U_ZERO_ERROR;
    UCollator *collator = ucol_open("", &status);
    ucol_setAttribute(collator, UCOL_NUMERIC_COLLATION, UCOL_ON, &status);
    if (U_FAILURE(status)) {
        if (collator)
            ucol_close(collator);
        return SQLITE_ERROR;
    }
    int rc = sqlite3_create_collation_v2(db, "el_localized", SQLITE_UTF8, collator, localized_collation, collator_free);
    if (rc != SQLITE_OK) {
        ucol_close(collator); /* the engine does not on failure */
        return rc;
    }
    return sqlite3_create_collation_v2(db, "el_decimal", SQLITE_UTF8, NULL, decimal_collation, NULL);
}
