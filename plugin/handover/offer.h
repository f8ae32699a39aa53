// SPDX-License-Identifier: GPL-3.0-or-later
// What the launcher handed over, understood (plugin/qt/attach.h has the format).
#pragma once

#include <session/store_session.h>

#include <QString>

#include <cstddef>

namespace entitylens {

// What may open a file, not tried yet: from the launcher.
struct OfferedKey {
    QString path; // empty: nothing was handed over
    KeyPtr key;   // null: none was given
    QString cipher;
    QString modelPath;
};

OfferedKey readOffer(const char *bytes, size_t size);

} // namespace entitylens
