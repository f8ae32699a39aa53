// SPDX-License-Identifier: GPL-3.0-or-later
// How two stores differ: entities, their objects, the objects' properties.
#pragma once

#include "cell_style.h"

#include "session/store_jobs.h"

#include <QAbstractItemModel>

namespace entitylens {

class ComparisonModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum ColumnName { NameColumn, BeforeColumn, AfterColumn, ColumnTotal };
    enum Kind { EntityRow, ObjectRow, PropertyRow };

    explicit ComparisonModel(QObject *parent = nullptr) : QAbstractItemModel(parent) {}

    void setComparison(const StoreComparison &comparison);
    const StoreComparison &comparison() const { return m_comparison; }
    const ObjectDifference *object(const QModelIndex &index) const;
    bool isEqual() const;
    QString summary() const;

    QModelIndex index(int row, int column, const QModelIndex &parent = QModelIndex()) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = QModelIndex()) const override;
    int columnCount(const QModelIndex &) const override { return ColumnTotal; }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Node {
        Kind kind;
        int entity, object;
    };
    Node nodeOf(const QModelIndex &index) const;
    QVariant entityData(int entity, int column, int role) const;
    QVariant objectData(const ObjectDifference &object, int column, int role) const;

    StoreComparison m_comparison;
    QVector<int> m_shown;            // entities that differ
    QVector<QVector<int>> m_objects; // by shown entity: into m_comparison.objects
};

} // namespace entitylens
