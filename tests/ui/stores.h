// SPDX-License-Identifier: GPL-3.0-or-later
// Stores for the tests of the user interface, and waiting for them.
#pragma once

#include "session/store_session.h"

#include <QString>

#include <functional>

namespace entitylens {

class Panel;

// Gives the core the linked SQLCipher and settings of this run's own.
void prepareTests();

// The passphrase of every encrypted store that the tests use.
KeyPtr keyOf(const QByteArray &passphrase);

// The sample store that the build makes, with its model and key.
OpenRequest sampleRequest();

// "blog-v4" and its like among the stores that ECD wrote; empty where those are not there.
QString realStore(const QString &name);
QString realModel(const QString &name);

// Runs the event loop until the condition holds.  False after half a minute.
bool waitUntil(const std::function<bool()> &condition);
// Until everything that the panel asked for is there and drawn.
bool waitUntilIdle(Panel *panel);

} // namespace entitylens
