// SPDX-License-Identifier: GPL-3.0-or-later
#include "store_view.h"

#include "empty_state.h"
#include "icons.h"
#include "job_row.h"
#include "passphrase_dialog.h"
#include "small_widgets.h"
#include "table_header.h"
#include "theme.h"
#include "value_delegate.h"

#include <QApplication>
#include <QDesktopServices>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

namespace entitylens {

namespace {

QString openedText(const QString &word)
{
    if (word == QLatin1String("read-only"))
        return StoreView::tr("read-only");
    if (word == QLatin1String("immutable"))
        return StoreView::tr("as an unchanging file, since nobody is writing to it");
    if (word == QLatin1String("readonly-shm"))
        return StoreView::tr("read-only, beside the app that is writing to it");
    if (word == QLatin1String("private-copy"))
        return StoreView::tr("from a private copy, since the app did not close it properly");
    if (word == QLatin1String("borrowed"))
        return StoreView::tr("on the connection of DB Browser");
    return word;
}

QString matchText(const Schema &s)
{
    if (s.inferred)
        return StoreView::tr("none was given; names and types are inferred from the store");
    if (s.modelMatch == QLatin1String("exact"))
        return StoreView::tr("%1, its version hashes are those of the store").arg(s.modelName);
    if (s.modelMatch == QLatin1String("by-structure"))
        return StoreView::tr("%1, fits by its structure").arg(s.modelName);
    return StoreView::tr("%1, differs from what the store was written with").arg(s.modelName);
}

} // namespace

StoreView::StoreView(QWidget *parent) : QWidget(parent), m_factsArea(new QWidget(this)), m_facts(new QGridLayout(m_factsArea)),
    m_findings(new FindingsModel(this)), m_table(new QTableView(this)), m_empty(new EmptyState(this)),
    m_stack(new QStackedWidget(this)), m_jobs(new QVBoxLayout)
{
    setObjectName(QStringLiteral("storeView"));
    setAccessibleName(tr("Store"));
    setAutoFillBackground(true);
    m_facts->setContentsMargins(4 * unit, 4 * unit, 4 * unit, 2 * unit);
    m_facts->setHorizontalSpacing(4 * unit);
    m_facts->setVerticalSpacing(unit);
    m_facts->setColumnStretch(1, 1);
    m_table->setObjectName(QStringLiteral("findingsTable"));
    m_table->setAccessibleName(tr("Findings"));
    m_table->setModel(m_findings);
    m_table->setHorizontalHeader(new TableHeader(m_table));
    m_table->horizontalHeader()->setObjectName(QStringLiteral("findingsHeader"));
    m_table->setItemDelegate(new ValueDelegate(m_table));
    m_table->verticalHeader()->hide();
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    setFocusProxy(m_table);
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_factsArea);
    buildActions(layout);
    layout->addWidget(new Hairline(Qt::Horizontal, this));
    m_empty->setObjectName(QStringLiteral("findingsEmpty"));
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    layout->addWidget(m_stack, 1);
    layout->addWidget(new Hairline(Qt::Horizontal, this));
    m_jobs->setContentsMargins(0, 0, 0, 0);
    m_jobs->setSpacing(0);
    layout->addLayout(m_jobs);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex &index) { showFinding(index.row()); });
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex &index) {
        if (index.column() == FindingsModel::CountColumn)
            showFinding(index.row());
    });
    applyTheme();
}

void StoreView::buildActions(QVBoxLayout *layout)
{
    auto bar = new QHBoxLayout;
    bar->setContentsMargins(4 * unit, unit, 4 * unit, 4 * unit);
    bar->setSpacing(2 * unit);
    auto add = [&](const char *name, const QString &text, std::function<void()> action) {
        auto button = new QPushButton(text, this);
        button->setObjectName(QLatin1String(name));
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, [action] { action(); });
        bar->addWidget(button);
        return button;
    };
    add("checkButton", tr("Check"), [this] { check(); })->setToolTip(tr("Look for dangling links, odd values and other damage"));
    add("exportButton", tr("Export…"), [this] { askExport(); });
    QPushButton *copy = add("copyButton", tr("Copy"), [] {});
    auto menu = new QMenu(copy);
    menu->addAction(tr("Decrypted…"), this, [this] { askCopy(EL_COPY_DECRYPT); });
    menu->addAction(tr("Under another key…"), this, [this] { askCopy(EL_COPY_REKEY); });
    menu->addAction(tr("In the format of SQLCipher 4…"), this, [this] { askCopy(EL_COPY_UPGRADE); });
    copy->setMenu(menu);
    add("compareButton", tr("Compare with…"), [this] { emit compareRequested(); });
    add("migrationButton", tr("Preview a migration…"), [this] { emit migrationRequested(); });
    bar->addStretch(1);
    layout->addLayout(bar);
}

