// SPDX-License-Identifier: GPL-3.0-or-later
// Where work on a store runs: one lane, one connection, one piece of work at a time.
#pragma once

#include "job.h"

#include <QObject>

namespace entitylens {

// Contract for every kind of lane:
//  * submit() and cancelAll() are called in the thread of the user interface and return at once;
//  * jobs run by priority, then in the order of submission; cancelled ones are dropped unrun;
//  * after the last call of a job's work the lane calls job->deliver() in the thread of the user interface;
//  * work that answers EL_EBUSY, or EL_ECANCELLED without having been cancelled (somebody else interrupted the
//    connection), is run again by the lane, sparingly, before it counts as failed;
//  * nothing of a job touches the store after stop() returned.
class Lane : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    virtual void submit(const JobPtr &job) = 0;
    // Waits for the job in hand (which is told to cancel) and forgets all others undelivered.
    virtual void stop() = 0;
    // The store as seen from here holds edits that are not written yet.
    virtual bool seesUnsavedEdits() const { return false; }

signals:
    // The lane waits for somebody else to let go of the connection or file, or no longer does.
    void busyChanged(bool busy);
};

} // namespace entitylens
