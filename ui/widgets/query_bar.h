// SPDX-License-Identifier: GPL-3.0-or-later
// The predicate entry with what belongs to it: arguments, the error and its repair, the status line, the SQL.
#pragma once

#include "sql_pane.h"

#include "session/failure.h"

#include <QVector>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace entitylens {

class ElidedLabel;
class PredicateEditor;
class ProgressLine;

class QueryBar : public QWidget
{
    Q_OBJECT
public:
    explicit QueryBar(QWidget *parent = nullptr);

    PredicateEditor *editor() const { return m_editor; }
    ProgressLine *progress() const { return m_progress; }
    SqlPane *sqlPane() const { return m_sql; }

    QString predicate() const;
    QVector<QString> arguments() const;
    void setPredicate(const QString &predicate, const QVector<QString> &arguments);

    // @param offset bytes that stood before the predicate in the text that failed
    void showFailure(const Failure &failure, int offset);
    void clearFailure();
    void setStatus(const QString &text, const QString &tooltip);
    // Differences between our answer and ECD's; 0 hides the mark.
    void setEcdNote(const QString &text);
    void setSqlVisible(bool visible);
    bool isSqlVisible() const;
    void setSaved(bool saved);

signals:
    void runRequested();
    void edited();
    void historyRequested(int direction);
    void saveRequested();
    void sqlToggled(bool visible);
    void cancelRequested();
    void inferenceClicked();

protected:
    void changeEvent(QEvent *event) override;

private:
    void buildRows();
    void edit();
    void updateArguments();
    void applyTheme();
    void repair();

    PredicateEditor *m_editor;
    QToolButton *m_run;
    QToolButton *m_star;
    QWidget *m_argumentRow;
    QHBoxLayout *m_argumentLayout;
    QVector<QLineEdit *> m_arguments;
    QWidget *m_errorRow;
    QLabel *m_error;
    QToolButton *m_repair;
    ElidedLabel *m_status;
    QToolButton *m_sqlButton;
    QToolButton *m_ecdButton;
    QToolButton *m_cancel;
    ProgressLine *m_progress;
    SqlPane *m_sql;
    Failure m_failure;
    int m_failureOffset = 0;
};

} // namespace entitylens
