/* SPDX-License-Identifier: MIT */
#include "migrate/diff.h"

#include <string.h>

const el_attribute *el_diff_source_attribute(const el_entity *source, const el_attribute *p)
{
    const char *rid = el__rid(p->renaming_id, p->name);
    for (size_t i = source->nall_attributes; i-- > 0;)
        if (!strcmp(el__rid(source->all_attributes[i]->renaming_id, source->all_attributes[i]->name), rid))
            return source->all_attributes[i];
    return NULL;
}

static const el_attribute *own_by_rid(const el_entity *e, const char *rid)
{
    for (size_t i = 0; i < e->nattributes; i++)
        if (!strcmp(el__rid(e->attributes[i]->renaming_id, e->attributes[i]->name), rid))
            return e->attributes[i];
    return NULL;
}

static int inherited_by_rid(const el_entity *e, const char *rid)
{
    for (; e; e = e->parent)
        if (own_by_rid(e, rid))
            return 1;
    return 0;
}

/* Names of the source entities below whose paired destination lies below `destination` and that declared `rid`. */
static size_t declared_below(el_diff_builder *b, const el_entity *destination, const char *rid, const char **names)
{
    size_t n = 0;
    for (size_t i = 0; i < b->diff->to->nentities; i++) {
        const el_entity *e = b->diff->to->entities[i], *source = b->diff->source_of[i];
        if (e != destination && source && el_entity_is_kind_of(e, destination) && own_by_rid(source, rid))
            names[n++] = source->name;
    }
    return n;
}

static size_t kept_below(el_diff_builder *b, const el_entity *destination, const char *rid, const char **names)
{
    size_t n = 0;
    for (size_t i = 0; i < b->diff->to->nentities; i++) {
        const el_entity *e = b->diff->to->entities[i];
        if (e != destination && el_entity_is_kind_of(e, destination) && own_by_rid(e, rid))
            names[n++] = e->name;
    }
    return n;
}

/* What an attribute that was not stored before holds in old rows. */
static void new_value_verdict(el_change *c, const el_attribute *p)
{
    if (p->transient) {
        c->transient = 1;
        c->data = "none";
    } else if (p->derivation) {
        c->derived = p->derivation;
        el__diff_verdict(c, EL_INFER_YES, EL_SEVERITY_NOTICE, "computed", EL_YES);
    } else if (p->has_default) {
        c->data = "default";
    } else if (p->optional) {
        c->data = "null";
    } else {
        c->required = 1;
        c->error = 134110;
        el__diff_verdict(c, EL_INFER_CONDITIONAL, EL_SEVERITY_ERROR, "fails-if-rows", EL_YES);
    }
}

static void added(el_diff_builder *b, const el_entity *source, const el_entity *e, const el_attribute *p)
{
    const char **names = el_arena_array(b->arena, b->diff->to->nentities + 1, sizeof *names);
    size_t n = declared_below(b, e, el__rid(p->renaming_id, p->name), names);
    if (n) {
        el_change *c = el__diff_add(b, "attribute.movedUp", e->name, p->name);
        c->severity = EL_SEVERITY_NOTICE;
        c->names_key = "fromEntities";
        c->names = el__diff_sorted(b, names, n);
        c->nnames = n;
        return;
    }
    new_value_verdict(el__diff_add(b, "attribute.added", e->name, p->name), p);
    if (!p->renaming_id || !strcmp(p->renaming_id, p->name))
        return;
    el_change *c = el__diff_add(b, "attribute.renameDangling", e->name, p->name);
    c->renaming_id = p->renaming_id;
    int same_name = el_entity_attribute(source, p->name) != NULL;
    el__diff_verdict(c, same_name ? EL_INFER_UNKNOWN : EL_INFER_YES, same_name ? EL_SEVERITY_ERROR : EL_SEVERITY_WARNING,
                     same_name ? "unknown" : "none", EL_YES);
}

static int is_integer(el_attribute_type t)
{
    return t == EL_TYPE_INT16 || t == EL_TYPE_INT32 || t == EL_TYPE_INT64;
}

static int is_number(el_attribute_type t)
{
    return t >= EL_TYPE_INT16 && t <= EL_TYPE_FLOAT;
}

