/* SPDX-License-Identifier: MIT */
/* Arguments of predicates as a person writes them: JSON, or tagged text. */
#include "entitylens/object.h"
#include "entitylens/value.h"

#include "base/arena.h"

#include <jansson.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int refuse(el_error *err, const char *text, const char *why)
{
    el_error_set(err, EL_EUSAGE, "bad-argument", "the argument %s cannot be used: %s", text[0] ? text : "(empty)", why);
    el_error_arg(err, "%s", text);
    el_error_hint(err, "An argument is JSON (5, \"john\", true, null, [1,2]) or tagged: date:2016-01-01T00:00:00Z, "
                       "date:@1451606400, uuid:…, base64:…, decimal:1.10, object:User/2.");
    return EL_EUSAGE;
}

static int decode_base64(el_arena *arena, el_value *out, const char *s, size_t n)
{
    unsigned char *bytes = el_arena_alloc(arena, n / 4 * 3 + 4);
    size_t length = 0;
    unsigned v = 0;
    int digits = 0, padding = 0;
    for (size_t i = 0; i < n; i++) {
        static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        const char *p = s[i] ? strchr(alphabet, s[i]) : NULL;
        if (s[i] == '=') {
            padding++;
            continue;
        }
        if (!p || padding)
            return -1;
        v = v << 6 | (unsigned)(p - alphabet);
        if (++digits % 4 == 0) {
            bytes[length++] = (unsigned char)(v >> 16);
            bytes[length++] = (unsigned char)(v >> 8);
            bytes[length++] = (unsigned char)v;
            v = 0;
        }
    }
    if (digits % 4 == 1 || padding > 2)
        return -1;
    if (digits % 4 >= 2) {
        v <<= 6 * (4 - digits % 4);
        bytes[length++] = (unsigned char)(v >> 16);
        if (digits % 4 == 3)
            bytes[length++] = (unsigned char)(v >> 8);
    }
    *out = el_value_text(EL_DATA, (const char *)bytes, length);
    return 0;
}

static int decode_uuid(el_arena *arena, el_value *out, const char *s, size_t n)
{
    if (n != 36)
        return -1;
    char *text = el_arena_strndup(arena, s, n);
    for (size_t i = 0; i < n; i++) {
        int dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? text[i] != '-' : !strchr("0123456789abcdefABCDEF", text[i]))
            return -1;
        if (text[i] >= 'a')
            text[i] = (char)(text[i] - 32);
    }
    *out = el_value_text(EL_UUID, text, n);
    return 0;
}

static int decode_decimal(el_arena *arena, el_value *out, const char *s, size_t n)
{
    int unordered = 0;
    el_decimal_compare(s, n, "0", 1, &unordered);
    if (unordered)
        return -1;
    *out = el_value_text(EL_DECIMAL, el_arena_strndup(arena, s, n), n);
    return 0;
}

static int decode_object(el_arena *arena, el_value *out, const char *s, size_t n)
{
    char entity[256];
    int64_t key;
    el_error ignored;
    char *text = el_arena_strndup(arena, s, n);
    if (el_object_id_parse(entity, sizeof entity, &key, text, &ignored))
        return -1;
    *out = el_value_object(el_arena_strdup(arena, entity), key);
    return 0;
}

static int decode_date(el_value *out, const char *s, size_t n)
{
    if (n && s[0] == '@') {
        char *end;
        errno = 0;
        double d = strtod(s + 1, &end);
        if (errno || end == s + 1 || *end || !isfinite(d))
            return -1;
        *out = el_value_date(d);
        return 0;
    }
    double d;
    if (el_date_parse(&d, s, n))
        return -1;
    *out = el_value_date(d);
    return 0;
}

static int from_json(el_arena *arena, el_value *out, const json_t *json);

