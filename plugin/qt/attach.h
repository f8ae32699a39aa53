// SPDX-License-Identifier: GPL-3.0-or-later
// How the generic plugin and the SQLite extension reach the part with the widgets: both open libentitylens-qt5.so beside
// themselves and look these functions up by name.  The same file on disk is the same part, so it starts once.
#pragma once

#include <cstddef>

class QObject;
struct sqlite3;
struct sqlite3_api_routines;

extern "C" {

// From the generic plugin, in the thread of the user interface, when the host's main window is about to be seen and no
// database is open yet.  `handover` (may be NULL; copied) is what the launcher gave: any number of
//     NAME LENGTH '\n' LENGTH bytes '\n'
// NAME being file, key (bytes of a passphrase), hex-key (its hex digits), raw-key (64 or 96 hex digits), cipher, model.
// Returns 0, or -1 when the window is not one that we know.
int entitylens_qt_start(QObject *window, const char *handover, size_t size);

// From the extension, on any thread: the host handed us this connection.
void entitylens_qt_saw(sqlite3 *db, const sqlite3_api_routines *routines);
}

// The names above, and their types, for dlsym.
using EntitylensStart = int (*)(QObject *, const char *, size_t);
using EntitylensSaw = void (*)(sqlite3 *, const sqlite3_api_routines *);
