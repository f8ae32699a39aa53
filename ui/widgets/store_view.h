// SPDX-License-Identifier: GPL-3.0-or-later
// The store itself: how it was opened, what it is, what was found, and work on the whole of it.
#pragma once

#include "models/findings_model.h"
#include "models/format.h"
#include "session/store_jobs.h"

#include <QPointer>
#include <QWidget>

class QGridLayout;
class QLabel;
class QStackedWidget;
class QTableView;
class QVBoxLayout;

namespace entitylens {

class EmptyState;
class JobRow;

class StoreView : public QWidget
{
    Q_OBJECT
public:
    explicit StoreView(QWidget *parent = nullptr);

    void setSession(Session *session);
    bool isBusy() const;
    FindingsModel *findings() const { return m_findings; }
    void selectFinding(int row);

    // Work; each gets a line below.
    void check();
    void exportTo(const QString &folder, const el_export_options &options);
    void copyTo(const CopyWish &wish);

signals:
    void modelRequested();
    void compareRequested();
    void migrationRequested();
    void objectsRequested(const QString &entity, const QStringList &ids);
    void sqlRequested(const QString &sql);

protected:
    void changeEvent(QEvent *event) override;

private:
    void buildActions(QVBoxLayout *layout);
    void fill();
    QLabel *addFact(const QString &name, const QString &text);
    void addReport(const QString &text);
    JobRow *addJob(const QString &title);
    void askExport();
    void askCopy(el_copy_kind kind);
    void showFinding(int row);
    void showFindings(const QVector<Finding> &findings);
    void applyTheme();

    QPointer<Session> m_session;
    QWidget *m_factsArea;
    QGridLayout *m_facts;
    FindingsModel *m_findings;
    QTableView *m_table;
    EmptyState *m_empty;
    QStackedWidget *m_stack;
    bool m_checked = false;
    QVBoxLayout *m_jobs;
};

} // namespace entitylens
