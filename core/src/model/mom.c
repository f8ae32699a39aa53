/* SPDX-License-Identifier: MIT */
/* Compiled models: the keyed archive of a .mom, or of the model cache of a store (guide/format.md, "Compiled models").
 *
 * The graph is cyclic (entity, property, inverse).  Only names are read through references, never the things themselves. */
#include "base/arena.h"
#include "base/map.h"
#include "model/mom_private.h"

#include <stdlib.h>
#include <string.h>

int el__mom_flag(el__mom *m, const el_archive_item *object, const char *key)
{
    int64_t i;
    return el__mom_integer(m, object, key, &i) && i != 0;
}

int el__mom_common(el__mom *m, const el_archive_item *object, const char *key, int bit)
{
    int64_t common = 0;
    return el__mom_flag(m, object, key) || (el__mom_integer(m, object, "_P", &common) && (common & bit));
}

int el__mom_integer(el__mom *m, const el_archive_item *object, const char *key, int64_t *out)
{
    el_archive_item item;
    if (!el_archive_field(m->a, object, key, &item) || item.kind != EL_ARCHIVE_VALUE)
        return 0;
    if (item.value.kind == EL_INT || item.value.kind == EL_BOOL)
        *out = item.value.u.i;
    else if (item.value.kind == EL_DOUBLE && item.value.u.d > -1e15 && item.value.u.d < 1e15)
        *out = (int64_t)item.value.u.d;
    else
        return 0;
    return 1;
}

const char *el__mom_text(el__mom *m, const el_archive_item *object, const char *key)
{
    el_archive_item item;
    const char *text = el_archive_field(m->a, object, key, &item) ? el_archive_string(m->arena, &item) : NULL;
    return text && *text ? text : NULL;
}

int el__mom_object(el__mom *m, const el_archive_item *object, const char *key, el_archive_item *out)
{
    return el_archive_field(m->a, object, key, out) && out->kind != EL_ARCHIVE_BROKEN &&
           !(out->kind == EL_ARCHIVE_VALUE && out->value.kind == EL_NULL);
}

static const char *entity_name(el__mom *m, const el_archive_item *owner, const char *key)
{
    el_archive_item entity;
    return el__mom_object(m, owner, key, &entity) ? el__mom_text(m, &entity, "NSEntityName") : NULL;
}

void el__mom_pairs(el__mom *m, const el_archive_item *object, const el_pair **pairs, size_t *n)
{
    el_archive_item dict;
    *n = 0;
    if (!el__mom_object(m, object, "NSUserInfo", &dict) || dict.kind != EL_ARCHIVE_DICT || !el__mom_spend(m, dict.n))
        return;
    el_pair *list = el_arena_array(m->arena, dict.n, sizeof *list);
    for (size_t i = 0; i < dict.n; i++) {
        el_archive_item key, value;
        el_archive_child(m->a, &dict, i, &key, &value);
        const char *k = el_archive_string(m->arena, &key), *v = el_archive_string(m->arena, &value);
        if (k && v)
            list[(*n)++] = (el_pair){k, v};
    }
    *pairs = list;
}

int el__mom_spend(el__mom *m, size_t n)
{
    enum { MOST = 2000000 };
    m->spent += n;
    return m->spent <= MOST;
}

/* A dictionary's members by name: an archive's order means nothing. */
static int by_name(const void *a, const void *b)
{
    return strcmp(((const el__mom_member *)a)->name, ((const el__mom_member *)b)->name);
}

size_t el__mom_members(el__mom *m, const el_archive_item *object, const char *key, el__mom_member **out)
{
    el_archive_item dict;
    size_t n = 0;
    *out = NULL;
    if (!el__mom_object(m, object, key, &dict) || dict.kind != EL_ARCHIVE_DICT || !el__mom_spend(m, dict.n))
        return 0;
    el__mom_member *list = el_arena_array(m->arena, dict.n, sizeof *list);
    for (size_t i = 0; i < dict.n; i++) {
        el_archive_item name;
        el_archive_child(m->a, &dict, i, &name, &list[n].item);
        list[n].name = el_archive_string(m->arena, &name);
        /* A model cache marks an empty slot by a text where an object belongs. */
        if (list[n].name && *list[n].name && list[n].item.kind != EL_ARCHIVE_VALUE && list[n].item.kind != EL_ARCHIVE_BROKEN)
            n++;
    }
    if (n > 1)
        qsort(list, n, sizeof *list, by_name);
    *out = list;
    return n;
}

