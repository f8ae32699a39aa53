/* SPDX-License-Identifier: MIT */
#include "mom_writer.h"

#include "base/arena.h"
#include "base/map.h"

#include <plist/plist.h>
#include <zlib.h>

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct writer {
    plist_t objects;
    el_map *texts, *classes, *known; /* to 1 + index; `known`: "e:ENTITY" and "p:ENTITY.PROPERTY" */
    const el_model *model;
    unsigned flags;
} writer;

static uint64_t add(writer *w, plist_t node)
{
    plist_array_append_item(w->objects, node);
    return plist_array_get_size(w->objects) - 1;
}

static plist_t integer(int64_t i)
{
#ifdef PLIST_UINT
    return plist_new_int(i);
#else
    return plist_new_uint((uint64_t)i);
#endif
}

static uint64_t text(writer *w, const char *s)
{
    if (!s)
        return 0;
    uintptr_t known = (uintptr_t)el_map_get(w->texts, s);
    if (!known) {
        known = add(w, plist_new_string(s)) + 1;
        el_map_put(w->texts, s, (void *)known);
    }
    return known - 1;
}

static uint64_t class_record(writer *w, const char *name)
{
    uintptr_t known = (uintptr_t)el_map_get(w->classes, name);
    if (!known) {
        plist_t record = plist_new_dict(), line = plist_new_array();
        plist_array_append_item(line, plist_new_string(name));
        if (strstr(name, "AttributeDescription") || strstr(name, "RelationshipDescription"))
            plist_array_append_item(line, plist_new_string("NSPropertyDescription"));
        plist_array_append_item(line, plist_new_string("NSObject"));
        plist_dict_set_item(record, "$classname", plist_new_string(name));
        plist_dict_set_item(record, "$classes", line);
        known = add(w, record) + 1;
        el_map_put(w->classes, name, (void *)known);
    }
    return known - 1;
}

static plist_t object(writer *w, const char *class_name)
{
    plist_t o = plist_new_dict();
    plist_dict_set_item(o, "$class", plist_new_uid(class_record(w, class_name)));
    return o;
}

static void set_uid(plist_t o, const char *key, uint64_t uid)
{
    plist_dict_set_item(o, key, plist_new_uid(uid));
}

static void set_text(writer *w, plist_t o, const char *key, const char *s)
{
    set_uid(o, key, text(w, s));
}

static void set_true(plist_t o, const char *key, int b)
{
    if (b)
        plist_dict_set_item(o, key, plist_new_bool(1));
}

static plist_t uid_list(const uint64_t *uids, size_t n)
{
    plist_t list = plist_new_array();
    for (size_t i = 0; i < n; i++)
        plist_array_append_item(list, plist_new_uid(uids[i]));
    return list;
}

static uint64_t collection(writer *w, const char *class_name, const uint64_t *uids, size_t n)
{
    plist_t o = object(w, class_name);
    plist_dict_set_item(o, "NS.objects", uid_list(uids, n));
    return add(w, o);
}

static uint64_t dictionary(writer *w, const uint64_t *keys, const uint64_t *values, size_t n)
{
    if (w->flags & MOM_KNOWN_KEYS) {
        plist_t mapping = object(w, "NSKnownKeysMappingStrategy1"), o = object(w, "NSKnownKeysDictionary1");
        set_uid(mapping, "keys", collection(w, "NSArray", keys, n));
        set_uid(o, "searchMapping", add(w, mapping));
        set_uid(o, "values", collection(w, "NSArray", values, n));
        set_uid(o, "emptyToken", text(w, "empty"));
        return add(w, o);
    }
    plist_t o = object(w, "NSMutableDictionary");
    plist_dict_set_item(o, "NS.keys", uid_list(keys, n));
    plist_dict_set_item(o, "NS.objects", uid_list(values, n));
    return add(w, o);
}

static uint64_t names(writer *w, const el_name_list *list)
{
    uint64_t *uids = el_xmalloc((list->n + 1) * sizeof *uids);
    for (size_t i = 0; i < list->n; i++)
        uids[i] = text(w, list->names[i]);
    uint64_t uid = collection(w, "NSArray", uids, list->n);
    free(uids);
    return uid;
}

