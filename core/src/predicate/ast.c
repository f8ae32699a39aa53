/* SPDX-License-Identifier: MIT */
#include "predicate/ast.h"

#include "base/arena.h"

const char *el_op_name(el_op op)
{
    static const char *const names[] = {
        [EL_OP_EQ] = "==", [EL_OP_NE] = "!=", [EL_OP_LT] = "<", [EL_OP_LE] = "<=", [EL_OP_GT] = ">",
        [EL_OP_GE] = ">=", [EL_OP_BETWEEN] = "between", [EL_OP_IN] = "in", [EL_OP_CONTAINS] = "contains",
        [EL_OP_BEGINSWITH] = "beginswith", [EL_OP_ENDSWITH] = "endswith", [EL_OP_LIKE] = "like",
        [EL_OP_MATCHES] = "matches", [EL_OP_TOKENMATCHES] = "tokenmatches",
        [EL_OP_UTI_CONFORMS_TO] = "uti-conforms-to", [EL_OP_UTI_EQUALS] = "uti-equals", [EL_OP_SELECTOR] = "sel",
    };
    return names[op];
}

void el_predicate_free(el_predicate *p)
{
    if (p)
        el_arena_free(p->arena); /* the predicate itself lies in it */
}
