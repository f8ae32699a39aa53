/* SPDX-License-Identifier: MIT */
#ifndef EL_VALUE_ARCHIVE_PRIVATE_H
#define EL_VALUE_ARCHIVE_PRIVATE_H

#include "base/arena.h"
#include "value/archive.h"

struct el_archive {
    el_plist *plist;
    el_arena *arena;             /* texts made while decoding */
    const el_plist_node *objects; /* $objects, or NULL in a plain property list */
    const el_plist_node *root;
    size_t scanned;              /* fields looked through, against huge objects referred to again and again */
    const char **class_names;    /* by node of the class record */
    size_t made;                 /* bytes of such texts, against repeated decoding of shared objects */
};

enum {
    EL__ARCHIVE_MAX_MADE = 64 << 20,
    EL__ARCHIVE_MAX_SCANNED = 400000000,
    EL__ARCHIVE_MAX_NUMBERED = 1000 /* members of the old form, whose look-up is slow */
};

/* Follows a reference; `*uid` gets its number.  NULL: nowhere. */
const el_plist_node *el__archive_resolve(const el_archive *a, const el_plist_node *node, uint64_t *uid);
/* Field of an object, resolved, or NULL. */
const el_plist_node *el__archive_raw_field(const el_archive *a, const el_plist_node *object, const char *name);
/* Makes an item of what a node stands for. */
void el__archive_item(el_archive *a, const el_plist_node *node, el_archive_item *out);
/* Decodes an object of a class that is known; 0: not known, or its fields are odd. */
int el__archive_decode(el_archive *a, const el_plist_node *object, const el_plist_node *class_record, el_archive_item *out);

#endif
