/* SPDX-License-Identifier: MIT */
/* The `contents` document of a model version (guide/format.md, "Models"). */
#include "base/arena.h"
#include "base/map.h"
#include "base/xml.h"
#include "model/builder.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_DEPTH = 64, MAX_BYTES = 16 << 20, MAX_NODES = 2000000 };

typedef struct loader {
    el_model_builder *b;
    el_arena *arena;
    const char *file;
    el_error *err;
} loader;

/* Absent and empty mean the same nearly everywhere. */
static const char *text_of(loader *l, const el_xml_node *node, const char *name)
{
    const char *v = el_xml_get(node, name);
    return v && *v ? el_arena_strdup(l->arena, v) : NULL;
}

static int flag_of(loader *l, const el_xml_node *node, const char *name)
{
    const char *v = el_xml_get(node, name);
    if (!v || !*v || !strcasecmp(v, "NO") || !strcasecmp(v, "false"))
        return 0;
    if (!strcasecmp(v, "YES") || !strcasecmp(v, "true"))
        return 1;
    el_model_builder_note(l->b, node->line, 1, "bad-boolean", "%s=\"%s\" is neither YES nor NO; taken as NO", name, v);
    return 0;
}

/* @return 1 when there is a readable integer. */
static int integer_of(loader *l, const el_xml_node *node, const char *name, int least, int *out)
{
    const char *v = el_xml_get(node, name);
    if (!v || !*v)
        return 0;
    char *end;
    errno = 0;
    long i = strtol(v, &end, 10);
    if (end == v || *end || errno || i > INT_MAX || i < least) {
        el_model_builder_note(l->b, node->line, 1, "bad-number", "%s=\"%s\" is not a usable number; ignored", name, v);
        return 0;
    }
    *out = (int)i;
    return 1;
}

static int is(const el_xml_node *node, const char *name)
{
    return node->name[0] == name[0] && !strcmp(node->name, name);
}

/* Each Xcode adds attributes and elements: worth a note, never a failure.  `known` is a NULL-terminated list. */
static void note_unknown_attributes(loader *l, const el_xml_node *node, const char *const *known)
{
    for (size_t i = 0; i < node->nattrs; i++) {
        size_t k = 0;
        const char *name = node->attrs[i].name;
        while (known[k] && (known[k][0] != name[0] || strcmp(known[k], name)))
            k++;
        if (!known[k])
            el_model_builder_note(l->b, node->line, 0, "unknown-attribute", "<%s> has an attribute '%s' that is not known; ignored",
                                  node->name, name);
    }
}

static void note_unknown_element(loader *l, const el_xml_node *node)
{
    el_model_builder_note(l->b, node->line, 0, "unknown-element", "the element <%s> is not known; ignored", node->name);
}

static int name_of(const char **out, loader *l, const el_xml_node *node)
{
    *out = text_of(l, node, "name");
    if (*out)
        return EL_OK;
    return el_error_set(l->err, EL_EMODEL, "missing-name", "%s:%d: an element <%s> has no name", l->file, node->line, node->name);
}

static void take_user_info(loader *l, const el_xml_node *owner, const el_pair **pairs, size_t *npairs)
{
    for (const el_xml_node *info = owner->first; info; info = info->next) {
        if (!is(info, "userInfo"))
            continue;
        el_pair *list = el_arena_array(l->arena, *npairs + info->nchildren, sizeof *list);
        size_t n = *npairs;
        if (n)
            memcpy(list, *pairs, n * sizeof *list);
        for (const el_xml_node *e = info->first; e; e = e->next) {
            const char *key = el_xml_get(e, "key"), *value = el_xml_get(e, "value");
            if (is(e, "entry") && key)
                list[n++] = (el_pair){el_arena_strdup(l->arena, key), el_arena_strdup(l->arena, value ? value : "")};
        }
        *pairs = list;
        *npairs = n;
    }
}

static void take_type(loader *l, const el_xml_node *node, el_attribute *a)
{
    const char *type = el_xml_get(node, "attributeType");
    if (type && *type && !el_attribute_type_from_name(&a->type, type))
        el_model_builder_note(l->b, node->line, 1, "unknown-type", "the attribute type '%s' of '%s' is not known; taken as Undefined",
                              type, a->name);
    else if (a->type == EL_TYPE_UNDEFINED && !a->transient)
        el_model_builder_note(l->b, node->line, 1, "undefined-type", "attribute '%s' has no type though it is not transient", a->name);
}

