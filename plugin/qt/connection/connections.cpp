// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections.h"

#include <QCoreApplication>
#include <QMutexLocker>

#include <entitylens/entitylens.h>

#include <algorithm>

namespace entitylens {

namespace {

// What the engine holds for us until the connection closes.
struct DeathNotice {
    ConnectionPtr connection;
};

// The function that carries the notice; useful to a person, too.
void versionFunction(sqlite3_context *context, int, sqlite3_value **)
{
    sqlite3_result_text(context, el_version(), -1, SQLITE_STATIC);
}

} // namespace

Connection::Connection(sqlite3 *db, quint64 generation) : m_db(db), m_generation(generation)
{
    const char *path = sqlite3_db_filename(db, "main");
    m_path = QByteArray(path ? path : "");
    m_identity = FileIdentity::of(m_path);
}

Connections *Connections::instance()
{
    // Never deleted: connections may close after everything else of the program has gone.
    static Connections *connections = [] {
        auto *made = new Connections;
        made->moveToThread(QCoreApplication::instance()->thread()); // the first call may come from any thread
        return made;
    }();
    return connections;
}

void Connections::saw(sqlite3 *db)
{
    ConnectionPtr connection;
    {
        QMutexLocker lock(&m_mutex);
        for (const ConnectionPtr &known : m_connections)
            if (known->handle() == db)
                return;
        connection = std::make_shared<Connection>(db, ++m_generations);
        m_connections.push_back(connection);
    }
    // The engine calls the destructor itself when it refuses the function.
    sqlite3_create_function_v2(db, "entitylens_panel", 0, SQLITE_UTF8, new DeathNotice{connection}, versionFunction,
                               nullptr, nullptr, &Connections::died);
    QMetaObject::invokeMethod(this, &Connections::opened, Qt::QueuedConnection);
}

// Runs inside the close, on the closing thread: no call of SQLite here.
void Connections::died(void *notice)
{
    std::unique_ptr<DeathNotice> gone(static_cast<DeathNotice *>(notice));
    instance()->forget(gone->connection);
}

void Connections::forget(const ConnectionPtr &connection)
{
    connection->m_alive.store(false);
    {
        QMutexLocker lock(&m_mutex);
        m_connections.erase(std::remove(m_connections.begin(), m_connections.end(), connection), m_connections.end());
    }
    const quint64 generation = connection->generation();
    QMetaObject::invokeMethod(this, [this, generation] { emit closed(generation); }, Qt::QueuedConnection);
}

ConnectionPtr Connections::newest(const QByteArray &path) const
{
    const FileIdentity wanted = FileIdentity::of(path);
    QMutexLocker lock(&m_mutex);
    for (auto at = m_connections.rbegin(); at != m_connections.rend(); ++at) {
        const ConnectionPtr &connection = *at;
        if (path.isEmpty() ? connection->path().isEmpty() : connection->identity() == wanted)
            return connection;
    }
    return ConnectionPtr();
}

ConnectionPtr Connections::byGeneration(quint64 generation) const
{
    QMutexLocker lock(&m_mutex);
    for (const ConnectionPtr &connection : m_connections)
        if (connection->generation() == generation)
            return connection;
    return ConnectionPtr();
}

int Connections::alive() const
{
    QMutexLocker lock(&m_mutex);
    return int(m_connections.size());
}

} // namespace entitylens
