// SPDX-License-Identifier: GPL-3.0-or-later
#include "object_detail_model.h"

#include <entitylens/object.h>
#include <entitylens/store.h>

#include <numeric>

namespace entitylens {

namespace {

// Members are listed in the inspector up to this many; beyond it a table serves better.
constexpr qint64 mostMembers = 500;
// Labels that a to-many row itself shows.
constexpr int fewMembers = 3;

using ObjectPtr = std::unique_ptr<el_object, decltype(&el_object_free)>;

int readObject(el_store *store, const QByteArray &entity, qint64 key, unsigned flags, Row *row, el_error *error)
{
    const el_entity *e = el_model_entity(el_store_model(store), entity.constData());
    if (!e)
        return el_error_set(error, EL_ENOTFOUND, "no-such-entity", "there is no entity %s", entity.constData());
    el_object *raw = nullptr;
    int status = el_object_read(&raw, store, e, key, flags, error);
    ObjectPtr object(raw, el_object_free);
    if (status == EL_OK)
        *row = Row::from(*object, -1);
    return status;
}

qint64 members(const Row &row)
{
    return std::accumulate(row.toMany.begin(), row.toMany.end(), qint64(0), [](qint64 sum, const ReferenceList &list) {
        return sum + std::max<qint64>(0, list.count);
    });
}

// Counts first: members are only read where there are few enough to list.
int readDetails(el_store *store, const QByteArray &entity, qint64 key, Row *row, el_error *error)
{
    int status = readObject(store, entity, key, EL_READ_LABELS | EL_READ_COUNTS, row, error);
    if (status != EL_OK)
        return status;
    qint64 n = members(*row);
    if (n > 0 && n <= mostMembers)
        status = readObject(store, entity, key, EL_READ_LABELS | EL_READ_COUNTS | EL_READ_TO_MANY, row, error);
    return status;
}

} // namespace

struct ObjectDetailModel::Node {
    Kind kind = Attribute;
    int property = -1; // into the entity's attributes or relationships, or the row's referrers
    Reference member;
    Referrer referrer;
    bool fetched = true;
    Node *parent = nullptr;
    int row = 0;
    std::vector<std::unique_ptr<Node>> children;

    Node *add(Kind k, int property_)
    {
        auto child = std::make_unique<Node>();
        child->kind = k;
        child->property = property_;
        child->parent = this;
        child->row = int(children.size());
        children.push_back(std::move(child));
        return children.back().get();
    }
};

ObjectDetailModel::ObjectDetailModel(QObject *parent) : QAbstractItemModel(parent), m_root(new Node)
{
}

ObjectDetailModel::~ObjectDetailModel()
{
    for (const JobPtr &job : {m_job, m_referrersJob})
        if (job)
            job->cancel();
}

void ObjectDetailModel::setSession(Session *session)
{
    clear();
    m_session = session;
}

void ObjectDetailModel::setFormat(const Format &format)
{
    m_format = format;
    if (!m_root->children.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ValueColumn));
}

void ObjectDetailModel::clear()
{
    if (m_job)
        m_job->cancel();
    m_job.reset();
    m_row.reset();
    m_wantedEntity.clear();
    m_wantedKey = 0;
    rebuild();
    emit loadingChanged();
}

void ObjectDetailModel::show(const QString &entity, qint64 key)
{
    if (!m_session || m_session->state() != Session::State::Open)
        return;
    if (m_job)
        m_job->cancel();
    m_wantedEntity = entity;
    m_wantedKey = key;
    QByteArray name = entity.toUtf8();
    auto row = std::make_shared<Row>();
    m_job = m_session->run(
        Session::LaneKind::Reading, Priority::Visible,
        [name, key, row](el_store *store, Job &, el_error *error) { return readDetails(store, name, key, row.get(), error); },
        this, [this, row](const Failure &failure) {
            m_job.reset();
            emit loadingChanged();
            if (failure) {
                emit failed(failure);
                return;
            }
            m_row.reset(new Row(*row));
            rebuild();
            emit arrived();
        });
    emit loadingChanged();
}

