// SPDX-License-Identifier: GPL-3.0-or-later
#include "host_lane.h"

#include <entitylens/store.h>

#include <QFile>

#include <algorithm>

namespace entitylens {

namespace {

// When the host is at work on the connection, or another process holds the file.
constexpr int pauseMs = 50;
constexpr int mostTries = 60;
// How long a slice may keep the user interface; the second figure once it has been tried with the first.
constexpr int shortSliceMs = 250;
constexpr int longSliceMs = 3000;
// Looking at the store for the first time reads its schema and, without a model, samples of its rows.
constexpr int adoptMs = 10000;

// A statement of the host that has returned a row and is not at its end.
bool hostIsReading(sqlite3 *db)
{
    for (sqlite3_stmt *statement = sqlite3_next_stmt(db, nullptr); statement; statement = sqlite3_next_stmt(db, statement))
        if (sqlite3_stmt_busy(statement))
            return true;
    return false;
}

} // namespace

HostLane::HostLane(const ConnectionPtr &connection, const QString &modelPath, QObject *parent)
    : Lane(parent), m_connection(connection), m_modelPath(modelPath)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &HostLane::turn);
}

HostLane::~HostLane()
{
    stop();
}

void HostLane::submit(const JobPtr &job)
{
    if (m_stopped)
        return;
    m_queue.push_back(job);
    if (!m_timer.isActive())
        m_timer.start(0);
}

void HostLane::stop()
{
    m_stopped = true;
    m_timer.stop();
    m_queue.clear();
    m_current.reset();
    dropStore();
}

bool HostLane::seesUnsavedEdits() const
{
    sqlite3 *db = m_connection->handle();
    return db && !sqlite3_get_autocommit(db);
}

void HostLane::forgetStore()
{
    if (!m_inSlice)
        dropStore();
}

void HostLane::dropStore()
{
    if (!m_store)
        return;
    if (!m_connection->isAlive())
        el_store_abandon(m_store);
    el_store_close(m_store);
    m_store = nullptr;
}

JobPtr HostLane::takeNext()
{
    m_queue.erase(std::remove_if(m_queue.begin(), m_queue.end(), [](const JobPtr &job) { return job->isCancelled(); }),
                  m_queue.end());
    if (m_queue.empty())
        return JobPtr();
    auto best = std::min_element(m_queue.begin(), m_queue.end(),
                                 [](const JobPtr &a, const JobPtr &b) { return a->priority() < b->priority(); });
    JobPtr job = *best;
    m_queue.erase(best);
    return job;
}

void HostLane::turn()
{
    // A dialog of the host may spin the event loop inside a slice's caller; a slice never runs inside another.
    if (m_stopped || m_inSlice)
        return;
    if (!m_current || m_current->isCancelled()) {
        m_current = takeNext();
        m_tries = 0;
        m_tooLong = false;
    }
    if (!m_current) {
        tellBusy(false);
        return;
    }
    const JobPtr job = m_current;
    int status = EL_OK;
    if (slice(job, &status))
        settle(job, status);
    else
        again(job);
}

// False: the host is at work on the connection; nothing was done.
bool HostLane::slice(const JobPtr &job, int *status)
{
    sqlite3 *db = m_connection->handle();
    if (!db) {
        job->fail(Failure(EL_EIO, QStringLiteral("closed"), tr("The database is closed")));
        *status = EL_EIO;
        return true;
    }
    sqlite3_mutex *mutex = sqlite3_db_mutex(db);
    if (sqlite3_mutex_try(mutex) != SQLITE_OK)
        return false;
    const bool free = !hostIsReading(db);
    if (free) {
        m_inSlice = true;
        *status = work(db, *job);
        m_inSlice = false;
    }
    sqlite3_mutex_leave(mutex);
    return free;
}

int HostLane::work(sqlite3 *db, Job &job)
{
    int status = EL_OK;
    if (!m_store) {
        m_watchdog.watch(db, adoptMs);
        status = adopt(db, job);
        m_watchdog.stand();
        if (status != EL_OK)
            return status;
    }
    m_watchdog.watch(db, m_tooLong ? longSliceMs : shortSliceMs);
    status = job.runOnce(m_store);
    const bool barked = m_watchdog.stand();
    if (status == EL_ECANCELLED && barked && !job.isCancelled()) {
        if (m_tooLong) {
            job.fail(Failure(EL_ELIMIT, QStringLiteral("too-long-here"),
                             tr("This takes too long beside the database's unsaved changes"),
                             tr("Write or revert them; the work then runs without holding up the window.")));
            return EL_ELIMIT;
        }
        m_tooLong = true;
    }
    return status;
}

int HostLane::adopt(sqlite3 *db, Job &job)
{
    const QByteArray model = QFile::encodeName(m_modelPath);
    el_open_options options = el_open_options();
    options.model_path = model.isEmpty() ? nullptr : model.constData();
    el_error error;
    el_error_clear(&error);
    const int status = el_store_adopt(&m_store, db, &options, &error);
    if (status != EL_OK) {
        m_store = nullptr;
        job.fail(Failure(status, error));
    }
    return status;
}

void HostLane::settle(const JobPtr &job, int status)
{
    if (m_stopped)
        return;
    const bool interrupted = status == EL_ECANCELLED && !job->isCancelled();
    if ((status == EL_EBUSY || interrupted) && m_tries < mostTries) {
        again(job);
        return;
    }
    m_current.reset();
    m_timer.start(0);
    if (status == Job::More && !job->isCancelled()) {
        m_queue.push_back(job);
        return;
    }
    tellBusy(false);
    job->deliver();
}

void HostLane::again(const JobPtr &job)
{
    m_tries++;
    if (m_tries > mostTries) {
        job->fail(Failure(EL_EBUSY, QStringLiteral("host-busy"), tr("DB Browser is at work on the database"),
                          tr("Wait until it has finished, then reload.")));
        m_current.reset();
        m_timer.start(0);
        job->deliver();
        return;
    }
    if (m_tries == 2)
        tellBusy(true);
    m_timer.start(pauseMs);
}

void HostLane::tellBusy(bool busy)
{
    if (busy == m_toldBusy)
        return;
    m_toldBusy = busy;
    emit busyChanged(busy);
}

} // namespace entitylens
