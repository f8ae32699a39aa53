/* SPDX-License-Identifier: MIT */
/* How many objects each entity has and how many of their cells hold something: one scan a table. */
#ifndef EL_MIGRATE_TALLY_H
#define EL_MIGRATE_TALLY_H

#include "entitylens/store.h"

typedef struct el_tally el_tally;

int el__tally_new(el_tally **out, el_store *store, int (*progress)(void *ctx, int64_t done, int64_t total), void *ctx, el_error *err);
void el__tally_free(el_tally *tally);
/* Objects of exactly this entity. */
int64_t el__tally_rows(const el_tally *tally, const el_entity *entity);
/* Of them, those whose cell of a column is not NULL; 0 for a column that is not there. */
int64_t el__tally_values(const el_tally *tally, const el_entity *entity, const char *column);
/* Rows of the hierarchy's table, whatever their type. */
int64_t el__tally_table_rows(const el_tally *tally, const el_entity *root);
/* Rows of any other table (join tables), counted on demand. */
int el__tally_count(int64_t *out, el_store *store, const char *table, el_error *err);

#endif