static void take_attribute_default(loader *l, const el_xml_node *node, el_attribute *a)
{
    const char *text = el_xml_get(node, "defaultValueString"), *seconds = text_of(l, node, "defaultDateTimeInterval");
    if (a->type == EL_TYPE_DATE && seconds)
        el_model_builder_default(l->b, a, seconds, node->line);
    else if (text && (*text || a->type == EL_TYPE_STRING))
        el_model_builder_default(l->b, a, text, node->line);
}

static void take_attribute(loader *l, const el_xml_node *node, el_attribute *a)
{
    static const char *const known[] = {
        "name", "attributeType", "optional", "transient", "defaultValueString", "defaultDateTimeInterval", "minValueString",
        "maxValueString", "minDateTimeInterval", "maxDateTimeInterval", "regularExpressionString", "usesScalarValueType",
        "valueTransformerName", "customClassName", "allowsExternalBinaryDataStorage", "preserveAfterDeletion",
        "spotlightIndexingEnabled", "storedInTruthFile", "allowsCloudEncryption", "derived", "derivationExpression", "composite",
        "elementID", "versionHashModifier", "indexed", "syncable", NULL};
    note_unknown_attributes(l, node, known);
    a->optional = flag_of(l, node, "optional");
    a->transient = flag_of(l, node, "transient");
    take_type(l, node, a);
    take_attribute_default(l, node, a);
    a->min_text = text_of(l, node, "minValueString");
    a->max_text = text_of(l, node, "maxValueString");
    a->min_date_text = text_of(l, node, "minDateTimeInterval");
    a->max_date_text = text_of(l, node, "maxDateTimeInterval");
    a->regex = text_of(l, node, "regularExpressionString");
    a->has_scalar = text_of(l, node, "usesScalarValueType") != NULL;
    a->scalar = flag_of(l, node, "usesScalarValueType");
    a->transformer = text_of(l, node, "valueTransformerName");
    a->custom_class = text_of(l, node, "customClassName");
    a->composite = text_of(l, node, "composite");
    a->external_storage = flag_of(l, node, "allowsExternalBinaryDataStorage");
    a->preserve_after_deletion = flag_of(l, node, "preserveAfterDeletion");
    a->spotlight = flag_of(l, node, "spotlightIndexingEnabled");
    a->truth_file = flag_of(l, node, "storedInTruthFile");
    a->cloud_encryption = flag_of(l, node, "allowsCloudEncryption");
    a->indexed = flag_of(l, node, "indexed");
    a->hash_modifier = text_of(l, node, "versionHashModifier");
    a->derivation = text_of(l, node, "derivationExpression");
    if (flag_of(l, node, "derived") && !a->derivation)
        a->derivation = "";
    const char *id = text_of(l, node, "elementID");
    a->renaming_id = id && strcmp(id, a->name) ? id : NULL;
    take_user_info(l, node, &a->user_info, &a->nuser_info);
}

static void take_cardinality(loader *l, const el_xml_node *node, el_relationship *r)
{
    int max = 0;
    int has_max = integer_of(l, node, "maxCount", -1, &max);
    const char *spelt_max = text_of(l, node, "maxCount"), *to_many = text_of(l, node, "toMany");
    r->has_min_count = integer_of(l, node, "minCount", 0, &r->min_count);
    if (to_many) {
        r->to_many = flag_of(l, node, "toMany");
    } else if (spelt_max) {
        r->to_many = !has_max || max != 1;
    } else {
        r->to_many = 1;
        el_model_builder_note(l->b, node->line, 1, "unknown-cardinality",
                              "relationship '%s.%s' says neither toMany nor maxCount; taken as to-many", r->owner->name, r->name);
    }
    r->has_max_count = has_max && max > 0;
    r->max_count = r->has_max_count ? max : r->to_many ? 0 : 1;
}

static void take_delete_rule(loader *l, const el_xml_node *node, el_relationship *r)
{
    const char *rule = text_of(l, node, "deletionRule");
    for (int i = EL_DELETE_NO_ACTION; rule && i <= EL_DELETE_DENY; i++)
        if (!strcasecmp(rule, el_delete_rule_name((el_delete_rule)i))) {
            r->delete_rule = (el_delete_rule)i;
            return;
        }
    if (rule)
        el_model_builder_note(l->b, node->line, 1, "unknown-delete-rule", "the delete rule '%s' of '%s.%s' is not known; taken as Nullify",
                              rule, r->owner->name, r->name);
}

