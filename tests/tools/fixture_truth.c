/* SPDX-License-Identifier: MIT */
/* Objects of truth files. */
#include "fixture_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

el_value fixture_base64(el_arena *arena, const char *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    el_value v = {.kind = EL_DATA};
    char *bytes = el_arena_alloc(arena, strlen(text) + 1);
    unsigned bits = 0, count = 0;
    for (; *text && *text != '='; text++) {
        const char *digit = strchr(digits, *text);
        if (!digit)
            continue;
        bits = bits << 6 | (unsigned)(digit - digits);
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes[v.u.text.n++] = (char)(bits >> count);
        }
    }
    v.u.text.s = bytes;
    return v;
}

static el_value text_of(el_arena *arena, el_value_kind kind, json_t *json)
{
    el_value v = {.kind = kind};
    v.u.text.n = json_string_length(json);
    v.u.text.s = el_arena_strndup(arena, json_string_value(json), v.u.text.n);
    return v;
}

static el_value value_of(el_arena *arena, json_t *json);

static el_value list_of(el_arena *arena, el_value_kind kind, json_t *json)
{
    el_value v = {.kind = kind};
    el_value *items = el_arena_array(arena, json_array_size(json) + 1, sizeof *items);
    for (size_t i = 0; i < json_array_size(json); i++)
        items[i] = value_of(arena, json_array_get(json, i));
    v.u.list.items = items;
    v.u.list.n = json_array_size(json);
    return v;
}

static el_value dictionary_of(el_arena *arena, json_t *json)
{
    el_value v = {.kind = EL_DICT};
    size_t n = json_object_size(json);
    el_value *keys = el_arena_array(arena, n + 1, sizeof *keys), *values = el_arena_array(arena, n + 1, sizeof *values);
    const char *key;
    json_t *value;
    json_object_foreach(json, key, value)
    {
        keys[v.u.dict.n].kind = EL_STRING;
        keys[v.u.dict.n].u.text.s = el_arena_strdup(arena, key);
        keys[v.u.dict.n].u.text.n = strlen(key);
        values[v.u.dict.n++] = value_of(arena, value);
    }
    v.u.dict.keys = keys;
    v.u.dict.values = values;
    return v;
}

/* A dictionary with one of the coding's own keys is a value; *known says whether it was one. */
static el_value tagged(int *known, el_arena *arena, json_t *json)
{
    el_value v = {.kind = EL_NULL};
    void *only = json_object_iter(json);
    const char *tag = json_object_iter_key(only);
    json_t *inner = json_object_iter_value(only);
    *known = 1;
    if (!strcmp(tag, "transformable"))
        return value_of(arena, inner);
    if (!strcmp(tag, "decimal"))
        return text_of(arena, EL_DECIMAL, inner);
    if (!strcmp(tag, "base64"))
        return fixture_base64(arena, json_string_value(inner));
    if (!strcmp(tag, "uuid"))
        return text_of(arena, EL_UUID, inner);
    if (!strcmp(tag, "url"))
        return text_of(arena, EL_URL, inner);
    if (!strcmp(tag, "set"))
        return list_of(arena, EL_SET, inner);
    if (!strcmp(tag, "date") || !strcmp(tag, "double")) {
        v.kind = *tag == 'd' && tag[1] == 'a' ? EL_DATE : EL_DOUBLE;
        v.u.d = json_is_string(inner) ? strtod(json_string_value(inner), NULL) : json_number_value(inner);
        return v;
    }
    *known = 0;
    return v;
}

static el_value value_of(el_arena *arena, json_t *json)
{
    el_value v = {.kind = EL_NULL};
    int known = 0;
    switch (json_typeof(json)) {
    case JSON_STRING: return text_of(arena, EL_STRING, json);
    case JSON_ARRAY: return list_of(arena, EL_LIST, json);
    case JSON_TRUE:
    case JSON_FALSE:
        v.kind = EL_BOOL;
        v.u.i = json_is_true(json);
        return v;
    case JSON_INTEGER:
        v.kind = EL_INT;
        v.u.i = json_integer_value(json);
        return v;
    case JSON_REAL:
        v.kind = EL_DOUBLE;
        v.u.d = json_real_value(json);
        return v;
    case JSON_OBJECT:
        if (json_object_size(json) == 1)
            v = tagged(&known, arena, json);
        return known ? v : dictionary_of(arena, json);
    default: return v;
    }
}

static fixture_object *object_of(fixture *f, json_t *id, int64_t *key)
{
    const char *text = json_string_value(id), *slash = text ? strrchr(text, '/') : NULL;
    char entity[256];
    *key = 0;
    if (!slash || (size_t)(slash - text) >= sizeof entity)
        return NULL;
    memcpy(entity, text, (size_t)(slash - text));
    entity[slash - text] = 0;
    *key = strtoll(slash + 1, NULL, 10);
    const el_entity *e = el_model_entity(f->model, entity);
    return e ? fixture_find(f, e, *key) : NULL;
}

static void add_object(fixture *f, json_t *spec)
{
    const char *id = json_string_value(json_object_get(spec, "id")), *slash = strrchr(id, '/'), *name;
    char entity[256];
    snprintf(entity, sizeof entity, "%.*s", (int)(slash - id), id);
    fixture_object *object = fixture_add(f, entity, strtoll(slash + 1, NULL, 10));
    json_t *value;
    json_object_foreach(json_object_get(spec, "attributes"), name, value)
        fixture_set(f, object, name, value_of(f->arena, value));
}

static void add_links(fixture *f, json_t *spec)
{
    int64_t key;
    size_t i;
    const char *name;
    json_t *value, *member;
    fixture_object *object = object_of(f, json_object_get(spec, "id"), &key);
    json_object_foreach(json_object_get(spec, "toOne"), name, value)
    {
        fixture_object *to = object_of(f, value, &key);
        if (to)
            fixture_link_one_side(f, object, name, to);
        else if (key)
            fixture_dangle(f, object, name, key);
    }
    json_object_foreach(json_object_get(spec, "toMany"), name, value) json_array_foreach(value, i, member)
    {
        fixture_object *to = object_of(f, member, &key);
        if (!to)
            fixture_fail("%s names an object that is not there", name);
        fixture_link_one_side(f, object, name, to);
    }
}

fixture *fixture_from_truth_json(const el_model *model, json_t *root)
{
    fixture *f = fixture_new(model);
    json_t *objects = json_object_get(root, "objects"), *spec;
    size_t i;
    json_array_foreach(objects, i, spec) add_object(f, spec);
    json_array_foreach(objects, i, spec) add_links(f, spec);
    return f;
}

int fixture_from_truth(fixture **out, const el_model *model, const char *path, el_error *err)
{
    *out = NULL;
    json_t *root = fixture_json(path, err);
    if (!root)
        return EL_EIO;
    *out = fixture_from_truth_json(model, root);
    json_decref(root);
    return EL_OK;
}
