/* SPDX-License-Identifier: MIT */
/* Names of entities and whose rows are whose; the shape of a hierarchy. */
#include "base/cfhash.h"
#include "model/infer_private.h"
#include "sqlite/api.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

el__candidate *el__infer_candidate(const el__inference *f, const char *name)
{
    for (size_t i = 0; i < f->ncandidates; i++)
        if (!strcmp(f->candidates[i]->name, name))
            return f->candidates[i];
    return NULL;
}

el__candidate *el__infer_add_candidate(el__inference *f, const char *name)
{
    el__candidate *c = el__infer_candidate(f, name);
    if (c)
        return c;
    if (f->ncandidates == f->candidates_cap) {
        size_t cap = f->candidates_cap ? f->candidates_cap * 2 : 32;
        el__candidate **grown = el_arena_array(f->arena, cap, sizeof *grown);
        if (f->ncandidates)
            memcpy(grown, f->candidates, f->ncandidates * sizeof *grown);
        f->candidates = grown;
        f->candidates_cap = cap;
    }
    c = el_arena_alloc(f->arena, sizeof *c);
    c->name = el_arena_strdup(f->arena, name);
    f->candidates[f->ncandidates++] = c;
    return c;
}

static void add_roots(el__inference *f)
{
    for (size_t i = 0; i < f->ntables; i++) {
        el__candidate *c = el__infer_add_candidate(f, f->tables[i].name);
        c->table = &f->tables[i];
        c->is_root = 1;
        f->tables[i].root = c;
    }
}

/* Join tables of early 2014 name the entities that declare the relationships, not their roots. */
static void add_join_names(el__inference *f)
{
    for (size_t i = 0; i < f->schema->ntables; i++) {
        const char *columns[2];
        if (!el__infer_is_join(&f->schema->tables[i], &columns[0], &columns[1]))
            continue;
        for (int k = 0; k < 2; k++) {
            size_t n = strlen(columns[k]) - strlen("__objectid");
            if (n > 2 && (!strncmp(columns[k] + n - 2, "_1", 2) || !strncmp(columns[k] + n - 2, "_2", 2)))
                n -= 2;
            char *name = el_arena_strndup(f->arena, columns[k], n);
            if (*name && !el__infer_candidate(f, name))
                el__infer_add_candidate(f, name)->from_join = 1;
        }
    }
}

static void add_known_names(el__inference *f)
{
    for (size_t i = 0; f->meta && i < f->meta->nhashes; i++)
        el__infer_add_candidate(f, f->meta->hashes[i].entity)->from_metadata = 1;
    for (size_t i = 0; i < el_overrides_count(f->overrides); i++)
        el__infer_add_candidate(f, el_overrides_at(f->overrides, i)->entity)->from_override = 1;
    add_join_names(f);
}

static int matches_wide(const el__bucket *b, const char *name)
{
    for (int sign_extend = 0; sign_extend < 2; sign_extend++) {
        uint64_t h = el_cfhash(name, strlen(name), sign_extend);
        if (b->storage == SQLITE_INTEGER && b->i == (int64_t)h)
            return 1;
        if (b->storage == SQLITE_FLOAT && b->d == (double)h)
            return 1;
    }
    return 0;
}

static int matches_narrow(const el__bucket *b, const char *name)
{
    uint32_t low = (uint32_t)el_cfhash(name, strlen(name), 0);
    return b->storage == SQLITE_INTEGER && (b->i == (int32_t)low || b->i == (int64_t)low);
}

static void give(el__table *t, el__bucket *b, el__candidate *c)
{
    b->owner = c;
    c->placed_by_value |= b->storage != SQLITE_NULL;
    if (!c->table)
        c->table = t;
}

static void match_bucket(el__inference *f, el__table *t, el__bucket *b, int (*matches)(const el__bucket *, const char *))
{
    if (matches(b, t->name)) {
        give(t, b, t->root);
        return;
    }
    for (size_t i = 0; i < f->ncandidates && !b->owner; i++)
        if (!f->candidates[i]->is_root && (!f->candidates[i]->table || f->candidates[i]->table == t) && matches(b, f->candidates[i]->name))
            give(t, b, f->candidates[i]);
}

