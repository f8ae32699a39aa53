/* SPDX-License-Identifier: MIT */
#include "migrate/diff.h"

#include <string.h>

const el_relationship *el_diff_source_relationship(const el_entity *source, const el_relationship *p)
{
    const char *rid = el__rid(p->renaming_id, p->name);
    for (size_t i = source->nall_relationships; i-- > 0;)
        if (!strcmp(el__rid(source->all_relationships[i]->renaming_id, source->all_relationships[i]->name), rid))
            return source->all_relationships[i];
    return NULL;
}

static const el_relationship *own_by_rid(const el_entity *e, const char *rid)
{
    for (size_t i = 0; i < e->nrelationships; i++)
        if (!strcmp(el__rid(e->relationships[i]->renaming_id, e->relationships[i]->name), rid))
            return e->relationships[i];
    return NULL;
}

static void added(el_diff_builder *b, const el_entity *source, const el_entity *e, const el_relationship *p)
{
    const char **names = el_arena_array(b->arena, b->diff->to->nentities + 1, sizeof *names);
    size_t n = 0;
    for (size_t i = 0; i < b->diff->to->nentities; i++) {
        const el_entity *x = b->diff->to->entities[i], *sx = b->diff->source_of[i];
        if (x != e && sx && el_entity_is_kind_of(x, e) && own_by_rid(sx, el__rid(p->renaming_id, p->name)))
            names[n++] = sx->name;
    }
    if (n) {
        el_change *c = el__diff_add(b, "relationship.movedUp", e->name, p->name);
        c->severity = EL_SEVERITY_NOTICE;
        c->names_key = "fromEntities";
        c->names = el__diff_sorted(b, names, n);
        c->nnames = n;
        return;
    }
    el_change *c = el__diff_add(b, "relationship.added", e->name, p->name);
    c->data = "empty";
    if (!p->optional && !p->to_many) {
        c->required = 1;
        c->error = 134110;
        el__diff_verdict(c, EL_INFER_CONDITIONAL, EL_SEVERITY_ERROR, "fails-if-rows", EL_YES);
    }
    if (!p->renaming_id || !strcmp(p->renaming_id, p->name))
        return;
    c = el__diff_add(b, "relationship.renameDangling", e->name, p->name);
    c->renaming_id = p->renaming_id;
    int same_name = el_entity_relationship(source, p->name) != NULL;
    el__diff_verdict(c, same_name ? EL_INFER_UNKNOWN : EL_INFER_YES, same_name ? EL_SEVERITY_ERROR : EL_SEVERITY_WARNING,
                     same_name ? "unknown" : "none", EL_YES);
}

/* Returns whether the destinations correspond through the pairing. */
static int destination(el_diff_builder *b, const el_entity *e, const el_relationship *q, const el_relationship *p)
{
    const el_entity *source = p->destination ? b->diff->source_of[p->destination->index] : NULL;
    if (source == q->destination)
        return 1;
    el_change *c = el__diff_add(b, "relationship.destinationChanged", e->name, p->name);
    el__diff_from_to(c, q->destination_name, p->destination_name);
    const el_entity *now = q->destination ? b->diff->destination_of[q->destination->index] : NULL;
    int related = (source && q->destination && (el_entity_is_kind_of(source, q->destination) || el_entity_is_kind_of(q->destination, source))) ||
                  (now && p->destination && (el_entity_is_kind_of(now, p->destination) || el_entity_is_kind_of(p->destination, now)));
    if (related)
        el__diff_verdict(c, EL_INFER_UNKNOWN, EL_SEVERITY_WARNING, "unknown", EL_YES);
    else
        el__diff_verdict(c, EL_INFER_NO, EL_SEVERITY_ERROR, "not-migrated", EL_YES);
    return 0;
}

static void inverse(el_diff_builder *b, const el_entity *e, const el_relationship *q, const el_relationship *p, int same_destination)
{
    const el_relationship *now = p->inverse, *was = q->inverse;
    int changed = !now != !was;
    if (now && was && same_destination)
        changed = strcmp(el__rid(now->renaming_id, now->name), el__rid(was->renaming_id, was->name)) != 0;
    if (changed)
        el__diff_verdict(el__diff_add(b, "relationship.inverseChanged", e->name, p->name), EL_INFER_UNKNOWN, EL_SEVERITY_WARNING,
                         "unknown", EL_YES);
}

