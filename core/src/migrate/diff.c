/* SPDX-License-Identifier: MIT */
/* Pairing of entities, and what is compared of them and of the whole model. */
#include "migrate/diff.h"

#include "base/map.h"

#include <stdlib.h>
#include <string.h>

const char *el_inferable_name(el_inferable i)
{
    static const char *const names[] = {"yes", "conditional", "unknown", "no"};
    return names[i];
}

const char *el_severity_name(el_severity s)
{
    static const char *const names[] = {"info", "notice", "warning", "error"};
    return names[s];
}

const char *el__rid(const char *renaming_id, const char *name)
{
    return renaming_id && *renaming_id ? renaming_id : name;
}

int el__same_text(const char *a, const char *b)
{
    return !strcmp(a ? a : "", b ? b : "");
}

el_change *el__diff_add(el_diff_builder *b, const char *kind, const char *entity, const char *property)
{
    el_model_diff *d = b->diff;
    if (d->nchanges == b->cap) {
        size_t cap = b->cap ? b->cap * 2 : 16;
        el_change *grown = el_arena_array(b->arena, cap, sizeof *grown);
        if (d->nchanges)
            memcpy(grown, d->changes, d->nchanges * sizeof *grown);
        d->changes = grown;
        b->cap = cap;
    }
    el_change *c = &d->changes[d->nchanges++];
    memset(c, 0, sizeof *c);
    c->kind = kind;
    c->entity = entity;
    c->property = property;
    el__diff_verdict(c, EL_INFER_YES, EL_SEVERITY_INFO, "kept", EL_YES);
    return c;
}

void el__diff_verdict(el_change *c, el_inferable inferable, el_severity severity, const char *data, el_tristate hash)
{
    c->inferable = inferable;
    c->severity = severity;
    c->data = data;
    c->changes_hash = hash;
}

