// SPDX-License-Identifier: GPL-3.0-or-later
// The panel by mouse and keyboard, on the sample store.
#include "stores.h"

#include "models/object_table_model.h"
#include "predicate/predicate_editor.h"
#include "widgets/breadcrumb.h"
#include "widgets/object_table.h"
#include "widgets/panel.h"
#include "widgets/table_header.h"
#include "widgets/value_delegate.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

using namespace entitylens;

class TestPanel : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void opensTheFirstEntityWithObjects();
    void clickSelectsAndInspects();
    void linkInTheTableFollowsAndBackReturns();
    void walkOfFiveHopsLeavesTheTableAlone();
    void backRestoresScrollSelectionAndPredicate();
    void toManyOpensAsATable();
    void predicateRunsOnEnter();
    void predicateRunsAsOnePauses();
    void errorIsMarkedAndRepaired();
    void errorKeepsTheLastResult();
    void tabCompletes();
    void argumentsHaveFields();
    void headerSorts();
    void filterRowNarrows();
    void findMarksRows();
    void jumpsToAnObject();
    void searchesAnywhere();
    void copiesRowsAndObjects();
    void savesAQuery();
    void togglesInspector();
    void showsEveryView();
    void chartAddsACondition();
    void findingShowsItsObjects();
    void reservedShortcutsStayTheHosts();
    void wrongKeyAsksAgain();
    void otherFilesAndClosing();
    void everythingHasAName();
    void textsFitTheirButtons();
    void narrowPanelGivesTheTableTheRoom();
    void neverBlocksForLong();

private:
    template <class T> T *part(const char *name) const { return m_panel->findChild<T *>(QLatin1String(name)); }
    ObjectTable *table() const { return part<ObjectTable>("objectTable"); }
    ObjectTableModel *model() const { return table()->objectModel(); }
    PredicateEditor *editor() const { return part<PredicateEditor>("predicateEditor"); }
    QString status() const { return part<QLabel>("statusLine")->text(); }
    QString trail() const { return part<Breadcrumb>("breadcrumb")->text(); }
    QPoint cell(int row, const char *column) const;
    void click(int row, const char *column);
    void clickLink(int row, const char *column);
    void type(const QString &text);
    bool idle() { return waitUntilIdle(m_panel); }
    void show(const char *entity);

    QMainWindow *m_window = nullptr;
    StoreSession *m_session = nullptr;
    Panel *m_panel = nullptr;
};

void TestPanel::initTestCase()
{
    prepareTests();
}

void TestPanel::init()
{
    m_window = new QMainWindow;
    m_window->resize(1280, 800);
    m_session = new StoreSession(m_window);
    m_panel = new Panel(m_session, m_window);
    m_window->setCentralWidget(m_panel);
    m_window->show();
    m_session->open(sampleRequest());
    QVERIFY(idle());
    QVERIFY2(m_session->state() == Session::State::Open, qPrintable(m_session->failure().sentence()));
}

void TestPanel::cleanup()
{
    m_panel->setSession(nullptr);
    delete m_window;
}

QPoint TestPanel::cell(int row, const char *column) const
{
    QModelIndex index = model()->index(row, model()->columnOf(QLatin1String(column)));
    table()->scrollTo(index);
    return table()->visualRect(index).center();
}

void TestPanel::click(int row, const char *column)
{
    QTest::mouseClick(table()->viewport(), Qt::LeftButton, Qt::NoModifier, cell(row, column));
}

void TestPanel::clickLink(int row, const char *column)
{
    QModelIndex index = model()->index(row, model()->columnOf(QLatin1String(column)));
    table()->scrollTo(index);
    QRect link = ValueDelegate::linkRect(table()->visualRect(index), Qt::LeftToRight);
    QTest::mouseClick(table()->viewport(), Qt::LeftButton, Qt::NoModifier, link.center());
}

void TestPanel::type(const QString &text)
{
    editor()->setPredicate(QString());
    editor()->setFocus();
    for (QChar c : text)
        QTest::keyClick(editor(), c.toLatin1());
}

void TestPanel::show(const char *entity)
{
    m_panel->showEntity(QLatin1String(entity));
    QVERIFY(idle());
}

