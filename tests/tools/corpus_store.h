/* SPDX-License-Identifier: MIT */
/* A data set as an encrypted store in ECD's layout, and fetches from it through the core. */
#ifndef TEST_CORPUS_STORE_H
#define TEST_CORPUS_STORE_H

#include "entitylens/query.h"
#include "fixture.h"

typedef struct corpus_store {
    fixture *objects; /* owned */
    el_store *store;
    char *path;
} corpus_store;

/* Reads the data set at `json`, writes it to `path` (SQLCipher `format`; FIXTURE_PLAIN: unencrypted) and opens it. */
int corpus_store_open(corpus_store **out, const char *json, const char *path, int format, el_error *err);
/* Closes the store and removes the file. */
void corpus_store_close(corpus_store *s);

/* Names of the objects that a fetch returns, in the arena, sorted by bytes; the count must agree with el_fetch_count. */
int corpus_store_fetch(corpus_store *s, struct el_arena *arena, const el_fetch_request *request, const char ***names, size_t *n,
                       el_error *err);

#endif
