/* SPDX-License-Identifier: MIT */
#include "model/match.h"

#include "base/arena.h"
#include "base/map.h"
#include "model/bundle.h"

#include <stdio.h>
#include <string.h>

typedef struct matcher {
    const el_model_bundle *bundle;
    const el_metadata *meta;
    const el_schema *schema;
    el_arena *arena;
    el_version_fit *fits;
    el_error first_problem;
} matcher;

static const el__version_info *info_of(const matcher *m, size_t i)
{
    return m->bundle->hashes ? &m->bundle->hashes->versions[i] : NULL;
}

static const el_entity_hash *hash_in(const el__version_info *info, const char *entity)
{
    for (size_t i = 0; i < info->nhashes; i++)
        if (!strcmp(info->hashes[i].entity, entity))
            return &info->hashes[i];
    return NULL;
}

static void compare_hashes(const matcher *m, const el__version_info *info, el_version_fit *fit)
{
    fit->has_hashes = info && info->nhashes > 0;
    if (!fit->has_hashes || !m->meta)
        return;
    for (size_t i = 0; i < m->meta->nhashes; i++) {
        const el_entity_hash *h = hash_in(info, m->meta->hashes[i].entity);
        if (!h)
            fit->only_store++;
        else if (memcmp(h->hash, m->meta->hashes[i].hash, sizeof h->hash))
            fit->other_hash++;
        else
            fit->same_hash++;
    }
    for (size_t i = 0; i < info->nhashes; i++)
        fit->only_version += !el_metadata_hash(m->meta, info->hashes[i].entity);
}

static const el_schema_table *table_of(const el_schema *schema, const el_entity *root)
{
    char name[512];
    snprintf(name, sizeof name, "ecd%s", root->name);
    const el_schema_table *t = el_schema_table_named(schema, name);
    return t ? t : el_schema_table_named(schema, root->name);
}

/* Takes the first of the spellings that the table has and that is not taken yet. */
static int take_column(const el_schema_table *t, el_map *taken, const char *const *spellings)
{
    for (; *spellings; spellings++) {
        const el_schema_column *c = el_schema_column_named(t, *spellings);
        if (c && !el_map_put(taken, c->name, (void *)c))
            return 1;
        if (c)
            return 1; /* shared with a sibling's property of the same name */
    }
    return 0;
}

static void take_entity(const matcher *m, const el_entity *e, const el_schema_table *t, el_map *taken, el_version_fit *fit)
{
    for (size_t i = 0; i < e->nattributes; i++) {
        const el_attribute *a = e->attributes[i];
        const char *spellings[] = {a->name, el_arena_printf(m->arena, "ecd%s", a->name), NULL};
        int found = take_column(t, taken, spellings);
        if (!a->transient) /* before November 2016 transient ones had columns, too */
            *(found ? &fit->found : &fit->missing) += 1;
    }
    for (size_t i = 0; i < e->nrelationships; i++) {
        const el_relationship *r = e->relationships[i];
        const char *spellings[] = {el_arena_printf(m->arena, "%s__objectid", r->name), el_arena_printf(m->arena, "%s_id", r->name),
                                   el_arena_printf(m->arena, "ecd%s_id", r->name), el_arena_printf(m->arena, "%s_id", r->destination->name), NULL};
        int found = take_column(t, taken, spellings);
        const char *order[] = {el_arena_printf(m->arena, "%s_order", r->name), NULL};
        take_column(t, taken, order);
        if (!r->transient && !r->to_many)
            *(found ? &fit->found : &fit->missing) += 1;
    }
}

static int is_fixed(const char *name)
{
    static const char *const names[] = {"__objectid", "ecdid", "id", "__entityType", "_entityType"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name))
            return 1;
    return 0;
}

/* Join tables by either direction's name, or in the old days by the sorted one, which is one of the two. */
static void compare_joins(const matcher *m, const el_model *model, el_version_fit *fit)
{
    for (size_t i = 0; i < model->nentities; i++)
        for (size_t k = 0; k < model->entities[i]->nrelationships; k++) {
            const el_relationship *r = model->entities[i]->relationships[k];
            char there[512], back[512];
            if (r->transient || !el_relationship_is_many_to_many(r))
                continue;
            snprintf(there, sizeof there, "ecd_%s_%s", r->name, r->inverse->name);
            snprintf(back, sizeof back, "ecd_%s_%s", r->inverse->name, r->name);
            int found = el_schema_table_named(m->schema, there) || el_schema_table_named(m->schema, back);
            *(found ? &fit->found : &fit->missing) += 1;
        }
}

