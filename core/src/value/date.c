/* SPDX-License-Identifier: MIT */
/* ISO 8601 and seconds since 1970, without loss in either direction. */
#include "base/buf.h"
#include "entitylens/value.h"
#include "value/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Proleptic Gregorian calendar: days since 1970-01-01, counted from March so that leap days end a year. */
static int64_t days_from_civil(int64_t y, int m, int d)
{
    y -= m <= 2;
    int64_t era = (y >= 0 ? y : y - 399) / 400;
    int64_t yoe = y - era * 400;
    int64_t doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

static void civil_from_days(int64_t days, int64_t *y, int *m, int *d)
{
    days += 719468;
    int64_t era = (days >= 0 ? days : days - 146096) / 146097;
    int64_t doe = days - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    int64_t mp = (5 * doy + 2) / 153;
    *d = (int)(doy - (153 * mp + 2) / 5 + 1);
    *m = (int)(mp < 10 ? mp + 3 : mp - 9);
    *y = yoe + era * 400 + (*m <= 2);
}

typedef struct scanner { const char *s, *end; } scanner;

static int number(scanner *in, int digits, int least, int most, int *out)
{
    int v = 0;
    if (in->end - in->s < digits)
        return 0;
    for (int i = 0; i < digits; i++) {
        char c = in->s[i];
        if (c < '0' || c > '9')
            return 0;
        v = v * 10 + (c - '0');
    }
    in->s += digits;
    *out = v;
    return v >= least && v <= most;
}

static int literal(scanner *in, char c)
{
    if (in->s == in->end || *in->s != c)
        return 0;
    in->s++;
    return 1;
}

static int days_in_month(int y, int m)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return m == 2 && (y % 4 == 0 && (y % 100 != 0 || y % 400 == 0)) ? 29 : days[m - 1];
}

static int date_part(scanner *in, int64_t *seconds)
{
    int y, m, d;
    if (!number(in, 4, 0, 9999, &y) || !literal(in, '-') || !number(in, 2, 1, 12, &m) || !literal(in, '-') ||
        !number(in, 2, 1, days_in_month(y, m), &d))
        return 0;
    *seconds = days_from_civil(y, m, d) * 86400;
    return 1;
}

static int time_part(scanner *in, int64_t *seconds, scanner *fraction)
{
    int h, m, s = 0;
    if (!number(in, 2, 0, 23, &h) || !literal(in, ':') || !number(in, 2, 0, 59, &m))
        return 0;
    if (literal(in, ':')) {
        if (!number(in, 2, 0, 60, &s)) /* 60: a leap second, which the count since 1970 does not know */
            return 0;
        if (in->s < in->end && (*in->s == '.' || *in->s == ',')) {
            fraction->s = ++in->s;
            while (in->s < in->end && *in->s >= '0' && *in->s <= '9')
                in->s++;
            fraction->end = in->s;
            if (fraction->s == fraction->end)
                return 0;
        }
    }
    *seconds += h * 3600 + m * 60 + s;
    return 1;
}

static int zone_part(scanner *in, int64_t *seconds)
{
    if (in->s == in->end || literal(in, 'Z') || literal(in, 'z'))
        return 1;
    int negative = *in->s == '-', h, m = 0;
    if (!literal(in, '+') && !literal(in, '-'))
        return 0;
    if (!number(in, 2, 0, 23, &h))
        return 0;
    literal(in, ':');
    if (in->s < in->end && !number(in, 2, 0, 59, &m))
        return 0;
    int64_t offset = h * 3600 + m * 60;
    *seconds -= negative ? -offset : offset;
    return 1;
}

/* seconds + 0.FRACTION as the nearest double: put together as text, since adding would round twice. */
static double with_fraction(int64_t seconds, const scanner *fraction)
{
    size_t n = (size_t)(fraction->end - fraction->s);
    while (n && fraction->s[n - 1] == '0')
        n--;
    if (!n)
        return (double)seconds;
    el_buf text = {0};
    if (seconds >= 0) {
        el_buf_printf(&text, "%" PRId64 ".%.*s", seconds, (int)n, fraction->s);
    } else {
        el_buf_printf(&text, "-%" PRId64 ".", -(seconds + 1));
        for (size_t i = 0; i < n; i++)
            el_buf_putc(&text, (char)('0' + (i + 1 == n ? 10 : 9) - (fraction->s[i] - '0')));
    }
    double d = el__strtod(text.data, text.len);
    el_buf_free(&text);
    return d;
}

