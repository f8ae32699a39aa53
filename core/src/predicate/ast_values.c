/* SPDX-License-Identifier: MIT */
#include "predicate/ast_values.h"

#include "base/buf.h"
#include "value/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN_DIGITS = 400 };

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The digits of the mantissa without the point; `point` is how many stand before it.  0: no number. */
static size_t mantissa(el_buf *digits, const char *s, size_t n, long *point)
{
    size_t i = 0;
    *point = -1;
    for (; i < n && (is_digit(s[i]) || (s[i] == '.' && *point < 0)); i++) {
        if (s[i] == '.')
            *point = (long)digits->len;
        else
            el_buf_putc(digits, s[i]);
    }
    if (*point < 0)
        *point = (long)digits->len;
    return digits->len ? i : 0;
}

static int exponent(const char *s, size_t n, long *value)
{
    int negative = n && *s == '-';
    size_t i = n && (*s == '-' || *s == '+');
    *value = 0;
    if (i == n)
        return 0;
    for (; i < n; i++) {
        if (!is_digit(s[i]) || *value > 100000)
            return 0;
        *value = *value * 10 + (s[i] - '0');
    }
    *value = negative ? -*value : *value;
    return 1;
}

static void write_plain(el_buf *out, const el_buf *digits, long point, int negative)
{
    long from = 0, to = (long)digits->len;
    while (from < to && digits->data[from] == '0')
        from++;
    while (to > from && digits->data[to - 1] == '0')
        to--;
    if (from == to) {
        el_buf_putc(out, '0');
        return;
    }
    if (negative)
        el_buf_putc(out, '-');
    if (point <= from)
        el_buf_putc(out, '0');
    for (long i = point < from ? point : from; i < to || i < point; i++) {
        if (i == point)
            el_buf_putc(out, '.');
        el_buf_putc(out, i < from || i >= to ? '0' : digits->data[i]);
    }
}

void el__decimal_plain(el_buf *out, const char *s, size_t n)
{
    el_buf digits = {0};
    int negative = n && *s == '-';
    size_t skip = n && (*s == '-' || *s == '+');
    long point, e = 0;
    size_t length = mantissa(&digits, s + skip, n - skip, &point), rest = n - skip - length;
    const char *tail = s + skip + length;
    int good = length && (!rest || ((*tail == 'e' || *tail == 'E') && exponent(tail + 1, rest - 1, &e)));
    if (good && labs(point + e) < PLAIN_DIGITS && digits.len < PLAIN_DIGITS)
        write_plain(out, &digits, point + e, negative);
    else
        el_buf_add(out, s, n);
    el_buf_free(&digits);
}

void el__normal_double(el_buf *out, double d)
{
    char text[32];
    el_double_text(text, d);
    const char *e = strchr(text, 'e'), *digits = e ? e + 1 : NULL;
    if (!digits || !(is_digit(*digits) || *digits == '-' || *digits == '+')) {
        el_buf_puts(out, text);
        return;
    }
    el_buf_add(out, text, (size_t)(digits - text));
    if (*digits == '-')
        el_buf_putc(out, '-');
    digits += *digits == '-' || *digits == '+';
    while (digits[0] == '0' && digits[1])
        digits++;
    el_buf_puts(out, digits);
}

double el__reference_seconds(double since_1970)
{
    double difference = since_1970 - EL_REFERENCE_DATE;
    /* The subtraction shows rounding that the larger number had (0.1 became 0.10000002384);
     * the shortest number that leads to the same instant is the one that was meant. */
    for (int precision = 1; precision < 17; precision++) {
        char text[48];
        int n = snprintf(text, sizeof text, "%.*e", precision - 1, difference);
        for (int i = 0; i < n; i++)
            if (text[i] == ',')
                text[i] = '.'; /* the process's locale */
        double shorter = el__strtod(text, (size_t)n);
        if (shorter + EL_REFERENCE_DATE == since_1970)
            return shorter;
    }
    return difference;
}