static void compare_tables(const matcher *m, const el_model *model, el_version_fit *fit)
{
    el_map *known = el_map_new(); /* tables */
    for (size_t i = 0; i < model->nentities; i++) {
        const el_entity *root = model->entities[i];
        const el_schema_table *t = root->parent ? NULL : table_of(m->schema, root);
        if (root->parent)
            continue;
        *(t ? &fit->found : &fit->missing) += 1;
        if (!t)
            continue;
        el_map *taken = el_map_new();
        el_map_put(known, t->name, (void *)t);
        for (size_t k = 0; k < model->nentities; k++)
            if (model->entities[k]->root == root)
                take_entity(m, model->entities[k], t, taken, fit);
        for (size_t c = 0; c < t->ncolumns; c++)
            fit->extra += !is_fixed(t->columns[c].name) && !el_map_get(taken, t->columns[c].name) && !strstr(t->columns[c].name, "(null)");
        el_map_free(taken);
    }
    for (size_t i = 0; i < m->schema->ntables; i++) {
        const el_schema_table *t = &m->schema->tables[i];
        fit->extra += !strncmp(t->name, "ecd", 3) && t->name[3] != '_' && !el_map_get(known, t->name);
    }
    el_map_free(known);
    compare_joins(m, model, fit);
    size_t all = fit->found + fit->missing + fit->extra;
    fit->score = all ? (double)fit->found / (double)all : 0;
}

static void compare_names(const matcher *m, const el_model *model, el_version_fit *fit)
{
    fit->same_names = m->meta && m->meta->nhashes == model->nentities;
    for (size_t i = 0; i < model->nentities && fit->same_names; i++)
        fit->same_names = el_metadata_hash(m->meta, model->entities[i]->name) != NULL;
}

static void look_at(matcher *m, size_t i)
{
    el_model *model;
    el_error problem;
    el_version_fit *fit = &m->fits[i];
    compare_hashes(m, info_of(m, i), fit);
    if (el_model_bundle_load(&model, m->bundle, (int)i, &problem)) {
        if (!m->first_problem.status)
            m->first_problem = problem;
        return;
    }
    fit->loads = 1;
    compare_names(m, model, fit);
    if (m->schema)
        compare_tables(m, model, fit);
    el_model_free(model);
}

/* Index of the version that the checksum or all hashes name, or -1. */
static int by_exact(const matcher *m, const char **how)
{
    for (size_t i = 0; m->meta && m->meta->checksum && i < m->bundle->nversions; i++) {
        const el__version_info *info = info_of(m, i);
        if (m->fits[i].loads && info && info->checksum && !strcmp(info->checksum, m->meta->checksum)) {
            *how = "checksum";
            return (int)i;
        }
    }
    for (int compatible = 0; compatible < 2 && m->meta && m->meta->nhashes; compatible++)
        for (size_t i = 0; i < m->bundle->nversions; i++) {
            const el_version_fit *f = &m->fits[i];
            if (f->loads && f->has_hashes && f->same_hash == m->meta->nhashes && (compatible || !f->only_version)) {
                *how = compatible ? "compatible" : "hashes";
                return (int)i;
            }
        }
    return -1;
}

/* Names of entities first, then tables; of equals the current version. */
static int is_better(const matcher *m, size_t a, int b)
{
    if (b < 0)
        return 1;
    const el_version_fit *x = &m->fits[a], *y = &m->fits[b];
    if (x->same_names != y->same_names)
        return x->same_names;
    if (x->score != y->score)
        return x->score > y->score;
    return (int)a == m->bundle->current;
}

