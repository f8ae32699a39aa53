/* SPDX-License-Identifier: MIT */
/* Our own walk over the pages of a database, for files that the engine refuses or would stop reading at the first damage.
 * Every number that comes from the file is checked; a page is visited once, whatever points at it. */
#ifndef EL_SQLITE_BTREE_H
#define EL_SQLITE_BTREE_H

#include "entitylens/error.h"

/* A database as pages in plain. */
typedef struct el__btree_file {
    int page_size, usable;   /* bytes; usable is without the reserve */
    uint32_t pages;
    /* Fills `out` with page `number` (1 to pages).  @return 0, or non-zero when it is damaged or cannot be read. */
    int (*fetch)(void *ctx, uint32_t number, unsigned char *out);
    void *ctx;
    /* Asked once a page; non-zero ends the walk.  May be NULL. */
    int (*poll)(void *ctx);
    void *poll_ctx;
    unsigned char *visited;  /* one bit a page; made by el__btree_open */
} el__btree_file;

typedef enum el__page_kind {
    EL__PAGE_INTERIOR,
    EL__PAGE_LEAF,
    EL__PAGE_OVERFLOW,
    EL__PAGE_FREE_TRUNK,
    EL__PAGE_FREE_LEAF
} el__page_kind;

/* One row of a table or entry of an index. */
typedef struct el__cell {
    uint32_t page;
    int64_t rowid;                 /* tables only */
    int is_table;
    const unsigned char *payload;  /* the record, as far as it could be read */
    size_t n, whole;               /* bytes there, bytes that the record has */
} el__cell;

/* What a walk tells; any may be NULL. */
typedef struct el__btree_visitor {
    void *ctx;
    /* A page belongs to this tree (also one that turns out to be damaged). */
    void (*page)(void *ctx, uint32_t number, el__page_kind kind);
    /* A page of this tree is damaged or is no b-tree page.  Of tables: its rows have ids above `after` and up to `upto`
     * (INT64_MIN and INT64_MAX when open). */
    void (*lost)(void *ctx, uint32_t number, int64_t after, int64_t upto);
    /* @return non-zero to end the walk. */
    int (*cell)(void *ctx, const el__cell *cell);
} el__btree_visitor;

void el__btree_open(el__btree_file *file);  /* page_size, usable, pages, fetch, ctx are set */
void el__btree_close(el__btree_file *file);
void el__btree_forget(el__btree_file *file); /* no page was visited */
int el__btree_was_visited(const el__btree_file *file, uint32_t number);

/* Walks the tree at `root`, left to right.  @return 0, or what a callback ended it with. */
int el__btree_walk(el__btree_file *file, uint32_t root, const el__btree_visitor *v);
/* The free list; `first` and the count come from the header. */
int el__btree_walk_free(el__btree_file *file, uint32_t first, const el__btree_visitor *v);
/* The cells of one leaf page in memory, wherever it belongs.  @return 0, -1 when it is no leaf of the wanted kind, or what
 * the callback ended it with. */
int el__btree_leaf(el__btree_file *file, uint32_t number, const unsigned char *page, int want_table, const el__btree_visitor *v);
/* Whether a page in plain looks like a sound b-tree page: 13 leaf table, 5 interior table, 10, 2 of indexes; else 0. */
int el__btree_page_type(const el__btree_file *file, uint32_t number, const unsigned char *page);

/* A record taken apart. */
typedef struct el__field {
    int type;               /* SQLITE_INTEGER 1, FLOAT 2, TEXT 3, BLOB 4, NULL 5; 0: lost with a damaged page */
    int64_t i;
    double d;
    const unsigned char *bytes; size_t n;
} el__field;
/* @return the number of fields (at most max), or -1 when it is no record. */
int el__record_decode(el__field *out, int max, const unsigned char *record, size_t n, size_t whole);

#endif
