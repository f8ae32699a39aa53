// SPDX-License-Identifier: GPL-3.0-or-later
// A migration as lists: what changes in the model, and what that does to the objects.
#pragma once

#include "cell_style.h"

#include "session/migration.h"

#include <QAbstractItemModel>

namespace entitylens {

class MigrationChangesModel : public QAbstractListModel
{
    Q_OBJECT
public:
    explicit MigrationChangesModel(QObject *parent = nullptr) : QAbstractListModel(parent) {}

    void setReport(const MigrationReport &report);
    const MigrationChange *change(int row) const { return row >= 0 && row < m_changes.size() ? &m_changes[row] : nullptr; }
    int rowCount(const QModelIndex &parent = QModelIndex()) const override { return parent.isValid() ? 0 : m_changes.size(); }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    QVector<MigrationChange> m_changes;
};

// Effects on this store: findings, each with objects before and after; then the entities with their rows.
class MigrationEffectsModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum ColumnName { WhatColumn, BeforeColumn, AfterColumn, ColumnTotal };

    explicit MigrationEffectsModel(QObject *parent = nullptr) : QAbstractItemModel(parent) {}

    // Those of one entity and property only, when they are not empty.
    void setReport(const MigrationReport &report, const QString &entity = QString(), const QString &property = QString());

    QModelIndex index(int row, int column, const QModelIndex &parent = QModelIndex()) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = QModelIndex()) const override;
    int columnCount(const QModelIndex &) const override { return ColumnTotal; }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant findingData(const MigrationFinding &finding, int column, int role) const;
    QVariant effectData(const MigrationEffect &effect, int column, int role) const;

    QVector<MigrationFinding> m_findings;
    QVector<MigrationEffect> m_effects;
};

} // namespace entitylens
