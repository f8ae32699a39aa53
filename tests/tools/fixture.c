/* SPDX-License-Identifier: MIT */
/* Objects and their links. */
#include "fixture_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fixture_fail(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fputs("fixture: ", stderr);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
    va_end(ap);
    abort();
}

fixture *fixture_new(const el_model *model)
{
    fixture *f = el_xmalloc(sizeof *f);
    f->model = model;
    f->arena = el_arena_new();
    f->next_key = el_arena_array(f->arena, model->nentities + 1, sizeof *f->next_key);
    f->by_key = el_map_new();
    f->by_name = el_map_new();
    return f;
}

void fixture_free(fixture *f)
{
    if (!f)
        return;
    free(f->objects);
    el_map_free(f->by_key);
    el_map_free(f->by_name);
    el_arena_free(f->arena);
    el_model_free(f->own_model);
    free(f);
}

const el_model *fixture_model(const fixture *f)
{
    return f->model;
}
size_t fixture_count(const fixture *f)
{
    return f->n;
}
fixture_object *fixture_object_at(const fixture *f, size_t index)
{
    return f->objects[index];
}

static void key_text(char out[512], const el_entity *entity, int64_t key)
{
    snprintf(out, 512, "%s/%lld", entity->root->name, (long long)key);
}

fixture_object *fixture_find(const fixture *f, const el_entity *entity, int64_t key)
{
    char text[512];
    key_text(text, entity, key);
    return el_map_get(f->by_key, text);
}

fixture_object *fixture_named(const fixture *f, const char *name)
{
    return el_map_get(f->by_name, name);
}

fixture_object *fixture_add(fixture *f, const char *entity_name, int64_t key)
{
    const el_entity *entity = el_model_entity(f->model, entity_name);
    if (!entity)
        fixture_fail("no entity %s", entity_name);
    if (entity->abstract)
        fixture_fail("%s is abstract", entity_name);
    int64_t *next = &f->next_key[entity->root->index];
    if (!key)
        key = *next + 1;
    if (key > *next)
        *next = key;
    fixture_object *object = el_arena_alloc(f->arena, sizeof *object);
    object->entity = entity;
    object->key = key;
    object->attributes = el_arena_array(f->arena, entity->nall_attributes + 1, sizeof *object->attributes);
    object->links = el_arena_array(f->arena, entity->nall_relationships + 1, sizeof *object->links);
    object->counters = el_arena_array(f->arena, entity->nall_relationships + 1, sizeof *object->counters);
    char text[512];
    key_text(text, entity, key);
    if (el_map_put(f->by_key, text, object))
        fixture_fail("%s is there twice", text);
    if (f->n == f->cap) {
        f->cap = f->cap ? f->cap * 2 : 256;
        f->objects = el_xrealloc(f->objects, f->cap * sizeof *f->objects);
    }
    f->objects[f->n++] = object;
    return object;
}

void fixture_name(fixture *f, fixture_object *object, const char *name)
{
    object->name = el_arena_strdup(f->arena, name);
    if (el_map_put(f->by_name, name, object))
        fixture_fail("two objects are called %s", name);
}

int fixture_attribute_index(const el_entity *entity, const char *name)
{
    for (size_t i = 0; i < entity->nall_attributes; i++)
        if (!strcmp(entity->all_attributes[i]->name, name))
            return (int)i;
    return -1;
}

int fixture_relationship_index(const el_entity *entity, const char *name)
{
    for (size_t i = 0; i < entity->nall_relationships; i++)
        if (!strcmp(entity->all_relationships[i]->name, name))
            return (int)i;
    return -1;
}

static el_value copy(el_arena *arena, el_value v)
{
    switch (v.kind) {
    case EL_DECIMAL:
    case EL_STRING:
    case EL_DATA:
    case EL_UUID:
    case EL_URL:
    case EL_ENTITY:
    case EL_CLASS:
    case EL_KEYPATH:
    case EL_ARCHIVE: v.u.text.s = el_arena_strndup(arena, v.u.text.s ? v.u.text.s : "", v.u.text.n); break;
    case EL_LIST:
    case EL_SET: {
        el_value *items = el_arena_array(arena, v.u.list.n + 1, sizeof *items);
        for (size_t i = 0; i < v.u.list.n; i++)
            items[i] = copy(arena, v.u.list.items[i]);
        v.u.list.items = items;
        break;
    }
    case EL_DICT: {
        el_value *keys = el_arena_array(arena, v.u.dict.n + 1, sizeof *keys);
        el_value *values = el_arena_array(arena, v.u.dict.n + 1, sizeof *values);
        for (size_t i = 0; i < v.u.dict.n; i++) {
            keys[i] = copy(arena, v.u.dict.keys[i]);
            values[i] = copy(arena, v.u.dict.values[i]);
        }
        v.u.dict.keys = keys;
        v.u.dict.values = values;
        break;
    }
    default: break;
    }
    return v;
}

