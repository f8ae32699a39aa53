// SPDX-License-Identifier: GPL-3.0-or-later
// EntityLens inside one host window: its page, the store that the host has open, and the hook for keys.
#pragma once

#include "host/host.h"
#include "lane/host_session.h"

#include <QPointer>

class QMainWindow;

namespace entitylens {

class Panel;

class Part : public QObject
{
    Q_OBJECT
public:
    // Starts in that window, once; null when it is not one that we know.
    static Part *start(QObject *window);
    // Looks for the window itself; for when a database came first.
    static void startSomewhere();

private:
    explicit Part(QMainWindow *window);
    void addPanel();
    void connectPanel();
    // Follows the host to the database that it shows now.
    void follow();
    void followSoon();
    void refused(const QString &path, const Failure &why);
    bool ask(const QString &path);
    void passphraseWanted();
    void modelChosen(const QString &path);
    void browse(const QString &table, qint64 key);

    static QPointer<Part> s_part;
    Host *const m_host;
    HostSession *const m_session;
    QPointer<Panel> m_panel;
    QString m_refusedPath;
    bool m_following = false;
};

} // namespace entitylens
