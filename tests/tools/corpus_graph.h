/* SPDX-License-Identifier: MIT */
/* A fixture's objects as the source of the in-memory evaluator. */
#ifndef TEST_CORPUS_GRAPH_H
#define TEST_CORPUS_GRAPH_H

#include "entitylens/predicate.h"
#include "fixture.h"

typedef struct corpus_graph {
    const fixture *objects;
    struct el_arena *arena; /* lists that the source hands out */
    el_eval_source source;
} corpus_graph;

void corpus_graph_init(corpus_graph *graph, const fixture *objects);
void corpus_graph_clear(corpus_graph *graph);

el_value corpus_graph_object(const fixture_object *object);
/* corpus_lookup over a fixture (ctx). */
el_value corpus_graph_lookup(void *ctx, const char *id);

/* Names of the objects of `entity` and its sub-entities that a predicate returns, or the error of the first that fails.
 * *names (in the arena) are sorted by bytes. */
int corpus_graph_fetch(corpus_graph *graph, struct el_arena *arena, const el_predicate *p, const el_entity *entity,
                       el_eval_mode mode, const char ***names, size_t *n, el_error *err);
void corpus_sort_names(const char **names, size_t n);

#endif
