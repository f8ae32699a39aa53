// SPDX-License-Identifier: GPL-3.0-or-later
#include "migration_view.h"

#include "empty_state.h"
#include "icons.h"
#include "quiet_tree.h"
#include "small_widgets.h"
#include "theme.h"
#include "value_delegate.h"

#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTextCursor>
#include <QVBoxLayout>

namespace entitylens {

namespace {

constexpr int iconSide = 14;
constexpr int padding = 2 * unit;

// A sentence on as many lines as it needs, with a mark for its severity.
class ChangeDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        int width = option.widget ? static_cast<const QListView *>(option.widget)->viewport()->width() : 200;
        QRect text(0, 0, width - 3 * padding - iconSide, 10000);
        int height = QFontMetrics(option.font).boundingRect(text, Qt::TextWordWrap, index.data().toString()).height();
        return QSize(width, (height + 2 * unit + unit - 1) / unit * unit);
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        Theme theme = Theme::of(option.palette);
        QString severity = index.data(SeverityRole).toString();
        painter->save();
        if (option.state & QStyle::State_Selected)
            painter->fillRect(option.rect, theme.selection);
        else if (option.state & QStyle::State_MouseOver)
            painter->fillRect(option.rect, theme.hover);
        QRect mark(option.rect.left() + padding, option.rect.top() + unit, iconSide, QFontMetrics(option.font).height());
        mark = QStyle::visualRect(option.direction, option.rect, mark);
        const char *name = severity == QLatin1String("error") ? "error" : severity == QLatin1String("warning") ? "warning" : "info";
        painter->drawPixmap(mark.left(), mark.center().y() - iconSide / 2 + 1,
                            iconPixmap(name, theme.severity(severity), iconSide, painter->device()->devicePixelRatioF()));
        QRect text = option.rect.adjusted(2 * padding + iconSide, unit, -padding, -unit);
        painter->setPen(theme.text);
        painter->setFont(option.font);
        painter->drawText(QStyle::visualRect(option.direction, option.rect, text), Qt::TextWordWrap | Qt::AlignTop, index.data().toString());
        painter->setPen(theme.rowLine);
        painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
        painter->restore();
    }
};

QLabel *quietLabel(QWidget *parent)
{
    auto label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace

MigrationView::MigrationView(QWidget *parent) : QWidget(parent), m_changes(new MigrationChangesModel(this)),
    m_effects(new MigrationEffectsModel(this)), m_stack(new QStackedWidget(this)), m_empty(new EmptyState(this)),
    m_progress(new ProgressLine(this)), m_changeList(new QListView(this)), m_effectTree(new QuietTree(this)),
    m_statements(new QPlainTextEdit(this)), m_title(quietLabel(this)), m_verdict(quietLabel(this)), m_details(quietLabel(this)),
    m_trial(quietLabel(this)), m_version(new QComboBox(this)), m_dryRun(new QPushButton(tr("Dry run"), this)),
    m_save(new QPushButton(tr("Save report…"), this))
{
    setObjectName(QStringLiteral("migrationView"));
    setAccessibleName(tr("Migration"));
    m_empty->setObjectName(QStringLiteral("migrationEmpty"));
    m_changeList->setObjectName(QStringLiteral("migrationChanges"));
    m_changeList->setAccessibleName(tr("Changes of the model"));
    m_changeList->setModel(m_changes);
    m_changeList->setItemDelegate(new ChangeDelegate(m_changeList));
    m_changeList->setFrameShape(QFrame::NoFrame);
    m_changeList->setMouseTracking(true);
    m_changeList->setResizeMode(QListView::Adjust);
    m_changeList->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_changeList->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_effectTree->setObjectName(QStringLiteral("migrationEffects"));
    m_effectTree->setAccessibleName(tr("Effects on this store"));
    m_effectTree->setModel(m_effects);
    m_effectTree->setItemDelegate(new ValueDelegate(m_effectTree));
    m_effectTree->setHeaderHidden(false);
    m_effectTree->setIndentation(4 * unit);
    m_statements->setObjectName(QStringLiteral("migrationStatements"));
    m_statements->setAccessibleName(tr("Statements that Encrypted Core Data would run"));
    m_statements->setReadOnly(true);
    m_statements->setFrameShape(QFrame::NoFrame);
    m_statements->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_statements->document()->setDocumentMargin(2 * unit);
    setFocusProxy(m_changeList);
    auto centre = new QSplitter(Qt::Vertical, this);
    centre->setHandleWidth(1);
    centre->addWidget(m_effectTree);
    centre->addWidget(m_statements);
    centre->setSizes({400, 240});
    auto body = new QSplitter(Qt::Horizontal, this);
    body->setHandleWidth(1);
    body->addWidget(m_changeList);
    body->addWidget(centre);
    body->addWidget(buildVerdict());
    body->setStretchFactor(1, 1);
    body->setSizes({280, 600, 240});
    m_stack->addWidget(m_empty);
    m_stack->addWidget(body);
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_progress);
    layout->addWidget(m_stack, 1);
    connect(m_changeList->selectionModel(), &QItemSelectionModel::currentChanged, this, &MigrationView::showChange);
    connect(m_dryRun, &QPushButton::clicked, this, &MigrationView::dryRun);
    connect(m_save, &QPushButton::clicked, this, &MigrationView::askSave);
    connect(m_version, QOverload<int>::of(&QComboBox::activated), this, [this](int i) {
        m_wish.version = el_ecd_version(i);
        preview(m_wish.modelPath);
    });
    sayNothingChosen();
    applyTheme();
}

