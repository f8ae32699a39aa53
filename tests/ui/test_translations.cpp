// SPDX-License-Identifier: GPL-3.0-or-later
// The panel in other languages: nothing left out, no placeholder lost, and the window mirrored where one reads that way.
#include "stores.h"

#include "widgets/panel.h"
#include "widgets/translations.h"

#include <QApplication>
#include <QDir>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <QXmlStreamReader>

#include <algorithm>

using namespace entitylens;

class TestTranslations : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { prepareTests(); }
    void cleanup() { speak(qApp, QLocale::c()); }
    void filesAreComplete_data();
    void filesAreComplete();
    void panelInGerman();
    void panelInHebrewIsMirrored();
    void unknownLanguageIsEnglish();
    void insideAProgram();
};

static QStringList placeholders(const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral("%\\d"));
    QStringList found;
    QRegularExpressionMatchIterator i = pattern.globalMatch(text);
    while (i.hasNext())
        found << i.next().captured();
    found.sort();
    return found;
}

void TestTranslations::filesAreComplete_data()
{
    QTest::addColumn<QString>("path");
    QDir folder(QStringLiteral(TEST_DATA "/../../ui/i18n"));
    const QStringList files = folder.entryList({QStringLiteral("*.ts")});
    QVERIFY(files.size() >= 2);
    QCOMPARE(builtInLanguages().size(), files.size());
    for (const QString &file : files)
        QTest::newRow(qPrintable(file)) << folder.filePath(file);
}

void TestTranslations::filesAreComplete()
{
    QFETCH(QString, path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&file);
    QString source;
    int texts = 0;
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement())
            continue;
        if (xml.name() == QLatin1String("source"))
            source = xml.readElementText();
        if (xml.name() != QLatin1String("translation"))
            continue;
        QVERIFY2(xml.attributes().value(QLatin1String("type")).isEmpty(), qPrintable(source));
        QString text = xml.readElementText();
        QVERIFY2(!text.isEmpty(), qPrintable(source));
        QVERIFY2(placeholders(text) == placeholders(source), qPrintable(source + QStringLiteral(" → ") + text));
        texts++;
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY(texts > 300);
}

void TestTranslations::panelInGerman()
{
    QVERIFY(speak(qApp, QLocale(QLocale::German, QLocale::Austria)));
    QCOMPARE(qApp->layoutDirection(), Qt::LeftToRight);
    StoreSession session;
    Panel panel(&session);
    auto find = panel.findChild<QLineEdit *>(QStringLiteral("findAnywhere"));
    QCOMPARE(find->accessibleName(), QStringLiteral("Überall suchen"));
    panel.resize(1200, 700);
    panel.show();
    session.open(sampleRequest());
    QVERIFY(waitUntilIdle(&panel));
    QStringList shown;
    const QList<QWidget *> widgets = panel.findChildren<QWidget *>();
    for (const QWidget *widget : widgets)
        shown << widget->accessibleName();
    QVERIFY(shown.contains(QStringLiteral("Prädikat")));
    QVERIFY(shown.contains(QStringLiteral("Entitäten")));
    QVERIFY(!shown.contains(QStringLiteral("Predicate")));
}

void TestTranslations::panelInHebrewIsMirrored()
{
    for (bool mirrored : {false, true}) {
        QCOMPARE(speak(qApp, mirrored ? QLocale(QLocale::Hebrew) : QLocale::c()), mirrored);
        StoreSession session;
        Panel panel(&session);
        panel.resize(1300, 700);
        panel.show();
        session.open(sampleRequest());
        QVERIFY(waitUntilIdle(&panel));
        auto splitter = panel.findChild<QSplitter *>(QStringLiteral("panelSplitter"));
        int entities = splitter->widget(0)->mapTo(&panel, QPoint()).x(), table = splitter->widget(1)->mapTo(&panel, QPoint()).x();
        QCOMPARE(entities > table, mirrored);
        auto find = panel.findChild<QLineEdit *>(QStringLiteral("findAnywhere"));
        QCOMPARE(find->accessibleName() == QStringLiteral("חיפוש בכל מקום"), mirrored);
    }
}

void TestTranslations::unknownLanguageIsEnglish()
{
    QVERIFY(speak(qApp, QLocale(QLocale::German)));
    QVERIFY(!speak(qApp, QLocale(QLocale::Icelandic)));
    QCOMPARE(QCoreApplication::translate("entitylens::Panel", "Predicate"), QStringLiteral("Predicate"));
    QVERIFY(!speak(qApp, QLocale(QLocale::English)));
    QCOMPARE(qApp->layoutDirection(), Qt::LeftToRight);
}

// What the program around us loaded decides, not the locale; its direction stays its own.
void TestTranslations::insideAProgram()
{
    QVERIFY(builtInLanguages().contains(QStringLiteral("de")));
    speakLike(qApp);
    QCOMPARE(QCoreApplication::translate("entitylens::Part", "Entities"), QStringLiteral("Entities"));
    QTranslator host(qApp);
    QVERIFY(host.load(QStringLiteral(":/entitylens/i18n/entitylens_de.qm")));
    speakLike(qApp); // the host's own is not installed here, so what is found is ours
    QCOMPARE(QCoreApplication::translate("entitylens::Part", "Entities"), QStringLiteral("Entitäten"));
    QCOMPARE(qApp->layoutDirection(), Qt::LeftToRight);
}

QTEST_MAIN(TestTranslations)
#include "test_translations.moc"