static uint64_t name_lists(writer *w, const el_name_list *lists, size_t n)
{
    uint64_t *uids = el_xmalloc((n + 1) * sizeof *uids);
    for (size_t i = 0; i < n; i++)
        uids[i] = names(w, &lists[i]);
    uint64_t uid = collection(w, "NSArray", uids, n);
    free(uids);
    return uid;
}

static uint64_t pairs(writer *w, const el_pair *list, size_t n)
{
    uint64_t *keys = el_xmalloc((n + 1) * sizeof *keys), *values = el_xmalloc((n + 1) * sizeof *values);
    for (size_t i = 0; i < n; i++) {
        keys[i] = text(w, list[i].key);
        values[i] = text(w, list[i].value);
    }
    uint64_t uid = dictionary(w, keys, values, n);
    free(keys);
    free(values);
    return uid;
}

static uint64_t date(writer *w, double since_2001)
{
    plist_t o = object(w, "NSDate");
    plist_dict_set_item(o, "NS.time", plist_new_real(since_2001));
    return add(w, o);
}

/* Mantissa and power of ten; small numbers are enough for tests. */
static uint64_t decimal(writer *w, const char *s)
{
    unsigned char mantissa[16] = {0};
    uint64_t digits = 0;
    int exponent = 0, negative = *s == '-', after_point = 0;
    for (s += negative; *s; s++) {
        if (*s == '.') {
            after_point = 1;
            continue;
        }
        digits = digits * 10 + (uint64_t)(*s - '0');
        exponent -= after_point;
    }
    for (int i = 0; i < 8; i++)
        mantissa[i] = (unsigned char)(digits >> 8 * i);
    plist_t o = object(w, "NSDecimalNumberPlaceholder");
    plist_dict_set_item(o, "NS.mantissa", plist_new_data((const char *)mantissa, 16));
    plist_dict_set_item(o, "NS.exponent", integer(exponent));
    plist_dict_set_item(o, "NS.length", integer(digits ? 4 : 0));
    plist_dict_set_item(o, "NS.negative", plist_new_bool(negative));
    plist_dict_set_item(o, "NS.mantissa.bo", integer(1));
    return add(w, o);
}

static uint64_t uuid(writer *w, const el_value *v)
{
    unsigned char bytes[16];
    size_t n = 0;
    for (size_t i = 0; i + 1 < v->u.text.n && n < 16; i += v->u.text.s[i] == '-' ? 1 : 2)
        if (v->u.text.s[i] != '-')
            sscanf(v->u.text.s + i, "%2hhx", &bytes[n++]);
    plist_t o = object(w, "NSUUID");
    plist_dict_set_item(o, "NS.uuidbytes", plist_new_data((const char *)bytes, 16));
    return add(w, o);
}

static uint64_t value(writer *w, const el_value *v)
{
    plist_t o;
    switch (v->kind) {
    case EL_BOOL: return add(w, plist_new_bool(v->u.i != 0));
    case EL_INT: return add(w, integer(v->u.i));
    case EL_DOUBLE: return add(w, plist_new_real(v->u.d));
    case EL_DATE: return date(w, v->u.d - 978307200.0);
    case EL_DECIMAL: return decimal(w, v->u.text.s);
    case EL_UUID: return uuid(w, v);
    case EL_URL:
        o = object(w, "NSURL");
        set_uid(o, "NS.base", 0);
        set_text(w, o, "NS.relative", v->u.text.s);
        return add(w, o);
    case EL_STRING: return text(w, v->u.text.s);
    default: return 0;
    }
}

static uint64_t key_path(writer *w, const char *path)
{
    plist_t o = object(w, "NSKeyPathExpression");
    set_text(w, o, "NSKeyPath", path);
    return add(w, o);
}

/* "canonical:(name)", "now()" or a key path. */
static uint64_t derivation(writer *w, const char *s)
{
    const char *open = strchr(s, '(');
    if (!open)
        return key_path(w, s);
    char *selector = strndup(s, (size_t)(open - s)), *argument = strndup(open + 1, strcspn(open + 1, ")"));
    plist_t o = object(w, "NSFunctionExpression");
    uint64_t uid = *argument ? key_path(w, argument) : 0;
    set_text(w, o, "NSSelectorName", selector);
    set_uid(o, "NSArguments", collection(w, "NSArray", &uid, *argument ? 1 : 0));
    free(selector);
    free(argument);
    return add(w, o);
}