static int is_widening(el_attribute_type from, el_attribute_type to)
{
    if (is_integer(from))
        return (is_integer(to) && to > from) || to == EL_TYPE_DECIMAL || to == EL_TYPE_DOUBLE ||
               (to == EL_TYPE_FLOAT && from != EL_TYPE_INT64);
    return from == EL_TYPE_FLOAT && to == EL_TYPE_DOUBLE;
}

static void type_changed(el_diff_builder *b, const el_entity *e, const el_attribute *q, const el_attribute *p)
{
    el_change *c = el__diff_add(b, "attribute.typeChanged", e->name, p->name);
    el__diff_from_to(c, el_attribute_type_name(q->type), el_attribute_type_name(p->type));
    int booleans = (q->type == EL_TYPE_BOOLEAN && is_number(p->type)) || (is_number(q->type) && p->type == EL_TYPE_BOOLEAN);
    if (is_widening(q->type, p->type)) {
        el__diff_verdict(c, EL_INFER_YES, EL_SEVERITY_NOTICE, "converted", EL_YES);
    } else if (is_number(q->type) && is_number(p->type)) {
        el__diff_verdict(c, EL_INFER_YES, EL_SEVERITY_WARNING, "converted-may-lose", EL_YES);
    } else if (booleans) {
        el__diff_verdict(c, EL_INFER_UNKNOWN, EL_SEVERITY_ERROR, "unknown", EL_YES);
    } else {
        c->error = 134190;
        el__diff_verdict(c, EL_INFER_NO, EL_SEVERITY_ERROR, "not-migrated", EL_YES);
    }
}

static void optionality(el_diff_builder *b, const el_entity *e, const el_attribute *q, const el_attribute *p)
{
    if (!q->optional && p->optional)
        el__diff_add(b, "attribute.becameOptional", e->name, p->name);
    if (!q->optional || p->optional || p->transient || p->derivation)
        return;
    el_change *c = el__diff_add(b, "attribute.becameRequired", e->name, p->name);
    if (p->has_default) {
        el__diff_verdict(c, EL_INFER_YES, EL_SEVERITY_NOTICE, "nulls-become-default", EL_YES);
    } else {
        c->error = 134110;
        el__diff_verdict(c, EL_INFER_CONDITIONAL, EL_SEVERITY_ERROR, "fails-if-nulls", EL_YES);
    }
}

static void storing(el_diff_builder *b, const el_entity *e, const el_attribute *q, const el_attribute *p)
{
    if (!q->transient && p->transient) {
        el__diff_verdict(el__diff_add(b, "attribute.becameTransient", e->name, p->name), EL_INFER_YES, EL_SEVERITY_WARNING,
                         "dropped", EL_YES);
    } else if (q->transient && !p->transient) {
        el_change *c = el__diff_add(b, "attribute.becamePersistent", e->name, p->name);
        new_value_verdict(c, p);
        c->derived = NULL;
        c->required = 0;
    }
    if (!q->derivation && p->derivation)
        el__diff_verdict(el__diff_add(b, "attribute.becameDerived", e->name, p->name), EL_INFER_YES, EL_SEVERITY_WARNING,
                         "recomputed", EL_YES);
    else if (q->derivation && !p->derivation)
        el__diff_verdict(el__diff_add(b, "attribute.becameStored", e->name, p->name), EL_INFER_YES, EL_SEVERITY_NOTICE,
                         "kept", EL_YES);
    else if (!el__same_text(q->derivation, p->derivation))
        el__diff_verdict(el__diff_add(b, "attribute.derivationChanged", e->name, p->name), EL_INFER_UNKNOWN, EL_SEVERITY_NOTICE,
                         "recomputed", EL_DONT_KNOW);
}

