// SPDX-License-Identifier: GPL-3.0-or-later
// What a person reads for a value: the locale's digits, the chosen time zone, words for what has no text.
#pragma once

#include "session/cell.h"
#include "session/schema.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTimeZone>

namespace entitylens {

// How dates are shown everywhere; the header's click changes it.
enum class ZoneChoice { Utc, Local };

class Format
{
    Q_DECLARE_TR_FUNCTIONS(entitylens::Format)
public:
    QLocale locale;
    ZoneChoice zone = ZoneChoice::Utc;

    QString zoneName() const;

    // One line for a table cell.  Empty for values that are drawn (booleans, NULL, empty text).
    QString cell(const Cell &cell) const;
    // All of it, with nothing lost: what Copy puts on the clipboard.
    QString exact(const Cell &cell) const;
    QString date(double secondsSince1970) const;
    QString exactDate(double secondsSince1970) const;
    // "4.2 kB"
    QString size(qint64 bytes) const;
    QString number(qint64 n) const { return locale.toString(n); }
    // "PNG 128×128, 4.2 kB", "binary, 12 bytes"
    QString data(const Cell &cell) const;
    QString toMany(const ReferenceList &list) const;
    QString reference(const Reference &ref) const;
    // Several lines for a tooltip: the stored form, and for dates the other epochs.
    QString explanation(const Cell &cell, const SchemaAttribute *attribute) const;

    // Seconds outside of this are shown raw with a mark rather than as a confident date.
    static bool isPlausibleDate(double secondsSince1970);

private:
    QStringList otherReadings(double number) const;
};

} // namespace entitylens