/* Names in an array, or of the properties that it holds. */
static el_name_list name_list(el__mom *m, const el_archive_item *list)
{
    el_name_list out = {NULL, 0};
    if ((list->kind != EL_ARCHIVE_LIST && list->kind != EL_ARCHIVE_SET) || !el__mom_spend(m, list->n))
        return out;
    const char **names = el_arena_array(m->arena, list->n, sizeof *names);
    for (size_t i = 0; i < list->n; i++) {
        el_archive_item item;
        el_archive_child(m->a, list, i, NULL, &item);
        const char *name = el_archive_string(m->arena, &item);
        if (!name && item.kind == EL_ARCHIVE_OBJECT)
            name = el__mom_text(m, &item, "NSPropertyName");
        if (!name && item.kind == EL_ARCHIVE_OBJECT)
            name = el__mom_text(m, &item, "NSEntityName");
        if (name)
            names[out.n++] = name;
    }
    out.names = names;
    return out;
}

static size_t name_lists(el__mom *m, const el_archive_item *object, const char *key, const el_name_list **out)
{
    el_archive_item list;
    if (!el__mom_object(m, object, key, &list) || list.kind != EL_ARCHIVE_LIST || !el__mom_spend(m, list.n))
        return 0;
    el_name_list *all = el_arena_array(m->arena, list.n, sizeof *all);
    for (size_t i = 0; i < list.n; i++) {
        el_archive_item inner;
        el_archive_child(m->a, &list, i, NULL, &inner);
        all[i] = name_list(m, &inner);
    }
    *out = all;
    return list.n;
}

static void take_index_elements(el__mom *m, const el_archive_item *object, el_fetch_index *index)
{
    el_archive_item list;
    if (!el__mom_object(m, object, "NSIndexElements", &list) || list.kind != EL_ARCHIVE_LIST || !el__mom_spend(m, list.n))
        return;
    el_index_element *elements = el_arena_array(m->arena, list.n, sizeof *elements);
    for (size_t i = 0; i < list.n; i++) {
        el_archive_item item, expression;
        int64_t type = 0;
        el_archive_child(m->a, &list, i, NULL, &item);
        elements[i].property = el__mom_text(m, &item, "NSPropertyName");
        if (!elements[i].property && el__mom_object(m, &item, "NSExpression", &expression))
            elements[i].expression = el__mom_expression(m, &expression);
        elements[i].rtree = el__mom_integer(m, &item, "NSFetchIndexElementType", &type) && type == 1;
        elements[i].descending = !el__mom_flag(m, &item, "NSAscending");
    }
    index->elements = elements;
    index->nelements = list.n;
}

static void take_fetch_indexes(el__mom *m, const el_archive_item *object, el_entity *e)
{
    el_archive_item list, predicate;
    if (!el__mom_object(m, object, "NSFetchIndexDescriptions", &list) || list.kind != EL_ARCHIVE_LIST || !el__mom_spend(m, list.n))
        return;
    el_fetch_index *indexes = el_arena_array(m->arena, list.n, sizeof *indexes);
    for (size_t i = 0; i < list.n; i++) {
        el_archive_item item;
        el_archive_child(m->a, &list, i, NULL, &item);
        indexes[i].name = el__mom_text(m, &item, "NSIndexName");
        if (el__mom_object(m, &item, "NSPartialIndexPredicate", &predicate))
            indexes[i].where = el__mom_expression(m, &predicate);
        take_index_elements(m, &item, &indexes[i]);
    }
    e->fetch_indexes = indexes;
    e->nfetch_indexes = list.n;
}