static void cardinality(el_diff_builder *b, const el_entity *e, const el_relationship *q, const el_relationship *p)
{
    if (!q->to_many && p->to_many)
        el__diff_add(b, "relationship.becameToMany", e->name, p->name);
    else if (q->to_many && !p->to_many)
        el__diff_verdict(el__diff_add(b, "relationship.becameToOne", e->name, p->name), EL_INFER_UNKNOWN, EL_SEVERITY_WARNING,
                         "at-most-one-kept", EL_YES);
    if (p->to_many && !q->ordered && p->ordered)
        el__diff_verdict(el__diff_add(b, "relationship.becameOrdered", e->name, p->name), EL_INFER_YES, EL_SEVERITY_NOTICE,
                         "kept-order-assigned", EL_YES);
    else if (p->to_many && q->ordered && !p->ordered)
        el__diff_verdict(el__diff_add(b, "relationship.becameUnordered", e->name, p->name), EL_INFER_YES, EL_SEVERITY_WARNING,
                         "kept-order-dropped", EL_YES);
    if (q->min_count != p->min_count || (q->to_many && p->to_many && q->max_count != p->max_count))
        el__diff_verdict(el__diff_add(b, "relationship.countChanged", e->name, p->name), EL_INFER_YES, EL_SEVERITY_NOTICE,
                         "kept", EL_YES);
}

static void paired(el_diff_builder *b, const el_entity *source, const el_entity *e, const el_relationship *q, const el_relationship *p)
{
    if (q->owner != source && b->diff->destination_of[q->owner->index] != e) {
        el_change *c = el__diff_add(b, "relationship.movedDown", e->name, p->name);
        c->from_entity = q->owner->name;
        el__diff_verdict(c, EL_INFER_YES, EL_SEVERITY_NOTICE, "kept-in-this-entity", EL_YES);
    }
    if (strcmp(q->name, p->name) != 0) {
        el_change *c = el__diff_add(b, "relationship.renamed", e->name, p->name);
        el__diff_from_to(c, q->name, NULL);
        c->only_from = 1;
        if (el__same_hash_inputs(source, e))
            c->changes_hash = EL_NO;
    }
    int same = destination(b, e, q, p);
    inverse(b, e, q, p, same);
    cardinality(b, e, q, p);
    if (q->optional && !p->optional && !p->to_many) {
        el_change *c = el__diff_add(b, "relationship.becameRequired", e->name, p->name);
        c->error = 134110;
        el__diff_verdict(c, EL_INFER_CONDITIONAL, EL_SEVERITY_ERROR, "fails-if-nulls", EL_YES);
    } else if (!q->optional && p->optional) {
        el__diff_add(b, "relationship.becameOptional", e->name, p->name);
    }
    if (q->delete_rule != p->delete_rule) {
        el_change *c = el__diff_add(b, "relationship.deleteRuleChanged", e->name, p->name);
        el__diff_from_to(c, el_delete_rule_name(q->delete_rule), el_delete_rule_name(p->delete_rule));
        el__diff_verdict(c, EL_INFER_YES, EL_SEVERITY_NOTICE, "kept", EL_DONT_KNOW);
    }
}

static void removed(el_diff_builder *b, const el_entity *source, const el_entity *e)
{
    const char **names = el_arena_array(b->arena, b->diff->to->nentities + 1, sizeof *names);
    for (size_t i = 0; i < source->nrelationships; i++) {
        const el_relationship *q = source->relationships[i];
        const char *rid = el__rid(q->renaming_id, q->name);
        const el_entity *up = e;
        while (up && !own_by_rid(up, rid))
            up = up->parent;
        if (up)
            continue;
        size_t n = 0;
        for (size_t k = 0; k < b->diff->to->nentities; k++) {
            const el_entity *x = b->diff->to->entities[k];
            if (x != e && el_entity_is_kind_of(x, e) && own_by_rid(x, rid))
                names[n++] = x->name;
        }
        el_change *c = el__diff_add(b, n ? "relationship.removedFromParent" : "relationship.removed", n ? e->name : source->name, q->name);
        if (n) {
            c->names_key = "keptIn";
            c->names = el__diff_sorted(b, names, n);
            c->nnames = n;
        }
        el__diff_verdict(c, EL_INFER_YES, EL_SEVERITY_WARNING, n ? "dropped-for-other-entities" : "links-dropped", EL_YES);
    }
}

void el__diff_relationships(el_diff_builder *b, const el_entity *source, const el_entity *e)
{
    for (size_t i = 0; i < e->nrelationships; i++) {
        const el_relationship *p = e->relationships[i], *q = el_diff_source_relationship(source, p);
        if (!q) {
            added(b, source, e, p);
            continue;
        }
        for (size_t k = 0; k < i; k++)
            if (el_diff_source_relationship(source, e->relationships[k]) == q) {
                el_change *c = el__diff_add(b, "relationship.renameAmbiguous", e->name, p->name);
                c->renaming_id = el__rid(p->renaming_id, p->name);
                c->other = e->relationships[k]->name;
                el__diff_verdict(c, EL_INFER_UNKNOWN, EL_SEVERITY_ERROR, "unknown", EL_YES);
                break;
            }
        paired(b, source, e, q, p);
    }
    removed(b, source, e);
}
