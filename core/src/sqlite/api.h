/* SPDX-License-Identifier: MIT */
/* SQLite for every file of the core: macros over the table that el_sqlite_use was given. */
#ifndef EL_SQLITE_API_H
#define EL_SQLITE_API_H

#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT3

#include "entitylens/error.h"

/* Prepares one statement.  A refusal becomes EL_ESQL (EL_EBUSY, EL_ECORRUPT, EL_ECANCELLED, EL_EIO where the code says so)
 * with the engine's message. */
int el_sql_prepare(sqlite3_stmt **out, sqlite3 *db, const char *sql, el_error *err);
/* Steps.  SQLITE_ROW → 1, SQLITE_DONE → 0, else a negative status as above. */
int el_sql_step(sqlite3_stmt *stmt, el_error *err);
/* Runs statements that return nothing of interest. */
int el_sql_exec(sqlite3 *db, const char *sql, el_error *err);
/* First column of the first row as an integer; `*found` (may be NULL) says whether there was a row. */
int el_sql_int64(int64_t *out, int *found, sqlite3 *db, const char *sql, el_error *err);
/* Fills err from the connection's last error and returns the status. */
int el_sql_error(sqlite3 *db, el_error *err);

struct el_value;
/* Binds a value: booleans as 0/1, dates as REAL since 1970, decimals, UUIDs and URLs as text, data as BLOB,
 * objects by key.  Texts are copied. */
int el_sql_bind(sqlite3_stmt *stmt, int index, const struct el_value *v);

#endif
