/* SPDX-License-Identifier: MIT */
/* A model from the store alone (guide/format.md, "Without a model").
 *
 * What is certain: entity names (from tables, from the metadata, from type values that a name hashes to) and the names of
 * attributes, to-ones and many-to-many relationships.  Types, destinations, the shape of a hierarchy and whatever the
 * store does not hold are probable or guessed, with the evidence in each fact's provenance.  Work is bounded: a table of
 * more than 20,000 rows is sampled, and the model's notes say so. */
#ifndef EL_MODEL_INFER_H
#define EL_MODEL_INFER_H

#include "model/metadata.h"
#include "model/overrides.h"
#include "sqlite/schema.h"

typedef struct el_infer_options {
    const el_overrides *overrides; /* NULL: none */
    int max_rows;                  /* looked at per table; 0: 20,000 */
} el_infer_options;

/* `schema` NULL: read here.  `meta` and `options` may be NULL.  Opens no transaction and leaves no statement open.
 * Errors: those of the engine. */
int el_model_infer(el_model **out, struct sqlite3 *db, const el_schema *schema, const el_metadata *meta,
                   const el_infer_options *options, el_error *err);

#endif