void ObjectDetailModel::refresh()
{
    if (!m_wantedEntity.isEmpty())
        show(m_wantedEntity, m_wantedKey);
}

const SchemaEntity *ObjectDetailModel::entity() const
{
    return m_row && m_schema ? m_schema->entity(m_row->entity) : nullptr;
}

void ObjectDetailModel::rebuild()
{
    beginResetModel();
    if (m_referrersJob)
        m_referrersJob->cancel();
    m_referrersJob.reset();
    m_root.reset(new Node);
    m_schema = m_session ? m_session->schema() : SchemaPtr();
    if (const SchemaEntity *e = entity()) {
        for (int i = 0; i < e->attributes.size() && i < m_row->attributes.size(); i++)
            if (!e->attributes[i].transient)
                m_root->add(Attribute, i);
        for (int i = 0; i < e->relationships.size() && i < m_row->toOne.size(); i++)
            if (!e->relationships[i].toMany)
                m_root->add(ToOne, i);
        for (int i = 0; i < e->relationships.size() && i < m_row->toMany.size(); i++)
            if (e->relationships[i].toMany)
                addMembers(m_root->add(ToMany, i), m_row->toMany[i]);
        m_root->add(Referrers, -1)->fetched = false;
    }
    endResetModel();
}

void ObjectDetailModel::addMembers(Node *node, const ReferenceList &list)
{
    for (const Reference &ref : list.items)
        node->add(Member, -1)->member = ref;
    if (list.count > list.items.size())
        node->add(More, node->property);
}

bool ObjectDetailModel::hasChildren(const QModelIndex &parent) const
{
    const Node *node = nodeOf(parent);
    return parent.column() <= 0 && (!node->fetched || !node->children.empty());
}

bool ObjectDetailModel::canFetchMore(const QModelIndex &parent) const
{
    const Node *node = nodeOf(parent);
    return node->kind == Referrers && !node->fetched && !m_referrersJob && m_row;
}

void ObjectDetailModel::fetchMore(const QModelIndex &parent)
{
    if (!canFetchMore(parent) || !m_session)
        return;
    QByteArray name = m_row->entity.toUtf8();
    qint64 key = m_row->key;
    auto row = std::make_shared<Row>();
    m_referrersJob = m_session->run(
        Session::LaneKind::Background, Priority::Visible,
        [name, key, row](el_store *store, Job &, el_error *error) {
            return readObject(store, name, key, EL_READ_LABELS | EL_READ_REFERENCED_BY, row.get(), error);
        },
        this, [this, row](const Failure &failure) {
            m_referrersJob.reset();
            if (failure)
                emit failed(failure);
            else
                addReferrers(row->referencedBy);
        });
}

void ObjectDetailModel::addReferrers(const QVector<Referrer> &referrers)
{
    Node *node = m_root->children.empty() ? nullptr : m_root->children.back().get();
    if (!node || node->kind != Referrers)
        return;
    node->fetched = true;
    QVector<Referrer> some;
    for (const Referrer &r : referrers)
        if (!r.from.items.isEmpty())
            some << r;
    QModelIndex parent = indexOfNode(node, 0);
    if (!some.isEmpty()) {
        beginInsertRows(parent, 0, some.size() - 1);
        for (const Referrer &r : qAsConst(some)) {
            Node *group = node->add(ReferrerGroup, -1);
            group->referrer = r;
            for (int i = 0; i < r.from.items.size() && i < mostMembers; i++)
                group->add(Member, -1)->member = r.from.items[i];
        }
        endInsertRows();
    }
    emit dataChanged(parent, indexOfNode(node, ValueColumn));
}

ObjectDetailModel::Node *ObjectDetailModel::nodeOf(const QModelIndex &index) const
{
    return index.isValid() ? static_cast<Node *>(index.internalPointer()) : m_root.get();
}

QModelIndex ObjectDetailModel::indexOfNode(const Node *node, int column) const
{
    return node == m_root.get() ? QModelIndex() : createIndex(node->row, column, const_cast<Node *>(node));
}

