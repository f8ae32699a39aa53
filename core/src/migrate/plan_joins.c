/* SPDX-License-Identifier: MIT */
/* Join tables of many-to-many relationships: names, creating, moving, and the missing-column check. */
#include "migrate/plan.h"

#include "migrate/diff.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ECD sorts without regard to case under a fixed locale. */
static int sorts_after(const char *a, const char *b)
{
    int order = strcasecmp(a, b);
    return order ? order > 0 : strcmp(a, b) > 0;
}

char *el__plan_join_name(el_planner *p, const char *a, const char *b, int sorted)
{
    int swap = sorted && sorts_after(a, b);
    return el_arena_printf(p->arena, "ecd_%s_%s", swap ? b : a, swap ? a : b);
}

static void join_columns(el_planner *p, const char *source, const char *destination, int same_root, const char *out[4])
{
    const char *a = source, *b = destination;
    if (same_root) {
        a = el_arena_printf(p->arena, "%s_1", source);
        b = el_arena_printf(p->arena, "%s_2", source);
    } else if (sorts_after(source, destination)) {
        a = destination;
        b = source;
    }
    out[0] = el_arena_printf(p->arena, "%s__objectid", a);
    out[1] = el_arena_printf(p->arena, "%s__objectid", b);
    out[2] = el_arena_printf(p->arena, "%s_order", a);
    out[3] = el_arena_printf(p->arena, "%s_order", b);
    if (same_root && p->version == EL_ECD_3_1) { /* one name was never set */
        out[2] = out[3];
        out[3] = "(null)";
    }
}

void el__plan_join_columns(el_planner *p, const el_relationship *r, const char *out[4])
{
    const el_entity *source = r->owner->root, *destination = r->destination->root;
    join_columns(p, source->name, destination->name, source == destination, out);
}

int el__plan_create_join(el_planner *p, const char *table, const el_relationship *r)
{
    const char *c[4];
    el_buf sql = {0};
    el__plan_join_columns(p, r, c);
    el_buf_printf(&sql, "CREATE TABLE %s ('%s' INTEGER NOT NULL, '%s' INTEGER NOT NULL, '%s' INTEGER DEFAULT 0, '%s' INTEGER DEFAULT 0, "
                        "PRIMARY KEY('%s', '%s'));", table, c[0], c[1], c[2], c[3], c[0], c[1]);
    if (el__plan_run(p, "join", &sql))
        return -1;
    el__lineage_create(p->lineage, table);
    for (int i = 0; i < 4; i++)
        el__lineage_column(p->lineage, table, c[i]);
    return 0;
}

static int probe(el_planner *p, const char *table)
{
    el_buf sql = {0};
    el_buf_printf(&sql, "SELECT count(*) FROM %s", table);
    return el__plan_run(p, "probe", &sql) == 0;
}

/* Columns of the old table, which bear the entities' old names; those of a self-referential one, the new root's. */
static void old_columns(el_planner *p, const el_relationship *r, const char *out[4])
{
    const el_entity *source = r->owner->root, *destination = r->destination->root;
    if (source == destination)
        join_columns(p, source->name, source->name, 1, out);
    else
        join_columns(p, el__rid(source->renaming_id, source->name), el__rid(destination->renaming_id, destination->name), 0, out);
}

static int move_join(el_planner *p, const char *old_table, const char *new_table, const el_relationship *r)
{
    el_buf sql = {0};
    char *away = el_arena_printf(p->arena, "_T_%s", old_table);
    el_buf_printf(&sql, "ALTER TABLE %s RENAME TO %s;", old_table, away);
    if (el__plan_run(p, "rename", &sql))
        return -1;
    el__lineage_rename(p->lineage, old_table, away);
    if (el__plan_create_join(p, new_table, r))
        return -1;
    if (p->version == EL_ECD_3_1 && r->owner->root == r->destination->root) {
        p->plan->exception = "NSInvalidArgumentException"; /* nil in an array */
        return -1;
    }
    const char *to[4], *from[4];
    el__plan_join_columns(p, r, to);
    old_columns(p, r, from);
    el_buf_printf(&sql, "INSERT INTO %s (%s, %s, %s, %s)SELECT %s, %s, %s, %s FROM %s", new_table, to[0], to[1], to[2], to[3], from[0],
                  from[1], from[2], from[3], away);
    if (el__plan_run(p, "copy", &sql))
        return -1;
    el__lineage_copy(p->lineage, new_table, away, to, from, 4, NULL);
    el_buf_printf(&sql, "DROP TABLE %s;", away);
    if (el__plan_run(p, "drop", &sql))
        return -1;
    el__lineage_drop(p->lineage, away);
    return 0;
}

