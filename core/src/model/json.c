/* SPDX-License-Identifier: MIT */
/* A model's facts as JSON: names that are always there first, the others only where they say something. */
#include "base/buf.h"
#include "entitylens/model.h"
#include "model/builder.h"
#include "value/number.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* An object or array being written; a comma goes before all members but the first. */
typedef struct writer { el_buf *out; int first; } writer;

static writer open_with(el_buf *out, char bracket)
{
    el_buf_putc(out, bracket);
    return (writer){out, 1};
}

static void member(writer *w, const char *key)
{
    if (!w->first)
        el_buf_putc(w->out, ',');
    w->first = 0;
    if (key) {
        el_buf_json_string(w->out, key, (size_t)-1);
        el_buf_putc(w->out, ':');
    }
}

static void text(writer *w, const char *key, const char *s)
{
    member(w, key);
    if (s)
        el_buf_json_string(w->out, s, (size_t)-1);
    else
        el_buf_puts(w->out, "null");
}

static void text_if(writer *w, const char *key, const char *s)
{
    if (s)
        text(w, key, s);
}

static void boolean(writer *w, const char *key, int b)
{
    member(w, key);
    el_buf_puts(w->out, b ? "true" : "false");
}

static void true_if(writer *w, const char *key, int b)
{
    if (b)
        boolean(w, key, 1);
}

static void integer_if(writer *w, const char *key, int has, int i)
{
    if (!has)
        return;
    member(w, key);
    el_buf_printf(w->out, "%d", i);
}

static void pairs_if(writer *w, const char *key, const el_pair *pairs, size_t n)
{
    if (!n)
        return;
    member(w, key);
    writer inner = open_with(w->out, '{');
    for (size_t i = 0; i < n; i++) {
        size_t later = i + 1; /* a doubled key would not be JSON; the last one counts */
        while (later < n && strcmp(pairs[later].key, pairs[i].key))
            later++;
        if (later == n)
            text(&inner, pairs[i].key, pairs[i].value);
    }
    el_buf_putc(w->out, '}');
}

static void names(writer *w, const char *key, const el_name_list *list)
{
    member(w, key);
    writer inner = open_with(w->out, '[');
    for (size_t i = 0; i < list->n; i++)
        text(&inner, NULL, list->names[i]);
    el_buf_putc(w->out, ']');
}

static void name_lists_if(writer *w, const char *key, const el_name_list *lists, size_t n)
{
    if (!n)
        return;
    member(w, key);
    writer inner = open_with(w->out, '[');
    for (size_t i = 0; i < n; i++)
        names(&inner, NULL, &lists[i]);
    el_buf_putc(w->out, ']');
}

/* Where a fact of an inferred model comes from; facts of a file need no such words. */
static void evidence(writer *w, const char *provenance, el_confidence confidence)
{
    if (!provenance)
        return;
    text(w, "provenance", provenance);
    text(w, "confidence", el_confidence_name(confidence));
}

/* Numbers as numbers, others as texts; what does not parse stays the text of the file. */
static void default_value(writer *w, const el_attribute *a)
{
    const el_value *v = &a->default_value;
    char number[40];
    member(w, "default");
    switch (v->kind) {
    case EL_BOOL: el_buf_puts(w->out, v->u.i ? "true" : "false"); return;
    case EL_INT: el_buf_printf(w->out, "%" PRId64, v->u.i); return;
    case EL_DOUBLE: el_double_text(number, v->u.d); break;
    case EL_DATE: el_double_text(number, el__default_date(a)); break; /* seconds since 2001, as in the file */
    case EL_DECIMAL: el_buf_json_string(w->out, v->u.text.s, v->u.text.n); return;
    default: el_buf_json_string(w->out, a->default_text ? a->default_text : "", (size_t)-1); return;
    }
    el_buf_puts(w->out, number);
}

static void attribute(writer *list, const el_attribute *a)
{
    member(list, NULL);
    writer w = open_with(list->out, '{');
    text(&w, "name", a->name);
    text(&w, "type", el_attribute_type_name(a->type));
    boolean(&w, "optional", a->optional);
    true_if(&w, "transient", a->transient);
    if (a->has_default)
        default_value(&w, a);
    if (a->has_scalar)
        boolean(&w, "scalar", a->scalar);
    true_if(&w, "externalStorage", a->external_storage);
    true_if(&w, "preserveAfterDeletion", a->preserve_after_deletion);
    true_if(&w, "spotlight", a->spotlight);
    true_if(&w, "storedInTruthFile", a->truth_file);
    true_if(&w, "cloudEncryption", a->cloud_encryption);
    true_if(&w, "indexed", a->indexed);
    text_if(&w, "transformer", a->transformer);
    text_if(&w, "customClass", a->custom_class);
    text_if(&w, "hashModifier", a->hash_modifier);
    text_if(&w, "composite", a->composite);
    text_if(&w, "regex", a->regex);
    text_if(&w, "min", a->min_text);
    text_if(&w, "max", a->max_text);
    text_if(&w, "minDate", a->min_date_text);
    text_if(&w, "maxDate", a->max_date_text);
    text_if(&w, "derived", a->derivation);
    text_if(&w, "renamingId", a->renaming_id);
    pairs_if(&w, "userInfo", a->user_info, a->nuser_info);
    evidence(&w, a->provenance, a->confidence);
    el_buf_putc(w.out, '}');
}

