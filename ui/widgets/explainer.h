// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the core how a question is answered, by us and by ECD.
#pragma once

#include "sql_pane.h"

#include "session/query.h"
#include "session/session.h"

#include <functional>

namespace entitylens {

JobPtr explainQuery(Session *session, const Query &query, QObject *context,
                    std::function<void(const ExplanationFacts &, const Failure &)> done);

} // namespace entitylens