/* Names that the store's other names suggest: "vehicles" may lead to Vehicle.  A 64-bit hash that fits is proof. */
static void try_words(el__inference *f, el__table *t, el__bucket *b)
{
    for (size_t i = 0; i < f->ntables && !b->owner; i++)
        for (size_t k = 0; k < f->tables[i].ncolumns && !b->owner; k++) {
            char *name = el_arena_strdup(f->arena, f->tables[i].columns[k].property);
            name[0] = (char)toupper((unsigned char)name[0]);
            for (size_t n = strlen(name), cut = 0; cut < 2 && n > cut + 1 && !b->owner; cut++) { /* also without the plural's s */
                name[n - cut] = '\0';
                if (!matches_wide(b, name) || el__infer_candidate(f, name))
                    continue;
                el__candidate *c = el__infer_add_candidate(f, name);
                c->from_guess = 1;
                give(t, b, c);
            }
        }
}

static void match_table(el__inference *f, el__table *t)
{
    for (size_t i = 0; i < t->nbuckets; i++)
        if (t->buckets[i].storage == SQLITE_NULL)
            give(t, &t->buckets[i], t->root);
    for (size_t i = 0; i < t->nbuckets; i++)
        if (!t->buckets[i].owner)
            match_bucket(f, t, &t->buckets[i], matches_wide);
    for (size_t i = 0; i < t->nbuckets; i++)
        if (!t->buckets[i].owner)
            match_bucket(f, t, &t->buckets[i], matches_narrow);
    for (size_t i = 0; i < t->nbuckets; i++) {
        if (!t->buckets[i].owner)
            try_words(f, t, &t->buckets[i]);
        const char *perhaps = t->buckets[i].owner ? NULL : el__infer_invert(f, t, &t->buckets[i]);
        if (!t->buckets[i].owner)
            el_model_builder_note(f->b, 0, 1, "unknown-type-value", "%lld rows of '%s' are of an entity whose name is not known (type value %lld)%s%s",
                                  (long long)t->buckets[i].rows, t->name, (long long)t->buckets[i].i, perhaps ? "; perhaps " : "", perhaps ? perhaps : "");
    }
}

static void merge_cells(el__inference *f, el__table *t)
{
    for (size_t i = 0; i < t->nbuckets; i++) {
        el__candidate *c = t->buckets[i].owner;
        if (!c)
            continue;
        if (!c->cells)
            c->cells = el_arena_array(f->arena, t->ncolumns, sizeof *c->cells);
        c->rows += t->buckets[i].rows;
        for (size_t k = 0; k < t->ncolumns; k++)
            el__cells_add(&c->cells[k], &t->buckets[i].cells[k]);
    }
}

/* A name without rows and without a table is somewhere below one of the hierarchies: if there is only one, there. */
static void place_rest(el__inference *f)
{
    el__table *only = NULL;
    size_t hierarchies = 0;
    for (size_t i = 0; i < f->ntables; i++)
        if (f->tables[i].type_column) {
            only = &f->tables[i];
            hierarchies++;
        }
    for (size_t i = 0; i < f->ncandidates; i++) {
        el__candidate *c = f->candidates[i];
        if (c->table)
            continue;
        if (hierarchies == 1) {
            c->table = only;
            c->parent = only->root;
            c->doubt = "has no rows; there is only one hierarchy";
            c->doubt_confidence = EL_PROBABLE;
        } else {
            c->doubt = "no row tells where it belongs";
            c->doubt_confidence = EL_GUESS;
        }
    }
}

int el__infer_names(el__inference *f)
{
    add_roots(f);
    add_known_names(f);
    for (size_t i = 0; i < f->ntables; i++) {
        match_table(f, &f->tables[i]);
        merge_cells(f, &f->tables[i]);
    }
    for (size_t i = 0; i < f->ncandidates; i++) {
        el__candidate *c = f->candidates[i];
        if (c->table && !c->is_root)
            c->parent = c->table->root;
    }
    place_rest(f);
    return EL_OK;
}

/* Columns that set an entity apart: used by its rows, but not by the root's own and not by everybody. */
static void find_own_columns(el__inference *f, const el__table *t)
{
    unsigned char *by_all = el_arena_alloc(f->arena, t->ncolumns + 1);
    for (size_t k = 0; k < t->ncolumns; k++) {
        by_all[k] = 1;
        for (size_t i = 0; i < f->ncandidates; i++)
            if (f->candidates[i]->table == t && f->candidates[i]->rows && !el__cells_filled(&f->candidates[i]->cells[k]))
                by_all[k] = 0;
    }
    for (size_t i = 0; i < f->ncandidates; i++) {
        el__candidate *c = f->candidates[i];
        if (c->table != t || c->is_root || !c->rows)
            continue;
        c->own = el_arena_alloc(f->arena, t->ncolumns + 1);
        for (size_t k = 0; k < t->ncolumns; k++) {
            int by_root = t->root->rows && el__cells_filled(&t->root->cells[k]);
            c->own[k] = t->columns[k].role != EL__ROLE_OTHER && !by_all[k] && !by_root && el__cells_filled(&c->cells[k]);
            c->nown += c->own[k];
        }
    }
}