static void relationship(writer *list, const el_relationship *r)
{
    member(list, NULL);
    writer w = open_with(list->out, '{');
    text(&w, "name", r->name);
    text(&w, "destination", r->destination ? r->destination->name : r->destination_name);
    boolean(&w, "toMany", r->to_many);
    boolean(&w, "optional", r->optional);
    text(&w, "deleteRule", el_delete_rule_name(r->delete_rule));
    member(&w, "inverse");
    if (r->inverse_name) {
        writer pair = open_with(w.out, '[');
        text(&pair, NULL, r->inverse_entity ? r->inverse_entity : r->destination_name);
        text(&pair, NULL, r->inverse_name);
        el_buf_putc(w.out, ']');
    } else {
        el_buf_puts(w.out, "null");
    }
    true_if(&w, "ordered", r->ordered);
    true_if(&w, "transient", r->transient);
    integer_if(&w, "minCount", r->has_min_count, r->min_count);
    integer_if(&w, "maxCount", r->to_many && r->has_max_count && r->max_count > 0, r->max_count);
    text_if(&w, "renamingId", r->renaming_id);
    text_if(&w, "hashModifier", r->hash_modifier);
    pairs_if(&w, "userInfo", r->user_info, r->nuser_info);
    evidence(&w, r->provenance, r->confidence);
    el_buf_putc(w.out, '}');
}

static void fetch_template(writer *list, const char *key, const el_fetch_template *t)
{
    member(list, key);
    if (!t) {
        el_buf_puts(list->out, "null");
        return;
    }
    writer w = open_with(list->out, '{');
    text(&w, "name", t->name);
    text(&w, "entity", t->entity);
    text_if(&w, "predicate", t->predicate);
    integer_if(&w, "resultType", t->has_result_type, t->result_type);
    integer_if(&w, "fetchLimit", t->has_fetch_limit, t->fetch_limit);
    integer_if(&w, "fetchBatchSize", t->has_fetch_batch_size, t->fetch_batch_size);
    el_buf_putc(w.out, '}');
}

static void fetched_properties(writer *e, const el_entity *entity)
{
    if (!entity->nfetched_properties)
        return;
    member(e, "fetchedProperties");
    writer list = open_with(e->out, '[');
    for (size_t i = 0; i < entity->nfetched_properties; i++) {
        const el_fetched_property *p = &entity->fetched_properties[i];
        member(&list, NULL);
        writer w = open_with(list.out, '{');
        text(&w, "name", p->name);
        boolean(&w, "optional", p->optional);
        fetch_template(&w, "fetchRequest", p->request);
        el_buf_putc(w.out, '}');
    }
    el_buf_putc(list.out, ']');
}

static void index_element(writer *list, const el_index_element *e)
{
    member(list, NULL);
    writer w = open_with(list->out, '{');
    text(&w, "property", e->property);
    text(&w, "type", e->rtree ? "RTree" : "Binary");
    boolean(&w, "ascending", !e->descending);
    text_if(&w, "expression", e->expression);
    text_if(&w, "expressionType", e->expression_type);
    el_buf_putc(w.out, '}');
}

static void fetch_indexes(writer *e, const el_entity *entity)
{
    if (!entity->nfetch_indexes)
        return;
    member(e, "fetchIndexes");
    writer list = open_with(e->out, '[');
    for (size_t i = 0; i < entity->nfetch_indexes; i++) {
        const el_fetch_index *index = &entity->fetch_indexes[i];
        member(&list, NULL);
        writer w = open_with(list.out, '{');
        text(&w, "name", index->name);
        member(&w, "elements");
        writer elements = open_with(w.out, '[');
        for (size_t k = 0; k < index->nelements; k++)
            index_element(&elements, &index->elements[k]);
        el_buf_putc(w.out, ']');
        text_if(&w, "where", index->where);
        el_buf_putc(w.out, '}');
    }
    el_buf_putc(list.out, ']');
}

static void attributes(writer *w, const el_attribute *const *list, size_t n)
{
    member(w, "attributes");
    writer inner = open_with(w->out, '[');
    for (size_t i = 0; i < n; i++)
        attribute(&inner, list[i]);
    el_buf_putc(w->out, ']');
}

