/* SPDX-License-Identifier: MIT */
/* Entity tables: their columns as ECD of the day declares them, creating, and rebuilding. */
#include "migrate/plan.h"

#include "base/cfhash.h"
#include "migrate/diff.h"

#include <stdlib.h>
#include <string.h>

const el_attribute *el__plan_source_attribute(const el_entity *source, const el_attribute *a)
{
    const el_attribute *was = el_entity_attribute(source, el__rid(a->renaming_id, a->name));
    return was && !was->transient ? was : NULL;
}

const el_relationship *el__plan_source_relationship(const el_entity *source, const el_relationship *r)
{
    const el_relationship *was = el_entity_relationship(source, el__rid(r->renaming_id, r->name));
    return was && !was->transient ? was : NULL;
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const el_relationship *const *)a)->name, (*(const el_relationship *const *)b)->name);
}

const el_relationship **el__plan_sorted_relationships(el_planner *p, const el_entity *e)
{
    const el_relationship **list = el_arena_array(p->arena, e->nall_relationships + 1, sizeof *list);
    for (size_t i = 0; i < e->nall_relationships; i++)
        list[i] = e->all_relationships[i];
    qsort(list, e->nall_relationships, sizeof *list, by_name);
    return list;
}

/* Transient properties had columns until the end of 2016. */
static int has_column(const el_planner *p, int transient)
{
    return !transient || p->version != EL_ECD_NEWEST;
}

typedef struct column_list {
    el_plan_column *items;
    size_t n, cap;
} column_list;

static void add(el_planner *p, column_list *list, const char *name, int order, int indexed)
{
    for (size_t i = 0; i < list->n; i++)
        if (!strcmp(list->items[i].name, name)) { /* siblings share a column of one name */
            list->items[i].indexed |= indexed;
            return;
        }
    if (list->n == list->cap) {
        size_t cap = list->cap ? list->cap * 2 : 16;
        el_plan_column *grown = el_arena_array(p->arena, cap, sizeof *grown);
        if (list->n)
            memcpy(grown, list->items, list->n * sizeof *grown);
        list->items = grown;
        list->cap = cap;
    }
    list->items[list->n++] = (el_plan_column){name, order, indexed};
}

static void add_entity(el_planner *p, column_list *list, const el_entity *e)
{
    for (size_t i = 0; i < e->nattributes; i++)
        if (has_column(p, e->attributes[i]->transient))
            add(p, list, e->attributes[i]->name, 0, e->attributes[i]->indexed);
    for (size_t i = 0; i < e->nrelationships; i++) {
        const el_relationship *r = e->relationships[i];
        if (r->to_many || !has_column(p, r->transient))
            continue;
        add(p, list, el_arena_printf(p->arena, "%s__objectid", r->name), 0, 1);
        if (p->version <= EL_ECD_3_1)
            add(p, list, el_arena_printf(p->arena, "%s_order", r->name), 1, 1);
    }
    for (size_t i = 0; i < e->nchildren; i++)
        add_entity(p, list, e->children[i]);
}

size_t el__plan_columns(el_planner *p, const el_entity *root, el_plan_column **out)
{
    column_list list = {0};
    add_entity(p, &list, root);
    *out = list.items;
    return list.n;
}

const el_plan_column *el__plan_column(const el_plan_column *columns, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(columns[i].name, name))
            return &columns[i];
    return NULL;
}

static const char *type_column(const el_planner *p)
{
    return p->version == EL_ECD_2_0 ? "_entityType" : "__entityType";
}

static int create_indexes(el_planner *p, const char *name, const el_plan_column *columns, size_t n)
{
    const char *tick = p->version <= EL_ECD_3_1 ? "`" : "";
    for (size_t i = 0; i < n; i++) {
        if (!columns[i].indexed)
            continue;
        el_buf sql = {0};
        el_buf_printf(&sql, "CREATE INDEX ecd%s_%s_INDEX ON ecd%s (%s%s%s)", name, columns[i].name, name, tick, columns[i].name, tick);
        if (el__plan_run(p, "index", &sql))
            return -1;
    }
    return 0;
}