static void take_relationship(el__mom *m, const el_archive_item *object, el_relationship *r)
{
    el_archive_item inverse;
    int64_t i;
    if (el__mom_integer(m, object, "NSMinCount", &i) && i > 0 && i < INT32_MAX) {
        r->min_count = (int)i;
        r->has_min_count = 1;
    }
    int has_max = el__mom_integer(m, object, "NSMaxCount", &i);
    r->to_many = !has_max || i != 1;
    r->has_max_count = has_max && i > 0 && i < INT32_MAX;
    r->max_count = r->has_max_count ? (int)i : r->to_many ? 0 : 1;
    if (el__mom_integer(m, object, "NSDeleteRule", &i) && i >= EL_DELETE_NO_ACTION && i <= EL_DELETE_DENY)
        r->delete_rule = (el_delete_rule)i;
    r->ordered = el__mom_common(m, object, "NSIsOrdered", EL__MOM_ORDERED);
    r->optional = el__mom_common(m, object, "NSIsOptional", EL__MOM_OPTIONAL);
    r->transient = el__mom_common(m, object, "NSIsTransient", EL__MOM_TRANSIENT);
    r->indexed = el__mom_flag(m, object, "NSIsIndexed");
    r->hash_modifier = el__mom_text(m, object, "NSVersionHashModifier");
    r->inverse_name = el__mom_text(m, object, "_NSInverseRelationshipName");
    if (el__mom_object(m, object, "NSInverseRelationship", &inverse)) {
        const char *name = el__mom_text(m, &inverse, "NSPropertyName");
        r->inverse_name = name ? name : r->inverse_name;
        r->inverse_entity = entity_name(m, &inverse, "NSEntity");
    }
    const char *id = el__mom_text(m, object, "NSRenamingIdentifier");
    r->renaming_id = id && strcmp(id, r->name) ? id : NULL;
    el__mom_pairs(m, object, &r->user_info, &r->nuser_info);
}

static void take_fetch_request(el__mom *m, const el_archive_item *object, el_fetch_template *t)
{
    static const struct { const char *key; size_t value, has; } numbers[] = {
        {"NSResultType", offsetof(el_fetch_template, result_type), offsetof(el_fetch_template, has_result_type)},
        {"NSFetchLimit", offsetof(el_fetch_template, fetch_limit), offsetof(el_fetch_template, has_fetch_limit)},
        {"NSBatchSize", offsetof(el_fetch_template, fetch_batch_size), offsetof(el_fetch_template, has_fetch_batch_size)},
    };
    el_archive_item predicate;
    t->entity = el__mom_text(m, object, "NSEntityName");
    if (!t->entity)
        t->entity = entity_name(m, object, "NSEntity");
    if (el__mom_object(m, object, "NSPredicate", &predicate))
        t->predicate = el__mom_expression(m, &predicate);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        int64_t v;
        if (!el__mom_integer(m, object, numbers[i].key, &v) || v <= 0 || v > INT32_MAX)
            continue;
        *(int *)((char *)t + numbers[i].value) = (int)v;
        *(int *)((char *)t + numbers[i].has) = 1;
    }
}

static void take_fetched_property(el__mom *m, const el__mom_member *p, el_entity *e, el_fetched_property *list)
{
    el_archive_item request;
    el_fetched_property *f = &list[e->nfetched_properties++];
    f->name = p->name;
    f->optional = el__mom_common(m, &p->item, "NSIsOptional", EL__MOM_OPTIONAL);
    el__mom_pairs(m, &p->item, &f->user_info, &f->nuser_info);
    if (!el__mom_object(m, &p->item, "NSFetchRequest", &request))
        return;
    el_fetch_template *t = el_arena_alloc(m->arena, sizeof *t);
    take_fetch_request(m, &request, t);
    t->name = "fetchedPropertyFetchRequest"; /* what the model editor calls every one */
    if (!t->entity)
        t->entity = el__mom_text(m, &p->item, "_NSFetchRequestEntityName");
    f->request = t;
}

static int is_class(const el_archive_item *item, const char *name)
{
    return item->class_name && !strcmp(item->class_name, name);
}

