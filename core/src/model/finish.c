/* SPDX-License-Identifier: MIT */
/* From drafts to a linked model. */
#include "model/draft.h"

#include <stdlib.h>
#include <string.h>

static el__draft_entity *draft(el_model_builder *b, size_t i)
{
    return b->entities.items[i];
}

static el__draft_entity *draft_named(el_model_builder *b, const char *name)
{
    return name ? el_map_get(b->model->by_name, name) : NULL;
}

/* "FILE:LINE", or "FILE" without a line. */
static const char *where(el_model_builder *b, int line)
{
    return line > 0 ? el_arena_printf(b->arena, "%s:%d", b->file, line) : b->file;
}

static void *copy_list(el_model_builder *b, const el__draft_list *list)
{
    void **p = el_arena_array(b->arena, list->n, sizeof *p);
    if (list->n)
        memcpy(p, list->items, list->n * sizeof *p);
    return p;
}

static int check_limits(el_model_builder *b, el_error *err)
{
    if (b->entities.n > EL__MAX_ENTITIES || b->nproperties > EL__MAX_PROPERTIES)
        return el_error_set(err, EL_ELIMIT, "model-too-large", "%s: %zu entities and %zu properties are more than is read (%d, %d)",
                            b->file, b->entities.n, b->nproperties, EL__MAX_ENTITIES, EL__MAX_PROPERTIES);
    return EL_OK;
}

static int name_entities(el_model_builder *b, el_error *err)
{
    b->model->by_name = el_map_new();
    for (size_t i = 0; i < b->entities.n; i++) {
        el__draft_entity *d = draft(b, i), *first = el_map_get(b->model->by_name, d->entity.name);
        if (first)
            return el_error_set(err, EL_EMODEL, "duplicate-entity", "%s: a second entity is called '%s' (the first is in line %d)",
                                where(b, d->line), d->entity.name, first->line);
        el_map_put(b->model->by_name, d->entity.name, d);
    }
    return EL_OK;
}

static int link_parents(el_model_builder *b, el_error *err)
{
    for (size_t i = 0; i < b->entities.n; i++) {
        el__draft_entity *d = draft(b, i);
        if (!d->parent || !*d->parent)
            continue;
        el__draft_entity *parent = draft_named(b, d->parent);
        if (!parent)
            return el_error_set(err, EL_EMODEL, "unknown-parent", "%s: the parent '%s' of entity '%s' does not exist",
                                where(b, d->line), d->parent, d->entity.name);
        d->entity.parent = &parent->entity;
        el__draft_push(&parent->children, d);
    }
    return EL_OK;
}

static int find_roots(el_model_builder *b, el_error *err)
{
    for (size_t i = 0; i < b->entities.n; i++) {
        el__draft_entity *d = draft(b, i);
        const el_entity *e = &d->entity;
        size_t depth = 0;
        for (; e->parent && depth <= b->entities.n; e = e->parent)
            depth++;
        if (depth > b->entities.n)
            return el_error_set(err, EL_EMODEL, "parent-cycle", "%s: the parents of entity '%s' go round in a circle",
                                where(b, d->line), d->entity.name);
        if (depth > EL__MAX_HIERARCHY_DEPTH)
            return el_error_set(err, EL_ELIMIT, "model-too-large", "%s: entity '%s' has %zu ancestors; at most %d are read",
                                where(b, d->line), d->entity.name, depth, EL__MAX_HIERARCHY_DEPTH);
        d->entity.root = e;
        d->entity.children = copy_list(b, &d->children);
        d->entity.nchildren = d->children.n;
    }
    return EL_OK;
}

/* Own and inherited properties of `d`; its ancestors may not be done yet. */
static void gather(el_model_builder *b, el__draft_entity *d)
{
    const el__draft_entity *line[EL__MAX_HIERARCHY_DEPTH + 1];
    size_t n = 0, na = 0, nr = 0;
    for (const el_entity *e = &d->entity; e; e = e->parent) {
        line[n] = (const el__draft_entity *)e;
        na += line[n]->attributes.n;
        nr += line[n]->relationships.n;
        n++;
    }
    void **attributes = el_arena_array(b->arena, na, sizeof *attributes);
    void **relationships = el_arena_array(b->arena, nr, sizeof *relationships);
    d->entity.all_attributes = (const el_attribute *const *)attributes;
    d->entity.all_relationships = (const el_relationship *const *)relationships;
    d->entity.nall_attributes = na;
    d->entity.nall_relationships = nr;
    while (n--) {
        for (size_t i = 0; i < line[n]->attributes.n; i++)
            *attributes++ = line[n]->attributes.items[i];
        for (size_t i = 0; i < line[n]->relationships.n; i++)
            *relationships++ = line[n]->relationships.items[i];
    }
    d->entity.attributes = copy_list(b, &d->attributes);
    d->entity.nattributes = d->attributes.n;
    d->entity.relationships = copy_list(b, &d->relationships);
    d->entity.nrelationships = d->relationships.n;
}

