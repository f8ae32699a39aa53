/* SPDX-License-Identifier: MIT */
/* Exact comparison of numbers, whatever their kinds: each becomes a sign, digits and a power of ten. */
#include "entitylens/value.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A decimal number: the digits lie in `s` with at most one "." between them. */
typedef struct decimal {
    int sign;         /* -1, 0, 1 */
    const char *s;    /* from the first significant digit */
    size_t n;         /* bytes up to the last digit */
    int64_t exponent; /* value = 0.DIGITS × 10^exponent */
} decimal;

/* More than any text could mean, and far from overflow. */
static const int64_t exponent_limit = INT64_MAX / 4;

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int read_exponent(int64_t *out, const char *s, size_t n)
{
    size_t i = 0;
    int negative = 0;
    if (i < n && (s[i] == '+' || s[i] == '-'))
        negative = s[i++] == '-';
    if (i == n)
        return 0;
    int64_t e = 0;
    for (; i < n; i++) {
        if (!is_digit(s[i]))
            return 0;
        if (e < exponent_limit / 10)
            e = e * 10 + (s[i] - '0');
    }
    *out = negative ? -e : e;
    return 1;
}

/* Length of "digits[.digits]" at s; `*point` is the place of the point or that length. 0: no digit there. */
static size_t mantissa(const char *s, size_t n, size_t *point)
{
    size_t i = 0, digits = 0;
    *point = (size_t)-1;
    for (; i < n; i++) {
        if (is_digit(s[i]))
            digits++;
        else if (s[i] == '.' && *point == (size_t)-1)
            *point = i;
        else
            break;
    }
    if (*point == (size_t)-1)
        *point = i;
    return digits ? i : 0;
}

static int read_decimal(decimal *out, const char *s, size_t n)
{
    memset(out, 0, sizeof *out);
    int sign = 1;
    if (n && (*s == '+' || *s == '-')) {
        sign = *s == '-' ? -1 : 1;
        s++;
        n--;
    }
    size_t point, length = mantissa(s, n, &point);
    if (!length)
        return 0;
    int64_t e = 0;
    if (length < n && ((s[length] != 'e' && s[length] != 'E') || !read_exponent(&e, s + length + 1, n - length - 1)))
        return 0;
    size_t first = 0;
    while (first < length && (s[first] == '0' || s[first] == '.'))
        first++;
    if (first == length)
        return 1; /* zero, whatever its exponent */
    out->sign = sign;
    out->s = s + first;
    out->n = length - first;
    out->exponent = e + (first < point ? (int64_t)(point - first) : (int64_t)point + 1 - (int64_t)first);
    return 1;
}

static int next_digit(const decimal *d, size_t *i)
{
    if (*i < d->n && d->s[*i] == '.')
        ++*i;
    return *i < d->n ? d->s[(*i)++] - '0' : 0;
}

static int compare_magnitude(const decimal *a, const decimal *b)
{
    if (a->exponent != b->exponent)
        return a->exponent < b->exponent ? -1 : 1;
    size_t i = 0, j = 0;
    while (i < a->n || j < b->n) {
        int x = next_digit(a, &i), y = next_digit(b, &j);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

static int compare(const decimal *a, const decimal *b)
{
    if (a->sign != b->sign)
        return a->sign < b->sign ? -1 : 1;
    if (!a->sign)
        return 0;
    int c = compare_magnitude(a, b);
    return a->sign < 0 ? -c : c;
}

int el_decimal_compare(const char *a, size_t na, const char *b, size_t nb, int *unordered)
{
    decimal x, y;
    int numbers = read_decimal(&x, a, na) & read_decimal(&y, b, nb);
    if (unordered)
        *unordered = !numbers;
    return numbers ? compare(&x, &y) : 0;
}

enum { EXACT = 800 }; /* a double has at most 767 significant digits */

/* The exact decimal expansion; the library's decimal point follows the locale. */
static void exact_text(char *out, double d)
{
    char text[EXACT + 32];
    snprintf(text, sizeof text, "%.780e", d);
    for (const char *s = text; *s; s++) {
        if (is_digit(*s) || *s == '-' || *s == 'e' || *s == '+')
            *out++ = *s;
        else if (s > text && is_digit(s[-1]))
            *out++ = '.';
    }
    *out = '\0';
}

static int compare_int_double(int64_t i, double d)
{
    if (d >= 9223372036854775808.0)
        return -1;
    if (d < -9223372036854775808.0)
        return 1;
    int64_t whole = (int64_t)d;
    if (i != whole)
        return i < whole ? -1 : 1;
    double fraction = d - (double)whole;
    return fraction > 0 ? -1 : fraction < 0 ? 1 : 0;
}

static int is_integer(const el_value *v)
{
    return v->kind == EL_INT || v->kind == EL_BOOL;
}

static int compare_as_text(const el_value *a, const el_value *b, int *unordered)
{
    char buffer[2][EXACT + 32];
    const el_value *v[2] = {a, b};
    const char *s[2];
    size_t n[2];
    for (int k = 0; k < 2; k++) {
        s[k] = buffer[k];
        if (v[k]->kind == EL_DECIMAL) {
            s[k] = v[k]->u.text.s;
            n[k] = v[k]->u.text.n;
            continue;
        }
        if (v[k]->kind == EL_DOUBLE)
            exact_text(buffer[k], v[k]->u.d);
        else
            snprintf(buffer[k], sizeof buffer[k], "%" PRId64, v[k]->u.i);
        n[k] = strlen(buffer[k]);
    }
    return el_decimal_compare(s[0], n[0], s[1], n[1], unordered);
}

int el_number_compare(const el_value *a, const el_value *b, int *unordered)
{
    int ignored;
    if (!unordered)
        unordered = &ignored;
    *unordered = (a->kind == EL_DOUBLE && isnan(a->u.d)) || (b->kind == EL_DOUBLE && isnan(b->u.d));
    if (*unordered)
        return 0;
    if (is_integer(a) && is_integer(b))
        return a->u.i < b->u.i ? -1 : a->u.i > b->u.i;
    if (a->kind == EL_DOUBLE && b->kind == EL_DOUBLE)
        return a->u.d < b->u.d ? -1 : a->u.d > b->u.d;
    if (is_integer(a) && b->kind == EL_DOUBLE)
        return compare_int_double(a->u.i, b->u.d);
    if (a->kind == EL_DOUBLE && is_integer(b))
        return -compare_int_double(b->u.i, a->u.d);
    /* One is decimal text.  Infinity lies beyond every text that is a number. */
    const el_value *decimal_side = a->kind == EL_DECIMAL ? a : b, *other = decimal_side == a ? b : a;
    if (other->kind == EL_DOUBLE && isinf(other->u.d)) {
        el_decimal_compare(decimal_side->u.text.s, decimal_side->u.text.n, "0", 1, unordered);
        int c = other->u.d > 0 ? -1 : 1;
        return *unordered ? 0 : decimal_side == a ? c : -c;
    }
    return compare_as_text(a, b, unordered);
}
