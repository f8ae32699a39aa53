/* SPDX-License-Identifier: MIT */
/* The SQL that ECD itself sends for a fetch request, mistakes included, so that an app's behaviour can be explained
 * (guide/format.md, "What ECD answers differently").  It follows the newest ECD; names come from the model alone, as
 * ECD's do. */
#ifndef EL_PREDICATE_ECD_DIALECT_H
#define EL_PREDICATE_ECD_DIALECT_H

#include "predicate/ast.h"

struct el_arena;
struct el_buf;
struct sqlite3;

typedef enum el_ecd_result { EL_ECD_OBJECTS, EL_ECD_COUNT, EL_ECD_DICTIONARIES } el_ecd_result;

typedef struct el_ecd_sort { const char *key; int descending, ignore_case; } el_ecd_sort;
/* A property to fetch: its name, or a function ("sum:", "average:", …) of a key. */
typedef struct el_ecd_property { const char *name, *function; } el_ecd_property;

typedef struct el_ecd_request {
    const el_entity *entity;
    const el_pred *predicate; /* or NULL */
    const el_ecd_sort *sorts; size_t nsorts;
    const el_ecd_property *properties; size_t nproperties; /* DICTIONARIES */
    int64_t limit, offset;
    int distinct, no_subentities;
    el_ecd_result result;
} el_ecd_request;

typedef enum el_ecd_outcome {
    EL_ECD_SENDS,   /* sql is what it sends */
    EL_ECD_RAISES,  /* an exception before anything is sent */
    EL_ECD_CRASHES,
    EL_ECD_NOTHING  /* no statement, an empty answer */
} el_ecd_outcome;

typedef struct el_ecd_statement {
    el_ecd_outcome outcome;
    const char *why;       /* what it raises at */
    const char *sql;       /* exactly ECD's text */
    const char *runnable;  /* the same with ECD's functions and its case-sensitive LIKE under names of our own, so that
                            * a connection needs no setting of ECD's and keeps its own functions */
    el_value *binds; size_t nbinds; /* EL_NULL for what ECD leaves unbound */
    int typed;             /* the second column is the entity's type */
} el_ecd_statement;

/* Everything lies in the arena. */
void el_ecd_translate(el_ecd_statement *out, struct el_arena *arena, const el_ecd_request *request);

/* Registers el_ecd_strip, el_ecd_like, el_ecd_regexp with the connection. */
int el_ecd_functions_register(struct sqlite3 *db, el_error *err);
/* STRIP_CASE, STRIP_DIACRITICS and both: CoreFoundation's folding. */
void el_ecd_fold(struct el_buf *out, const char *s, size_t n, unsigned fold);
/* The comparison as Foundation prints it: ECD looks for key paths in this text. */
void el_ecd_print(struct el_buf *out, const el_pred *comparison);

#endif
