// SPDX-License-Identifier: GPL-3.0-or-later
// A lane on the host's own connection, in the thread of the user interface.
#pragma once

#include "connection/connections.h"
#include "watchdog.h"

#include <session/lane.h>

#include <QTimer>

#include <vector>

namespace entitylens {

// One job at a time, one slice a turn of the event loop.  A slice runs under the connection's mutex, begins only
// when no statement of the host is under way, and has ended all of its own before the mutex is let go.
class HostLane : public Lane
{
    Q_OBJECT
public:
    HostLane(const ConnectionPtr &connection, const QString &modelPath, QObject *parent = nullptr);
    ~HostLane() override;

    void submit(const JobPtr &job) override;
    void stop() override;
    bool seesUnsavedEdits() const override;

    // The store has to be looked at anew before the next job: its schema changed.
    void forgetStore();

private:
    void turn();
    JobPtr takeNext();
    bool slice(const JobPtr &job, int *status);
    int work(sqlite3 *db, Job &job);
    int adopt(sqlite3 *db, Job &job);
    void settle(const JobPtr &job, int status);
    void again(const JobPtr &job);
    void dropStore();
    void tellBusy(bool busy);

    const ConnectionPtr m_connection;
    const QString m_modelPath;
    el_store *m_store = nullptr;
    Watchdog m_watchdog;
    QTimer m_timer;
    std::vector<JobPtr> m_queue;
    JobPtr m_current;
    int m_tries = 0;      // of the job in hand
    bool m_tooLong = false; // the watchdog ended its last slice
    bool m_toldBusy = false;
    bool m_stopped = false;
    bool m_inSlice = false;
};

} // namespace entitylens
