/* SPDX-License-Identifier: MIT */
/* The functions that the language knows; any other name before "(" is an error. */
#ifndef EL_PREDICATE_AST_FUNCTIONS_H
#define EL_PREDICATE_AST_FUNCTIONS_H

#include <stddef.h>

typedef enum el_function {
    EL_FN_UNKNOWN = -1,
    EL_FN_SUM, EL_FN_COUNT, EL_FN_MIN, EL_FN_MAX, EL_FN_AVERAGE, EL_FN_MEDIAN, EL_FN_MODE, EL_FN_STDDEV,
    EL_FN_ADD, EL_FN_SUBTRACT, EL_FN_MULTIPLY, EL_FN_DIVIDE, EL_FN_MODULUS, EL_FN_RAISE,
    EL_FN_SQRT, EL_FN_LOG, EL_FN_LN, EL_FN_EXP, EL_FN_ABS, EL_FN_FLOOR, EL_FN_CEILING, EL_FN_TRUNC,
    EL_FN_BIT_AND, EL_FN_BIT_OR, EL_FN_BIT_XOR, EL_FN_SHIFT_LEFT, EL_FN_SHIFT_RIGHT, EL_FN_COMPLEMENT,
    EL_FN_UPPERCASE, EL_FN_LOWERCASE, EL_FN_CANONICAL, EL_FN_LENGTH,
    EL_FN_RANDOM, EL_FN_RANDOMN, EL_FN_NOW, EL_FN_NOINDEX, EL_FN_DISTANCE,
    EL_FN_CAST, EL_FN_INDEX, /* other spellings of CAST(x, T) and c[i]; never in a tree */
    EL_FN_ALL
} el_function;

typedef struct el_function_info {
    const char *name;      /* canonical: with its colons; "now" and "random" have none */
    const char *infix;     /* "+", or NULL */
    int prefix;            /* infix is written before its one operand ("~") */
    int min, max;          /* arguments; max -1: any number */
    const char *signature; /* for completion: "average:(collection)" */
    const char *help;      /* one line */
} el_function_info;

/* Known function of a spelling as written (one-argument names with or without colon). */
el_function el__function(const char *s, size_t n);
/* The function of a tree's EL_EXPR_FN node, whose name is canonical. */
el_function el__function_of(const char *name);
const el_function_info *el__function_info(el_function fn);
/* The function that somebody who wrote `s` probably meant (other languages' names, other letter case), or unknown. */
el_function el__function_guess(const char *s, size_t n);

#endif