static void take_relationship(loader *l, const el_xml_node *node, el_relationship *r)
{
    static const char *const known[] = {"name", "destinationEntity", "toMany", "maxCount", "minCount", "optional", "ordered",
                                        "deletionRule", "inverseName", "inverseEntity", "transient", "elementID",
                                        "versionHashModifier", "syncable", "indexed", "spotlightIndexingEnabled",
                                        "storedInTruthFile", NULL};
    note_unknown_attributes(l, node, known);
    take_cardinality(l, node, r);
    take_delete_rule(l, node, r);
    r->optional = flag_of(l, node, "optional");
    r->ordered = flag_of(l, node, "ordered");
    r->transient = flag_of(l, node, "transient");
    r->indexed = flag_of(l, node, "indexed");
    r->inverse_name = text_of(l, node, "inverseName");
    r->inverse_entity = text_of(l, node, "inverseEntity");
    r->hash_modifier = text_of(l, node, "versionHashModifier");
    const char *id = text_of(l, node, "elementID");
    r->renaming_id = id && strcmp(id, r->name) ? id : NULL;
    take_user_info(l, node, &r->user_info, &r->nuser_info);
}

static void take_fetch_template(loader *l, const el_xml_node *node, el_fetch_template *t)
{
    static const char *const plain[] = {"name", "entity", "predicateString", "resultType", "fetchLimit", "fetchBatchSize"};
    t->name = text_of(l, node, "name");
    t->entity = text_of(l, node, "entity");
    t->predicate = text_of(l, node, "predicateString");
    t->has_result_type = integer_of(l, node, "resultType", 0, &t->result_type);
    t->has_fetch_limit = integer_of(l, node, "fetchLimit", 0, &t->fetch_limit);
    t->has_fetch_batch_size = integer_of(l, node, "fetchBatchSize", 0, &t->fetch_batch_size);
    el_pair *flags = el_arena_array(l->arena, node->nattrs, sizeof *flags);
    for (size_t i = 0; i < node->nattrs; i++) {
        size_t k = 0;
        while (k < sizeof plain / sizeof *plain && strcmp(plain[k], node->attrs[i].name))
            k++;
        if (k == sizeof plain / sizeof *plain)
            flags[t->nflags++] = (el_pair){el_arena_strdup(l->arena, node->attrs[i].name), el_arena_strdup(l->arena, node->attrs[i].value)};
    }
    t->flags = flags;
}

static int take_fetched_property(loader *l, const el_xml_node *node, el_fetched_property *p)
{
    static const char *const known[] = {"name", "optional", "syncable", "transient", "elementID", "versionHashModifier", "indexed", NULL};
    int status = name_of(&p->name, l, node);
    if (status)
        return status;
    note_unknown_attributes(l, node, known);
    p->optional = flag_of(l, node, "optional");
    for (const el_xml_node *c = node->first; c; c = c->next) {
        if (is(c, "fetchRequest")) {
            el_fetch_template *t = el_arena_alloc(l->arena, sizeof *t);
            take_fetch_template(l, c, t);
            p->request = t;
        } else if (!is(c, "userInfo")) {
            note_unknown_element(l, c);
        }
    }
    take_user_info(l, node, &p->user_info, &p->nuser_info);
    return EL_OK;
}

static void take_fetch_index(loader *l, const el_xml_node *node, el_fetch_index *index)
{
    index->name = text_of(l, node, "name");
    index->where = text_of(l, node, "partialIndexPredicate");
    el_index_element *elements = el_arena_array(l->arena, node->nchildren, sizeof *elements);
    for (const el_xml_node *c = node->first; c; c = c->next) {
        if (!is(c, "fetchIndexElement")) {
            note_unknown_element(l, c);
            continue;
        }
        el_index_element *e = &elements[index->nelements++];
        const char *type = el_xml_get(c, "type"), *order = el_xml_get(c, "order");
        e->property = text_of(l, c, "property");
        e->expression = text_of(l, c, "expression");
        e->expression_type = text_of(l, c, "expressionType");
        e->rtree = type && !strcasecmp(type, "RTree");
        e->descending = order && !strcasecmp(order, "descending");
    }
    index->elements = elements;
}