static uint64_t comparison(writer *w, uint64_t left, int operation, uint64_t constant)
{
    plist_t o = object(w, "NSComparisonPredicate"), right = object(w, "NSConstantValueExpression"), op = object(w, "NSComparisonPredicateOperator");
    set_uid(right, "NSConstantValue", constant);
    plist_dict_set_item(op, "NSOperatorType", integer(operation));
    set_uid(o, "NSLeftExpression", left);
    set_uid(o, "NSRightExpression", add(w, right));
    set_uid(o, "NSPredicateOperator", add(w, op));
    return add(w, o);
}

static uint64_t bound(writer *w, const el_attribute *a, const char *s)
{
    if (a->type == EL_TYPE_DOUBLE || a->type == EL_TYPE_FLOAT)
        return add(w, plist_new_real(atof(s)));
    return a->type == EL_TYPE_DATE ? date(w, atof(s)) : add(w, integer(atoll(s)));
}

static void validation(writer *w, plist_t o, const el_attribute *a)
{
    const char *min = a->type == EL_TYPE_DATE ? a->min_date_text : a->min_text, *max = a->type == EL_TYPE_DATE ? a->max_date_text : a->max_text;
    uint64_t uids[3];
    size_t n = 0;
    if (!min && !max && !a->regex)
        return;
    uint64_t self = add(w, object(w, "NSSelfExpression")), left = a->type == EL_TYPE_STRING ? key_path(w, "length") : self;
    if (min)
        uids[n++] = comparison(w, left, 3, bound(w, a, min));
    if (max)
        uids[n++] = comparison(w, left, 1, bound(w, a, max));
    if (a->regex)
        uids[n++] = comparison(w, self, 6, text(w, a->regex));
    set_uid(o, "NSValidationPredicates", collection(w, "NSArray", uids, n));
}

static uint64_t known(writer *w, const char *kind, const char *entity, const char *property)
{
    char key[512];
    snprintf(key, sizeof key, "%s:%s.%s", kind, entity, property);
    return (uintptr_t)el_map_get(w->known, key) - 1;
}

static plist_t reserve(writer *w, const char *kind, const char *entity, const char *property, const char *class_name)
{
    char key[512];
    plist_t o = object(w, class_name);
    snprintf(key, sizeof key, "%s:%s.%s", kind, entity, property);
    el_map_put(w->known, key, (void *)(uintptr_t)(add(w, o) + 1));
    return o;
}

static plist_t reserved(writer *w, uint64_t uid)
{
    return plist_array_get_item(w->objects, (uint32_t)uid);
}

static void common(writer *w, plist_t o, const char *name, const el_entity *e, const char *renaming, const char *modifier, int optional, int transient, int more)
{
    set_text(w, o, "NSPropertyName", name);
    set_uid(o, "NSEntity", known(w, "e", e->name, ""));
    set_text(w, o, "NSRenamingIdentifier", renaming ? renaming : name);
    set_text(w, o, "NSVersionHashModifier", modifier);
    set_true(o, "NSIsOptional", optional);
    set_true(o, "NSIsTransient", transient);
    plist_dict_set_item(o, "_P", integer(1 | (optional ? 2 : 0) | (transient ? 8 : 0) | more));
}

static void attribute(writer *w, plist_t o, const el_entity *e, const el_attribute *a);

/* The descriptions of the elements of a composite attribute. */
static void elements(writer *w, plist_t o, const el_entity *e, const char *composite)
{
    const el_composite *c = NULL;
    for (size_t i = 0; i < w->model->ncomposites; i++)
        if (!strcmp(w->model->composites[i].name, composite))
            c = &w->model->composites[i];
    if (!c)
        return;
    uint64_t *uids = el_xmalloc((c->nattributes + 1) * sizeof *uids);
    for (size_t i = 0; i < c->nattributes; i++) {
        plist_t element = object(w, c->attributes[i]->composite ? "NSCompositeAttributeDescription" : "NSAttributeDescription");
        uids[i] = add(w, element);
        attribute(w, element, e, c->attributes[i]);
    }
    set_uid(o, "NSElements", collection(w, "NSArray", uids, c->nattributes));
    free(uids);
}

static void fill_attribute(writer *w, const el_entity *e, const el_attribute *a)
{
    attribute(w, reserved(w, known(w, "p", e->name, a->name)), e, a);
}

