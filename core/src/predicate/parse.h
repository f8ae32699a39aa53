/* SPDX-License-Identifier: MIT */
/* The parser, shared by its parts.
 *
 * "(" may open a condition or a value, and only what follows tells which.  Instead of trying one and then
 * the other, conditions and values are read by one chain of functions that return whichever it was; a place
 * that needs the other kind complains.  So every token is looked at a bounded number of times. */
#ifndef EL_PREDICATE_PARSE_H
#define EL_PREDICATE_PARSE_H

#include "predicate/ast.h"
#include "predicate/ast_functions.h"
#include "predicate/lex.h"

enum {
    EL_PARSE_DEPTH = 1000,            /* levels of nesting, and height of the tree */
    EL_PARSE_ERRORS = 16,             /* after that many the rest is not worth reading */
    EL_PARSE_BYTES = 16 * 1024 * 1024
};

typedef struct el_parser {
    struct el_arena *arena;
    const char *text; size_t length;
    el_lex_token *tokens; size_t ntokens;
    size_t at;                        /* index of the current token */
    const el_value *args; size_t nargs, next_arg;
    el_error *errs; size_t max_errs, nerrs;
    el_error *last;                   /* the error just reported, for its hint and repair; NULL when not kept */
    int status;                       /* of the first error */
    int panic;                        /* an error is being unwound to the next place where reading can go on */
    unsigned depth;
    size_t steps;                     /* tokens looked at, for the test of linear time */
} el_parser;

/* A condition or a value; both NULL while an error is unwound. */
typedef struct el_node {
    el_pred *pred;
    el_expr *expr;
    unsigned height;
} el_node;

/* A list that grows in the arena. */
typedef struct el_items { void **items; size_t n, cap; } el_items;
void el__items_add(el_parser *p, el_items *list, void *item);

/* parse.c: looking at tokens */
const el_lex_token *el__peek(el_parser *p, size_t ahead);
int el__at_symbol(el_parser *p, el_symbol symbol);
int el__at_word(el_parser *p, el_word word);
int el__accept_symbol(el_parser *p, el_symbol symbol);
int el__accept_word(el_parser *p, el_word word);
size_t el__last_end(const el_parser *p);           /* end of the token before the current one */
int el__enter(el_parser *p);                       /* one level deeper; 0 with an error when too deep */
int el__check_height(el_parser *p, unsigned height);
el_node el__no_node(void);
el_node el__expr_node(el_expr *e, unsigned height);
el_expr *el__new_expr(el_parser *p, el_expr_kind kind, size_t start, size_t end);
el_pred *el__new_pred(el_parser *p, el_pred_kind kind, size_t start, size_t end);
el_expr *el__function_node(el_parser *p, el_function fn, size_t start, size_t end, size_t nitems);

/* parse_predicate.c */
el_node el__parse_or(el_parser *p);                /* a condition or a value, whichever comes */
el_pred *el__need_pred(el_parser *p, el_node n);   /* NULL with an error for a value */
el_expr *el__need_expr(el_parser *p, el_node n);   /* NULL with an error for a condition */
int el__comparison_operator(el_parser *p);         /* the current token starts one */

/* parse_expression.c */
el_node el__parse_expr(el_parser *p);              /* one value (or a parenthesised condition) */

/* parse_atom.c */
el_node el__parse_atom(el_parser *p);

/* parse_error.c: each sets panic (unless noted) and reports once per unwinding */
void el__fail(el_parser *p, int status, const char *code, size_t start, size_t end, const char *fmt, ...) EL_PRINTF(6, 7);
/* Adds to the error just reported. */
void el__hint(el_parser *p, const char *fmt, ...) EL_PRINTF(2, 3);
void el__repair(el_parser *p, const char *fmt, ...) EL_PRINTF(2, 3);
void el__fail_here(el_parser *p, const char *expected); /* the current token is not what belongs here */
void el__fail_token(el_parser *p, const el_lex_token *t); /* t is EL_TOK_ERROR or a reserved word in a key's place */
/* Text of [start, end) cut to what fits into a message. */
const char *el__excerpt(el_parser *p, size_t start, size_t end);

/* parse_mistakes.c: habits from SQL and elsewhere.  True when one was recognised and reported; the tokens of
 * the mistake are consumed so that the rest can still be checked (no panic). */
int el__mistake_after_value(el_parser *p, el_expr *left);
int el__mistake_after_comparison(el_parser *p, el_pred *comparison);
int el__mistake_list_in_parentheses(el_parser *p, el_op op);
int el__mistake_list_in_brackets(el_parser *p);

/* args.c */
el_expr *el__argument(el_parser *p, const el_lex_token *t);
/* Steps of a key path text; 0 when a component is empty. */
int el__split_key_path(struct el_arena *arena, const char *s, size_t n, el_range range, el_step **steps, size_t *nsteps);
/* The argument for a %K token, reported when missing or no text. */
int el__key_argument(el_parser *p, const el_lex_token *t, el_step **steps, size_t *nsteps);

#endif