/* <outer><group><item value="…"/>…</group>…</outer> appended to the lists. */
static void take_name_lists(loader *l, const el_xml_node *outer, const char *group, const char *item, const el_name_list **lists,
                            size_t *nlists)
{
    el_name_list *all = el_arena_array(l->arena, *nlists + outer->nchildren, sizeof *all);
    size_t n = *nlists;
    if (n)
        memcpy(all, *lists, n * sizeof *all);
    for (const el_xml_node *g = outer->first; g; g = g->next) {
        if (!is(g, group)) {
            note_unknown_element(l, g);
            continue;
        }
        const char **names = el_arena_array(l->arena, g->nchildren, sizeof *names);
        el_name_list list = {names, 0};
        for (const el_xml_node *c = g->first; c; c = c->next) {
            const char *value = is(c, item) ? text_of(l, c, "value") : NULL;
            if (value)
                names[list.n++] = value;
        }
        all[n++] = list;
    }
    *lists = all;
    *nlists = n;
}

static int take_property(loader *l, const el_xml_node *c, el_entity *e)
{
    const char *name;
    int status = name_of(&name, l, c);
    if (status)
        return status;
    if (is(c, "attribute"))
        take_attribute(l, c, el_model_builder_attribute(l->b, e, name, c->line));
    else
        take_relationship(l, c, el_model_builder_relationship(l->b, e, name, el_xml_get(c, "destinationEntity"), c->line));
    return EL_OK;
}

static int take_entity_children(loader *l, const el_xml_node *node, el_entity *e)
{
    el_fetched_property *fetched = el_arena_array(l->arena, node->nchildren, sizeof *fetched);
    el_fetch_index *indexes = el_arena_array(l->arena, node->nchildren, sizeof *indexes);
    int status = EL_OK;
    for (const el_xml_node *c = node->first; c && !status; c = c->next) {
        if (is(c, "attribute") || is(c, "relationship"))
            status = take_property(l, c, e);
        else if (is(c, "fetchedProperty"))
            status = take_fetched_property(l, c, &fetched[e->nfetched_properties++]);
        else if (is(c, "fetchIndex"))
            take_fetch_index(l, c, &indexes[e->nfetch_indexes++]);
        else if (is(c, "compoundIndexes"))
            take_name_lists(l, c, "compoundIndex", "index", &e->compound_indexes, &e->ncompound_indexes);
        else if (is(c, "uniquenessConstraints"))
            take_name_lists(l, c, "uniquenessConstraint", "constraint", &e->uniqueness, &e->nuniqueness);
        else if (!is(c, "userInfo"))
            note_unknown_element(l, c);
    }
    e->fetched_properties = fetched;
    e->fetch_indexes = indexes;
    return status;
}

static int take_entity(loader *l, const el_xml_node *node)
{
    static const char *const known[] = {"name", "representedClassName", "parentEntity", "isAbstract", "elementID",
                                        "versionHashModifier", "codeGenerationType", "syncable",
                                        "coreSpotlightDisplayNameExpression", NULL};
    const char *name;
    int status = name_of(&name, l, node);
    if (status)
        return status;
    note_unknown_attributes(l, node, known);
    el_entity *e = el_model_builder_entity(l->b, name, el_xml_get(node, "parentEntity"), node->line);
    e->abstract = flag_of(l, node, "isAbstract");
    e->class_name = text_of(l, node, "representedClassName");
    e->hash_modifier = text_of(l, node, "versionHashModifier");
    e->codegen = text_of(l, node, "codeGenerationType");
    e->spotlight_display_name = text_of(l, node, "coreSpotlightDisplayNameExpression");
    const char *id = text_of(l, node, "elementID");
    e->renaming_id = id && strcmp(id, name) ? id : NULL;
    take_user_info(l, node, &e->user_info, &e->nuser_info);
    return take_entity_children(l, node, e);
}

static int take_composite(loader *l, const el_xml_node *node, el_composite *out)
{
    int status = name_of(&out->name, l, node);
    const el_attribute **attributes = el_arena_array(l->arena, node->nchildren, sizeof *attributes);
    for (const el_xml_node *c = node->first; c && !status; c = c->next) {
        const char *name;
        if (!is(c, "attribute")) {
            note_unknown_element(l, c);
        } else if (!(status = name_of(&name, l, c))) {
            el_attribute *a = el_model_builder_loose_attribute(l->b, name);
            take_attribute(l, c, a);
            attributes[out->nattributes++] = a;
        }
    }
    out->attributes = attributes;
    return status;
}

