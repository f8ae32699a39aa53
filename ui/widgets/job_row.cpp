// SPDX-License-Identifier: GPL-3.0-or-later
#include "job_row.h"

#include "small_widgets.h"
#include "theme.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLocale>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace entitylens {

namespace {

constexpr int lookMs = 100;

} // namespace

JobRow::JobRow(const QString &title, QWidget *parent) : QWidget(parent), m_title(title), m_text(new ElidedLabel(this)),
    m_progress(new ProgressLine(this)), m_cancel(flatButton("jobCancel", "close", tr("Cancel"), this)), m_line(new QHBoxLayout)
{
    setObjectName(QStringLiteral("jobRow"));
    m_text->setObjectName(QStringLiteral("jobText"));
    m_text->setText(title);
    m_line->setContentsMargins(2 * unit, unit, unit, unit);
    m_line->setSpacing(2 * unit);
    m_line->addWidget(m_text, 1);
    m_line->addWidget(m_cancel);
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(m_line);
    layout->addWidget(m_progress);
    m_timer.setInterval(lookMs);
    connect(&m_timer, &QTimer::timeout, this, &JobRow::look);
    connect(m_cancel, &QToolButton::clicked, this, [this] {
        if (!m_job) { // over: the cross takes the line away
            deleteLater();
            return;
        }
        m_job->cancel();
        finish(Failure(EL_ECANCELLED, QStringLiteral("cancelled"), tr("cancelled")), QString());
        emit cancelled();
    });
}

void JobRow::follow(const JobPtr &job)
{
    m_job = job;
    m_progress->setBusy(true);
    m_timer.start();
}

void JobRow::look()
{
    if (!m_job)
        return;
    qint64 done = m_job->progressDone(), total = m_job->progressTotal();
    m_progress->setShare(total > 0 ? double(done) / double(total) : -1);
    if (total > 0)
        m_text->setText(tr("%1: %2 %").arg(m_title, QLocale().toString(100.0 * double(done) / double(total), 'f', 0)));
    else if (done > 0)
        m_text->setText(tr("%1: %2").arg(m_title, QLocale().toString(done)));
}

void JobRow::finish(const Failure &failure, const QString &sentence)
{
    m_timer.stop();
    m_job.reset();
    m_progress->setBusy(false);
    m_cancel->setToolTip(tr("Take this line away"));
    m_text->setText(tr("%1: %2").arg(m_title, failure ? failure.sentence() : sentence));
    m_text->setToolTip(failure ? failure.nextStep() : sentence);
    QPalette colours = QApplication::palette(this);
    if (failure && failure.status != EL_ECANCELLED)
        colours.setColor(QPalette::WindowText, Theme::of(colours).error);
    m_text->setPalette(colours);
}

void JobRow::offer(const QString &text, std::function<void()> action)
{
    auto button = new QPushButton(text, this);
    button->setObjectName(QStringLiteral("jobResult"));
    button->setFlat(true);
    connect(button, &QPushButton::clicked, this, [action] { action(); });
    m_line->insertWidget(1, button);
}

QString JobRow::sentence() const
{
    return m_text->text();
}

} // namespace entitylens