QWidget *MigrationView::buildVerdict()
{
    auto side = new QWidget(this);
    side->setObjectName(QStringLiteral("migrationSide"));
    side->setMinimumWidth(48 * unit);
    m_verdict->setObjectName(QStringLiteral("migrationVerdict"));
    m_details->setObjectName(QStringLiteral("migrationDetails"));
    m_trial->setObjectName(QStringLiteral("migrationTrial"));
    m_version->setObjectName(QStringLiteral("migrationVersion"));
    m_version->setAccessibleName(tr("Version of Encrypted Core Data"));
    for (int v = EL_ECD_NEWEST; v <= EL_ECD_2_0; v++)
        m_version->addItem(tr("ECD %1").arg(QString::fromUtf8(el_ecd_version_name(el_ecd_version(v)))));
    m_dryRun->setObjectName(QStringLiteral("dryRunButton"));
    m_dryRun->setToolTip(tr("Migrate a copy that is thrown away, and count what is in it"));
    m_save->setObjectName(QStringLiteral("saveReportButton"));
    auto other = new QPushButton(tr("Another model…"), side);
    other->setObjectName(QStringLiteral("migrationChoose"));
    connect(other, &QPushButton::clicked, this, &MigrationView::chooseModel);
    auto layout = new QVBoxLayout(side);
    layout->setContentsMargins(4 * unit, 4 * unit, 4 * unit, 4 * unit);
    layout->setSpacing(2 * unit);
    layout->addWidget(m_title);
    layout->addWidget(m_verdict);
    layout->addWidget(m_details);
    layout->addSpacing(2 * unit);
    layout->addWidget(m_version);
    layout->addWidget(m_dryRun);
    layout->addWidget(m_trial);
    layout->addWidget(m_save);
    layout->addWidget(other);
    layout->addStretch(1);
    return side;
}

void MigrationView::sayNothingChosen()
{
    m_empty->say("migrate", tr("See what a new model would do to this store before you ship it."),
                 tr("The changes, the values that would be lost, the statements that Encrypted Core Data would run. Nothing is written."));
    m_empty->offer(tr("Choose the new model…"), QStringLiteral("migrationFirst"), [this] { chooseModel(); });
    m_stack->setCurrentWidget(m_empty);
}

void MigrationView::setSession(Session *session)
{
    if (m_job)
        m_job->cancel();
    m_job.reset();
    m_progress->setBusy(false);
    m_session = session;
    m_report = MigrationReport();
    m_wish = MigrationWish();
    m_changes->setReport(m_report);
    m_effects->setReport(m_report);
    sayNothingChosen();
}

void MigrationView::chooseModel()
{
    if (!m_session)
        return;
    QString path = QFileDialog::getExistingDirectory(this, tr("Choose the new model (.xcdatamodel, .xcdatamodeld or .momd)"),
                                                     QFileInfo(m_session->path()).path());
    if (!path.isEmpty())
        preview(path);
}

void MigrationView::preview(const QString &modelPath)
{
    if (!m_session || m_session->state() != Session::State::Open)
        return;
    if (m_job)
        m_job->cancel();
    m_wish.modelPath = modelPath;
    m_trial->clear();
    m_progress->setBusy(true);
    m_job = previewMigration(m_session, m_wish, this, [this](const MigrationReport &report, const Failure &failure) {
        m_job.reset();
        m_progress->setBusy(false);
        arrived(report, failure);
    });
}

