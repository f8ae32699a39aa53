/* SPDX-License-Identifier: MIT */
/* Completion: where the cursor stands, and what may stand there. */
#ifndef EL_PREDICATE_COMPLETE_H
#define EL_PREDICATE_COMPLETE_H

#include "predicate/check.h"
#include "predicate/lex.h"

/* What may come next. */
typedef enum el_place_in_text {
    EL_AT_CONDITION,  /* a condition or the left side of one */
    EL_AT_COLLECTION, /* behind ANY, ALL, NONE */
    EL_AT_VALUE,      /* a value: right side, argument */
    EL_AT_OPERATOR,   /* behind the left side */
    EL_AT_CONNECTIVE, /* behind a whole condition */
    EL_AT_KEY,        /* behind a dot */
    EL_AT_INDEX,      /* between [ and ] */
    EL_AT_OPTION,     /* between the [ and ] of an operator */
    EL_AT_VARIABLE,   /* the variable of a SUBQUERY */
    EL_AT_TYPE,       /* the type of a CAST */
    EL_AT_NOTHING     /* inside a string or a number */
} el_place_in_text;

/* A bracket that is open at the cursor. */
typedef struct el_level {
    size_t start;              /* token that its value begins with: the bracket, or the name before it */
    int id;                    /* EL_SYM_LPAREN, … */
    el_word word;              /* CAST, SUBQUERY, TERNARY, … or none */
    int call;                  /* a function's arguments */
    int option;                /* the [cd] of an operator */
    size_t argument;           /* how many commas so far */
    int has_operator, has_modifier;
    size_t left_from, left_to; /* tokens of the left side of the current comparison */
    el_op op;
    size_t first_from, first_to; /* tokens of the first argument (SUBQUERY's collection) */
    const char *variable;      /* SUBQUERY's, when it has been written */
    struct el_level *outer;
} el_level;

typedef struct el_cursor_context {
    const char *text;
    size_t length;
    struct el_arena *arena;
    el_lex_token *tokens; size_t n; /* before the word at the cursor */
    el_level *level;
    el_place_in_text place;
    size_t value_from, value_to;    /* tokens of the value before the cursor (EL_AT_OPERATOR, EL_AT_KEY) */
    const char *typed; size_t typed_length; /* the word at the cursor up to it, without "#" */
    size_t replace_start, replace_end;
} el_cursor_context;

/* complete_context.c */
void el__cursor_context(el_cursor_context *c, const char *text, size_t n, size_t offset);

/* complete_type.c: type of the value that tokens [from, to) spell, in the scope of the open subqueries */
el_type el__cursor_type(const el_cursor_context *c, const el_entity *entity, size_t from, size_t to);
/* Type of the member of the subquery at `level`. */
el_type el__cursor_member(const el_cursor_context *c, const el_entity *entity, const el_level *level);

#endif
