/* SPDX-License-Identifier: MIT */
#include "store/store.h"

#include "sqlite/api.h"

int el__store_connect(el_store *store, const char *path, const el_open_options *options, el_error *err)
{
    (void)options;
    store->opened_by = "read-only";
    if (sqlite3_open_v2(path, &store->db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        return el_sql_error(store->db, err);
    return el_sql_exec(store->db, "PRAGMA temp_store = MEMORY", err);
}

void el__store_disconnect(el_store *store)
{
    sqlite3_close_v2(store->db);
}
