// SPDX-License-Identifier: GPL-3.0-or-later
// The left side: favourites, entities with inheritance and counts, saved queries, findings.
#pragma once

#include "cell_style.h"

#include "session/session.h"

#include <QAbstractItemModel>
#include <QPointer>

#include <memory>
#include <vector>

namespace entitylens {

struct SavedQuery {
    QString name;
    QString entity;
    QString predicate;
    QStringList arguments;
    bool fromModel = false; // a fetch request template of the model, not the person's own
};

class EntityTreeModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Kind { Section, Entity, Saved, Finding };
    enum SectionName { Favourites, Entities, SavedQueries, Findings, SectionCount };
    enum TreeRole { CountTextRole = LastValueRole, AbstractRole, FavouriteRole, FindingsHereRole, PredicateRole };

    explicit EntityTreeModel(QObject *parent = nullptr);
    ~EntityTreeModel() override;

    void setSession(Session *session);
    void setSavedQueries(const QVector<SavedQuery> &queries);
    void setFavourites(const QStringList &entities);
    QStringList favourites() const { return m_favourites; }
    // Counts of an entity with what is below it, or alone.
    void setWithSubentities(bool with);
    bool withSubentities() const { return m_withSubentities; }

    QModelIndex indexOfEntity(const QString &name) const;
    const SavedQuery *savedQuery(const QModelIndex &index) const;
    const SchemaFinding *finding(const QModelIndex &index) const;
    // -1 while it is not counted.
    qint64 count(const QString &entity, bool withSubentities) const;
    // The first entity that is known to have objects; empty while that is not known.
    QString firstWithObjects() const;
    bool isCounted() const;

    QModelIndex index(int row, int column, const QModelIndex &parent = QModelIndex()) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = QModelIndex()) const override;
    int columnCount(const QModelIndex &parent = QModelIndex()) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

signals:
    // Every entity is counted.
    void countsArrived();

private:
    struct Node;
    void rebuild();
    void addEntity(Node *parent, const SchemaEntity &entity);
    void startCounting();
    void counted(const QString &entity, qint64 n);
    void countsChanged(Node *node);
    void cancelCounting();
    Node *nodeOf(const QModelIndex &index) const;
    QModelIndex indexOf(Node *node) const;
    Node *addSection(SectionName name);
    QVariant entityData(const SchemaEntity &entity, int role) const;
    QVariant sectionData(const Node &node, int role) const;
    QVariant savedData(const SavedQuery &query, int role) const;
    QVariant findingData(const SchemaFinding &finding, int role) const;
    int findingsAt(const QString &entity) const;

    QPointer<Session> m_session;
    SchemaPtr m_schema;
    std::unique_ptr<Node> m_root;
    QVector<SavedQuery> m_saved;
    QStringList m_favourites;
    QHash<QString, qint64> m_counts;
    std::vector<JobPtr> m_jobs;
    bool m_withSubentities = true;
};

} // namespace entitylens