QModelIndex ObjectDetailModel::index(int row, int column, const QModelIndex &parent) const
{
    const Node *node = nodeOf(parent);
    bool inside = parent.column() <= 0 && row >= 0 && row < int(node->children.size()) && column >= 0 && column <= ValueColumn;
    return inside ? createIndex(row, column, node->children[size_t(row)].get()) : QModelIndex();
}

QModelIndex ObjectDetailModel::parent(const QModelIndex &index) const
{
    const Node *node = nodeOf(index);
    return node->parent ? indexOfNode(node->parent, 0) : QModelIndex();
}

int ObjectDetailModel::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : int(nodeOf(parent)->children.size());
}

int ObjectDetailModel::columnCount(const QModelIndex &) const
{
    return 2;
}

QModelIndex ObjectDetailModel::indexOf(const QString &property) const
{
    if (property.isEmpty())
        return QModelIndex();
    for (const auto &child : m_root->children) {
        QModelIndex i = indexOfNode(child.get(), ValueColumn);
        if (i.data(PropertyRole).toString() == property)
            return i;
    }
    return QModelIndex();
}

ObjectDetailModel::Kind ObjectDetailModel::kind(const QModelIndex &index) const
{
    return nodeOf(index)->kind;
}

const SchemaAttribute *ObjectDetailModel::attribute(const QModelIndex &index) const
{
    const Node *node = nodeOf(index);
    return index.isValid() && node->kind == Attribute ? &entity()->attributes[node->property] : nullptr;
}

const SchemaRelationship *ObjectDetailModel::relationship(const QModelIndex &index) const
{
    const Node *node = nodeOf(index);
    bool has = index.isValid() && (node->kind == ToOne || node->kind == ToMany || node->kind == More);
    return has ? &entity()->relationships[node->property] : nullptr;
}

const Cell *ObjectDetailModel::cell(const QModelIndex &index) const
{
    const Node *node = nodeOf(index);
    return index.isValid() && node->kind == Attribute ? &m_row->attributes[node->property] : nullptr;
}

Reference ObjectDetailModel::reference(const QModelIndex &index) const
{
    const Node *node = nodeOf(index);
    if (!index.isValid())
        return Reference();
    if (node->kind == ToOne)
        return m_row->toOne[node->property];
    return node->kind == Member ? node->member : Reference();
}

Referrer ObjectDetailModel::referrer(const QModelIndex &index) const
{
    return nodeOf(index)->referrer;
}

QVariant ObjectDetailModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || !m_row || !entity())
        return QVariant();
    const Node &node = *nodeOf(index);
    if (role == KindRole)
        return int(node.kind);
    if (role == PropertyRole) {
        if (node.kind == Attribute)
            return entity()->attributes[node.property].name;
        return node.property >= 0 ? entity()->relationships[node.property].name : QVariant();
    }
    return index.column() == NameColumn ? nameData(node, role) : valueData(node, role);
}

QVariant ObjectDetailModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QVariant();
    return section == NameColumn ? tr("Property") : tr("Value");
}

QVariant ObjectDetailModel::nameData(const Node &node, int role) const
{
    const SchemaAttribute *a = node.kind == Attribute ? &entity()->attributes[node.property] : nullptr;
    bool isRelationship = node.kind == ToOne || node.kind == ToMany;
    const SchemaRelationship *r = isRelationship ? &entity()->relationships[node.property] : nullptr;
    if (role == GuessRole)
        return (a && a->isGuess()) || (r && r->isGuess());
    if (role == Qt::ToolTipRole && a)
        return a->provenance.isEmpty() ? tr("%1, declared by %2").arg(a->typeName, a->owner)
                                       : tr("%1, inferred: %2").arg(a->typeName, a->provenance);
    if (role == Qt::ToolTipRole && r) {
        QString what = r->toMany ? tr("To many %1").arg(r->destination) : tr("To one %1").arg(r->destination);
        if (!r->inverse.isEmpty())
            what += tr(", inverse %1").arg(r->inverse);
        return r->provenance.isEmpty() ? what : tr("%1, inferred: %2").arg(what, r->provenance);
    }
    if (role != Qt::DisplayRole)
        return QVariant();
    switch (node.kind) {
    case Attribute: return a->name;
    case ToOne:
    case ToMany: return r->name;
    case Member: return node.member.id();
    case More: return QString();
    case Referrers:
        return node.fetched && node.children.empty() ? tr("Nobody points here") : tr("Who points here");
    case ReferrerGroup: return node.referrer.entity + QLatin1Char('.') + node.referrer.relationship;
    }
    return QVariant();
}