void TestPanel::opensTheFirstEntityWithObjects()
{
    QCOMPARE(m_panel->currentEntity(), QStringLiteral("User"));
    QVERIFY2(status().startsWith(QStringLiteral("28 objects")), qPrintable(status()));
    auto tree = part<QTreeView>("entityTree");
    QCOMPARE(tree->currentIndex().data().toString(), QStringLiteral("User"));
    QVERIFY(!part<QToolButton>("backButton")->isEnabled());
}

void TestPanel::clickSelectsAndInspects()
{
    show("Post");
    click(4, "title");
    QVERIFY(idle());
    QCOMPARE(m_panel->currentObject(), model()->rowAt(4)->id());
    QVERIFY(!part<QLabel>("inspectorTitle")->text().isEmpty());
    QTest::keyClick(table(), Qt::Key_Down);
    QVERIFY(idle());
    QCOMPARE(m_panel->currentObject(), model()->rowAt(5)->id());
}

void TestPanel::linkInTheTableFollowsAndBackReturns()
{
    show("Comment");
    click(2, "content");
    QVERIFY(idle());
    QString from = m_panel->currentObject();
    clickLink(2, "post");
    QVERIFY(idle());
    QVERIFY2(m_panel->currentObject().startsWith(QStringLiteral("Post/")) || m_panel->currentObject().startsWith(QStringLiteral("Question/")),
             qPrintable(m_panel->currentObject()));
    QVERIFY(trail().contains(QStringLiteral(" › post › ")));
    QCOMPARE(m_panel->currentEntity(), QStringLiteral("Comment"));
    QTest::keyClick(m_panel, Qt::Key_Left, Qt::AltModifier);
    QVERIFY(idle());
    QCOMPARE(m_panel->currentObject(), from);
    QTest::mouseClick(part<QToolButton>("forwardButton"), Qt::LeftButton);
    QVERIFY(idle());
    QVERIFY(m_panel->currentObject() != from);
}

void TestPanel::walkOfFiveHopsLeavesTheTableAlone()
{
    show("Comment");
    table()->scrollToTopRow(200);
    QVERIFY(idle());
    click(205, "content");
    QVERIFY(idle());
    int top = table()->topRow(), row = table()->currentIndex().row();
    auto tree = part<QTreeView>("inspectorTree");
    QStringList seen;
    for (int hop = 0; hop < 5; hop++) {
        // The first link that is there: to one, or a member of a to-many.
        QModelIndex link;
        for (QModelIndex i = tree->model()->index(0, 1); i.isValid() && !link.isValid(); i = i.sibling(i.row() + 1, 1)) {
            QModelIndex parent = i.sibling(i.row(), 0);
            if (CellStyle(i.data(StyleRole).toInt()) == CellStyle::Link && tree->model()->rowCount(parent) == 0)
                link = i;
            else if (tree->model()->rowCount(parent) > 0 && hop > 0) {
                tree->expand(parent);
                link = tree->model()->index(hop % tree->model()->rowCount(parent), 1, parent);
            }
        }
        QVERIFY(link.isValid());
        tree->scrollTo(link);
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, Qt::NoModifier, tree->visualRect(link).center());
        QVERIFY(idle());
        seen << m_panel->currentObject();
    }
    QCOMPARE(seen.size(), 5);
    QCOMPARE(table()->topRow(), top);
    QCOMPARE(table()->currentIndex().row(), row);
    for (int hop = 0; hop < 5; hop++)
        m_panel->goBack();
    QVERIFY(idle());
    QCOMPARE(m_panel->currentObject(), model()->rowAt(row)->id());
}

void TestPanel::backRestoresScrollSelectionAndPredicate()
{
    show("Comment");
    type(QStringLiteral("score >= 0"));
    QTest::keyClick(editor(), Qt::Key_Return);
    QVERIFY(idle());
    table()->scrollToTopRow(150);
    QVERIFY(idle());
    click(160, "content");
    QVERIFY(idle());
    QString object = m_panel->currentObject();
    show("Tag");
    QCOMPARE(editor()->predicate(), QString());
    m_panel->goBack();
    QVERIFY(idle());
    QCOMPARE(m_panel->currentEntity(), QStringLiteral("Comment"));
    QCOMPARE(editor()->predicate(), QStringLiteral("score >= 0"));
    QCOMPARE(table()->topRow(), 150);
    QCOMPARE(table()->currentIndex().row(), 160);
    QCOMPARE(m_panel->currentObject(), object);
}

