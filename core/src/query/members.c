/* SPDX-License-Identifier: MIT */
/* Members of to-many relationships for a batch of objects.  The objects are grouped by relationship, each relationship
 * becomes one arm of a compound statement, and the rows that come back are dealt out to their owners. */
#include "query/relations.h"

#include "base/arena.h"
#include "sqlite/api.h"
#include "store/store.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* An object that has the relationship, and where in its entity. */
typedef struct owner { el_object *object; size_t index; } owner;

/* A member as it came from the database. */
typedef struct member {
    int64_t owner, key, position;
    const el_entity *entity;
    const char *label;
    int dangling;
} member;

/* One relationship of the batch. */
typedef struct group {
    const el_relationship *relationship;
    const el_place *place;
    owner *owners; size_t nowners, owner_cap;
    el__keys keys;
    member *members; size_t nmembers, member_cap;
} group;

typedef struct batch {
    el_store *store;
    unsigned flags;
    size_t limit;
    group *groups; size_t ngroups, cap;
    el_arena *arena;
} batch;

static group *group_of(batch *b, const el_relationship *r, const el_place *place)
{
    for (size_t i = 0; i < b->ngroups; i++)
        if (b->groups[i].relationship == r)
            return &b->groups[i];
    if (b->ngroups == b->cap) {
        b->cap = b->cap ? b->cap * 2 : 16;
        b->groups = el_xrealloc(b->groups, b->cap * sizeof *b->groups);
    }
    group *g = &b->groups[b->ngroups++];
    memset(g, 0, sizeof *g);
    g->relationship = r;
    g->place = place;
    return g;
}

static void add_owner(batch *b, el_object *o, size_t index)
{
    group *g = group_of(b, o->entity->all_relationships[index], &o->laid->places[index]);
    if (g->nowners == g->owner_cap) {
        g->owner_cap = g->owner_cap ? g->owner_cap * 2 : 32;
        g->owners = el_xrealloc(g->owners, g->owner_cap * sizeof *g->owners);
    }
    g->owners[g->nowners++] = (owner){o, index};
    el__keys_add(&g->keys, o->key);
}

static void free_groups(batch *b)
{
    for (size_t i = 0; i < b->ngroups; i++) {
        free(b->groups[i].owners);
        free(b->groups[i].members);
        el__keys_free(&b->groups[i].keys);
    }
    free(b->groups);
}

static const char *owner_column(const group *g)
{
    return g->place->kind == EL_PLACE_JOIN ? g->place->source_column : g->place->column;
}

static void add_position(el_buf *sql, const group *g)
{
    if (g->relationship->ordered && g->place->order_column)
        el__column(sql, g->place->kind == EL_PLACE_JOIN ? "j" : "d", g->place->order_column);
    else
        el_buf_putc(sql, '0');
}

static void add_owner_test(el_buf *sql, const group *g, const char *alias)
{
    el__column(sql, alias, owner_column(g));
    el_buf_putc(sql, ' ');
    el__keys_test(sql, &g->keys);
}

/* Rows of the destination's table whose key column names an owner; siblings may share the column, so the type counts. */
static void add_one_to_many(el_buf *sql, batch *b, const group *g, size_t arm)
{
    const el_entity *destination = g->relationship->destination;
    const el_layout_entity *laid = el_layout_of(b->store->layout, destination);
    el_buf_printf(sql, "SELECT %zu, ", arm);
    el__column(sql, "d", g->place->column);
    el_buf_puts(sql, ", ");
    el__column(sql, "d", laid->key_column);
    el_buf_puts(sql, ", ");
    add_position(sql, g);
    el_buf_puts(sql, ", 1, ");
    el__target_columns(sql, b->store, destination, "d", b->flags & EL_READ_LABELS);
    el_buf_puts(sql, " FROM main.");
    el_buf_identifier(sql, g->place->table);
    el_buf_puts(sql, " AS d WHERE ");
    add_owner_test(sql, g, "d");
    el_buf_puts(sql, " AND ");
    el_layout_type_condition(sql, b->store->layout, destination, 1, "d");
}

