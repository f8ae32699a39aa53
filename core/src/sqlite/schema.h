/* SPDX-License-Identifier: MIT */
/* What tables, columns and indexes a database has. */
#ifndef EL_SQLITE_SCHEMA_H
#define EL_SQLITE_SCHEMA_H

#include "entitylens/error.h"

struct sqlite3;

typedef struct el_schema_column {
    const char *name;
    const char *type;     /* as declared; "" when none */
    int not_null, primary_key;
    int generated;
} el_schema_column;

typedef struct el_schema_index {
    const char *name;
    const char *sql;      /* NULL for the index of a constraint */
    const char **columns; /* NULL entries are expressions */
    size_t ncolumns;
} el_schema_index;

typedef struct el_schema_table {
    const char *name;
    const char *sql;
    el_schema_column *columns; size_t ncolumns;
    el_schema_index *indexes; size_t nindexes;
} el_schema_table;

/* Ordinary tables by creation, without SQLite's own (sqlite_…). */
typedef struct el_schema {
    el_schema_table *tables; size_t ntables;
    size_t nviews, ntriggers;
    struct el_arena *arena;
} el_schema;

int el_schema_read(el_schema **out, struct sqlite3 *db, el_error *err);
void el_schema_free(el_schema *schema);

/* By name; an exact match wins over one that differs in ASCII case, as SQLite itself ignores it. NULL: none. */
const el_schema_table *el_schema_table_named(const el_schema *schema, const char *name);
const el_schema_column *el_schema_column_named(const el_schema_table *table, const char *name);
/* True when an index begins with `column` (the primary key of a rowid table counts). */
int el_schema_indexed(const el_schema_table *table, const char *column);

#endif
