/* SPDX-License-Identifier: MIT */
#include "corpus_values.h"

#include "base/arena.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REFERENCE_DATE = 978307200 };

static el_value of_text(el_arena *arena, el_value_kind kind, json_t *json)
{
    if (!json_is_string(json)) {
        fprintf(stderr, "corpus: a tagged value has no text\n");
        exit(2);
    }
    size_t n = json_string_length(json);
    return el_value_text(kind, el_arena_strndup(arena, json_string_value(json), n), n);
}

static el_value upper(el_value v)
{
    char *s = (char *)v.u.text.s; /* our own copy */
    for (size_t i = 0; i < v.u.text.n; i++)
        s[i] = (char)toupper((unsigned char)s[i]);
    return v;
}

static el_value data(el_arena *arena, json_t *json)
{
    const char *hex = json_string_value(json);
    size_t n = hex ? strlen(hex) / 2 : 0;
    char *bytes = el_arena_alloc(arena, n + 1);
    for (size_t i = 0; i < n; i++) {
        unsigned byte = 0;
        sscanf(hex + 2 * i, "%2x", &byte);
        bytes[i] = (char)byte;
    }
    return el_value_text(EL_DATA, bytes, n);
}

static el_value list(el_arena *arena, el_value_kind kind, json_t *json, corpus_lookup *lookup, void *ctx)
{
    size_t n = json_array_size(json);
    el_value *items = el_arena_array(arena, n ? n : 1, sizeof *items);
    for (size_t i = 0; i < n; i++)
        items[i] = corpus_value(arena, json_array_get(json, i), lookup, ctx);
    el_value v = el_value_null();
    v.kind = kind;
    v.u.list.items = items;
    v.u.list.n = n;
    return v;
}

static el_value dictionary(el_arena *arena, json_t *json, corpus_lookup *lookup, void *ctx)
{
    size_t n = json_object_size(json), i = 0;
    el_value *keys = el_arena_array(arena, n ? n : 1, sizeof *keys);
    el_value *values = el_arena_array(arena, n ? n : 1, sizeof *values);
    const char *key;
    json_t *member;
    json_object_foreach(json, key, member) {
        keys[i] = el_value_text(EL_STRING, el_arena_strdup(arena, key), (size_t)-1);
        values[i++] = corpus_value(arena, member, lookup, ctx);
    }
    el_value v = el_value_null();
    v.kind = EL_DICT;
    v.u.dict.keys = keys;
    v.u.dict.values = values;
    v.u.dict.n = n;
    return v;
}

static el_value object(el_arena *arena, json_t *json, corpus_lookup *lookup, void *ctx)
{
    const char *id = el_arena_strdup(arena, json_string_value(json));
    el_value v = lookup ? lookup(ctx, id) : el_value_object(NULL, 0);
    if (!v.u.object.name)
        v.u.object.name = id;
    return v;
}

static el_value tagged(el_arena *arena, const char *tag, json_t *json, corpus_lookup *lookup, void *ctx)
{
    if (!strcmp(tag, "date"))
        return el_value_date(json_number_value(json) + REFERENCE_DATE);
    if (!strcmp(tag, "data"))
        return data(arena, json);
    if (!strcmp(tag, "uuid"))
        return upper(of_text(arena, EL_UUID, json));
    if (!strcmp(tag, "object"))
        return object(arena, json, lookup, ctx);
    if (!strcmp(tag, "set"))
        return list(arena, EL_SET, json, lookup, ctx);
    el_value_kind kind = !strcmp(tag, "url")       ? EL_URL
                         : !strcmp(tag, "decimal") ? EL_DECIMAL
                         : !strcmp(tag, "entity")  ? EL_ENTITY
                         : !strcmp(tag, "class")   ? EL_CLASS
                                                   : EL_KEYPATH;
    return of_text(arena, kind, json);
}

static const char *tag_of(json_t *json)
{
    static const char *const tags[] = {"date", "data", "uuid", "url", "decimal", "object", "entity", "class", "set", "key"};
    if (json_object_size(json) != 1)
        return NULL;
    const char *key = json_object_iter_key(json_object_iter(json));
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (!strcmp(key, tags[i]))
            return key;
    return NULL;
}

el_value corpus_value(el_arena *arena, json_t *json, corpus_lookup *lookup, void *ctx)
{
    switch (json_typeof(json)) {
    case JSON_NULL: return el_value_null();
    case JSON_TRUE:
    case JSON_FALSE: return el_value_bool(json_is_true(json));
    case JSON_INTEGER: return el_value_int(json_integer_value(json));
    case JSON_REAL: return el_value_double(json_real_value(json));
    case JSON_STRING: return of_text(arena, EL_STRING, json);
    case JSON_ARRAY: return list(arena, EL_LIST, json, lookup, ctx);
    default: break;
    }
    const char *tag = tag_of(json);
    if (!tag)
        return dictionary(arena, json, lookup, ctx);
    return tagged(arena, tag, json_object_get(json, tag), lookup, ctx);
}
