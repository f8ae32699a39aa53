// SPDX-License-Identifier: GPL-3.0-or-later
#include "search_model.h"

#include <entitylens/search.h>

namespace entitylens {

namespace {

constexpr qint64 hitsAnEntity = 100;
constexpr int keptBytes = 64;

} // namespace

// Collects on the lane's thread.
struct SearchModel::Reader {
    Groups groups;
    Job *job = nullptr;

    static int count(void *ctx, const el_entity *entity, int64_t n)
    {
        auto self = static_cast<Reader *>(ctx);
        self->groups << Group{QString::fromUtf8(entity->name), n, {}};
        return self->job->isCancelled();
    }

    static int hit(void *ctx, const el_object *object, const char *property)
    {
        auto self = static_cast<Reader *>(ctx);
        QString name = QString::fromUtf8(object->entity->name);
        Hit found;
        found.entity = name;
        found.key = object->key;
        found.label = QString::fromUtf8(object->label);
        found.property = QString::fromUtf8(property);
        for (size_t i = 0; i < object->entity->nall_attributes; i++)
            if (qstrcmp(object->entity->all_attributes[i]->name, property) == 0)
                found.cell = Cell::from(object->attributes[i], keptBytes);
        for (Group &group : self->groups)
            if (group.entity == name) {
                group.hits << found;
                return self->job->isCancelled();
            }
        self->groups << Group{name, 0, {found}};
        return self->job->isCancelled();
    }
};

SearchModel::~SearchModel()
{
    cancel();
}

void SearchModel::setSession(Session *session)
{
    cancel();
    m_session = session;
    beginResetModel();
    m_groups.clear();
    m_text.clear();
    endResetModel();
}

void SearchModel::cancel()
{
    if (m_job)
        m_job->cancel();
    m_job.reset();
}

void SearchModel::search(const QString &text)
{
    cancel();
    if (!m_session || m_session->state() != Session::State::Open || text.isEmpty())
        return;
    m_text = text;
    QByteArray wanted = text.toUtf8();
    auto reader = std::make_shared<Reader>();
    m_job = m_session->run(
        Session::LaneKind::Background, Priority::Visible,
        [wanted, reader](el_store *store, Job &job, el_error *error) {
            reader->groups.clear();
            reader->job = &job;
            el_search_options options = el_search_options();
            options.limit = hitsAnEntity;
            options.count = Reader::count;
            options.hit = Reader::hit;
            options.ctx = reader.get();
            return el_search(store, wanted.constData(), &options, error);
        },
        this, [this, reader](const Failure &failure) {
            m_job.reset();
            beginResetModel();
            m_groups = reader->groups;
            endResetModel();
            emit finished(failure);
        });
    emit started();
}

qint64 SearchModel::total() const
{
    qint64 n = 0;
    for (const Group &group : m_groups)
        n += std::max<qint64>(group.total, group.hits.size());
    return n;
}

QString SearchModel::entity(const QModelIndex &index) const
{
    if (!index.isValid())
        return QString();
    return index.parent().isValid() ? m_groups[index.parent().row()].hits[index.row()].entity : m_groups[index.row()].entity;
}

qint64 SearchModel::key(const QModelIndex &index) const
{
    return index.parent().isValid() ? m_groups[index.parent().row()].hits[index.row()].key : -1;
}

// The internal number is 0 for entities, and the entity's row plus one for its hits.
QModelIndex SearchModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || row >= rowCount(parent) || column < 0 || column >= ColumnTotal)
        return QModelIndex();
    return createIndex(row, column, quintptr(parent.isValid() ? parent.row() + 1 : 0));
}

QModelIndex SearchModel::parent(const QModelIndex &index) const
{
    return index.isValid() && index.internalId() > 0 ? createIndex(int(index.internalId()) - 1, 0, quintptr(0)) : QModelIndex();
}

int SearchModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return m_groups.size();
    return parent.column() > 0 || parent.internalId() > 0 ? 0 : m_groups[parent.row()].hits.size();
}

QVariant SearchModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QVariant();
    return section == ObjectColumn ? tr("Object") : tr("Found in");
}

QVariant SearchModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return QVariant();
    if (index.parent().isValid())
        return hitData(m_groups[index.parent().row()].hits[index.row()], index.column(), role);
    const Group &group = m_groups[index.row()];
    if (role == StyleRole)
        return int(CellStyle::Heading);
    if (role != Qt::DisplayRole)
        return QVariant();
    if (index.column() == ObjectColumn)
        return tr("%1, %2").arg(group.entity, m_format.number(std::max<qint64>(group.total, group.hits.size())));
    return group.total > group.hits.size() ? tr("the first %1").arg(group.hits.size()) : QString();
}

QVariant SearchModel::hitData(const Hit &hit, int column, int role) const
{
    QString id = hit.entity + QLatin1Char('/') + QString::number(hit.key);
    if (role == KeyRole)
        return hit.key;
    if (role == EntityRole)
        return hit.entity;
    if (role == StyleRole)
        return int(column == ObjectColumn ? CellStyle::Link : CellStyle::Text);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return QVariant();
    if (column == ObjectColumn)
        return hit.label.isEmpty() ? id : id + QStringLiteral("  ") + hit.label.left(80).simplified();
    QString value = m_format.cell(hit.cell);
    if (value.isEmpty())
        return hit.property;
    // The place that was found, not the beginning of a long text.
    int at = hit.cell.text.indexOf(m_text, 0, Qt::CaseInsensitive);
    if (at > 40)
        value = QChar(0x2026) + hit.cell.text.mid(at - 20, 200).simplified();
    return hit.property + QStringLiteral(": ") + value;
}

} // namespace entitylens