static void attribute(writer *w, plist_t o, const el_entity *e, const el_attribute *a)
{
    common(w, o, a->name, e, a->renaming_id, a->hash_modifier, a->optional, a->transient, (a->spotlight ? 0x100 : 0) | (a->truth_file ? 0x200 : 0));
    plist_dict_set_item(o, "NSAttributeType", integer(a->type));
    set_true(o, "NSIsIndexed", a->indexed);
    set_uid(o, "NSDefaultValue", a->has_default ? value(w, &a->default_value) : 0);
    set_text(w, o, "NSValueTransformerName", a->transformer);
    set_text(w, o, "NSAttributeValueClassName", a->custom_class);
    plist_dict_set_item(o, "NSFlagsKey", integer((a->preserve_after_deletion ? 0x10 : 0) | (a->external_storage ? 4 : 0)));
    set_uid(o, "NSUserInfo", a->nuser_info ? pairs(w, a->user_info, a->nuser_info) : 0);
    if (a->derivation)
        set_uid(o, "NSDerivationExpression", derivation(w, a->derivation));
    validation(w, o, a);
    if (a->composite)
        elements(w, o, e, a->composite);
}

static void fill_relationship(writer *w, const el_entity *e, const el_relationship *r)
{
    plist_t o = reserved(w, known(w, "p", e->name, r->name));
    common(w, o, r->name, e, r->renaming_id, r->hash_modifier, r->optional, r->transient, r->ordered ? 0x400 : 0);
    set_uid(o, "NSDestinationEntity", known(w, "e", r->destination->name, ""));
    set_text(w, o, "_NSDestinationEntityName", r->destination->name);
    set_uid(o, "NSInverseRelationship", r->inverse ? known(w, "p", r->inverse->owner->name, r->inverse->name) : 0);
    set_text(w, o, "_NSInverseRelationshipName", r->inverse ? r->inverse->name : NULL);
    plist_dict_set_item(o, "NSMinCount", integer(r->min_count));
    plist_dict_set_item(o, "NSMaxCount", integer(r->to_many ? r->max_count : 1));
    plist_dict_set_item(o, "NSDeleteRule", integer(r->delete_rule));
    set_true(o, "NSIsOrdered", r->ordered);
    set_uid(o, "NSUserInfo", r->nuser_info ? pairs(w, r->user_info, r->nuser_info) : 0);
}

static uint64_t fetch_request(writer *w, const el_fetch_template *t)
{
    plist_t o = object(w, "NSFetchRequest");
    set_text(w, o, "NSEntityName", t->entity);
    if (t->has_result_type)
        plist_dict_set_item(o, "NSResultType", integer(t->result_type));
    if (t->has_fetch_limit)
        plist_dict_set_item(o, "NSFetchLimit", integer(t->fetch_limit));
    if (t->has_fetch_batch_size)
        plist_dict_set_item(o, "NSBatchSize", integer(t->fetch_batch_size));
    return add(w, o);
}

static void fill_fetched(writer *w, const el_entity *e, const el_fetched_property *f)
{
    plist_t o = reserved(w, known(w, "p", e->name, f->name));
    common(w, o, f->name, e, NULL, NULL, f->optional, 0, 0);
    set_uid(o, "NSFetchRequest", f->request ? fetch_request(w, f->request) : 0);
}

static uint64_t index_element(writer *w, const el_index_element *e)
{
    plist_t o = object(w, "NSFetchIndexElementDescription");
    set_text(w, o, "NSPropertyName", e->property);
    if (e->expression)
        set_uid(o, "NSExpression", derivation(w, e->expression));
    plist_dict_set_item(o, "NSFetchIndexElementType", integer(e->rtree));
    set_true(o, "NSAscending", !e->descending);
    return add(w, o);
}

static uint64_t fetch_index(writer *w, const el_fetch_index *index)
{
    uint64_t uids[64];
    plist_t o = object(w, "NSFetchIndexDescription");
    for (size_t i = 0; i < index->nelements; i++)
        uids[i] = index_element(w, &index->elements[i]);
    set_text(w, o, "NSIndexName", index->name);
    set_uid(o, "NSIndexElements", collection(w, "NSArray", uids, index->nelements));
    return add(w, o);
}

