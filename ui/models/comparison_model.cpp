// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison_model.h"

#include <QLocale>

namespace entitylens {

namespace {

// An index's number says what it is: entities are 0; objects 1 + entity; properties 1 + entity with the object above bit 16.
quintptr idOfObject(int entity)
{
    return quintptr(entity) + 1;
}

quintptr idOfProperty(int entity, int object)
{
    return (quintptr(object) + 1) << 16 | (quintptr(entity) + 1);
}

} // namespace

void ComparisonModel::setComparison(const StoreComparison &comparison)
{
    beginResetModel();
    m_comparison = comparison;
    m_shown.clear();
    m_objects.clear();
    for (int i = 0; i < comparison.entities.size(); i++) {
        const EntityDifference &e = comparison.entities[i];
        if (e.added + e.removed + e.changed == 0)
            continue;
        m_shown << i;
        QVector<int> objects;
        for (int o = 0; o < comparison.objects.size(); o++)
            if (comparison.objects[o].entity == e.entity)
                objects << o;
        m_objects << objects;
    }
    endResetModel();
}

bool ComparisonModel::isEqual() const
{
    return m_shown.isEmpty();
}

QString ComparisonModel::summary() const
{
    qint64 added = 0, removed = 0, changed = 0, equal = 0;
    for (const EntityDifference &e : m_comparison.entities) {
        added += e.added;
        removed += e.removed;
        changed += e.changed;
        equal += e.equal;
    }
    QLocale locale;
    return tr("%1 added, %2 removed, %3 changed, %4 equal")
        .arg(locale.toString(added), locale.toString(removed), locale.toString(changed), locale.toString(equal));
}

ComparisonModel::Node ComparisonModel::nodeOf(const QModelIndex &index) const
{
    quintptr id = index.internalId();
    if (id == 0)
        return Node{EntityRow, index.row(), -1};
    int entity = int(id & 0xffff) - 1;
    if (id >> 16 == 0)
        return Node{ObjectRow, entity, index.row()};
    return Node{PropertyRow, entity, int(id >> 16) - 1};
}

QModelIndex ComparisonModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || row >= rowCount(parent) || column < 0 || column >= ColumnTotal)
        return QModelIndex();
    if (!parent.isValid())
        return createIndex(row, column, quintptr(0));
    Node above = nodeOf(parent);
    return createIndex(row, column, above.kind == EntityRow ? idOfObject(above.entity) : idOfProperty(above.entity, above.object));
}

QModelIndex ComparisonModel::parent(const QModelIndex &index) const
{
    if (!index.isValid())
        return QModelIndex();
    Node node = nodeOf(index);
    switch (node.kind) {
    case EntityRow: return QModelIndex();
    case ObjectRow: return createIndex(node.entity, 0, quintptr(0));
    case PropertyRow: return createIndex(node.object, 0, idOfObject(node.entity));
    }
    return QModelIndex();
}

int ComparisonModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return m_shown.size();
    if (parent.column() > 0)
        return 0;
    Node node = nodeOf(parent);
    if (node.kind == EntityRow)
        return m_objects[node.entity].size();
    return node.kind == ObjectRow ? m_comparison.objects[m_objects[node.entity][node.object]].properties.size() : 0;
}

const ObjectDifference *ComparisonModel::object(const QModelIndex &index) const
{
    if (!index.isValid())
        return nullptr;
    Node node = nodeOf(index);
    return node.kind == EntityRow ? nullptr : &m_comparison.objects[m_objects[node.entity][node.object]];
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QVariant();
    return section == NameColumn ? tr("Object") : section == BeforeColumn ? tr("Before") : tr("Now");
}

QVariant ComparisonModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return QVariant();
    Node node = nodeOf(index);
    if (role == KindRole)
        return int(node.kind);
    if (node.kind == EntityRow)
        return entityData(node.entity, index.column(), role);
    const ObjectDifference &o = *object(index);
    if (node.kind == ObjectRow)
        return objectData(o, index.column(), role);
    const PropertyDifference &p = o.properties[index.row()];
    if (role == StyleRole)
        return int(index.column() == NameColumn ? CellStyle::Heading : CellStyle::Text);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return QVariant();
    return index.column() == NameColumn ? p.name : index.column() == BeforeColumn ? p.before : p.after;
}

QVariant ComparisonModel::entityData(int entity, int column, int role) const
{
    const EntityDifference &e = m_comparison.entities[m_shown[entity]];
    if (role == StyleRole)
        return int(column == NameColumn ? CellStyle::Text : CellStyle::Heading);
    if (role != Qt::DisplayRole)
        return QVariant();
    QLocale locale;
    if (column == NameColumn)
        return e.entity;
    if (column == BeforeColumn)
        return e.removed ? tr("%1 removed").arg(locale.toString(e.removed)) : QString();
    QStringList parts;
    if (e.added)
        parts << tr("%1 added").arg(locale.toString(e.added));
    if (e.changed)
        parts << tr("%1 changed").arg(locale.toString(e.changed));
    return parts.join(QStringLiteral(", "));
}

QVariant ComparisonModel::objectData(const ObjectDifference &o, int column, int role) const
{
    QString id = o.entity + QLatin1Char('/') + QString::number(o.key);
    if (role == StyleRole) {
        bool here = o.kind != ObjectDifference::Removed;
        return int(column == NameColumn && here ? CellStyle::Link : CellStyle::Heading);
    }
    if (role != Qt::DisplayRole)
        return QVariant();
    if (column == NameColumn)
        return o.label.isEmpty() ? id : id + QStringLiteral("  ") + o.label.left(80).simplified();
    if (column == BeforeColumn)
        return o.kind == ObjectDifference::Removed ? tr("removed") : QString();
    return o.kind == ObjectDifference::Added ? tr("added")
         : o.kind == ObjectDifference::Changed ? tr("%1 properties changed").arg(o.properties.size()) : QString();
}

} // namespace entitylens
