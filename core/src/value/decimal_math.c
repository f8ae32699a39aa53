/* SPDX-License-Identifier: MIT */
#include "value/decimal_math.h"

#include "entitylens/value.h"
#include "value/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Room for a product, or for an aligned sum plus guard digits. */
enum { WIDE = 2 * EL_DECIMAL_DIGITS + 6, EXPONENT_LIMIT = 100000 };

/* Drops zeros at both ends and rounds to 38 digits. */
static void settle(el_decimal *out, int negative, const unsigned char *digits, int n, int64_t exponent)
{
    unsigned char d[WIDE + 1];
    int from = 0;
    while (from < n && !digits[from])
        from++;
    n -= from;
    memcpy(d + 1, digits + from, (size_t)n);
    d[0] = 0;
    unsigned char *first = d + 1;
    if (n > EL_DECIMAL_DIGITS) {
        int up = first[EL_DECIMAL_DIGITS] >= 5;
        exponent += n - EL_DECIMAL_DIGITS;
        n = EL_DECIMAL_DIGITS;
        for (int i = n - 1; up && i >= -1; i--) {
            up = first[i] == 9;
            first[i] = (unsigned char)(up ? 0 : first[i] + 1);
        }
        if (first[-1]) {
            first--;
            exponent++; /* the last digit became zero and falls off */
        }
    }
    while (n && !first[n - 1]) {
        n--;
        exponent++;
    }
    memset(out, 0, sizeof *out);
    if (!n)
        return;
    out->negative = negative;
    out->n = n;
    out->exponent = (int)(exponent > EXPONENT_LIMIT ? EXPONENT_LIMIT : exponent < -EXPONENT_LIMIT ? -EXPONENT_LIMIT : exponent);
    memcpy(out->digits, first, (size_t)n);
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int read_exponent(int64_t *e, const char *s, size_t n)
{
    size_t i = 0;
    int negative = 0;
    if (i < n && (s[i] == '+' || s[i] == '-'))
        negative = s[i++] == '-';
    if (i == n)
        return 0;
    int64_t v = 0;
    for (; i < n; i++) {
        if (!is_digit(s[i]))
            return 0;
        if (v < 1000000)
            v = v * 10 + (s[i] - '0');
    }
    *e = negative ? -v : v;
    return 1;
}

int el_decimal_read(el_decimal *out, const char *s, size_t n)
{
    unsigned char digits[WIDE];
    int kept = 0, any = 0, point = 0, negative = 0;
    int64_t exponent = 0;
    size_t i = 0;
    if (i < n && (s[i] == '+' || s[i] == '-'))
        negative = s[i++] == '-';
    for (; i < n && (is_digit(s[i]) || (s[i] == '.' && !point)); i++) {
        if (s[i] == '.') {
            point = 1;
            continue;
        }
        any = 1;
        if (!kept && s[i] == '0') {
            exponent -= point;
        } else if (kept < WIDE) {
            digits[kept++] = (unsigned char)(s[i] - '0');
            exponent -= point;
        } else {
            exponent += !point; /* beyond any precision of ours */
        }
    }
    int64_t given = 0;
    if (!any || (i < n && ((s[i] != 'e' && s[i] != 'E') || !read_exponent(&given, s + i + 1, n - i - 1))))
        return 0;
    settle(out, negative, digits, kept, exponent + given);
    return 1;
}

static int from_double(el_decimal *out, double d)
{
    char digits[24], text[48];
    int exponent;
    memset(out, 0, sizeof *out);
    if (isnan(d) || isinf(d))
        return 0;
    if (d == 0)
        return 1;
    int n = el__shortest_digits(d, digits, &exponent);
    snprintf(text, sizeof text, "%s%se%d", d < 0 ? "-" : "", digits, exponent - n);
    return el_decimal_read(out, text, strlen(text));
}

int el_decimal_from_value(el_decimal *out, const el_value *v)
{
    char text[32];
    switch (v->kind) {
    case EL_BOOL:
    case EL_INT:
        snprintf(text, sizeof text, "%" PRId64, v->u.i);
        return el_decimal_read(out, text, strlen(text));
    case EL_DOUBLE: return from_double(out, v->u.d);
    case EL_DECIMAL:
    case EL_STRING: return el_decimal_read(out, v->u.text.s, v->u.text.n);
    default: return 0;
    }
}

size_t el_decimal_write(char *out, const el_decimal *d)
{
    char *p = out;
    if (!d->n) {
        strcpy(out, "0");
        return 1;
    }
    if (d->negative)
        *p++ = '-';
    int point = d->n + d->exponent; /* digits before the point */
    if (point > 130 || point < -130) {
        for (int i = 0; i < d->n; i++)
            *p++ = (char)('0' + d->digits[i]);
        return (size_t)(p - out) + (size_t)sprintf(p, "E%d", d->exponent);
    }
    if (point <= 0) {
        *p++ = '0';
        *p++ = '.';
        for (int i = point; i < 0; i++)
            *p++ = '0';
    }
    for (int i = 0; i < d->n || i < point; i++) {
        if (i == point && point > 0)
            *p++ = '.';
        *p++ = (char)('0' + (i < d->n ? d->digits[i] : 0));
    }
    *p = '\0';
    return (size_t)(p - out);
}

static int compare_magnitude(const el_decimal *a, const el_decimal *b)
{
    int high_a = a->n + a->exponent, high_b = b->n + b->exponent;
    if (!a->n || !b->n)
        return (a->n > 0) - (b->n > 0);
    if (high_a != high_b)
        return high_a < high_b ? -1 : 1;
    int n = a->n < b->n ? a->n : b->n;
    int c = memcmp(a->digits, b->digits, (size_t)n);
    return c ? c : (a->n > b->n) - (a->n < b->n);
}

/* Puts the digits of d into a row of WIDE places whose highest place is 10^(high-1); what lies below the row is only
 * remembered as "something" in the last place, which is far enough down not to change the rounding. */
static void align(unsigned char *row, const el_decimal *d, int high)
{
    memset(row, 0, WIDE);
    int at = high - (d->n + d->exponent);
    for (int i = 0; i < d->n; i++) {
        if (at + i < WIDE - 1)
            row[at + i] = d->digits[i];
        else if (d->digits[i])
            row[WIDE - 1] = 1;
    }
}

static void combine(el_decimal *out, const el_decimal *a, const el_decimal *b, int negate_b)
{
    int sign_b = b->negative ^ negate_b;
    const el_decimal *big = a, *small = b;
    int negative = a->negative;
    if (compare_magnitude(a, b) < 0) {
        big = b;
        small = a;
        negative = sign_b;
    }
    if (!small->n) {
        el_decimal copy = *big;
        copy.negative = copy.n ? negative : 0;
        *out = copy;
        return;
    }
    unsigned char x[WIDE], y[WIDE];
    int high = big->n + big->exponent + 1; /* one place for the carry */
    align(x, big, high);
    align(y, small, high);
    int subtract = a->negative != sign_b, carry = 0;
    for (int i = WIDE - 1; i >= 0; i--) {
        int v = subtract ? x[i] - y[i] - carry : x[i] + y[i] + carry;
        carry = subtract ? v < 0 : v > 9;
        x[i] = (unsigned char)((v + 10) % 10);
    }
    settle(out, negative, x, WIDE, (int64_t)high - WIDE);
}

void el_decimal_add(el_decimal *out, const el_decimal *a, const el_decimal *b)
{
    combine(out, a, b, 0);
}

void el_decimal_subtract(el_decimal *out, const el_decimal *a, const el_decimal *b)
{
    combine(out, a, b, 1);
}

void el_decimal_multiply(el_decimal *out, const el_decimal *a, const el_decimal *b)
{
    unsigned product[WIDE] = {0};
    int n = a->n + b->n;
    for (int i = 0; i < a->n; i++)
        for (int j = 0; j < b->n; j++)
            product[i + j + 1] += (unsigned)a->digits[i] * b->digits[j];
    unsigned char digits[WIDE] = {0};
    unsigned carry = 0;
    for (int i = n - 1; i >= 0; i--) {
        unsigned v = product[i] + carry;
        digits[i] = (unsigned char)(v % 10);
        carry = v / 10;
    }
    settle(out, a->negative ^ b->negative, digits, n, (int64_t)a->exponent + b->exponent);
}

/* Long division.  `rest` is the part of the dividend not yet divided, as digits; it always stays below 10 × divisor. */
typedef struct rest {
    unsigned char d[EL_DECIMAL_DIGITS + 2];
} rest;

static int rest_digit(rest *r, const unsigned char *divisor, int n, int next)
{
    enum { N = EL_DECIMAL_DIGITS + 2 };
    memmove(r->d, r->d + 1, N - 1);
    r->d[N - 1] = (unsigned char)next;
    int times = 0;
    for (;; times++) {
        int less = 0;
        for (int i = 0; i < N; i++) {
            int v = i < N - n ? 0 : divisor[i - (N - n)];
            if (r->d[i] != v) {
                less = r->d[i] < v;
                break;
            }
        }
        if (less)
            return times;
        int borrow = 0;
        for (int i = N - 1; i >= 0; i--) {
            int v = r->d[i] - (i < N - n ? 0 : divisor[i - (N - n)]) - borrow;
            borrow = v < 0;
            r->d[i] = (unsigned char)(v + 10 * borrow);
        }
    }
}

int el_decimal_divide(el_decimal *out, const el_decimal *a, const el_decimal *b)
{
    if (!b->n)
        return 0;
    unsigned char quotient[WIDE];
    rest r;
    memset(&r, 0, sizeof r);
    int sticky = 0;
    for (int i = 0; i < WIDE; i++)
        quotient[i] = (unsigned char)rest_digit(&r, b->digits, b->n, i < a->n ? a->digits[i] : 0);
    for (size_t i = 0; i < sizeof r.d; i++)
        sticky |= r.d[i];
    if (sticky && !(quotient[WIDE - 1] % 5))
        quotient[WIDE - 1]++;
    settle(out, a->negative ^ b->negative, quotient, WIDE, (int64_t)a->exponent - b->exponent + a->n - WIDE);
    return 1;
}

int el_decimal_modulus(el_decimal *out, const el_decimal *a, const el_decimal *b)
{
    if (!b->n)
        return 0;
    if (compare_magnitude(a, b) < 0) {
        *out = *a;
        return 1;
    }
    /* The remainder of DIGITS(a) × 10^k by DIGITS(b), at the lower of the two exponents. */
    int low = a->exponent < b->exponent ? a->exponent : b->exponent;
    rest r;
    memset(&r, 0, sizeof r);
    if (b->exponent - low + b->n > EL_DECIMAL_DIGITS)
        return 0; /* more digits between the two than a decimal has: no exact answer */
    unsigned char divisor[EL_DECIMAL_DIGITS] = {0};
    memcpy(divisor, b->digits, (size_t)b->n);
    int nd = b->n + b->exponent - low, na = a->n + a->exponent - low;
    for (int i = 0; i < na; i++)
        rest_digit(&r, divisor, nd, i < a->n ? a->digits[i] : 0);
    settle(out, a->negative, r.d, (int)sizeof r.d, low);
    return 1;
}
