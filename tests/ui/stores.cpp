// SPDX-License-Identifier: GPL-3.0-or-later
#include "stores.h"

extern "C" {
#include "sqlite_library.h"
}

#include "widgets/panel.h"

#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

namespace entitylens {

namespace {

constexpr int patienceMs = 30000;

} // namespace

void prepareTests()
{
    test_use_linked_sqlite();
    static QTemporaryDir settings;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
}

KeyPtr keyOf(const QByteArray &passphrase)
{
    el_key *raw = nullptr;
    el_key_new_passphrase(&raw, passphrase.constData(), size_t(passphrase.size()), nullptr);
    return KeyPtr(raw, [](const el_key *key) { el_key_free(const_cast<el_key *>(key)); });
}

OpenRequest sampleRequest()
{
    OpenRequest request;
    request.path = QStringLiteral(TEST_SAMPLE "/Community.sqlite");
    request.modelPath = QStringLiteral(TEST_SAMPLE "/Community.xcdatamodeld/Community.xcdatamodel");
    QFile passphrase(QStringLiteral(TEST_SAMPLE "/Community.passphrase"));
    if (passphrase.open(QIODevice::ReadOnly))
        request.key = keyOf(passphrase.readLine().trimmed());
    return request;
}

QString realStore(const QString &name)
{
    QString path = QStringLiteral(TEST_SHARED "/stores/") + name + QStringLiteral(".sqlite");
    return QFileInfo::exists(path) ? path : QString();
}

QString realModel(const QString &name)
{
    QString path = QStringLiteral(TEST_SHARED "/stores/") + name + QStringLiteral(".xcdatamodeld");
    return QFileInfo::exists(path) ? path : QString();
}

bool waitUntil(const std::function<bool()> &condition)
{
    return QTest::qWaitFor(condition, patienceMs);
}

bool waitUntilIdle(Panel *panel)
{
    // Quiet twice in a row: one piece of news may ask for the next.
    int quiet = 0;
    return waitUntil([panel, &quiet] {
        quiet = panel->isBusy() ? 0 : quiet + 1;
        return quiet > 2;
    });
}

} // namespace entitylens
