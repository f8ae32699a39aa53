// SPDX-License-Identifier: GPL-3.0-or-later
// What a script can say.
#pragma once

#include "script.h"

#include <functional>

namespace driver {

// What a command found out.
struct Outcome {
    enum Kind {
        Done,
        NotYet, // a condition does not hold; asked again until the time is over
        Failed
    };
    Kind kind = Done;
    QString why;

    static Outcome done() { return Outcome(); }
    static Outcome notYet(const QString &why) { return Outcome{NotYet, why}; }
    static Outcome failed(const QString &why) { return Outcome{Failed, why}; }
};

using Command = std::function<Outcome(const QStringList &)>;

struct CommandEntry {
    const char *name;
    int least, most; // number of words that follow
    bool waits;      // a condition; the others act once and may open a dialog that takes the following steps
    Command run;
};

// The entry of a name, or null.
const CommandEntry *commandNamed(const QString &name);

// Parts of the table.
QVector<CommandEntry> actionCommands();
QVector<CommandEntry> conditionCommands();
QVector<CommandEntry> systemCommands();

} // namespace driver
