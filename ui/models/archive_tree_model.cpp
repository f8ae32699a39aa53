// SPDX-License-Identifier: GPL-3.0-or-later
#include "archive_tree_model.h"

#include "cell_style.h"

namespace entitylens {

namespace {

ArchiveNode *nodeOf(const QModelIndex &index)
{
    return static_cast<ArchiveNode *>(index.internalPointer());
}

CellStyle styleOf(const ArchiveNode &node)
{
    switch (node.kind) {
    case ArchiveNode::Null: return CellStyle::Null;
    case ArchiveNode::Text: return node.text.isEmpty() ? CellStyle::EmptyText : CellStyle::Text;
    case ArchiveNode::Boolean: return node.text == QLatin1String("YES") ? CellStyle::True : CellStyle::False;
    case ArchiveNode::Number: return CellStyle::Date; // a number that stays on the left, beside its name
    default: return CellStyle::Heading;
    }
}

} // namespace

void ArchiveTreeModel::setTree(ArchiveTree tree)
{
    beginResetModel();
    m_tree = std::move(tree);
    endResetModel();
}

QModelIndex ArchiveTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!m_tree.root || row < 0 || column < 0 || column > 1 || parent.column() > 0)
        return QModelIndex();
    if (!parent.isValid())
        return row == 0 ? createIndex(0, column, m_tree.root.get()) : QModelIndex();
    const ArchiveNode *node = nodeOf(parent);
    return row < int(node->children.size()) ? createIndex(row, column, node->children[size_t(row)].get()) : QModelIndex();
}

QModelIndex ArchiveTreeModel::parent(const QModelIndex &index) const
{
    ArchiveNode *above = index.isValid() ? nodeOf(index)->parent : nullptr;
    return above ? createIndex(above->row, 0, above) : QModelIndex();
}

int ArchiveTreeModel::rowCount(const QModelIndex &parent) const
{
    if (parent.column() > 0)
        return 0;
    return parent.isValid() ? int(nodeOf(parent)->children.size()) : m_tree.root ? 1 : 0;
}

QVariant ArchiveTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QVariant();
    return section == 0 ? tr("Key") : tr("Value");
}

QVariant ArchiveTreeModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return QVariant();
    const ArchiveNode &node = *nodeOf(index);
    bool isRoot = !node.parent;
    if (index.column() == 0) {
        if (role == StyleRole)
            return int(CellStyle::Heading);
        return role == Qt::DisplayRole ? QVariant(isRoot ? tr("root") : node.key) : QVariant();
    }
    switch (role) {
    case StyleRole: return int(styleOf(node));
    case ExactRole: return node.text;
    case Qt::AccessibleTextRole:
    case Qt::DisplayRole:
        switch (node.kind) {
        case ArchiveNode::List: return tr("list of %1").arg(node.children.size());
        case ArchiveNode::Dictionary: return tr("dictionary of %1").arg(node.children.size());
        case ArchiveNode::Null: return tr("NULL");
        case ArchiveNode::Text: return node.text.left(400).simplified();
        default: return node.text;
        }
    default: return QVariant();
    }
}

} // namespace entitylens