int el__plan_create_table(el_planner *p, const el_entity *root)
{
    el_plan_column *columns;
    size_t n = el__plan_columns(p, root, &columns);
    el_buf sql = {0};
    el_buf_printf(&sql, "CREATE TABLE ecd%s ('__objectid' integer primary key", root->name);
    if (root->nchildren)
        el_buf_printf(&sql, ", '%s' integer", type_column(p));
    for (size_t i = 0; i < n; i++)
        el_buf_printf(&sql, ", '%s'%s", columns[i].name, columns[i].order ? " integer default 0" : "");
    el_buf_puts(&sql, ");");
    if (el__plan_run(p, "create", &sql))
        return -1;
    const char *table = el_arena_printf(p->arena, "ecd%s", root->name);
    el__lineage_create(p->lineage, table);
    el__lineage_column(p->lineage, table, "__objectid");
    if (root->nchildren)
        el__lineage_column(p->lineage, table, type_column(p));
    for (size_t i = 0; i < n; i++)
        el__lineage_column(p->lineage, table, columns[i].name);
    return create_indexes(p, root->name, columns, n);
}

/* Pairs of a copy: destination and source column. */
typedef struct copy_list {
    const char **to, **from;
    size_t n;
} copy_list;

static void copy_pair(copy_list *list, const char *to, const char *from)
{
    list->to[list->n] = to;
    list->from[list->n++] = from;
}

static int lists_source(const copy_list *list, const char *name)
{
    for (size_t i = 0; i < list->n; i++)
        if (!strcmp(list->from[i], name))
            return 1;
    return 0;
}

/* What the mapping calls the attribute `name` of the old entity; the name itself where it says nothing. */
static const char *mapped_name(const el_entity *source, const el_entity *e, const char *name)
{
    for (size_t i = 0; i < e->nall_attributes; i++) {
        const el_attribute *was = e->all_attributes[i]->transient ? NULL : el__plan_source_attribute(source, e->all_attributes[i]);
        if (was && !strcmp(was->name, name))
            return e->all_attributes[i]->name;
    }
    return name;
}

static void relationships_of_mapping(el_planner *p, copy_list *list, const el_entity *source, const el_entity *e)
{
    const el_relationship **sorted = el__plan_sorted_relationships(p, e);
    for (size_t i = 0; i < e->nall_relationships; i++) {
        const el_relationship *was = sorted[i]->transient ? NULL : el__plan_source_relationship(source, sorted[i]);
        if (was && !was->to_many)
            copy_pair(list, el_arena_printf(p->arena, "%s__objectid", sorted[i]->name),
                      el_arena_printf(p->arena, "%s__objectid", was->name));
    }
}

static int names_a_relationship(const el_entity *e, const char *name)
{
    if (el_entity_relationship(e, name))
        return 1;
    for (size_t i = 0; i < e->nchildren; i++)
        if (names_a_relationship(e->children[i], name))
            return 1;
    return 0;
}

/* To-ones anywhere in the old hierarchy whose key nobody has listed yet. 3.1 does not ask whether the new model has them. */
static void remaining_relationships(el_planner *p, copy_list *list, const el_entity *e, const el_entity *destination)
{
    for (size_t i = 0; i < e->nrelationships; i++) {
        const el_relationship *r = e->relationships[i];
        const char *key = el_arena_printf(p->arena, "%s__objectid", r->name);
        if (r->to_many || !has_column(p, r->transient) || lists_source(list, key))
            continue;
        if (p->version == EL_ECD_3_1 || names_a_relationship(destination, r->name))
            copy_pair(list, key, key);
    }
    for (size_t i = 0; i < e->nchildren; i++)
        remaining_relationships(p, list, e->children[i], destination);
}

static size_t relationship_count(const el_entity *e)
{
    size_t n = e->nall_relationships;
    for (size_t i = 0; i < e->nchildren; i++)
        n += relationship_count(e->children[i]);
    return n;
}

static int copy_rows(el_planner *p, const copy_list *list, const char *from, const char *to)
{
    el_buf sql = {0};
    el_buf_printf(&sql, "INSERT INTO ecd%s (", to);
    for (size_t i = 0; i < list->n; i++)
        el_buf_printf(&sql, "%s%s", i ? ", " : "", list->to[i]);
    el_buf_puts(&sql, ")SELECT ");
    for (size_t i = 0; i < list->n; i++)
        el_buf_printf(&sql, "%s%s", i ? ", " : "", list->from[i]);
    el_buf_printf(&sql, " FROM _T_ecd%s", from);
    if (el__plan_run(p, "copy", &sql))
        return -1;
    el__lineage_copy(p->lineage, el_arena_printf(p->arena, "ecd%s", to), el_arena_printf(p->arena, "_T_ecd%s", from), list->to,
                     list->from, list->n, NULL);
    return 0;
}

