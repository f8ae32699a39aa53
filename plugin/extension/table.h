/* SPDX-License-Identifier: MIT */
/* What the eponymous virtual tables have in common. */
#ifndef EL_EXTENSION_TABLE_H
#define EL_EXTENSION_TABLE_H

#include "state.h"

/* A virtual table: the connection's state beside the engine's part. */
typedef struct el__table {
    sqlite3_vtab base;
    el__state *state;
} el__table;

/* Declares the columns and makes the table; for xConnect. */
int el__table_connect(sqlite3_vtab **out, sqlite3 *db, void *state, const char *declaration, char **message);
int el__table_disconnect(sqlite3_vtab *table);
/* Makes a zeroed cursor of `size` bytes that begins with the engine's part; for xOpen. */
int el__cursor_open(sqlite3_vtab_cursor **out, size_t size);
/* Hands an error of the core to the engine. @return the result code */
int el__table_fail(sqlite3_vtab *table, const el_error *err);

/* Registers a module that shares the state. */
int el__table_register(sqlite3 *db, const char *name, const sqlite3_module *module, el__state *state);

extern const sqlite3_module el__entities_module;
extern const sqlite3_module el__properties_module;
extern const sqlite3_module el__fetch_module;

#endif
