/* SPDX-License-Identifier: MIT */
/* Objects of a store for the in-memory evaluator, and why one of them does or does not match a predicate. */
#include "entitylens/query.h"

#include "base/arena.h"
#include "base/map.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct el_store_source {
    el_store *store;
    el_map *objects;   /* "Root/key" → slot */
    el_arena *arena;   /* slots and the lists handed out */
    el_eval_source source;
};

/* An object that has been looked for; NULL when there is none. */
typedef struct slot { el_object *object; } slot;

static const el_entity *entity_named(const el_store_source *s, const char *name)
{
    return name ? el_model_entity(el_store_model(s->store), name) : NULL;
}

static int find(el_store_source *s, const el_value *v, el_object **out, el_error *err)
{
    const el_entity *entity = entity_named(s, v->u.object.entity);
    *out = NULL;
    if (!entity)
        return EL_OK;
    char key[256];
    snprintf(key, sizeof key, "%.200s/%" PRId64, entity->root->name, v->u.object.key);
    slot *known = el_map_get(s->objects, key);
    if (!known) {
        el_error ignored;
        el_object *object = NULL;
        int status = el_object_read(&object, s->store, entity->root, v->u.object.key, EL_READ_TO_MANY, err ? err : &ignored);
        if (status && status != EL_ENOTFOUND)
            return status;
        known = el_arena_alloc(s->arena, sizeof *known);
        known->object = object;
        el_map_put(s->objects, key, known);
    }
    *out = known->object;
    return EL_OK;
}

static el_value reference(const el_ref *ref)
{
    return ref->present && ref->entity ? el_value_object(ref->entity->name, ref->key) : el_value_null();
}

static el_value related(el_store_source *s, const el_object *object, size_t i)
{
    const el_relationship *r = object->entity->all_relationships[i];
    if (!r->to_many)
        return reference(&object->to_one[i]);
    const el_ref_list *list = &object->to_many[i];
    el_value *items = el_arena_array(s->arena, list->n ? list->n : 1, sizeof *items), v = el_value_null();
    for (size_t k = 0; k < list->n; k++)
        items[k] = reference(&list->items[k]);
    v.kind = r->ordered ? EL_LIST : EL_SET;
    v.u.list.items = items;
    v.u.list.n = list->n;
    return v;
}

/* A key that only other entities of the hierarchy have is nil here. */
static int known_below(const el_entity *entity, const char *key)
{
    if (el_entity_attribute(entity, key) || el_entity_relationship(entity, key))
        return 1;
    for (size_t i = 0; i < entity->nchildren; i++)
        if (known_below(entity->children[i], key))
            return 1;
    return 0;
}

static int value(void *ctx, const el_value *v, const char *key, el_value *out, el_error *err)
{
    el_store_source *s = ctx;
    el_object *object;
    *out = el_value_null();
    int status = find(s, v, &object, err);
    const el_entity *e = object ? object->entity : entity_named(s, v->u.object.entity);
    if (status || !e)
        return status;
    for (size_t i = 0; object && i < e->nall_attributes; i++)
        if (!strcmp(e->all_attributes[i]->name, key)) {
            *out = object->attributes[i].value;
            return EL_OK;
        }
    for (size_t i = 0; object && i < e->nall_relationships; i++)
        if (!strcmp(e->all_relationships[i]->name, key)) {
            *out = related(s, object, i);
            return EL_OK;
        }
    if (known_below(e->root, key))
        return EL_OK;
    status = el_error_set(err, EL_EPREDICATE, "unknown-key", "%s has no key \"%s\".", e->name, key);
    el_error_arg(err, "%s", key);
    return status;
}

static const char *own_entity(void *ctx, const el_value *v)
{
    el_object *object;
    return !find(ctx, v, &object, NULL) && object ? object->entity->name : v->u.object.entity;
}

static int is_kind_of(void *ctx, const char *name, const char *ancestor)
{
    const el_entity *a = entity_named(ctx, name), *b = entity_named(ctx, ancestor);
    return a && b && el_entity_is_kind_of(a, b);
}

static const el_relationship *relationship_below(const el_entity *entity, const char *key)
{
    const el_relationship *r = el_entity_relationship(entity, key);
    for (size_t i = 0; !r && i < entity->nchildren; i++)
        r = relationship_below(entity->children[i], key);
    return r;
}

static const char *destination(void *ctx, const char *name, const char *key, int *to_many)
{
    const el_entity *entity = entity_named(ctx, name);
    const el_relationship *r = entity ? relationship_below(entity, key) : NULL;
    *to_many = r && r->to_many;
    return r && r->destination ? r->destination->name : NULL;
}

el_store_source *el_store_source_new(el_store *store)
{
    el_store_source *s = el_xmalloc(sizeof *s);
    s->store = store;
    s->objects = el_map_new();
    s->arena = el_arena_new();
    s->source = (el_eval_source){s, value, own_entity, is_kind_of, destination};
    return s;
}

const el_eval_source *el_store_source_functions(const el_store_source *source)
{
    return &source->source;
}

void el_store_source_free(el_store_source *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < el_map_count(s->objects); i++)
        el_object_free(((slot *)el_map_value(s->objects, i))->object);
    el_map_free(s->objects);
    el_arena_free(s->arena);
    free(s);
}

int el_object_explain(el_reasons **out, el_store *store, const el_entity *entity, int64_t key, const char *where,
                      const el_value *args, size_t nargs, el_error *err)
{
    el_predicate *p;
    el_object *object;
    *out = NULL;
    int status = el_predicate_parse(&p, where, strlen(where), args, nargs, err, 1, NULL);
    if (status)
        return status;
    status = el_predicate_check(p, entity, err, 1, NULL);
    el_store_source *s = el_store_source_new(store);
    el_value self = el_value_object(entity->name, key);
    if (!status)
        status = find(s, &self, &object, err);
    if (!status && (!object || !el_entity_is_kind_of(object->entity, entity))) {
        status = el_error_set(err, EL_ENOTFOUND, "no-such-object", "There is no object %s/%" PRId64 " in the store.", entity->name, key);
        el_error_arg(err, "%s/%" PRId64, entity->name, key);
    }
    if (!status) {
        self.u.object.entity = object->entity->name;
        status = el_predicate_explain_object(out, p, &self, el_store_source_functions(s), EL_EVAL_STORE);
    }
    el_store_source_free(s);
    el_predicate_free(p);
    return status;
}
