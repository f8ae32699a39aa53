// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of the table: which, in what order, how wide, pinned, filtered; and what is copied from them.
#include "objects_view.h"

#include "find_bar.h"
#include "object_table.h"
#include "pinned_columns.h"
#include "query_bar.h"
#include "table_header.h"

#include "models/filter_condition.h"
#include "session/settings.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>

namespace entitylens {

void ObjectsView::saveColumns()
{
    if (m_settingColumns || !m_session || !m_session->schema() || m_query.entity.isEmpty())
        return;
    Settings settings(m_session->schema()->uuid, m_session->schema()->path);
    QStringList columns; // name:width:hidden in visual order
    QHeaderView *header = m_table->horizontalHeader();
    for (int visual = 0; visual < header->count(); visual++) {
        int i = header->logicalIndex(visual);
        columns << QStringLiteral("%1:%2:%3").arg(m_model->columns().value(i).name).arg(header->sectionSize(i))
                       .arg(int(header->isSectionHidden(i)));
    }
    settings.setStoreValue(QStringLiteral("columns/") + m_query.entity, columns);
    settings.setStoreValue(QStringLiteral("pinned/") + m_query.entity, m_table->pinned()->count());
}

bool ObjectsView::restoreColumns()
{
    if (!m_session || !m_session->schema())
        return false;
    Settings settings(m_session->schema()->uuid, m_session->schema()->path);
    const QStringList columns = settings.storeValue(QStringLiteral("columns/") + m_query.entity).toStringList();
    QHeaderView *header = m_table->horizontalHeader();
    m_settingColumns = true;
    m_table->fitColumns();
    for (int i = 0; i < header->count(); i++)
        header->setSectionHidden(i, false);
    int visual = 0;
    for (const QString &column : columns) {
        QStringList parts = column.split(QLatin1Char(':'));
        int i = parts.size() == 3 ? m_model->columnOf(parts[0]) : -1;
        if (i < 0)
            continue;
        header->moveSection(header->visualIndex(i), visual++);
        if (parts[1].toInt() > 0)
            header->resizeSection(i, parts[1].toInt());
        header->setSectionHidden(i, parts[2].toInt());
    }
    m_settingColumns = false;
    m_table->pinned()->setCount(settings.storeValue(QStringLiteral("pinned/") + m_query.entity, 0).toInt());
    return !columns.isEmpty();
}

void ObjectsView::pinUpTo(int section)
{
    int visual = section < 0 ? -1 : m_table->header()->visualIndex(section);
    m_table->pinned()->setCount(visual + 1);
    saveColumns();
}

void ObjectsView::showColumn(int section, bool shown)
{
    m_table->setColumnHidden(section, !shown);
    saveColumns();
    m_table->pinned()->adjust();
}

void ObjectsView::showHeaderMenu(const QPoint &at)
{
    TableHeader *header = m_table->header();
    int section = header->logicalIndexAt(at);
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("headerMenu"));
    if (section >= 0) {
        QString name = m_model->columns().value(section).name;
        bool pinned = header->visualIndex(section) < m_table->pinned()->count();
        if (pinned)
            menu.addAction(tr("Let the columns scroll"), this, [this] { pinUpTo(-1); });
        else
            menu.addAction(tr("Pin columns up to %1").arg(name), this, [this, section] { pinUpTo(section); });
        menu.addAction(tr("Hide %1").arg(name), this, [this, section] { showColumn(section, false); });
        menu.addAction(tr("Charts of %1").arg(name), this, [this, name] { emit chartRequested(name); });
        menu.addSeparator();
    }
    QMenu *columns = menu.addMenu(tr("Columns"));
    for (int visual = 0; visual < header->count(); visual++) {
        int i = header->logicalIndex(visual);
        QAction *action = columns->addAction(m_model->columns().value(i).name);
        action->setCheckable(true);
        action->setChecked(!header->isSectionHidden(i));
        connect(action, &QAction::toggled, this, [this, i](bool on) { showColumn(i, on); });
    }
    menu.addAction(tr("Fit widths"), this, [this] { m_table->fitColumns(); });
    menu.addAction(tr("Columns as at first"), this, [this] {
        for (int i = 0; i < m_table->header()->count(); i++) {
            m_table->header()->moveSection(m_table->header()->visualIndex(i), i);
            m_table->setColumnHidden(i, false);
        }
        m_table->fitColumns();
        pinUpTo(-1);
    });
    QAction *filters = menu.addAction(tr("Filter row"));
    filters->setCheckable(true);
    filters->setChecked(isFilterRowVisible());
    connect(filters, &QAction::toggled, this, &ObjectsView::setFilterRowVisible);
    menu.exec(header->mapToGlobal(at));
}

