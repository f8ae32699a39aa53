/* SPDX-License-Identifier: MIT */
/* Where a model's entities and properties lie in this very database (guide/format.md, "Tables" to "Relationships").
 * Column and table names come from the database, never from recomputing what ECD would have chosen. */
#ifndef EL_LAYOUT_LAYOUT_H
#define EL_LAYOUT_LAYOUT_H

#include "entitylens/store.h"

struct el_arena;
struct el_buf;

/* The values of the type column that mean one entity: every stored form of its hash. */
typedef struct el_type_values {
    int64_t ints[4]; size_t nints; /* signed 64, unsigned 64 where it fits, signed 32, unsigned 32; distinct */
    double reals[2]; size_t nreals; /* unsigned 64 as REAL where it is ≥ 2^63 */
    int null_too;                  /* rows with NULL are this (concrete root) entity's */
} el_type_values;

typedef enum el_place_kind {
    EL_PLACE_NONE,         /* the store has no place for it (missing column or table, to-many without inverse) */
    EL_PLACE_TO_ONE,       /* table.column holds the target's key */
    EL_PLACE_ONE_TO_MANY,  /* rows of the target's table whose column holds our key */
    EL_PLACE_JOIN          /* join table */
} el_place_kind;

/* Where a relationship lies. Names are unquoted. */
typedef struct el_place {
    el_place_kind kind;
    const char *table;         /* TO_ONE: our table; ONE_TO_MANY: the target's table; JOIN: the join table */
    const char *column;        /* TO_ONE: key column; ONE_TO_MANY: the inverse's key column in the target's table */
    const char *order_column;  /* ONE_TO_MANY, JOIN: position of the member, or NULL */
    const char *source_column, *destination_column; /* JOIN */
    const char *mirror_table, *mirror_source_column, *mirror_destination_column; /* JOIN: the other direction's table or NULL */
    int from_mirror;           /* JOIN: read from the inverse's table since our own is missing or empty */
    int undirected;            /* JOIN: an old self-referential single table; direction unreliable */
    int indexed;               /* an index on column (or source_column) exists */
} el_place;

typedef struct el_layout_entity {
    const el_entity *entity;
    const char *table;         /* root's table, or NULL when the store has none */
    const char *key_column;    /* "__objectid", "id", "ecdid" */
    const char *type_column;   /* NULL when there is none */
    el_type_values type;
    const char **attribute_columns; /* parallel to entity->all_attributes; NULL: no column */
    el_place *places;               /* parallel to entity->all_relationships */
    const size_t *attribute_order;    /* indexes into entity->all_attributes, non-transient ones, by name in code point order */
    size_t nattribute_order;
    const size_t *relationship_order; /* the same for entity->all_relationships */
    size_t nrelationship_order;
} el_layout_entity;

typedef struct el_layout {
    const el_model *model;
    const struct el_recognition *recognition;
    const char *era;
    const char **evidence; size_t nevidence;
    el_layout_entity *entities; /* by el_entity.index */
    el_finding *findings; size_t nfindings;
    struct el_unknown_column { const char *table, *column; } *unknown_columns; /* of entity tables; no property is there */
    size_t nunknown_columns;
    struct el_type_index *type_index; /* private: by el_entity.index of a root */
    struct el_arena *arena;
} el_layout;

/* Lays `model` over the recognised tables.  Model and recognition are borrowed and outlive the layout.
 * The connection is asked only whether join tables are empty. */
int el_layout_new(el_layout **out, const el_model *model, const struct el_recognition *recognition, struct sqlite3 *db,
                  el_error *err);
void el_layout_free(el_layout *layout);

const el_layout *el_store_layout(const el_store *store);
const el_layout_entity *el_layout_of(const el_layout *layout, const el_entity *entity);
/* Column of an attribute (own or inherited) or NULL. */
const char *el_layout_column(const el_layout *layout, const el_entity *entity, const char *attribute);
/* Place of a relationship (own or inherited); never NULL for a relationship of the entity. */
const el_place *el_layout_place(const el_layout *layout, const el_entity *entity, const char *relationship);

/* Appends the test that a row of entity's table (alias may be NULL) is of the entity (with its sub-entities or not):
 *   "t0"."__entityType" IN (…)   or   1   when the table holds nothing else.
 * The constants are numbers, not user input, so they are written into the text. */
void el_layout_type_condition(struct el_buf *out, const el_layout *layout, const el_entity *entity,
                              int with_subentities, const char *alias);
/* The entity of a row by its type cell (type is SQLITE_INTEGER/FLOAT/NULL); the root (or NULL for an unknown type). */
const el_entity *el_layout_row_entity(const el_layout *layout, const el_entity *root, int sqlite_type, int64_t i, double d);

/* True when an index begins with the key column `column` of `table` and every value is a number or NULL, so that comparing
 * it with an integer key needs no affinity (then the key side is written with unary plus and the index serves). Cached. */
int el_layout_all_integers(el_store *store, const char *table, const char *column);

/* Entity-type hash of a name: the CoreFoundation string hash, 64 bits; its low half is the 32-bit one. */
#include "base/cfhash.h"

#endif
