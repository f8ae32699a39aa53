/* SPDX-License-Identifier: MIT */
/* What fetching, counting, paging and explaining have in common: a request parsed and translated. */
#ifndef EL_QUERY_REQUEST_H
#define EL_QUERY_REQUEST_H

#include "base/buf.h"
#include "entitylens/query.h"
#include "predicate/sql.h"

/* One key of the order. */
typedef struct el__order {
    const char *sql;  /* expression, collation included */
    int descending;
    int is_key;       /* the row's key: nothing after it matters */
    int indexed;      /* an index serves this order */
} el__order;

typedef struct el__request {
    el_store *store;
    const el_entity *entity;
    const el_fetch_request *given;
    struct el_arena *arena;
    el_predicate **parsed; size_t nparsed, parsed_room; /* kept: what is bound lies in them */
    const el_predicate *where;
    el_translation t;
    const char *where_sql;
    el__order *orders; size_t norders;
    el_error *err;
} el__request;

/* Finds the entity, parses, checks and translates the predicate. */
int el__request_begin(el__request *r, el_store *store, const el_fetch_request *given, el_error *err);
void el__request_end(el__request *r);
/* Translates the sort descriptors; `with_key` adds the row's key as the last one. */
int el__request_orders(el__request *r, int with_key);
/* ORDER BY list; `backward` turns every direction round. */
void el__request_order_by(el_buf *sql, const el__request *r, int backward);
/* Frees a predicate together with the request. */
void el__request_keep(el__request *r, el_predicate *p);
/* Parses a column, a sort key or a group key: any expression of the language. */
int el__request_expression(el__request *r, const char *text, const char *what, const el_expr **out);
/* "FROM … WHERE … [AND condition]" */
const char *el__request_from(el__request *r, const char *condition);
/* How a result of this kind is decoded. */
el_attribute_type el__decode_type(const el_operand *o);

/* The entity by name, or EL_ENOTFOUND "no-such-entity". */
int el__find_entity(const el_entity **out, el_store *store, const char *name, el_error *err);

#endif
