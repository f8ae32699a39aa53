/* SPDX-License-Identifier: MIT */
/* Property lists, binary and XML, from bytes that nobody vouches for.
 *
 * Reading checks everything at once: after success each reference is in range, no container holds itself, nesting is at
 * most 512 and the tree that the containers unfold to has at most two million nodes, so a reader may recurse. */
#ifndef EL_VALUE_PLIST_H
#define EL_VALUE_PLIST_H

#include "entitylens/error.h"

struct el_arena;

typedef enum el_plist_kind {
    EL_PLIST_NULL, EL_PLIST_BOOL, EL_PLIST_INT, EL_PLIST_UINT /* above INT64_MAX */, EL_PLIST_REAL,
    EL_PLIST_DATE /* u.d: seconds since 1970 */, EL_PLIST_DATA, EL_PLIST_STRING, EL_PLIST_UID, EL_PLIST_ARRAY,
    EL_PLIST_SET, EL_PLIST_DICT
} el_plist_kind;

typedef struct el_plist_node {
    el_plist_kind kind;
    uint32_t n;               /* items; pairs of a dictionary */
    const uint32_t *children; /* indexes of nodes; of a dictionary n keys, then n values */
    union {
        int64_t i;            /* BOOL, INT */
        uint64_t u;           /* UINT, UID */
        double d;
        struct { const char *s; size_t n; } text; /* UTF-8 without terminator; DATA: bytes */
    } u;
} el_plist_node;

typedef struct el_plist {
    const el_plist_node *nodes;
    size_t nnodes;
    const el_plist_node *root;
    int binary;
    struct el_arena *arena;
} el_plist;

/* `bytes` must outlive the property list: texts point into them.  Errors: EL_ECORRUPT "bad-plist", "plist-cycle";
 * EL_ELIMIT "plist-too-deep", "plist-too-large"; EL_EUNSUPPORTED "not-a-plist". */
int el_plist_parse(el_plist **out, const void *bytes, size_t n, el_error *err);
void el_plist_free(el_plist *p);

const el_plist_node *el_plist_item(const el_plist *p, const el_plist_node *container, uint32_t i); /* value of pair i of a dictionary */
const el_plist_node *el_plist_key(const el_plist *p, const el_plist_node *dict, uint32_t i);
/* Value under a key, or NULL (also when `dict` is NULL or no dictionary). */
const el_plist_node *el_plist_get(const el_plist *p, const el_plist_node *dict, const char *key);
int el_plist_is(const el_plist_node *string, const char *text);
/* Copy with terminator in `arena`; NULL when the node is no string or holds a NUL. */
char *el_plist_text(struct el_arena *arena, const el_plist_node *string);

/* True when the bytes look like a property list of either form. */
int el_plist_sniff(const void *bytes, size_t n);

#endif
