/* SPDX-License-Identifier: MIT */
#include "predicate/functions.h"

int el_functions_register(sqlite3 *db, el_error *err)
{
    /* The aggregate that is registered last says whether the others are there. */
    sqlite3_stmt *probe = NULL;
    int there = sqlite3_prepare_v2(db, "SELECT el_stddev(1)", -1, &probe, NULL) == SQLITE_OK;
    sqlite3_finalize(probe);
    if (there)
        return EL_OK;
    if (el__sql_register_collations(db) || el__sql_register_text_functions(db) || el__sql_register_regex_functions(db) ||
        el__sql_register_number_functions(db) || el__sql_register_aggregates(db))
        return el_sql_error(db, err);
    return EL_OK;
}