int el_date_parse(double *seconds_since_1970, const char *s, size_t n)
{
    scanner in = {s, s + (n == (size_t)-1 ? strlen(s) : n)}, fraction = {s, s};
    int64_t seconds;
    if (!date_part(&in, &seconds))
        return EL_EUSAGE;
    if (in.s < in.end) {
        if (!literal(&in, 'T') && !literal(&in, 't') && !literal(&in, ' '))
            return EL_EUSAGE;
        if (!time_part(&in, &seconds, &fraction) || !zone_part(&in, &seconds) || in.s != in.end)
            return EL_EUSAGE;
    }
    if (fraction.end - fraction.s > 1000)
        return EL_EUSAGE;
    *seconds_since_1970 = with_fraction(seconds, &fraction);
    return EL_OK;
}

/* The digits after the point of |d|, fewest that read back; for a negative d those of d - floor(d). */
static void add_fraction(el_buf *out, double d)
{
    char digits[24];
    int exponent, n = el__shortest_digits(d, digits, &exponent);
    size_t from = out->len;
    for (int i = exponent; i < 0; i++)
        el_buf_putc(out, '0');
    for (int i = exponent < 0 ? 0 : exponent; i < n; i++)
        el_buf_putc(out, digits[i]);
    if (d < 0) /* the complement; the last digit is never 0 */
        for (size_t i = from; i < out->len; i++)
            out->data[i] = (char)('0' + (i + 1 == out->len ? 10 : 9) - (out->data[i] - '0'));
}

/* 0001-01-01T00:00:00Z to just before 10000-01-01T00:00:00Z */
static int has_calendar_text(double d)
{
    return d >= -62135596800.0 && d < 253402300800.0;
}

static char *two(char *to, int n, char after)
{
    to[0] = (char)('0' + n / 10);
    to[1] = (char)('0' + n % 10);
    to[2] = after;
    return to + 3;
}

static void add_date(el_buf *out, double d, int offset)
{
    int64_t whole = (int64_t)floor(d), shown = whole + offset;
    int64_t days = shown >= 0 ? shown / 86400 : (shown - 86399) / 86400, y;
    int m, day, rest = (int)(shown - days * 86400);
    civil_from_days(days, &y, &m, &day);
    if (y < 0 || y > 9999) { /* an offset may lead out of the range by a day */
        el_buf_printf(out, "%04d-%02d-%02dT%02d:%02d:%02d", (int)y, m, day, rest / 3600, rest / 60 % 60, rest % 60);
    } else {
        char text[24];
        two(text, (int)y / 100, '0');
        char *to = two(text + 2, (int)y % 100, '-');
        to = two(two(to, m, '-'), day, 'T');
        to = two(two(two(to, rest / 3600, ':'), rest / 60 % 60, ':'), rest % 60, '.');
        el_buf_add(out, text, (size_t)(to - text) - 1);
    }
    if (d != (double)whole) {
        el_buf_putc(out, '.');
        add_fraction(out, d);
    }
}

static void add_raw(el_buf *out, double d)
{
    char text[40];
    el_double_text(text, d);
    el_buf_puts(out, text);
}

void el_date_text(el_buf *out, double d)
{
    if (!has_calendar_text(d)) {
        add_raw(out, d);
        return;
    }
    add_date(out, d, 0);
    el_buf_putc(out, 'Z');
}

void el_date_text_local(el_buf *out, double d)
{
    time_t t = has_calendar_text(d) ? (time_t)floor(d) : 0;
    struct tm tm;
    if (!has_calendar_text(d) || !localtime_r(&t, &tm) || !has_calendar_text(d + (double)tm.tm_gmtoff)) {
        el_date_text(out, d);
        return;
    }
    long offset = tm.tm_gmtoff, minutes = labs(offset) / 60;
    add_date(out, d, (int)offset);
    el_buf_printf(out, "%c%02ld:%02ld", offset < 0 ? '-' : '+', minutes / 60, minutes % 60);
    if (labs(offset) % 60) /* local mean time of the nineteenth century */
        el_buf_printf(out, ":%02ld", labs(offset) % 60);
}

int el_date_is_plausible(double d)
{
    return d >= -2208988800.0 && d < 7258118400.0;
}

size_t el_date_readings(el_date_reading out[EL_DATE_READINGS], double number)
{
    static const struct {
        const char *name;
        double unit, offset;
    } readings[EL_DATE_READINGS] = {
        {"seconds since 2001", 1, 978307200},
        {"milliseconds since 1970", 1e-3, 0},
        {"milliseconds since 2001", 1e-3, 978307200},
        {"nanoseconds since 2001", 1e-9, 978307200},
        {"microseconds since 1970", 1e-6, 0},
        {"seconds since 1904", 1, -2082844800},
    };
    size_t n = 0;
    for (size_t i = 0; i < EL_DATE_READINGS; i++) {
        double d = number * readings[i].unit + readings[i].offset;
        /* A small number would be a moment soon after every epoch. */
        if (d >= 631152000.0 && d < 4102444800.0 && number * readings[i].unit >= 5 * 31557600.0)
            out[n++] = (el_date_reading){readings[i].name, d};
    }
    return n;
}