int el__infer_unused_root(const el__candidate *c)
{
    return c->is_root && c->table->type_column && c->table->complete && c->table->rows > 0 && c->rows == 0;
}

static int within(const unsigned char *a, const unsigned char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] && !b[i])
            return 0;
    return 1;
}

enum { ENOUGH_ROWS = 3, ENOUGH_COLUMNS = 2 };

/* An entity that uses all columns of another and more is likely below it. */
static void find_parent(el__inference *f, el__candidate *c)
{
    size_t best = 0, ties = 0;
    el__candidate *parent = NULL;
    for (size_t i = 0; i < f->ncandidates; i++) {
        el__candidate *p = f->candidates[i];
        if (p->table != c->table || !p->own || p->rows < ENOUGH_ROWS || p->nown < ENOUGH_COLUMNS || p->nown >= c->nown ||
            p->nown < best || !within(p->own, c->own, c->table->ncolumns))
            continue;
        ties = p->nown == best ? ties + 1 : 0;
        best = p->nown;
        parent = p;
    }
    if (parent && !ties) {
        c->parent = parent;
        c->doubt = el_arena_printf(f->arena, "the parent is a guess: it uses the columns of %s and more", parent->name);
        c->doubt_confidence = EL_GUESS;
    }
}

static void apply_override(el__inference *f, el__candidate *c)
{
    const el_override *o = el_overrides_find(f->overrides, c->name, NULL);
    el__candidate *parent = o && o->parent ? el__infer_candidate(f, o->parent) : NULL;
    if (!parent || c->is_root)
        return;
    for (const el__candidate *p = parent; p; p = p->parent)
        if (p == c) {
            el_model_builder_note(f->b, o->line, 1, "bad-override", "'%s' cannot be below '%s', which is below it", c->name, parent->name);
            return;
        }
    c->parent = parent;
    c->table = parent->table;
    c->doubt = NULL;
    c->parent_from_override = 1;
}

/* A row says which hierarchy its entity belongs to, not which place in it: another entity may lie between, even one
 * without rows.  Only where no name is left for that the root must be the parent. */
static void doubt_parents(el__inference *f)
{
    for (size_t i = 0; i < f->ncandidates; i++) {
        el__candidate *c = f->candidates[i];
        if (c->is_root || !c->table || c->doubt || c->parent_from_override || c->parent != c->table->root)
            continue;
        int others = !f->meta || !f->meta->nhashes; /* names that nothing mentions */
        for (size_t k = 0; k < f->ncandidates && !others; k++) {
            const el__candidate *o = f->candidates[k];
            others = o != c && !o->is_root && (!o->table || o->table == c->table);
        }
        if (others) {
            c->doubt = "below the root, maybe not directly";
            c->doubt_confidence = EL_PROBABLE;
        }
    }
}

/* Roots without rows of their own are called abstract, which a concrete entity that was never used looks like, too. */
static void doubt_abstract_roots(el__inference *f)
{
    for (size_t i = 0; i < f->ncandidates; i++) {
        el__candidate *c = f->candidates[i];
        const el_override *o = el_overrides_find(f->overrides, c->name, NULL);
        if (!el__infer_unused_root(c) || (o && o->abstract >= 0))
            continue;
        c->doubt = "called abstract since no row is its own";
        c->doubt_confidence = EL_PROBABLE;
    }
}

void el__infer_shape(el__inference *f)
{
    for (size_t i = 0; i < f->ntables; i++)
        if (f->tables[i].type_column && f->tables[i].complete)
            find_own_columns(f, &f->tables[i]);
    for (size_t i = 0; i < f->ncandidates; i++)
        if (f->candidates[i]->own && f->candidates[i]->rows >= ENOUGH_ROWS)
            find_parent(f, f->candidates[i]);
    for (size_t i = 0; i < f->ncandidates; i++)
        apply_override(f, f->candidates[i]);
    doubt_parents(f);
    doubt_abstract_roots(f);
}
