// SPDX-License-Identifier: GPL-3.0-or-later
// A migration as a review: the changes, what they do to this store, what ECD would run, the verdict.
#pragma once

#include "models/migration_models.h"

#include <QPointer>
#include <QWidget>

class QComboBox;
class QLabel;
class QListView;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;
class QVBoxLayout;

namespace entitylens {

class EmptyState;
class ProgressLine;
class QuietTree;

class MigrationView : public QWidget
{
    Q_OBJECT
public:
    explicit MigrationView(QWidget *parent = nullptr);

    void setSession(Session *session);
    void chooseModel();
    void preview(const QString &modelPath);
    bool isBusy() const { return m_job != nullptr; }
    const MigrationReport &report() const { return m_report; }
    QString verdict() const;
    bool saveReport(const QString &path);

protected:
    void changeEvent(QEvent *event) override;

private:
    QWidget *buildVerdict();
    void arrived(const MigrationReport &report, const Failure &failure);
    void showChange(const QModelIndex &index);
    void fillStatements();
    void dryRun();
    void askSave();
    void sayNothingChosen();
    void applyTheme();
    QString verdictText() const;

    QPointer<Session> m_session;
    MigrationWish m_wish;
    MigrationReport m_report;
    JobPtr m_job;
    MigrationChangesModel *m_changes;
    MigrationEffectsModel *m_effects;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    ProgressLine *m_progress;
    QListView *m_changeList;
    QuietTree *m_effectTree;
    QPlainTextEdit *m_statements;
    QLabel *m_title;
    QLabel *m_verdict;
    QLabel *m_details;
    QLabel *m_trial;
    QComboBox *m_version;
    QPushButton *m_dryRun;
    QPushButton *m_save;
};

} // namespace entitylens
