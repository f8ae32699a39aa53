// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence of the status line.
#include "objects_view.h"

#include "query_bar.h"

#include "models/entity_tree_model.h"

namespace entitylens {

QString ObjectsView::countText() const
{
    const Format &format = m_model->format();
    qint64 total = m_model->total();
    qint64 all = m_counts->count(m_query.entity, m_query.subentities);
    if (total < 0)
        return tr("counting…");
    if (!m_query.isFiltered())
        return total == 1 ? tr("1 object") : tr("%1 objects").arg(format.number(total));
    return all < 0 ? tr("%1 match").arg(format.number(total)) : tr("%1 of %2").arg(format.number(total), format.number(all));
}

QString ObjectsView::sortText() const
{
    const QVector<SortKey> &sorts = m_model->shownQuery().sorts;
    if (sorts.isEmpty())
        return QString();
    QString arrow = sorts.first().descending ? QStringLiteral("↓") : QStringLiteral("↑");
    return tr("sorted by %1 %2").arg(sorts.first().key, arrow);
}

void ObjectsView::updateStatus()
{
    if (!m_session || m_session->state() != Session::State::Open || m_model->shownQuery().entity.isEmpty()) {
        m_bar->setStatus(QString(), QString());
        return;
    }
    const Schema &schema = *m_session->schema();
    QStringList parts{countText()};
    double ms = m_model->milliseconds();
    parts << tr("%1 ms").arg(m_model->format().locale.toString(ms, 'f', ms < 10 ? 1 : 0));
    parts << sortText() << m_selectionText;
    QStringList details;
    if (schema.inferred) {
        parts << tr("types inferred");
        details << tr("No model was given: names and types are inferred from the store. Dotted lines mark guesses.");
    }
    Lane *lane = m_session->lane(Session::LaneKind::Reading);
    if (lane && lane->seesUnsavedEdits()) {
        parts << tr("with unsaved edits");
        details << tr("Read on the host's connection: edits that are not written yet are shown.");
    }
    if (schema.openedBy == QLatin1String("private-copy"))
        details << tr("Read from a private copy, since the store was not closed properly by the app.");
    details << tr("Dates are shown in %1.").arg(m_model->format().zoneName());
    parts.removeAll(QString());
    m_bar->setStatus(parts.join(QStringLiteral(" · ")), details.join(QLatin1Char('\n')));
}

} // namespace entitylens