static int rename_away(el_planner *p, const char *table)
{
    el_buf sql = {0};
    el_buf_printf(&sql, "ALTER TABLE %s RENAME TO _T_%s;", table, table);
    if (el__plan_run(p, "rename", &sql))
        return -1;
    el__lineage_rename(p->lineage, table, el_arena_printf(p->arena, "_T_%s", table));
    return 0;
}

static int drop_renamed(el_planner *p, const char *table)
{
    el_buf sql = {0};
    el_buf_printf(&sql, "DROP TABLE _T_%s;", table);
    if (el__plan_run(p, "drop", &sql))
        return -1;
    el__lineage_drop(p->lineage, el_arena_printf(p->arena, "_T_%s", table));
    return 0;
}

int el__plan_alter(el_planner *p, const el_entity *source, const el_entity *destination, int with_mapping)
{
    const el_entity *old = source->root, *new_root = destination->root;
    el_plan_column *olds, *news;
    size_t nold = el__plan_columns(p, old, &olds), nnew = el__plan_columns(p, new_root, &news);
    char *old_table = el_arena_printf(p->arena, "ecd%s", old->name);
    for (size_t i = 0; i < nnew; i++) {
        if (!news[i].indexed)
            continue;
        el_buf sql = {0};
        el_buf_printf(&sql, "DROP INDEX IF EXISTS ecd%s_%s_INDEX", new_root->name, news[i].name);
        if (el__plan_run(p, "index", &sql))
            return -1;
    }
    if (rename_away(p, old_table) || el__plan_create_table(p, new_root))
        return -1;
    size_t room = nold + relationship_count(old) + relationship_count(new_root) + destination->nall_relationships + 4;
    copy_list list = {el_arena_array(p->arena, room, sizeof(char *)), el_arena_array(p->arena, room, sizeof(char *)), 0};
    for (size_t i = 0; i < nold; i++)
        if (el__plan_column(news, nnew, olds[i].name))
            copy_pair(&list, with_mapping ? mapped_name(source, destination, olds[i].name) : olds[i].name, olds[i].name);
    if (with_mapping)
        relationships_of_mapping(p, &list, source, destination);
    remaining_relationships(p, &list, old, p->version == EL_ECD_3_1 ? destination : new_root);
    if (new_root->nchildren)
        copy_pair(&list, "__entityType", "__entityType");
    copy_pair(&list, "__objectid", "__objectid");
    if (copy_rows(p, &list, old->name, new_root->name))
        return -1;
    return drop_renamed(p, old_table);
}

/* 3.0 and 2.0: by the entity's own name, old indexes left hanging, attributes only, rows renumbered. */
int el__plan_transform_old(el_planner *p, const el_entity *source, const el_entity *e)
{
    char *old_table = el_arena_printf(p->arena, "ecd%s", source->name), *constant = NULL;
    if (rename_away(p, old_table) || el__plan_create_table(p, e))
        return -1;
    size_t room = e->nall_attributes + 1;
    copy_list list = {el_arena_array(p->arena, room, sizeof(char *)), el_arena_array(p->arena, room, sizeof(char *)), 0};
    if (e->nchildren) {
        uint64_t hash = el_cfhash(e->name, strlen(e->name), 0);
        constant = el_arena_printf(p->arena, "%llu", (unsigned long long)(p->version == EL_ECD_2_0 ? (uint32_t)hash : hash));
        copy_pair(&list, type_column(p), NULL);
    }
    for (size_t i = 0; i < e->nall_attributes; i++) {
        const el_attribute *a = e->all_attributes[i], *was = a->transient ? NULL : el__plan_source_attribute(source, a);
        if (was)
            copy_pair(&list, a->name, was->name);
    }
    el_buf sql = {0};
    el_buf_printf(&sql, "INSERT INTO ecd%s (", e->name);
    for (size_t i = 0; i < list.n; i++)
        el_buf_printf(&sql, "%s'%s'", i ? ", " : "", list.to[i]);
    el_buf_puts(&sql, ")SELECT ");
    for (size_t i = 0; i < list.n; i++)
        el_buf_printf(&sql, "%s%s", i ? ", " : "", list.from[i] ? list.from[i] : constant);
    el_buf_printf(&sql, " FROM _T_%s", old_table);
    if (el__plan_run(p, "copy", &sql))
        return -1;
    el__lineage_copy(p->lineage, el_arena_printf(p->arena, "ecd%s", e->name), el_arena_printf(p->arena, "_T_%s", old_table), list.to,
                     list.from, list.n, constant);
    return drop_renamed(p, old_table);
}
