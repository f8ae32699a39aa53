// SPDX-License-Identifier: GPL-3.0-or-later
// Edits a settings file as the command line does and reads it back with Qt's own reader, which is DB Browser's.
extern "C" {
#include "base/buf.h"
#include "ini_list.h"
}

#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

class TestIniList : public QObject
{
    Q_OBJECT

    static QByteArray taken(el_buf *buffer)
    {
        const QByteArray bytes(buffer->data ? buffer->data : "", int(buffer->len));
        el_buf_free(buffer);
        return bytes;
    }
    static QByteArray added(const QByteArray &settings, const char *item, int *changed = nullptr)
    {
        el_buf out = {};
        const int rc = cli_ini_list_add(&out, settings.constData(), size_t(settings.size()), "extensions", "list", item, nullptr);
        if (changed)
            *changed = rc;
        return taken(&out);
    }
    static QByteArray removed(const QByteArray &settings, const char *item, const char *ending, int *changed = nullptr)
    {
        el_buf out = {};
        const int rc = cli_ini_list_remove(&out, settings.constData(), size_t(settings.size()), "extensions", "list", item,
                                           ending, nullptr);
        if (changed)
            *changed = rc;
        return taken(&out);
    }
    QStringList listIn(const QByteArray &settings, const QString &key = QStringLiteral("extensions/list"))
    {
        // Qt remembers files by name, so each reading has its own.
        QFile file(m_folder.filePath(QStringLiteral("read%1.conf").arg(m_readings++)));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("the settings cannot be written");
        file.write(settings);
        file.close();
        return QSettings(file.fileName(), QSettings::IniFormat).value(key).toStringList();
    }
    QByteArray writtenByQt(const QVariantMap &values)
    {
        const QString path = m_folder.filePath(QStringLiteral("written%1.conf").arg(m_readings++));
        {
            QSettings settings(path, QSettings::IniFormat);
            for (auto at = values.begin(); at != values.end(); ++at)
                settings.setValue(at.key(), at.value());
        }
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir m_folder;
    int m_readings = 0;

private slots:
    void addsToWhatQtWrote_data()
    {
        QTest::addColumn<QStringList>("list");
        QTest::addColumn<QString>("item");
        const QString ours = QStringLiteral("/usr/lib/entitylens/entitylens.so");
        QTest::newRow("none") << QStringList() << ours;
        QTest::newRow("one") << QStringList{QStringLiteral("/a.so")} << ours;
        QTest::newRow("two") << QStringList{QStringLiteral("/a.so"), QStringLiteral("/b c.so")} << ours;
        QTest::newRow("commas and quotes") << QStringList{QStringLiteral("/a,b;c=d\"e\\f.so"), QStringLiteral("/ä€𝄞.so")} << ours;
        QTest::newRow("ours is odd") << QStringList{QStringLiteral("/a.so")} << QStringLiteral("/x,y/ä1/ü f/entitylens.so");
        QTest::newRow("ours is very odd") << QStringList{QStringLiteral("@x"), QStringLiteral("y")} << QStringLiteral("@/𝄞a;\\\"=.so");
    }
    void addsToWhatQtWrote()
    {
        QFETCH(QStringList, list);
        QFETCH(QString, item);
        const QByteArray text = writtenByQt({{QStringLiteral("extensions/list"), list},
                                             {QStringLiteral("extensions/disableregex"), false},
                                             {QStringLiteral("checkversion/enabled"), true},
                                             {QStringLiteral("zz/last"), QStringLiteral("ü")}});
        int changed = 0;
        const QByteArray more = added(text, item.toUtf8().constData(), &changed);
        QCOMPARE(changed, 1);
        QCOMPARE(listIn(more), list + QStringList{item});
        // Once is enough.
        const QByteArray again = added(more, item.toUtf8().constData(), &changed);
        QCOMPARE(changed, 0);
        QCOMPARE(again, more);
        // Out again: the list is what it was, and so is the rest of the file.
        const QByteArray fewer = removed(more, item.toUtf8().constData(), nullptr, &changed);
        QCOMPARE(changed, 1);
        QCOMPARE(listIn(fewer), list);
        QCOMPARE(listIn(fewer, QStringLiteral("zz/last")), QStringList{QStringLiteral("ü")});
        if (!list.isEmpty())
            QCOMPARE(fewer, text);
    }
    void writesAFileOfItsOwn()
    {
        const QByteArray text = added(QByteArray(), "/e.so");
        QCOMPARE(text, QByteArray("[extensions]\nlist=/e.so\n"));
        QCOMPARE(listIn(text), QStringList{QStringLiteral("/e.so")});
        QCOMPARE(added("[a]\nb=1", "/e.so"), QByteArray("[a]\nb=1\n\n[extensions]\nlist=/e.so\n"));
    }
    void leavesOtherListsAlone()
    {
        const QByteArray text = "[other]\nlist=/a.so\n\n[extensions]\nx=1\n\n[more]\nlist=/b.so\n";
        QCOMPARE(added(text, "/e.so"), QByteArray("[other]\nlist=/a.so\n\n[extensions]\nx=1\nlist=/e.so\n\n[more]\nlist=/b.so\n"));
        int changed = 1;
        QCOMPARE(removed(text, "/a.so", nullptr, &changed), text);
        QCOMPARE(changed, 0);
    }
    void removesFormerInstallations()
    {
        const QByteArray text = writtenByQt({{QStringLiteral("extensions/list"),
            QStringList{QStringLiteral("/old, place/entitylens/entitylens.so"), QStringLiteral("/a b.so"),
                        QStringLiteral("/usr/lib/entitylens/entitylens.so")}}});
        const QByteArray fewer = removed(text, "/usr/lib/entitylens/entitylens.so", "/entitylens/entitylens.so");
        QCOMPARE(listIn(fewer), QStringList{QStringLiteral("/a b.so")});
    }
    void refusesWhatItDoesNotUnderstand()
    {
        const QByteArray text = "[extensions]\nlist=@Variant(\\0\\0)\n";
        int changed = 0;
        added(text, "/e.so", &changed);
        QCOMPARE(changed, int(EL_EUNSUPPORTED));
    }
};

QTEST_GUILESS_MAIN(TestIniList)
#include "test_ini_list.moc"