void el__diff_from_to(el_change *c, const char *from, const char *to)
{
    c->has_from_to = 1;
    c->from = from;
    c->to = to;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char **el__diff_sorted(el_diff_builder *b, const char **names, size_t n)
{
    const char **copy = el_arena_array(b->arena, n + 1, sizeof *copy);
    if (n)
        memcpy(copy, names, n * sizeof *copy);
    qsort(copy, n, sizeof *copy, by_name);
    return copy;
}

/* Entities are the same when their canonical identifiers are equal; a second claimant of one source is
 * paired, too, and reported. */
static void pair_entities(el_diff_builder *b)
{
    el_model_diff *d = b->diff;
    const el_model *from = d->from, *to = d->to;
    d->source_of = el_arena_array(b->arena, to->nentities + 1, sizeof *d->source_of);
    d->destination_of = el_arena_array(b->arena, from->nentities + 1, sizeof *d->destination_of);
    el_map *sources = el_map_new();
    for (size_t i = 0; i < from->nentities; i++)
        el_map_put(sources, el__rid(from->entities[i]->renaming_id, from->entities[i]->name), (void *)from->entities[i]);
    for (size_t i = 0; i < to->nentities; i++) {
        const el_entity *e = to->entities[i];
        const el_entity *source = el_map_get(sources, el__rid(e->renaming_id, e->name));
        d->source_of[i] = source;
        if (source && !d->destination_of[source->index])
            d->destination_of[source->index] = e;
    }
    el_map_free(sources);
}

static void added_entity(el_diff_builder *b, const el_entity *e)
{
    el__diff_verdict(el__diff_add(b, "entity.added", e->name, NULL), EL_INFER_YES, EL_SEVERITY_INFO, "none", EL_YES);
    if (!e->renaming_id || !strcmp(e->renaming_id, e->name))
        return;
    el_change *c = el__diff_add(b, "entity.renameDangling", e->name, NULL);
    c->renaming_id = e->renaming_id;
    /* An element of the same name is there, yet the identifier points elsewhere: whether the framework still
     * pairs by name is not known, and if not, every row is lost. */
    int same_name = el_model_entity(b->diff->from, e->name) != NULL;
    el__diff_verdict(c, same_name ? EL_INFER_UNKNOWN : EL_INFER_YES, same_name ? EL_SEVERITY_ERROR : EL_SEVERITY_WARNING,
                     same_name ? "unknown" : "none", EL_YES);
}

static void renamed_entity(el_diff_builder *b, const el_entity *source, const el_entity *e)
{
    const el_entity *first = b->diff->destination_of[source->index];
    if (first != e) {
        el_change *c = el__diff_add(b, "entity.renameAmbiguous", e->name, NULL);
        c->renaming_id = el__rid(e->renaming_id, e->name);
        c->other = first->name;
        el__diff_verdict(c, EL_INFER_UNKNOWN, EL_SEVERITY_ERROR, "unknown", EL_YES);
    }
    if (strcmp(source->name, e->name) != 0) {
        el_change *c = el__diff_add(b, "entity.renamed", e->name, NULL);
        el__diff_from_to(c, source->name, NULL);
        c->only_from = 1;
    }
}

static int same_names(const el_name_list *a, const el_name_list *b)
{
    if (a->n != b->n)
        return 0;
    for (size_t i = 0; i < a->n; i++)
        if (strcmp(a->names[i], b->names[i]) != 0)
            return 0;
    return 1;
}

static int same_indexes(const el_entity *a, const el_entity *b)
{
    if (a->nfetch_indexes != b->nfetch_indexes || a->ncompound_indexes != b->ncompound_indexes)
        return 0;
    for (size_t i = 0; i < a->ncompound_indexes; i++)
        if (!same_names(&a->compound_indexes[i], &b->compound_indexes[i]))
            return 0;
    for (size_t i = 0; i < a->nfetch_indexes; i++) {
        const el_fetch_index *x = &a->fetch_indexes[i], *y = &b->fetch_indexes[i];
        if (!el__same_text(x->name, y->name) || !el__same_text(x->where, y->where) || x->nelements != y->nelements)
            return 0;
        for (size_t k = 0; k < x->nelements; k++)
            if (!el__same_text(x->elements[k].property, y->elements[k].property) ||
                !el__same_text(x->elements[k].expression, y->elements[k].expression) ||
                x->elements[k].rtree != y->elements[k].rtree || x->elements[k].descending != y->elements[k].descending)
                return 0;
    }
    return 1;
}

static int same_pairs(const el_pair *a, size_t na, const el_pair *b, size_t nb)
{
    if (na != nb)
        return 0;
    for (size_t i = 0; i < na; i++) {
        size_t k = 0;
        while (k < nb && (strcmp(a[i].key, b[k].key) != 0 || !el__same_text(a[i].value, b[k].value)))
            k++;
        if (k == nb)
            return 0;
    }
    return 1;
}

static int same_fetched_properties(const el_entity *a, const el_entity *b)
{
    if (a->nfetched_properties != b->nfetched_properties)
        return 0;
    for (size_t i = 0; i < a->nfetched_properties; i++) {
        size_t k = 0;
        while (k < b->nfetched_properties && strcmp(a->fetched_properties[i].name, b->fetched_properties[k].name) != 0)
            k++;
        if (k == b->nfetched_properties)
            return 0;
    }
    return 1;
}

static void constraints(el_diff_builder *b, const char *kind, const el_entity *has, const el_entity *lacks, const char *entity)
{
    for (size_t i = 0; i < has->nuniqueness; i++) {
        size_t k = 0;
        while (k < lacks->nuniqueness && !same_names(&has->uniqueness[i], &lacks->uniqueness[k]))
            k++;
        if (k < lacks->nuniqueness)
            continue;
        el_change *c = el__diff_add(b, kind, entity, NULL);
        c->names_key = "properties";
        c->names = has->uniqueness[i].names;
        c->nnames = has->uniqueness[i].n;
        if (!strcmp(kind, "constraint.added"))
            el__diff_verdict(c, EL_INFER_CONDITIONAL, EL_SEVERITY_WARNING, "fails-if-duplicates", EL_YES);
    }
}

static void entity_facts(el_diff_builder *b, const el_entity *s, const el_entity *e)
{
    const el_entity *parent_source = e->parent ? b->diff->source_of[e->parent->index] : NULL;
    if ((e->parent || s->parent) && (!e->parent || !s->parent || parent_source != s->parent)) {
        el_change *c = el__diff_add(b, "entity.parentChanged", e->name, NULL);
        el__diff_from_to(c, s->parent ? s->parent->name : NULL, e->parent ? e->parent->name : NULL);
        c->severity = EL_SEVERITY_NOTICE;
    }
    if (e->abstract && !s->abstract)
        el__diff_verdict(el__diff_add(b, "entity.becameAbstract", e->name, NULL), EL_INFER_CONDITIONAL, EL_SEVERITY_WARNING,
                         "fails-or-drops-own-rows", EL_YES);
    else if (!e->abstract && s->abstract)
        el__diff_add(b, "entity.becameConcrete", e->name, NULL);
    if (!el__same_text(e->class_name, s->class_name))
        el__diff_add(b, "entity.classChanged", e->name, NULL)->changes_hash = EL_NO;
    if (!same_pairs(e->user_info, e->nuser_info, s->user_info, s->nuser_info))
        el__diff_add(b, "entity.userInfoChanged", e->name, NULL)->changes_hash = EL_NO;
    if (!el__same_text(e->hash_modifier, s->hash_modifier))
        el__diff_from_to(el__diff_add(b, "entity.hashModifierChanged", e->name, NULL), s->hash_modifier, e->hash_modifier);
    if (!same_indexes(s, e))
        el__diff_add(b, "index.changed", e->name, NULL)->changes_hash = EL_NO;
    if (!same_fetched_properties(s, e))
        el__diff_add(b, "fetchedProperty.changed", e->name, NULL)->changes_hash = EL_NO;
    constraints(b, "constraint.added", e, s, e->name);
    constraints(b, "constraint.removed", s, e, e->name);
}

/* A hierarchy cannot be made of two. */
static void merged_hierarchies(el_diff_builder *b)
{
    const el_model *to = b->diff->to;
    const char **roots = el_arena_array(b->arena, to->nentities + 1, sizeof *roots);
    for (size_t i = 0; i < to->nentities; i++) {
        const el_entity *root = to->entities[i];
        size_t n = 0;
        if (root->parent)
            continue;
        for (size_t k = 0; k < to->nentities; k++) {
            const el_entity *source = to->entities[k]->root == root ? b->diff->source_of[k] : NULL;
            size_t j = 0;
            while (source && j < n && strcmp(roots[j], source->root->name) != 0)
                j++;
            if (source && j == n)
                roots[n++] = source->root->name;
        }
        if (n < 2)
            continue;
        el_change *c = el__diff_add(b, "entity.hierarchiesMerged", root->name, NULL);
        c->names_key = "sourceRoots";
        c->names = el__diff_sorted(b, roots, n);
        c->nnames = n;
        el__diff_verdict(c, EL_INFER_NO, EL_SEVERITY_ERROR, "not-migrated", EL_YES);
    }
}

static int same_composite(const el_composite *a, const el_composite *b)
{
    if (a->nattributes != b->nattributes)
        return 0;
    for (size_t i = 0; i < a->nattributes; i++)
        if (strcmp(a->attributes[i]->name, b->attributes[i]->name) != 0 || a->attributes[i]->type != b->attributes[i]->type ||
            a->attributes[i]->optional != b->attributes[i]->optional ||
            !el__same_text(a->attributes[i]->composite, b->attributes[i]->composite))
            return 0;
    return 1;
}

static int same_configurations(const el_model *a, const el_model *b)
{
    if (a->nconfigurations != b->nconfigurations)
        return 0;
    for (size_t i = 0; i < a->nconfigurations; i++) {
        size_t k = 0;
        while (k < b->nconfigurations && (!el__same_text(a->configurations[i].name, b->configurations[k].name) ||
                                          !same_names(&a->configurations[i].members, &b->configurations[k].members)))
            k++;
        if (k == b->nconfigurations)
            return 0;
    }
    return 1;
}

static int same_fetch_requests(const el_model *a, const el_model *b)
{
    if (a->nfetch_requests != b->nfetch_requests)
        return 0;
    for (size_t i = 0; i < a->nfetch_requests; i++) {
        const el_fetch_template *x = &a->fetch_requests[i];
        size_t k = 0;
        for (; k < b->nfetch_requests; k++) {
            const el_fetch_template *y = &b->fetch_requests[k];
            if (el__same_text(x->name, y->name) && el__same_text(x->entity, y->entity) &&
                el__same_text(x->predicate, y->predicate) && x->result_type == y->result_type &&
                x->fetch_limit == y->fetch_limit && x->fetch_batch_size == y->fetch_batch_size)
                break;
        }
        if (k == b->nfetch_requests)
            return 0;
    }
    return 1;
}

static void model_facts(el_diff_builder *b)
{
    const el_model *from = b->diff->from, *to = b->diff->to;
    for (size_t i = 0; i < to->ncomposites; i++)
        for (size_t k = 0; k < from->ncomposites; k++)
            if (!strcmp(to->composites[i].name, from->composites[k].name) && !same_composite(&to->composites[i], &from->composites[k]))
                el__diff_verdict(el__diff_add(b, "composite.changed", to->composites[i].name, NULL), EL_INFER_UNKNOWN,
                                 EL_SEVERITY_WARNING, "unknown", EL_YES);
    if (!same_configurations(from, to))
        el__diff_add(b, "configuration.changed", NULL, NULL)->changes_hash = EL_NO;
    if (!same_fetch_requests(from, to))
        el__diff_add(b, "fetchRequest.changed", NULL, NULL)->changes_hash = EL_NO;
    if (!el__same_text(from->identifier, to->identifier))
        el__diff_add(b, "model.identifierChanged", NULL, NULL)->changes_hash = EL_NO;
}

static void sum_up(el_diff_builder *b)
{
    el_model_diff *d = b->diff;
    int yes = 0, unknown = 0;
    for (size_t i = 0; i < d->nchanges; i++) {
        el_change *c = &d->changes[i];
        if (c->inferable > d->inferable)
            d->inferable = c->inferable;
        if (c->severity > d->worst)
            d->worst = c->severity;
        yes |= c->changes_hash == EL_YES;
        unknown |= c->changes_hash == EL_DONT_KNOW;
        el__diff_explain(b, c);
    }
    d->migration_needed = yes ? EL_YES : unknown ? EL_DONT_KNOW : EL_NO;
}

int el_model_diff_new(el_model_diff **out, const el_model *from, const el_model *to, el_error *err)
{
    (void)err;
    el_diff_builder b = {.arena = el_arena_new()};
    b.diff = el_arena_alloc(b.arena, sizeof *b.diff);
    b.diff->arena = b.arena;
    b.diff->from = from;
    b.diff->to = to;
    pair_entities(&b);
    for (size_t i = 0; i < to->nentities; i++) {
        const el_entity *e = to->entities[i], *source = b.diff->source_of[i];
        if (!source) {
            added_entity(&b, e);
            continue;
        }
        renamed_entity(&b, source, e);
        entity_facts(&b, source, e);
        el__diff_attributes(&b, source, e);
        el__diff_relationships(&b, source, e);
    }
    for (size_t i = 0; i < from->nentities; i++)
        if (!b.diff->destination_of[i])
            el__diff_verdict(el__diff_add(&b, "entity.removed", from->entities[i]->name, NULL), EL_INFER_YES,
                             EL_SEVERITY_WARNING, "rows-dropped", EL_YES);
    merged_hierarchies(&b);
    model_facts(&b);
    sum_up(&b);
    *out = b.diff;
    return EL_OK;
}

void el_model_diff_free(el_model_diff *diff)
{
    if (diff)
        el_arena_free(diff->arena);
}
