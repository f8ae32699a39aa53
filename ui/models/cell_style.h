// SPDX-License-Identifier: GPL-3.0-or-later
// What a view is told about a value besides its text; the same roles in every model that shows values.
#pragma once

#include "session/cell.h"

#include <QCoreApplication>
#include <QString>

namespace entitylens {

enum class CellStyle {
    Text, Number, Date, Null, EmptyText, True, False, Binary, Archive,
    Link, DanglingLink, Count, Identity,
    Odd,     // storage that does not fit the type, or a date that nobody meant
    Pending, // not read yet
    Heading  // of a section
};

enum ValueRole {
    StyleRole = Qt::UserRole + 1, // CellStyle as int
    CellRole,      // Cell
    ReferenceRole, // Reference
    CountRole,     // qint64; -1 unknown
    KeyRole,       // qint64, the object's number
    EntityRole,    // QString, the object's own entity
    ExactRole,     // QString, nothing lost: what is copied
    GuessRole,     // bool: the type is inferred
    PropertyRole,  // QString, name of the attribute or relationship
    KindRole,      // of a node; the model's own enumeration
    AccentRole,    // int, number of the hierarchy; -1 none
    SeverityRole,  // QString, of findings
    ZoneRole,      // QString, of the headers of dates
    LastValueRole
};

CellStyle styleOf(const Cell &cell);
// What a screen reader says where the view draws a mark or a grey word.
QString spokenText(const Cell &cell, const QString &shown);

} // namespace entitylens
