/* SPDX-License-Identifier: MIT */
/* The SQL functions. */
#ifndef EL_EXTENSION_FUNCTIONS_H
#define EL_EXTENSION_FUNCTIONS_H

#include "state.h"

int el__functions_register(sqlite3 *db, el__state *state);

#endif