/* Who declares a property of this name: `e` so far, or one of its ancestors, whose maps are complete. */
static const el_entity *declarer(const el_entity *e, const char *name)
{
    for (; e; e = e->parent)
        if (el_map_get(((const el__draft_entity *)e)->names, name))
            return e;
    return NULL;
}

static int claim(el_model_builder *b, el__draft_entity *d, const char *name, int line, el_error *err)
{
    const el_entity *first = declarer(&d->entity, name);
    el_map_put(d->names, name, d);
    if (!first)
        return EL_OK;
    int inherited = first != &d->entity;
    return el_error_set(err, EL_EMODEL, "duplicate-property", "%s: entity '%s' has two properties called '%s'%s%s%s", where(b, line), d->entity.name,
                        name, inherited ? " (one is inherited from '" : "", inherited ? first->name : "", inherited ? "')" : "");
}

/* Ancestors first: then what a name collides with is known. */
static int claim_names(el_model_builder *b, el__draft_entity *d, el_error *err)
{
    int status = EL_OK;
    if (d->names)
        return EL_OK;
    if (d->entity.parent)
        status = claim_names(b, (el__draft_entity *)d->entity.parent, err);
    d->names = el_map_new();
    for (size_t i = 0; !status && i < d->attributes.n; i++) {
        const el__draft_attribute *a = d->attributes.items[i];
        status = claim(b, d, a->attribute.name, a->line, err);
    }
    for (size_t i = 0; !status && i < d->relationships.n; i++) {
        const el__draft_relationship *r = d->relationships.items[i];
        status = claim(b, d, r->relationship.name, r->line, err);
    }
    for (size_t i = 0; !status && i < d->entity.nfetched_properties; i++)
        status = claim(b, d, d->entity.fetched_properties[i].name, d->line, err);
    return status;
}

static int gather_all(el_model_builder *b, el_error *err)
{
    size_t total = 0;
    for (size_t i = 0; i < b->entities.n; i++) {
        el__draft_entity *d = draft(b, i);
        for (const el_entity *e = &d->entity; e; e = e->parent)
            total += ((const el__draft_entity *)e)->attributes.n + ((const el__draft_entity *)e)->relationships.n;
        if (total > EL__MAX_INHERITED)
            return el_error_set(err, EL_ELIMIT, "model-too-large", "%s: the entities inherit more properties than is read", b->file);
        gather(b, d);
        int status = claim_names(b, d, err);
        if (status)
            return status;
    }
    return EL_OK;
}

static int link_destination(el_model_builder *b, el__draft_relationship *d, el_error *err)
{
    el_relationship *r = &d->relationship;
    if (!r->destination_name || !*r->destination_name) {
        if (b->inferred)
            return EL_OK;
        return el_error_set(err, EL_EMODEL, "missing-destination", "%s: relationship '%s.%s' names no destination entity",
                            where(b, d->line), r->owner->name, r->name);
    }
    el__draft_entity *destination = draft_named(b, r->destination_name);
    if (!destination)
        return el_error_set(err, EL_EMODEL, "unknown-destination", "%s: relationship '%s.%s' leads to entity '%s', which does not exist",
                            where(b, d->line), r->owner->name, r->name, r->destination_name);
    r->destination = &destination->entity;
    return EL_OK;
}

static void link_inverse(el_model_builder *b, el__draft_relationship *d)
{
    el_relationship *r = &d->relationship;
    if (!r->inverse_name || !*r->inverse_name || !r->destination)
        return;
    const el_entity *target = r->destination;
    if (r->inverse_entity && *r->inverse_entity) {
        el__draft_entity *named = draft_named(b, r->inverse_entity);
        if (named)
            target = &named->entity;
        else
            el_model_builder_note(b, d->line, 1, "unknown-inverse-entity", "the inverse of '%s.%s' is said to be in entity '%s', which does not exist",
                                  r->owner->name, r->name, r->inverse_entity);
    }
    r->inverse = el_entity_relationship(target, r->inverse_name);
    if (!r->inverse)
        el_model_builder_note(b, d->line, 1, "unknown-inverse", "the inverse '%s.%s' of '%s.%s' does not exist", target->name,
                              r->inverse_name, r->owner->name, r->name);
}

