/* SPDX-License-Identifier: MIT */
#ifndef EL_VALUE_PLIST_PRIVATE_H
#define EL_VALUE_PLIST_PRIVATE_H

#include "value/plist.h"

enum {
    EL__PLIST_MAX_NODES = 1000000,
    EL__PLIST_MAX_REFS = 4000000,       /* all containers together: overlapping ones can name the same bytes again */
    EL__PLIST_MAX_TEXT = 128 << 20      /* converted text, for the same reason */
};

/* Fill nodes, nnodes, root; references are in range, nothing else is promised. */
int el__plist_binary(el_plist *p, const unsigned char *bytes, size_t n, el_error *err);
int el__plist_xml(el_plist *p, const char *bytes, size_t n, el_error *err);

#endif
