/* SPDX-License-Identifier: MIT */
/* The columns of a request that does not ask for whole objects: key paths, aggregates, groups. */
#ifndef EL_QUERY_COLUMNS_H
#define EL_QUERY_COLUMNS_H

#include "query/request.h"

struct sqlite3_stmt;

typedef struct el__columns {
    const char *const *names; size_t n;
    el_operand *operands;
    int *type_column;      /* place of the type cell of an object column among the selected ones, or -1 */
    const char **types;    /* its expression, or NULL */
    const char *group_by;  /* SQL list or NULL */
    const char *having;    /* SQL or NULL */
    int aggregated;
} el__columns;

int el__columns_translate(el__columns *c, el__request *r);
/* SELECT … ORDER BY …, without limits. */
void el__columns_statement(el_buf *sql, const el__columns *c, el__request *r, int ordered);
void el__columns_row(el_cell *cells, const el__columns *c, const el__request *r, struct sqlite3_stmt *stmt, struct el_arena *arena);

#endif
