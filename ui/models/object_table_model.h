// SPDX-License-Identifier: GPL-3.0-or-later
// The objects that a query finds, as a table of any length: only pages near what is looked at are kept.
#pragma once

#include "cell_style.h"
#include "format.h"
#include "page_cache.h"

#include "session/query.h"
#include "session/session.h"

#include <QAbstractTableModel>
#include <QPointer>
#include <QSet>
#include <QTimer>

namespace entitylens {

struct TableColumn {
    enum Kind { Identity, Entity, Attribute, ToOne, ToMany };
    Kind kind = Identity;
    int index = -1; // into the SchemaEntity's attributes or relationships
    QString name;
};

class ObjectTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    explicit ObjectTableModel(QObject *parent = nullptr);
    ~ObjectTableModel() override;

    void setSession(Session *session);
    void setFormat(const Format &format);
    const Format &format() const { return m_format; }

    // Where to begin in a result that was looked at before.
    struct Start {
        int row = 0;
        CursorPtr before; // the place of the row before row's page; may be null
        qint64 total = -1;
    };
    // Starts over with another question.  The rows of the last one stay until the first page of the new one is here.
    void setQuery(const Query &query, const Start &start);
    void setQuery(const Query &query) { setQuery(query, Start()); }
    Start startAt(int row) const;
    const Query &query() const { return m_query; }       // asked
    const Query &shownQuery() const { return m_shown; }  // of the rows that are shown
    void clear();
    // The same question to changed data; answers with relocated() so that a view can keep its place.
    void refresh(int topRow);

    const SchemaEntity *entity() const;
    const QVector<TableColumn> &columns() const { return m_columns; }
    int columnOf(const QString &name) const;
    const Row *rowAt(int row) const { return m_cache.row(row); }
    // Position of an object among the rows at hand, or -1.
    int findLoaded(const QString &entity, qint64 key) const;

    qint64 total() const { return m_total; } // -1: not counted yet
    bool isLoading() const { return m_loading || !m_jobs.isEmpty(); }
    // Another question was asked and its first rows are not here.
    bool isStartingOver() const { return m_loading; }
    bool isCounting() const { return m_countJob != nullptr; }
    double milliseconds() const { return m_milliseconds; }
    int rowsHeld() const { return m_cache.rowsHeld(); }
    // What is on the screen, so that it is read first.
    void setVisibleRows(int first, int last);
    void cancel();

    int rowCount(const QModelIndex &parent = QModelIndex()) const override;
    int columnCount(const QModelIndex &parent = QModelIndex()) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    // The key path by which a column sorts; empty when it cannot.
    QString sortKey(int column) const;

signals:
    void queryStarted();
    void firstPageArrived();
    void totalChanged();
    void loadingChanged();
    void failed(const entitylens::Failure &failure);
    // After refresh(): the row that was on top is at `row` now.
    void relocated(int row);

private:
    void buildColumns();
    void startCount();
    void wantPage(int page) const;
    void requestPages();
    void requestPage(int page, Priority priority);
    void pageArrived(int page, const Page &content);
    void firstArrived(const Page &content);
    void begin(const Start &start);
    void cancelJobs();
    void cancelCount();
    void setRows(int rows);
    void totalArrived(qint64 total);
    QVariant cellData(const Row &row, const TableColumn &column, int role) const;
    QVariant attributeData(const Row &row, const TableColumn &column, int role) const;
    QVariant toOneData(const Row &row, const TableColumn &column, int role) const;
    QVariant toManyData(const Row &row, const TableColumn &column, int role) const;
    CellStyle columnStyle(const Row &row, const TableColumn &column) const;

    QPointer<Session> m_session;
    Format m_format;
    Query m_query, m_shown;
    SchemaPtr m_schema; // of m_columns
    QVector<TableColumn> m_columns;
    PageCache m_cache;
    QHash<int, JobPtr> m_jobs;
    JobPtr m_firstJob, m_countJob, m_refreshJob;
    mutable QSet<int> m_wanted;
    mutable QTimer m_requestTimer;
    int m_rows = 0;
    qint64 m_total = -1;
    int m_visibleFirst = 0, m_visibleLast = 0;
    Start m_start;
    double m_milliseconds = 0;
    bool m_loading = false;
};

} // namespace entitylens