static int by_tables(const matcher *m, size_t *equals)
{
    int best = -1;
    *equals = 0;
    for (size_t i = 0; i < m->bundle->nversions; i++)
        if (m->fits[i].loads && (m->fits[i].found || m->fits[i].same_names) && is_better(m, i, best))
            best = (int)i;
    for (size_t i = 0; best >= 0 && i < m->bundle->nversions; i++)
        *equals += (int)i != best && m->fits[i].loads && m->fits[i].score == m->fits[best].score && m->fits[i].same_names == m->fits[best].same_names;
    return best;
}

static void list_differing(const matcher *m, el_model_match *match, int version)
{
    const el__version_info *info = version >= 0 ? info_of(m, (size_t)version) : NULL;
    if (!m->meta || !info || !info->nhashes)
        return;
    const char **names = el_arena_array(m->arena, m->meta->nhashes + info->nhashes, sizeof *names);
    for (size_t i = 0; i < m->meta->nhashes; i++) {
        const el_entity_hash *h = hash_in(info, m->meta->hashes[i].entity);
        if (!h || memcmp(h->hash, m->meta->hashes[i].hash, sizeof h->hash))
            names[match->ndiffering++] = el_arena_strdup(m->arena, m->meta->hashes[i].entity);
    }
    for (size_t i = 0; i < info->nhashes; i++)
        if (!el_metadata_hash(m->meta, info->hashes[i].entity))
            names[match->ndiffering++] = el_arena_strdup(m->arena, info->hashes[i].entity);
    match->differing = names;
}

static const char *reason_for(const matcher *m, const el_model_match *match, size_t equals)
{
    if (match->version < 0)
        return "no version of the bundle resembles the store";
    const char *name = m->bundle->version_names[match->version];
    const el_version_fit *f = &m->fits[match->version];
    if (!strcmp(match->how, "checksum"))
        return el_arena_printf(m->arena, "the model checksum in the metadata is that of '%s'", name);
    if (!strcmp(match->how, "hashes"))
        return el_arena_printf(m->arena, "the version hashes of all %zu entities are those of '%s'", f->same_hash, name);
    if (!strcmp(match->how, "compatible"))
        return el_arena_printf(m->arena, "all %zu entities of the store have the hashes of '%s', which has %zu more", f->same_hash, name, f->only_version);
    size_t other = f->other_hash + f->only_store + f->only_version;
    const char *hashes = f->has_hashes && m->meta && m->meta->nhashes
                             ? el_arena_printf(m->arena, other == 1 ? "; the version hash of %zu entity differs" : "; the version hashes of %zu entities differ", other)
                             : "; it has no version hashes to compare";
    const char *others = equals ? el_arena_printf(m->arena, "; %zu other version%s as well", equals, equals == 1 ? " fits" : "s fit") : "";
    return el_arena_printf(m->arena, "'%s' fits the tables best: %zu tables and columns found, %zu missing, %zu unknown%s%s", name, f->found, f->missing,
                           f->extra, hashes, others);
}

int el_model_bundle_match(el_model_match **out, const el_model_bundle *bundle, const el_metadata *meta, const el_schema *schema, el_error *err)
{
    *out = NULL;
    matcher m = {.bundle = bundle, .meta = meta, .schema = schema, .arena = el_arena_new()};
    size_t loaded = 0, equals = 0;
    m.fits = el_arena_array(m.arena, bundle->nversions, sizeof *m.fits);
    for (size_t i = 0; i < bundle->nversions; i++) {
        look_at(&m, i);
        loaded += m.fits[i].loads != 0;
    }
    if (!loaded) {
        el_arena_free(m.arena);
        if (err)
            *err = m.first_problem;
        return m.first_problem.status ? m.first_problem.status : EL_EMODEL;
    }
    el_model_match *match = el_arena_alloc(m.arena, sizeof *match);
    match->arena = m.arena;
    match->fits = m.fits;
    match->version = by_exact(&m, &match->how);
    match->exact = match->version >= 0 && strcmp(match->how, "compatible") != 0;
    if (match->version < 0 && (match->version = by_tables(&m, &equals)) >= 0)
        match->how = "tables";
    list_differing(&m, match, match->version >= 0 ? match->version : bundle->current);
    match->reason = reason_for(&m, match, equals);
    *out = match;
    return EL_OK;
}

void el_model_match_free(el_model_match *match)
{
    if (match)
        el_arena_free(match->arena); /* it lies in it */
}
