/* SPDX-License-Identifier: MIT */
/* The to-many half of reading relationships. */
#ifndef EL_QUERY_RELATIONS_H
#define EL_QUERY_RELATIONS_H

#include "query/private.h"

/* Appends "type, label" of a row of destination's table: NULL words where there is none. */
void el__target_columns(el_buf *sql, el_store *store, const el_entity *destination, const char *alias, int labels);

int el__read_members(el_store *store, el_object *const *objects, size_t n, unsigned flags, size_t limit, struct el_arena *arena,
                     el_error *err);
/* Fills el_ref_list.count where it is not known from the members. */
int el__read_counts(el_store *store, el_object *const *objects, size_t n, struct el_arena *arena, el_error *err);

#endif
