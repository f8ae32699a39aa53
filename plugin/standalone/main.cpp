// SPDX-License-Identifier: GPL-3.0-or-later
#include "browser_window.h"
#include "key_file.h"

extern "C" {
#include "library.h"
}

#include <widgets/translations.h>

#include <entitylens/entitylens.h>
#include <handover/handover.h>
#include <handover/offer.h>

#include <QApplication>
#include <QCommandLineParser>

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace entitylens;

namespace {

int complain(const QString &text)
{
    fprintf(stderr, "entitylens-browser: %s\n", text.toLocal8Bit().constData());
    return 2;
}

// The launcher's key, cipher and model.  Programs started from here shall not see where they came from.
OfferedKey takeHandover()
{
    Handover handover;
    handover.read("ENTITYLENS_HANDOVER");
    unsetenv("ENTITYLENS_HANDOVER");
    return readOffer(handover.data(), handover.size());
}

// Help and version are asked for in shells without a display, too.
bool asksForWordsOnly(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        for (const char *word : {"-h", "--help", "--help-all", "-v", "--version"})
            if (!strcmp(argv[i], word))
                return true;
    return false;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication::setAttribute(Qt::AA_EnableHighDpiScaling);
    QCoreApplication::setAttribute(Qt::AA_UseHighDpiPixmaps);
    if (asksForWordsOnly(argc, argv))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const OfferedKey offered = takeHandover();
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("entitylens-browser"));
    QApplication::setApplicationDisplayName(QStringLiteral("EntityLens"));
    QApplication::setApplicationVersion(QString::fromLatin1(el_version()));
    QApplication::setDesktopFileName(QStringLiteral("entitylens"));

    speak(&app, QLocale());

    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Shows a store of Encrypted Core Data as entities and objects."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("store"), QStringLiteral("the database to open"), QStringLiteral("[STORE]"));
    QCommandLineOption model(QStringLiteral("model"), QStringLiteral("model file or bundle"), QStringLiteral("PATH"));
    QCommandLineOption keyFile(QStringLiteral("key-file"), QStringLiteral("file whose first line is the passphrase; - is standard input"),
                               QStringLiteral("FILE"));
    QCommandLineOption cipher(QStringLiteral("cipher"), QStringLiteral("auto, 1 to 4, or parameters"), QStringLiteral("SPEC"));
    parser.addOptions({model, keyFile, cipher});
    parser.process(app);
    if (parser.positionalArguments().size() > 1)
        return complain(QStringLiteral("one store at a time"));
    if (el_use_linked_library() != 0)
        return complain(QStringLiteral("the linked SQLCipher cannot be used"));

    BrowserWindow window;
    OpenRequest request;
    request.key = offered.key;
    if (parser.isSet(keyFile)) {
        Failure failure;
        request.key = readKeyFile(parser.value(keyFile), &failure);
        if (failure)
            return complain(failure.sentence());
    }
    request.path = parser.positionalArguments().value(0, offered.path);
    request.modelPath = parser.isSet(model) ? parser.value(model) : offered.modelPath;
    request.cipher = parser.isSet(cipher) ? parser.value(cipher) : offered.cipher;
    window.show();
    if (!request.path.isEmpty())
        window.open(request);
    return app.exec();
}