void StoreView::setSession(Session *session)
{
    if (m_session)
        m_session->disconnect(this);
    m_session = session;
    if (session)
        connect(session, &Session::schemaChanged, this, &StoreView::fill);
    while (QLayoutItem *item = m_jobs->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    fill();
}

QLabel *StoreView::addFact(const QString &name, const QString &text)
{
    if (text.isEmpty())
        return nullptr;
    QPalette quiet = QApplication::palette(this);
    quiet.setColor(QPalette::WindowText, Theme::of(quiet).muted);
    int row = m_facts->rowCount();
    auto title = new QLabel(name, m_factsArea);
    title->setAlignment(Qt::AlignRight | Qt::AlignTop);
    title->setPalette(quiet);
    auto value = new QLabel(text, m_factsArea);
    value->setTextFormat(Qt::PlainText);
    value->setWordWrap(true);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    value->setAccessibleName(name);
    m_facts->addWidget(title, row, 0);
    m_facts->addWidget(value, row, 1);
    return value;
}

// What detection tried, for those who want to know; it can be pasted into a ticket.
void StoreView::addReport(const QString &text)
{
    QLabel *report = addFact(QStringLiteral(" "), text);
    report->setFont(fixedFont(smaller(font())));
    report->setObjectName(QStringLiteral("cipherReport"));
    report->hide();
    auto more = new QToolButton(m_factsArea);
    more->setObjectName(QStringLiteral("cipherDetails"));
    more->setText(tr("How it was found"));
    more->setCheckable(true);
    more->setAutoRaise(true);
    more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    more->setIcon(icon("chevron-right", more));
    connect(more, &QToolButton::toggled, this, [more, report](bool on) {
        report->setVisible(on);
        more->setIcon(icon(on ? "chevron-down" : "chevron-right", more));
    });
    m_facts->addWidget(more, m_facts->rowCount(), 1, Qt::AlignLeft);
}

void StoreView::fill()
{
    while (QLayoutItem *item = m_facts->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    SchemaPtr s = m_session ? m_session->schema() : SchemaPtr();
    if (!s) {
        showFindings({});
        return;
    }
    QFileInfo file(s->path);
    addFact(tr("File"), tr("%1, %2").arg(s->path, Format().size(file.size())));
    addFact(tr("Opened"), openedText(s->openedBy));
    QString cipher = s->cipherText.trimmed();
    addFact(tr("Encryption"), s->encrypted ? cipher.section(QLatin1Char('\n'), 0, 0).remove(QStringLiteral("cipher: ")) : tr("none"));
    addFact(tr("Layout"), tr("Encrypted Core Data %1").arg(s->era));
    addFact(tr("Model"), matchText(*s));
    addFact(tr("Store UUID"), s->uuid);
    if (s->encrypted)
        addReport(cipher);
    m_checked = false;
    showFindings(FindingsModel::of(*s));
    applyTheme();
}

void StoreView::showFindings(const QVector<Finding> &findings)
{
    m_findings->setFindings(findings);
    m_table->resizeColumnToContents(FindingsModel::WhereColumn);
    m_empty->say("check", m_checked ? tr("Nothing is wrong.") : tr("Opening found nothing odd."),
                 m_checked ? QString() : tr("A check looks at every object: dangling links, values that do not fit, gaps in orders."));
    m_stack->setCurrentWidget(findings.isEmpty() ? static_cast<QWidget *>(m_empty) : m_table);
}

void StoreView::selectFinding(int row)
{
    m_table->selectRow(row);
}

void StoreView::showFinding(int row)
{
    const Finding *f = m_findings->finding(row);
    if (!f || !m_session || !m_session->schema())
        return;
    QString entity = f->entityIn(*m_session->schema());
    if (!f->samples.isEmpty() && !entity.isEmpty())
        emit objectsRequested(entity, f->samples);
    else if (!f->sql.isEmpty())
        emit sqlRequested(f->sql);
}

JobRow *StoreView::addJob(const QString &title)
{
    auto row = new JobRow(title, this);
    m_jobs->insertWidget(0, row);
    return row;
}

bool StoreView::isBusy() const
{
    for (const JobRow *row : findChildren<JobRow *>())
        if (row->isRunning())
            return true;
    return false;
}

void StoreView::check()
{
    if (!m_session)
        return;
    JobRow *row = addJob(tr("Check"));
    QPointer<JobRow> shown(row);
    row->follow(checkStore(m_session, row, [this, shown](const QVector<CheckFinding> &found, const Failure &failure) {
        shown->finish(failure, found.isEmpty() ? tr("nothing is wrong") : found.size() == 1 ? tr("1 finding") : tr("%1 findings").arg(found.size()));
        if (failure || !m_session || !m_session->schema())
            return;
        QVector<Finding> all = FindingsModel::of(*m_session->schema());
        for (const CheckFinding &f : found)
            all << Finding{f.severity, f.code, f.where, f.text, f.count, f.samples, f.sql};
        m_checked = true;
        showFindings(all);
    }));
}

void StoreView::askExport()
{
    QString folder = QFileDialog::getSaveFileName(this, tr("Name of the new folder"), QFileInfo(m_session->path()).path() + QStringLiteral("/export"),
                                                  tr("CSV files (*.csv);;JSON files (*.json);;Property lists (*.plist);;SQL (*.sql)"));
    if (folder.isEmpty())
        return;
    el_export_options options = el_export_options();
    options.format = folder.endsWith(QLatin1String(".json")) ? EL_EXPORT_JSON : folder.endsWith(QLatin1String(".plist")) ? EL_EXPORT_PLIST
                   : folder.endsWith(QLatin1String(".sql")) ? EL_EXPORT_SQL : EL_EXPORT_CSV;
    for (const char *ending : {".csv", ".json", ".plist", ".sql"})
        if (folder.endsWith(QLatin1String(ending)))
            folder.chop(int(qstrlen(ending)));
    exportTo(folder, options);
}

void StoreView::exportTo(const QString &folder, const el_export_options &options)
{
    JobRow *row = addJob(tr("Export to %1").arg(QFileInfo(folder).fileName()));
    row->follow(exportStore(m_session, folder, options, row, [row, folder](const Failure &failure) {
        row->finish(failure, tr("done, row counts checked"));
        if (!failure)
            row->offer(tr("Open the folder"), [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
    }));
}

void StoreView::askCopy(el_copy_kind kind)
{
    CopyWish wish;
    wish.kind = kind;
    QFileInfo file(m_session->path());
    QString proposal = file.path() + QLatin1Char('/') + file.completeBaseName() + (kind == EL_COPY_DECRYPT ? QStringLiteral("-plain.") : QStringLiteral("-copy.")) + file.suffix();
    wish.to = QFileDialog::getSaveFileName(this, tr("Name of the copy"), proposal);
    if (wish.to.isEmpty())
        return;
    if (kind != EL_COPY_REKEY) {
        copyTo(wish);
        return;
    }
    auto dialog = new PassphraseDialog(QFileInfo(wish.to).fileName(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->askForNew();
    connect(dialog, &QDialog::accepted, this, [this, dialog, wish] {
        CopyWish keyed = wish;
        keyed.newKey = dialog->key();
        copyTo(keyed);
    });
    dialog->open();
}

void StoreView::copyTo(const CopyWish &wish)
{
    JobRow *row = addJob(tr("Copy to %1").arg(QFileInfo(wish.to).fileName()));
    QString folder = QFileInfo(wish.to).path();
    row->follow(copyStore(m_session, wish, row, [row, folder](const QString &report, const Failure &failure) {
        row->finish(failure, tr("done, compared row by row with the original"));
        row->setToolTip(report);
        if (!failure)
            row->offer(tr("Open the folder"), [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
    }));
}

void StoreView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyTheme();
}

void StoreView::applyTheme()
{
    QPalette app = QApplication::palette(this);
    Theme theme = Theme::of(app);
    app.setColor(QPalette::Window, theme.base);
    app.setColor(QPalette::PlaceholderText, theme.muted);
    if (palette().color(QPalette::Window) != theme.base || palette().color(QPalette::PlaceholderText) != theme.muted)
        setPalette(app);
    m_table->verticalHeader()->setDefaultSectionSize(rowHeight(font()));
    m_table->resizeColumnToContents(FindingsModel::WhereColumn);
    m_table->horizontalHeader()->setSectionResizeMode(FindingsModel::TextColumn, QHeaderView::Stretch);
}

} // namespace entitylens