void MigrationView::arrived(const MigrationReport &report, const Failure &failure)
{
    if (failure) {
        m_empty->say("error", failure.sentence(), failure.nextStep());
        m_empty->offer(tr("Choose another model…"), QStringLiteral("migrationFirst"), [this] { chooseModel(); });
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    m_report = report;
    m_changes->setReport(report);
    m_effects->setReport(report);
    m_effectTree->expandToDepth(0);
    m_effectTree->header()->resizeSection(MigrationEffectsModel::WhatColumn, std::max(80 * unit, m_effectTree->width() / 2));
    fillStatements();
    m_title->setText(tr("%1 → %2").arg(report.from, report.to));
    m_verdict->setText(verdictText());
    QStringList details;
    if (!report.problem.isEmpty())
        details << report.problem;
    details << tr("%1 rows rewritten, about %2 s").arg(QLocale().toString(report.rowsRewritten), QLocale().toString(report.seconds, 'f', 1));
    if (!report.doubt.isEmpty())
        details << report.doubt;
    m_details->setText(details.join(QStringLiteral("\n\n")));
    m_stack->setCurrentIndex(1);
    applyTheme();
}

QString MigrationView::verdictText() const
{
    if (!m_report.needed && m_report.changes.isEmpty())
        return tr("Nothing changes: no migration is needed.");
    if (!m_report.opens)
        return tr("The app could not open this store any more.");
    for (const MigrationFinding &f : m_report.findings)
        if (f.severity == QLatin1String("error") || f.severity == QLatin1String("warning"))
            return f.text;
    return tr("Nothing is lost.");
}

QString MigrationView::verdict() const
{
    return m_verdict->text();
}

void MigrationView::fillStatements()
{
    Theme theme = Theme::of(QApplication::palette(this));
    m_statements->clear();
    QTextCursor cursor(m_statements->document());
    QTextCharFormat plain, quiet, bad;
    plain.setForeground(theme.text);
    quiet.setForeground(theme.muted);
    bad.setForeground(theme.error);
    for (const MigrationStatement &s : qAsConst(m_report.statements)) {
        cursor.insertText(s.step.leftJustified(9), quiet);
        cursor.insertText(s.sql.simplified(), s.error.isEmpty() ? plain : bad);
        cursor.insertText(QStringLiteral("\n"));
        if (!s.error.isEmpty())
            cursor.insertText(QString(9, QLatin1Char(' ')) + s.error + QLatin1Char('\n'), bad);
    }
    m_statements->moveCursor(QTextCursor::Start);
}

// A change narrows the effects to what it concerns.
void MigrationView::showChange(const QModelIndex &index)
{
    const MigrationChange *change = m_changes->change(index.row());
    m_effects->setReport(m_report, change ? change->entity : QString(), change ? change->property : QString());
    m_effectTree->expandToDepth(0);
}

void MigrationView::dryRun()
{
    if (m_job || !m_session)
        return;
    m_trial->setText(tr("Trying on a copy…"));
    m_progress->setBusy(true);
    m_job = tryMigration(m_session, m_wish, true, this, [this](const QString &result, const Failure &failure) {
        m_job.reset();
        m_progress->setBusy(false);
        m_trial->setText(failure ? failure.sentence() : result + QLatin1Char('.'));
    });
}

void MigrationView::askSave()
{
    QString path = QFileDialog::getSaveFileName(this, tr("Save the report"), QStringLiteral("migration.html"),
                                                tr("Pages (*.html);;JSON (*.json);;Text (*.txt)"));
    if (!path.isEmpty())
        saveReport(path);
}

bool MigrationView::saveReport(const QString &path)
{
    QFile file(path);
    const QString &text = path.endsWith(QLatin1String(".json")) ? m_report.json : path.endsWith(QLatin1String(".txt")) ? m_report.text : m_report.html;
    return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) >= 0;
}

void MigrationView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        applyTheme();
        fillStatements();
    }
}

void MigrationView::applyTheme()
{
    QPalette app = QApplication::palette(this);
    Theme theme = Theme::of(app);
    m_statements->setFont(fixedFont(font()));
    m_changeList->setPalette(quietSelection(app));
    QPalette quiet = app;
    quiet.setColor(QPalette::WindowText, theme.muted);
    for (QLabel *label : {m_title, m_details, m_trial}) {
        label->setPalette(quiet);
        label->setFont(smaller(font()));
    }
    QPalette verdict = app;
    verdict.setColor(QPalette::WindowText, !m_report.opens ? theme.error : m_report.alarms ? theme.warning : theme.text);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    m_verdict->setPalette(verdict);
    m_verdict->setFont(bold);
}

} // namespace entitylens
