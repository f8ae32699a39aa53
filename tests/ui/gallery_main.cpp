// SPDX-License-Identifier: GPL-3.0-or-later
// Draws every view of the panel on a store into PNG files, light and dark.
//   entitylens-gallery DIR STORE [--model PATH] [--key-file F]
#include "stores.h"

#include "predicate/predicate_editor.h"
#include "widgets/panel.h"
#include "widgets/translations.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QMainWindow>
#include <QStyleFactory>
#include <QTableView>
#include <QTest>
#include <QTreeView>

#include <cstdio>

using namespace entitylens;

namespace {

QPalette darkPalette()
{
    QPalette p;
    QColor window(0x1e, 0x1f, 0x22), base(0x26, 0x28, 0x2b), text(0xe4, 0xe6, 0xe9);
    p.setColor(QPalette::Window, window);
    p.setColor(QPalette::WindowText, text);
    p.setColor(QPalette::Base, base);
    p.setColor(QPalette::AlternateBase, window);
    p.setColor(QPalette::Text, text);
    p.setColor(QPalette::Button, QColor(0x33, 0x36, 0x3a));
    p.setColor(QPalette::ButtonText, text);
    p.setColor(QPalette::BrightText, Qt::white);
    p.setColor(QPalette::ToolTipBase, base);
    p.setColor(QPalette::ToolTipText, text);
    p.setColor(QPalette::Highlight, QColor(0x3d, 0x8b, 0xd9));
    p.setColor(QPalette::HighlightedText, Qt::white);
    p.setColor(QPalette::Link, QColor(0x6a, 0xb0, 0xf3));
    p.setColor(QPalette::PlaceholderText, QColor(0x8a, 0x8e, 0x94));
    for (QPalette::ColorRole role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, QColor(0x7a, 0x7e, 0x84));
    return p;
}

class Gallery
{
public:
    Gallery(const QString &folder, const OpenRequest &request) : m_folder(folder), m_request(request) {}

    bool run(const QString &shade, const QPalette &palette)
    {
        m_shade = shade;
        QApplication::setPalette(palette);
        QMainWindow window;
        window.resize(1440, 900);
        StoreSession session;
        Panel panel(&session, &window);
        m_panel = &panel;
        window.setCentralWidget(&panel);
        window.show();
        bool drawn = shoot(QStringLiteral("closed"));
        session.open(m_request);
        drawn = drawn && waitUntilIdle(&panel);
        if (session.state() != Session::State::Open) {
            shoot(QStringLiteral("failed"));
            fprintf(stderr, "%s\n", session.failure().sentence().toLocal8Bit().constData());
            return false;
        }
        drawn = drawn && drawTables() && drawPredicates() && drawViews();
        panel.setSession(nullptr);
        window.takeCentralWidget()->setParent(nullptr);
        return drawn;
    }

private:
    bool shoot(const QString &name)
    {
        QApplication::processEvents();
        QString path = QDir(m_folder).filePath(QStringLiteral("%1-%2.png").arg(name, m_shade));
        return m_panel->window()->grab().save(path);
    }

    bool drawTables()
    {
        auto table = m_panel->findChild<QTableView *>(QStringLiteral("objectTable"));
        auto tree = m_panel->findChild<QTreeView *>(QStringLiteral("entityTree"));
        int n = 0;
        for (QModelIndex i = tree->model()->index(0, 0); i.isValid() && n < 12; i = tree->indexBelow(i)) {
            if (!(i.flags() & Qt::ItemIsSelectable))
                continue;
            tree->setCurrentIndex(i);
            if (!waitUntilIdle(m_panel))
                return false;
            table->setFocus();
            table->selectRow(std::min(4, table->model()->rowCount() - 1));
            if (!waitUntilIdle(m_panel) || !shoot(QStringLiteral("%1-%2").arg(++n, 2, 10, QLatin1Char('0')).arg(i.data().toString())))
                return false;
        }
        return true;
    }

    // The filter row, the SQL pane, an error, completions.
    bool drawPredicates()
    {
        auto editor = m_panel->findChild<PredicateEditor *>(QStringLiteral("predicateEditor"));
        m_panel->showEntity(QStringLiteral("Post"));
        if (m_panel->currentEntity() != QLatin1String("Post"))
            return true; // another model
        m_panel->showQuery(QStringLiteral("Post"), QStringLiteral("rating > 3 AND author.name CONTAINS[cd] 'a'"));
        m_panel->findChild<QAbstractButton *>(QStringLiteral("sqlButton"))->setChecked(true);
        if (!waitUntilIdle(m_panel) || !shoot(QStringLiteral("predicate-sql")))
            return false;
        m_panel->findChild<QAbstractButton *>(QStringLiteral("sqlButton"))->setChecked(false);
        editor->setPredicate(QStringLiteral("rating > 3 AND auhtor.name == 'x'"));
        QTest::keyClick(editor, Qt::Key_Return);
        if (!waitUntilIdle(m_panel) || !shoot(QStringLiteral("predicate-error")))
            return false;
        QTest::keyClick(m_panel, Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        m_panel->showQuery(QStringLiteral("Post"), QString());
        return waitUntilIdle(m_panel) && shoot(QStringLiteral("filter-row"));
    }

    bool drawViews()
    {
        for (const char *name : {"diagram", "charts", "store", "compare", "migration"}) {
            m_panel->showView(QLatin1String(name));
            if (!waitUntilIdle(m_panel) || !shoot(QStringLiteral("view-") + QLatin1String(name)))
                return false;
        }
        auto find = m_panel->findChild<QLineEdit *>(QStringLiteral("findAnywhere"));
        find->setText(QStringLiteral("an"));
        QTest::keyClick(find, Qt::Key_Return);
        return waitUntilIdle(m_panel) && shoot(QStringLiteral("view-search"));
    }

    QString m_folder, m_shade;
    OpenRequest m_request;
    Panel *m_panel = nullptr;
};

} // namespace

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QFont font = QApplication::font();
    font.setPointSize(10);
    QApplication::setFont(font);
    QCommandLineParser parser;
    parser.addHelpOption();
    QCommandLineOption model(QStringLiteral("model"), QString(), QStringLiteral("PATH"));
    QCommandLineOption keyFile(QStringLiteral("key-file"), QString(), QStringLiteral("FILE"));
    QCommandLineOption language(QStringLiteral("language"), QString(), QStringLiteral("CODE"), QStringLiteral("en"));
    parser.addOptions({model, keyFile, language});
    parser.process(app);
    if (parser.positionalArguments().size() != 2) {
        fprintf(stderr, "usage: entitylens-gallery DIR STORE [--model PATH] [--key-file F] [--language CODE]\n");
        return 2;
    }
    prepareTests();
    speak(&app, QLocale(parser.value(language)));
    OpenRequest request;
    request.path = parser.positionalArguments().at(1);
    request.modelPath = parser.value(model);
    QFile key(parser.value(keyFile));
    if (key.open(QIODevice::ReadOnly))
        request.key = keyOf(key.readLine().trimmed());
    QString folder = parser.positionalArguments().at(0);
    QDir().mkpath(folder);
    Gallery gallery(folder, request);
    bool good = gallery.run(QStringLiteral("light"), QApplication::style()->standardPalette());
    return good && gallery.run(QStringLiteral("dark"), darkPalette()) ? 0 : 1;
}
