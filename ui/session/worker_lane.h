// SPDX-License-Identifier: GPL-3.0-or-later
// A lane with a connection and a thread of its own.
#pragma once

#include "lane.h"

#include <memory>

namespace entitylens {

class WorkerLane : public Lane
{
    Q_OBJECT
public:
    // Opens the store on the lane's thread, just before its first job needs it.  The job is the one to ask about
    // cancelling; its progress is the progress of opening.
    using Opener = std::function<int(el_store **, Job &, el_error *)>;

    explicit WorkerLane(Opener opener, QObject *parent = nullptr);
    ~WorkerLane() override;

    void submit(const JobPtr &job) override;
    void stop() override;

private:
    struct Shared;
    class Thread;
    std::shared_ptr<Shared> m_shared;
    std::unique_ptr<Thread> m_thread;
};

} // namespace entitylens
