// SPDX-License-Identifier: GPL-3.0-or-later
#include "watchdog.h"

#include "connection/engine.h"

#include <QDeadlineTimer>
#include <QMutex>
#include <QThread>
#include <QWaitCondition>

namespace entitylens {

class Watchdog::Thread : public QThread
{
public:
    QMutex mutex;
    QWaitCondition changed;
    QDeadlineTimer deadline{QDeadlineTimer::Forever};
    sqlite3 *db = nullptr;
    bool barked = false;
    bool ending = false;

protected:
    void run() override
    {
        QMutexLocker lock(&mutex);
        while (!ending) {
            if (db && !barked && deadline.hasExpired()) {
                barked = true;
                sqlite3_interrupt(db);
            }
            changed.wait(&mutex, db && !barked ? deadline : QDeadlineTimer(QDeadlineTimer::Forever));
        }
    }
};

Watchdog::Watchdog() : m_thread(new Thread)
{
    m_thread->setObjectName(QStringLiteral("entitylens watchdog"));
    m_thread->start();
}

Watchdog::~Watchdog()
{
    {
        QMutexLocker lock(&m_thread->mutex);
        m_thread->ending = true;
        m_thread->changed.wakeOne();
    }
    m_thread->wait();
}

void Watchdog::watch(sqlite3 *db, int milliseconds)
{
    QMutexLocker lock(&m_thread->mutex);
    m_thread->db = db;
    m_thread->barked = false;
    m_thread->deadline = QDeadlineTimer(milliseconds);
    m_thread->changed.wakeOne();
}

bool Watchdog::stand()
{
    QMutexLocker lock(&m_thread->mutex);
    m_thread->db = nullptr;
    return m_thread->barked;
}

} // namespace entitylens
