/* SPDX-License-Identifier: MIT */
/* Whose page a damaged page is: the parent that points at it tells. */
#ifndef EL_CHECK_OWNERS_H
#define EL_CHECK_OWNERS_H

#include "cipher/plain.h"

typedef struct el__owner {
    uint32_t number;
    const char *kind;        /* "table", "index", "schema", "free" */
    const char *name, *table; /* or NULL */
    int has_rows;
    int64_t after, upto;
} el__owner;

/* Walks everything; calls `tell` for each page that cannot be read or is not what its parent says.
 * @return pages in the free list. */
int64_t el__owners_of_damage(el__plain *p, void (*tell)(void *ctx, const el__owner *owner), void *ctx);

#endif
