/* SPDX-License-Identifier: MIT */
/* Who points at an object: the stored side of every relationship that can. */
#include "base/arena.h"
#include "query/relations.h"
#include "sqlite/api.h"
#include "store/store.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct el_referrer el_referrer;

typedef struct search {
    el_store *store;
    el_object *object;
    unsigned flags;
    size_t limit;
    el_referrer *referrers; size_t n, cap;
    size_t *caps; /* of the lists */
    el_arena *arena;
} search;

static int may_point_here(const search *s, const el_relationship *r, const el_place *place)
{
    return r->destination && el_entity_is_kind_of(s->object->entity, r->destination) &&
           (place->kind == EL_PLACE_TO_ONE || place->kind == EL_PLACE_JOIN);
}

static void add_referrer(search *s, const el_relationship *r)
{
    if (s->n == s->cap) {
        s->cap = s->cap ? s->cap * 2 : 16;
        s->referrers = el_xrealloc(s->referrers, s->cap * sizeof *s->referrers);
        s->caps = el_xrealloc(s->caps, s->cap * sizeof *s->caps);
    }
    memset(&s->referrers[s->n], 0, sizeof *s->referrers);
    s->referrers[s->n].relationship = r;
    s->referrers[s->n].from.available = 1;
    s->referrers[s->n].from.count = -1;
    s->caps[s->n++] = 0;
}

static int by_name(const void *a, const void *b)
{
    const el_relationship *x = ((const el_referrer *)a)->relationship, *y = ((const el_referrer *)b)->relationship;
    int c = strcmp(x->owner->name, y->owner->name);
    return c ? c : strcmp(x->name, y->name);
}

static void find_referrers(search *s)
{
    const el_model *model = s->store->layout->model;
    for (size_t i = 0; i < model->nentities; i++) {
        const el_entity *e = model->entities[i];
        for (size_t k = 0; k < e->nall_relationships; k++)
            if (e->all_relationships[k]->owner == e &&
                may_point_here(s, e->all_relationships[k], &el_layout_of(s->store->layout, e)->places[k]))
                add_referrer(s, e->all_relationships[k]);
    }
    if (s->n)
        qsort(s->referrers, s->n, sizeof *s->referrers, by_name);
}

static void add_to_one(el_buf *sql, search *s, const el_relationship *r, const el_place *place, size_t arm)
{
    const el_layout_entity *laid = el_layout_of(s->store->layout, r->owner);
    el_buf_printf(sql, "SELECT %zu, ", arm);
    el__column(sql, "d", laid->key_column);
    el_buf_puts(sql, ", 1, ");
    el__target_columns(sql, s->store, r->owner, "d", s->flags & EL_READ_LABELS);
    el_buf_puts(sql, " FROM main.");
    el_buf_identifier(sql, place->table);
    el_buf_puts(sql, " AS d WHERE ");
    el__column(sql, "d", place->column);
    el_buf_printf(sql, " = %" PRId64 " AND ", s->object->key);
    el_layout_type_condition(sql, s->store->layout, r->owner, 1, "d");
}

static void add_join(el_buf *sql, search *s, const el_relationship *r, const el_place *place, size_t arm)
{
    const el_layout_entity *laid = el_layout_of(s->store->layout, r->owner);
    el_buf_printf(sql, "SELECT %zu, ", arm);
    el__column(sql, "j", place->source_column);
    el_buf_puts(sql, ", ");
    el__column(sql, "d", laid->key_column);
    el_buf_puts(sql, " IS NOT NULL, ");
    el__target_columns(sql, s->store, r->owner, "d", s->flags & EL_READ_LABELS);
    el_buf_puts(sql, " FROM main.");
    el_buf_identifier(sql, place->table);
    el_buf_puts(sql, " AS j LEFT JOIN main.");
    el_buf_identifier(sql, laid->table);
    el_buf_puts(sql, " AS d ON ");
    el__column(sql, "d", laid->key_column);
    el_buf_puts(sql, " = ");
    el__column(sql, "j", place->source_column);
    el_buf_puts(sql, " WHERE ");
    el__column(sql, "j", place->destination_column);
    el_buf_printf(sql, " = %" PRId64, s->object->key);
}