void TestPanel::toManyOpensAsATable()
{
    m_panel->showQuery(QStringLiteral("Post"), QStringLiteral("comments.@count == 13"));
    QVERIFY(idle());
    clickLink(0, "comments");
    QVERIFY(idle());
    QCOMPARE(m_panel->currentEntity(), QStringLiteral("Comment"));
    QCOMPARE(m_panel->currentPredicate(), QStringLiteral("post == %@"));
    QVERIFY2(status().startsWith(QStringLiteral("13 of 520")), qPrintable(status()));
}

void TestPanel::predicateRunsOnEnter()
{
    show("Post");
    QTest::keyClick(m_panel, Qt::Key_L, Qt::ControlModifier);
    QVERIFY(editor()->hasFocus());
    type(QStringLiteral("rating > 4"));
    QTest::keyClick(editor(), Qt::Key_Return);
    QVERIFY(idle());
    QVERIFY2(status().contains(QStringLiteral(" of 140")), qPrintable(status()));
    int shown = model()->rowCount();
    QVERIFY(shown > 0 && shown < 140);
    QTest::mouseClick(part<QToolButton>("sqlButton"), Qt::LeftButton);
    QVERIFY(idle());
    QVERIFY(part<QPlainTextEdit>("sqlText")->toPlainText().contains(QStringLiteral("SELECT")));
}

void TestPanel::predicateRunsAsOnePauses()
{
    show("Tag");
    type(QStringLiteral("name CONTAINS 'o'"));
    QVERIFY(waitUntil([this] { return model()->shownQuery().where == QLatin1String("name CONTAINS 'o'"); }));
    QVERIFY(idle());
    QVERIFY(model()->rowCount() < 16);
}

void TestPanel::errorIsMarkedAndRepaired()
{
    show("Post");
    type(QStringLiteral("ratnig > 4"));
    QTest::keyClick(editor(), Qt::Key_Return);
    QVERIFY(idle());
    auto error = part<QLabel>("predicateError");
    QVERIFY(error->isVisible());
    QVERIFY(error->text().contains(QStringLiteral("ratnig")));
    QVERIFY(editor()->hasError());
    auto repair = part<QToolButton>("repairButton");
    QVERIFY(repair->isVisible());
    QTest::mouseClick(repair, Qt::LeftButton);
    QVERIFY(idle());
    QCOMPARE(editor()->predicate(), QStringLiteral("rating > 4"));
    QVERIFY(!error->isVisible());
    QVERIFY(model()->rowCount() < 140);
}

void TestPanel::errorKeepsTheLastResult()
{
    show("Tag");
    type(QStringLiteral("name =="));
    QTest::keyClick(editor(), Qt::Key_Return);
    QVERIFY(idle());
    QVERIFY(part<QLabel>("predicateError")->isVisible());
    QCOMPARE(model()->rowCount(), 16);
    type(QStringLiteral("name"));
    QVERIFY(!editor()->hasError()); // typing takes the mark away
}

void TestPanel::tabCompletes()
{
    show("Post");
    type(QStringLiteral("auth"));
    QVERIFY(editor()->isCompleting());
    QTest::keyClick(editor(), Qt::Key_Tab);
    QCOMPARE(editor()->predicate(), QStringLiteral("author"));
    QVERIFY(!editor()->isCompleting());
    QTest::keyClick(editor(), '.');
    QVERIFY(editor()->isCompleting());
    QTest::keyClick(editor(), 'n');
    QTest::keyClick(editor(), Qt::Key_Tab);
    QCOMPARE(editor()->predicate(), QStringLiteral("author.name"));
    QTest::keyClick(editor(), Qt::Key_Space, Qt::ControlModifier);
    QTest::keyClick(editor(), Qt::Key_Escape);
    QVERIFY(!editor()->isCompleting());
}

void TestPanel::argumentsHaveFields()
{
    show("Post");
    type(QStringLiteral("author == %@"));
    auto field = part<QLineEdit>("argument1");
    QVERIFY(field && field->isVisible());
    field->setFocus();
    QTest::keyClicks(field, QStringLiteral("object:User/28"));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(idle());
    QVERIFY(!part<QLabel>("predicateError")->isVisible());
    QVERIFY(model()->rowCount() > 0 && model()->rowCount() < 140);
    field->setText(QStringLiteral("nonsense"));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(idle());
    QVERIFY(part<QLabel>("predicateError")->isVisible());
}

