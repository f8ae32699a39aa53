// SPDX-License-Identifier: GPL-3.0-or-later
// The passphrase dialog by keyboard: it stays until the key fits.
#include "stores.h"

#include "widgets/passphrase_dialog.h"

#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

using namespace entitylens;

class TestPassphrase : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareTests(); }
    void wrongKeyKeepsWhatWasTyped();
    void cancelClosesTheStore();
};

void TestPassphrase::wrongKeyKeepsWhatWasTyped()
{
    OpenRequest request = sampleRequest();
    QFile passphrase(QStringLiteral(TEST_SAMPLE "/Community.passphrase"));
    QVERIFY(passphrase.open(QIODevice::ReadOnly));
    request.key.reset();
    StoreSession session;
    session.open(request);
    QVERIFY(waitUntil([&] { return session.state() == Session::State::Failed; }));
    PassphraseDialog dialog(QStringLiteral("sample"));
    dialog.openWith(&session);
    dialog.open();
    QSignalSpy accepted(&dialog, &QDialog::accepted);
    auto edit = dialog.findChild<QLineEdit *>(QStringLiteral("passphraseEdit"));
    auto reason = dialog.findChild<QLabel *>(QStringLiteral("passphraseReason"));
    QTest::keyClicks(edit, QStringLiteral("not the one"));
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(!edit->isEnabled());
    QVERIFY(waitUntil([&] { return session.state() == Session::State::Failed && edit->isEnabled(); }));
    QVERIFY(dialog.isVisible());
    QCOMPARE(edit->text(), QStringLiteral("not the one"));
    QCOMPARE(edit->selectedText(), edit->text());
    QVERIFY(!reason->isHidden());
    QVERIFY(reason->text().contains(QLatin1String("another kind of key")));
    QCOMPARE(accepted.count(), 0);
    QTest::keyClicks(edit, QString::fromUtf8(passphrase.readLine().trimmed()));
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(waitUntil([&] { return accepted.count() == 1; }));
    QVERIFY(session.state() == Session::State::Open);
    QVERIFY(edit->text().isEmpty());
}

void TestPassphrase::cancelClosesTheStore()
{
    OpenRequest request = sampleRequest();
    request.key.reset();
    StoreSession session;
    session.open(request);
    QVERIFY(waitUntil([&] { return session.state() == Session::State::Failed; }));
    PassphraseDialog dialog(QStringLiteral("sample"));
    dialog.openWith(&session);
    dialog.open();
    auto edit = dialog.findChild<QLineEdit *>(QStringLiteral("passphraseEdit"));
    QTest::keyClicks(edit, QStringLiteral("anything"));
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(session.state() == Session::State::Opening);
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QVERIFY(session.state() == Session::State::Closed);
    QVERIFY(!dialog.isVisible());
    QVERIFY(edit->text().isEmpty());
}

QTEST_MAIN(TestPassphrase)
#include "test_passphrase.moc"
