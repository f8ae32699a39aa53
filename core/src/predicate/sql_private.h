/* SPDX-License-Identifier: MIT */
/* What the files of the translator share. */
#ifndef EL_PREDICATE_SQL_PRIVATE_H
#define EL_PREDICATE_SQL_PRIVATE_H

#include "predicate/sql.h"

#include "base/arena.h"
#include "base/buf.h"
#include "layout/layout.h"

enum { EL_COST_COLUMN, EL_COST_EXPRESSION, EL_COST_FUNCTION, EL_COST_JOIN, EL_COST_QUERY };
enum { EL_FRAME_TABLES = 60 /* SQLite joins at most 64 */, EL_TRANSLATE_DEPTH = 1000 };

/* A to-one target that is already joined. */
typedef struct el_joined {
    const char *from_alias;
    const el_relationship *relationship;
    el_spot spot;
} el_joined;

struct el_sql_frame {
    el_sql_frame *outer;
    const char *from;  /* FROM items */
    const char *where; /* what ties the frame to the outer one; NULL: nothing */
    el_joined *joins; size_t njoins, joins_room;
    int tables;
};

/* Who the names in an expression are: variables of enclosing SUBQUERYs, and SELF at the end of the chain. */
typedef struct el_scope {
    const struct el_scope *outer;
    const char *variable;     /* NULL: SELF */
    el_spot spot;
    const el_operand *value;  /* the variable runs over values, not objects */
} el_scope;

typedef enum el_collection_kind {
    EL_COLLECTION_ROWS, EL_COLLECTION_LIST, EL_COLLECTION_UNION, EL_COLLECTION_INTERSECT, EL_COLLECTION_MINUS
} el_collection_kind;

typedef struct el_collection {
    el_collection_kind kind;
    /* ROWS */
    el_sql_frame *frame;
    el_spot row;        /* the last object of the path */
    el_operand leaf;    /* what the members are: the object's key, or an attribute of it */
    int leaf_is_row;    /* members are rows, none is nil */
    const el_relationship *leaf_relationship; /* the leaf is the key column of this to-one of `row` */
    int distinct;
    /* LIST */
    el_operand *items; size_t n;
    /* set operations */
    const struct el_collection *a, *b;
} el_collection;

