/* SPDX-License-Identifier: MIT */
#ifndef EL_MIGRATE_METADATA_H
#define EL_MIGRATE_METADATA_H

#include "base/buf.h"
#include "entitylens/model.h"

/* The store's archived metadata with the version hashes of `model` in place of the old ones. Returns 0 when the model has no
 * hashes for all of its entities or the archive cannot be changed; `out` is then empty. */
int el__metadata_with_hashes(el_buf *out, const void *bytes, size_t n, const el_model *model);

#endif
