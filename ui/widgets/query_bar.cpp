// SPDX-License-Identifier: GPL-3.0-or-later
#include "query_bar.h"

#include "icons.h"
#include "small_widgets.h"
#include "theme.h"

#include "predicate/predicate_editor.h"

#include <entitylens/predicate.h>

#include <QAccessible>
#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

namespace entitylens {

namespace {

constexpr int mostArguments = 16;

} // namespace

QueryBar::QueryBar(QWidget *parent) : QWidget(parent), m_editor(new PredicateEditor(this)),
    m_run(flatButton("runButton", "run", tr("Run"), this)), m_star(flatButton("saveButton", "star", tr("Save this query"), this)),
    m_argumentRow(new QWidget(this)), m_argumentLayout(new QHBoxLayout(m_argumentRow)), m_errorRow(new QWidget(this)),
    m_error(new QLabel(m_errorRow)), m_repair(new QToolButton(m_errorRow)), m_status(new ElidedLabel(this)),
    m_sqlButton(flatButton("sqlButton", nullptr, tr("SQL"), this)), m_ecdButton(flatButton("ecdButton", nullptr, QString(), this)),
    m_cancel(flatButton("cancelButton", "close", tr("Cancel"), this)), m_progress(new ProgressLine(this)), m_sql(new SqlPane(this))
{
    setObjectName(QStringLiteral("queryBar"));
    setAutoFillBackground(true);
    buildRows();
    m_errorRow->hide();
    m_argumentRow->hide();
    m_ecdButton->hide();
    m_cancel->hide();
    m_sql->hide();
    connect(m_editor, &PredicateEditor::runRequested, this, &QueryBar::runRequested);
    connect(m_editor, &PredicateEditor::edited, this, &QueryBar::edit);
    connect(m_editor, &PredicateEditor::historyRequested, this, &QueryBar::historyRequested);
    connect(m_run, &QToolButton::clicked, this, &QueryBar::runRequested);
    connect(m_star, &QToolButton::clicked, this, &QueryBar::saveRequested);
    connect(m_repair, &QToolButton::clicked, this, &QueryBar::repair);
    connect(m_cancel, &QToolButton::clicked, this, &QueryBar::cancelRequested);
    connect(m_sqlButton, &QToolButton::toggled, this, &QueryBar::setSqlVisible);
    connect(m_ecdButton, &QToolButton::clicked, this, [this] { setSqlVisible(true); });
    setShortcutTip(m_run, tr("Run the predicate"), QKeySequence(Qt::Key_Return));
    applyTheme();
}

void QueryBar::buildRows()
{
    auto entry = new QHBoxLayout;
    entry->setContentsMargins(0, 0, unit, 0);
    entry->setSpacing(0);
    entry->addWidget(m_editor, 1);
    entry->addWidget(m_run, 0, Qt::AlignTop);
    entry->addWidget(m_star, 0, Qt::AlignTop);

    m_argumentLayout->setContentsMargins(2 * unit, unit, 2 * unit, unit);
    m_argumentLayout->setSpacing(2 * unit);
    m_argumentRow->setObjectName(QStringLiteral("argumentRow"));

    m_errorRow->setObjectName(QStringLiteral("errorRow"));
    m_error->setObjectName(QStringLiteral("predicateError"));
    m_error->setWordWrap(true);
    m_error->setTextFormat(Qt::PlainText);
    m_error->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_repair->setObjectName(QStringLiteral("repairButton"));
    auto error = new QHBoxLayout(m_errorRow);
    error->setContentsMargins(2 * unit, unit, 2 * unit, unit);
    error->setSpacing(2 * unit);
    error->addWidget(m_error, 1);
    error->addWidget(m_repair, 0, Qt::AlignTop);

    m_status->setObjectName(QStringLiteral("statusLine"));
    m_status->setAccessibleName(tr("Status"));
    m_sqlButton->setCheckable(true);
    m_sqlButton->setIcon(icon("chevron-right", m_sqlButton));
    m_sqlButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_sqlButton->setIconSize(QSize(12, 12));
    m_sqlButton->setToolTip(tr("Show the translated SQL and the engine's plan"));
    m_ecdButton->setIcon(icon("warning", m_ecdButton));
    m_ecdButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_ecdButton->setIconSize(QSize(12, 12));
    auto status = new QHBoxLayout;
    status->setContentsMargins(2 * unit, 0, unit, 0);
    status->setSpacing(unit);
    status->addWidget(m_status, 1);
    status->addWidget(m_ecdButton);
    status->addWidget(m_sqlButton);
    status->addWidget(m_cancel);

    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addSpacing(unit);
    layout->addLayout(entry);
    layout->addWidget(m_argumentRow);
    layout->addWidget(m_errorRow);
    layout->addLayout(status);
    layout->addWidget(m_progress);
    layout->addWidget(m_sql);
}

QString QueryBar::predicate() const
{
    return m_editor->predicate().trimmed();
}

QVector<QString> QueryBar::arguments() const
{
    QVector<QString> values;
    for (QLineEdit *edit : m_arguments)
        values << edit->text().trimmed();
    return values;
}

void QueryBar::setPredicate(const QString &predicate, const QVector<QString> &arguments)
{
    m_editor->setPredicate(predicate);
    clearFailure();
    updateArguments();
    for (int i = 0; i < m_arguments.size(); i++)
        m_arguments[i]->setText(arguments.value(i));
}

void QueryBar::edit()
{
    clearFailure();
    updateArguments();
    emit edited();
}

// One field for each %@ and its kin, in their order.
void QueryBar::updateArguments()
{
    QByteArray text = m_editor->predicate().toUtf8();
    int wanted = std::min(mostArguments, int(el_predicate_argument_count(text.constData(), size_t(text.size()))));
    while (m_arguments.size() > wanted)
        delete m_arguments.takeLast();
    while (m_arguments.size() < wanted) {
        auto edit = new QLineEdit(m_argumentRow);
        edit->setObjectName(QStringLiteral("argument%1").arg(m_arguments.size() + 1));
        edit->setAccessibleName(tr("Argument %1").arg(m_arguments.size() + 1));
        edit->setPlaceholderText(tr("%1: 5, \"text\", date:2016-01-01, object:Post/5").arg(m_arguments.size() + 1));
        connect(edit, &QLineEdit::returnPressed, this, &QueryBar::runRequested);
        connect(edit, &QLineEdit::textEdited, this, &QueryBar::clearFailure);
        m_argumentLayout->addWidget(edit);
        m_arguments << edit;
    }
    m_argumentRow->setVisible(wanted > 0);
}

void QueryBar::showFailure(const Failure &failure, int offset)
{
    m_failure = failure;
    m_failureOffset = offset;
    QString text = failure.sentence();
    if (!failure.nextStep().isEmpty())
        text += QLatin1Char(' ') + failure.nextStep();
    m_error->setText(text);
    m_repair->setVisible(!failure.repair.isEmpty() && failure.hasRange);
    m_repair->setText(tr("Replace by %1").arg(failure.repair));
    m_errorRow->show();
    if (failure.hasRange)
        m_editor->showError(failure.start - offset, failure.end - offset);
    QAccessibleEvent event(m_error, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void QueryBar::clearFailure()
{
    m_failure = Failure();
    m_errorRow->hide();
    m_error->clear();
    m_editor->clearError();
}

void QueryBar::repair()
{
    m_editor->replaceRange(m_failure.start - m_failureOffset, m_failure.end - m_failureOffset, m_failure.repair);
    m_editor->setFocus();
    emit runRequested();
}

void QueryBar::setStatus(const QString &text, const QString &tooltip)
{
    m_status->setToolTip(tooltip);
    if (m_status->text() == text)
        return;
    m_status->setText(text);
    // A live region: what changed is spoken without the keyboard being there.
    QAccessibleEvent event(m_status, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
}

void QueryBar::setEcdNote(const QString &text)
{
    m_ecdButton->setText(text);
    m_ecdButton->setAccessibleName(text);
    m_ecdButton->setVisible(!text.isEmpty());
}

bool QueryBar::isSqlVisible() const
{
    return !m_sql->isHidden();
}

void QueryBar::setSqlVisible(bool visible)
{
    bool was = isSqlVisible();
    m_sql->setVisible(visible);
    m_sqlButton->setChecked(visible);
    m_sqlButton->setIcon(icon(visible ? "chevron-down" : "chevron-right", m_sqlButton));
    if (visible != was)
        emit sqlToggled(visible);
}

void QueryBar::setSaved(bool saved)
{
    m_star->setIcon(icon(saved ? "star-filled" : "star", m_star));
    m_star->setToolTip(saved ? tr("Remove from the saved queries") : tr("Save this query"));
    m_star->setAccessibleName(m_star->toolTip());
}

void QueryBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyTheme();
}

void QueryBar::applyTheme()
{
    QPalette app = QApplication::palette(this);
    Theme theme = Theme::of(app);
    QPalette ground = app;
    ground.setColor(QPalette::Window, theme.base);
    if (palette().color(QPalette::Window) != theme.base)
        setPalette(ground);
    QPalette quiet = ground;
    quiet.setColor(QPalette::WindowText, theme.muted);
    quiet.setColor(QPalette::ButtonText, theme.muted);
    m_status->setPalette(quiet);
    m_sqlButton->setPalette(quiet);
    QPalette warning = ground;
    warning.setColor(QPalette::ButtonText, theme.warning);
    m_ecdButton->setPalette(warning);
    QPalette error = ground;
    error.setColor(QPalette::WindowText, theme.error);
    m_error->setPalette(error);
    for (QWidget *w : {static_cast<QWidget *>(m_status), static_cast<QWidget *>(m_sqlButton), static_cast<QWidget *>(m_ecdButton)})
        w->setFont(smaller(font()));
}

} // namespace entitylens
