/* SPDX-License-Identifier: MIT */
/* The steps of inference and what they hand on. */
#ifndef EL_MODEL_INFER_PRIVATE_H
#define EL_MODEL_INFER_PRIVATE_H

#include "base/arena.h"
#include "model/builder.h"
#include "model/infer.h"
#include "model/words.h"

enum {
    EL__MAX_BUCKETS = 256, /* distinct type values looked at in a table */
    EL__MAX_COLUMNS = 1900, /* what one statement can ask for */
    EL__MAX_BLOBS = 12,    /* BLOBs opened per column and entity */
    EL__MAX_LINKS = 32     /* row key and target key pairs kept per key column and entity */
};

/* What the looked-at cells of one column were like, for the rows of one entity. */
typedef struct el__cells {
    int64_t nulls, ints, reals, texts, blobs;
    int64_t least, most;               /* of the integers */
    double real_least, real_most;
    int64_t likely, possible, large;   /* reals in the years 1980 to 2060, 1 to 9999, and at least a million */
    int64_t single, long_single;       /* reals that a 32-bit float holds; of those the ones that look odd in decimal */
    int64_t numeric, fractional, zero_led; /* texts that are numbers, with a fraction, with a leading zero */
    int64_t uuids, urls;
    int64_t blob_keys[EL__MAX_BLOBS]; int nblob_keys;
    struct { int64_t row, target; } links[EL__MAX_LINKS]; int nlinks;
} el__cells;

typedef enum el__role { EL__ROLE_ATTRIBUTE, EL__ROLE_KEY, EL__ROLE_OTHER } el__role;

typedef struct el__column {
    const el_schema_column *schema;
    const char *property;              /* name of the attribute or to-one */
    const char *order;                 /* KEY: its order column or NULL */
    int key_names_entity;              /* KEY: the column is called after the destination, as before May 2013 */
    el__role role;
} el__column;

/* An entity that is to be: a table's root, a type value with a name, or a name without rows. */
typedef struct el__candidate {
    const char *name;
    struct el__table *table;           /* NULL: nothing tells its place */
    int is_root;
    int from_metadata, from_override, from_join, from_guess, parent_from_override;
    int placed_by_value;               /* its hash is among the table's type values */
    int64_t rows;                      /* looked at */
    el__cells *cells;                  /* parallel to table->columns */
    unsigned char *own; size_t nown;   /* columns that set it apart from the rest of its hierarchy */
    struct el__candidate *parent;
    const char *doubt;                 /* about its parent or its being abstract; NULL: none */
    el_confidence doubt_confidence;
    el_entity *entity;
} el__candidate;

/* One value of the type column. */
typedef struct el__bucket {
    int storage; int64_t i; double d;
    int64_t rows;
    el__cells *cells;
    el__candidate *owner;
} el__bucket;

typedef struct el__table {
    const el_schema_table *schema;
    const char *name;                  /* of the root entity */
    const char *key, *type_column;
    el__column *columns; size_t ncolumns;
    el__bucket *buckets; size_t nbuckets; int too_many_buckets;
    int64_t rows;                      /* looked at */
    int complete;                      /* and these are all */
    int64_t least_key, most_key;
    el__candidate *root;
} el__table;

typedef struct el__inference {
    struct sqlite3 *db;
    const el_schema *schema;
    const el_metadata *meta;
    const el_overrides *overrides;
    int64_t max_rows;
    el_arena *arena;                   /* scratch */
    el__table *tables; size_t ntables;
    el__candidate **candidates; size_t ncandidates, candidates_cap;
    int prefixed;
    int inversions;                    /* tried so far */
    struct { const el__table *table; const char *name; } *used; size_t nused, used_cap;
    el_model_builder *b;
    el_error *err;
} el__inference;

/* infer_tables.c: which tables are entities' and what their columns are. */
int el__infer_tables(el__inference *f);
int el__infer_is_join(const el_schema_table *t, const char **first, const char **second);

/* infer_scan.c: fills buckets and their cells. */
int el__infer_scan(el__inference *f, el__table *t);

/* infer_names.c: candidates and whose the buckets are; then the shape of the hierarchies. */
int el__infer_names(el__inference *f);
el__candidate *el__infer_candidate(const el__inference *f, const char *name);
el__candidate *el__infer_add_candidate(el__inference *f, const char *name);
void el__infer_shape(el__inference *f);
int el__infer_unused_root(const el__candidate *c); /* its table has rows, and none is its own */
/* infer_invert.c: gives the bucket to the name of up to twelve letters that clearly is behind its 64-bit hash; else the
 * likeliest names for a person to choose from, or NULL. */
const char *el__infer_invert(el__inference *f, el__table *t, el__bucket *b);

/* infer_types.c: the type that cells speak for.  `reason` gets the evidence. */
typedef struct el__verdict { el_attribute_type type; el_confidence confidence; const char *reason; } el__verdict;
el__verdict el__infer_type(el__inference *f, const el__table *t, const el__column *c, const el__cells *cells);
int64_t el__cells_filled(const el__cells *cells);
void el__cells_add(el__cells *to, const el__cells *from);

/* infer_attributes.c: entities and attributes into the builder. */
int el__infer_attributes(el__inference *f);
/* The candidates that declare a column: the highest ones below which every entity with rows uses it. */
size_t el__infer_owners(const el__table *t, size_t column, el__candidate **owners, size_t max, const el__inference *f);

/* infer_links.c and infer_joins.c: relationships into the builder. */
int el__infer_to_ones(el__inference *f);
int el__infer_joins(el__inference *f);
/* The lowest entity of `t` that all rows are which `column` of `table` leads to; the root when the rows are many or few. */
el__candidate *el__infer_narrow(el__inference *f, el__table *t, const char *table, const char *column, int64_t rows);
/* The entity that a relationship's name speaks of; `*how` as el__word_match. */
el__candidate *el__infer_by_name(const el__inference *f, const char *name, const el__table *only, int *how);
const el__bucket *el__infer_bucket(const el__table *t, int storage, int64_t i, double d);
/* Names of properties in a hierarchy that are no columns, so that made-up ones do not collide. */
int el__infer_is_taken(const el__inference *f, const el__table *t, const char *name);
void el__infer_use_name(el__inference *f, const el__table *t, const char *name);

#endif
