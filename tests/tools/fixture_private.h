/* SPDX-License-Identifier: MIT */
/* Shared by the fixture builder's files. */
#ifndef TEST_FIXTURE_PRIVATE_H
#define TEST_FIXTURE_PRIVATE_H

#include "fixture.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"

#include <sqlite3.h>

struct fixture {
    const el_model *model;
    el_model *own_model; /* freed with the fixture, or NULL */
    el_arena *arena;
    fixture_object **objects;
    size_t n, cap;
    int64_t *next_key;        /* by el_entity.index of the root */
    el_map *by_key, *by_name; /* "Root/5", data-set ids */
};

__attribute__((noreturn, format(printf, 1, 2))) void fixture_fail(const char *fmt, ...);
void fixture_name(fixture *f, fixture_object *object, const char *name);
int fixture_attribute_index(const el_entity *entity, const char *name);
int fixture_relationship_index(const el_entity *entity, const char *name);

/* Reads a whole JSON file; the caller decrefs. */
struct json_t;
struct json_t *fixture_json(const char *path, el_error *err);

/* What the ECD of one day does. */
typedef struct fixture_era {
    int day, bits;
    const char *meta_column, *store_type;
    const char *table_prefix, *column_prefix;
    const char *key_column, *key_suffix; /* suffix of foreign keys: "_id" or "__objectid" */
    const char *type_column;             /* NULL: no inheritance yet */
    int quoted_names;                    /* '…' around column names in CREATE TABLE */
    int quoted_index;                    /* `…` around the column in CREATE INDEX */
    int indexes, order_columns, join_tables, both_join_tables;
    int direct_join_names; /* join columns carry the declaring entities' names, not the roots' */
    int self_joins;        /* an entity related many-to-many to itself can be created */
    int null_column;       /* … and its second order column is called (null); no row can be saved */
    int transient_columns, inverted_booleans, no_decimals;
} fixture_era;

void fixture_era_of(fixture_era *era, int day, int bits);
/* Whether a relationship has a key column of its own in the declaring entity's table. */
int fixture_era_has_key(const fixture_era *era, const el_relationship *r);
/* Name of that column. */
char *fixture_era_key_name(el_arena *arena, const fixture_era *era, const el_relationship *r);
/* Whether a row of this entity carries a type. */
int fixture_era_typed(const fixture_era *era, const el_entity *entity);
/* Binds the type of an entity in the form of the day. */
void fixture_era_bind_type(const fixture_era *era, sqlite3_stmt *stmt, int index, const el_entity *entity);

/* Where the rows of a many-to-many relationship go. */
typedef struct fixture_join {
    const char *table, *first, *second;     /* name; key columns in the order of the table */
    const char *first_order, *second_order; /* NULL: the era has none */
    const char *source, *destination;       /* which of the two holds our key, which the member's */
    const char *source_order, *destination_order;
} fixture_join;

void fixture_join_of(fixture_join *join, el_arena *arena, const fixture_era *era, const el_relationship *r);
int fixture_same_name(const char *a, const char *b);

int fixture_schema_write(sqlite3 *db, const fixture *f, const fixture_era *era, el_error *err);
int fixture_rows_write(sqlite3 *db, fixture *f, const fixture_era *era, const fixture_options *options, el_error *err);
int fixture_meta_write(sqlite3 *db, const fixture *f, const fixture_era *era, const fixture_options *options,
                       el_error *err);
int fixture_run_sql(sqlite3 *db, const char *sql, el_error *err);
int fixture_sql_error(sqlite3 *db, const char *sql, el_error *err);

#endif
