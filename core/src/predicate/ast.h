/* SPDX-License-Identifier: MIT */
/* The tree of a parsed predicate.  Nodes live in the predicate's arena and carry the
 * byte range of the text they come from, so that every later complaint can point at it. */
#ifndef EL_PREDICATE_AST_H
#define EL_PREDICATE_AST_H

#include "entitylens/predicate.h"

struct el_arena;

typedef struct el_range { size_t start, end; } el_range;
typedef struct el_pred el_pred;
typedef struct el_expr el_expr;

typedef enum el_pred_kind { EL_PRED_TRUE, EL_PRED_FALSE, EL_PRED_AND, EL_PRED_OR, EL_PRED_NOT, EL_PRED_COMPARE } el_pred_kind;

typedef enum el_op {
    EL_OP_EQ, EL_OP_NE, EL_OP_LT, EL_OP_LE, EL_OP_GT, EL_OP_GE, EL_OP_BETWEEN, EL_OP_IN, EL_OP_CONTAINS,
    EL_OP_BEGINSWITH, EL_OP_ENDSWITH, EL_OP_LIKE, EL_OP_MATCHES, EL_OP_TOKENMATCHES,
    EL_OP_UTI_CONFORMS_TO, EL_OP_UTI_EQUALS, EL_OP_SELECTOR
} el_op;

enum { EL_OPT_C = 1, EL_OPT_D = 2, EL_OPT_N = 4, EL_OPT_L = 8 };
/* NONE is parsed as NOT over ANY. */
typedef enum el_modifier { EL_MOD_DIRECT, EL_MOD_ANY, EL_MOD_ALL } el_modifier;

struct el_pred {
    el_pred_kind kind;
    el_range range;
    el_pred **items; size_t nitems; /* AND, OR (two or more; nesting as written), NOT (one) */
    /* COMPARE */
    el_modifier modifier;
    int was_none;                   /* on the NOT that NONE became */
    el_op op;
    unsigned options;               /* EL_OPT_… */
    el_range op_range;
    const char *selector;           /* EL_OP_SELECTOR: "isKindOfClass:" */
    el_expr *left, *right;
};

typedef enum el_expr_kind {
    EL_EXPR_CONST,    /* value */
    EL_EXPR_SELF, EL_EXPR_ANYKEY,
    EL_EXPR_KEY,      /* steps: key path from SELF ("a.b.@count"); all steps are plain names */
    EL_EXPR_VAR,      /* name, without $ */
    EL_EXPR_PATH,     /* operand, steps: keys after something that is not a plain key path */
    EL_EXPR_INDEX,    /* operand, index_kind, index */
    EL_EXPR_LIST,     /* items: a literal { … } */
    EL_EXPR_FN,       /* name with colons ("add:to:", "sum:", "now"), items = arguments */
    EL_EXPR_NEG,      /* operand */
    EL_EXPR_CAST,     /* items[0] value, items[1] type */
    EL_EXPR_TERNARY,  /* pred, items[0], items[1] */
    EL_EXPR_CALL,     /* FUNCTION(obj, 'sel:', …): items */
    EL_EXPR_SUBQUERY, /* operand = collection, name = variable, pred */
    EL_EXPR_UNION, EL_EXPR_INTERSECT, EL_EXPR_MINUS, /* items[0], items[1] */
    EL_EXPR_FETCH,    /* items */
    EL_EXPR_ASSIGN    /* name, operand */
} el_expr_kind;

typedef enum el_index_kind { EL_INDEX_EXPR, EL_INDEX_FIRST, EL_INDEX_LAST, EL_INDEX_SIZE } el_index_kind;

/* One component of a key path. */
typedef struct el_step {
    const char *name;  /* without "#"; with "@" for collection operators */
    int is_variable;   /* a.$k */
    el_range range;
} el_step;

struct el_expr {
    el_expr_kind kind;
    el_range range;
    el_value value;
    const char *name;
    el_step *steps; size_t nsteps;
    el_expr *operand;
    el_index_kind index_kind; el_expr *index;
    el_expr **items; size_t nitems;
    el_pred *pred;
};

struct el_predicate {
    struct el_arena *arena;
    el_pred *root;
    const char *text; size_t length; /* copy of the format */
    size_t steps;                    /* tokens that parsing looked at (linear in their number) */
};

const char *el_op_name(el_op op); /* as in the normal form: "==", "contains", … */

#endif
