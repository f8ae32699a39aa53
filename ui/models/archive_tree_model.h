// SPDX-License-Identifier: GPL-3.0-or-later
// The inside of an archive as a tree: names on the left, values on the right.
#pragma once

#include "session/archive.h"

#include <QAbstractItemModel>

namespace entitylens {

class ArchiveTreeModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    explicit ArchiveTreeModel(QObject *parent = nullptr) : QAbstractItemModel(parent) {}

    void setTree(ArchiveTree tree);
    const ArchiveTree &tree() const { return m_tree; }

    QModelIndex index(int row, int column, const QModelIndex &parent = QModelIndex()) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = QModelIndex()) const override;
    int columnCount(const QModelIndex &) const override { return 2; }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    ArchiveTree m_tree;
};

} // namespace entitylens
