// SPDX-License-Identifier: GPL-3.0-or-later
#include "entity_tree_model.h"

#include <entitylens/store.h>

#include <QLocale>

#include <algorithm>

namespace entitylens {

struct EntityTreeModel::Node {
    Kind kind = Section;
    int section = 0;   // SectionName
    QString entity;    // of Entity nodes
    int number = -1;   // of saved queries and findings
    Node *parent = nullptr;
    int row = 0;
    std::vector<std::unique_ptr<Node>> children;

    Node *add(std::unique_ptr<Node> child)
    {
        child->parent = this;
        child->row = int(children.size());
        children.push_back(std::move(child));
        return children.back().get();
    }
};

EntityTreeModel::EntityTreeModel(QObject *parent) : QAbstractItemModel(parent), m_root(new Node)
{
}

EntityTreeModel::~EntityTreeModel()
{
    cancelCounting();
}

void EntityTreeModel::setSession(Session *session)
{
    cancelCounting();
    if (m_session)
        m_session->disconnect(this);
    m_session = session;
    m_counts.clear();
    if (m_session) {
        connect(m_session, &Session::schemaChanged, this, [this] {
            rebuild();
            startCounting();
        });
        connect(m_session, &Session::dataChanged, this, &EntityTreeModel::startCounting);
        connect(m_session, &Session::stateChanged, this, [this] {
            if (m_session && m_session->state() != Session::State::Open) {
                cancelCounting();
                m_counts.clear();
                rebuild();
            }
        });
    }
    rebuild();
    startCounting();
}

void EntityTreeModel::setSavedQueries(const QVector<SavedQuery> &queries)
{
    m_saved = queries;
    rebuild();
}

void EntityTreeModel::setFavourites(const QStringList &entities)
{
    m_favourites = entities;
    rebuild();
}

void EntityTreeModel::setWithSubentities(bool with)
{
    m_withSubentities = with;
    countsChanged(m_root.get());
}

EntityTreeModel::Node *EntityTreeModel::addSection(SectionName name)
{
    auto node = std::make_unique<Node>();
    node->section = name;
    return m_root->add(std::move(node));
}

void EntityTreeModel::rebuild()
{
    beginResetModel();
    m_root.reset(new Node);
    m_schema = m_session ? m_session->schema() : SchemaPtr();
    if (m_schema) {
        QStringList favourites;
        for (const QString &name : qAsConst(m_favourites))
            if (m_schema->entity(name))
                favourites << name;
        if (!favourites.isEmpty()) {
            Node *section = addSection(Favourites);
            for (const QString &name : qAsConst(favourites)) {
                auto node = std::make_unique<Node>();
                node->kind = Entity;
                node->entity = name;
                section->add(std::move(node));
            }
        }
        Node *section = addSection(Entities);
        for (const SchemaEntity &entity : m_schema->entities)
            if (entity.parent.isEmpty())
                addEntity(section, entity);
        if (!m_saved.isEmpty()) {
            Node *saved = addSection(SavedQueries);
            for (int i = 0; i < m_saved.size(); i++) {
                auto node = std::make_unique<Node>();
                node->kind = Saved;
                node->number = i;
                saved->add(std::move(node));
            }
        }
        if (!m_schema->findings.isEmpty()) {
            Node *findings = addSection(Findings);
            for (int i = 0; i < m_schema->findings.size(); i++) {
                auto node = std::make_unique<Node>();
                node->kind = Finding;
                node->number = i;
                findings->add(std::move(node));
            }
        }
    }
    endResetModel();
}

void EntityTreeModel::addEntity(Node *parent, const SchemaEntity &entity)
{
    auto node = std::make_unique<Node>();
    node->kind = Entity;
    node->entity = entity.name;
    Node *added = parent->add(std::move(node));
    for (const QString &child : entity.children)
        if (const SchemaEntity *e = m_schema->entity(child))
            addEntity(added, *e);
}

void EntityTreeModel::startCounting()
{
    cancelCounting();
    if (!m_session || m_session->state() != Session::State::Open || !m_schema)
        return;
    // One job an entity: what comes first is shown first, and other work gets its turn in between.
    for (const SchemaEntity &entity : m_schema->entities) {
        QByteArray name = entity.name.toUtf8();
        QString key = entity.name;
        auto n = std::make_shared<qint64>(-1);
        m_jobs.push_back(m_session->run(
            Session::LaneKind::Background, Priority::Filling,
            [name, n](el_store *store, Job &, el_error *error) {
                const el_entity *e = el_model_entity(el_store_model(store), name.constData());
                int64_t count = 0;
                int status = e ? el_store_count(&count, store, e, 0, error)
                               : el_error_set(error, EL_ENOTFOUND, "no-such-entity", "no entity %s", name.constData());
                *n = count;
                return status;
            },
            this, [this, key, n](const Failure &failure) { counted(key, failure ? -1 : *n); }));
    }
}

void EntityTreeModel::counted(const QString &entity, qint64 n)
{
    m_counts.insert(entity, n);
    countsChanged(m_root.get());
    if (isCounted()) {
        m_jobs.clear();
        emit countsArrived();
    }
}

void EntityTreeModel::countsChanged(Node *node)
{
    if (node->children.empty())
        return;
    QModelIndex parent = indexOf(node);
    emit dataChanged(index(0, 0, parent), index(int(node->children.size()) - 1, 0, parent),
                     {CountTextRole, CountRole, Qt::AccessibleTextRole, Qt::ToolTipRole});
    for (const auto &child : node->children)
        countsChanged(child.get());
}

void EntityTreeModel::cancelCounting()
{
    for (const JobPtr &job : m_jobs)
        job->cancel();
    m_jobs.clear();
}

bool EntityTreeModel::isCounted() const
{
    return m_schema && std::all_of(m_schema->entities.begin(), m_schema->entities.end(),
                                   [this](const SchemaEntity &e) { return m_counts.contains(e.name); });
}

qint64 EntityTreeModel::count(const QString &entity, bool withSubentities) const
{
    if (!m_schema)
        return -1;
    qint64 sum = 0;
    const QStringList names = withSubentities ? m_schema->withSubentities(entity) : QStringList(entity);
    for (const QString &name : names) {
        qint64 n = m_counts.value(name, -1);
        if (n < 0)
            return -1;
        sum += n;
    }
    return sum;
}

QString EntityTreeModel::firstWithObjects() const
{
    if (m_schema)
        for (const SchemaEntity &entity : m_schema->entities)
            if (entity.parent.isEmpty() && count(entity.name, true) > 0)
                return entity.name;
    return QString();
}

EntityTreeModel::Node *EntityTreeModel::nodeOf(const QModelIndex &index) const
{
    return index.isValid() ? static_cast<Node *>(index.internalPointer()) : m_root.get();
}

QModelIndex EntityTreeModel::indexOf(Node *node) const
{
    return node == m_root.get() ? QModelIndex() : createIndex(node->row, 0, node);
}

QModelIndex EntityTreeModel::indexOfEntity(const QString &name) const
{
    std::function<QModelIndex(Node *)> find = [&](Node *node) -> QModelIndex {
        if (node->kind == Entity && node->entity == name)
            return indexOf(node);
        for (const auto &child : node->children) {
            QModelIndex found = find(child.get());
            if (found.isValid())
                return found;
        }
        return QModelIndex();
    };
    for (const auto &section : m_root->children)
        if (section->section == Entities)
            return find(section.get());
    return QModelIndex();
}

const SavedQuery *EntityTreeModel::savedQuery(const QModelIndex &index) const
{
    Node *node = nodeOf(index);
    return node->kind == Saved && node->number < m_saved.size() ? &m_saved[node->number] : nullptr;
}

const SchemaFinding *EntityTreeModel::finding(const QModelIndex &index) const
{
    Node *node = nodeOf(index);
    return node->kind == Finding && m_schema ? m_schema->findingAt(node->number) : nullptr;
}

QModelIndex EntityTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    Node *node = nodeOf(parent);
    if (column != 0 || row < 0 || row >= int(node->children.size()))
        return QModelIndex();
    return createIndex(row, column, node->children[size_t(row)].get());
}

