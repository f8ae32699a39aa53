// SPDX-License-Identifier: GPL-3.0-or-later
// What is selected in the table, as text for the clipboard.
#pragma once

#include "models/object_table_model.h"

#include <QItemSelectionModel>

#include <functional>

class QTableView;

namespace entitylens {

enum class CopyFormat { Text, Csv, Json, Predicate };

// More rows than this are not put on the clipboard; export is the way then.
constexpr int mostCopiedRows = 5000;

// Cells of visible columns in their order, exact values, tab-separated; nothing of rows that are not at hand.
QString selectedText(const QTableView &table, const ObjectTableModel &model);
// "title == 'x'", "rating IN {1, 2}", of the current column.
QString selectedPredicate(const QTableView &table, const ObjectTableModel &model);
// Sum and average of the selected cells of the current column when it holds numbers; empty otherwise.
QString selectionSummary(const QTableView &table, const ObjectTableModel &model);
// Objects in full, read again from the store by the core's own writers.
JobPtr copyObjects(Session *session, const QTableView &table, const ObjectTableModel &model, CopyFormat format,
                   QObject *context, std::function<void(const QString &text, const Failure &failure)> done);

} // namespace entitylens