void fixture_set(fixture *f, fixture_object *object, const char *attribute, el_value value)
{
    int i = fixture_attribute_index(object->entity, attribute);
    if (i < 0)
        fixture_fail("%s has no attribute %s", object->entity->name, attribute);
    object->attributes[i] = copy(f->arena, value);
}

static int holds(const struct fixture_links *links, const fixture_object *object)
{
    for (size_t i = 0; i < links->n; i++)
        if (links->objects[i] == object)
            return 1;
    return 0;
}

static void append(fixture *f, struct fixture_links *links, fixture_object *object)
{
    if (links->n == links->cap) {
        size_t cap = links->cap ? links->cap * 2 : 1;
        fixture_object **bigger = el_arena_array(f->arena, cap, sizeof *bigger);
        if (links->n)
            memcpy(bigger, links->objects, links->n * sizeof *bigger);
        links->objects = bigger;
        links->cap = cap;
    }
    links->objects[links->n++] = object;
}

static void take_out(struct fixture_links *links, const fixture_object *object)
{
    for (size_t i = 0; i < links->n; i++)
        if (links->objects[i] == object) {
            memmove(links->objects + i, links->objects + i + 1, (links->n - i - 1) * sizeof *links->objects);
            links->n--;
            return;
        }
}

static struct fixture_links *links_of(fixture_object *object, const el_relationship *r)
{
    int i = fixture_relationship_index(object->entity, r->name);
    if (i < 0)
        fixture_fail("%s has no relationship %s", object->entity->name, r->name);
    return &object->links[i];
}

/* Sets one side; what a to-one pointed at before loses its inverse. */
static void put(fixture *f, fixture_object *from, const el_relationship *r, fixture_object *to)
{
    struct fixture_links *links = links_of(from, r);
    if (r->to_many) {
        append(f, links, to);
        return;
    }
    if (links->n && r->inverse)
        take_out(links_of(links->objects[0], r->inverse), from);
    links->n = 0;
    links->dangling = 0;
    append(f, links, to);
}

/* Whether the link is there: asked on the side that is shorter. */
static int linked(fixture_object *from, const el_relationship *r, fixture_object *to)
{
    struct fixture_links *ours = links_of(from, r);
    struct fixture_links *theirs = r->inverse ? links_of(to, r->inverse) : NULL;
    return theirs && theirs->n < ours->n ? holds(theirs, from) : holds(ours, to);
}

static const el_relationship *relationship_between(fixture_object *from, const char *name, fixture_object *to)
{
    int i = fixture_relationship_index(from->entity, name);
    if (i < 0)
        fixture_fail("%s has no relationship %s", from->entity->name, name);
    const el_relationship *r = from->entity->all_relationships[i];
    if (to && r->destination && !el_entity_is_kind_of(to->entity, r->destination))
        fixture_fail("%s.%s leads to %s, not to %s", from->entity->name, name, r->destination->name, to->entity->name);
    return r;
}

void fixture_link(fixture *f, fixture_object *from, const char *relationship, fixture_object *to)
{
    const el_relationship *r = relationship_between(from, relationship, to);
    if (linked(from, r, to))
        return;
    put(f, from, r, to);
    if (r->inverse && !(r->inverse == r && from == to))
        put(f, to, r->inverse, from);
}

void fixture_link_one_side(fixture *f, fixture_object *from, const char *relationship, fixture_object *to)
{
    const el_relationship *r = relationship_between(from, relationship, to);
    struct fixture_links *links = links_of(from, r);
    if (!r->to_many)
        links->n = 0;
    append(f, links, to);
}

void fixture_dangle(fixture *f, fixture_object *from, const char *relationship, int64_t key)
{
    (void)f;
    const el_relationship *r = relationship_between(from, relationship, NULL);
    if (r->to_many)
        fixture_fail("%s is to-many", relationship);
    struct fixture_links *links = links_of(from, r);
    links->n = 0;
    links->dangling = key;
}
