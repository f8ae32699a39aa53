// SPDX-License-Identifier: GPL-3.0-or-later
// A piece of work on a store, and the handle by which the one who asked may cancel it.
#pragma once

#include "failure.h"

#include <QPointer>
#include <QString>

#include <atomic>
#include <functional>
#include <memory>

struct el_store;

namespace entitylens {

// What the person looks at comes first; what fills in later waits.
enum class Priority { Visible = 0, Nearby = 1, Filling = 2, Long = 3 };

class Job;
using JobPtr = std::shared_ptr<Job>;

class Job
{
public:
    // Work's answer: an el_status (0 done, negative failed) or More.  More asks to be called again after other work had
    // its turn: a lane that shares a thread with the user interface lives from it.
    static constexpr int More = 1;

    // May be called again from its start when the lane meets a busy or interrupted store, so it must not count on
    // being run once.  Runs on whatever thread the lane has; it holds no statement open when it returns.
    using Work = std::function<int(el_store *, Job &, el_error *)>;
    using Done = std::function<void(const Failure &)>;

    Job(Priority priority, Work work) : m_priority(priority), m_work(std::move(work)) {}

    // Called in the thread of the user interface, never after cancel(), never after context is gone.
    void whenDone(QObject *context, Done done);

    Priority priority() const { return m_priority; }
    bool isCancelled() const { return m_cancelled.load(std::memory_order_relaxed); }
    void cancel() { m_cancelled.store(true, std::memory_order_relaxed); }

    void setProgress(qint64 done, qint64 total);
    qint64 progressDone() const { return m_progressDone.load(std::memory_order_relaxed); }
    qint64 progressTotal() const { return m_progressTotal.load(std::memory_order_relaxed); }
    bool isFinished() const { return m_finished.load(std::memory_order_relaxed); }

    // For the core's progress hooks: ctx is the Job.
    static int coreProgress(void *ctx, int64_t done, int64_t total);

    // For lanes only.
    int runOnce(el_store *store);
    void fail(const Failure &failure) { m_failure = failure; }
    const Failure &failure() const { return m_failure; }
    void deliver();

private:
    const Priority m_priority;
    const Work m_work;
    QPointer<QObject> m_context;
    Done m_done;
    Failure m_failure;
    std::atomic<bool> m_cancelled{false};
    std::atomic<bool> m_finished{false};
    std::atomic<qint64> m_progressDone{0};
    std::atomic<qint64> m_progressTotal{0};
};

} // namespace entitylens
