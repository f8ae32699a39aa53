/* SPDX-License-Identifier: MIT */
/* The CoreFoundation string hash, which ECD stores as the entity type (guide/format.md, "Entity type"). */
#ifndef EL_BASE_CFHASH_H
#define EL_BASE_CFHASH_H

#include <stddef.h>
#include <stdint.h>

/* Hash of UTF-8 text over its UTF-16 units; the low 32 bits are what 32-bit devices stored.
 * `sign_extend`: the older CoreFoundation sign-extends products for units above U+007E, so the upper half may differ. */
uint64_t el_cfhash(const char *utf8, size_t n, int sign_extend);

#endif
