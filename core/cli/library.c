/* SPDX-License-Identifier: MIT */
#include "library.h"

#include "entitylens/entitylens.h"

#include <sqlite3.h>

static const struct sqlite3_api_routines *table;

static int receive(sqlite3 *db, char **message, const struct sqlite3_api_routines *routines)
{
    (void)db;
    (void)message;
    table = routines;
    return SQLITE_OK;
}

int el_use_linked_library(void)
{
    sqlite3 *db = NULL;
    void (*callback)(void) = (void (*)(void))receive;
    if (sqlite3_auto_extension(callback) != SQLITE_OK)
        return -1;
    int rc = sqlite3_open(":memory:", &db);
    sqlite3_close(db);
    sqlite3_cancel_auto_extension(callback);
    if (rc != SQLITE_OK || !table)
        return -1;
    el_sqlite_use(table);
    el_sqlite_leave_owners();
    return 0;
}
