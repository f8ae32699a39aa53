/* SPDX-License-Identifier: MIT */
#include "corpus_graph.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

el_value corpus_graph_object(const fixture_object *object)
{
    el_value v = el_value_object(object->entity->name, object->key);
    v.u.object.name = object->name;
    return v;
}

el_value corpus_graph_lookup(void *ctx, const char *id)
{
    const fixture_object *object = fixture_named(ctx, id);
    return object ? corpus_graph_object(object) : el_value_object(NULL, 0);
}

static const fixture_object *find(const corpus_graph *g, const el_value *v)
{
    if (v->u.object.name)
        return fixture_named(g->objects, v->u.object.name);
    const el_entity *entity = v->u.object.entity ? el_model_entity(fixture_model(g->objects), v->u.object.entity) : NULL;
    return entity ? fixture_find(g->objects, entity, v->u.object.key) : NULL;
}

static el_value links(const corpus_graph *g, const fixture_object *object, size_t i)
{
    const struct fixture_links *links = &object->links[i];
    const el_relationship *r = object->entity->all_relationships[i];
    if (!r->to_many)
        return links->n ? corpus_graph_object(links->objects[0]) : el_value_null();
    el_value *items = el_arena_array(g->arena, links->n ? links->n : 1, sizeof *items), v = el_value_null();
    for (size_t k = 0; k < links->n; k++)
        items[k] = corpus_graph_object(links->objects[k]);
    v.kind = r->ordered ? EL_LIST : EL_SET;
    v.u.list.items = items;
    v.u.list.n = links->n;
    return v;
}

/* A key that only another entity of the hierarchy has is nil here. */
static int known_in(const el_entity *entity, const char *key)
{
    if (el_entity_attribute(entity, key) || el_entity_relationship(entity, key))
        return 1;
    for (size_t i = 0; i < entity->nchildren; i++)
        if (known_in(entity->children[i], key))
            return 1;
    return 0;
}

static int value(void *ctx, const el_value *v, const char *key, el_value *out, el_error *err)
{
    const corpus_graph *g = ctx;
    const fixture_object *object = find(g, v);
    *out = el_value_null();
    if (!object)
        return EL_OK;
    const el_entity *e = object->entity;
    for (size_t i = 0; i < e->nall_attributes; i++)
        if (!strcmp(e->all_attributes[i]->name, key)) {
            *out = object->attributes[i];
            return EL_OK;
        }
    for (size_t i = 0; i < e->nall_relationships; i++)
        if (!strcmp(e->all_relationships[i]->name, key)) {
            *out = links(g, object, i);
            return EL_OK;
        }
    if (known_in(e->root, key))
        return EL_OK;
    int status = el_error_set(err, EL_EPREDICATE, "unknown-key", "%s has no key \"%s\".", e->name, key);
    el_error_arg(err, "%s", key);
    return status;
}

static const char *entity_name(void *ctx, const el_value *v)
{
    const fixture_object *object = find(ctx, v);
    return object ? object->entity->name : v->u.object.entity;
}

static const el_entity *entity_of(const corpus_graph *g, const char *name)
{
    return el_model_entity(fixture_model(g->objects), name);
}

static int is_kind_of(void *ctx, const char *name, const char *ancestor)
{
    const el_entity *a = entity_of(ctx, name), *b = entity_of(ctx, ancestor);
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
    const el_entity *entity = entity_of(ctx, name);
    const el_relationship *r = entity ? relationship_below(entity, key) : NULL;
    *to_many = r && r->to_many;
    return r && r->destination ? r->destination->name : NULL;
}

void corpus_graph_init(corpus_graph *graph, const fixture *objects)
{
    graph->objects = objects;
    graph->arena = el_arena_new();
    graph->source = (el_eval_source){graph, value, entity_name, is_kind_of, destination};
}

void corpus_graph_clear(corpus_graph *graph)
{
    el_arena_free(graph->arena);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void corpus_sort_names(const char **names, size_t n)
{
    qsort(names, n, sizeof *names, by_bytes);
}

int corpus_graph_fetch(corpus_graph *graph, el_arena *arena, const el_predicate *p, const el_entity *entity, el_eval_mode mode,
                       const char ***names, size_t *n, el_error *err)
{
    size_t count = fixture_count(graph->objects);
    *names = el_arena_array(arena, count + 1, sizeof **names);
    *n = 0;
    for (size_t i = 0; i < count; i++) {
        const fixture_object *object = fixture_object_at(graph->objects, i);
        if (!el_entity_is_kind_of(object->entity, entity))
            continue;
        el_value self = corpus_graph_object(object);
        el_truth truth;
        int status = el_predicate_evaluate(&truth, p, &self, &graph->source, mode, err);
        if (status)
            return status;
        if (truth == EL_TRUE)
            (*names)[(*n)++] = object->name;
    }
    corpus_sort_names(*names, *n);
    return EL_OK;
}