QModelIndex EntityTreeModel::parent(const QModelIndex &index) const
{
    Node *node = nodeOf(index);
    return node->parent && node->parent != m_root.get() ? indexOf(node->parent) : QModelIndex();
}

int EntityTreeModel::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : int(nodeOf(parent)->children.size());
}

int EntityTreeModel::columnCount(const QModelIndex &) const
{
    return 1;
}

Qt::ItemFlags EntityTreeModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    return nodeOf(index)->kind == Section ? flags & ~Qt::ItemIsSelectable : flags;
}

int EntityTreeModel::findingsAt(const QString &entity) const
{
    int n = 0;
    for (const SchemaFinding &f : m_schema->findings) {
        bool here = f.where == entity || f.where.startsWith(entity + QLatin1Char('.'));
        if (here && f.severity != QLatin1String("info"))
            n++;
    }
    return n;
}

QVariant EntityTreeModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || !m_schema)
        return QVariant();
    const Node &node = *nodeOf(index);
    if (role == KindRole)
        return int(node.kind);
    switch (node.kind) {
    case Section: return sectionData(node, role);
    case Entity: {
        const SchemaEntity *entity = m_schema->entity(node.entity);
        return entity ? entityData(*entity, role) : QVariant();
    }
    case Saved: return savedData(m_saved[node.number], role);
    case Finding: return findingData(m_schema->findings[node.number], role);
    }
    return QVariant();
}

