/* SPDX-License-Identifier: MIT */
/* The part with the widgets, where the extension was loaded by a Qt program. */
#ifndef EL_EXTENSION_ATTACH_H
#define EL_EXTENSION_ATTACH_H

#include "sqlite/api.h"

/* Opens libentitylens-qt5.so beside this extension and tells it of the connection, when this process is a running Qt 5
 * program with widgets and that file is there.  Otherwise nothing happens. */
void el__attach_interface(sqlite3 *db, const sqlite3_api_routines *routines);

#endif