static int add_arm(search *s, el__union *u, size_t arm)
{
    const el_relationship *r = s->referrers[arm].relationship;
    const el_place *place = el_layout_place(s->store->layout, r->owner, r->name);
    if (!el_layout_of(s->store->layout, r->owner)->table)
        return EL_OK;
    int status = el__union_begin(u);
    if (status)
        return status;
    if (s->limit)
        el_buf_puts(&u->sql, "SELECT * FROM (");
    if (place->kind == EL_PLACE_JOIN)
        add_join(&u->sql, s, r, place, arm);
    else
        add_to_one(&u->sql, s, r, place, arm);
    if (s->limit)
        el_buf_printf(&u->sql, " ORDER BY 2 LIMIT %zu)", s->limit + 1);
    return EL_OK;
}

static int take(void *ctx, sqlite3_stmt *stmt)
{
    search *s = ctx;
    size_t arm = (size_t)sqlite3_column_int64(stmt, 0);
    el_ref_list *list = &s->referrers[arm].from;
    const el_entity *owner = s->referrers[arm].relationship->owner;
    if (list->n == s->caps[arm]) {
        s->caps[arm] = s->caps[arm] ? s->caps[arm] * 2 : 16;
        list->items = el_xrealloc(list->items, s->caps[arm] * sizeof *list->items);
    }
    const el_entity *entity = sqlite3_column_int(stmt, 2) ? el__row_entity(s->store->layout, owner->root, stmt, 3) : NULL;
    list->items[list->n++] = (el_ref){entity ? entity : owner, sqlite3_column_int64(stmt, 1), 1, !entity,
                                      el__label(stmt, 4, s->arena)};
    return EL_OK;
}

static int take_count(void *ctx, sqlite3_stmt *stmt)
{
    search *s = ctx;
    s->referrers[sqlite3_column_int64(stmt, 0)].from.count = sqlite3_column_int64(stmt, 1);
    return EL_OK;
}

static int add_count_arm(search *s, el__union *u, size_t arm)
{
    const el_relationship *r = s->referrers[arm].relationship;
    const el_place *place = el_layout_place(s->store->layout, r->owner, r->name);
    int status = el__union_begin(u);
    if (status)
        return status;
    el_buf_printf(&u->sql, "SELECT %zu, count(*) FROM main.", arm);
    el_buf_identifier(&u->sql, place->table);
    el_buf_puts(&u->sql, " AS d WHERE ");
    el__column(&u->sql, "d", place->kind == EL_PLACE_JOIN ? place->destination_column : place->column);
    el_buf_printf(&u->sql, " = %" PRId64, s->object->key);
    if (place->kind != EL_PLACE_JOIN) {
        el_buf_puts(&u->sql, " AND ");
        el_layout_type_condition(&u->sql, s->store->layout, r->owner, 1, "d");
    }
    return EL_OK;
}

/* How many there are of those of which only the first were read. */
static int count_rest(search *s, el_error *err)
{
    el__union u;
    el__union_init(&u, s->store, take_count, s, err);
    int status = EL_OK;
    for (size_t i = 0; i < s->n && !status; i++)
        if (s->referrers[i].from.count < 0)
            status = add_count_arm(s, &u, i);
    return el__union_finish(&u, status);
}

static int by_key(const void *a, const void *b)
{
    int64_t x = ((const el_ref *)a)->key, y = ((const el_ref *)b)->key;
    return x < y ? -1 : x > y;
}

/* Sorts a list and moves it into the arena; one more than the limit only says that there are more. */
static void settle(search *s, el_ref_list *list)
{
    el_ref *items = list->items;
    if (list->n)
        qsort(items, list->n, sizeof *items, by_key);
    if (!s->limit || list->n <= s->limit)
        list->count = (int64_t)list->n;
    else
        list->n = s->limit;
    list->items = el_arena_array(s->arena, list->n + 1, sizeof *list->items);
    if (list->n)
        memcpy(list->items, items, list->n * sizeof *items);
    free(items);
}

int el__read_referenced_by(el_store *store, el_object *object, unsigned flags, size_t limit, el_arena *arena, el_error *err)
{
    search s = {store, object, flags, limit, NULL, 0, 0, NULL, arena};
    find_referrers(&s);
    el__union u;
    el__union_init(&u, store, take, &s, err);
    int status = EL_OK;
    for (size_t i = 0; i < s.n && !status; i++)
        status = add_arm(&s, &u, i);
    status = el__union_finish(&u, status);
    for (size_t i = 0; i < s.n; i++)
        settle(&s, &s.referrers[i].from);
    if (!status && limit)
        status = count_rest(&s, err);
    if (!status) {
        object->referenced_by = el_arena_array(arena, s.n, sizeof *object->referenced_by);
        if (s.n)
            memcpy(object->referenced_by, s.referrers, s.n * sizeof *s.referrers);
        object->nreferenced_by = s.n;
    }
    free(s.referrers);
    free(s.caps);
    return status;
}