void TestPanel::headerSorts()
{
    show("Post");
    TableHeader *header = table()->header();
    int column = model()->columnOf(QStringLiteral("views"));
    auto press = [&] {
        QTest::mouseClick(header->viewport(), Qt::LeftButton, Qt::NoModifier,
                          QPoint(header->sectionViewportPosition(column) + 20, 10));
        QVERIFY(idle());
    };
    auto views = [&](int row) { return model()->index(row, column).data(ExactRole).toString().toLongLong(); };
    press();
    QVERIFY(views(0) <= views(1) && views(1) <= views(20));
    QVERIFY(status().contains(QStringLiteral("sorted by views ↑")));
    press();
    QVERIFY(views(0) >= views(1) && views(1) >= views(20));
    press(); // and back to the store's own order
    QCOMPARE(header->sortedSection(), -1);
    QCOMPARE(model()->index(0, 0).data().toString(), QStringLiteral("1"));
}

void TestPanel::filterRowNarrows()
{
    show("Post");
    QTest::keyClick(m_panel, Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    TableHeader *header = table()->header();
    QVERIFY(header->isFilterRowVisible());
    int column = model()->columnOf(QStringLiteral("author"));
    header->focusFilter(column);
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("theo"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QVERIFY(idle());
    QVERIFY(model()->rowCount() > 0 && model()->rowCount() < 140);
    for (int row = 0; row < model()->rowCount(); row++)
        QCOMPARE(model()->index(row, column).data().toString(), QStringLiteral("Theo van Dijk"));
    QCOMPARE(m_panel->currentPredicate(), QString());
    show("Tag");
    m_panel->goBack();
    QVERIFY(idle());
    QCOMPARE(header->filterText(column), QStringLiteral("theo"));
    QTest::keyClick(m_panel, Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(idle());
    QCOMPARE(model()->rowCount(), 140);
}

void TestPanel::findMarksRows()
{
    show("Tag");
    table()->setFocus();
    QTest::keyClick(m_panel, Qt::Key_F, Qt::ControlModifier);
    auto field = part<QLineEdit>("findText");
    QVERIFY(field->hasFocus());
    QString wanted = model()->index(9, model()->columnOf(QStringLiteral("name"))).data().toString();
    QTest::keyClicks(field, wanted.toUpper());
    QCOMPARE(table()->currentIndex().row(), 9);
    QTest::keyClicks(field, QStringLiteral(" and nothing like it"));
    QVERIFY(part<QLabel>("findResult")->text().contains(QStringLiteral("not")));
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(!part<QWidget>("findBar")->isVisible());
    QVERIFY(table()->hasFocus());
}

void TestPanel::jumpsToAnObject()
{
    QTest::keyClick(m_panel, Qt::Key_K, Qt::ControlModifier);
    auto field = part<QLineEdit>("findAnywhere");
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("post/5"));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(idle());
    QCOMPARE(m_panel->currentObject(), QStringLiteral("Post/5"));
    QCOMPARE(m_panel->currentEntity(), QStringLiteral("Post"));
}

void TestPanel::searchesAnywhere()
{
    auto field = part<QLineEdit>("findAnywhere");
    QTest::keyClick(m_panel, Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("quinces after"));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(idle());
    auto results = part<QTreeView>("searchResults");
    QVERIFY(results->isVisible());
    QTest::keyClick(results, Qt::Key_Return);
    QVERIFY(idle());
    QVERIFY(table()->isVisible());
    QVERIFY(m_panel->currentObject().startsWith(QStringLiteral("Post/")));
    m_panel->goBack();
    QVERIFY(idle());
    QVERIFY(results->isVisible());
}

void TestPanel::copiesRowsAndObjects()
{
    show("Tag");
    table()->setFocus();
    table()->selectRow(1);
    QTest::keyClick(table(), Qt::Key_C, Qt::ControlModifier);
    QString name = model()->index(1, model()->columnOf(QStringLiteral("name"))).data().toString();
    QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("\t") + name + QStringLiteral("\t")));
    QApplication::clipboard()->clear();
    QTest::keyClick(m_panel, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(waitUntil([] { return !QApplication::clipboard()->text().isEmpty(); }));
    QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("\"id\"")));
    QVERIFY(QApplication::clipboard()->text().contains(name));
}

