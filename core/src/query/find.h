/* SPDX-License-Identifier: MIT */
/* What the files of searching share. */
#ifndef EL_QUERY_FIND_H
#define EL_QUERY_FIND_H

#include "base/buf.h"
#include "entitylens/query.h"

struct el_arena;
struct sqlite3_stmt;

/* What the searched text can mean. */
typedef struct el__find_term {
    const char *text; size_t n;      /* folded unless case matters */
    const char *letters;             /* "cd" or "" */
    int is_number; el_value number;  /* INT or DECIMAL */
    int is_date; double from, to;    /* instants in [from, to) */
    const char *uuid;                /* canonical, or NULL */
    int has_key; int64_t key;        /* "42" */
    const char *key_entity;          /* "Post/42": "Post"; NULL: any */
} el__find_term;

void el__find_term_read(el__find_term *out, struct el_arena *arena, const char *text, int case_sensitive);
/* Appends the test that a cell of this type means the term; 0: such cells never do.  Parameters are ?1 text, ?2 number,
 * ?3 and ?4 the dates, ?5 UUID text, ?6 its sixteen bytes. */
int el__find_test(el_buf *sql, const el__find_term *term, el_attribute_type type, const char *column);
int el__find_bind(struct sqlite3_stmt *stmt, const el__find_term *term);
/* One line of the text around the place of the match. */
const char *el__find_excerpt(struct el_arena *arena, const el__find_term *term, const char *text, size_t n);

#endif