QVariant EntityTreeModel::sectionData(const Node &node, int role) const
{
    if (role == CountTextRole && node.section == Findings)
        return QLocale().toString(node.children.size());
    if (role != Qt::DisplayRole)
        return QVariant();
    switch (node.section) {
    case Favourites: return tr("Favourites");
    case Entities: return tr("Entities");
    case SavedQueries: return tr("Saved");
    default: return tr("Findings");
    }
}

QVariant EntityTreeModel::entityData(const SchemaEntity &entity, int role) const
{
    qint64 n = count(entity.name, m_withSubentities);
    switch (role) {
    case Qt::DisplayRole:
    case EntityRole: return entity.name;
    case CountRole: return n;
    case CountTextRole: return n < 0 ? QString() : QLocale().toString(n);
    case AccentRole: return entity.hierarchy;
    case AbstractRole: return entity.abstract;
    case GuessRole: return entity.confidence != EL_CERTAIN;
    case FavouriteRole: return m_favourites.contains(entity.name);
    case FindingsHereRole: return findingsAt(entity.name);
    case Qt::AccessibleTextRole:
        return n < 0 ? entity.name : tr("%1, %2 objects").arg(entity.name, QLocale().toString(n));
    case Qt::ToolTipRole: {
        QStringList lines{entity.abstract ? tr("%1 (abstract)").arg(entity.name) : entity.name};
        if (!entity.parent.isEmpty())
            lines << tr("Parent: %1").arg(entity.parent);
        qint64 own = count(entity.name, false);
        if (own >= 0 && !entity.children.isEmpty())
            lines << tr("Own objects: %1, with sub-entities: %2")
                         .arg(QLocale().toString(own), QLocale().toString(count(entity.name, true)));
        if (!entity.provenance.isEmpty())
            lines << tr("Inferred: %1").arg(entity.provenance);
        return lines.join(QLatin1Char('\n'));
    }
    default: return QVariant();
    }
}

QVariant EntityTreeModel::savedData(const SavedQuery &query, int role) const
{
    switch (role) {
    case Qt::DisplayRole: return query.name;
    case EntityRole: return query.entity;
    case PredicateRole: return query.predicate;
    case Qt::ToolTipRole:
        return query.fromModel ? tr("Fetch request of the model\n%1: %2").arg(query.entity, query.predicate)
                               : tr("%1: %2").arg(query.entity, query.predicate);
    default: return QVariant();
    }
}

QVariant EntityTreeModel::findingData(const SchemaFinding &finding, int role) const
{
    switch (role) {
    case Qt::DisplayRole: return finding.where.isEmpty() ? finding.code : finding.where + QStringLiteral(": ") + finding.code;
    case SeverityRole: return finding.severity;
    case CountTextRole: return finding.count > 0 ? QLocale().toString(finding.count) : QString();
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole: return finding.text;
    default: return QVariant();
    }
}

} // namespace entitylens
