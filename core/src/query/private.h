/* SPDX-License-Identifier: MIT */
/* Pieces that the object files of this folder share. */
#ifndef EL_QUERY_PRIVATE_H
#define EL_QUERY_PRIVATE_H

#include "base/buf.h"
#include "layout/layout.h"
#include "query/read.h"

struct sqlite3_stmt;

/* Appends "alias"."column" (alias may be NULL). */
void el__column(el_buf *sql, const char *alias, const char *column);
/* The entity of the row by its type column. */
const el_entity *el__row_entity(const el_layout *layout, const el_entity *root, struct sqlite3_stmt *stmt, int column);

/* Distinct keys in ascending order, heap. */
typedef struct el__keys { int64_t *items; size_t n, cap; } el__keys;
void el__keys_add(el__keys *keys, int64_t key);
void el__keys_settle(el__keys *keys); /* sorts and drops duplicates */
void el__keys_free(el__keys *keys);
/* Appends "BETWEEN a AND b" or "IN (…)" for settled, non-empty keys: numbers, never user input. */
void el__keys_test(el_buf *sql, const el__keys *keys);

/* Statements put together from many SELECTs.  Each arm is "SELECT <arm number>, …"; rows of all arms arrive at `row`. */
typedef struct el__union {
    el_store *store;
    el_error *err;
    int (*row)(void *ctx, struct sqlite3_stmt *stmt); /* EL_OK or a status */
    void *ctx;
    el_buf sql;
    int arms, most;
    int statements; /* run so far */
} el__union;
void el__union_init(el__union *u, el_store *store, int (*row)(void *, struct sqlite3_stmt *), void *ctx, el_error *err);
/* Begins an arm: the caller appends one SELECT to u->sql, which el__union_end completes; runs what is due. */
int el__union_begin(el__union *u);
/* Runs what is left and frees. */
int el__union_finish(el__union *u, int status);

/* Appends the statement that reads the row of a plan's table by its key, ?1. */
void el__statement_by_key(el_buf *sql, el_store *store, const el_read_plan *plan, const el_entity *root);

/* Label of column `column` of the row, copied, or NULL when empty or no text. */
const char *el__label(struct sqlite3_stmt *stmt, int column, struct el_arena *arena);
/* Who points at `object`: one compound statement. */
int el__read_referenced_by(el_store *store, el_object *object, unsigned flags, size_t limit, struct el_arena *arena, el_error *err);

#endif
