// SPDX-License-Identifier: GPL-3.0-or-later
// What a person types into the filter row, as a predicate.
#pragma once

#include "object_table_model.h"

namespace entitylens {

struct FilterCondition {
    QString predicate; // empty when nothing is asked for, or when it is not understood
    QString problem;   // a sentence; empty when all is well
};

// Text: contains, without regard to case and accents; "=text" all of it; "NULL"; a leading "!" denies.
// Numbers, dates and counts: "5", ">5", "<=5", "3..7"; dates may stop at the year, month or day.
FilterCondition filterCondition(const QString &typed, const TableColumn &column, const SchemaEntity &entity,
                                const Schema &schema, const Format &format);

// A value as predicate text: "'it\\'s'", "5", "YES", CAST(…) for dates; empty where there is no literal.
QString predicateLiteral(const Cell &cell);
QString quotedText(const QString &text);
// A key that is a reserved word needs a # before it.
QString predicateKey(const QString &name);

} // namespace entitylens
