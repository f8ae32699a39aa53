// SPDX-License-Identifier: GPL-3.0-or-later
// A store inside a host: what is on the screen, read where the host's unsaved edits are; everything else on a second
// connection of our own where the file can be opened a second time.
#pragma once

#include "connection/connections.h"
#include "connection/header.h"
#include "connection/keyring.h"

#include <session/session.h>

#include <QTimer>

namespace entitylens {

class HostLane;
class WorkerLane;

class HostSession : public Session
{
    Q_OBJECT
public:
    explicit HostSession(QObject *parent = nullptr);
    ~HostSession() override;

    // Looks at a connection of the host; whatever was looked at before is let go.
    void adopt(const ConnectionPtr &connection, const QString &path, const QString &modelPath);
    void close();
    // Nothing is open, and this is why.
    void explain(const QString &path, const Failure &why);
    const ConnectionPtr &connection() const { return m_connection; }

    // The host's edits may have been written or reverted, or there are new ones.
    void editsChanged();
    // The connection ended; called for every one that does.
    void connectionClosed(quint64 generation);

    QString path() const override { return m_path; }
    Lane *lane(LaneKind kind) const override;
    void reload() override;
    // Whether long work runs beside the host; without it, giving the passphrase makes it so.
    bool hasSecondLane() const { return m_second != nullptr; }

private:
    void openSecondLane();
    void closeLanes();
    void readSchema(bool again);
    void arrived(const Failure &failure, const SchemaPtr &schema, const el_model *model);
    bool hasUnsavedEdits() const;
    void look();
    QString fileState() const;

    ConnectionPtr m_connection;
    QString m_path;
    QString m_modelPath;
    HostLane *m_host = nullptr;
    WorkerLane *m_second = nullptr;
    QTimer m_watch;
    QString m_fileState;
    int m_looksUntilReload = 0; // 0: the file is what was read
    int m_changes = 0;       // the connection's count of changed rows when last looked at
    bool m_unsaved = false;  // the same for unsaved edits
};

} // namespace entitylens