/* Failure: remembers the first one, returns NULL or its status. */
void *el__sql_fail(el_translation *t, int status, el_range range, const char *code, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
/* SQL text in the translation's arena. */
const char *el__sql(el_translation *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* "alias"."column" */
const char *el__sql_qualified(el_translation *t, const char *alias, const char *column);
const char *el__sql_quoted(el_translation *t, const char *name);
/* The operand's text; binds a constant first. */
const char *el__sql_operand_sql(el_translation *t, el_operand *o);

/* sql_scope.c: rows, joins, chains */
el_sql_frame *el__sql_frame_new(el_translation *t, el_sql_frame *outer);
void el__sql_frame_where(el_translation *t, el_sql_frame *frame, const char *condition);
int el__sql_spot_table(el_translation *t, el_sql_frame *frame, const el_entity *entity, el_spot *out);
const char *el__sql_spot_key(el_translation *t, const el_spot *spot);
const char *el__sql_spot_type_condition(el_translation *t, const el_spot *spot, const el_entity *entity, int with_subentities);
int el__sql_join_to_one(el_translation *t, const el_spot *from, const el_relationship *r, el_spot *out);
/* Members of r of `from`: a new frame when `into` is NULL, else an inner join in it. */
int el__sql_open_to_many(el_translation *t, const el_spot *from, const el_relationship *r, el_sql_frame *into, el_spot *out);
/* Property by name: of the entity, its ancestors, or (unlike Core Data) of a sub-entity. */
const el_attribute *el__sql_find_attribute(const el_entity *entity, const char *name, const el_entity **declared, int *mixed);
const el_relationship *el__sql_find_relationship(const el_entity *entity, const char *name, const el_entity **declared);

/* sql_path.c: key paths */
int el__sql_walk(el_translation *t, const el_spot *from, const el_step *steps, size_t n, el_range range, el_operand *out);
int el__sql_walk_collection(el_translation *t, const el_collection *c, const el_step *steps, size_t n, el_range range,
                        el_operand *out);
/* Keys after a value or an object. */
int el__sql_walk_value(el_translation *t, const el_operand *value, const el_step *steps, size_t n, el_range range, el_operand *out);
/* Makes the members objects that one can walk on from. */
int el__sql_collection_rows(el_translation *t, el_collection *c, el_range range);
void el__sql_attribute_operand(el_translation *t, const el_spot *spot, const el_attribute *a, const el_entity *declared,
                           int mixed, el_operand *out);
const el_spot *el__sql_scope_self(const el_scope *scope);
const el_scope *el__sql_scope_variable(const el_scope *scope, const char *name);
void el__sql_spot_operand(el_translation *t, const el_spot *spot, el_operand *out);

/* sql_expr.c */
int el__sql_expr(el_translation *t, const el_scope *scope, const el_expr *e, el_operand *out);
/* The same, and a collection is an error: `what` says what it is used as. */
int el__sql_scalar(el_translation *t, const el_scope *scope, const el_expr *e, el_operand *out);
void el__sql_constant(el_translation *t, const el_value *v, el_range range, el_operand *out);
el_sql_type el__sql_attribute_type(const el_attribute *a);
int el__sql_is_number(el_sql_type type);
const char *el__sql_type_words(const el_operand *o);

/* sql_function.c: functions and arithmetic */
int el__sql_function(el_translation *t, const el_scope *scope, const el_expr *e, el_operand *out);
int el__sql_cast(el_translation *t, const el_scope *scope, const el_expr *e, el_operand *out);

/* sql_collection.c */
const char *el__sql_collection_exists(el_translation *t, const el_collection *c, const char *condition);
int el__sql_collection_count(el_translation *t, const el_collection *c, el_range range, el_operand *out);
int el__sql_collection_aggregate(el_translation *t, const el_collection *c, const char *op, el_range range, el_operand *out);
/* SELECT giving the members as one column named "v". */
const char *el__sql_collection_select(el_translation *t, const el_collection *c, el_sql_type *type);
int el__sql_collection_of_constant(el_translation *t, const el_value *v, el_range range, el_operand *out);
/* The aggregate over `value`, whose type and origin `of` tells; NULL on failure. */
const char *el__sql_aggregate_call(el_translation *t, const char *op, const el_operand *of, const char *value, int distinct,
                               el_sql_type *result);
/* FROM and WHERE of a frame with one more condition (NULL: none). */
const char *el__sql_frame_sql(el_translation *t, const el_sql_frame *frame, const char *condition);

/* sql_compare.c */
el_test el__sql_compare(el_translation *t, el_op op, unsigned options, el_operand *l, el_operand *r, el_range range);
el_test el__sql_between(el_translation *t, unsigned options, el_operand *l, const el_operand *r, el_range range);
/* The type as which two operands meet, or -1 when they never can. */
int el__sql_common_type(const el_operand *l, const el_operand *r);
int el__sql_mismatch(el_translation *t, const el_operand *l, const el_operand *r);
/* The value in the form in which values of the type can be compared by "=". */
const char *el__sql_comparable(el_translation *t, el_sql_type type, unsigned options, el_operand *o);
/* EL_FOLD_… bits of the options: n asks for comparing without folding. */
unsigned el__sql_options_fold(unsigned options);
const char *el__sql_fold_letters(unsigned fold); /* "cd" */
/* True when folding cannot change whether this constant occurs in a text. */
int el__sql_caseless(const el_value *v, unsigned fold, int within);
el_value el__sql_folded_constant(el_translation *t, const el_value *v, unsigned fold);

/* sql_in.c */
el_test el__sql_in(el_translation *t, unsigned options, el_operand *l, el_operand *r, el_range range);

/* sql_text.c */
el_test el__sql_match(el_translation *t, el_op op, unsigned options, el_operand *l, el_operand *r, el_range range);
int el__sql_like_is_plain(const el_value *pattern); /* no wildcards: an equality */
el_value el__sql_like_plain_text(el_translation *t, const el_value *pattern);

/* sql.c */
el_test el__sql_pred(el_translation *t, const el_scope *scope, const el_pred *p);
/* One comparison, whatever its operator; l may be a member of a collection. */
el_test el__sql_compare_any(el_translation *t, const el_scope *scope, const el_pred *p, el_operand *l);

/* sql_drive.c */
/* A condition on a to-one target as a set of keys, where that is the better way in; sql NULL: it is not. */
el_test el__sql_drive(el_translation *t, const el_pred *p);

#endif
