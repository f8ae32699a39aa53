// SPDX-License-Identifier: GPL-3.0-or-later
// What opening and checking a store found, worst first.
#pragma once

#include "cell_style.h"

#include "session/schema.h"

#include <QAbstractTableModel>

namespace entitylens {

struct Finding {
    QString severity;
    QString code;
    QString where;
    QString text;
    qint64 count = -1;
    QStringList samples; // object ids
    QString sql;

    // The entity that `where` begins with, when it does.
    QString entityIn(const Schema &schema) const;
};

class FindingsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum ColumnName { WhereColumn, TextColumn, CountColumn, ColumnTotal };

    explicit FindingsModel(QObject *parent = nullptr) : QAbstractTableModel(parent) {}

    void setFindings(QVector<Finding> findings);
    const Finding *finding(int row) const { return row >= 0 && row < m_findings.size() ? &m_findings[row] : nullptr; }
    static QVector<Finding> of(const Schema &schema);

    int rowCount(const QModelIndex &parent = QModelIndex()) const override { return parent.isValid() ? 0 : m_findings.size(); }
    int columnCount(const QModelIndex &parent = QModelIndex()) const override { return parent.isValid() ? 0 : int(ColumnTotal); }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVector<Finding> m_findings;
};

} // namespace entitylens
