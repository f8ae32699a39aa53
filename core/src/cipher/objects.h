/* SPDX-License-Identifier: MIT */
/* The schema of a database read page by page: what sqlite_master holds. */
#ifndef EL_CIPHER_OBJECTS_H
#define EL_CIPHER_OBJECTS_H

#include "cipher/plain.h"

typedef struct el__object {
    char *type;       /* "table", "index", "view", "trigger" */
    char *name, *table;
    char *sql;        /* NULL for automatic indexes */
    uint32_t root;    /* 0 for views, triggers and virtual tables */
} el__object;

typedef struct el__objects {
    el__object *items;
    size_t n;
    int lost;         /* pages of the schema that cannot be read */
    int unverified;   /* page 1 was read although its HMAC is wrong */
} el__objects;

/* `watch` (may be NULL) sees the pages and losses of the schema's own tree. */
void el__objects_read(el__objects *out, el__plain *p, const el__btree_visitor *watch);
/* Takes a record that looks like a row of sqlite_master.  @return whether it does. */
int el__objects_take(el__objects *out, const el__plain *p, const el__cell *cell);
void el__objects_free(el__objects *o);

/* The text of a field in UTF-8; the caller frees.  NULL when the field is no text. */
char *el__plain_text(const el__plain *p, const el__field *f);

#endif