void TestPanel::savesAQuery()
{
    m_panel->showQuery(QStringLiteral("Tag"), QStringLiteral("posts.@count > 10"));
    QVERIFY(idle());
    QTest::mouseClick(part<QToolButton>("saveButton"), Qt::LeftButton);
    auto tree = part<QTreeView>("entityTree");
    QModelIndex saved;
    for (QModelIndex i = tree->model()->index(0, 0); i.isValid(); i = tree->indexBelow(i))
        if (i.data().toString() == QLatin1String("posts.@count > 10"))
            saved = i;
    QVERIFY(saved.isValid());
    show("User");
    tree->setCurrentIndex(saved);
    QVERIFY(idle());
    QCOMPARE(m_panel->currentPredicate(), QStringLiteral("posts.@count > 10"));
    QTest::mouseClick(part<QToolButton>("saveButton"), Qt::LeftButton); // and forget it again
}

void TestPanel::togglesInspector()
{
    QVERIFY(part<QWidget>("inspector")->isVisible());
    QTest::keyClick(m_panel, Qt::Key_F4);
    QVERIFY(!part<QWidget>("inspector")->isVisible());
    QTest::keyClick(m_panel, Qt::Key_F4);
    QVERIFY(part<QWidget>("inspector")->isVisible());
}

void TestPanel::showsEveryView()
{
    for (const char *name : {"diagram", "charts", "store", "compare", "migration"}) {
        m_panel->showView(QLatin1String(name));
        QVERIFY(idle());
        auto view = part<QWidget>(qPrintable(QLatin1String(name) + QStringLiteral("View")));
        QVERIFY2(view && view->isVisible(), name);
        QVERIFY(!table()->isVisible());
    }
    m_panel->goBack();
    m_panel->goBack();
    QVERIFY(idle());
    QVERIFY(part<QWidget>("storeView")->isVisible());
    m_panel->showEntity(QStringLiteral("Tag"));
    QVERIFY(idle());
    QVERIFY(table()->isVisible());
}

void TestPanel::chartAddsACondition()
{
    show("Post");
    m_panel->showView(QStringLiteral("charts"));
    QVERIFY(idle());
    auto bars = part<QTableView>("chartTable");
    QVERIFY(bars->model()->rowCount() > 1);
    bars->setFocus();
    bars->setCurrentIndex(bars->model()->index(0, 0));
    qint64 count = bars->model()->index(0, 1).data().toString().toLongLong();
    QTest::keyClick(bars, Qt::Key_Return);
    QVERIFY(idle());
    QVERIFY(table()->isVisible());
    QVERIFY(!m_panel->currentPredicate().isEmpty());
    QCOMPARE(model()->total(), count);
}

void TestPanel::findingShowsItsObjects()
{
    m_panel->showView(QStringLiteral("store"));
    QVERIFY(idle());
    QTest::mouseClick(part<QPushButton>("checkButton"), Qt::LeftButton);
    QVERIFY(idle());
    QVERIFY(part<QLabel>("jobText")->text().startsWith(QStringLiteral("Check")));
    QSignalSpy sql(m_panel, &Panel::sqlRequested);
    auto findings = part<QTableView>("findingsTable");
    for (int row = 0; row < findings->model()->rowCount(); row++) {
        emit findings->activated(findings->model()->index(row, 0));
        QVERIFY(idle());
        bool shown = table()->isVisible() && m_panel->currentPredicate() == QLatin1String("SELF IN %@");
        if (shown)
            QVERIFY(model()->rowCount() > 0);
        m_panel->showView(QStringLiteral("store"));
    }
}

void TestPanel::reservedShortcutsStayTheHosts()
{
    m_panel->setReservedShortcuts({QStringLiteral("F4")});
    QTest::keyClick(m_panel, Qt::Key_F4);
    QVERIFY(part<QWidget>("inspector")->isVisible());
    QAction hosts(m_window);
    hosts.setShortcut(QKeySequence(Qt::CTRL + Qt::Key_L));
    m_window->addAction(&hosts);
    QSignalSpy triggered(&hosts, &QAction::triggered);
    m_panel->hide();
    m_panel->show(); // looks round again
    table()->setFocus();
    QTest::keyClick(m_panel, Qt::Key_L, Qt::ControlModifier);
    QVERIFY(!editor()->hasFocus());
}

