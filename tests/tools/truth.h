/* SPDX-License-Identifier: MIT */
/* Comparing stores with the truth files that lie beside them. */
#ifndef TEST_TRUTH_H
#define TEST_TRUTH_H

#include <jansson.h>

typedef struct truth_tally { long passed, failed, skipped; } truth_tally;

/* Counts one comparison; a failure prints "file: what". */
void truth_pass(truth_tally *tally);
void truth_fail(truth_tally *tally, const char *file, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Something that cannot be compared here, with the reason. */
void truth_skip(truth_tally *tally, const char *file, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* Equal typed JSON; numbers compare by value, so 5 equals 5.0. */
int truth_equal(const json_t *a, const json_t *b);
/* `name` relative to the folder of `file`; heap. */
char *truth_path(const char *file, const char *name);

/* A truth file: the store beside it, with its model and without. */
void truth_run_store(const char *file, const json_t *truth, truth_tally *tally);
/* A query file: recorded fetch requests on the store that it names. */
void truth_run_queries(const char *file, const json_t *content, truth_tally *tally);

struct el_store;
/* The same store opened without a model (`inferred`) against the truth; `known` is the store with its model. */
void truth_run_inferred(const char *file, const json_t *truth, struct el_store *inferred, struct el_store *known, truth_tally *tally);

#endif
