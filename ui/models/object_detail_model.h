// SPDX-License-Identifier: GPL-3.0-or-later
// One object, property by property, with what it points at and, when asked for, what points at it.
#pragma once

#include "cell_style.h"
#include "format.h"

#include "session/session.h"

#include <QAbstractItemModel>
#include <QPointer>

#include <memory>
#include <vector>

namespace entitylens {

class ObjectDetailModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Kind { Attribute, ToOne, ToMany, Member, More, Referrers, ReferrerGroup };
    enum ColumnName { NameColumn, ValueColumn };

    explicit ObjectDetailModel(QObject *parent = nullptr);
    ~ObjectDetailModel() override;

    void setSession(Session *session);
    void setFormat(const Format &format);
    // The object that was shown stays until the new one is here.
    void show(const QString &entity, qint64 key);
    void clear();
    void refresh();

    bool hasObject() const { return m_row != nullptr; }
    const Row *object() const { return m_row.get(); }
    const SchemaEntity *entity() const;
    // What was asked for last, arrived or not.
    QString wantedEntity() const { return m_wantedEntity; }
    qint64 wantedKey() const { return m_wantedKey; }
    bool isLoading() const { return m_job != nullptr; }

    const SchemaAttribute *attribute(const QModelIndex &index) const;
    const SchemaRelationship *relationship(const QModelIndex &index) const;
    const Cell *cell(const QModelIndex &index) const;
    // Of to-one rows, members and referrers.
    Reference reference(const QModelIndex &index) const;
    Kind kind(const QModelIndex &index) const;
    // Of a ReferrerGroup: the entity and relationship that point here.
    Referrer referrer(const QModelIndex &index) const;
    QModelIndex indexOf(const QString &property) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = QModelIndex()) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = QModelIndex()) const override;
    int columnCount(const QModelIndex &parent = QModelIndex()) const override;
    bool hasChildren(const QModelIndex &parent = QModelIndex()) const override;
    bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    void arrived();
    void failed(const entitylens::Failure &failure);
    void loadingChanged();

private:
    struct Node;
    void rebuild();
    void addMembers(Node *node, const ReferenceList &list);
    void addReferrers(const QVector<Referrer> &referrers);
    Node *nodeOf(const QModelIndex &index) const;
    QModelIndex indexOfNode(const Node *node, int column) const;
    QVariant nameData(const Node &node, int role) const;
    QVariant valueData(const Node &node, int role) const;
    QVariant attributeValue(const Node &node, int role) const;
    QVariant toManyValue(const ReferenceList &list, int role) const;
    static QVariant referenceValue(const Format &format, const Reference &reference, int role);

    QPointer<Session> m_session;
    Format m_format;
    SchemaPtr m_schema;
    std::unique_ptr<Row> m_row;
    std::unique_ptr<Node> m_root;
    JobPtr m_job, m_referrersJob;
    QString m_wantedEntity;
    qint64 m_wantedKey = 0;
};

} // namespace entitylens
