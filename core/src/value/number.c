/* SPDX-License-Identifier: MIT */
/* Doubles as text: the fewest digits that read back the same.
 * The C library is asked only for digits, since its decimal point follows the locale, which a Qt program sets. */
#include "value/number.h"

#include "base/arena.h"
#include "base/buf.h"
#include "entitylens/value.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Digits and exponent of d rounded to `precision` digits: d ≈ m × 10^e. */
static uint64_t rounded(double d, int precision, int *e)
{
    char text[48];
    snprintf(text, sizeof text, "%.*e", precision - 1, d);
    uint64_t m = 0;
    const char *s = text;
    for (; *s && *s != 'e'; s++)
        if (*s >= '0' && *s <= '9')
            m = m * 10 + (uint64_t)(*s - '0');
    *e = (*s ? atoi(s + 1) : 0) - (precision - 1);
    return m;
}

static int reads_back(uint64_t m, int e, double d)
{
    char text[48];
    snprintf(text, sizeof text, "%" PRIu64 "e%d", m, e);
    return strtod(text, NULL) == d;
}

/* Correct rounding to a given number of digits may miss where a neighbouring decimal does read back (the gaps
 * around powers of two are uneven), so the neighbours are tried as well. */
static int try_precision(double d, int precision, uint64_t *m, int *e)
{
    *m = rounded(d, precision, e);
    if (reads_back(*m, *e, d))
        return 1;
    if (precision >= 17)
        return 1;
    if (reads_back(*m + 1, *e, d))
        return ++*m, 1;
    if (*m > 1 && reads_back(*m - 1, *e, d))
        return --*m, 1;
    return 0;
}

int el__shortest_digits(double d, char *digits, int *exponent)
{
    uint64_t m;
    int e;
    d = fabs(d);
    int everyday = el__everyday_digits(d, digits, exponent);
    if (everyday)
        return everyday;
    /* Fifteen digits always survive the way to a double and back, so nothing shorter needs to be tried first:
     * its trailing zeros go below.  Subnormal numbers have less precision than that. */
    for (int precision = d < 2.3e-308 ? 1 : 15; !try_precision(d, precision, &m, &e); precision++)
        ;
    while (m && m % 10 == 0) {
        m /= 10;
        e++;
    }
    int n = snprintf(digits, 20, "%" PRIu64, m);
    *exponent = e + n;
    return n;
}

double el__strtod(const char *s, size_t n)
{
    /* Rewritten without a point: digits, then a power of ten. */
    char *text = el_xmalloc(n + 32);
    size_t to = 0;
    long long e = 0;
    int after_point = 0;
    size_t i = 0;
    for (; i < n && s[i] != 'e' && s[i] != 'E'; i++) {
        if (s[i] == '.') {
            after_point = 1;
            continue;
        }
        text[to++] = s[i];
        e -= after_point;
    }
    if (i < n) {
        char exponent[32];
        size_t m = n - i - 1 < sizeof exponent - 1 ? n - i - 1 : sizeof exponent - 1;
        memcpy(exponent, s + i + 1, m);
        exponent[m] = '\0';
        long long given = strtoll(exponent, NULL, 10);
        e += given > 1000000 ? 1000000 : given < -1000000 ? -1000000 : given;
    }
    snprintf(text + to, 32, "e%lld", e);
    double d = strtod(text, NULL);
    free(text);
    return d;
}

void el_double_text(char *out, double d)
{
    if (isnan(d) || isinf(d)) {
        strcpy(out, isnan(d) ? "nan" : d < 0 ? "-inf" : "inf");
        return;
    }
    if (d == 0) {
        strcpy(out, signbit(d) ? "-0.0" : "0.0");
        return;
    }
    if (fabs(d) < 1e15 && d == (double)(int64_t)d) {
        strcpy(out + el_int64_text(out, (int64_t)d), ".0");
        return;
    }
    char digits[24];
    int exponent, n = el__shortest_digits(d, digits, &exponent);
    if (d < 0)
        *out++ = '-';
    if (exponent > 0 && exponent < n) {
        memcpy(out, digits, (size_t)exponent);
        out[exponent] = '.';
        memcpy(out + exponent + 1, digits + exponent, (size_t)(n - exponent) + 1);
    } else if (exponent <= -4 || exponent > 16) {
        *out++ = digits[0];
        if (n > 1)
            out += sprintf(out, ".%s", digits + 1);
        sprintf(out, "e%s%02d", exponent - 1 < 0 ? "-" : "+", abs(exponent - 1));
    } else if (exponent <= 0) {
        sprintf(out, "0.%.*s%s", -exponent, "0000", digits);
    } else {
        sprintf(out, "%s%.*s.0", digits, exponent - n, "0000000000000000");
    }
}
