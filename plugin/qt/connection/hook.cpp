// SPDX-License-Identifier: GPL-3.0-or-later
#include "hook.h"

#include "connections.h"
#include "header.h"
#include "keyring.h"

#include <QApplication>
#include <QFile>
#include <QThread>
#include <QTimer>

namespace entitylens {

namespace {

constexpr int answerCheckMs = 50;

bool inInterfaceThread()
{
    return qApp && QThread::currentThread() == qApp->thread();
}

} // namespace

Hook *Hook::instance()
{
    static Hook *hook = [] {
        auto *made = new Hook;
        made->moveToThread(QCoreApplication::instance()->thread());
        return made;
    }();
    return hook;
}

bool Hook::install()
{
    if (!m_installed)
        m_installed = Engine::callForEachConnection(&Hook::opened);
    return m_installed;
}

// Must not fail: the host's opening would fail with it.
int Hook::opened(sqlite3 *db, char **, const sqlite3_api_routines *routines)
{
    Engine::use(routines);
    // Connections of our own key themselves; the host opens its databases in the thread of the user interface.
    if (OwnConnections::here() || !inInterfaceThread())
        return SQLITE_OK;
    Connections::instance()->saw(db);
    instance()->unlock(db);
    return SQLITE_OK;
}

void Hook::unlock(sqlite3 *db)
{
    QByteArray salt;
    if (startOf(db, &salt) != FileStart::Unreadable)
        return;
    const QByteArray name(sqlite3_db_filename(db, "main"));
    const QString path = QFile::decodeName(name);
    Keyring *ring = Keyring::instance();
    const KnownKey *known = ring->find(FileIdentity::of(name));
    if (known && known->salt != salt) {
        // Another database under the same file: the key may still be the same.
        const KeyPtr given = known->given;
        const QString cipher = known->cipher;
        ring->learn(path, given, cipher);
        known = ring->find(FileIdentity::of(name));
        if (known && known->salt != salt)
            known = nullptr;
    }
    if (!known && find(db, path))
        known = ring->find(FileIdentity::of(name));
    if (!known)
        return;
    const Failure failure = Keyring::apply(db, *known);
    if (failure)
        tell(path, failure);
}

bool Hook::find(sqlite3 *db, const QString &path)
{
    const Failure state = Keyring::look(path);
    if (state.status != EL_EKEYNEEDED) {
        if (state)
            tell(path, state);
        return false;
    }
    if (!Engine::hasCipher(db)) {
        tell(path, Failure(EL_EUNSUPPORTED, QStringLiteral("no-cipher-engine"),
                           tr("%1 is encrypted, and this DB Browser has no SQLCipher").arg(path),
                           tr("Start it by “entitylens open”, which gives it one.")));
        return false;
    }
    const OfferedKey offered = Keyring::instance()->takeOffer(FileIdentity::of(QFile::encodeName(path)));
    if (offered.key) {
        const Failure failure = Keyring::instance()->learn(path, offered.key, offered.cipher);
        if (!failure)
            return true;
        tell(path, failure);
    }
    return askOnce(path);
}

// A host with a dialog of its own opens the file again after ours was cancelled; it is asked about once an opening.
bool Hook::askOnce(const QString &path)
{
    if (!m_ask || m_declined == path)
        return false;
    const int level = QThread::currentThread()->loopLevel();
    if (m_ask(path))
        return true;
    m_declined = path;
    forgetAnswerLater(level);
    return false;
}

// The opening is over when the event loop that it was called from turns again and no dialog is open.
void Hook::forgetAnswerLater(int level)
{
    QTimer::singleShot(answerCheckMs, this, [this, level] {
        if (QThread::currentThread()->loopLevel() > qMax(level, 1) || QApplication::activeModalWidget())
            forgetAnswerLater(level);
        else
            m_declined.clear();
    });
}

void Hook::tell(const QString &path, const Failure &why)
{
    QMetaObject::invokeMethod(this, [this, path, why] { emit refused(path, why); }, Qt::QueuedConnection);
}

} // namespace entitylens
