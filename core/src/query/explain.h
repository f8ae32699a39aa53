/* SPDX-License-Identifier: MIT */
/* What the files of explain share. */
#ifndef EL_QUERY_EXPLAIN_H
#define EL_QUERY_EXPLAIN_H

#include "predicate/ecd_dialect.h"
#include "query/request.h"

/* A reason why ECD may answer differently. */
typedef struct el__reason {
    const char *code;
    const el_pred *node; /* the comparison (or NOT, or the whole) that it lies in; NULL: the request */
    int negated;         /* below an odd number of NOTs */
} el__reason;
typedef struct el__reasons { el__reason *items; size_t n; } el__reasons;

/* Reasons for another answer, and for an error, that the request's text gives; everything lies in the arena. */
void el__reasons_of_answer(el__reasons *out, struct el_arena *arena, el_store *store, const el_entity *entity, const el_pred *p);
const char *el__reason_of_error(const el_ecd_request *q, const el_ecd_statement *s, const char *message);
/* The sentence of a code. */
const char *el__reason_text(const char *code);

/* Compares both answers and fills ecd_sql, ecd_answer and differences. */
int el__explain_ecd(el_explanation *x, el__request *r, el_error *err);

#endif
