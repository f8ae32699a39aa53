/* SPDX-License-Identifier: MIT */
/* Is this an ECD store, and of which age?  What else is it? (guide/format.md, "Recognising a store") */
#ifndef EL_LAYOUT_RECOGNISE_H
#define EL_LAYOUT_RECOGNISE_H

#include "sqlite/schema.h"

struct el_arena;

typedef enum el_table_class {
    EL_TABLE_FOREIGN, /* nothing ECD makes */
    EL_TABLE_META,
    EL_TABLE_ENTITY,
    EL_TABLE_JOIN,
    EL_TABLE_LEFTOVER /* _T_…: of a migration that never finished */
} el_table_class;

typedef struct el_recognition {
    const el_schema *schema;
    el_table_class *classes;      /* parallel to schema->tables */
    const char *meta_column;      /* "plist"; "data" in the very first version */
    int prefixed;                 /* entity tables are called ecd… */
    const char *key_column;       /* of the entity tables; NULL when there are none */
    size_t nentity_tables, njoin_tables;
    const char *era;              /* "3.2", "3.1", "3.1-or-3.2", "3.0", "2.0", "2.0-or-3.0", "before-2.0", "unknown" */
    const char **evidence; size_t nevidence;
    struct el_arena *arena;
} el_recognition;

/* Classifies the tables and dates them.  The schema is borrowed.
 * @return EL_ENOTSTORE "not-ecd" (or "empty-database") with a sentence that says what the database is instead. */
int el_recognise(el_recognition **out, const el_schema *schema, struct sqlite3 *db, el_error *err);
void el_recognition_free(el_recognition *recognition);

el_table_class el_recognise_table(const el_recognition *recognition, const el_schema_table *table);
/* The two key columns of a join table (names as in the database). */
int el_join_columns(const el_schema_table *table, const char **first, const char **second);
/* The name of the entity whose table this is: the name without prefix, borrowed from the table. */
const char *el_recognise_entity_name(const el_recognition *recognition, const el_schema_table *table);
/* The table that holds the mirror of join table `table` (ecd_a_b: ecd_b_a, found among the existing ones), or NULL.
 * A table that is its own mirror (ecd_a_a) gives itself. */
const el_schema_table *el_join_mirror(const el_recognition *recognition, const el_schema_table *table);

#endif
