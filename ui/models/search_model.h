// SPDX-License-Identifier: GPL-3.0-or-later
// Objects of every entity in which a text was found.
#pragma once

#include "cell_style.h"
#include "format.h"

#include "session/session.h"

#include <QAbstractItemModel>
#include <QPointer>
#include <QVector>

namespace entitylens {

class SearchModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    // Entities are the top rows; below each are its first hits.
    enum ColumnName { ObjectColumn, PropertyColumn, ColumnTotal };

    explicit SearchModel(QObject *parent = nullptr) : QAbstractItemModel(parent) {}
    ~SearchModel() override;

    void setSession(Session *session);
    void setFormat(const Format &format) { m_format = format; }
    void search(const QString &text);
    void cancel();
    bool isSearching() const { return m_job != nullptr; }
    QString text() const { return m_text; }
    qint64 total() const;
    // "Entity", key of a hit; of an entity's row the key is -1.
    QString entity(const QModelIndex &index) const;
    qint64 key(const QModelIndex &index) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = QModelIndex()) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = QModelIndex()) const override;
    int columnCount(const QModelIndex &) const override { return ColumnTotal; }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    void started();
    void finished(const entitylens::Failure &failure);

private:
    struct Hit {
        qint64 key = 0;
        QString entity;
        QString label;
        QString property;
        Cell cell;
    };
    struct Group {
        QString entity;
        qint64 total = 0;
        QVector<Hit> hits;
    };
    using Groups = QVector<Group>;
    struct Reader;
    QVariant hitData(const Hit &hit, int column, int role) const;

    QPointer<Session> m_session;
    Format m_format;
    QString m_text;
    Groups m_groups;
    JobPtr m_job;
};

} // namespace entitylens