static void take_property(el__mom *m, const el__mom_member *p, el_entity *e, el_fetched_property *fetched)
{
    el_archive_item ignored;
    if (is_class(&p->item, "NSRelationshipDescription") || el_archive_field(m->a, &p->item, "_NSDestinationEntityName", &ignored)) {
        const char *destination = entity_name(m, &p->item, "NSDestinationEntity");
        if (!destination)
            destination = el__mom_text(m, &p->item, "_NSDestinationEntityName");
        take_relationship(m, &p->item, el_model_builder_relationship(m->b, e, p->name, destination, 0));
    } else if (is_class(&p->item, "NSFetchedPropertyDescription")) {
        take_fetched_property(m, p, e, fetched);
    } else if (el_archive_field(m->a, &p->item, "NSAttributeType", &ignored) || strstr(p->item.class_name ? p->item.class_name : "", "Attribute")) {
        el__mom_attribute(m, &p->item, e->name, el_model_builder_attribute(m->b, e, p->name, 0));
    } else {
        el_model_builder_note(m->b, 0, 0, "unknown-property", "'%s.%s' is of class '%s', which is not known; ignored", e->name, p->name,
                              p->item.class_name ? p->item.class_name : "?");
    }
}

/* A model cache lists inherited properties, too. */
static int is_inherited(const el__mom_entity *e, const char *name)
{
    int depth = 0;
    for (e = e->parent; e && depth < 1000; e = e->parent, depth++)
        if (el_map_get(e->names, name))
            return 1;
    return 0;
}

static void take_entity(el__mom *m, const el__mom_entity *d)
{
    el_entity *e = el_model_builder_entity(m->b, d->name, d->parent_name, 0);
    const el_archive_item *object = &d->item;
    const char *class_name = el__mom_text(m, object, "NSClassNameForEntity"), *id = el__mom_text(m, object, "NSRenamingIdentifier");
    e->abstract = el__mom_flag(m, object, "NSIsAbstract");
    e->class_name = class_name && strcmp(class_name, "NSManagedObject") ? class_name : NULL;
    e->renaming_id = id && strcmp(id, d->name) ? id : NULL;
    e->hash_modifier = el__mom_text(m, object, "NSVersionHashModifier");
    e->nuniqueness = name_lists(m, object, "NSUniqueTuples", &e->uniqueness);
    e->ncompound_indexes = name_lists(m, object, "NSCompoundIndexes", &e->compound_indexes);
    take_fetch_indexes(m, object, e);
    el__mom_pairs(m, object, &e->user_info, &e->nuser_info);
    el_fetched_property *fetched = el_arena_array(m->arena, d->nproperties, sizeof *fetched);
    e->fetched_properties = fetched;
    for (size_t i = 0; i < d->nproperties; i++)
        if (!is_inherited(d, d->properties[i].name))
            take_property(m, &d->properties[i], e, fetched);
}

static void take_composites(el__mom *m, el_model *model)
{
    el_composite *list = el_arena_array(m->arena, m->ncomposites, sizeof *list);
    for (size_t i = 0; i < m->ncomposites; i++)
        list[i] = m->composites[i];
    model->composites = list;
    model->ncomposites = m->ncomposites;
}

/* Names of all properties first: what is inherited shows only when the ancestors are known. */
static el__mom_entity *survey(el__mom *m, size_t *count)
{
    el__mom_member *members;
    size_t n = el__mom_members(m, &m->root, "NSEntities", &members);
    el__mom_entity *list = el_arena_array(m->arena, n, sizeof *list);
    el_map *by_entity = el_map_new();
    for (size_t i = 0; i < n; i++) {
        el__mom_entity *e = &list[i];
        const char *name = el__mom_text(m, &members[i].item, "NSEntityName");
        e->name = name ? name : members[i].name;
        e->item = members[i].item;
        e->parent_name = entity_name(m, &e->item, "NSSuperentity");
        e->nproperties = el__mom_members(m, &e->item, "NSProperties", &e->properties);
        e->names = el_map_new();
        for (size_t k = 0; k < e->nproperties; k++)
            el_map_put(e->names, e->properties[k].name, e);
        el_map_put(by_entity, e->name, e);
    }
    for (size_t i = 0; i < n; i++)
        list[i].parent = list[i].parent_name ? el_map_get(by_entity, list[i].parent_name) : NULL;
    el_map_free(by_entity);
    *count = n;
    return list;
}

