/* SPDX-License-Identifier: MIT */
/* Default values: text in the model file, value by the attribute's type.  Real files are sloppy (a Boolean "0.0", an
 * Integer "NO"), so both spellings are taken for both. */
#include "model/draft.h"
#include "value/number.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const double SECONDS_1970_TO_2001 = 978307200.0;

/* Digits, one point, an exponent: nothing that depends on a locale, no hexadecimal, no "nan". */
static int plain_number(const char *s)
{
    size_t digits = 0;
    if (*s == '+' || *s == '-')
        s++;
    for (; isdigit((unsigned char)*s); s++)
        digits++;
    if (*s == '.')
        for (s++; isdigit((unsigned char)*s); s++)
            digits++;
    if (!digits)
        return 0;
    if (*s == 'e' || *s == 'E') {
        s++;
        if (*s == '+' || *s == '-')
            s++;
        if (!isdigit((unsigned char)*s))
            return 0;
        while (isdigit((unsigned char)*s))
            s++;
    }
    return *s == '\0';
}

static int yes_no(const char *text)
{
    if (!strcasecmp(text, "YES") || !strcasecmp(text, "true"))
        return 1;
    if (!strcasecmp(text, "NO") || !strcasecmp(text, "false"))
        return 0;
    return -1;
}

static int read_integer(el_value *out, const char *text)
{
    int b = yes_no(text);
    if (b >= 0) {
        *out = (el_value){.kind = EL_INT, .u.i = b};
        return 1;
    }
    char *end;
    errno = 0;
    long long i = strtoll(text, &end, 10);
    if (end == text || errno || !plain_number(text))
        return 0;
    if (*end == '.') /* a zero fraction is as good as none */
        for (end++; *end == '0'; end++)
            continue;
    if (*end)
        return 0;
    *out = (el_value){.kind = EL_INT, .u.i = i};
    return 1;
}

static int read_boolean(el_value *out, const char *text)
{
    int b = yes_no(text);
    if (b < 0 && !plain_number(text))
        return 0;
    *out = (el_value){.kind = EL_BOOL, .u.i = b >= 0 ? b : el__strtod(text, strlen(text)) != 0};
    return 1;
}

static int read_real(el_value *out, el_value_kind kind, const char *text, double offset)
{
    int b = yes_no(text);
    if (b < 0 && !plain_number(text))
        return 0;
    double d = b >= 0 ? b : el__strtod(text, strlen(text));
    if (!isfinite(d))
        return 0;
    *out = (el_value){.kind = kind, .u.d = d + offset};
    return 1;
}

static int is_uuid(const char *s)
{
    if (strlen(s) != 36)
        return 0;
    for (int i = 0; i < 36; i++)
        if (i == 8 || i == 13 || i == 18 || i == 23 ? s[i] != '-' : !isxdigit((unsigned char)s[i]))
            return 0;
    return 1;
}

static int read_text(el_value *out, el_model_builder *b, el_value_kind kind, const char *text)
{
    char *copy = el_arena_strdup(b->arena, text);
    if (kind == EL_UUID) {
        if (!is_uuid(text))
            return 0;
        for (char *p = copy; *p; p++)
            *p = (char)toupper((unsigned char)*p);
    }
    *out = (el_value){.kind = kind, .u.text = {copy, strlen(copy)}};
    return 1;
}

static int read_decimal(el_value *out, el_model_builder *b, const char *text)
{
    int flag = yes_no(text);
    if (flag >= 0)
        return read_text(out, b, EL_DECIMAL, flag ? "1" : "0");
    return plain_number(text) && read_text(out, b, EL_DECIMAL, text);
}

void el_model_builder_default(el_model_builder *b, el_attribute *a, const char *text, int line)
{
    int good;
    a->has_default = 1;
    a->default_text = el_arena_strdup(b->arena, text);
    a->default_value = (el_value){.kind = EL_NULL};
    switch (a->type) {
    case EL_TYPE_INT16:
    case EL_TYPE_INT32:
    case EL_TYPE_INT64: good = read_integer(&a->default_value, text); break;
    case EL_TYPE_DECIMAL: good = read_decimal(&a->default_value, b, text); break;
    case EL_TYPE_DOUBLE:
    case EL_TYPE_FLOAT: good = read_real(&a->default_value, EL_DOUBLE, text, 0); break;
    case EL_TYPE_BOOLEAN: good = read_boolean(&a->default_value, text); break;
    case EL_TYPE_DATE: good = read_real(&a->default_value, EL_DATE, text, SECONDS_1970_TO_2001); break;
    case EL_TYPE_STRING: good = read_text(&a->default_value, b, EL_STRING, text); break;
    case EL_TYPE_UUID: good = read_text(&a->default_value, b, EL_UUID, text); break;
    case EL_TYPE_URI: good = read_text(&a->default_value, b, EL_URL, text); break;
    default: good = 1; /* types whose default has no text form: keep the text, no value */
    }
    if (!good)
        el_model_builder_note(b, line, 1, "bad-default", "the default '%s' of '%s' is not a %s", text, a->name,
                              el_attribute_type_name(a->type));
}

double el__default_date(const el_attribute *a)
{
    /* Through 1970 and back would round the last digits away. */
    if (a->default_text && plain_number(a->default_text))
        return el__strtod(a->default_text, strlen(a->default_text));
    return a->default_value.u.d - SECONDS_1970_TO_2001;
}
