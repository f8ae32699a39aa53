// SPDX-License-Identifier: GPL-3.0-or-later
// What the object table says about one cell or header.
#include "object_table_model.h"

#include <QFont>

namespace entitylens {

namespace {

// A row of an entity that the schema does not know any more may be shorter than the columns.
template <class T> const T &at(const QVector<T> &values, int index)
{
    static const T none = T();
    return index < values.size() ? values[index] : none;
}

} // namespace

QVariant ObjectTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    const SchemaEntity *e = entity();
    if (!e || section < 0 || section >= m_columns.size())
        return QVariant();
    const TableColumn &c = m_columns[section];
    const SchemaAttribute *a = c.kind == TableColumn::Attribute ? &e->attributes[c.index] : nullptr;
    bool isLink = c.kind == TableColumn::ToOne || c.kind == TableColumn::ToMany;
    const SchemaRelationship *r = isLink ? &e->relationships[c.index] : nullptr;
    switch (role) {
    case Qt::DisplayRole: return c.name;
    case Qt::TextAlignmentRole: {
        bool right = c.kind == TableColumn::Identity || c.kind == TableColumn::ToMany || (a && a->isNumber());
        return int((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    case ZoneRole: return a && a->type == EL_TYPE_DATE ? m_format.zoneName() : QString();
    case GuessRole: return (a && a->isGuess()) || (r && r->isGuess());
    case Qt::ToolTipRole:
        if (a && a->isGuess())
            return tr("%1: %2\nType inferred: %3").arg(a->name, a->typeName, a->provenance);
        if (a && a->type == EL_TYPE_DATE)
            return tr("%1: %2, shown in %3").arg(a->name, a->typeName, m_format.zoneName());
        if (a)
            return tr("%1: %2").arg(a->name, a->typeName);
        if (r)
            return r->toMany ? tr("%1: to many %2").arg(r->name, r->destination) : tr("%1: to one %2").arg(r->name, r->destination);
        return c.kind == TableColumn::Identity ? tr("Number of the object in its table") : tr("The object's own entity");
    default: return QVariant();
    }
}

QVariant ObjectTableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows || index.column() >= m_columns.size())
        return QVariant();
    const Row *row = m_cache.row(index.row());
    if (!row) {
        wantPage(index.row() / PageCache::pageSize);
        if (role == StyleRole)
            return int(CellStyle::Pending);
        return role == Qt::AccessibleTextRole ? QVariant(tr("loading")) : QVariant();
    }
    return cellData(*row, m_columns[index.column()], role);
}

QVariant ObjectTableModel::cellData(const Row &row, const TableColumn &column, int role) const
{
    switch (role) {
    case StyleRole: return int(columnStyle(row, column));
    case KeyRole: return row.key;
    case EntityRole: return row.entity;
    case Qt::TextAlignmentRole: {
        CellStyle style = columnStyle(row, column);
        bool right = style == CellStyle::Number || style == CellStyle::Count || style == CellStyle::Identity;
        // The grey words stand where the numbers of their column stand.
        const SchemaEntity *e = entity();
        if (style == CellStyle::Null && column.kind == TableColumn::Attribute && e)
            right = e->attributes[column.index].isNumber();
        return int((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    default: break;
    }
    switch (column.kind) {
    case TableColumn::Identity:
        if (role == Qt::DisplayRole || role == ExactRole)
            return QString::number(row.key);
        return role == Qt::ToolTipRole ? QVariant(row.id()) : QVariant();
    case TableColumn::Entity:
        return role == Qt::DisplayRole || role == ExactRole ? QVariant(row.entity) : QVariant();
    case TableColumn::Attribute: return attributeData(row, column, role);
    case TableColumn::ToOne: return toOneData(row, column, role);
    case TableColumn::ToMany: return toManyData(row, column, role);
    }
    return QVariant();
}

QVariant ObjectTableModel::attributeData(const Row &row, const TableColumn &column, int role) const
{
    const Cell &cell = at(row.attributes, column.index);
    switch (role) {
    case Qt::DisplayRole: return m_format.cell(cell);
    case ExactRole: return m_format.exact(cell);
    case CellRole: return QVariant::fromValue(cell);
    case Qt::DecorationRole: return cell.thumbnail.isNull() ? QVariant() : QVariant(cell.thumbnail);
    case Qt::ToolTipRole: return m_format.explanation(cell, &entity()->attributes[column.index]);
    case Qt::AccessibleTextRole: return spokenText(cell, m_format.cell(cell));
    default: return QVariant();
    }
}

QVariant ObjectTableModel::toOneData(const Row &row, const TableColumn &column, int role) const
{
    const Reference &ref = at(row.toOne, column.index);
    switch (role) {
    case Qt::DisplayRole: return m_format.reference(ref);
    case ExactRole: return ref.present ? ref.id() : QString();
    case ReferenceRole: return QVariant::fromValue(ref);
    case Qt::ToolTipRole:
        if (!ref.present)
            return QVariant();
        return ref.dangling ? tr("%1 does not exist: the reference is dangling").arg(ref.id()) : ref.id();
    case Qt::AccessibleTextRole:
        return ref.present ? tr("link to %1").arg(m_format.reference(ref)) : tr("NULL");
    default: return QVariant();
    }
}

QVariant ObjectTableModel::toManyData(const Row &row, const TableColumn &column, int role) const
{
    const ReferenceList &list = at(row.toMany, column.index);
    switch (role) {
    case Qt::DisplayRole: return m_format.toMany(list);
    case ExactRole: return list.count < 0 ? QString() : QString::number(list.count);
    case CountRole: return list.count;
    case Qt::ToolTipRole:
        return list.available ? QVariant() : QVariant(tr("The store has no place for this relationship."));
    default: return QVariant();
    }
}

CellStyle ObjectTableModel::columnStyle(const Row &row, const TableColumn &column) const
{
    switch (column.kind) {
    case TableColumn::Identity: return CellStyle::Identity;
    case TableColumn::Entity: return CellStyle::Text;
    case TableColumn::Attribute: return styleOf(at(row.attributes, column.index));
    case TableColumn::ToOne: {
        const Reference &ref = at(row.toOne, column.index);
        return !ref.present ? CellStyle::Null : ref.dangling ? CellStyle::DanglingLink : CellStyle::Link;
    }
    case TableColumn::ToMany: return CellStyle::Count;
    }
    return CellStyle::Text;
}

} // namespace entitylens