bool ObjectsView::isFilterRowVisible() const
{
    return m_table->header()->isFilterRowVisible();
}

void ObjectsView::setFilterRowVisible(bool visible)
{
    if (visible == isFilterRowVisible())
        return;
    m_table->header()->setFilterRowVisible(visible);
    if (visible) {
        int column = std::max(1, m_table->currentIndex().column());
        m_table->header()->focusFilter(std::min(column, m_model->columnCount() - 1));
    } else {
        applyFilters(); // none is left
        m_table->setFocus();
    }
    m_table->pinned()->adjust();
}

void ObjectsView::applyFilters()
{
    m_filterPause.stop();
    const SchemaEntity *entity = m_model->entity();
    if (!entity)
        return;
    Query query = m_query;
    query.filters.clear();
    query.filterTexts.clear();
    for (int i = 0; i < m_model->columnCount(); i++) {
        QString typed = m_table->header()->filterText(i);
        FilterCondition condition = filterCondition(typed, m_model->columns()[i], *entity, *m_session->schema(), m_model->format());
        m_table->header()->setFilterProblem(i, condition.problem);
        if (!typed.trimmed().isEmpty())
            query.filterTexts.insert(m_model->columns()[i].name, typed);
        if (!condition.predicate.isEmpty())
            query.filters << condition.predicate;
    }
    if (query.filters != m_query.filters)
        open(query, ObjectTableModel::Start());
}

// The fields say what the question asks, also after Back.
void ObjectsView::restoreFilters()
{
    TableHeader *header = m_table->header();
    if (!m_query.filterTexts.isEmpty() && !header->isFilterRowVisible())
        header->setFilterRowVisible(true);
    if (!header->isFilterRowVisible())
        return;
    for (int i = 0; i < m_model->columnCount(); i++) {
        QString wanted = m_query.filterTexts.value(m_model->columns()[i].name);
        if (header->filterText(i) != wanted)
            header->setFilterText(i, wanted);
    }
}

void ObjectsView::openFind()
{
    m_find->open();
}

// "x" in any text of the entity's objects.
void ObjectsView::searchEverywhere(const QString &text)
{
    const SchemaEntity *entity = m_model->entity();
    QStringList parts;
    for (int i = 0; entity && i < entity->attributes.size(); i++)
        if (entity->attributes[i].type == EL_TYPE_STRING && !entity->attributes[i].transient)
            parts << QStringLiteral("%1 CONTAINS[cd] %2").arg(predicateKey(entity->attributes[i].name), quotedText(text));
    if (!parts.isEmpty())
        addCondition(parts.size() == 1 ? parts.first() : QLatin1Char('(') + parts.join(QStringLiteral(" OR ")) + QLatin1Char(')'));
}

void ObjectsView::selectionChanged()
{
    m_selectionText = selectionSummary(*m_table, *m_model);
    updateStatus();
}

void ObjectsView::copy(CopyFormat format)
{
    if (format == CopyFormat::Text || format == CopyFormat::Predicate) {
        QString text = format == CopyFormat::Text ? selectedText(*m_table, *m_model) : selectedPredicate(*m_table, *m_model);
        if (!text.isEmpty())
            QApplication::clipboard()->setText(text);
        return;
    }
    if (!m_session || m_session->state() != Session::State::Open)
        return;
    m_copyJob = copyObjects(m_session, *m_table, *m_model, format, this, [this](const QString &text, const Failure &failure) {
        m_copyJob.reset();
        if (failure)
            m_bar->showFailure(failure, 0);
        else if (!text.isEmpty())
            QApplication::clipboard()->setText(text);
        emit copied();
    });
}

} // namespace entitylens
