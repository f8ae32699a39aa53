// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef ENTITYLENS_DRIVER_THREADS_H
#define ENTITYLENS_DRIVER_THREADS_H

namespace driver
{

// A host may start threads while it closes and take their objects away at once: before it does, waits until all of them
// run.  At the end of the process, waits for threads that are on their way out, half a second at most after the last
// one left.
//
// QThread::wait() returns before the thread's last instructions, and what the thread gives back there would be taken
// for lost by a leak checker that looks just then.
void waitForThreadsAtExit();

} // namespace driver

#endif
