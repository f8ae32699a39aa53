// SPDX-License-Identifier: GPL-3.0-or-later
#include "sql_pane.h"

#include "small_widgets.h"
#include "theme.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTextCursor>
#include <QVBoxLayout>

namespace entitylens {

namespace {

// Breaks before the clauses, so that a long statement can be read.
QString brokenUp(QString sql)
{
    static const QRegularExpression clause(
        QStringLiteral(" (FROM|LEFT JOIN|(?<!LEFT )JOIN|WHERE|GROUP BY|HAVING|ORDER BY|LIMIT) "));
    return sql.replace(clause, QStringLiteral("\n\\1 "));
}

} // namespace

SqlPane::SqlPane(QWidget *parent) : QWidget(parent), m_text(new QPlainTextEdit(this))
{
    setObjectName(QStringLiteral("sqlPane"));
    setAccessibleName(tr("Translated SQL"));
    m_text->setObjectName(QStringLiteral("sqlText"));
    m_text->setAccessibleName(tr("Translated SQL, bindings, plan"));
    m_text->setReadOnly(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setFont(fixedFont(font()));
    m_text->document()->setDocumentMargin(2 * unit);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_text);
    layout->addWidget(new Hairline(Qt::Horizontal, this));
    setFixedHeight(40 * unit);
}

void SqlPane::setExplanation(const ExplanationFacts &facts)
{
    m_facts = facts;
    m_message.clear();
    fill();
}

void SqlPane::setMessage(const QString &text)
{
    m_facts = ExplanationFacts();
    m_message = text;
    fill();
}

void SqlPane::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        fill();
}

void SqlPane::fill()
{
    Theme theme = Theme::of(QApplication::palette(this));
    m_text->clear();
    QTextCursor cursor(m_text->document());
    QTextCharFormat plain, quiet;
    plain.setForeground(theme.text);
    quiet.setForeground(theme.muted);
    bool first = true;
    auto section = [&](const QString &title, const QString &body) {
        if (body.isEmpty())
            return;
        cursor.insertText((first ? QString() : QStringLiteral("\n\n")) + title + QLatin1Char('\n'), quiet);
        cursor.insertText(body, plain);
        first = false;
    };
    if (!m_message.isEmpty())
        cursor.insertText(m_message, quiet);
    section(tr("SQL"), brokenUp(m_facts.sql));
    section(tr("Bound values"), m_facts.bindings.join(QStringLiteral(", ")));
    section(tr("Plan of the engine"), m_facts.plan.join(QLatin1Char('\n')));
    section(tr("Normal form"), m_facts.normalForm);
    if (m_facts.ecdDiffers()) {
        QStringList lines{m_facts.ecdAnswer};
        for (const ExplanationFacts::Difference &d : m_facts.differences) {
            lines << d.code + QStringLiteral(": ") + d.text;
            if (!d.onlyHere.isEmpty())
                lines << tr("Only here: %1").arg(d.onlyHere.join(QStringLiteral(", ")));
            if (!d.onlyEcd.isEmpty())
                lines << tr("Only ECD: %1").arg(d.onlyEcd.join(QStringLiteral(", ")));
        }
        section(tr("What ECD itself would answer"), lines.join(QLatin1Char('\n')));
        section(tr("SQL of ECD"), brokenUp(m_facts.ecdSql));
    }
    m_text->moveCursor(QTextCursor::Start);
}

} // namespace entitylens