static int alter_join(el_planner *p, const el_relationship *was, const el_relationship *r)
{
    char *old_table = el__plan_join_name(p, el__rid(was->renaming_id, was->name),
                                         el__rid(was->inverse->renaming_id, was->inverse->name), 1);
    char *new_table = el__plan_join_name(p, r->name, r->inverse->name, p->version == EL_ECD_3_1);
    if (probe(p, old_table))
        return move_join(p, old_table, new_table, r);
    if (p->version == EL_ECD_3_1 || probe(p, new_table))
        return 0;
    return el__plan_create_join(p, new_table, r);
}

int el__plan_alter_joins(el_planner *p, const el_entity *source, const el_entity *e)
{
    const el_relationship **sorted = el__plan_sorted_relationships(p, e);
    int rc = 0;
    for (size_t i = 0; i < e->nall_relationships && !p->plan->exception; i++) {
        const el_relationship *r = sorted[i], *was = el__plan_source_relationship(source, r);
        if (!was || r->transient || !el_relationship_is_many_to_many(r) || !el_relationship_is_many_to_many(was))
            continue;
        if (alter_join(p, was, r))
            rc = -1; /* the others are still tried */
    }
    return rc;
}

static int table_has_column(el_planner *p, const char *table, const char *column, int *exists)
{
    sqlite3_stmt *stmt = NULL;
    el_buf sql = {0};
    int found = 0;
    *exists = 0;
    el_buf_puts(&sql, "PRAGMA table_info(");
    el_buf_identifier(&sql, table);
    el_buf_puts(&sql, ")");
    if (sqlite3_prepare_v2(p->bench, el_buf_str(&sql), -1, &stmt, NULL) == SQLITE_OK)
        while (sqlite3_step(stmt) == SQLITE_ROW) {
            *exists = 1;
            const char *name = (const char *)sqlite3_column_text(stmt, 1);
            found |= name && column && !strcmp(name, column); /* case matters to ECD */
        }
    sqlite3_finalize(stmt);
    el_buf_free(&sql);
    return found;
}

static int add_column(el_planner *p, const char *table, const char *column, const char *declaration)
{
    el_buf sql = {0};
    el_buf_printf(&sql, "ALTER TABLE %s ADD COLUMN '%s'%s;", table, column, declaration);
    if (el__plan_run(p, "check", &sql))
        return -1;
    el__lineage_column(p->lineage, table, column);
    return 0;
}

static int ends_with_order(const char *name)
{
    size_t n = strlen(name);
    return n >= 6 && !strcmp(name + n - 6, "_order");
}

static int check_entity(el_planner *p, const el_entity *root)
{
    el_plan_column *columns;
    size_t n = el__plan_columns(p, root, &columns);
    char *table = el_arena_printf(p->arena, "ecd%s", root->name);
    int exists;
    table_has_column(p, table, NULL, &exists);
    if (!exists)
        return el__plan_create_table(p, root);
    if (root->nchildren && !table_has_column(p, table, "__entityType", &exists) && add_column(p, table, "__entityType", " integer"))
        return -1;
    for (size_t i = 0; i < n; i++)
        if (!table_has_column(p, table, columns[i].name, &exists) &&
            add_column(p, table, columns[i].name, ends_with_order(columns[i].name) ? " integer default 0" : ""))
            return -1;
    return 0;
}

static int check_join(el_planner *p, const el_relationship *r)
{
    char *table = el__plan_join_name(p, r->name, r->inverse->name, 0);
    const char *c[4];
    int exists;
    table_has_column(p, table, NULL, &exists);
    if (!exists)
        return el__plan_create_join(p, table, r);
    el__plan_join_columns(p, r, c);
    for (int i = 0; i < 4; i++)
        if (!table_has_column(p, table, c[i], &exists) && add_column(p, table, c[i], i < 2 ? " INTEGER NOT NULL" : " INTEGER DEFAULT 0"))
            return -1;
    return 0;
}

void el__plan_check_columns(el_planner *p)
{
    el_map *seen = el_map_new();
    for (size_t i = 0; i < p->from->nentities && !p->failed; i++) {
        const el_entity *e = p->from->entities[i];
        p->entity = e->name;
        if (!e->parent && check_entity(p, e))
            p->failed = 1;
    }
    for (size_t i = 0; i < p->from->nentities && !p->failed; i++) {
        const el_entity *e = p->from->entities[i];
        p->entity = e->name;
        for (size_t k = 0; k < e->nrelationships && !p->failed; k++) {
            const el_relationship *r = e->relationships[k];
            if (r->transient || !el_relationship_is_many_to_many(r))
                continue;
            /* Of a pair only the direction that is met first is looked at. */
            char *pair = el__plan_join_name(p, r->name, r->inverse->name, 1);
            if (el_map_get(seen, pair))
                continue;
            el_map_put(seen, pair, p);
            if (check_join(p, r))
                p->failed = 1;
        }
    }
    p->entity = NULL;
    el_map_free(seen);
}
