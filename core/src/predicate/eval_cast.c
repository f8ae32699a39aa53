/* SPDX-License-Identifier: MIT */
/* CAST(x, "type"). */
#include "predicate/eval.h"

#include "base/arena.h"
#include "base/buf.h"
#include "predicate/ast_values.h"
#include "value/decimal_math.h"
#include "value/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static size_t digits_at(const char *s, size_t n, size_t i)
{
    size_t from = i;
    while (i < n && s[i] >= '0' && s[i] <= '9')
        i++;
    return i - from;
}

/* Length of the number that text begins with, behind blanks at *from; 0 when there is none. */
static size_t number_prefix(const char *s, size_t n, size_t *from, int *fraction)
{
    size_t i = 0;
    while (i < n && is_blank(s[i]))
        i++;
    *from = i;
    *fraction = 0;
    if (i < n && (s[i] == '-' || s[i] == '+'))
        i++;
    size_t whole = digits_at(s, n, i), part = 0;
    i += whole;
    if (i < n && s[i] == '.') {
        part = digits_at(s, n, i + 1);
        if (whole || part) {
            *fraction = 1;
            i += 1 + part;
        }
    }
    if (!whole && !part)
        return 0;
    if (i < n && (s[i] == 'e' || s[i] == 'E')) {
        size_t sign = i + 1 < n && (s[i + 1] == '-' || s[i + 1] == '+'), exponent = digits_at(s, n, i + 1 + sign);
        if (exponent) {
            *fraction = 1;
            i += 1 + sign + exponent;
        }
    }
    return i - *from;
}

el_value el__leading_number(const char *s, size_t n)
{
    size_t from;
    int fraction;
    size_t length = number_prefix(s, n, &from, &fraction);
    if (!length)
        return el_value_int(0);
    s += from;
    if (!fraction && length < 19) {
        int64_t v = 0;
        for (size_t i = *s == '-' || *s == '+'; i < length; i++)
            v = v * 10 + (s[i] - '0');
        return el_value_int(*s == '-' ? -v : v);
    }
    return el_value_double(el__strtod(s, length));
}

/* Text that is not a number as a whole gives nothing. */
static el_value number_from_text(const el_value *x)
{
    el_decimal d;
    char text[EL_DECIMAL_TEXT];
    if (!el_decimal_from_value(&d, x))
        return el_value_null();
    size_t n = el_decimal_write(text, &d);
    double value = el__strtod(text, n);
    int whole = d.exponent >= 0 && d.n + d.exponent <= 18;
    return whole ? el__leading_number(text, n) : el_value_double(value);
}

static int to_number(const el_value *x, el_value *out)
{
    if (x->kind == EL_DATE)
        *out = el_value_double(x->u.d - EL_REFERENCE_DATE);
    else if (x->kind == EL_STRING)
        *out = number_from_text(x);
    else if (x->kind == EL_BOOL)
        *out = el_value_int(x->u.i);
    else if (el__is_number(x))
        *out = *x;
    else
        return 0;
    return 1;
}

static int to_date(const el_value *x, el_value *out)
{
    double seconds;
    if (x->kind == EL_DATE)
        *out = *x;
    else if (el__is_number(x))
        *out = el_value_date(el__as_double(x) + EL_REFERENCE_DATE);
    else if (x->kind == EL_STRING)
        *out = el_date_parse(&seconds, x->u.text.s, x->u.text.n) == EL_OK ? el_value_date(seconds) : el_value_null();
    else
        return 0;
    return 1;
}

/* Doubles print as -stringValue does: whole numbers without a fraction. */
static void double_text(el_buf *out, double d)
{
    if (d == trunc(d) && fabs(d) < 1e15)
        el_buf_printf(out, "%lld", (long long)d);
    else
        el__normal_double(out, d);
}

static int to_string(el_eval *ev, const el_value *x, el_value *out)
{
    el_buf text = {0};
    switch (x->kind) {
    case EL_STRING:
    case EL_URL:
    case EL_UUID: el_buf_add(&text, x->u.text.s, x->u.text.n); break;
    case EL_BOOL:
    case EL_INT: el_buf_printf(&text, "%lld", (long long)x->u.i); break;
    case EL_DOUBLE: double_text(&text, x->u.d); break;
    case EL_DECIMAL: el__decimal_plain(&text, x->u.text.s, x->u.text.n); break;
    case EL_DATE: el_date_text(&text, x->u.d); break;
    default: return 0;
    }
    *out = el_value_text(EL_STRING, el_arena_strndup(ev->arena, el_buf_str(&text), text.len), text.len);
    el_buf_free(&text);
    return 1;
}

static int to_decimal(el_eval *ev, const el_value *x, el_value *out)
{
    el_decimal d;
    char text[EL_DECIMAL_TEXT];
    if (!el__is_number(x) && x->kind != EL_STRING)
        return 0;
    *out = el_value_null(); /* not a number */
    if (x->kind == EL_DECIMAL) {
        *out = *x;
    } else if (el_decimal_from_value(&d, x)) {
        size_t n = el_decimal_write(text, &d);
        *out = el_value_text(EL_DECIMAL, el_arena_strndup(ev->arena, text, n), n);
    }
    return 1;
}

static int is_type(const char *type, size_t n, const char *name)
{
    return strlen(name) == n && !memcmp(type, name, n);
}

int el__cast(el_eval *ev, el_range range, const el_value *x, const char *type, size_t n, el_value *out)
{
    el_value from = *x; /* out may be x */
    int good;
    *out = el_value_null();
    if (is_type(type, n, "NSNumber"))
        good = from.kind == EL_NULL || to_number(&from, out);
    else if (is_type(type, n, "NSDate"))
        good = from.kind == EL_NULL || to_date(&from, out);
    else if (is_type(type, n, "NSString"))
        good = from.kind == EL_NULL || to_string(ev, &from, out);
    else if (is_type(type, n, "NSDecimalNumber"))
        good = from.kind == EL_NULL || to_decimal(ev, &from, out);
    else
        return el__eval_fail(ev, range, "unsupported-cast", NULL, "CAST knows no type \"%.*s\".", n > 60 ? 60 : (int)n, type);
    if (good)
        return 0;
    return el__eval_fail(ev, range, "type-mismatch", NULL, "%s cannot be cast to %.*s.", el__kind_name(from.kind), (int)n, type);
}

int el__eval_cast(el_eval *ev, const el_expr *e, el_operand *out)
{
    el_operand x, type;
    int status = el__eval_expr(ev, e->items[0], &x);
    if (!status)
        status = el__eval_expr(ev, e->items[1], &type);
    if (status)
        return status;
    if (type.v.kind != EL_STRING)
        return el__eval_mismatch(ev, e->items[1]->range, &type.v, "The name of a type");
    *out = (el_operand){el_value_null(), NULL, 0};
    return el__cast(ev, e->range, &x.v, type.v.u.text.s, type.v.u.text.n, &out->v);
}