/* Name and object of each property, own ones or all. */
static uint64_t properties(writer *w, const el_entity *e)
{
    int all = (w->flags & MOM_INHERITED) != 0;
    size_t na = all ? e->nall_attributes : e->nattributes, nr = all ? e->nall_relationships : e->nrelationships, n = 0;
    uint64_t *keys = el_xmalloc((na + nr + e->nfetched_properties + 1) * sizeof *keys), *values = el_xmalloc((na + nr + e->nfetched_properties + 1) * sizeof *values);
    for (size_t i = 0; i < na; i++) {
        const el_attribute *a = all ? e->all_attributes[i] : e->attributes[i];
        keys[n] = text(w, a->name);
        values[n++] = known(w, "p", a->owner->name, a->name);
    }
    for (size_t i = 0; i < nr; i++) {
        const el_relationship *r = all ? e->all_relationships[i] : e->relationships[i];
        keys[n] = text(w, r->name);
        values[n++] = known(w, "p", r->owner->name, r->name);
    }
    for (size_t i = 0; i < e->nfetched_properties; i++) {
        keys[n] = text(w, e->fetched_properties[i].name);
        values[n++] = known(w, "p", e->name, e->fetched_properties[i].name);
    }
    uint64_t uid = dictionary(w, keys, values, n);
    free(keys);
    free(values);
    return uid;
}

static void fill_entity(writer *w, const el_entity *e, uint64_t model)
{
    plist_t o = reserved(w, known(w, "e", e->name, ""));
    uint64_t *children = el_xmalloc((e->nchildren + 1) * sizeof *children), *keys = el_xmalloc((e->nchildren + 1) * sizeof *keys), uids[64];
    for (size_t i = 0; i < e->nchildren; i++) {
        keys[i] = text(w, e->children[i]->name);
        children[i] = known(w, "e", e->children[i]->name, "");
    }
    set_text(w, o, "NSEntityName", e->name);
    set_text(w, o, "NSClassNameForEntity", e->class_name ? e->class_name : "NSManagedObject");
    set_uid(o, "NSSuperentity", e->parent ? known(w, "e", e->parent->name, "") : 0);
    set_uid(o, "NSSubentities", dictionary(w, keys, children, e->nchildren));
    set_uid(o, "NSProperties", properties(w, e));
    set_text(w, o, "NSRenamingIdentifier", e->renaming_id ? e->renaming_id : e->name);
    set_text(w, o, "NSVersionHashModifier", e->hash_modifier);
    set_uid(o, "NSUserInfo", e->nuser_info ? pairs(w, e->user_info, e->nuser_info) : 0);
    set_uid(o, "NSManagedObjectModel", model);
    set_true(o, "NSIsAbstract", e->abstract);
    if (e->nuniqueness)
        set_uid(o, "NSUniqueTuples", name_lists(w, e->uniqueness, e->nuniqueness));
    if (e->ncompound_indexes)
        set_uid(o, "NSCompoundIndexes", name_lists(w, e->compound_indexes, e->ncompound_indexes));
    for (size_t i = 0; i < e->nfetch_indexes; i++)
        uids[i] = fetch_index(w, &e->fetch_indexes[i]);
    if (e->nfetch_indexes)
        set_uid(o, "NSFetchIndexDescriptions", collection(w, "NSArray", uids, e->nfetch_indexes));
    free(children);
    free(keys);
}

static const char *attribute_class(const el_attribute *a)
{
    return a->derivation ? "NSDerivedAttributeDescription" : a->composite ? "NSCompositeAttributeDescription" : "NSAttributeDescription";
}

static void reserve_all(writer *w)
{
    for (size_t i = 0; i < w->model->nentities; i++) {
        const el_entity *e = w->model->entities[i];
        reserve(w, "e", e->name, "", "NSEntityDescription");
        for (size_t k = 0; k < e->nattributes; k++)
            reserve(w, "p", e->name, e->attributes[k]->name, attribute_class(e->attributes[k]));
        for (size_t k = 0; k < e->nrelationships; k++)
            reserve(w, "p", e->name, e->relationships[k]->name, "NSRelationshipDescription");
        for (size_t k = 0; k < e->nfetched_properties; k++)
            reserve(w, "p", e->name, e->fetched_properties[k].name, "NSFetchedPropertyDescription");
    }
}

