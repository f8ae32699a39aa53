/* SPDX-License-Identifier: MIT */
/* Running ECD's own statement on the store, to see what an app would have got. */
#ifndef EL_QUERY_ECD_RUN_H
#define EL_QUERY_ECD_RUN_H

#include "entitylens/store.h"
#include "predicate/ecd_dialect.h"

typedef struct el_ecd_answer {
    int answered;              /* 0: `error` says what the engine refused */
    const char *error;
    int64_t count;             /* COUNT */
    el_value *objects; size_t n; /* OBJECTS: EL_OBJECT, in the order returned */
    el_cell **rows;            /* DICTIONARIES: n rows of one cell a property, as ECD reads them */
} el_ecd_answer;

/* Runs statement->runnable (its outcome must be EL_ECD_SENDS).  Everything lies in the arena.  A refusal of the engine is
 * an answer, not a failure; cancelling and damage are failures.
 * @param most ends the reading after so many rows; 0: none. */
int el_ecd_run(el_ecd_answer *out, struct el_arena *arena, el_store *store, const el_ecd_request *request,
               const el_ecd_statement *statement, size_t most, el_error *err);

#endif
