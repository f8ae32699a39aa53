/* SPDX-License-Identifier: MIT */
/* Random predicates over the entities of a model: right in names and types, odd in everything else. */
#ifndef TEST_RANDOM_PREDICATE_H
#define TEST_RANDOM_PREDICATE_H

#include "base/buf.h"
#include "fixture.h"

typedef struct random_predicate {
    uint64_t state;           /* of the generator: the same seed gives the same predicates */
    const fixture *objects;   /* constants are often values that occur in it */
    struct el_arena *arena;   /* of the arguments */
    el_buf text;
    el_value args[64]; size_t nargs;
} random_predicate;

/* A new predicate for `entity` in r->text and r->args. */
void random_predicate_make(random_predicate *r, const el_entity *entity);
/* A number from 0 to n - 1. */
unsigned random_below(random_predicate *r, unsigned n);

#endif