static void check_inverse(el_model_builder *b, const el__draft_relationship *d)
{
    const el_relationship *r = &d->relationship;
    if (r->inverse && (!r->inverse->inverse_name || strcmp(r->inverse->inverse_name, r->name)))
        el_model_builder_note(b, d->line, 1, "inverse-mismatch", "'%s.%s' names '%s.%s' as its inverse, which does not point back",
                              r->owner->name, r->name, r->inverse->owner->name, r->inverse->name);
}

static int link_relationships(el_model_builder *b, el_error *err)
{
    for (size_t i = 0; i < b->entities.n; i++)
        for (size_t k = 0; k < draft(b, i)->relationships.n; k++) {
            int status = link_destination(b, draft(b, i)->relationships.items[k], err);
            if (status)
                return status;
        }
    for (size_t i = 0; i < b->entities.n; i++)
        for (size_t k = 0; k < draft(b, i)->relationships.n; k++)
            link_inverse(b, draft(b, i)->relationships.items[k]);
    for (size_t i = 0; i < b->entities.n; i++)
        for (size_t k = 0; k < draft(b, i)->relationships.n; k++)
            check_inverse(b, draft(b, i)->relationships.items[k]);
    return EL_OK;
}

/* Depth first; state 1: on the way down, 2: known to be free of cycles. */
static int composite_cycles(const el_model *m, el_map *by_name, const el_composite *c, unsigned char *state, int depth)
{
    unsigned char *own = &state[c - m->composites];
    if (*own == 2)
        return 0;
    if (*own == 1 || depth > 64)
        return 1;
    *own = 1;
    for (size_t k = 0; k < c->nattributes; k++) {
        const el_composite *inner = c->attributes[k]->composite ? el_map_get(by_name, c->attributes[k]->composite) : NULL;
        if (inner && composite_cycles(m, by_name, inner, state, depth + 1))
            return 1;
    }
    *own = 2;
    return 0;
}

static void check_composite_names(el_model_builder *b, el_map *by_name)
{
    for (size_t i = 0; i < b->entities.n; i++)
        for (size_t k = 0; k < draft(b, i)->attributes.n; k++) {
            const el__draft_attribute *d = draft(b, i)->attributes.items[k];
            if (d->attribute.composite && !el_map_get(by_name, d->attribute.composite))
                el_model_builder_note(b, d->line, 1, "unknown-composite", "the composite '%s' of '%s.%s' does not exist",
                                      d->attribute.composite, draft(b, i)->entity.name, d->attribute.name);
        }
}

static int check_composites(el_model_builder *b, el_error *err)
{
    const el_model *m = b->model;
    el_map *by_name = el_map_new();
    unsigned char *state = el_xmalloc(m->ncomposites);
    int status = EL_OK;
    for (size_t i = 0; !status && i < m->ncomposites; i++)
        if (el_map_put(by_name, m->composites[i].name, (void *)&m->composites[i]))
            status = el_error_set(err, EL_EMODEL, "duplicate-composite", "%s: a second composite is called '%s'", b->file,
                                  m->composites[i].name);
    for (size_t i = 0; !status && i < m->ncomposites; i++)
        if (composite_cycles(m, by_name, &m->composites[i], state, 0))
            status = el_error_set(err, EL_EMODEL, "composite-cycle", "%s: composite '%s' contains itself or nests too deeply",
                                  b->file, m->composites[i].name);
    if (!status)
        check_composite_names(b, by_name);
    free(state);
    el_map_free(by_name);
    return status;
}

int el_model_builder_finish(el_model **out, el_model_builder *b, el_error *err)
{
    *out = NULL;
    int status = check_limits(b, err);
    if (!status)
        status = name_entities(b, err);
    if (!status)
        status = link_parents(b, err);
    if (!status)
        status = find_roots(b, err);
    if (!status)
        status = gather_all(b, err);
    if (!status)
        status = link_relationships(b, err);
    if (!status)
        status = check_composites(b, err);
    if (status) {
        el_model_builder_free(b);
        return status;
    }
    el_model *m = b->model;
    m->entities = copy_list(b, &b->entities);
    m->nentities = b->entities.n;
    el_model_note *notes = el_arena_array(b->arena, b->nnotes, sizeof *notes);
    if (b->nnotes)
        memcpy(notes, b->notes, b->nnotes * sizeof *notes);
    m->notes = notes;
    m->nnotes = b->nnotes;
    el__model_builder_release(b);
    *out = m;
    return EL_OK;
}