static void add_join(el_buf *sql, batch *b, const group *g, size_t arm)
{
    const el_entity *destination = g->relationship->destination;
    const el_layout_entity *laid = el_layout_of(b->store->layout, destination);
    el_buf_printf(sql, "SELECT %zu, ", arm);
    el__column(sql, "j", g->place->source_column);
    el_buf_puts(sql, ", ");
    el__column(sql, "j", g->place->destination_column);
    el_buf_puts(sql, ", ");
    add_position(sql, g);
    if (laid->table) {
        el_buf_puts(sql, ", ");
        el__column(sql, "d", laid->key_column);
        el_buf_puts(sql, " IS NOT NULL, ");
        el__target_columns(sql, b->store, destination, "d", b->flags & EL_READ_LABELS);
    } else {
        el_buf_puts(sql, ", 0, NULL, NULL");
    }
    el_buf_puts(sql, " FROM main.");
    el_buf_identifier(sql, g->place->table);
    el_buf_puts(sql, " AS j");
    if (laid->table) {
        el_buf_puts(sql, " LEFT JOIN main.");
        el_buf_identifier(sql, laid->table);
        el_buf_puts(sql, " AS d ON ");
        el__column(sql, "d", laid->key_column);
        el_buf_puts(sql, " = ");
        el__column(sql, "j", g->place->destination_column);
    }
    el_buf_puts(sql, " WHERE ");
    add_owner_test(sql, g, "j");
}

static int add_arm(batch *b, el__union *u, size_t arm)
{
    const group *g = &b->groups[arm];
    int status = el__union_begin(u);
    if (status)
        return status;
    if (b->limit)
        el_buf_puts(&u->sql, "SELECT * FROM (");
    if (g->place->kind == EL_PLACE_JOIN)
        add_join(&u->sql, b, g, arm);
    else
        add_one_to_many(&u->sql, b, g, arm);
    if (b->limit)
        el_buf_printf(&u->sql, " ORDER BY 4, 3 LIMIT %zu)", b->limit);
    return EL_OK;
}

static int take_member(void *ctx, sqlite3_stmt *stmt)
{
    batch *b = ctx;
    group *g = &b->groups[sqlite3_column_int64(stmt, 0)];
    if (g->nmembers == g->member_cap) {
        g->member_cap = g->member_cap ? g->member_cap * 2 : 64;
        g->members = el_xrealloc(g->members, g->member_cap * sizeof *g->members);
    }
    member *m = &g->members[g->nmembers++];
    const el_entity *destination = g->relationship->destination;
    memset(m, 0, sizeof *m);
    m->owner = sqlite3_column_int64(stmt, 1);
    m->key = sqlite3_column_int64(stmt, 2);
    m->position = sqlite3_column_int64(stmt, 3);
    m->entity = sqlite3_column_int(stmt, 4) ? el__row_entity(b->store->layout, destination->root, stmt, 5) : NULL;
    m->dangling = !m->entity;
    if (m->dangling)
        m->entity = destination;
    m->label = el__label(stmt, 6, b->arena);
    return EL_OK;
}

static int by_place(const void *a, const void *b)
{
    const member *x = a, *y = b;
    if (x->owner != y->owner)
        return x->owner < y->owner ? -1 : 1;
    if (x->position != y->position)
        return x->position < y->position ? -1 : 1;
    return x->key < y->key ? -1 : x->key > y->key;
}

