// SPDX-License-Identifier: GPL-3.0-or-later
// What was found anywhere in the store.
#pragma once

#include "models/search_model.h"

#include <QWidget>

class QStackedWidget;

namespace entitylens {

class ElidedLabel;
class EmptyState;
class ProgressLine;
class QuietTree;
class ValueDelegate;

class SearchView : public QWidget
{
    Q_OBJECT
public:
    explicit SearchView(QWidget *parent = nullptr);

    void setSession(Session *session);
    void setFormat(const Format &format) { m_model->setFormat(format); }
    void search(const QString &text);
    bool isBusy() const { return m_model->isSearching(); }
    SearchModel *model() const { return m_model; }

signals:
    void objectChosen(const QString &entity, qint64 key);
    void entityChosen(const QString &entity);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void finished(const Failure &failure);
    void choose(const QModelIndex &index);

    SearchModel *m_model;
    ElidedLabel *m_title;
    ProgressLine *m_progress;
    QStackedWidget *m_stack;
    QuietTree *m_tree;
    ValueDelegate *m_delegate;
    EmptyState *m_empty;
};

} // namespace entitylens
