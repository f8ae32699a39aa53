// SPDX-License-Identifier: GPL-3.0-or-later
// One piece of long work: what it is, how far it is, a way to cancel it, and what came of it.
#pragma once

#include "session/job.h"

#include <QTimer>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace entitylens {

class ElidedLabel;
class ProgressLine;

class JobRow : public QWidget
{
    Q_OBJECT
public:
    JobRow(const QString &title, QWidget *parent = nullptr);

    void follow(const JobPtr &job);
    // The work is over; the sentence says what came of it.
    void finish(const Failure &failure, const QString &sentence);
    void offer(const QString &text, std::function<void()> action);
    bool isRunning() const { return m_job != nullptr; }
    QString sentence() const;

signals:
    void cancelled();

private:
    void look();

    JobPtr m_job;
    QTimer m_timer;
    QString m_title;
    ElidedLabel *m_text;
    ProgressLine *m_progress;
    QToolButton *m_cancel;
    QHBoxLayout *m_line;
};

} // namespace entitylens
