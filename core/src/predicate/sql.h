/* SPDX-License-Identifier: MIT */
/* Predicates and expressions as SQL over a store's layout, in the sense of Core Data's own SQLite store: a test is true,
 * false or unknown, and only true rows are returned (guide/predicates.md, "Translation").
 *
 * One translation makes one statement.  Its frame is the SELECT under construction: the row of the fetch entity, the
 * to-one targets that key paths join to it (never more than one row each, so they multiply nothing) and nothing else;
 * every to-many step opens a frame of its own inside a sub-query.  Values are bound by number ("?3"), so that a text may
 * be put together in any order. */
#ifndef EL_PREDICATE_SQL_H
#define EL_PREDICATE_SQL_H

#include "entitylens/store.h"
#include "predicate/ast.h"

struct el_layout;
struct sqlite3_stmt;

/* What an operand is, as far as comparing and computing go. */
typedef enum el_sql_type {
    EL_SQL_ANY, /* not known: compared by storage class */
    EL_SQL_NIL,
    EL_SQL_BOOL, EL_SQL_INT, EL_SQL_DOUBLE, EL_SQL_DECIMAL, /* the numbers, in this order */
    EL_SQL_STRING, EL_SQL_DATE, EL_SQL_DATA, EL_SQL_UUID, EL_SQL_URL,
    EL_SQL_OBJECT,
    EL_SQL_ENTITY, /* what the key "entity" gives */
    EL_SQL_OPAQUE  /* transformables and the like: only nil or not */
} el_sql_type;

typedef struct el_sql_frame el_sql_frame;

/* One row in a frame: the place that a key path walks from. */
typedef struct el_spot {
    el_sql_frame *frame;
    const char *alias;
    const el_entity *entity;
} el_spot;

struct el_collection;

typedef struct el_operand {
    el_sql_type type;
    const char *sql;                /* NULL while it is a constant that nobody has bound yet */
    const el_value *constant;
    const el_attribute *attribute;  /* where the value comes straight from an attribute */
    const el_entity *entity;        /* OBJECT: the entity (or an ancestor) of what it points to */
    int simple;                     /* may be written twice at no cost: a column or a bound value */
    int lenient;                    /* the type is a guess: mismatches are compared by storage */
    int cost;                       /* 0 column, 1 expression, 2 function, 3 join, 4 sub-query */
    el_spot spot;                   /* ENTITY: the row whose entity it is */
    const struct el_collection *collection; /* set instead of everything else for a to-many, a list, a SUBQUERY */
    const struct el_collection *counted;    /* the value is the number of these rows */
    el_range range;
} el_operand;

/* A test: SQL that is safe inside AND, OR and NOT, and what it costs to ask. */
typedef struct el_test { const char *sql; int cost; } el_test;

typedef struct el_translation {
    el_store *store;
    const struct el_layout *layout;
    struct el_arena *arena;         /* the caller's */
    el_value *binds; size_t nbinds, binds_room;
    unsigned aliases;
    int status;                     /* first failure */
    el_error *err;
    double now;                     /* seconds since 1970: one moment for the whole statement */
    int depth;
    el_sql_frame *frame;            /* the outermost */
    el_spot self;
    int no_subentities;
    int aggregates;                 /* how many aggregates of the rows were asked for */
    int grouping;                   /* "sum:(x)" of a plain value means the aggregate of the rows (columns, HAVING) */
} el_translation;

/* Starts a statement over `entity`; the functions that SQL may call are registered with the connection.
 * @return 0 or a failure ("no-table" when the store has none for the entity). */
int el_translation_begin(el_translation *t, struct el_arena *arena, el_store *store, const el_entity *entity,
                         int no_subentities, el_error *err);
/* The WHERE part: type condition and predicate (NULL: none).  "1" when every row is meant.  NULL on failure. */
const char *el_translate_where(el_translation *t, const el_pred *predicate);
/* A predicate alone, without the type condition (HAVING). */
const char *el_translate_condition(el_translation *t, const el_pred *predicate);
/* A scalar expression, seen from the fetch entity.  0 or a failure; out->sql is set, constants are bound. */
int el_translate_value(el_translation *t, const el_expr *expr, el_operand *out);
/* The same for a key path given as text ("author.name"). */
int el_translate_key(el_translation *t, const char *key, el_operand *out);
/* An aggregate of the fetched rows: name "count:", "sum:", "average:", "min:", "max:", "median:", "stddev:". */
int el_translate_aggregate(el_translation *t, const char *name, const el_operand *of, el_operand *out);
/* Tables and joins, to be asked for last: whatever was translated may have added to them. */
const char *el_translation_from(el_translation *t);
/* Binds a value (its texts must live as long as the arena) and gives its placeholder. */
const char *el_translation_bind(el_translation *t, el_value v);
/* Binds what was collected. */
int el_translation_apply(const el_translation *t, struct sqlite3_stmt *stmt, el_error *err);
/* Prepares sql; what the engine finds too large or too deep becomes EL_ELIMIT "too-complex". */
int el_translation_prepare(el_translation *t, struct sqlite3_stmt **out, const char *sql, el_error *err);

#endif
