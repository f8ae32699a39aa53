// SPDX-License-Identifier: GPL-3.0-or-later
#include "browser_window.h"

#include "session/settings.h"
#include "widgets/panel.h"
#include "widgets/passphrase_dialog.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QIcon>
#include <QMimeData>
#include <QShortcut>
#include <QUrl>

namespace entitylens {

BrowserWindow::BrowserWindow(QWidget *parent) : QMainWindow(parent), m_session(new StoreSession(this)),
    m_panel(new Panel(nullptr, this))
{
    setObjectName(QStringLiteral("browserWindow"));
    setCentralWidget(m_panel);
    setAcceptDrops(true);
    m_panel->setHostAbilities(Panel::OpenStores);
    connect(m_panel, &Panel::openStoreRequested, this, &BrowserWindow::chooseStore);
    // Queued, so that the session has come to rest before a dialog has its own event loop.
    connect(m_panel, &Panel::passphraseRequested, this, &BrowserWindow::askPassphrase, Qt::QueuedConnection);
    connect(m_panel, &Panel::modelChosen, this, [this](const QString &path) { m_session->reopenWithModel(path); });
    connect(m_session, &Session::stateChanged, this, &BrowserWindow::updateTitle);
    auto openKeys = new QShortcut(QKeySequence::Open, this);
    connect(openKeys, &QShortcut::activated, this, &BrowserWindow::chooseStore);
    auto quitKeys = new QShortcut(QKeySequence::Quit, this);
    connect(quitKeys, &QShortcut::activated, this, &QWidget::close);
    m_panel->setSession(m_session);
    if (!restoreGeometry(Settings().value(QStringLiteral("windowGeometry")).toByteArray()))
        resize(1280, 800);
    updateTitle();
}

BrowserWindow::~BrowserWindow()
{
    m_panel->setSession(nullptr);
}

void BrowserWindow::open(const OpenRequest &request)
{
    m_session->open(request);
}

void BrowserWindow::chooseStore()
{
    QString start = m_session->path().isEmpty() ? QString() : QFileInfo(m_session->path()).path();
    QString path = QFileDialog::getOpenFileName(this, tr("Open a store"), start,
                                                tr("Databases (*.sqlite *.db *.sqlite3 *.store);;All files (*)"));
    if (path.isEmpty())
        return;
    OpenRequest request;
    request.path = path;
    open(request);
}

void BrowserWindow::askPassphrase(const Failure &why)
{
    if (findChild<PassphraseDialog *>())
        return;
    auto dialog = new PassphraseDialog(QFileInfo(m_session->path()).fileName(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFailure(why);
    dialog->openWith(m_session);
    dialog->open();
}

void BrowserWindow::updateTitle()
{
    QString file = QFileInfo(m_session->path()).fileName();
    setWindowFilePath(m_session->path());
    setWindowTitle(file.isEmpty() ? tr("EntityLens") : tr("%1 – EntityLens").arg(file));
}

void BrowserWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().first().isLocalFile())
        event->acceptProposedAction();
}

void BrowserWindow::dropEvent(QDropEvent *event)
{
    OpenRequest request;
    request.path = event->mimeData()->urls().first().toLocalFile();
    open(request);
}

void BrowserWindow::closeEvent(QCloseEvent *event)
{
    Settings().setValue(QStringLiteral("windowGeometry"), saveGeometry());
    QMainWindow::closeEvent(event);
}

} // namespace entitylens
