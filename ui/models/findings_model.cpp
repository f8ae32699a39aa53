// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings_model.h"

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

QString Finding::entityIn(const Schema &schema) const
{
    QString name = where.section(QLatin1Char('.'), 0, 0);
    if (schema.entity(name))
        return name;
    return samples.isEmpty() ? QString() : samples.first().section(QLatin1Char('/'), 0, 0);
}

QVector<Finding> FindingsModel::of(const Schema &schema)
{
    QVector<Finding> findings;
    for (const SchemaFinding &f : schema.findings)
        findings << Finding{f.severity, f.code, f.where, f.text, f.count, {}, f.sql};
    return findings;
}

void FindingsModel::setFindings(QVector<Finding> findings)
{
    std::stable_sort(findings.begin(), findings.end(),
                     [](const Finding &a, const Finding &b) { return rank(a.severity) < rank(b.severity); });
    beginResetModel();
    m_findings = std::move(findings);
    endResetModel();
}

QVariant FindingsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return QVariant();
    if (role == Qt::TextAlignmentRole)
        return int((section == CountColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return QVariant();
    return section == WhereColumn ? tr("Where") : section == TextColumn ? tr("Finding") : tr("How many");
}

QVariant FindingsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return QVariant();
    const Finding &f = m_findings[index.row()];
    bool canShow = !f.samples.isEmpty();
    switch (role) {
    case SeverityRole: return f.severity;
    case Qt::ToolTipRole: return f.samples.isEmpty() ? f.text : f.text + QLatin1Char('\n') + f.samples.join(QStringLiteral(", "));
    case Qt::AccessibleTextRole:
        if (index.column() == WhereColumn)
            return tr("%1: %2").arg(f.severity, f.where);
        break;
    case StyleRole:
        return int(index.column() == CountColumn ? (canShow ? CellStyle::Count : CellStyle::Number)
                   : index.column() == WhereColumn ? CellStyle::Heading : CellStyle::Text);
    case CountRole: return f.count > 0 ? f.count : qint64(canShow);
    case Qt::TextAlignmentRole: return int((index.column() == CountColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: break;
    }
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return QVariant();
    switch (index.column()) {
    case WhereColumn: return f.where;
    case TextColumn: return f.text;
    default: return f.count < 0 ? (canShow ? tr("show") : QString()) : QLocale().toString(f.count);
    }
}

} // namespace entitylens
