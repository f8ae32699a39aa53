/* SPDX-License-Identifier: MIT */
/* Expected changes between two versions of a bundle. */
#ifndef TEST_MODEL_MIGRATIONS_H
#define TEST_MODEL_MIGRATIONS_H

#include "entitylens/model.h"

#include <jansson.h>

/* Compares one expected migration (from, to, verdict, changes) with the diff of the two versions. `where` gets what differs. @return 1 when equal. */
int model_check_migration(const el_model_bundle *bundle, const json_t *expected, char *where, size_t size);

#endif
