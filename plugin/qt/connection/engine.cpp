// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine.h"

#include <entitylens/entitylens.h>

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>

namespace entitylens {

thread_local int OwnConnections::s_depth = 0;

namespace {

std::atomic<const sqlite3_api_routines *> given{nullptr};

} // namespace

void Engine::use(const sqlite3_api_routines *routines)
{
    const sqlite3_api_routines *none = nullptr;
    // The table of a library never changes, so the first one is the one.
    if (routines && given.compare_exchange_strong(none, routines))
        el_sqlite_use(routines);
}

bool Engine::isKnown()
{
    return given.load() != nullptr;
}

int Engine::version()
{
    if (isKnown())
        return sqlite3_libversion_number();
    auto number = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "sqlite3_libversion_number"));
    return number ? number() : 0;
}

bool Engine::callForEachConnection(Entry entry)
{
    if (version() < oldestEngine)
        return false;
    auto callback = reinterpret_cast<void (*)(void)>(entry);
    if (isKnown())
        return sqlite3_auto_extension(callback) == SQLITE_OK;
    auto add = reinterpret_cast<int (*)(void (*)(void))>(dlsym(RTLD_DEFAULT, "sqlite3_auto_extension"));
    return add && add(callback) == SQLITE_OK;
}

int Engine::cipherGeneration(sqlite3 *db)
{
    sqlite3_stmt *statement = nullptr;
    int generation = 0;
    if (sqlite3_prepare_v2(db, "PRAGMA cipher_version", -1, &statement, nullptr) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW) {
        const unsigned char *text = sqlite3_column_text(statement, 0);
        generation = text ? atoi(reinterpret_cast<const char *>(text)) : 0;
    }
    sqlite3_finalize(statement);
    return generation;
}

bool Engine::hasCipher(sqlite3 *db)
{
    return cipherGeneration(db) > 0;
}

} // namespace entitylens
