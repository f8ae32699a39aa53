// SPDX-License-Identifier: GPL-3.0-or-later
// The first bytes of a database file, read through the engine's own file handle.
#pragma once

#include "engine.h"

#include <QByteArray>

namespace entitylens {

enum class FileStart {
    None,      // in memory, empty, or too short for a database
    Plain,     // SQLite's magic text
    Unreadable // anything else: encrypted, or no database
};

// Works before the connection is keyed.
FileStart startOf(sqlite3 *db, QByteArray *firstBytes = nullptr);
// First 16 bytes of a file, by a connection of our own.
QByteArray readSalt(const QByteArray &path);

} // namespace entitylens
