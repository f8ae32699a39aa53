/* SPDX-License-Identifier: MIT */
/* To-one targets of a batch of objects, and the counts of their to-many relationships.
 * One compound statement each, whatever the number of relationships. */
#include "query/relations.h"

#include "base/arena.h"
#include "sqlite/api.h"
#include "store/store.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A row that some reference names. */
typedef struct target {
    int64_t key;
    const el_entity *entity; /* NULL: a type that no entity has */
    const char *label;
} target;

/* The references into one table. */
typedef struct target_table {
    const el_entity *destination; /* that of the first reference: decides about labels */
    el__keys keys;
    target *found; size_t nfound, cap; /* in ascending order once sorted */
} target_table;

typedef struct resolver {
    el_store *store;
    unsigned flags;
    target_table *tables; /* by el_entity.index of the root */
    el_arena *arena;
} resolver;

static int take_target(void *ctx, sqlite3_stmt *stmt)
{
    resolver *r = ctx;
    const el_entity *root = r->store->layout->model->entities[sqlite3_column_int(stmt, 0)];
    target_table *t = &r->tables[root->index];
    if (t->nfound == t->cap) {
        t->cap = t->cap ? t->cap * 2 : 64;
        t->found = el_xrealloc(t->found, t->cap * sizeof *t->found);
    }
    t->found[t->nfound++] = (target){sqlite3_column_int64(stmt, 1), el__row_entity(r->store->layout, root, stmt, 2),
                                     el__label(stmt, 3, r->arena)};
    return EL_OK;
}

/* Whether a look at the target's row would tell more than its key does. */
static int worth_a_look(const resolver *r, const el_ref *ref)
{
    if (!ref->present || !ref->entity)
        return 0;
    return !(r->flags & EL_READ_IDS) || el_layout_of(r->store->layout, ref->entity)->type_column != NULL;
}

static void collect(resolver *r, el_object *const *objects, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const el_object *o = objects[i];
        for (size_t k = 0; k < o->entity->nall_relationships; k++) {
            if (!worth_a_look(r, &o->to_one[k]))
                continue;
            target_table *t = &r->tables[o->to_one[k].entity->root->index];
            /* Labels of all destinations in one table come from the widest of them. */
            if (!t->destination)
                t->destination = o->to_one[k].entity;
            else if (t->destination != o->to_one[k].entity)
                t->destination = o->to_one[k].entity->root;
            el__keys_add(&t->keys, o->to_one[k].key);
        }
    }
}

void el__target_columns(el_buf *sql, el_store *store, const el_entity *destination, const char *alias, int labels)
{
    const el_layout_entity *laid = el_layout_of(store->layout, destination);
    if (laid->type_column)
        el__column(sql, alias, laid->type_column);
    else
        el_buf_puts(sql, "NULL");
    el_buf_puts(sql, ", ");
    if (labels)
        el_read_label_expression(sql, store, destination, alias);
    else
        el_buf_puts(sql, "NULL");
}

static int add_table(resolver *r, el__union *u, const el_entity *root, target_table *t)
{
    const el_layout_entity *laid = el_layout_of(r->store->layout, root);
    el__keys_settle(&t->keys);
    if (!laid->table)
        return EL_OK;
    int status = el__union_begin(u);
    if (status)
        return status;
    el_buf_printf(&u->sql, "SELECT %d, ", root->index);
    el__column(&u->sql, "d", laid->key_column);
    el_buf_puts(&u->sql, ", ");
    el__target_columns(&u->sql, r->store, t->destination, "d", r->flags & EL_READ_LABELS);
    el_buf_puts(&u->sql, " FROM main.");
    el_buf_identifier(&u->sql, laid->table);
    el_buf_puts(&u->sql, " AS d WHERE ");
    el__column(&u->sql, "d", laid->key_column);
    el_buf_putc(&u->sql, ' ');
    el__keys_test(&u->sql, &t->keys);
    return EL_OK;
}

static int by_key(const void *a, const void *b)
{
    int64_t x = ((const target *)a)->key, y = ((const target *)b)->key;
    return x < y ? -1 : x > y;
}

static void resolve(const resolver *r, el_ref *ref)
{
    const target_table *t = &r->tables[ref->entity->root->index];
    target key = {ref->key, NULL, NULL};
    const target *found = t->nfound ? bsearch(&key, t->found, t->nfound, sizeof key, by_key) : NULL;
    /* A row of no known entity cannot be gone to either. */
    if (!found || !found->entity) {
        ref->dangling = 1;
        return;
    }
    ref->entity = found->entity;
    ref->label = found->label;
}

static void fill(const resolver *r, el_object *const *objects, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < objects[i]->entity->nall_relationships; k++)
            if (worth_a_look(r, &objects[i]->to_one[k]))
                resolve(r, &objects[i]->to_one[k]);
}

static int resolve_to_ones(el_store *store, el_object *const *objects, size_t n, unsigned flags, el_arena *arena, el_error *err)
{
    const el_model *model = store->layout->model;
    resolver r = {store, flags, el_xmalloc((model->nentities + 1) * sizeof(target_table)), arena};
    collect(&r, objects, n);
    el__union u;
    el__union_init(&u, store, take_target, &r, err);
    int status = EL_OK;
    for (size_t i = 0; i < model->nentities && !status; i++)
        if (r.tables[i].keys.n)
            status = add_table(&r, &u, model->entities[i], &r.tables[i]);
    status = el__union_finish(&u, status);
    for (size_t i = 0; i < model->nentities; i++)
        if (r.tables[i].nfound)
            qsort(r.tables[i].found, r.tables[i].nfound, sizeof(target), by_key);
    if (!status)
        fill(&r, objects, n);
    for (size_t i = 0; i < model->nentities; i++) {
        free(r.tables[i].found);
        el__keys_free(&r.tables[i].keys);
    }
    free(r.tables);
    return status;
}

static void add_label(const el_store *store, el_object *o, el_arena *arena)
{
    const el_attribute *a = el_entity_label_attribute(store, o->entity);
    for (size_t i = 0; a && i < o->entity->nall_attributes; i++) {
        const el_cell *c = &o->attributes[i];
        if (o->entity->all_attributes[i] == a && c->value.kind == EL_STRING && c->value.u.text.n && !c->flags)
            o->label = el_arena_strndup(arena, c->value.u.text.s, c->value.u.text.n);
    }
}

int el_read_relations(el_store *store, el_object *const *objects, size_t n, unsigned flags, size_t member_limit, el_arena *arena,
                      el_error *err)
{
    int status = resolve_to_ones(store, objects, n, flags, arena, err);
    if (!status && flags & EL_READ_TO_MANY)
        status = el__read_members(store, objects, n, flags, n == 1 ? member_limit : 0, arena, err);
    if (!status && flags & EL_READ_COUNTS)
        status = el__read_counts(store, objects, n, arena, err);
    for (size_t i = 0; i < n && flags & EL_READ_LABELS; i++)
        add_label(store, objects[i], arena);
    return status;
}
