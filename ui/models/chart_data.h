// SPDX-License-Identifier: GPL-3.0-or-later
// How the values of one property are distributed, from one pass over the objects of a question.
#pragma once

#include "format.h"

#include "session/query.h"
#include "session/session.h"

#include <QAbstractTableModel>
#include <QVector>

#include <functional>

namespace entitylens {

struct ChartBar {
    QString label;
    qint64 count = 0;
    QString condition; // predicate that holds for these objects; empty where there is none
};

struct ChartFacts {
    enum Kind { Histogram, TopValues };
    Kind kind = TopValues;
    QString property;
    QVector<ChartBar> bars;
    qint64 values = 0;   // objects that have one
    qint64 nulls = 0;
    qint64 distinct = 0; // of TopValues
    bool cut = false;    // only the first values were read
    QString minimum, maximum, mean; // of numbers and dates
};

// The property is an attribute, or a to-one relationship (grouped by the target's label).
JobPtr chartOf(Session *session, const Query &query, const QString &property, const Format &format, QObject *context,
               std::function<void(const ChartFacts &, const Failure &)> done);
bool canChart(const SchemaEntity &entity, const QString &property);

// The bars as a table: label, count, share.
class ChartTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    explicit ChartTableModel(QObject *parent = nullptr) : QAbstractTableModel(parent) {}

    void setFacts(const ChartFacts &facts, const Format &format);
    const ChartFacts &facts() const { return m_facts; }
    QString csv() const;

    int rowCount(const QModelIndex &parent = QModelIndex()) const override;
    int columnCount(const QModelIndex &parent = QModelIndex()) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    ChartFacts m_facts;
    Format m_format;
};

} // namespace entitylens