static void entity(writer *list, const el_entity *e)
{
    member(list, NULL);
    writer w = open_with(list->out, '{');
    text(&w, "name", e->name);
    text(&w, "parent", e->parent ? e->parent->name : NULL);
    boolean(&w, "abstract", e->abstract);
    text_if(&w, "class", e->class_name);
    text_if(&w, "renamingId", e->renaming_id);
    text_if(&w, "hashModifier", e->hash_modifier);
    text_if(&w, "codegen", e->codegen);
    text_if(&w, "spotlightDisplayName", e->spotlight_display_name);
    attributes(&w, e->attributes, e->nattributes);
    member(&w, "relationships");
    writer relationships = open_with(w.out, '[');
    for (size_t i = 0; i < e->nrelationships; i++)
        relationship(&relationships, e->relationships[i]);
    el_buf_putc(w.out, ']');
    fetched_properties(&w, e);
    fetch_indexes(&w, e);
    name_lists_if(&w, "compoundIndexes", e->compound_indexes, e->ncompound_indexes);
    name_lists_if(&w, "uniqueness", e->uniqueness, e->nuniqueness);
    pairs_if(&w, "userInfo", e->user_info, e->nuser_info);
    evidence(&w, e->provenance, e->confidence);
    el_buf_putc(w.out, '}');
}

static void composites(writer *w, const el_model *m)
{
    if (!m->ncomposites)
        return;
    member(w, "composites");
    writer list = open_with(w->out, '[');
    for (size_t i = 0; i < m->ncomposites; i++) {
        member(&list, NULL);
        writer c = open_with(list.out, '{');
        text(&c, "name", m->composites[i].name);
        attributes(&c, m->composites[i].attributes, m->composites[i].nattributes);
        el_buf_putc(c.out, '}');
    }
    el_buf_putc(list.out, ']');
}

static void requests_and_configurations(writer *w, const el_model *m)
{
    if (m->nfetch_requests) {
        member(w, "fetchRequests");
        writer list = open_with(w->out, '[');
        for (size_t i = 0; i < m->nfetch_requests; i++)
            fetch_template(&list, NULL, &m->fetch_requests[i]);
        el_buf_putc(list.out, ']');
    }
    if (m->nconfigurations) {
        member(w, "configurations");
        writer map = open_with(w->out, '{');
        for (size_t i = 0; i < m->nconfigurations; i++)
            names(&map, m->configurations[i].name, &m->configurations[i].members);
        el_buf_putc(map.out, '}');
    }
}

static void notes(writer *w, const el_model_note *list, size_t n)
{
    if (!n)
        return;
    member(w, "notes");
    writer inner = open_with(w->out, '[');
    for (size_t i = 0; i < n; i++) {
        member(&inner, NULL);
        writer note = open_with(inner.out, '{');
        text(&note, "code", list[i].code);
        boolean(&note, "warning", list[i].warning);
        text_if(&note, "file", list[i].file);
        integer_if(&note, "line", list[i].line > 0, list[i].line);
        text(&note, "text", list[i].text);
        el_buf_putc(note.out, '}');
    }
    el_buf_putc(inner.out, ']');
}

void el_model_json(el_buf *out, const el_model *m)
{
    writer w = open_with(out, '{');
    text(&w, "identifier", m->identifier);
    member(&w, "entities");
    writer list = open_with(out, '[');
    for (size_t i = 0; i < m->nentities; i++)
        entity(&list, m->entities[i]);
    el_buf_putc(out, ']');
    composites(&w, m);
    requests_and_configurations(&w, m);
    true_if(&w, "usedWithCloudKit", m->cloud_kit);
    true_if(&w, "usedWithSwiftData", m->swift_data);
    if (m->minimum_tools_version && strcmp(m->minimum_tools_version, "Automatic"))
        text(&w, "minimumToolsVersion", m->minimum_tools_version);
    if (!strcmp(m->source, "inferred"))
        text(&w, "source", m->source);
    notes(&w, m->notes, m->nnotes);
    el_buf_putc(out, '}');
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void version(writer *map, const el_model_bundle *bundle, int i)
{
    el_model *m;
    el_error e;
    member(map, bundle->version_names[i]);
    if (el_model_bundle_load(&m, bundle, i, &e)) {
        writer w = open_with(map->out, '{');
        member(&w, "error");
        writer inner = open_with(w.out, '{');
        text(&inner, "code", e.code);
        text(&inner, "message", e.message);
        el_buf_puts(w.out, "}}");
        return;
    }
    el_model_json(map->out, m);
    el_model_free(m);
}

void el_model_bundle_json(el_buf *out, const el_model_bundle *bundle, el_error *err)
{
    el_error_clear(err);
    writer w = open_with(out, '{');
    text(&w, "bundle", base_name(bundle->path));
    text(&w, "currentVersion", bundle->current >= 0 ? bundle->version_names[bundle->current] : NULL);
    text(&w, "currentVersionFrom", bundle->current_from);
    member(&w, "versions");
    writer map = open_with(out, '{');
    for (size_t i = 0; i < bundle->nversions; i++)
        version(&map, bundle, (int)i);
    el_buf_putc(out, '}');
    notes(&w, bundle->notes, bundle->nnotes);
    el_buf_putc(out, '}');
}
