// SPDX-License-Identifier: GPL-3.0-or-later
#include "object_table_model.h"

#include <entitylens/query.h>

#include <QColor>
#include <QFont>

#include <algorithm>
#include <limits>

namespace entitylens {

namespace {

constexpr int pageSize = PageCache::pageSize;
// Pages asked for and not here yet; more would only be in the way of the next wish.
constexpr int mostJobs = 4;

} // namespace

ObjectTableModel::ObjectTableModel(QObject *parent) : QAbstractTableModel(parent)
{
    m_requestTimer.setSingleShot(true);
    m_requestTimer.setInterval(0);
    connect(&m_requestTimer, &QTimer::timeout, this, &ObjectTableModel::requestPages);
}

ObjectTableModel::~ObjectTableModel()
{
    cancelJobs();
}

void ObjectTableModel::setSession(Session *session)
{
    clear();
    m_session = session;
}

void ObjectTableModel::setFormat(const Format &format)
{
    m_format = format;
    if (m_rows > 0)
        emit dataChanged(index(0, 0), index(m_rows - 1, columnCount() - 1), {Qt::DisplayRole});
    emit headerDataChanged(Qt::Horizontal, 0, std::max(0, columnCount() - 1));
}

void ObjectTableModel::clear()
{
    cancelJobs();
    beginResetModel();
    m_query = m_shown = Query();
    m_schema.reset();
    m_columns.clear();
    m_cache.clear();
    m_rows = 0;
    m_total = -1;
    m_loading = false;
    endResetModel();
    emit totalChanged();
    emit loadingChanged();
}

ObjectTableModel::Start ObjectTableModel::startAt(int row) const
{
    Start start;
    start.row = row;
    start.before = m_cache.placeBefore(row / pageSize);
    start.total = m_total;
    return start;
}

void ObjectTableModel::setQuery(const Query &query, const Start &start)
{
    if (!m_session || m_session->state() != Session::State::Open)
        return;
    m_query = query;
    begin(start);
}

void ObjectTableModel::begin(const Start &start)
{
    cancelJobs();
    m_start = start;
    m_loading = true;
    emit queryStarted();
    emit loadingChanged();
    PageRequest request;
    request.query = m_query;
    request.first = start.row / pageSize * pageSize;
    request.size = pageSize;
    request.total = start.total;
    request.before = start.before;
    auto page = std::make_shared<Page>();
    m_firstJob = m_session->run(
        Session::LaneKind::Reading, Priority::Visible,
        [request, page](el_store *store, Job &job, el_error *error) {
            return readPage(store, job, request, page.get(), error);
        },
        this, [this, page](const Failure &failure) {
            m_firstJob.reset();
            if (!failure) {
                firstArrived(*page);
                return;
            }
            m_loading = false;
            emit loadingChanged();
            emit failed(failure);
        });
}

void ObjectTableModel::firstArrived(const Page &content)
{
    int page = m_start.row / pageSize;
    bool vanished = content.rows.isEmpty() && page > 0;
    if (vanished) { // the result became shorter than the place that is gone back to
        begin(Start());
        return;
    }
    beginResetModel();
    m_shown = m_query;
    buildColumns();
    m_cache.clear();
    m_cache.insert(page, content);
    m_total = content.atEnd ? page * pageSize + content.rows.size() : -1;
    int beyond = content.atEnd ? 0 : pageSize;
    m_rows = page * pageSize + content.rows.size() + beyond;
    m_loading = false;
    m_milliseconds = content.milliseconds;
    m_visibleFirst = m_visibleLast = m_start.row;
    endResetModel();
    emit firstPageArrived();
    emit loadingChanged();
    if (m_total >= 0)
        emit totalChanged();
    else
        startCount();
}

void ObjectTableModel::startCount()
{
    cancelCount();
    auto total = std::make_shared<qint64>(-1);
    Query query = m_shown;
    m_countJob = m_session->run(
        Session::LaneKind::Background, Priority::Visible,
        [query, total](el_store *store, Job &, el_error *error) {
            FetchRequest request(query, 0);
            int64_t n = 0;
            const el_fetch_request *fetch = request.get(error);
            int status = fetch ? el_fetch_count(&n, store, fetch, error) : int(EL_EUSAGE);
            *total = n;
            return status;
        },
        this, [this, total](const Failure &failure) {
            m_countJob.reset();
            if (!failure)
                totalArrived(*total);
            emit loadingChanged();
        });
    emit loadingChanged();
}

void ObjectTableModel::totalArrived(qint64 total)
{
    m_total = total;
    setRows(int(std::min<qint64>(total, std::numeric_limits<int>::max() - 1)));
    emit totalChanged();
}

// Grows or shrinks at the end only: what is on the screen does not move.
void ObjectTableModel::setRows(int rows)
{
    if (rows > m_rows) {
        beginInsertRows(QModelIndex(), m_rows, rows - 1);
        m_rows = rows;
        endInsertRows();
    } else if (rows < m_rows) {
        beginRemoveRows(QModelIndex(), rows, m_rows - 1);
        m_rows = rows;
        endRemoveRows();
    }
}

void ObjectTableModel::refresh(int topRow)
{
    if (!m_session || m_shown.entity.isEmpty() || m_session->state() != Session::State::Open)
        return;
    cancelJobs();
    m_query = m_shown;
    CursorPtr place = m_cache.placeOfFirst(topRow / pageSize);
    auto rank = std::make_shared<qint64>(0);
    int within = topRow % pageSize;
    Query query = m_shown;
    m_refreshJob = m_session->run(
        Session::LaneKind::Reading, Priority::Visible,
        [place, rank, query](el_store *store, Job &, el_error *error) {
            return place ? rankOf(store, query, place, rank.get(), error) : int(EL_OK);
        },
        this, [this, rank, within](const Failure &failure) {
            m_refreshJob.reset();
            Start start;
            start.row = failure ? 0 : int(*rank) + within;
            int row = start.row;
            auto once = std::make_shared<QMetaObject::Connection>();
            *once = connect(this, &ObjectTableModel::firstPageArrived, this, [this, once, row] {
                disconnect(*once);
                emit relocated(std::min(row, std::max(0, m_rows - 1)));
            });
            begin(start);
        });
}

void ObjectTableModel::buildColumns()
{
    m_schema = m_session->schema();
    m_columns.clear();
    const SchemaEntity *e = entity();
    if (!e)
        return;
    m_columns << TableColumn{TableColumn::Identity, -1, QStringLiteral("id")};
    if (!e->children.isEmpty() && m_shown.subentities)
        m_columns << TableColumn{TableColumn::Entity, -1, QStringLiteral("entity")};
    for (int i = 0; i < e->attributes.size(); i++)
        if (!e->attributes[i].transient)
            m_columns << TableColumn{TableColumn::Attribute, i, e->attributes[i].name};
    for (int i = 0; i < e->relationships.size(); i++)
        if (!e->relationships[i].toMany)
            m_columns << TableColumn{TableColumn::ToOne, i, e->relationships[i].name};
    for (int i = 0; i < e->relationships.size(); i++)
        if (e->relationships[i].toMany)
            m_columns << TableColumn{TableColumn::ToMany, i, e->relationships[i].name};
}

const SchemaEntity *ObjectTableModel::entity() const
{
    return m_schema ? m_schema->entity(m_shown.entity) : nullptr;
}

int ObjectTableModel::columnOf(const QString &name) const
{
    for (int i = 0; i < m_columns.size(); i++)
        if (m_columns[i].name == name)
            return i;
    return -1;
}

int ObjectTableModel::findLoaded(const QString &name, qint64 key) const
{
    // Looks from the screen outwards: that is where a selected object is.
    int first = std::max(0, m_visibleFirst - 2 * pageSize);
    int last = std::min(m_rows - 1, m_visibleLast + 2 * pageSize);
    for (int i = first; i <= last; i++) {
        const Row *row = m_cache.row(i);
        if (row && row->key == key && row->entity == name)
            return i;
    }
    return -1;
}

void ObjectTableModel::setVisibleRows(int first, int last)
{
    m_visibleFirst = std::max(0, first);
    m_visibleLast = std::max(m_visibleFirst, last);
    for (int page = m_visibleFirst / pageSize; page <= m_visibleLast / pageSize; page++)
        wantPage(page);
    // The neighbours, so that slow scrolling never meets an empty row.
    wantPage(m_visibleFirst / pageSize - 1);
    wantPage(m_visibleLast / pageSize + 1);
}

void ObjectTableModel::wantPage(int page) const
{
    if (page < 0 || page * pageSize >= m_rows || m_cache.contains(page))
        return;
    m_wanted.insert(page);
    if (!m_requestTimer.isActive())
        m_requestTimer.start();
}

void ObjectTableModel::requestPages()
{
    int first = m_visibleFirst / pageSize, last = m_visibleLast / pageSize;
    // What was asked for and has scrolled away is not worth reading any more.
    for (auto it = m_jobs.begin(); it != m_jobs.end();) {
        bool near = it.key() >= first - 1 && it.key() <= last + 1;
        if (!near)
            it.value()->cancel();
        it = near ? std::next(it) : m_jobs.erase(it);
    }
    QVector<int> pages;
    for (int page : qAsConst(m_wanted))
        pages << page;
    m_wanted.clear();
    auto distance = [first, last](int page) { return page < first ? first - page : page > last ? page - last : 0; };
    std::sort(pages.begin(), pages.end(), [&](int a, int b) { return distance(a) < distance(b); });
    for (int page : qAsConst(pages)) {
        if (m_jobs.size() >= mostJobs)
            break;
        requestPage(page, distance(page) == 0 ? Priority::Visible : Priority::Nearby);
    }
}

void ObjectTableModel::requestPage(int page, Priority priority)
{
    if (!m_session || m_loading || m_jobs.contains(page) || m_cache.contains(page))
        return;
    PageRequest request;
    request.query = m_shown;
    request.first = page * pageSize;
    request.size = pageSize;
    request.total = m_total;
    m_cache.fillPlaces(page, &request);
    auto content = std::make_shared<Page>();
    m_jobs.insert(page, m_session->run(
        Session::LaneKind::Reading, priority,
        [request, content](el_store *store, Job &job, el_error *error) {
            return readPage(store, job, request, content.get(), error);
        },
        this, [this, page, content](const Failure &failure) {
            m_jobs.remove(page);
            if (failure)
                emit failed(failure);
            else
                pageArrived(page, *content);
            if (m_jobs.isEmpty())
                emit loadingChanged();
        }));
    emit loadingChanged();
}

void ObjectTableModel::pageArrived(int page, const Page &content)
{
    m_cache.insert(page, content);
    int first = page * pageSize;
    int end = first + content.rows.size();
    // Before the count is here the table grows page by page as it is scrolled.
    if (m_total < 0)
        setRows(content.atEnd ? end : std::max(m_rows, end + pageSize));
    if (end > first && first < m_rows)
        emit dataChanged(index(first, 0), index(std::min(end, m_rows) - 1, columnCount() - 1));
}

void ObjectTableModel::cancelJobs()
{
    for (const JobPtr &job : qAsConst(m_jobs))
        job->cancel();
    m_jobs.clear();
    for (JobPtr *job : {&m_firstJob, &m_refreshJob})
        if (*job) {
            (*job)->cancel();
            job->reset();
        }
    m_wanted.clear();
    cancelCount();
}

void ObjectTableModel::cancelCount()
{
    if (m_countJob)
        m_countJob->cancel();
    m_countJob.reset();
}

void ObjectTableModel::cancel()
{
    cancelJobs();
    m_loading = false;
    emit loadingChanged();
}

int ObjectTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int ObjectTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_columns.size();
}

