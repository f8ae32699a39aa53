/* SPDX-License-Identifier: MIT */
/* A model made from the "entities" of a data set. */
#include "fixture_json.h"

#include <string.h>

typedef struct maker {
    el_model *model;
    el_arena *arena;
} maker;

static el_attribute_type type_of(const char *name)
{
    static const struct {
        const char *name;
        el_attribute_type type;
    } types[] = {
        {"int", EL_TYPE_INT64},     {"double", EL_TYPE_DOUBLE}, {"decimal", EL_TYPE_DECIMAL},
        {"string", EL_TYPE_STRING}, {"bool", EL_TYPE_BOOLEAN},  {"date", EL_TYPE_DATE},
        {"data", EL_TYPE_BINARY},   {"uuid", EL_TYPE_UUID},     {"url", EL_TYPE_URI},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(types[i].name, name))
            return types[i].type;
    fixture_fail("no attribute type %s", name);
}

static void add_attributes(maker *m, el_entity *entity, json_t *spec)
{
    const el_attribute **list = el_arena_array(m->arena, json_object_size(spec) + 1, sizeof *list);
    const char *name;
    json_t *type;
    json_object_foreach(spec, name, type)
    {
        el_attribute *a = el_arena_alloc(m->arena, sizeof *a);
        a->name = el_arena_strdup(m->arena, name);
        a->owner = entity;
        a->type = type_of(json_string_value(type));
        a->optional = 1;
        list[entity->nattributes++] = a;
    }
    entity->attributes = list;
}

static void add_relationships(maker *m, el_entity *entity, json_t *spec)
{
    const el_relationship **list = el_arena_array(m->arena, json_object_size(spec) + 1, sizeof *list);
    const char *name;
    json_t *facts;
    json_object_foreach(spec, name, facts)
    {
        el_relationship *r = el_arena_alloc(m->arena, sizeof *r);
        r->name = el_arena_strdup(m->arena, name);
        r->owner = entity;
        r->destination_name = el_arena_strdup(m->arena, json_string_value(json_object_get(facts, "to")));
        r->destination = el_model_entity(m->model, r->destination_name);
        r->inverse_name = el_arena_strdup(m->arena, json_string_value(json_object_get(facts, "inverse")));
        r->inverse_entity = r->inverse_name ? r->destination_name : NULL;
        r->to_many = json_is_true(json_object_get(facts, "many"));
        r->optional = 1;
        r->max_count = r->to_many ? 0 : 1;
        r->delete_rule = EL_DELETE_NULLIFY;
        if (!r->destination)
            fixture_fail("%s.%s leads to an unknown entity", entity->name, name);
        list[entity->nrelationships++] = r;
    }
    entity->relationships = list;
}

static void join_inherited(maker *m, el_entity *entity)
{
    const el_entity *chain[64];
    size_t depth = 0, na = 0, nr = 0;
    for (const el_entity *e = entity; e && depth < 64; e = e->parent) {
        chain[depth++] = e;
        na += e->nattributes;
        nr += e->nrelationships;
    }
    entity->root = chain[depth - 1];
    const el_attribute **as = el_arena_array(m->arena, na + 1, sizeof *as);
    const el_relationship **rs = el_arena_array(m->arena, nr + 1, sizeof *rs);
    for (size_t d = depth; d-- > 0;) {
        for (size_t i = 0; i < chain[d]->nattributes; i++)
            as[entity->nall_attributes++] = chain[d]->attributes[i];
        for (size_t i = 0; i < chain[d]->nrelationships; i++)
            rs[entity->nall_relationships++] = chain[d]->relationships[i];
    }
    entity->all_attributes = as;
    entity->all_relationships = rs;
}

static void adopt(maker *m, el_entity *parent, const el_entity *child)
{
    const el_entity **children = el_arena_array(m->arena, parent->nchildren + 1, sizeof *children);
    if (parent->nchildren)
        memcpy(children, parent->children, parent->nchildren * sizeof *children);
    children[parent->nchildren++] = child;
    parent->children = children;
}

static void connect_inverses(el_model *model)
{
    for (size_t e = 0; e < model->nentities; e++)
        for (size_t i = 0; i < model->entities[e]->nrelationships; i++) {
            el_relationship *r = (el_relationship *)model->entities[e]->relationships[i];
            if (r->inverse_name)
                r->inverse = el_entity_relationship(r->destination, r->inverse_name);
        }
}

el_model *fixture_dataset_model(json_t *root)
{
    json_t *entities = json_object_get(root, "entities"), *spec;
    el_arena *arena = el_arena_new();
    el_model *model = el_arena_alloc(arena, sizeof *model);
    maker m = {model, arena};
    el_entity **list = el_arena_array(arena, json_object_size(entities) + 1, sizeof *list);
    const char *name;
    model->arena = arena;
    model->by_name = el_map_new();
    model->name = el_arena_strdup(arena, json_string_value(json_object_get(root, "name")));
    model->source = "xcdatamodel";
    model->identifier = "";
    model->entities = (const el_entity *const *)list;
    json_object_foreach(entities, name, spec)
    {
        (void)spec;
        el_entity *entity = el_arena_alloc(arena, sizeof *entity);
        entity->name = entity->class_name = el_arena_strdup(arena, name);
        entity->model = model;
        entity->index = (int)model->nentities;
        list[model->nentities++] = entity;
        el_map_put(model->by_name, name, entity);
    }
    for (size_t i = 0; i < model->nentities; i++) {
        spec = json_object_get(entities, list[i]->name);
        const char *parent = json_string_value(json_object_get(spec, "parent"));
        if (parent) {
            list[i]->parent = el_model_entity(model, parent);
            adopt(&m, (el_entity *)list[i]->parent, list[i]);
        }
        add_attributes(&m, list[i], json_object_get(spec, "attributes"));
        add_relationships(&m, list[i], json_object_get(spec, "relationships"));
    }
    for (size_t i = 0; i < model->nentities; i++)
        join_inherited(&m, list[i]);
    connect_inverses(model);
    return model;
}
