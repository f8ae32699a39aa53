// SPDX-License-Identifier: GPL-3.0-or-later
#include "objects_view.h"

#include "empty_state.h"
#include "explainer.h"
#include "find_bar.h"
#include "object_table.h"
#include "pinned_columns.h"
#include "query_bar.h"
#include "small_widgets.h"
#include "table_header.h"
#include "theme.h"

#include "models/entity_tree_model.h"
#include "predicate/predicate_editor.h"
#include "session/settings.h"

#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace entitylens {

namespace {

// A pause in typing after which a question is asked that was answered quickly before.
constexpr int pauseMs = 350;
constexpr double quickMs = 120;
constexpr int historyLength = 50;

} // namespace

ObjectsView::ObjectsView(EntityTreeModel *counts, QWidget *parent) : QWidget(parent), m_counts(counts),
    m_model(new ObjectTableModel(this)), m_bar(new QueryBar(this)), m_table(new ObjectTable(this)),
    m_empty(new EmptyState(this)), m_stack(new QStackedWidget(this)), m_find(new FindBar(m_table, this))
{
    setObjectName(QStringLiteral("objectsView"));
    m_empty->setObjectName(QStringLiteral("noObjects"));
    m_table->setObjectModel(m_model);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_find);
    m_filterPause.setSingleShot(true);
    m_filterPause.setInterval(pauseMs);
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMs);

    m_bar->editor()->setEntitySource([this]() -> const el_entity * {
        const el_model *model = m_session ? m_session->model() : nullptr;
        return model ? el_model_entity(model, m_query.entity.toUtf8().constData()) : nullptr;
    });
    m_bar->editor()->setPlaceholder(tr("All objects. A predicate narrows them: rating > 3 AND author.name CONTAINS[cd] 'john'"));
    connect(&m_pause, &QTimer::timeout, this, &ObjectsView::runFromEditor);
    connect(m_bar, &QueryBar::runRequested, this, &ObjectsView::runFromEditor);
    connect(m_bar, &QueryBar::edited, this, &ObjectsView::edited);
    connect(m_bar, &QueryBar::historyRequested, this, &ObjectsView::recall);
    connect(m_bar, &QueryBar::saveRequested, this, &ObjectsView::saveRequested);
    connect(m_bar, &QueryBar::cancelRequested, this, &ObjectsView::cancel);
    connect(m_bar, &QueryBar::sqlToggled, this, &ObjectsView::explain);
    connect(m_model, &ObjectTableModel::firstPageArrived, this, &ObjectsView::arrived);
    connect(m_model, &ObjectTableModel::failed, this, &ObjectsView::failed);
    connect(m_model, &ObjectTableModel::totalChanged, this, [this] {
        updateStatus();
        updateEmpty();
    });
    connect(m_model, &ObjectTableModel::loadingChanged, this, &ObjectsView::updateBusy);
    connect(m_model, &ObjectTableModel::relocated, m_table, &ObjectTable::scrollToTopRow);
    connect(m_counts, &EntityTreeModel::dataChanged, this, &ObjectsView::updateStatus);
    connect(m_table, &ObjectTable::followed, this, &ObjectsView::followed);
    connect(m_table, &ObjectTable::copyRequested, this, [this] { copy(CopyFormat::Text); });
    connect(m_table, &ObjectTable::currentRowChanged, this, &ObjectsView::rowChanged);
    connect(m_table, &ObjectTable::valueRequested, this, [this](const QModelIndex &index) {
        emit valueRequested(m_model->columns().value(index.column()).name);
    });
    connect(m_model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex &from, const QModelIndex &to) {
        int row = m_table->currentIndex().row();
        if (row >= from.row() && row <= to.row())
            rowChanged(row); // the current row's page has come
    });
    connect(m_table->horizontalHeader(), &QHeaderView::sectionClicked, this, &ObjectsView::headerClicked);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, this, &ObjectsView::saveColumns);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionMoved, this, &ObjectsView::saveColumns);
    connect(m_table->header(), &TableHeader::filterEdited, this, [this] { m_filterPause.start(); });
    connect(m_table->header(), &TableHeader::filterAccepted, this, &ObjectsView::applyFilters);
    connect(&m_filterPause, &QTimer::timeout, this, &ObjectsView::applyFilters);
    m_table->header()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table->header(), &QWidget::customContextMenuRequested, this, &ObjectsView::showHeaderMenu);
    connect(m_find, &FindBar::everywhereRequested, this, &ObjectsView::searchEverywhere);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ObjectsView::selectionChanged);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this](const QPoint &at) {
        emit contextMenuWanted(m_table->indexAt(at), m_table->viewport()->mapToGlobal(at));
    });
}

void ObjectsView::setSession(Session *session)
{
    m_pause.stop();
    if (m_explainJob)
        m_explainJob->cancel();
    m_session = session;
    m_query = Query();
    m_columnsOf.clear();
    m_model->setSession(session);
    m_bar->setPredicate(QString(), {});
    m_bar->setStatus(QString(), QString());
    m_bar->setEcdNote(QString());
    m_bar->setSqlVisible(false);
}

