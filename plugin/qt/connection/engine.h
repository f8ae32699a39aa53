// SPDX-License-Identifier: GPL-3.0-or-later
// The host's SQLite.  It is the only one in this process that we touch, and always through its routine table.
#pragma once

extern "C" {
#include "sqlite/api.h"
}

namespace entitylens {

// The oldest engine whose routine table we know to be complete for what we call.
constexpr int oldestEngine = 3015002;

class Engine
{
public:
    // The table that an extension's init or an auto-extension callback was given; any thread.
    static void use(const sqlite3_api_routines *routines);
    static bool isKnown();

    using Entry = int (*)(sqlite3 *, char **, const sqlite3_api_routines *);
    // Calls `entry` for every connection opened from now on.  Works before any table is known, by the name that the
    // process resolves; false when there is no SQLite, or one that is too old.
    static bool callForEachConnection(Entry entry);

    // The library's version number, e.g. 3040001; 0 when there is none.
    static int version();
    // Asks the connection: SQLCipher answers its version, plain SQLite nothing.
    static bool hasCipher(sqlite3 *db);
    // Leading number of SQLCipher's own version (3, 4), 0 without it.
    static int cipherGeneration(sqlite3 *db);
};

// While one lives, connections opened by this thread are our own: they are neither keyed nor adopted by the hook.
class OwnConnections
{
public:
    OwnConnections() { ++s_depth; }
    ~OwnConnections() { --s_depth; }
    OwnConnections(const OwnConnections &) = delete;
    OwnConnections &operator=(const OwnConnections &) = delete;
    static bool here() { return s_depth > 0; }

private:
    static thread_local int s_depth;
};

} // namespace entitylens
