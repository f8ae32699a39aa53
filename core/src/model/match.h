/* SPDX-License-Identifier: MIT */
/* Which version of a bundle a store belongs to (guide/format.md, "Model versions"). */
#ifndef EL_MODEL_MATCH_H
#define EL_MODEL_MATCH_H

#include "model/metadata.h"
#include "sqlite/schema.h"

/* How one version fits. */
typedef struct el_version_fit {
    int loads;                /* 0: the version does not read; the rest says nothing */
    int has_hashes;           /* it comes with version hashes (compiled bundles only) */
    size_t same_hash, other_hash, only_store, only_version; /* entities, by hash */
    int same_names;           /* entity names are those of the metadata */
    size_t found, missing, extra; /* tables and columns that it expects and the store has, has not, has besides */
    double score;             /* found over all three, 0 to 1 */
} el_version_fit;

typedef struct el_model_match {
    int version;              /* index in the bundle, or -1 */
    const char *how;          /* "checksum", "hashes" (exact), "compatible" (the store's entities only), "tables", or NULL */
    int exact;                /* the first two */
    const char *reason;       /* one sentence */
    const el_version_fit *fits; /* by version */
    const char *const *differing; size_t ndiffering; /* entities whose hash differs from that of `version` or of the current one */
    struct el_arena *arena;
} el_model_match;

/* `meta` and `schema` may be NULL.  Errors: EL_EMODEL where no version reads (that of the first). */
int el_model_bundle_match(el_model_match **out, const el_model_bundle *bundle, const el_metadata *meta, const el_schema *schema,
                          el_error *err);
void el_model_match_free(el_model_match *match);

#endif
