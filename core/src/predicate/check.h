/* SPDX-License-Identifier: MIT */
/* Names and types of a predicate against an entity, shared by the parts of the checker. */
#ifndef EL_PREDICATE_CHECK_H
#define EL_PREDICATE_CHECK_H

#include "predicate/ast.h"
#include "predicate/ast_functions.h"

typedef enum el_type_kind {
    EL_T_UNKNOWN, /* anything: variables of unknown type, transformables, types that are only guessed */
    EL_T_NIL, EL_T_NUMBER, EL_T_STRING, EL_T_DATE, EL_T_DATA, EL_T_UUID, EL_T_URL, EL_T_OBJECT, EL_T_ENTITY, EL_T_CLASS,
    EL_T_COLLECTION, EL_T_DICT
} el_type_kind;

/* The type of an expression. */
typedef struct el_type {
    el_type_kind kind;
    const el_entity *entity;  /* of an object, or of the members of a collection; NULL: unknown */
    el_type_kind element;     /* of the members of a collection */
    int rows;                 /* a collection of rows: a to-many path or a subquery */
    int constant;             /* spelt in the predicate or given as an argument */
    int boolean;              /* a number that is a truth value */
    const el_value *value;    /* of a constant, or NULL */
} el_type;

typedef struct el_member { const char *name; el_type type; const struct el_member *outer; } el_member;

typedef struct el_checker {
    const el_predicate *p;
    const el_entity *entity;  /* NULL: nothing is known about keys */
    const el_member *members; /* variables of the subqueries around */
    struct el_arena *arena;
    el_error *errs; size_t max, n;
    el_error *last;           /* the error just added, or NULL when there was no room */
    int warnings;             /* collecting remarks instead of errors */
} el_checker;

/* check.c */
void el__complain(el_checker *c, el_range range, const char *code, const char *word, const char *fmt, ...) EL_PRINTF(5, 6);
void el__complain_hint(el_checker *c, const char *fmt, ...) EL_PRINTF(2, 3);
/* What should stand in the range of the complaint. */
void el__complain_repair(el_checker *c, const char *fmt, ...) EL_PRINTF(2, 3);
/* The same for a part of the text: the range becomes that part. */
const char *el__source(el_checker *c, el_range range);
void el__check_pred(el_checker *c, const el_pred *p);

/* check_expression.c */
el_type el__type_of(el_checker *c, const el_expr *e);
el_type el__plain_type(el_type_kind kind);
el_type el__value_type(const el_value *v);
const char *el__type_name(const el_type *t);

/* check_path.c */
el_type el__type_of_steps(el_checker *c, el_type base, const el_step *steps, size_t n, el_range path);
int el__key_exists(const el_entity *entity, const char *key, const el_attribute **a, const el_relationship **r);

/* check_comparison.c */
void el__check_comparison(el_checker *c, const el_pred *p);

/* check_near.c */
enum { EL_NEAR_NAMES = 3 };
/* Keys of `entity` (and of its sub-entities) that are spelt nearly like `key`, the nearest first; returns how many. */
size_t el__near_keys(const el_entity *entity, const char *key, const char *near[EL_NEAR_NAMES]);
/* Number of single-letter edits (insert, delete, replace, swap) between two names, letter case aside; at most `limit` + 1. */
size_t el__edit_distance(const char *a, const char *b, size_t limit);

#endif
