/* SPDX-License-Identifier: MIT */
/* Entities and attributes of an inferred model. */
#include "model/infer_private.h"

#include <stdlib.h>
#include <string.h>

/* Storage classes that read alike; two siblings may give one column different ones. */
static int family(const el__cells *c)
{
    int64_t most = c->ints;
    int f = 1;
    if (c->reals > most)
        f = 2, most = c->reals;
    if (c->texts > most)
        f = 3, most = c->texts;
    if (c->blobs > most)
        f = 4, most = c->blobs;
    return most ? f : 0;
}

static int below(const el__candidate *c, const el__candidate *ancestor)
{
    for (; c; c = c->parent)
        if (c == ancestor)
            return 1;
    return 0;
}

typedef struct use { int rows, users, families, mixed; } use;

/* Who at or below `c` has rows, and who of them uses the column. */
static use use_below(const el__inference *f, const el__candidate *c, size_t column)
{
    use u = {0};
    for (size_t i = 0; i < f->ncandidates; i++) {
        const el__candidate *o = f->candidates[i];
        if (o->table != c->table || !o->rows || !below(o, c))
            continue;
        int fam = family(&o->cells[column]);
        u.rows++;
        u.users += fam != 0;
        u.mixed |= fam && u.families && fam != u.families;
        u.families = fam ? fam : u.families;
    }
    return u;
}

static size_t owners_below(const el__inference *f, el__candidate *c, size_t column, el__candidate **owners, size_t n, size_t max)
{
    use u = use_below(f, c, column);
    if (!u.users || n == max)
        return n;
    int own = c->rows && family(&c->cells[column]);
    if (own || (u.users == u.rows && !u.mixed)) {
        owners[n++] = c;
        return n;
    }
    for (size_t i = 0; i < f->ncandidates; i++)
        if (f->candidates[i]->parent == c && f->candidates[i]->table == c->table)
            n = owners_below(f, f->candidates[i], column, owners, n, max);
    return n;
}

/* Where the user speaks of a property of an entity further down, it is declared there, if all who use it are below. */
static el__candidate *named_owner(const el__inference *f, el__candidate *owner, size_t column)
{
    for (size_t i = 0; i < el_overrides_count(f->overrides); i++) {
        const el_override *o = el_overrides_at(f->overrides, i);
        if (o->kind == EL_OVERRIDE_ENTITY || strcmp(o->name, owner->table->columns[column].property))
            continue;
        el__candidate *c = el__infer_candidate(f, o->entity);
        if (c && c != owner && c->table == owner->table && below(c, owner) &&
            use_below(f, c, column).users == use_below(f, owner, column).users)
            return c;
    }
    return owner;
}

size_t el__infer_owners(const el__table *t, size_t column, el__candidate **owners, size_t max, const el__inference *f)
{
    size_t n = owners_below(f, t->root, column, owners, 0, max);
    for (size_t i = 0; i < n; i++)
        owners[i] = named_owner(f, owners[i], column);
    if (!n)
        owners[n++] = t->root; /* never set, or only by rows of an unknown entity */
    return n;
}

static const char *entity_provenance(el__inference *f, const el__candidate *c)
{
    el_arena *arena = el_model_builder_arena(f->b);
    const char *name = c->is_root            ? "has a table"
                       : c->placed_by_value && c->from_guess ? "a likely name whose hash is among the type values"
                       : c->placed_by_value  ? "its hash is among the type values"
                       : c->from_metadata    ? "named in the metadata"
                       : c->from_override    ? "named by the overrides"
                                             : "named by a join table";
    return c->doubt ? el_arena_printf(arena, "%s; %s", name, c->doubt) : el_arena_strdup(arena, name);
}

static el_confidence entity_confidence(const el__candidate *c)
{
    el_confidence name = c->from_guess ? EL_PROBABLE : EL_CERTAIN;
    return c->doubt && c->doubt_confidence > name ? c->doubt_confidence : name;
}

static void add_entity(el__inference *f, el__candidate *c)
{
    if (c->entity)
        return;
    if (c->parent)
        add_entity(f, c->parent); /* parents first reads better */
    c->entity = el_model_builder_entity(f->b, c->name, c->parent ? c->parent->name : NULL, 0);
    const el_override *o = el_overrides_find(f->overrides, c->name, NULL);
    const el_entity_hash *hash = f->meta ? el_metadata_hash(f->meta, c->name) : NULL;
    c->entity->class_name = c->entity->name;
    c->entity->provenance = entity_provenance(f, c);
    c->entity->confidence = entity_confidence(c);
    if (o && o->abstract >= 0)
        c->entity->abstract = o->abstract;
    else if (el__infer_unused_root(c))
        c->entity->abstract = 1;
    if (hash) {
        c->entity->has_version_hash = 1;
        memcpy(c->entity->version_hash, hash->hash, sizeof hash->hash);
    }
}

static void add_attribute(el__inference *f, const el__table *t, size_t column, el__candidate *owner)
{
    static const el__cells none;
    const el__column *c = &t->columns[column];
    el__cells all = none;
    for (size_t i = 0; i < f->ncandidates; i++) /* what the rows below the owner hold */
        if (f->candidates[i]->table == t && f->candidates[i]->rows && below(f->candidates[i], owner))
            el__cells_add(&all, &f->candidates[i]->cells[column]);
    if (owner == t->root) /* and those of entities that have no name */
        for (size_t i = 0; i < t->nbuckets; i++)
            if (!t->buckets[i].owner)
                el__cells_add(&all, &t->buckets[i].cells[column]);
    el__verdict v = el__infer_type(f, t, c, &all);
    el_attribute *a = el_model_builder_attribute(f->b, owner->entity, c->property, 0);
    const el_override *o = el_overrides_find(f->overrides, owner->name, c->property);
    el_arena *arena = el_model_builder_arena(f->b);
    a->optional = 1;
    a->type = v.type;
    a->confidence = v.confidence;
    a->provenance = el_arena_strdup(arena, v.reason);
    a->indexed = el_schema_indexed(t->schema, c->schema->name);
    if (o && o->kind == EL_OVERRIDE_ATTRIBUTE) {
        a->type = o->type;
        a->confidence = EL_CERTAIN;
        a->provenance = el_arena_printf(arena, "the user's word (%s:%d)", el_overrides_file(f->overrides), o->line);
    }
}

int el__infer_attributes(el__inference *f)
{
    for (size_t i = 0; i < f->ncandidates; i++)
        add_entity(f, f->candidates[i]);
    for (size_t i = 0; i < f->ntables; i++)
        for (size_t k = 0; k < f->tables[i].ncolumns; k++) {
            el__candidate *owners[EL__MAX_BUCKETS];
            if (f->tables[i].columns[k].role != EL__ROLE_ATTRIBUTE)
                continue;
            size_t n = el__infer_owners(&f->tables[i], k, owners, EL__MAX_BUCKETS, f);
            for (size_t m = 0; m < n; m++)
                add_attribute(f, &f->tables[i], k, owners[m]);
        }
    return EL_OK;
}
