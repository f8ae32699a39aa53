// SPDX-License-Identifier: GPL-3.0-or-later
// Called by the engine for every connection the host opens, before the host itself can use it: the place where an
// encrypted file gets its key.
#pragma once

#include "engine.h"

#include <session/failure.h>

#include <QObject>
#include <QString>

#include <functional>

namespace entitylens {

class Hook : public QObject
{
    Q_OBJECT
public:
    static Hook *instance();

    // Once for the process; again does nothing.  False: no SQLite here, or one that is too old.
    bool install();
    bool isInstalled() const { return m_installed; }

    // Asks the person for a key that opens the file, and teaches the key ring; false: cancelled.
    using Ask = std::function<bool(const QString &path)>;
    void setAsk(const Ask &ask) { m_ask = ask; }

signals:
    // A file that we could not open, and why; queued.
    void refused(const QString &path, const entitylens::Failure &why);

private:
    Hook() = default;
    static int opened(sqlite3 *db, char **message, const sqlite3_api_routines *routines);
    void unlock(sqlite3 *db);
    bool find(sqlite3 *db, const QString &path);
    bool askOnce(const QString &path);
    void forgetAnswerLater(int level);
    void tell(const QString &path, const Failure &why);

    Ask m_ask;
    QString m_declined; // the file whose prompt was cancelled while the host still tries to open it
    bool m_installed = false;
};

} // namespace entitylens
