// SPDX-License-Identifier: GPL-3.0-or-later
// The centre: the question, how it was answered, and the objects that answer it.
#pragma once

#include "clipboard_copy.h"

#include "models/history.h"
#include "models/object_table_model.h"

#include <QTimer>
#include <QWidget>

class QStackedWidget;

namespace entitylens {

class EmptyState;
class EntityTreeModel;
class FindBar;
class ObjectTable;
class QueryBar;

class ObjectsView : public QWidget
{
    Q_OBJECT
public:
    ObjectsView(EntityTreeModel *counts, QWidget *parent = nullptr);

    void setSession(Session *session);
    void setFormat(const Format &format);
    // The table at an object of it.
    void showAt(const Query &query, qint64 key);
    void show(const Query &query) { open(query, ObjectTableModel::Start()); }
    // What is there now, to come back to; and back to it.
    void store(Place *place) const;
    void restore(const Place &place);
    void setSubentities(bool with);
    void refresh();
    void cancel();
    // Adds a condition to the question and asks it.
    void addCondition(const QString &condition);
    // Fields under the header that narrow column by column.
    void setFilterRowVisible(bool visible);
    bool isFilterRowVisible() const;
    void openFind();
    void copy(CopyFormat format);
    void showHeaderMenu(const QPoint &at);
    // Selects an object of the shown result when it is at hand.
    void selectObject(const QString &entity, qint64 key);

    ObjectTable *table() const { return m_table; }
    QueryBar *bar() const { return m_bar; }
    ObjectTableModel *model() const { return m_model; }
    const Query &query() const { return m_query; }
    bool isBusy() const;

signals:
    // The rows of a question are there; isNew: it is not the one that was shown before.
    void queryShown(bool isNew);
    void objectSelected(const QString &entity, qint64 key, const QString &label);
    void nothingSelected();
    void referenceFollowed(const QString &fromEntity, qint64 fromKey, const QString &relationship,
                           const entitylens::Reference &to);
    void membersRequested(const QString &entity, qint64 key, const QString &relationship);
    void valueRequested(const QString &property);
    void saveRequested();
    void chartRequested(const QString &attribute);
    // A copy that had to be read first is on the clipboard.
    void copied();
    void contextMenuWanted(const QModelIndex &index, const QPoint &global);

private:
    void open(const Query &query, const ObjectTableModel::Start &start);
    void runFromEditor();
    void edited();
    void arrived();
    void failed(const Failure &failure);
    void followed(const QModelIndex &index);
    void rowChanged(int row);
    void headerClicked(int section);
    void updateSortMark();
    void updateStatus();
    void updateEmpty();
    void updateBusy();
    void explain();
    void recall(int direction);
    void remember(const QString &predicate);
    QString countText() const;
    QString sortText() const;
    void selectionChanged();
    void saveColumns();
    bool restoreColumns();
    void pinUpTo(int section);
    void showColumn(int section, bool shown);
    void applyFilters();
    void restoreFilters();
    void searchEverywhere(const QString &text);

    QPointer<Session> m_session;
    EntityTreeModel *m_counts;
    ObjectTableModel *m_model;
    QueryBar *m_bar;
    ObjectTable *m_table;
    EmptyState *m_empty;
    QStackedWidget *m_stack;
    FindBar *m_find;
    QTimer m_pause;
    QTimer m_filterPause;
    QString m_selectionText;
    JobPtr m_copyJob;
    Query m_query;
    Place m_restoring;
    bool m_isRestoring = false;
    bool m_fromEditor = false;
    bool m_settingColumns = false;
    QString m_columnsOf;
    JobPtr m_explainJob, m_rankJob;
    QStringList m_history;
    int m_historyAt = 0;
};

} // namespace entitylens
