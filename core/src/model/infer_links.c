/* SPDX-License-Identifier: MIT */
/* To-one relationships: where a key column leads, and what may lead back. */
#include "base/buf.h"
#include "model/infer_private.h"
#include "sqlite/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A to-one on its way into the model. */
typedef struct link {
    el__table *table;
    const el__column *column;
    el__candidate *owner, *target;
    el__cells cells;                /* of all rows that use it */
    int to_self;                    /* leads to its own hierarchy */
    const char *reason;
    el_confidence confidence;
    el_relationship *relationship;
    struct link *inverse;
} link;

typedef struct links { el__inference *f; link *items; size_t n; } links;

static sqlite3_stmt *row_query(el__inference *f, const el__table *t, const char *column)
{
    el_buf sql = {0};
    sqlite3_stmt *stmt = NULL;
    el_buf_puts(&sql, "SELECT ");
    if (column)
        el_buf_identifier(&sql, column);
    else
        el_buf_puts(&sql, "NULL");
    el_buf_puts(&sql, " FROM ");
    el_buf_identifier(&sql, t->schema->name);
    el_buf_puts(&sql, " WHERE ");
    el_buf_identifier(&sql, t->key);
    el_buf_puts(&sql, " = ?");
    el_sql_prepare(&stmt, f->db, sql.data, NULL);
    el_buf_free(&sql);
    return stmt;
}

/* Steps to the row with a key; 0 when there is none. */
static int row_at(sqlite3_stmt *stmt, int64_t key)
{
    if (!stmt)
        return 0;
    sqlite3_reset(stmt);
    sqlite3_bind_int64(stmt, 1, key);
    return sqlite3_step(stmt) == SQLITE_ROW;
}

const el__bucket *el__infer_bucket(const el__table *t, int storage, int64_t i, double d)
{
    for (size_t k = 0; k < t->nbuckets; k++) {
        const el__bucket *b = &t->buckets[k];
        if (b->storage == storage && (storage != SQLITE_INTEGER || b->i == i) && (storage != SQLITE_FLOAT || b->d == d))
            return b;
    }
    return NULL;
}

/* Largest key that a column holds: from its index where it has one, else from the rows looked at. */
static int64_t largest(el__inference *f, const link *l)
{
    int64_t most = l->cells.most, found_most = 0;
    int found = 0;
    if (!el_schema_indexed(l->table->schema, l->column->schema->name))
        return most;
    el_buf sql = {0};
    el_buf_puts(&sql, "SELECT max(");
    el_buf_identifier(&sql, l->column->schema->name);
    el_buf_puts(&sql, ") FROM ");
    el_buf_identifier(&sql, l->table->schema->name);
    if (el_sql_int64(&found_most, &found, f->db, sql.data, NULL) == EL_OK && found && found_most > most)
        most = found_most;
    el_buf_free(&sql);
    return most;
}

static int holds_all(el__inference *f, const el__table *t, const el__cells *cells)
{
    sqlite3_stmt *stmt = row_query(f, t, NULL);
    int all = 1;
    for (int i = 0; i < cells->nlinks && all; i++)
        all = row_at(stmt, cells->links[i].target);
    sqlite3_finalize(stmt);
    return all;
}

/* The closest common ancestor. */
static el__candidate *meet(el__candidate *a, el__candidate *b)
{
    for (el__candidate *x = a; x; x = x->parent)
        for (el__candidate *y = b; y; y = y->parent)
            if (x == y)
                return x;
    return a->table->root;
}

enum { ENOUGH_TARGETS = 3, ALL_TARGETS = 5000 };

static void narrow_query(el_buf *sql, const el__table *t, const char *table, const char *column)
{
    el_buf_puts(sql, "SELECT e.");
    el_buf_identifier(sql, t->type_column);
    el_buf_puts(sql, ", count(*) FROM (SELECT ");
    el_buf_identifier(sql, column);
    el_buf_puts(sql, " AS k FROM ");
    el_buf_identifier(sql, table);
    el_buf_printf(sql, " LIMIT %d) AS j JOIN ", ALL_TARGETS + 1);
    el_buf_identifier(sql, t->schema->name);
    el_buf_puts(sql, " AS e ON e.");
    el_buf_identifier(sql, t->key);
    el_buf_puts(sql, " = j.k GROUP BY 1");
}