void TestPanel::wrongKeyAsksAgain()
{
    QSignalSpy asked(m_panel, &Panel::passphraseRequested);
    OpenRequest request = sampleRequest();
    request.key = keyOf("tell nobody this");
    m_session->open(request);
    QVERIFY(waitUntil([this] { return m_session->state() == Session::State::Failed; }));
    QCOMPARE(asked.count(), 1);
    QVERIFY(part<QWidget>("emptyState")->isVisible());
    const QList<QWidget *> widgets = m_panel->findChildren<QWidget *>();
    for (QWidget *w : widgets)
        for (const char *p : {"text", "toolTip", "accessibleName", "accessibleDescription"})
            QVERIFY(!w->property(p).toString().contains(QStringLiteral("tell nobody")));
    QTest::mouseClick(part<QPushButton>("passphraseButton"), Qt::LeftButton);
    QCOMPARE(asked.count(), 2);
    m_session->reopenWithKey(sampleRequest().key);
    QVERIFY(idle());
    QCOMPARE(m_panel->currentEntity(), QStringLiteral("User"));
}

void TestPanel::otherFilesAndClosing()
{
    show("Comment");
    m_session->close();
    QVERIFY(part<QWidget>("emptyState")->isVisible());
    QCOMPARE(m_panel->currentObject(), QString());
    for (int round = 0; round < 3; round++) {
        m_session->open(sampleRequest()); // and away again before anything has come
        QCoreApplication::processEvents();
    }
    QVERIFY(idle());
    QCOMPARE(m_panel->currentEntity(), QStringLiteral("User"));
    OpenRequest inferred = sampleRequest();
    inferred.modelPath.clear();
    m_session->open(inferred);
    QVERIFY(idle());
    QVERIFY2(status().contains(QStringLiteral("types inferred")), qPrintable(status()));
}

// Whatever takes the keyboard says what it is.
void TestPanel::everythingHasAName()
{
    for (const char *name : {"", "diagram", "charts", "store", "compare", "migration"}) {
        m_panel->showView(QLatin1String(name));
        QVERIFY(idle());
        const QList<QWidget *> widgets = m_panel->findChildren<QWidget *>();
        for (QWidget *w : widgets) {
            if (!w->isVisible() || !(w->focusPolicy() & Qt::TabFocus))
                continue;
            QAccessibleInterface *face = QAccessible::queryAccessibleInterface(w);
            QVERIFY(face);
            QVERIFY2(!face->text(QAccessible::Name).isEmpty(), qPrintable(QString::fromLatin1(w->metaObject()->className()) +
                     QLatin1Char(' ') + w->objectName() + QLatin1Char(' ') + w->parentWidget()->objectName()));
        }
    }
    QAccessibleInterface *cells = QAccessible::queryAccessibleInterface(table());
    QCOMPARE(cells->role(), QAccessible::Table);
}

void TestPanel::textsFitTheirButtons()
{
    const QList<QAbstractButton *> buttons = m_panel->findChildren<QAbstractButton *>();
    for (QAbstractButton *button : buttons)
        if (button->isVisible() && !button->objectName().isEmpty())
            QVERIFY2(button->width() >= button->minimumSizeHint().width(), qPrintable(button->objectName()));
}

void TestPanel::narrowPanelGivesTheTableTheRoom()
{
    QSize before = m_panel->size();
    QVERIFY(part<QWidget>("inspector")->isVisible());
    m_panel->resize(700, before.height());
    QVERIFY(waitUntil([this] { return !part<QWidget>("inspector")->isVisible(); }));
    QTest::keyClick(m_panel, Qt::Key_F4); // who wants it there gets it
    QVERIFY(part<QWidget>("inspector")->isVisible());
    m_panel->resize(before);
    QVERIFY(waitUntil([this] { return part<QWidget>("inspector")->isVisible(); }));
}

// The event loop turns all the time.  The bound is wide: this runs instrumented beside other tests.
void TestPanel::neverBlocksForLong()
{
    qint64 longest = 0;
    QElapsedTimer clock;
    QTimer beat;
    connect(&beat, &QTimer::timeout, this, [&] { longest = std::max(longest, clock.restart()); });
    clock.start();
    beat.start(5);
    for (const char *entity : {"Post", "Comment", "User", "Comment"})
        show(entity);
    for (int row = 0; row < 500; row += 25) {
        table()->scrollToTopRow(row);
        QTest::qWait(10);
    }
    QVERIFY(idle());
    QVERIFY2(longest < 2000, qPrintable(QString::number(longest)));
}

QTEST_MAIN(TestPanel)
#include "test_panel.moc"
