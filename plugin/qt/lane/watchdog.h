// SPDX-License-Identifier: GPL-3.0-or-later
// Ends a statement on the host's connection that keeps the user interface waiting.
#pragma once

#include <memory>

struct sqlite3;

namespace entitylens {

// The engine's progress handler is one slot per connection, and on the host's connection it is the host's; so a thread
// of ours interrupts.  That is safe only while the caller holds the connection's mutex and no other statement of it is
// under way.
class Watchdog
{
public:
    Watchdog();
    ~Watchdog();

    // Interrupts the connection unless stand() comes within that time.
    void watch(sqlite3 *db, int milliseconds);
    // No interrupt comes after it returns.  True: one was sent.
    bool stand();

private:
    class Thread;
    std::unique_ptr<Thread> m_thread;
};

} // namespace entitylens
