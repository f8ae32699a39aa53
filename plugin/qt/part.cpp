// SPDX-License-Identifier: GPL-3.0-or-later
#include "part.h"

#include "connection/hook.h"
#include "host/db4s.h"
#include "prompt/passphrase_prompt.h"

#include <widgets/panel.h>
#include <widgets/translations.h>

#include <QApplication>
#include <QFile>
#include <QMainWindow>

namespace entitylens {

QPointer<Part> Part::s_part;

Part *Part::start(QObject *object)
{
    if (s_part)
        return s_part;
    QMainWindow *window = Db4s::recognise(object);
    if (!window)
        return nullptr;
    s_part = new Part(window);
    return s_part;
}

void Part::startSomewhere()
{
    if (!s_part)
        start(Db4s::find());
}

Part::Part(QMainWindow *window) : QObject(window), m_host(new Db4s(window)), m_session(new HostSession(this))
{
    Hook *hook = Hook::instance();
    hook->setAsk([this](const QString &path) { return ask(path); });
    hook->install();
    connect(hook, &Hook::refused, this, &Part::refused);
    Connections *connections = Connections::instance();
    connect(connections, &Connections::opened, this, &Part::followSoon);
    connect(connections, &Connections::closed, this, [this](quint64 generation) {
        m_session->connectionClosed(generation);
        followSoon();
    });
    connect(m_host, &Host::currentFileChanged, this, &Part::followSoon);
    connect(m_host, &Host::editsChanged, m_session, &HostSession::editsChanged);
    connect(qApp, &QCoreApplication::aboutToQuit, this, [this] {
        m_session->close();
        Keyring::instance()->clear();
    });
    QMetaObject::invokeMethod(this, &Part::addPanel, Qt::QueuedConnection);
}

void Part::addPanel()
{
    speakLike(qApp);
    m_panel = new Panel(m_session, m_host->window());
    m_host->addPage(m_panel, tr("Entities"));
    m_panel->setHostAbilities(Panel::BrowseTable | Panel::ExecuteSql);
    connectPanel();
    followSoon();
}

void Part::connectPanel()
{
    connect(m_panel, &Panel::sqlRequested, m_host, &Host::openSql);
    connect(m_panel, &Panel::browseRequested, this, &Part::browse);
    connect(m_panel, &Panel::modelChosen, this, &Part::modelChosen);
    connect(m_panel, &Panel::passphraseRequested, this, &Part::passphraseWanted);
}

void Part::followSoon()
{
    if (m_following)
        return;
    m_following = true;
    QMetaObject::invokeMethod(this, &Part::follow, Qt::QueuedConnection);
}

void Part::follow()
{
    m_following = false;
    const QString file = m_host->currentFile();
    ConnectionPtr connection;
    if (!file.isEmpty())
        connection = Connections::instance()->newest(QFile::encodeName(file));
    else if (m_host->isInMemory())
        connection = Connections::instance()->newest(QByteArray());
    if (connection && connection == m_session->connection() && m_session->state() != Session::State::Closed)
        return;
    if (connection) {
        m_refusedPath.clear();
        m_session->adopt(connection, file, Keyring::instance()->modelFor(connection->identity()));
    } else if (m_refusedPath.isEmpty()) {
        m_session->close();
    }
}

void Part::refused(const QString &path, const Failure &why)
{
    m_refusedPath = path;
    if (!m_session->connection() || !m_session->connection()->isAlive())
        m_session->explain(path, why);
}

bool Part::ask(const QString &path)
{
    PassphrasePrompt prompt(path, [path](const KeyPtr &key, const QString &cipher) {
        return Keyring::instance()->learn(path, key, cipher);
    }, m_host->window());
    return prompt.exec() == QDialog::Accepted;
}

// The panel's wish for a key of the store that the host shows: with it, a second connection becomes possible.
void Part::passphraseWanted()
{
    const QString file = m_host->currentFile();
    if (!file.isEmpty() && ask(file) && m_session->connection())
        m_session->adopt(m_session->connection(), file, Keyring::instance()->modelFor(m_session->connection()->identity()));
    else if (file.isEmpty() && !m_refusedPath.isEmpty())
        m_host->openFile(m_refusedPath);
}

void Part::modelChosen(const QString &path)
{
    const ConnectionPtr connection = m_session->connection();
    if (!connection || !connection->isAlive())
        return;
    Keyring::instance()->setModel(connection->identity(), path);
    m_session->adopt(connection, m_host->currentFile(), path);
}

void Part::browse(const QString &table, qint64 key)
{
    m_host->browse(table, QString(), key);
}

} // namespace entitylens
