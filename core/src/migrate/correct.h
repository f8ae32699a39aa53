/* SPDX-License-Identifier: MIT */
/* Statements of a migration as Core Data means it: renames followed, defaults applied, types right, join tables both ways. */
#ifndef EL_MIGRATE_CORRECT_H
#define EL_MIGRATE_CORRECT_H

#include "entitylens/migrate.h"

typedef struct el_statements { char **items; size_t n, cap; } el_statements;

/* The store is open with the old model; the statements fit a copy of it and leave the layout of the newest ECD.
 * Codes: not-inferable (the diff forbids a mapping). */
int el__correct_statements(el_statements *out, el_store *store, const el_model_diff *diff, el_error *err);
void el__statements_free(el_statements *s);

#endif