el__candidate *el__infer_narrow(el__inference *f, el__table *t, const char *table, const char *column, int64_t rows)
{
    el__candidate *c = NULL;
    int64_t targets = 0;
    if (!t->type_column || rows > ALL_TARGETS)
        return t->root;
    el_buf sql = {0};
    sqlite3_stmt *stmt;
    narrow_query(&sql, t, table, column);
    int known = el_sql_prepare(&stmt, f->db, sql.data, NULL) == EL_OK;
    el_buf_free(&sql);
    while (known && sqlite3_step(stmt) == SQLITE_ROW) {
        const el__bucket *b = el__infer_bucket(t, sqlite3_column_type(stmt, 0), sqlite3_column_int64(stmt, 0), sqlite3_column_double(stmt, 0));
        if (!b || !b->owner)
            c = t->root;
        else
            c = c ? meet(c, b->owner) : b->owner;
        targets += sqlite3_column_int64(stmt, 1);
    }
    sqlite3_finalize(stmt);
    return c && targets >= ENOUGH_TARGETS ? c : t->root;
}

el__candidate *el__infer_by_name(const el__inference *f, const char *name, const el__table *only, int *how)
{
    el__candidate *best = NULL;
    *how = 0;
    for (size_t i = 0; i < f->ncandidates; i++) {
        el__candidate *c = f->candidates[i];
        int match = c->table && (!only || c->table == only) ? el__word_match(name, c->name) : 0;
        if (match > *how) {
            *how = match;
            best = c;
        }
    }
    return best;
}

static el__candidate *narrow(el__inference *f, const link *l, el__table *t)
{
    int64_t rows = l->table->complete ? l->table->rows : INT64_MAX;
    return el__infer_narrow(f, t, l->table->schema->name, l->column->schema->name, rows);
}

static void settle(link *l, el__candidate *target, el_confidence confidence, const char *reason)
{
    l->target = target;
    l->confidence = confidence;
    l->reason = reason;
}

/* Every row would be its own target: the keys are those of another table. */
static int points_at_itself(const el__cells *cells)
{
    int same = 0;
    for (int i = 0; i < cells->nlinks; i++)
        same += cells->links[i].row == cells->links[i].target;
    return same == cells->nlinks && same >= 2;
}

/* Tables whose keys include all that the column holds. */
static size_t fitting(el__inference *f, const link *l, el__table **fits)
{
    size_t n = 0;
    int64_t most = largest(f, l);
    for (size_t i = 0; i < f->ntables; i++) {
        el__table *t = &f->tables[i];
        if (t == l->table && points_at_itself(&l->cells))
            continue;
        if (t->rows && most <= t->most_key && l->cells.least >= t->least_key && holds_all(f, t, &l->cells))
            fits[n++] = t;
    }
    return n;
}

/* Of several, the one whose keys the column's values span best: parents are few and all of them in use. */
static el__table *best_span(el__inference *f, const link *l, el__table **fits, size_t n)
{
    int64_t most = largest(f, l);
    el__table *best = NULL;
    double best_share = 0;
    for (size_t i = 0; i < n; i++) {
        double share = fits[i]->most_key > 0 ? (double)most / (double)fits[i]->most_key : 0;
        if (!best || share > best_share) {
            best = fits[i];
            best_share = share;
        }
    }
    return best;
}

static void find_target(el__inference *f, link *l)
{
    el_arena *arena = el_model_builder_arena(f->b);
    el__table **fits = el_arena_array(f->arena, f->ntables, sizeof *fits);
    int how;
    el__candidate *named = el__infer_by_name(f, l->column->property, NULL, &how);
    if (l->cells.ints == 0) {
        const char *doubt = !strcmp(l->table->key, "__objectid") ? "" : "; in a store this old it may also be a to-many, which is not stored";
        settle(l, named, EL_GUESS, el_arena_printf(arena, named ? "no value is set; led by the name%s" : "no value is set, and the name leads nowhere%s", doubt));
        return;
    }
    size_t n = fitting(f, l, fits);
    for (size_t i = 0; i < n && named; i++)
        if (fits[i] == named->table) {
            el__candidate *seen = narrow(f, l, named->table);
            settle(l, meet(named, seen), EL_PROBABLE, el_arena_printf(arena, "the name, and all %d keys looked at are rows of '%s'", l->cells.nlinks, named->table->name));
            return;
        }
    if (n == 1) {
        settle(l, narrow(f, l, fits[0]), EL_PROBABLE, el_arena_printf(arena, "the only table with rows for all %d keys looked at", l->cells.nlinks));
    } else if (n > 1) {
        el__table *t = best_span(f, l, fits, n);
        settle(l, narrow(f, l, t), EL_GUESS, el_arena_printf(arena, "%zu tables have rows for all keys; the values span '%s' best", n, t->name));
    } else {
        settle(l, named, EL_GUESS, named ? "by its name, though some keys have no row there" : "no table has rows for all its keys");
    }
}