static void take_templates(el__mom *m, el_model *model)
{
    el__mom_member *members;
    size_t n = el__mom_members(m, &m->root, "NSFetchRequestTemplates", &members);
    el_fetch_template *list = el_arena_array(m->arena, n, sizeof *list);
    for (size_t i = 0; i < n; i++) {
        take_fetch_request(m, &members[i].item, &list[i]);
        list[i].name = members[i].name;
    }
    model->fetch_requests = list;
    model->nfetch_requests = n;
}

static void take_configurations(el__mom *m, el_model *model)
{
    el__mom_member *members;
    size_t n = el__mom_members(m, &m->root, "NSConfigurations", &members);
    el_configuration *list = el_arena_array(m->arena, n, sizeof *list);
    for (size_t i = 0; i < n; i++) {
        list[i].name = members[i].name;
        list[i].members = name_list(m, &members[i].item);
    }
    model->configurations = list;
    model->nconfigurations = n;
}

static void take_identifiers(el__mom *m, el_model *model)
{
    el_archive_item set;
    if (!el__mom_object(m, &m->root, "NSVersionIdentifiers", &set))
        return;
    el_name_list names = name_list(m, &set);
    model->identifier = "";
    for (size_t i = 0; i < names.n; i++)
        if (*names.names[i])
            model->identifier = *model->identifier ? el_arena_printf(m->arena, "%s, %s", model->identifier, names.names[i]) : names.names[i];
}

static int take_model(el__mom *m, el_error *err)
{
    el_archive_item entities;
    el_archive_root(m->a, &m->root);
    if (!el__mom_object(m, &m->root, "NSEntities", &entities) || entities.kind != EL_ARCHIVE_DICT)
        return el_error_set(err, EL_EMODEL, "not-a-model", "%s: the archive holds no model", m->file);
    size_t n;
    el__mom_entity *list = survey(m, &n);
    for (size_t i = 0; i < n; i++)
        take_entity(m, &list[i]);
    for (size_t i = 0; i < n; i++)
        el_map_free(list[i].names);
    el_model *model = el_model_builder_model(m->b);
    take_composites(m, model);
    take_identifiers(m, model);
    take_templates(m, model);
    take_configurations(m, model);
    if (!el__mom_spend(m, 0))
        return el_error_set(err, EL_ELIMIT, "model-too-large", "%s: the archive unfolds to more than is read", m->file);
    return EL_OK;
}

static int load_archive(el_model **out, const unsigned char *bytes, size_t n, const char *name, const char *file, el_error *err)
{
    el__mom m = {.file = file ? file : name};
    el_error e;
    if (el_archive_open(&m.a, bytes, n, &e)) {
        int status = el_error_set(err, e.status == EL_ELIMIT ? EL_ELIMIT : EL_EMODEL, e.code, "%s: not a compiled model: %s", m.file, e.message);
        if (err)
            err->offset = e.offset;
        return status;
    }
    m.b = el_model_builder_new(name, "mom", file, file);
    m.arena = el_model_builder_arena(m.b);
    int status = take_model(&m, err);
    if (status)
        el_model_builder_free(m.b);
    else
        status = el_model_builder_finish(out, m.b, err);
    free(m.composites);
    el_archive_free(m.a);
    return status;
}

int el_model_load_mom(el_model **out, const unsigned char *bytes, size_t n, const char *name, const char *file, el_error *err)
{
    *out = NULL;
    if (el_plist_sniff(bytes, n))
        return load_archive(out, bytes, n, name, file, err);
    unsigned char *inflated;
    size_t size;
    int status = el__mom_inflate(&inflated, &size, bytes, n, file ? file : name, err);
    if (!status)
        status = load_archive(out, inflated, size, name, file, err);
    free(inflated);
    return status;
}
