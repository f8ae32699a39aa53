/* SPDX-License-Identifier: MIT */
/* What the files of ECD's dialect share. */
#ifndef EL_PREDICATE_ECD_PRIVATE_H
#define EL_PREDICATE_ECD_PRIVATE_H

#include "predicate/ecd_dialect.h"

#include "base/arena.h"
#include "base/buf.h"

typedef struct el_ecd {
    el_arena *arena;
    const el_ecd_request *q;
    const char *table;     /* "ecdPost" */
    int runnable;
    el_value *binds; size_t nbinds, room;
    const char **joins; size_t njoins, joins_room; /* texts that are in the statement already */
    int distinct;
    el_ecd_outcome outcome;
    const char *why;
} el_ecd;

/* Dotted text cut into its components. */
typedef struct el_ecd_path { const char **names; size_t n; } el_ecd_path;
el_ecd_path el__ecd_path_of_text(el_ecd *d, const char *text, size_t n);
el_ecd_path el__ecd_path_of_key(el_ecd *d, const el_expr *key);

const char *el__ecd_table(el_ecd *d, const el_entity *entity);
/* "T.__entityType IN (…)" or "= …"; with brackets for the sub-queries of @count. */
const char *el__ecd_type_condition(el_ecd *d, const char *column, const el_entity *entity, int with_subentities);
/* The join texts that a dotted path needs and that are not there yet, joined by blanks. */
const char *el__ecd_joins(el_ecd *d, const el_ecd_path *path);
/* The join texts of a comparison. */
const char *el__ecd_comparison_joins(el_ecd *d, const el_pred *p);
/* A key path as an operand. */
const char *el__ecd_key(el_ecd *d, const el_ecd_path *path);
/* The WHERE text; NULL when the request raises. */
const char *el__ecd_where(el_ecd *d, const el_pred *p);
void *el__ecd_raise(el_ecd *d, el_ecd_outcome outcome, const char *why);
/* "a" + blank + "b", without the blank when one is empty. */
const char *el__ecd_spaced(el_ecd *d, const char *a, const char *b);

#endif
