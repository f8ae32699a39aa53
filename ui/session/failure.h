// SPDX-License-Identifier: GPL-3.0-or-later
// The core's el_error as the user interface carries it about.
#pragma once

#include <entitylens/error.h>

#include <QMetaType>
#include <QString>
#include <QStringList>

namespace entitylens {

struct Failure {
    Failure() = default;
    Failure(int status, const el_error &error);
    // A failure of the user interface's own, where no core call is behind it.
    Failure(int status, const QString &code, const QString &message, const QString &hint = QString());

    bool failed() const { return status < 0; }
    explicit operator bool() const { return failed(); }

    // In the person's language where a translation of the stable word exists, else the core's English sentence.
    QString sentence() const;
    QString nextStep() const;

    int status = 0;
    QString code;
    QStringList arguments;
    QString message;
    QString hint;
    QString repair;
    bool hasRange = false;
    int start = 0; // bytes of UTF-8
    int end = 0;
};

} // namespace entitylens

Q_DECLARE_METATYPE(entitylens::Failure)