static uint64_t templates(writer *w)
{
    size_t n = w->model->nfetch_requests;
    uint64_t *keys = el_xmalloc((n + 1) * sizeof *keys), *values = el_xmalloc((n + 1) * sizeof *values);
    for (size_t i = 0; i < n; i++) {
        keys[i] = text(w, w->model->fetch_requests[i].name);
        values[i] = fetch_request(w, &w->model->fetch_requests[i]);
    }
    uint64_t uid = n ? dictionary(w, keys, values, n) : 0;
    free(keys);
    free(values);
    return uid;
}

static uint64_t configurations(writer *w)
{
    const el_model *m = w->model;
    uint64_t keys[64], values[64];
    for (size_t i = 0; i < m->nconfigurations; i++) {
        uint64_t members[256];
        const el_configuration *c = &m->configurations[i];
        for (size_t k = 0; k < c->members.n; k++)
            members[k] = known(w, "e", c->members.names[k], "");
        keys[i] = text(w, c->name);
        values[i] = collection(w, "NSSet", members, c->members.n);
    }
    return m->nconfigurations ? dictionary(w, keys, values, m->nconfigurations) : 0;
}

static void fill_model(writer *w, plist_t o)
{
    const el_model *m = w->model;
    uint64_t *keys = el_xmalloc((m->nentities + 1) * sizeof *keys), *values = el_xmalloc((m->nentities + 1) * sizeof *values), identifier;
    for (size_t i = 0; i < m->nentities; i++) { /* back to front: the order must not matter */
        keys[m->nentities - 1 - i] = text(w, m->entities[i]->name);
        values[m->nentities - 1 - i] = known(w, "e", m->entities[i]->name, "");
    }
    set_uid(o, "NSEntities", dictionary(w, keys, values, m->nentities));
    identifier = text(w, m->identifier);
    set_uid(o, "NSVersionIdentifiers", collection(w, "NSSet", &identifier, 1));
    set_uid(o, "NSFetchRequestTemplates", templates(w));
    set_uid(o, "NSConfigurations", configurations(w));
    free(keys);
    free(values);
}

unsigned char *mom_write(const el_model *model, unsigned flags, size_t *n)
{
    writer w = {plist_new_array(), el_map_new(), el_map_new(), el_map_new(), model, flags};
    plist_t top = plist_new_dict(), names_of = plist_new_dict();
    add(&w, plist_new_string("$null"));
    plist_t o = object(&w, "NSManagedObjectModel");
    uint64_t root = add(&w, o);
    reserve_all(&w);
    for (size_t i = 0; i < model->nentities; i++) {
        const el_entity *e = model->entities[i];
        for (size_t k = 0; k < e->nattributes; k++)
            fill_attribute(&w, e, e->attributes[k]);
        for (size_t k = 0; k < e->nrelationships; k++)
            fill_relationship(&w, e, e->relationships[k]);
        for (size_t k = 0; k < e->nfetched_properties; k++)
            fill_fetched(&w, e, &e->fetched_properties[k]);
        fill_entity(&w, e, root);
    }
    fill_model(&w, o);
    plist_dict_set_item(names_of, "root", plist_new_uid(root));
    plist_dict_set_item(top, "$version", integer(100000));
    plist_dict_set_item(top, "$archiver", plist_new_string("NSKeyedArchiver"));
    plist_dict_set_item(top, "$top", names_of);
    plist_dict_set_item(top, "$objects", w.objects);
    char *bytes = NULL;
    uint32_t size = 0;
    plist_to_bin(top, &bytes, &size);
    unsigned char *out = el_xmalloc(size + 1);
    memcpy(out, bytes, size);
    *n = size;
    free(bytes);
    plist_free(top);
    el_map_free(w.texts);
    el_map_free(w.classes);
    el_map_free(w.known);
    return out;
}

unsigned char *mom_deflate(const unsigned char *bytes, size_t n, size_t *size)
{
    z_stream z;
    memset(&z, 0, sizeof z);
    deflateInit2(&z, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
    size_t cap = deflateBound(&z, n);
    unsigned char *out = el_xmalloc(cap);
    z.next_in = (unsigned char *)bytes;
    z.avail_in = (unsigned)n;
    z.next_out = out;
    z.avail_out = (unsigned)cap;
    deflate(&z, Z_FINISH);
    *size = cap - z.avail_out;
    deflateEnd(&z);
    return out;
}