static void details(el_diff_builder *b, const el_entity *e, const el_attribute *q, const el_attribute *p)
{
    if (q->type == p->type && (q->has_default != p->has_default || !el__same_text(q->default_text, p->default_text)))
        el__diff_add(b, "attribute.defaultChanged", e->name, p->name)->changes_hash = EL_NO;
    if (!el__same_text(q->min_text, p->min_text) || !el__same_text(q->max_text, p->max_text) ||
        !el__same_text(q->min_date_text, p->min_date_text) || !el__same_text(q->max_date_text, p->max_date_text) ||
        !el__same_text(q->regex, p->regex))
        el__diff_add(b, "attribute.validationChanged", e->name, p->name)->changes_hash = EL_NO;
    if (q->scalar != p->scalar || !el__same_text(q->custom_class, p->custom_class))
        el__diff_add(b, "attribute.codeOnlyChanged", e->name, p->name)->changes_hash = EL_NO;
    if (!el__same_text(q->transformer, p->transformer))
        el__diff_verdict(el__diff_add(b, "attribute.transformerChanged", e->name, p->name), EL_INFER_YES, EL_SEVERITY_WARNING,
                         "kept-bytes", EL_NO);
    if (q->external_storage != p->external_storage)
        el__diff_verdict(el__diff_add(b, "attribute.externalStorageChanged", e->name, p->name), EL_INFER_UNKNOWN,
                         EL_SEVERITY_WARNING, "kept-bytes", EL_DONT_KNOW);
    if (!el__same_text(q->composite, p->composite))
        el__diff_verdict(el__diff_add(b, "attribute.compositeChanged", e->name, p->name), EL_INFER_UNKNOWN, EL_SEVERITY_WARNING,
                         "unknown", EL_YES);
    if (!el__same_text(q->hash_modifier, p->hash_modifier))
        el__diff_from_to(el__diff_add(b, "attribute.hashModifierChanged", e->name, p->name), q->hash_modifier, p->hash_modifier);
}

static void paired(el_diff_builder *b, const el_entity *source, const el_entity *e, const el_attribute *q, const el_attribute *p)
{
    if (q->owner != source && b->diff->destination_of[q->owner->index] != e) {
        el_change *c = el__diff_add(b, "attribute.movedDown", e->name, p->name);
        c->from_entity = q->owner->name;
        el__diff_verdict(c, EL_INFER_YES, EL_SEVERITY_NOTICE, "kept-in-this-entity", EL_YES);
    }
    if (strcmp(q->name, p->name) != 0) {
        el_change *c = el__diff_add(b, "attribute.renamed", e->name, p->name);
        el__diff_from_to(c, q->name, NULL);
        c->only_from = 1;
        /* Names that merely changed places among equal attributes leave the entity's hash as it was. */
        if (el__same_hash_inputs(source, e))
            c->changes_hash = EL_NO;
    }
    if (q->type != p->type)
        type_changed(b, e, q, p);
    optionality(b, e, q, p);
    storing(b, e, q, p);
    details(b, e, q, p);
}

static void removed(el_diff_builder *b, const el_entity *source, const el_entity *e)
{
    const char **names = el_arena_array(b->arena, b->diff->to->nentities + 1, sizeof *names);
    for (size_t i = 0; i < source->nattributes; i++) {
        const el_attribute *q = source->attributes[i];
        const char *rid = el__rid(q->renaming_id, q->name);
        if (inherited_by_rid(e, rid))
            continue;
        size_t n = kept_below(b, e, rid, names);
        el_change *c = el__diff_add(b, n ? "attribute.removedFromParent" : "attribute.removed", e->name, q->name);
        if (n) {
            c->names_key = "keptIn";
            c->names = el__diff_sorted(b, names, n);
            c->nnames = n;
            el__diff_verdict(c, EL_INFER_YES, EL_SEVERITY_WARNING, "dropped-for-other-entities", EL_YES);
        } else if (q->transient) {
            c->transient = 1;
            c->data = "none";
        } else {
            el__diff_verdict(c, EL_INFER_YES, EL_SEVERITY_WARNING, "dropped", EL_YES);
        }
        if (!n)
            c->entity = source->name;
    }
}

void el__diff_attributes(el_diff_builder *b, const el_entity *source, const el_entity *e)
{
    for (size_t i = 0; i < e->nattributes; i++) {
        const el_attribute *p = e->attributes[i], *q = el_diff_source_attribute(source, p);
        if (!q) {
            added(b, source, e, p);
            continue;
        }
        for (size_t k = 0; k < i; k++)
            if (el_diff_source_attribute(source, e->attributes[k]) == q) {
                el_change *c = el__diff_add(b, "attribute.renameAmbiguous", e->name, p->name);
                c->renaming_id = el__rid(p->renaming_id, p->name);
                c->other = e->attributes[k]->name;
                el__diff_verdict(c, EL_INFER_UNKNOWN, EL_SEVERITY_ERROR, "unknown", EL_YES);
                break;
            }
        paired(b, source, e, q, p);
    }
    removed(b, source, e);
}
