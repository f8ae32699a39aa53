/* SPDX-License-Identifier: MIT */
/* The one file that defines the table pointer. */
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1

#include "entitylens/entitylens.h"

void el_sqlite_use(const struct sqlite3_api_routines *routines)
{
    sqlite3_api = routines;
}

const char *el_version(void)
{
    return ENTITYLENS_VERSION;
}
