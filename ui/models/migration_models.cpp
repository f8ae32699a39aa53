// SPDX-License-Identifier: GPL-3.0-or-later
#include "migration_models.h"

#include <QLocale>

#include <algorithm>

namespace entitylens {

namespace {

int rank(const QString &severity)
{
    static const QStringList order{QStringLiteral("error"), QStringLiteral("warning"), QStringLiteral("notice")};
    int i = order.indexOf(severity);
    return i < 0 ? order.size() : i;
}

} // namespace

void MigrationChangesModel::setReport(const MigrationReport &report)
{
    beginResetModel();
    m_changes = report.changes;
    std::stable_sort(m_changes.begin(), m_changes.end(), [](const MigrationChange &a, const MigrationChange &b) {
        return rank(a.severity) < rank(b.severity);
    });
    endResetModel();
}

QVariant MigrationChangesModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return QVariant();
    const MigrationChange &c = m_changes[index.row()];
    switch (role) {
    case Qt::DisplayRole: return c.sentence;
    case Qt::ToolTipRole: return c.hint.isEmpty() ? c.sentence : c.sentence + QLatin1Char('\n') + c.hint;
    case Qt::AccessibleTextRole: return tr("%1: %2").arg(c.severity, c.sentence);
    case SeverityRole: return c.severity;
    case EntityRole: return c.entity;
    case PropertyRole: return c.property;
    default: return QVariant();
    }
}

void MigrationEffectsModel::setReport(const MigrationReport &report, const QString &entity, const QString &property)
{
    beginResetModel();
    m_findings.clear();
    m_effects.clear();
    for (const MigrationFinding &f : report.findings)
        if ((entity.isEmpty() || f.entity == entity) && (property.isEmpty() || f.property == property))
            m_findings << f;
    std::stable_sort(m_findings.begin(), m_findings.end(), [](const MigrationFinding &a, const MigrationFinding &b) {
        return rank(a.severity) < rank(b.severity);
    });
    for (const MigrationEffect &e : report.effects)
        if (entity.isEmpty() || e.entity == entity)
            m_effects << e;
    endResetModel();
}

QModelIndex MigrationEffectsModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || row >= rowCount(parent) || column < 0 || column >= ColumnTotal)
        return QModelIndex();
    return createIndex(row, column, quintptr(parent.isValid() ? parent.row() + 1 : 0));
}

QModelIndex MigrationEffectsModel::parent(const QModelIndex &index) const
{
    return index.isValid() && index.internalId() > 0 ? createIndex(int(index.internalId()) - 1, 0, quintptr(0)) : QModelIndex();
}

int MigrationEffectsModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return m_findings.size() + m_effects.size();
    bool top = parent.column() <= 0 && parent.internalId() == 0;
    return top && parent.row() < m_findings.size() ? m_findings[parent.row()].samples.size() : 0;
}

QVariant MigrationEffectsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QVariant();
    return section == WhatColumn ? tr("Effect on this store") : section == BeforeColumn ? tr("Today") : tr("Afterwards");
}

QVariant MigrationEffectsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return QVariant();
    if (index.internalId() > 0) {
        const MigrationSample &s = m_findings[int(index.internalId()) - 1].samples[index.row()];
        if (role == StyleRole)
            return int(index.column() == WhatColumn ? CellStyle::Heading : CellStyle::Text);
        if (role != Qt::DisplayRole)
            return QVariant();
        return index.column() == WhatColumn ? s.object : index.column() == BeforeColumn ? s.before : s.after;
    }
    if (index.row() < m_findings.size())
        return findingData(m_findings[index.row()], index.column(), role);
    return effectData(m_effects[index.row() - m_findings.size()], index.column(), role);
}

QVariant MigrationEffectsModel::findingData(const MigrationFinding &f, int column, int role) const
{
    switch (role) {
    case SeverityRole: return f.severity;
    case StyleRole: return int(column == WhatColumn && f.severity == QLatin1String("error") ? CellStyle::DanglingLink
                               : column == WhatColumn && f.severity == QLatin1String("warning") ? CellStyle::Odd : CellStyle::Text);
    case Qt::ToolTipRole: return f.hint.isEmpty() ? f.text : f.text + QLatin1Char('\n') + f.hint;
    case Qt::DisplayRole:
        if (column == WhatColumn)
            return f.text;
        if (column == BeforeColumn && f.count >= 0)
            return f.total >= 0 ? tr("%1 of %2").arg(QLocale().toString(f.count), QLocale().toString(f.total)) : QLocale().toString(f.count);
        return column == AfterColumn && f.byCoreData ? tr("Core Data does the same") : QVariant();
    default: return QVariant();
    }
}

QVariant MigrationEffectsModel::effectData(const MigrationEffect &e, int column, int role) const
{
    bool differs = e.after != e.expected;
    if (role == StyleRole)
        return int(column == AfterColumn && differs ? CellStyle::Odd : column == WhatColumn ? CellStyle::Heading : CellStyle::Date);
    if (role != Qt::DisplayRole)
        return QVariant();
    QLocale locale;
    if (column == WhatColumn)
        return e.from.isEmpty() || e.from == e.entity ? tr("Objects of %1").arg(e.entity) : tr("Objects of %1, until now %2").arg(e.entity, e.from);
    if (column == BeforeColumn)
        return locale.toString(e.before);
    return differs ? tr("%1 instead of %2").arg(locale.toString(e.after), locale.toString(e.expected)) : locale.toString(e.after);
}

} // namespace entitylens