void ObjectsView::setFormat(const Format &format)
{
    m_model->setFormat(format);
    updateStatus();
}

void ObjectsView::open(const Query &query, const ObjectTableModel::Start &start)
{
    m_pause.stop();
    m_query = query;
    if (!m_fromEditor)
        m_bar->setPredicate(query.where, query.arguments);
    m_bar->clearFailure();
    m_model->setQuery(query, start);
}

void ObjectsView::showAt(const Query &query, qint64 key)
{
    if (m_rankJob)
        m_rankJob->cancel();
    auto rank = std::make_shared<qint64>(0);
    m_rankJob = m_session->run(
        Session::LaneKind::Reading, Priority::Visible,
        [query, key, rank](el_store *store, Job &, el_error *error) { return rankOfKey(store, query, key, rank.get(), error); },
        this, [this, query, rank](const Failure &failure) {
            m_rankJob.reset();
            Place place;
            place.query = query;
            place.selectedRow = failure ? -1 : int(*rank);
            place.top.row = std::max(0, place.selectedRow - 5);
            m_restoring = place;
            m_isRestoring = true;
            open(query, place.top);
        });
}

void ObjectsView::edited()
{
    bool quick = m_model->milliseconds() < quickMs && !m_model->isCounting();
    if (quick)
        m_pause.start();
}

void ObjectsView::runFromEditor()
{
    m_pause.stop();
    if (m_query.entity.isEmpty())
        return;
    Query query = m_query;
    query.where = m_bar->predicate();
    query.arguments = m_bar->arguments();
    m_fromEditor = true;
    open(query, ObjectTableModel::Start());
    m_fromEditor = false;
}

void ObjectsView::addCondition(const QString &condition)
{
    Query query = m_query;
    QString own = query.where.trimmed();
    bool compound = own.contains(QStringLiteral(" OR "), Qt::CaseInsensitive);
    query.where = own.isEmpty() ? condition
                                : (compound ? QLatin1Char('(') + own + QLatin1Char(')') : own) + QStringLiteral(" AND ") + condition;
    open(query, ObjectTableModel::Start());
}

void ObjectsView::setSubentities(bool with)
{
    if (m_query.entity.isEmpty() || m_query.subentities == with)
        return;
    Query query = m_query;
    query.subentities = with;
    open(query, ObjectTableModel::Start());
}

void ObjectsView::refresh()
{
    m_model->refresh(m_table->topRow());
}

void ObjectsView::cancel()
{
    m_pause.stop();
    m_model->cancel();
    if (m_explainJob)
        m_explainJob->cancel();
    m_explainJob.reset();
    updateBusy();
}

bool ObjectsView::isBusy() const
{
    return m_model->isLoading() || m_model->isCounting() || m_explainJob || m_copyJob || m_rankJob || m_pause.isActive() || m_filterPause.isActive();
}

