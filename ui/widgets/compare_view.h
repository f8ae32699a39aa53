// SPDX-License-Identifier: GPL-3.0-or-later
// This store beside an older copy of it.
#pragma once

#include "models/comparison_model.h"

#include <QPointer>
#include <QWidget>

class QStackedWidget;

namespace entitylens {

class ElidedLabel;
class EmptyState;
class ProgressLine;
class QuietTree;

class CompareView : public QWidget
{
    Q_OBJECT
public:
    explicit CompareView(QWidget *parent = nullptr);

    void setSession(Session *session);
    void chooseOther();
    void compareWith(const OpenRequest &before);
    bool isBusy() const { return m_job != nullptr; }
    ComparisonModel *model() const { return m_model; }

signals:
    void objectChosen(const QString &entity, qint64 key);

private:
    void arrived(const StoreComparison &comparison, const Failure &failure);
    void askKey(const Failure &why);
    void sayNothingChosen();

    QPointer<Session> m_session;
    OpenRequest m_before;
    JobPtr m_job;
    ComparisonModel *m_model;
    ElidedLabel *m_title;
    ProgressLine *m_progress;
    QStackedWidget *m_stack;
    QuietTree *m_tree;
    EmptyState *m_empty;
};

} // namespace entitylens
