// SPDX-License-Identifier: GPL-3.0-or-later
// The host's connections, from the moment the engine opens one to the moment it closes.
#pragma once

#include "engine.h"
#include "file_identity.h"

#include <QByteArray>
#include <QMutex>
#include <QObject>

#include <atomic>
#include <memory>
#include <vector>

namespace entitylens {

// A connection that somebody else owns.  The engine reuses addresses at once, so the address alone says nothing: a
// Connection object stands for one life of it.
class Connection
{
public:
    Connection(sqlite3 *db, quint64 generation);

    // The handle, or null once the owner has closed it.  Ask in the thread that closes, before every use.
    sqlite3 *handle() const { return m_alive.load() ? m_db : nullptr; }
    bool isAlive() const { return m_alive.load(); }
    quint64 generation() const { return m_generation; }
    // Path of the main database as the engine spells it; empty for one in memory.
    const QByteArray &path() const { return m_path; }
    const FileIdentity &identity() const { return m_identity; }

private:
    friend class Connections;
    sqlite3 *const m_db;
    const quint64 m_generation;
    std::atomic<bool> m_alive{true};
    QByteArray m_path;
    FileIdentity m_identity;
};

using ConnectionPtr = std::shared_ptr<Connection>;

// All of them.  Callable from any thread; signals come in the thread of the user interface.
class Connections : public QObject
{
    Q_OBJECT
public:
    static Connections *instance();

    // Notes a connection and asks the engine for word of its end.  Again for the same life: nothing happens.
    void saw(sqlite3 *db);
    // The newest living connection to that file; for an empty path the newest to a database in memory.
    ConnectionPtr newest(const QByteArray &path) const;
    ConnectionPtr byGeneration(quint64 generation) const;
    int alive() const;

signals:
    void opened();
    void closed(quint64 generation);

private:
    Connections() = default;
    static void died(void *connection);
    void forget(const ConnectionPtr &connection);

    mutable QMutex m_mutex;
    std::vector<ConnectionPtr> m_connections;
    quint64 m_generations = 0;
};

} // namespace entitylens