static int take_configuration(loader *l, const el_xml_node *node, el_configuration *out)
{
    int status = name_of(&out->name, l, node);
    if (status)
        return status;
    out->cloud_kit = flag_of(l, node, "usedWithCloudKit");
    const char **names = el_arena_array(l->arena, node->nchildren, sizeof *names);
    for (const el_xml_node *c = node->first; c; c = c->next) {
        const char *name = is(c, "memberEntity") ? text_of(l, c, "name") : NULL;
        if (name)
            names[out->members.n++] = name;
    }
    out->members.names = names;
    return EL_OK;
}

/* Diagram boxes may be left over from entities that are gone: harmless, but somebody may wonder. */
static void check_diagram(loader *l, const el_xml_node *root)
{
    el_map *names = el_map_new();
    for (const el_xml_node *c = root->first; c; c = c->next)
        if (!is(c, "elements") && el_xml_get(c, "name"))
            el_map_put(names, el_xml_get(c, "name"), (void *)c);
    for (const el_xml_node *c = root->first; c; c = c->next)
        for (const el_xml_node *box = is(c, "elements") ? c->first : NULL; box; box = box->next) {
            const char *name = el_xml_get(box, "name");
            if (name && !el_map_get(names, name))
                el_model_builder_note(l->b, box->line, 0, "stray-diagram-box", "the diagram has a box for '%s', which does not exist", name);
        }
    el_map_free(names);
}

static int take_model_children(loader *l, const el_xml_node *root)
{
    el_model *m = el_model_builder_model(l->b);
    el_composite *composites = el_arena_array(l->arena, root->nchildren, sizeof *composites);
    el_fetch_template *requests = el_arena_array(l->arena, root->nchildren, sizeof *requests);
    el_configuration *configurations = el_arena_array(l->arena, root->nchildren, sizeof *configurations);
    int status = EL_OK;
    for (const el_xml_node *c = root->first; c && !status; c = c->next) {
        if (is(c, "entity"))
            status = take_entity(l, c);
        else if (is(c, "composite") || is(c, "compositeAttribute"))
            status = take_composite(l, c, &composites[m->ncomposites++]);
        else if (is(c, "fetchRequest"))
            take_fetch_template(l, c, &requests[m->nfetch_requests++]);
        else if (is(c, "configuration"))
            status = take_configuration(l, c, &configurations[m->nconfigurations++]);
        else if (!is(c, "elements"))
            note_unknown_element(l, c);
    }
    m->composites = composites;
    m->fetch_requests = requests;
    m->configurations = configurations;
    return status;
}

static int take_model(loader *l, const el_xml_node *root)
{
    static const char *const known[] = {"type", "documentVersion", "lastSavedToolsVersion", "systemVersion", "minimumToolsVersion",
                                        "sourceLanguage", "macOSVersion", "iOSVersion", "userDefinedModelVersionIdentifier", "name",
                                        "usedWithCloudKit", "usedWithSwiftData", NULL};
    if (!is(root, "model"))
        return el_error_set(l->err, EL_EMODEL, "not-a-model", "%s:%d: the document is a <%s>, not a <model>", l->file, root->line,
                            root->name);
    note_unknown_attributes(l, root, known);
    el_model *m = el_model_builder_model(l->b);
    const char *identifier = text_of(l, root, "userDefinedModelVersionIdentifier");
    m->identifier = identifier ? identifier : "";
    m->minimum_tools_version = text_of(l, root, "minimumToolsVersion");
    m->cloud_kit = flag_of(l, root, "usedWithCloudKit");
    m->swift_data = flag_of(l, root, "usedWithSwiftData");
    int status = take_model_children(l, root);
    if (!status)
        check_diagram(l, root);
    return status;
}

int el_model_load_xml(el_model **out, const char *bytes, size_t n, const char *name, const char *file, el_error *err)
{
    *out = NULL;
    const el_xml_options options = {.file = file ? file : name, .status = EL_EMODEL, .max_bytes = MAX_BYTES, .max_nodes = MAX_NODES,
                                    .max_depth = MAX_DEPTH};
    el_arena *scratch = el_arena_new();
    el_xml_node *root;
    int status = el_xml_parse(&root, scratch, bytes, n, &options, err);
    if (!status) {
        el_model_builder *b = el_model_builder_new(name, "xcdatamodel", file, file);
        loader l = {b, el_model_builder_arena(b), options.file, err};
        status = take_model(&l, root);
        if (status)
            el_model_builder_free(b);
        else
            status = el_model_builder_finish(out, b, err);
    }
    el_arena_free(scratch);
    return status;
}
