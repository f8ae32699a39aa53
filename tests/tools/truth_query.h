/* SPDX-License-Identifier: MIT */
/* One recorded fetch request of a query file, in the forms that the core takes. */
#ifndef TEST_TRUTH_QUERY_H
#define TEST_TRUTH_QUERY_H

#include "predicate/ecd_dialect.h"

#include "base/arena.h"
#include "entitylens/query.h"

#include <jansson.h>

typedef struct truth_query {
    el_arena *arena;
    int number;
    const char *format; /* NULL: no predicate */
    el_fetch_request request;
    el_predicate *predicate;
    el_ecd_request ecd;
} truth_query;

/* @return 0, or -1 with a sentence in `why` when the entry is not understood. */
int truth_query_read(truth_query *q, const json_t *entry, const el_model *model, char *why, size_t size);
void truth_query_free(truth_query *q);

#endif
