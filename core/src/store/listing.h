/* SPDX-License-Identifier: MIT */
#ifndef EL_STORE_LISTING_H
#define EL_STORE_LISTING_H

#include "store/store.h"

/* The entities with a census that was taken already. */
void el__entities_json(struct el_buf *out, const el_store *store, const el_census *census);
void el__entities_text(struct el_buf *out, const el_store *store, const el_census *census);

#endif
