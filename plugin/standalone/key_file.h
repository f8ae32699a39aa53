// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a key from the first line of a file or of standard input.
#pragma once

#include "session/failure.h"
#include "session/store_session.h"

namespace entitylens {

// @param name a path, or "-" for standard input.  Null with a failure when there is no key in it.
KeyPtr readKeyFile(const QString &name, Failure *failure);

} // namespace entitylens
