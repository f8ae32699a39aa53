/* SPDX-License-Identifier: MIT */
/* Places in a sorted result, and the conditions that pick what lies after or before one. */
#ifndef EL_QUERY_PLACE_H
#define EL_QUERY_PLACE_H

#include "query/request.h"

struct sqlite3_stmt;

/* The sort values and key of a row.  `before`: the place lies just before such a row, whether there is one or not. */
struct el_cursor {
    el_value *values; size_t n; /* of the sort keys other than the row's key; texts belong to the cursor */
    int64_t key;
    int before;
};

el_cursor *el__cursor_new(const el_value *values, size_t n, int64_t key, int before);

/* The conditions for what lies beyond the place, in the order of the result (turned round when `backward`): rows equal in
 * all sort keys but the last come first, rows that differ in the first sort key come last.  Each picks a contiguous
 * stretch; together they are everything.  EL_EUSAGE "foreign-cursor" when the cursor is of another order. */
int el__place_conditions(const char ***out, size_t *n, el__request *r, const el_cursor *cursor, int backward);
/* True when an index makes each stretch a search: then asking one after the other beats one long condition. */
int el__place_indexed(const el__request *r);
/* All of them as one condition. */
const char *el__place_any(el__request *r, const char *const *conditions, size_t n);
/* The sort values other than the key as more columns: ", a, b". */
void el__place_columns(el_buf *sql, const el__request *r);
size_t el__place_ncolumns(const el__request *r);
/* Reads them from the row. */
void el__place_read(el_value *out, const el__request *r, struct sqlite3_stmt *stmt, int first, struct el_arena *arena);

#endif
