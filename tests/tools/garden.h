/* SPDX-License-Identifier: MIT */
/* A small garden, for tests that need a store with every kind of relationship: plants stand in beds, are tended by
 * keepers, and a tree is a plant. */
#ifndef TEST_GARDEN_H
#define TEST_GARDEN_H

#include "entitylens/store.h"

/* The model's XML with `plant` (attributes and relationships) added to Plant and `more` (whole entities) at the end. */
el_model *garden_model(const char *plant, const char *more);
/* The model of the store that garden_open makes. */
el_model *garden_model_today(void);
/* Builds the garden in a temporary folder (plain SQLite) and opens it with `model`; `sql` (may be NULL) runs at the end
 * of writing. The file is gone after garden_close. */
el_store *garden_open(const el_model *model, const char *sql);
void garden_close(el_store *store);

#endif
