/* SPDX-License-Identifier: MIT */
/* SQL values as arguments of a predicate. */
#ifndef EL_EXTENSION_ARGUMENT_H
#define EL_EXTENSION_ARGUMENT_H

#include "entitylens/value.h"
#include "sqlite/api.h"

struct el_arena;

/* Integers, reals, texts and NULL as themselves, a BLOB as data, text in the coding of the typed JSON as what it codes;
 * copied into the arena. */
int el__argument_value(el_value *out, struct el_arena *arena, sqlite3_value *value, el_error *err);

#endif
