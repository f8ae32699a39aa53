/* SPDX-License-Identifier: MIT */
/* Values in the coding of the predicate corpora: JSON scalars and lists, tagged objects ({"date": seconds since 2001}),
 * every other object a dictionary. */
#ifndef TEST_CORPUS_VALUES_H
#define TEST_CORPUS_VALUES_H

#include "entitylens/value.h"

#include <jansson.h>

/* `lookup` turns the id of a data set into an object; NULL: objects keep only their id. */
typedef el_value corpus_lookup(void *ctx, const char *id);

/* Everything lies in the arena.  A tag with a wrong content ends the program: the corpus is broken. */
el_value corpus_value(struct el_arena *arena, json_t *json, corpus_lookup *lookup, void *ctx);

#endif
