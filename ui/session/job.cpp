// SPDX-License-Identifier: GPL-3.0-or-later
#include "job.h"

namespace entitylens {

void Job::whenDone(QObject *context, Done done)
{
    m_context = context;
    m_done = std::move(done);
}

void Job::setProgress(qint64 done, qint64 total)
{
    m_progressDone.store(done, std::memory_order_relaxed);
    m_progressTotal.store(total, std::memory_order_relaxed);
}

int Job::coreProgress(void *ctx, int64_t done, int64_t total)
{
    Job *job = static_cast<Job *>(ctx);
    job->setProgress(done, total);
    return job->isCancelled();
}

int Job::runOnce(el_store *store)
{
    el_error error;
    el_error_clear(&error);
    int status = m_work(store, *this, &error);
    m_failure = status < 0 ? Failure(status, error) : Failure();
    return status;
}

void Job::deliver()
{
    m_finished.store(true, std::memory_order_relaxed);
    if (isCancelled() || !m_context || !m_done)
        return;
    Done done = std::move(m_done);
    m_done = nullptr;
    done(m_failure);
}

} // namespace entitylens
