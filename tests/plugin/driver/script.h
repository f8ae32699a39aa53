// SPDX-License-Identifier: GPL-3.0-or-later
// A driver script: one command a line, words parted by blanks, "quoted words", # for remarks, ${NAME} from the
// environment.
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>

namespace driver {

struct Step {
    int line = 0;
    QString text; // as written, for messages
    QString command;
    QStringList words; // what follows it
};

// Reads a script; on a mistake returns nothing and says why.
QVector<Step> readScript(const QString &path, QString *mistake);

} // namespace driver