static void add_link(links *ls, el__table *t, size_t column)
{
    el__inference *f = ls->f;
    el__candidate *owners[EL__MAX_BUCKETS];
    link *l = &ls->items[ls->n++];
    l->table = t;
    l->column = &t->columns[column];
    size_t n = el__infer_owners(t, column, owners, EL__MAX_BUCKETS, f);
    l->owner = owners[0];
    for (size_t i = 1; i < n; i++) /* one relationship, so that one inverse can lead back */
        l->owner = meet(l->owner, owners[i]);
    for (size_t i = 0; i < t->nbuckets; i++)
        el__cells_add(&l->cells, &t->buckets[i].cells[column]);
    find_target(f, l);
}

/* Does following `there` from each sampled row and then `back` lead home again? */
static int round_trip(el__inference *f, const link *there, const link *back)
{
    sqlite3_stmt *stmt = row_query(f, back->table, back->column->schema->name);
    int good = there->cells.nlinks >= 2;
    for (int i = 0; i < there->cells.nlinks && good; i++)
        good = row_at(stmt, there->cells.links[i].target) && sqlite3_column_type(stmt, 0) == SQLITE_INTEGER &&
               sqlite3_column_int64(stmt, 0) == there->cells.links[i].row;
    sqlite3_finalize(stmt);
    return good;
}

/* Both ends of a one-to-one have a key column; the two mirror each other. */
static void pair_one_to_ones(links *ls)
{
    for (size_t i = 0; i < ls->n; i++)
        for (size_t k = i; k < ls->n; k++) {
            link *a = &ls->items[i], *b = &ls->items[k];
            if (a->inverse || b->inverse || !a->target || !b->target || a->target->table != b->table || b->target->table != a->table)
                continue;
            if (round_trip(ls->f, a, b) && round_trip(ls->f, b, a)) {
                a->inverse = b;
                b->inverse = a;
            }
        }
}

int el__infer_is_taken(const el__inference *f, const el__table *t, const char *name)
{
    for (size_t i = 0; i < f->nused; i++)
        if (f->used[i].table == t && !strcmp(f->used[i].name, name))
            return 1;
    for (size_t i = 0; t && i < t->ncolumns; i++)
        if (t->columns[i].role != EL__ROLE_OTHER && !strcmp(t->columns[i].property, name))
            return 1;
    return 0;
}

void el__infer_use_name(el__inference *f, const el__table *t, const char *name)
{
    if (f->nused == f->used_cap) {
        f->used_cap = f->used_cap ? f->used_cap * 2 : 64;
        f->used = el_xrealloc(f->used, f->used_cap * sizeof *f->used);
    }
    f->used[f->nused].table = t;
    f->used[f->nused++].name = name;
}

static const char *capitalised(el__inference *f, const char *name)
{
    char *copy = el_arena_strdup(f->arena, name);
    if (*copy >= 'a' && *copy <= 'z')
        *copy = (char)(*copy - 'a' + 'A');
    return copy;
}

/* "posts", else "postsByAuthor", else with a number. */
static const char *many_name(el__inference *f, const link *l)
{
    char plural[256];
    el__word_plural(plural, sizeof plural, l->owner->name);
    const char *by = el_arena_printf(f->arena, "%sBy%s", plural, capitalised(f, l->column->property));
    const char *name = l->owner->table == l->target->table ? by : el_arena_strdup(f->arena, plural);
    for (int i = 2; el__infer_is_taken(f, l->target->table, name); i++)
        name = i == 2 && name != by ? by : el_arena_printf(f->arena, "%s%d", by, i);
    return name;
}

/* The user may have spoken of either end. */
static const el_override *override_of(const el__inference *f, const link *l, const char **inverse)
{
    const el_override *found = NULL;
    *inverse = NULL;
    for (const el__candidate *c = l->owner; !found && c; c = c->parent)
        found = el_overrides_find(f->overrides, c->name, l->column->property);
    for (size_t i = 0; i < el_overrides_count(f->overrides); i++) {
        const el_override *o = el_overrides_at(f->overrides, i);
        if (o->kind == EL_OVERRIDE_RELATIONSHIP && o->to_many && o->inverse && !strcmp(o->inverse, l->column->property) &&
            !strcmp(o->destination, l->owner->name))
            *inverse = o->name;
    }
    if (found && found->kind == EL_OVERRIDE_RELATIONSHIP && found->inverse)
        *inverse = found->inverse;
    return found && found->kind == EL_OVERRIDE_RELATIONSHIP ? found : NULL;
}

