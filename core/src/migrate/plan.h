/* SPDX-License-Identifier: MIT */
/* ECD's migration, replayed (guide/format.md, "Migration").  Every statement really runs on a bench connection, so that
 * a refusal is SQLite's own, with its own message, and the probes see what ECD would see. */
#ifndef EL_MIGRATE_PLAN_H
#define EL_MIGRATE_PLAN_H

#include "entitylens/migrate.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "sqlite/api.h"

typedef struct el_planner {
    el_ecd_plan *plan;
    el_arena *arena;
    sqlite3 *bench;
    const el_model *from, *to;
    el_ecd_version version;
    const char *entity;             /* whose mapping is being carried out */
    size_t cap;
    int failed;                     /* a statement was refused */
    const char *sql_error;          /* message that reaches the app, or NULL */
    el_map *handled;                /* roots already created or altered */
    const el_entity **source_of;    /* by index of the new model's entities */
    char *removed;                  /* by index of the old model's entities */
    struct el_lineage *lineage;     /* where every cell comes from */
} el_planner;

/* Runs a statement on the bench and records it. @return 0, or -1 when SQLite refuses it. */
int el__plan_run(el_planner *p, const char *step, el_buf *sql);
int el__plan_run_text(el_planner *p, const char *step, const char *sql);

/* Where cells come from, kept up as statements succeed. */
struct el_lineage *el__lineage_new(el_arena *arena, sqlite3 *bench);
void el__lineage_create(struct el_lineage *l, const char *table);
void el__lineage_column(struct el_lineage *l, const char *table, const char *column);
void el__lineage_rename(struct el_lineage *l, const char *from, const char *to);
/* Columns `to` of `table` take those of `source`; a source of NULL is the literal `constant`. The first mention counts. */
void el__lineage_copy(struct el_lineage *l, const char *table, const char *source, const char *const *to, const char *const *from,
                      size_t n, const char *constant);
void el__lineage_drop(struct el_lineage *l, const char *table);
void el__lineage_export(struct el_lineage *l, el_ecd_plan *plan);

/* An in-memory connection with the schema of `db` (no rows), set as ECD's was. */
int el__bench_open(sqlite3 **out, sqlite3 *db, el_error *err);

/* A column of an entity table, in ECD's words. */
typedef struct el_plan_column {
    const char *name;
    int order;                      /* "integer default 0" */
    int indexed;
} el_plan_column;
/* Columns of a root's table without the fixed ones. */
size_t el__plan_columns(el_planner *p, const el_entity *root, el_plan_column **out);
const el_plan_column *el__plan_column(const el_plan_column *columns, size_t n, const char *name);

int el__plan_create_table(el_planner *p, const el_entity *root);
int el__plan_create_join(el_planner *p, const char *table, const el_relationship *r);
/* Columns of a join table: ids, then orders. */
void el__plan_join_columns(el_planner *p, const el_relationship *r, const char *out[4]);
/* "ecd_a_b" of the two names as they are, or sorted. */
char *el__plan_join_name(el_planner *p, const char *a, const char *b, int sorted);

/* The mapping of ECD's day: an attribute or relationship comes from the one *named* like its renaming identifier. */
const el_attribute *el__plan_source_attribute(const el_entity *source, const el_attribute *a);
const el_relationship *el__plan_source_relationship(const el_entity *source, const el_relationship *r);
/* The relationships of an entity by name. */
const el_relationship **el__plan_sorted_relationships(el_planner *p, const el_entity *e);

void el__plan_check_columns(el_planner *p);                       /* the missing-column check */
int el__plan_alter(el_planner *p, const el_entity *source, const el_entity *destination, int with_mapping);
int el__plan_alter_joins(el_planner *p, const el_entity *source, const el_entity *destination);
int el__plan_transform_old(el_planner *p, const el_entity *source, const el_entity *destination); /* 3.0, 2.0 */

#endif