QVariant ObjectDetailModel::valueData(const Node &node, int role) const
{
    switch (node.kind) {
    case Attribute: return attributeValue(node, role);
    case ToOne: return referenceValue(m_format, m_row->toOne[node.property], role);
    case Member: return referenceValue(m_format, node.member, role);
    case ToMany: return toManyValue(m_row->toMany[node.property], role);
    case More:
        if (role == Qt::DisplayRole)
            return tr("Show all %1").arg(m_format.number(m_row->toMany[node.property].count));
        return role == StyleRole ? QVariant(int(CellStyle::Link)) : QVariant();
    case ReferrerGroup:
        if (role == Qt::DisplayRole)
            return m_format.number(std::max<qint64>(node.referrer.from.count, node.referrer.from.items.size()));
        return role == StyleRole ? QVariant(int(CellStyle::Count)) : QVariant();
    case Referrers:
        return role == StyleRole ? QVariant(int(CellStyle::Heading)) : QVariant();
    }
    return QVariant();
}

QVariant ObjectDetailModel::attributeValue(const Node &node, int role) const
{
    const Cell &value = m_row->attributes[node.property];
    switch (role) {
    case Qt::DisplayRole: return m_format.cell(value);
    case StyleRole: return int(styleOf(value));
    case CellRole: return QVariant::fromValue(value);
    case ExactRole: return m_format.exact(value);
    case Qt::DecorationRole: return value.thumbnail.isNull() ? QVariant() : QVariant(value.thumbnail);
    case Qt::ToolTipRole: return m_format.explanation(value, &entity()->attributes[node.property]);
    case Qt::AccessibleTextRole: return spokenText(value, m_format.cell(value));
    default: return QVariant();
    }
}

QVariant ObjectDetailModel::referenceValue(const Format &format, const Reference &ref, int role)
{
    switch (role) {
    case Qt::DisplayRole: return format.reference(ref);
    case StyleRole: return int(!ref.present ? CellStyle::Null : ref.dangling ? CellStyle::DanglingLink : CellStyle::Link);
    case ReferenceRole: return QVariant::fromValue(ref);
    case ExactRole: return ref.present ? ref.id() : QString();
    case Qt::ToolTipRole:
        if (!ref.present)
            return QVariant();
        return ref.dangling ? tr("%1 does not exist: the reference is dangling").arg(ref.id()) : ref.id();
    case Qt::AccessibleTextRole: return ref.present ? tr("link to %1").arg(format.reference(ref)) : tr("NULL");
    default: return QVariant();
    }
}

QVariant ObjectDetailModel::toManyValue(const ReferenceList &list, int role) const
{
    if (role == StyleRole)
        return int(!list.available ? CellStyle::Null : list.count > 0 ? CellStyle::Link : CellStyle::Count);
    if (role == CountRole)
        return list.count;
    if (role == Qt::ToolTipRole && !list.available)
        return tr("The store has no place for this relationship.");
    if (role != Qt::DisplayRole && role != ExactRole)
        return QVariant();
    bool listed = !list.items.isEmpty() && list.items.size() <= fewMembers && list.items.size() == list.count;
    if (role == ExactRole || !listed)
        return m_format.toMany(list);
    QStringList labels;
    for (const Reference &ref : list.items)
        labels << m_format.reference(ref);
    return labels.join(QStringLiteral(", "));
}

} // namespace entitylens
