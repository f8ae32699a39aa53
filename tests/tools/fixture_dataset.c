/* SPDX-License-Identifier: MIT */
/* Data sets of the predicate corpora. */
#include "fixture_json.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

json_t *fixture_json(const char *path, el_error *err)
{
    json_error_t error;
    json_t *root = json_load_file(path, JSON_ALLOW_NUL, &error);
    if (!root)
        el_error_set(err, EL_EIO, "fixture-json", "%s: line %d: %s", path, error.line, error.text);
    return root;
}

el_value fixture_hex(el_arena *arena, const char *text)
{
    el_value v = {.kind = EL_DATA};
    size_t n = strlen(text) / 2;
    char *bytes = el_arena_alloc(arena, n + 1);
    for (size_t i = 0; i < n; i++) {
        char pair[3] = {text[i * 2], text[i * 2 + 1], 0};
        bytes[i] = (char)strtoul(pair, NULL, 16);
    }
    v.u.text.s = bytes;
    v.u.text.n = n;
    return v;
}

static el_value text_value(el_arena *arena, el_value_kind kind, json_t *json)
{
    el_value v = {.kind = kind};
    v.u.text.n = json_string_length(json);
    char *copy = el_arena_strndup(arena, json_string_value(json), v.u.text.n);
    if (kind == EL_UUID)
        for (char *p = copy; *p; p++)
            *p = (char)toupper((unsigned char)*p);
    v.u.text.s = copy;
    return v;
}

static el_value value_of(fixture *f, const el_attribute *a, json_t *json)
{
    el_value v = {.kind = EL_NULL};
    if (json_is_null(json))
        return v;
    switch (a->type) {
    case EL_TYPE_BOOLEAN:
        v.kind = EL_BOOL;
        v.u.i = json_is_true(json);
        return v;
    case EL_TYPE_INT64:
        v.kind = EL_INT;
        v.u.i = json_integer_value(json);
        return v;
    case EL_TYPE_DOUBLE:
        v.kind = EL_DOUBLE;
        v.u.d = json_number_value(json);
        return v;
    case EL_TYPE_DATE: /* since 2001 in the corpora */
        v.kind = EL_DATE;
        v.u.d = json_number_value(json) + 978307200.0;
        return v;
    case EL_TYPE_DECIMAL: return text_value(f->arena, EL_DECIMAL, json);
    case EL_TYPE_UUID: return text_value(f->arena, EL_UUID, json);
    case EL_TYPE_URI: return text_value(f->arena, EL_URL, json);
    case EL_TYPE_BINARY: return fixture_hex(f->arena, json_string_value(json));
    default: return text_value(f->arena, EL_STRING, json);
    }
}

static void set_attributes(fixture *f, fixture_object *object, json_t *spec)
{
    for (size_t i = 0; i < object->entity->nall_attributes; i++) {
        const el_attribute *a = object->entity->all_attributes[i];
        json_t *json = json_object_get(spec, a->name);
        if (json)
            fixture_set(f, object, a->name, value_of(f, a, json));
    }
}

static void link_named(fixture *f, fixture_object *object, const char *relationship, json_t *id)
{
    fixture_object *to = fixture_named(f, json_string_value(id));
    if (!to)
        fixture_fail("%s of %s names an unknown object", relationship, object->name);
    fixture_link(f, object, relationship, to);
}

static void set_links(fixture *f, fixture_object *object, json_t *spec)
{
    for (size_t i = 0; i < object->entity->nall_relationships; i++) {
        const char *name = object->entity->all_relationships[i]->name;
        json_t *json = json_object_get(spec, name), *id;
        size_t k;
        if (json_is_string(json))
            link_named(f, object, name, json);
        else
            json_array_foreach(json, k, id) link_named(f, object, name, id);
    }
}

int fixture_from_dataset(fixture **out, const char *path, el_error *err)
{
    *out = NULL;
    json_t *root = fixture_json(path, err), *list, *spec;
    if (!root)
        return EL_EIO;
    el_model *model = fixture_dataset_model(root);
    fixture *f = fixture_new(model);
    const char *entity;
    size_t i;
    f->own_model = model;
    json_object_foreach(json_object_get(root, "objects"), entity, list) json_array_foreach(list, i, spec)
    {
        fixture_object *object = fixture_add(f, entity, 0);
        fixture_name(f, object, json_string_value(json_object_get(spec, "id")));
        set_attributes(f, object, spec);
    }
    json_object_foreach(json_object_get(root, "objects"), entity, list) json_array_foreach(list, i, spec)
        set_links(f, fixture_named(f, json_string_value(json_object_get(spec, "id"))), spec);
    json_decref(root);
    *out = f;
    return EL_OK;
}