static void apply_override(el__inference *f, link *l, const char **inverse)
{
    const el_override *o = override_of(f, l, inverse);
    el__candidate *target = o ? el__infer_candidate(f, o->destination) : NULL;
    if (o && !target)
        el_model_builder_note(f->b, o->line, 1, "bad-override", "'%s' is no entity of the store", o->destination);
    if (target)
        settle(l, target, EL_CERTAIN, el_arena_printf(el_model_builder_arena(f->b), "the user's word (%s:%d)", el_overrides_file(f->overrides), o->line));
    if (*inverse && l->target && el__infer_is_taken(f, l->target->table, *inverse)) {
        el_model_builder_note(f->b, o ? o->line : 0, 1, "bad-override", "'%s' is the name of another property of '%s'", *inverse, l->target->name);
        *inverse = NULL;
    }
}

static int64_t any_order(el__inference *f, const link *l)
{
    int64_t one = 0;
    int found = 0;
    if (!l->column->order || !el_schema_indexed(l->table->schema, l->column->order))
        return 0;
    el_buf sql = {0}; /* the index makes this two look-ups */
    el_buf_puts(&sql, "SELECT max(");
    el_buf_identifier(&sql, l->column->order);
    el_buf_puts(&sql, ") FROM ");
    el_buf_identifier(&sql, l->table->schema->name);
    el_sql_int64(&one, &found, f->db, sql.data, NULL);
    el_buf_free(&sql);
    return found && one > 0;
}

/* The many side is not stored under any name; a made-up one lets it be walked. */
static void add_many_side(el__inference *f, link *l, const char *given)
{
    el_arena *arena = el_model_builder_arena(f->b);
    const char *name = given ? given : many_name(f, l);
    el__infer_use_name(f, l->target->table, name);
    el_relationship *r = el_model_builder_relationship(f->b, l->target->entity, name, l->owner->name, 0);
    r->to_many = r->optional = 1;
    r->ordered = any_order(f, l) != 0;
    r->inverse_name = l->relationship->name;
    r->inverse_entity = l->owner->entity->name;
    r->confidence = given ? EL_PROBABLE : EL_GUESS;
    r->provenance = given ? el_arena_strdup(arena, "named by the overrides; not stored")
                          : el_arena_printf(arena, "not stored under a name: the other end of %s.%s, called so here", l->owner->name, l->column->property);
    l->relationship->inverse_name = r->name;
    l->relationship->inverse_entity = l->target->entity->name;
}

static void add_relationship(el__inference *f, link *l)
{
    el_arena *arena = el_model_builder_arena(f->b);
    el_relationship *r = el_model_builder_relationship(f->b, l->owner->entity, l->column->property, l->target ? l->target->name : NULL, 0);
    r->optional = 1;
    r->max_count = r->has_max_count = 1;
    r->provenance = el_arena_strdup(arena, l->reason);
    r->confidence = l->confidence;
    r->indexed = 0;
    l->relationship = r;
}

int el__infer_to_ones(el__inference *f)
{
    links ls = {.f = f};
    size_t keys = 0;
    for (size_t i = 0; i < f->ntables; i++)
        for (size_t k = 0; k < f->tables[i].ncolumns; k++)
            keys += f->tables[i].columns[k].role == EL__ROLE_KEY;
    ls.items = el_arena_array(f->arena, keys, sizeof *ls.items);
    for (size_t i = 0; i < f->ntables; i++)
        for (size_t k = 0; k < f->tables[i].ncolumns; k++)
            if (f->tables[i].columns[k].role == EL__ROLE_KEY)
                add_link(&ls, &f->tables[i], k);
    pair_one_to_ones(&ls);
    const char **given = el_arena_array(f->arena, ls.n, sizeof *given);
    for (size_t i = 0; i < ls.n; i++) {
        apply_override(f, &ls.items[i], &given[i]);
        add_relationship(f, &ls.items[i]);
    }
    for (size_t i = 0; i < ls.n; i++) {
        link *l = &ls.items[i];
        if (l->inverse) {
            l->relationship->inverse_name = l->inverse->relationship->name;
            l->relationship->inverse_entity = l->inverse->owner->entity->name;
        } else if (l->target) {
            add_many_side(f, l, given[i]);
        }
    }
    return EL_OK;
}