static int tagged_object(el_arena *arena, el_value *out, const char *key, const json_t *v)
{
    const char *s = json_is_string(v) ? json_string_value(v) : NULL;
    size_t n = s ? json_string_length(v) : 0;
    if (!strcmp(key, "date") && json_is_number(v)) {
        *out = el_value_date(json_number_value(v));
        return 0;
    }
    if (!strcmp(key, "uuid") && s)
        return decode_uuid(arena, out, s, n);
    if (!strcmp(key, "url") && s) {
        *out = el_value_text(EL_URL, el_arena_strndup(arena, s, n), n);
        return 0;
    }
    if (!strcmp(key, "decimal") && s)
        return decode_decimal(arena, out, s, n);
    if (!strcmp(key, "base64") && s)
        return decode_base64(arena, out, s, n);
    if (!strcmp(key, "object") && s)
        return decode_object(arena, out, s, n);
    if (!strcmp(key, "double") && s) {
        double d = !strcmp(s, "nan") ? (double)NAN : !strcmp(s, "inf") ? HUGE_VAL : !strcmp(s, "-inf") ? -HUGE_VAL : 0;
        *out = el_value_double(d);
        return d == 0 ? -1 : 0;
    }
    if (!strcmp(key, "set") && json_is_array(v)) {
        int rc = from_json(arena, out, v);
        out->kind = EL_SET;
        return rc;
    }
    return -1;
}

static int json_list(el_arena *arena, el_value *out, const json_t *json)
{
    size_t n = json_array_size(json);
    el_value *items = el_arena_array(arena, n + 1, sizeof *items);
    for (size_t i = 0; i < n; i++)
        if (from_json(arena, &items[i], json_array_get(json, i)))
            return -1;
    *out = el_value_null();
    out->kind = EL_LIST;
    out->u.list.items = items;
    out->u.list.n = n;
    return 0;
}

static int from_json(el_arena *arena, el_value *out, const json_t *json)
{
    switch (json_typeof(json)) {
    case JSON_NULL: *out = el_value_null(); return 0;
    case JSON_TRUE: *out = el_value_bool(1); return 0;
    case JSON_FALSE: *out = el_value_bool(0); return 0;
    case JSON_INTEGER: *out = el_value_int(json_integer_value(json)); return 0;
    case JSON_REAL: *out = el_value_double(json_real_value(json)); return 0;
    case JSON_STRING: {
        size_t n = json_string_length(json);
        *out = el_value_text(EL_STRING, el_arena_strndup(arena, json_string_value(json), n), n);
        return 0;
    }
    case JSON_ARRAY: return json_list(arena, out, json);
    case JSON_OBJECT: {
        void *it = json_object_iter((json_t *)json);
        if (json_object_size(json) != 1)
            return -1;
        return tagged_object(arena, out, json_object_iter_key(it), json_object_iter_value(it));
    }
    }
    return -1;
}

int el_value_parse(el_value *out, el_arena *arena, const char *text, el_error *err)
{
    static const char *const tags[] = {"date:", "uuid:", "base64:", "decimal:", "object:"};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        size_t n = strlen(tags[i]);
        if (strncmp(text, tags[i], n) != 0)
            continue;
        const char *s = text + n;
        size_t rest = strlen(s);
        int rc = i == 0 ? decode_date(out, s, rest) : i == 1 ? decode_uuid(arena, out, s, rest)
               : i == 2 ? decode_base64(arena, out, s, rest) : i == 3 ? decode_decimal(arena, out, s, rest)
                        : decode_object(arena, out, s, rest);
        return rc ? refuse(err, text, "what follows the tag is not of its form") : EL_OK;
    }
    json_error_t where;
    json_t *json = json_loads(text, JSON_DECODE_ANY | JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, &where);
    if (!json)
        return refuse(err, text, text[0] ? "it is neither JSON nor tagged" : "it is empty");
    int rc = from_json(arena, out, json);
    json_decref(json);
    return rc ? refuse(err, text, "a JSON object holds one key that names a kind of value") : EL_OK;
}
