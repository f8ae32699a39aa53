/* SPDX-License-Identifier: MIT */
#include "entitylens/model.h"

#include "base/arena.h"
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    el_attribute_type type;
    const char *name;
} types[] = {
    {EL_TYPE_UNDEFINED, "Undefined"}, {EL_TYPE_INT16, "Integer 16"}, {EL_TYPE_INT32, "Integer 32"},
    {EL_TYPE_INT64, "Integer 64"},    {EL_TYPE_DECIMAL, "Decimal"},  {EL_TYPE_DOUBLE, "Double"},
    {EL_TYPE_FLOAT, "Float"},         {EL_TYPE_STRING, "String"},    {EL_TYPE_BOOLEAN, "Boolean"},
    {EL_TYPE_DATE, "Date"},           {EL_TYPE_BINARY, "Binary"},    {EL_TYPE_UUID, "UUID"},
    {EL_TYPE_URI, "URI"},             {EL_TYPE_TRANSFORMABLE, "Transformable"},
    {EL_TYPE_OBJECTID, "ObjectID"},   {EL_TYPE_COMPOSITE, "Composite"},
};

const char *el_attribute_type_name(el_attribute_type type)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].type == type)
            return types[i].name;
    return "Undefined";
}

int el_attribute_type_from_name(el_attribute_type *type, const char *name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(types[i].name, name)) {
            *type = types[i].type;
            return 1;
        }
    *type = EL_TYPE_UNDEFINED;
    return 0;
}

const char *el_delete_rule_name(el_delete_rule rule)
{
    static const char *const names[] = {"No Action", "Nullify", "Cascade", "Deny"};
    return (unsigned)rule < 4 ? names[rule] : "Nullify";
}

const char *el_confidence_name(el_confidence c)
{
    static const char *const names[] = {"certain", "probable", "guess"};
    return (unsigned)c < 3 ? names[c] : "guess";
}

const el_entity *el_model_entity(const el_model *model, const char *name)
{
    return name ? el_map_get(model->by_name, name) : NULL;
}

const el_attribute *el_entity_attribute(const el_entity *entity, const char *name)
{
    for (size_t i = 0; i < entity->nall_attributes; i++)
        if (!strcmp(entity->all_attributes[i]->name, name))
            return entity->all_attributes[i];
    return NULL;
}

const el_relationship *el_entity_relationship(const el_entity *entity, const char *name)
{
    for (size_t i = 0; i < entity->nall_relationships; i++)
        if (!strcmp(entity->all_relationships[i]->name, name))
            return entity->all_relationships[i];
    return NULL;
}

int el_entity_is_kind_of(const el_entity *entity, const el_entity *ancestor)
{
    for (; entity; entity = entity->parent)
        if (entity == ancestor)
            return 1;
    return 0;
}

int el_entity_in_hierarchy(const el_entity *entity)
{
    return entity->parent || entity->nchildren > 0;
}

int el_relationship_is_many_to_many(const el_relationship *r)
{
    return r->to_many && r->inverse && r->inverse->to_many;
}

void el_model_free(el_model *model)
{
    if (!model)
        return;
    el_map_free(model->by_name);
    el_arena_free(model->arena); /* the model itself lies in it */
}