static size_t first_of(const group *g, int64_t key)
{
    size_t low = 0, high = g->nmembers;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (g->members[middle].owner < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Members that point at nothing are kept: they are what the store says, and the mark shows it. */
static void deal_out(batch *b, group *g)
{
    if (g->nmembers)
        qsort(g->members, g->nmembers, sizeof *g->members, by_place);
    el_ref *refs = el_arena_array(b->arena, g->nmembers + 1, sizeof *refs);
    for (size_t i = 0; i < g->nmembers; i++) {
        const member *m = &g->members[i];
        refs[i] = (el_ref){m->entity, m->key, 1, m->dangling, m->label};
    }
    for (size_t i = 0; i < g->nowners; i++) {
        el_ref_list *list = &g->owners[i].object->to_many[g->owners[i].index];
        size_t first = first_of(g, g->owners[i].object->key), end = first;
        while (end < g->nmembers && g->members[end].owner == g->owners[i].object->key)
            end++;
        list->items = refs + first;
        list->n = end - first;
        if (!b->limit || list->n < b->limit)
            list->count = (int64_t)list->n;
    }
}

/* Groups the objects by those relationships whose members (or counts) are wanted. */
static void collect(batch *b, el_object *const *objects, size_t n, int unknown_only)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < objects[i]->entity->nall_relationships; k++) {
            const el_ref_list *list = &objects[i]->to_many[k];
            if (list->available && (!unknown_only || list->count < 0))
                add_owner(b, objects[i], k);
        }
    for (size_t i = 0; i < b->ngroups; i++)
        el__keys_settle(&b->groups[i].keys);
}

int el__read_members(el_store *store, el_object *const *objects, size_t n, unsigned flags, size_t limit, el_arena *arena,
                     el_error *err)
{
    batch b = {store, flags, limit, NULL, 0, 0, arena};
    collect(&b, objects, n, 0);
    el__union u;
    el__union_init(&u, store, take_member, &b, err);
    int status = EL_OK;
    for (size_t i = 0; i < b.ngroups && !status; i++)
        status = add_arm(&b, &u, i);
    status = el__union_finish(&u, status);
    for (size_t i = 0; i < b.ngroups && !status; i++)
        deal_out(&b, &b.groups[i]);
    free_groups(&b);
    return status;
}

static int add_count_arm(batch *b, el__union *u, size_t arm)
{
    const group *g = &b->groups[arm];
    int status = el__union_begin(u);
    if (status)
        return status;
    el_buf_printf(&u->sql, "SELECT %zu, ", arm);
    el__column(&u->sql, "d", owner_column(g));
    el_buf_puts(&u->sql, ", count(*) FROM main.");
    el_buf_identifier(&u->sql, g->place->table);
    el_buf_puts(&u->sql, " AS d WHERE ");
    add_owner_test(&u->sql, g, "d");
    if (g->place->kind != EL_PLACE_JOIN) {
        el_buf_puts(&u->sql, " AND ");
        el_layout_type_condition(&u->sql, b->store->layout, g->relationship->destination, 1, "d");
    }
    el_buf_puts(&u->sql, " GROUP BY 2");
    return EL_OK;
}

static int take_count(void *ctx, sqlite3_stmt *stmt)
{
    batch *b = ctx;
    group *g = &b->groups[sqlite3_column_int64(stmt, 0)];
    int64_t key = sqlite3_column_int64(stmt, 1);
    for (size_t i = 0; i < g->nowners; i++)
        if (g->owners[i].object->key == key)
            g->owners[i].object->to_many[g->owners[i].index].count = sqlite3_column_int64(stmt, 2);
    return EL_OK;
}

int el__read_counts(el_store *store, el_object *const *objects, size_t n, el_arena *arena, el_error *err)
{
    batch b = {store, 0, 0, NULL, 0, 0, arena};
    collect(&b, objects, n, 1);
    el__union u;
    el__union_init(&u, store, take_count, &b, err);
    int status = EL_OK;
    for (size_t i = 0; i < b.ngroups && !status; i++) {
        for (size_t k = 0; k < b.groups[i].nowners; k++)
            b.groups[i].owners[k].object->to_many[b.groups[i].owners[k].index].count = 0;
        status = add_count_arm(&b, &u, i);
    }
    status = el__union_finish(&u, status);
    free_groups(&b);
    return status;
}