void ObjectsView::arrived()
{
    bool otherColumns = m_columnsOf != m_query.entity + QLatin1Char('/') + QString::number(m_query.subentities);
    m_columnsOf = m_query.entity + QLatin1Char('/') + QString::number(m_query.subentities);
    if (otherColumns && !restoreColumns()) {
        m_settingColumns = true;
        m_table->fitColumns();
        m_settingColumns = false;
    }
    remember(m_query.where);
    restoreFilters();
    updateSortMark();
    updateStatus();
    updateEmpty();
    if (m_isRestoring) {
        m_isRestoring = false;
        m_table->scrollToTopRow(m_restoring.top.row);
        m_table->horizontalScrollBar()->setValue(m_restoring.scrollX);
        QModelIndex index = m_model->index(m_restoring.selectedRow, m_restoring.selectedColumn);
        QSignalBlocker quiet(m_table);
        if (index.isValid())
            m_table->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
    emit queryShown(true);
    explain();
}

void ObjectsView::failed(const Failure &failure)
{
    m_isRestoring = false;
    Query asked = m_model->query();
    m_bar->showFailure(failure, asked.whereOffset());
    updateBusy();
}

void ObjectsView::store(Place *place) const
{
    place->query = m_model->shownQuery().entity.isEmpty() ? m_query : m_model->shownQuery();
    place->top = m_model->startAt(m_table->topRow());
    place->scrollX = m_table->horizontalScrollBar()->value();
    QModelIndex current = m_table->currentIndex();
    place->selectedRow = current.isValid() ? current.row() : -1;
    place->selectedColumn = std::max(0, current.column());
    const Row *row = current.isValid() ? m_model->rowAt(current.row()) : nullptr;
    place->selectedEntity = row ? row->entity : QString();
    place->selectedKey = row ? row->key : 0;
}

void ObjectsView::restore(const Place &place)
{
    m_restoring = place;
    m_isRestoring = true;
    if (place.query == m_model->shownQuery() && !m_model->isLoading()) {
        m_query = place.query;
        m_bar->setPredicate(m_query.where, m_query.arguments);
        m_isRestoring = false;
        m_table->scrollToTopRow(place.top.row);
        m_table->horizontalScrollBar()->setValue(place.scrollX);
        QModelIndex index = m_model->index(place.selectedRow, place.selectedColumn);
        QSignalBlocker quiet(m_table);
        if (index.isValid())
            m_table->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        return;
    }
    open(place.query, place.top);
}

void ObjectsView::selectObject(const QString &entity, qint64 key)
{
    int row = m_model->findLoaded(entity, key);
    if (row < 0)
        return;
    QModelIndex index = m_model->index(row, std::max(0, m_table->currentIndex().column()));
    m_table->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_table->scrollTo(index);
}

void ObjectsView::rowChanged(int row)
{
    if (m_model->isStartingOver() || m_rankJob)
        return; // still the rows of the last question
    const Row *object = row >= 0 ? m_model->rowAt(row) : nullptr;
    if (object)
        emit objectSelected(object->entity, object->key, object->label);
    else if (row < 0)
        emit nothingSelected();
}

void ObjectsView::followed(const QModelIndex &index)
{
    const Row *row = m_model->rowAt(index.row());
    if (!row)
        return;
    QString relationship = m_model->columns().value(index.column()).name;
    if (CellStyle(index.data(StyleRole).toInt()) == CellStyle::Count)
        emit membersRequested(row->entity, row->key, relationship);
    else
        emit referenceFollowed(row->entity, row->key, relationship, index.data(ReferenceRole).value<Reference>());
}

void ObjectsView::headerClicked(int section)
{
    TableHeader *header = m_table->header();
    bool again = header->sortedSection() == section;
    bool down = again && header->sortedOrder() == Qt::AscendingOrder;
    QString key = m_model->sortKey(section);
    if (key.isEmpty())
        return;
    Query query = m_query;
    query.sorts.clear();
    bool third = again && header->sortedOrder() == Qt::DescendingOrder; // back to the order of the store
    bool byIdentity = m_model->columns().value(section).kind == TableColumn::Identity;
    if (!third && !(byIdentity && !down))
        query.sorts << SortKey{key, down, EL_SORT_PLAIN};
    open(query, ObjectTableModel::Start());
}

void ObjectsView::updateSortMark()
{
    TableHeader *header = m_table->header();
    int sorted = -1;
    const QVector<SortKey> &sorts = m_query.sorts;
    for (int i = 0; !sorts.isEmpty() && i < m_model->columnCount(); i++)
        if (m_model->sortKey(i) == sorts.first().key)
            sorted = i;
    header->setSort(sorted, !sorts.isEmpty() && sorts.first().descending ? Qt::DescendingOrder : Qt::AscendingOrder);
    m_table->pinned()->adjust();
}

void ObjectsView::updateBusy()
{
    m_bar->progress()->setBusy(m_model->isLoading() || m_model->isCounting());
    updateStatus();
}

void ObjectsView::updateEmpty()
{
    bool none = m_model->total() == 0 && !m_query.entity.isEmpty();
    m_stack->setCurrentWidget(none ? static_cast<QWidget *>(m_empty) : m_table);
    if (!none)
        return;
    bool filtered = m_query.isFiltered();
    m_empty->say(filtered ? "search" : "entity",
                 filtered ? tr("No object matches.") : tr("%1 has no objects.").arg(m_query.entity));
    if (filtered)
        m_empty->offer(tr("Show all"), QStringLiteral("showAllButton"), [this] {
            Query all = m_query;
            all.where.clear();
            all.arguments.clear();
            all.filters.clear();
            all.filterTexts.clear();
            open(all, ObjectTableModel::Start());
        });
}

void ObjectsView::explain()
{
    if (m_explainJob)
        m_explainJob->cancel();
    m_explainJob.reset();
    bool wanted = m_bar->isSqlVisible() || m_query.isFiltered();
    if (!wanted)
        m_bar->setEcdNote(QString());
    if (!wanted || !m_session || m_session->state() != Session::State::Open || m_model->shownQuery().entity.isEmpty())
        return;
    m_explainJob = explainQuery(m_session, m_model->shownQuery(), this,
                                [this](const ExplanationFacts &facts, const Failure &failure) {
        m_explainJob.reset();
        if (failure) {
            m_bar->sqlPane()->setMessage(failure.sentence());
            m_bar->setEcdNote(QString());
            return;
        }
        m_bar->sqlPane()->setExplanation(facts);
        m_bar->setEcdNote(facts.ecdDiffers() ? tr("ECD answers differently") : QString());
    });
}

// Older and newer predicates of this entity.
void ObjectsView::recall(int direction)
{
    int to = m_historyAt + direction;
    if (to < 0 || to > m_history.size())
        return;
    m_historyAt = to;
    m_bar->setPredicate(m_history.value(to), {});
}

void ObjectsView::remember(const QString &predicate)
{
    Settings settings;
    QString key = QStringLiteral("history/") + m_query.entity;
    m_history = settings.value(key).toStringList();
    if (!predicate.trimmed().isEmpty() && (m_history.isEmpty() || m_history.last() != predicate)) {
        m_history.removeAll(predicate);
        m_history << predicate;
        while (m_history.size() > historyLength)
            m_history.removeFirst();
        settings.setValue(key, m_history);
    }
    m_historyAt = m_history.size();
}

} // namespace entitylens
