// SPDX-License-Identifier: GPL-3.0-or-later
#include "translations.h"

#include <QApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QTranslator>

static void initialiseTranslations()
{
    Q_INIT_RESOURCE(translations);
}

namespace entitylens {

namespace {

const QString folder = QStringLiteral(":/entitylens/i18n");
const QString ours = QStringLiteral("entitylensTexts");
const QString qts = QStringLiteral("entitylensQtTexts");

void install(QApplication *app, const QString &name, const QLocale &locale, const QString &prefix, const QString &from)
{
    if (QTranslator *old = app->findChild<QTranslator *>(name, Qt::FindDirectChildrenOnly))
        delete old; // takes itself out of the application
    if (locale.language() == QLocale::English || locale.language() == QLocale::C)
        return;
    auto translator = new QTranslator(app);
    translator->setObjectName(name);
    if (translator->load(QString(prefix + locale.name()), from))
        app->installTranslator(translator);
    else
        delete translator;
}

bool isLoaded(QApplication *app)
{
    return app->findChild<QTranslator *>(ours, Qt::FindDirectChildrenOnly) != nullptr;
}

} // namespace

QStringList builtInLanguages()
{
    initialiseTranslations();
    QStringList languages;
    const QStringList files = QDir(folder).entryList({QStringLiteral("entitylens_*.qm")});
    for (const QString &file : files)
        languages << file.section(QLatin1Char('_'), 1).section(QLatin1Char('.'), 0, 0);
    return languages;
}

bool speak(QApplication *app, const QLocale &locale)
{
    initialiseTranslations();
    install(app, ours, locale, QStringLiteral("entitylens_"), folder);
    bool spoken = isLoaded(app);
    install(app, qts, spoken ? locale : QLocale::c(), QStringLiteral("qtbase_"),
            QLibraryInfo::location(QLibraryInfo::TranslationsPath));
    app->setLayoutDirection(spoken ? locale.textDirection() : Qt::LeftToRight);
    return spoken;
}

void speakLike(QApplication *host)
{
    initialiseTranslations();
    QString language;
    const QList<QTranslator *> loaded = host->findChildren<QTranslator *>();
    for (const QTranslator *translator : loaded)
        if (language.isEmpty() && translator->objectName() != ours)
            language = translator->language();
    install(host, ours, language.isEmpty() ? QLocale::c() : QLocale(language), QStringLiteral("entitylens_"), folder);
}

} // namespace entitylens
