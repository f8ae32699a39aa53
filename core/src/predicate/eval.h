/* SPDX-License-Identifier: MIT */
/* The in-memory evaluator, shared by its parts.  Functions return 0, or a status with el_eval.err filled. */
#ifndef EL_PREDICATE_EVAL_H
#define EL_PREDICATE_EVAL_H

#include "predicate/ast.h"
#include "predicate/ast_functions.h"

/* A value on its way through an expression. */
typedef struct el_operand {
    el_value v;
    const char *entity; /* of an object, or of the members; known even while the object is nil.  May be NULL */
    int rows;           /* a collection that stands for rows of the store: a to-many path or a subquery */
} el_operand;

/* A variable of a subquery around. */
typedef struct el_binding { const char *name; el_operand value; const struct el_binding *outer; } el_binding;

typedef struct el_eval {
    struct el_arena *arena;
    const el_eval_source *source;
    el_eval_mode mode;
    el_operand self;
    const el_binding *bindings;
    el_error *err;
    double now;
    int has_now;
} el_eval;

/* eval.c */
void el__eval_begin(el_eval *ev, const el_value *self, const el_eval_source *source, el_eval_mode mode, el_error *err);
int el__eval_pred(el_eval *ev, const el_pred *p, el_truth *out);
/* One comparison; `left` and `right` (may be NULL) receive its sides. */
int el__eval_comparison(el_eval *ev, const el_pred *p, el_truth *out, el_operand *left, el_operand *right);
int el__eval_expr(el_eval *ev, const el_expr *e, el_operand *out);
int el__eval_fail(el_eval *ev, el_range range, const char *code, const char *word, const char *fmt, ...) EL_PRINTF(5, 6);
int el__eval_mismatch(el_eval *ev, el_range range, const el_value *v, const char *wanted);
el_truth el__truth(int b);

/* eval_value.c */
int el__is_number(const el_value *v);
int el__is_collection(const el_value *v);
const char *el__kind_name(el_value_kind kind);     /* "a string", "a number" */
double el__as_double(const el_value *v);           /* of a number */
/* Orders two values of comparable kinds, folding text by `options`.  @return 0 when they cannot be ordered;
 * *order is <0, 0, >0, and 2 when one is not a number (NaN). */
int el__order(const el_value *a, const el_value *b, unsigned options, int *order);
/* Equality; values of different kinds are unequal.  Neither is nil unless both are. */
int el__equal(el_eval *ev, const el_value *a, const el_value *b, unsigned options);
el_value el__list_value(const el_value *items, size_t n);
el_value el__set_value(const el_value *items, size_t n);

/* A list that grows in the arena. */
typedef struct el_value_list { el_value *items; size_t n, cap; } el_value_list;
void el__value_list_add(struct el_arena *arena, el_value_list *list, el_value v);

/* eval_path.c */
int el__eval_steps(el_eval *ev, el_operand base, const el_step *steps, size_t n, el_operand *out);
int el__eval_index(el_eval *ev, const el_expr *e, el_operand *out);
/* Collections within collections become one; nil inner ones vanish. */
void el__flatten(struct el_arena *arena, el_value_list *out, const el_value *v);

/* eval_aggregate.c */
/* sum:, count:, average: … of values; `of_rows`: they come from a collection operator (@avg), whose memory rules differ. */
int el__aggregate(el_eval *ev, el_range range, el_function fn, const el_value *items, size_t n, int of_rows, el_value *out);

/* eval_compare.c */
int el__compare(el_eval *ev, const el_pred *p, const el_operand *left, const el_operand *right, el_truth *out);

/* eval_text.c */
unsigned el__fold_flags(unsigned options);
int el__text_like(const char *s, size_t n, const char *pattern, size_t np);
/* Whole-string match; 0 with *match, else EL_EPREDICATE "bad-regex" (err filled) or EL_ELIMIT. */
int el__text_matches(int *match, const char *s, size_t n, const char *pattern, size_t np, unsigned options, el_error *err);
/* CONTAINS, BEGINSWITH, ENDSWITH, LIKE, MATCHES on two strings. */
int el__text_operator(el_eval *ev, const el_pred *p, el_op op, const el_value *subject, const el_value *pattern, el_truth *out);

/* eval_function.c, eval_number.c, eval_cast.c, eval_call.c */
int el__eval_function(el_eval *ev, const el_expr *e, el_operand *out);
int el__arithmetic(el_eval *ev, const el_expr *e, el_function fn, const el_value *a, const el_value *b, el_value *out);
int el__number_function(el_eval *ev, const el_expr *e, el_function fn, const el_value *x, el_value *out);
int el__negate(el_eval *ev, const el_expr *e, const el_value *x, el_value *out);
int el__eval_cast(el_eval *ev, const el_expr *e, el_operand *out);
int el__cast(el_eval *ev, el_range range, const el_value *x, const char *type, size_t n, el_value *out);
/* The number that a text begins with, 0 where there is none: what -doubleValue gives. */
el_value el__leading_number(const char *s, size_t n);
int el__eval_call(el_eval *ev, const el_expr *e, el_operand *out);
double el__now(el_eval *ev);

#endif