QString ObjectTableModel::sortKey(int column) const
{
    const SchemaEntity *e = entity();
    if (!e || column < 0 || column >= m_columns.size())
        return QString();
    const TableColumn &c = m_columns[column];
    switch (c.kind) {
    case TableColumn::Identity: return QStringLiteral("objectID");
    case TableColumn::Entity: return QString();
    case TableColumn::Attribute: return c.name;
    case TableColumn::ToOne: {
        const SchemaEntity *target = m_schema->entity(e->relationships[c.index].destination);
        return target && !target->labelAttribute.isEmpty() ? c.name + QLatin1Char('.') + target->labelAttribute : QString();
    }
    case TableColumn::ToMany: return c.name + QStringLiteral(".@count");
    }
    return QString();
}

void ObjectTableModel::sort(int column, Qt::SortOrder order)
{
    QString key = sortKey(column);
    bool byIdentity = column < 0 || m_columns.value(column).kind == TableColumn::Identity;
    if (key.isEmpty() && !byIdentity)
        return;
    Query query = m_query;
    query.sorts.clear();
    bool natural = column < 0 || (byIdentity && order == Qt::AscendingOrder);
    if (!natural)
        query.sorts << SortKey{key, order == Qt::DescendingOrder, EL_SORT_PLAIN};
    if (query != m_query)
        setQuery(query);
}

} // namespace entitylens
