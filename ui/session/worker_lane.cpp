// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker_lane.h"

#include <entitylens/cipher.h>
#include <entitylens/store.h>

#include <QMutex>
#include <QThread>
#include <QWaitCondition>

#include <algorithm>
#include <vector>

namespace entitylens {

namespace {

// A locked store is tried again for this long before the person is told.
constexpr int busyTries = 20;
constexpr unsigned long busyPauseMs = 100;

int cancelWish(void *ctx)
{
    return static_cast<Job *>(ctx)->isCancelled();
}

} // namespace

struct WorkerLane::Shared {
    QMutex mutex;
    QWaitCondition wake;
    std::vector<JobPtr> queue;
    JobPtr current;
    bool stopping = false;

    bool stopped()
    {
        QMutexLocker lock(&mutex);
        return stopping;
    }

    // The next job by priority, oldest first; cancelled ones fall out here.
    JobPtr take()
    {
        queue.erase(std::remove_if(queue.begin(), queue.end(), [](const JobPtr &job) { return job->isCancelled(); }),
                    queue.end());
        if (queue.empty())
            return JobPtr();
        auto best = std::min_element(queue.begin(), queue.end(),
                                     [](const JobPtr &a, const JobPtr &b) { return a->priority() < b->priority(); });
        JobPtr job = *best;
        queue.erase(best);
        return job;
    }
};

class WorkerLane::Thread : public QThread
{
public:
    Thread(WorkerLane *lane, std::shared_ptr<Shared> shared, Opener opener)
        : m_lane(lane), m_shared(std::move(shared)), m_opener(std::move(opener))
    {
    }

protected:
    void run() override
    {
        while (JobPtr job = next())
            finish(job, work(job));
        el_store_close(m_store);
        el_cipher_thread_end();
    }

private:
    JobPtr next()
    {
        QMutexLocker lock(&m_shared->mutex);
        m_shared->current.reset();
        for (;;) {
            if (m_shared->stopping)
                return JobPtr();
            if (JobPtr job = m_shared->take()) {
                m_shared->current = job;
                return job;
            }
            m_shared->wake.wait(&m_shared->mutex);
        }
    }

    int open(Job &job)
    {
        if (m_store)
            return 0;
        el_error error;
        el_error_clear(&error);
        int status = m_opener(&m_store, job, &error);
        if (status < 0) {
            m_store = nullptr;
            job.fail(Failure(status, error));
        }
        return status;
    }

    int work(const JobPtr &job)
    {
        int status = open(*job);
        if (status < 0)
            return status;
        el_store_set_interrupt(m_store, cancelWish, job.get());
        status = attempt(*job);
        el_store_set_interrupt(m_store, nullptr, nullptr);
        return status;
    }

    int attempt(Job &job)
    {
        for (int tries = 0;; tries++) {
            int status = job.runOnce(m_store);
            bool again = status == EL_EBUSY || status == EL_ECANCELLED;
            if (!again || job.isCancelled() || tries == busyTries)
                return status;
            if (tries == 0)
                tellBusy(true);
            msleep(busyPauseMs);
        }
    }

    void finish(const JobPtr &job, int status)
    {
        tellBusy(false);
        QMutexLocker lock(&m_shared->mutex);
        if (m_shared->stopping)
            return;
        if (status == Job::More && !job->isCancelled()) {
            m_shared->queue.push_back(job);
            return;
        }
        std::shared_ptr<Shared> shared = m_shared;
        QMetaObject::invokeMethod(m_lane, [job, shared] {
            if (!shared->stopped())
                job->deliver();
        }, Qt::QueuedConnection);
    }

    void tellBusy(bool busy)
    {
        if (busy == m_toldBusy)
            return;
        m_toldBusy = busy;
        WorkerLane *lane = m_lane;
        QMetaObject::invokeMethod(lane, [lane, busy] { emit lane->busyChanged(busy); }, Qt::QueuedConnection);
    }

    WorkerLane *const m_lane;
    const std::shared_ptr<Shared> m_shared;
    const Opener m_opener;
    el_store *m_store = nullptr;
    bool m_toldBusy = false;
};

WorkerLane::WorkerLane(Opener opener, QObject *parent) : Lane(parent), m_shared(std::make_shared<Shared>()),
    m_thread(new Thread(this, m_shared, std::move(opener)))
{
    m_thread->setObjectName(QStringLiteral("entitylens lane"));
    m_thread->start();
}

WorkerLane::~WorkerLane()
{
    stop();
}

void WorkerLane::submit(const JobPtr &job)
{
    QMutexLocker lock(&m_shared->mutex);
    if (m_shared->stopping)
        return;
    m_shared->queue.push_back(job);
    m_shared->wake.wakeOne();
}

void WorkerLane::stop()
{
    {
        QMutexLocker lock(&m_shared->mutex);
        m_shared->stopping = true;
        m_shared->queue.clear();
        if (m_shared->current)
            m_shared->current->cancel();
        m_shared->wake.wakeOne();
    }
    m_thread->wait();
}

} // namespace entitylens
