// SPDX-License-Identifier: GPL-3.0-or-later
// The item models on a real store, without a window.
#include "stores.h"

#include "models/entity_tree_model.h"
#include "models/history.h"
#include "models/object_detail_model.h"
#include "models/object_table_model.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace entitylens;

class TestModels : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();

    void schemaIsRead();
    void treeKnowsInheritanceAndCounts();
    void treeCountsAloneOrWithSubentities();
    void treeShowsSavedQueriesAndFavourites();
    void tableShowsFirstPageThenCount();
    void tableReadsAnyPage();
    void tableSortsEveryPageAlike();
    void tableFiltersWithArguments();
    void tableKeepsGoodResultOnError();
    void tableErrorHasRange();
    void tableKeepsPlaceOnRefresh();
    void tableStylesValues();
    void tableHasSubentityColumn();
    void detailShowsObject();
    void detailListsMembersAndReferrers();
    void detailFailsForMissingObject();
    void historyGoesBackAndForward();
    void wrongKeyIsTold();
    void missingFileIsTold();
    void closedSessionEmptiesModels();
    void writesOfOthersAreSeen();

private:
    bool load(ObjectTableModel &model, const Query &query);
    bool loadRow(ObjectTableModel &model, int row);
    Query query(const QString &entity, const QString &where = QString()) const;
    QString text(const ObjectTableModel &model, int row, const QString &column) const;

    StoreSession m_session;
};

void TestModels::initTestCase()
{
    prepareTests();
    m_session.open(sampleRequest());
    QVERIFY(waitUntil([this] { return m_session.state() != Session::State::Opening; }));
    QVERIFY2(m_session.state() == Session::State::Open, qPrintable(m_session.failure().sentence()));
}

void TestModels::cleanupTestCase()
{
    m_session.close();
}

Query TestModels::query(const QString &entity, const QString &where) const
{
    Query q;
    q.entity = entity;
    q.where = where;
    return q;
}

bool TestModels::load(ObjectTableModel &model, const Query &q)
{
    QSignalSpy arrived(&model, &ObjectTableModel::firstPageArrived);
    QSignalSpy failed(&model, &ObjectTableModel::failed);
    model.setQuery(q);
    return waitUntil([&] { return arrived.count() + failed.count() > 0; }) && failed.isEmpty() &&
           waitUntil([&] { return model.total() >= 0 && !model.isLoading(); });
}

bool TestModels::loadRow(ObjectTableModel &model, int row)
{
    model.setVisibleRows(row, row);
    return waitUntil([&] { return model.rowAt(row) != nullptr; });
}

QString TestModels::text(const ObjectTableModel &model, int row, const QString &column) const
{
    return model.index(row, model.columnOf(column)).data().toString();
}

void TestModels::schemaIsRead()
{
    SchemaPtr schema = m_session.schema();
    QVERIFY(schema);
    const SchemaEntity *post = schema->entity(QStringLiteral("Post"));
    QVERIFY(post);
    QCOMPARE(post->children, QStringList{QStringLiteral("Question")});
    QVERIFY(schema->isKindOf(QStringLiteral("Question"), QStringLiteral("Post")));
    QCOMPARE(schema->entity(QStringLiteral("Question"))->attributeIndex(QStringLiteral("title")),
             post->attributeIndex(QStringLiteral("title")));
    QVERIFY(schema->encrypted);
    QCOMPARE(schema->cipherVersion, 4);
    QVERIFY(!schema->inferred);
}

void TestModels::treeKnowsInheritanceAndCounts()
{
    EntityTreeModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSession(&m_session);
    QVERIFY(waitUntil([&] { return model.isCounted(); }));
    QModelIndex post = model.indexOfEntity(QStringLiteral("Post"));
    QVERIFY(post.isValid());
    QCOMPARE(model.rowCount(post), 1);
    QCOMPARE(model.index(0, 0, post).data().toString(), QStringLiteral("Question"));
    QCOMPARE(post.data(CountRole).toLongLong(), 140);
    QCOMPARE(model.count(QStringLiteral("User"), false), 28);
    QCOMPARE(model.firstWithObjects(), QStringLiteral("User"));
}

void TestModels::treeCountsAloneOrWithSubentities()
{
    EntityTreeModel model;
    model.setSession(&m_session);
    QVERIFY(waitUntil([&] { return model.isCounted(); }));
    model.setWithSubentities(false);
    QCOMPARE(model.indexOfEntity(QStringLiteral("Post")).data(CountRole).toLongLong(), 112);
    model.setWithSubentities(true);
    QCOMPARE(model.indexOfEntity(QStringLiteral("Post")).data(CountRole).toLongLong(), 140);
}

void TestModels::treeShowsSavedQueriesAndFavourites()
{
    EntityTreeModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSession(&m_session);
    model.setSavedQueries({SavedQuery{QStringLiteral("good"), QStringLiteral("Post"), QStringLiteral("rating > 4"), {}, false}});
    model.setFavourites({QStringLiteral("Tag"), QStringLiteral("no such entity")});
    QModelIndex favourites = model.index(0, 0);
    QCOMPARE(model.rowCount(favourites), 1);
    QCOMPARE(model.index(0, 0, favourites).data().toString(), QStringLiteral("Tag"));
    QModelIndex saved = model.index(2, 0);
    QModelIndex good = model.index(0, 0, saved);
    QVERIFY(model.savedQuery(good));
    QCOMPARE(model.savedQuery(good)->predicate, QStringLiteral("rating > 4"));
}

void TestModels::tableShowsFirstPageThenCount()
{
    ObjectTableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSession(&m_session);
    QVERIFY(load(model, query(QStringLiteral("Comment"))));
    QCOMPARE(model.total(), 520);
    QCOMPARE(model.rowCount(), 520);
    QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("1"));
    QVERIFY(model.columnOf(QStringLiteral("author")) > 0);
}

// Every page, in an order that needs jumps, holds the rows that reading from the start gives.
void TestModels::tableReadsAnyPage()
{
    ObjectTableModel inOrder, jumping;
    QStringList expected, found;
    inOrder.setSession(&m_session);
    jumping.setSession(&m_session);
    QVERIFY(load(inOrder, query(QStringLiteral("Comment"))));
    for (int row = 0; row < inOrder.rowCount(); row++) {
        QVERIFY(loadRow(inOrder, row));
        expected << inOrder.rowAt(row)->id();
    }
    for (int start : {519, 250, 0, 130, 499, 301}) {
        QVERIFY(load(jumping, query(QStringLiteral("Comment"))));
        QVERIFY(loadRow(jumping, start));
        QCOMPARE(jumping.rowAt(start)->id(), expected[start]);
    }
}

void TestModels::tableSortsEveryPageAlike()
{
    ObjectTableModel model;
    model.setSession(&m_session);
    Query q = query(QStringLiteral("Comment"));
    q.sorts << SortKey{QStringLiteral("score"), true, EL_SORT_PLAIN};
    QVERIFY(load(model, q));
    qint64 last = std::numeric_limits<qint64>::max();
    QVERIFY(loadRow(model, 400)); // a jump first: later pages must fit to it
    QSet<QString> seen;
    for (int row = 0; row < model.rowCount(); row++) {
        QVERIFY(loadRow(model, row));
        const Row *object = model.rowAt(row);
        qint64 score = object->attributes[model.entity()->attributeIndex(QStringLiteral("score"))].integer;
        QVERIFY2(score <= last, qPrintable(QStringLiteral("row %1").arg(row)));
        last = score;
        seen << object->id();
    }
    QCOMPARE(seen.size(), 520);
}

void TestModels::tableFiltersWithArguments()
{
    ObjectTableModel model;
    model.setSession(&m_session);
    Query q = query(QStringLiteral("Comment"), QStringLiteral("post == %@"));
    q.arguments << QStringLiteral("object:Post/5");
    QVERIFY(load(model, q));
    QCOMPARE(model.total(), 13);
    q.filters << QStringLiteral("content CONTAINS[cd] 'que bonito'");
    QVERIFY(load(model, q));
    QCOMPARE(model.total(), 3);
    q.arguments[0] = QStringLiteral("nonsense");
    QVERIFY(!load(model, q));
}

void TestModels::tableKeepsGoodResultOnError()
{
    ObjectTableModel model;
    model.setSession(&m_session);
    QVERIFY(load(model, query(QStringLiteral("Tag"))));
    QVERIFY(!load(model, query(QStringLiteral("Tag"), QStringLiteral("nonsense ="))));
    QCOMPARE(model.rowCount(), 16);
    QCOMPARE(model.shownQuery().where, QString());
    QVERIFY(!model.isLoading());
}

void TestModels::tableErrorHasRange()
{
    ObjectTableModel model;
    model.setSession(&m_session);
    QSignalSpy failed(&model, &ObjectTableModel::failed);
    model.setQuery(query(QStringLiteral("Tag"), QStringLiteral("nmae == 'x'")));
    QVERIFY(waitUntil([&] { return !failed.isEmpty(); }));
    Failure failure = failed.first().first().value<Failure>();
    QVERIFY(failure.hasRange);
    QCOMPARE(failure.start, 0);
    QCOMPARE(failure.end, 4);
    QVERIFY(!failure.sentence().isEmpty());
}

void TestModels::tableKeepsPlaceOnRefresh()
{
    ObjectTableModel model;
    model.setSession(&m_session);
    QVERIFY(load(model, query(QStringLiteral("Comment"))));
    QVERIFY(loadRow(model, 333));
    QString onTop = model.rowAt(333)->id();
    QSignalSpy relocated(&model, &ObjectTableModel::relocated);
    model.refresh(333);
    QVERIFY(waitUntil([&] { return !relocated.isEmpty(); }));
    int row = relocated.first().first().toInt();
    QVERIFY(loadRow(model, row));
    QCOMPARE(model.rowAt(row)->id(), onTop);
}

void TestModels::tableStylesValues()
{
    ObjectTableModel model;
    Format format;
    format.locale = QLocale(QLocale::German, QLocale::Germany);
    model.setFormat(format);
    model.setSession(&m_session);
    QVERIFY(load(model, query(QStringLiteral("Post"), QStringLiteral("SELF == %@"))) == false); // an argument is missing
    Query q = query(QStringLiteral("Post"), QStringLiteral("SELF == %@"));
    q.arguments << QStringLiteral("object:Post/5");
    QVERIFY(load(model, q));
    auto style = [&](const char *column) {
        return CellStyle(model.index(0, model.columnOf(QLatin1String(column))).data(StyleRole).toInt());
    };
    QCOMPARE(text(model, 0, QStringLiteral("date")), QStringLiteral("2023-01-17 16:47:56"));
    QCOMPARE(text(model, 0, QStringLiteral("views")), QStringLiteral("3.908"));
    QCOMPARE(text(model, 0, QStringLiteral("author")), QStringLiteral("Theo van Dijk"));
    QCOMPARE(text(model, 0, QStringLiteral("comments")), QStringLiteral("13"));
    QVERIFY(style("rating") == CellStyle::Null);
    QVERIFY(style("views") == CellStyle::Number);
    QVERIFY(style("author") == CellStyle::Link);
    QVERIFY(style("comments") == CellStyle::Count);
    QModelIndex rating = model.index(0, model.columnOf(QStringLiteral("rating")));
    QCOMPARE(rating.data(Qt::AccessibleTextRole).toString(), QStringLiteral("NULL"));
    QModelIndex views = model.index(0, model.columnOf(QStringLiteral("views")));
    QCOMPARE(views.data(ExactRole).toString(), QStringLiteral("3908"));
    QVERIFY(views.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
}

void TestModels::tableHasSubentityColumn()
{
    ObjectTableModel model;
    model.setSession(&m_session);
    QVERIFY(load(model, query(QStringLiteral("Post"))));
    QCOMPARE(model.total(), 140);
    QVERIFY(model.columnOf(QStringLiteral("entity")) > 0);
    Query alone = query(QStringLiteral("Post"));
    alone.subentities = false;
    QVERIFY(load(model, alone));
    QCOMPARE(model.total(), 112);
    QCOMPARE(model.columnOf(QStringLiteral("entity")), -1);
}

void TestModels::detailShowsObject()
{
    ObjectDetailModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSession(&m_session);
    QSignalSpy arrived(&model, &ObjectDetailModel::arrived);
    model.show(QStringLiteral("Post"), 5);
    QVERIFY(waitUntil([&] { return !arrived.isEmpty(); }));
    QCOMPARE(model.object()->label, QStringLiteral("Saving the quinces after the hail"));
    QModelIndex author = model.indexOf(QStringLiteral("author"));
    QCOMPARE(author.data().toString(), QStringLiteral("Theo van Dijk"));
    QCOMPARE(model.reference(author).id(), QStringLiteral("User/28"));
    QModelIndex tags = model.indexOf(QStringLiteral("tags"));
    QCOMPARE(tags.data().toString(), QStringLiteral("flowers, tools"));
}

void TestModels::detailListsMembersAndReferrers()
{
    ObjectDetailModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSession(&m_session);
    QSignalSpy arrived(&model, &ObjectDetailModel::arrived);
    model.show(QStringLiteral("Post"), 5);
    QVERIFY(waitUntil([&] { return !arrived.isEmpty(); }));
    QModelIndex comments = model.indexOf(QStringLiteral("comments"));
    QModelIndex parent = comments.sibling(comments.row(), 0);
    QCOMPARE(model.rowCount(parent), 13);
    QCOMPARE(model.reference(model.index(0, 0, parent)).id(), QStringLiteral("Comment/84"));
    QModelIndex referrers = model.index(model.rowCount() - 1, 0);
    QVERIFY(model.kind(referrers) == ObjectDetailModel::Referrers);
    model.fetchMore(referrers); // harmless when the tester has asked already
    QVERIFY(waitUntil([&] { return model.rowCount(referrers) > 0; }));
    QStringList groups;
    for (int i = 0; i < model.rowCount(referrers); i++)
        groups << model.index(i, 0, referrers).data().toString() + QLatin1Char(' ') + model.index(i, 1, referrers).data().toString();
    QVERIFY(groups.contains(QStringLiteral("Comment.post 13")));
    QVERIFY(groups.contains(QStringLiteral("Tag.posts 2")));
}

void TestModels::detailFailsForMissingObject()
{
    ObjectDetailModel model;
    model.setSession(&m_session);
    QSignalSpy failed(&model, &ObjectDetailModel::failed);
    model.show(QStringLiteral("Post"), 999999);
    QVERIFY(waitUntil([&] { return !failed.isEmpty(); }));
    QCOMPARE(failed.first().first().value<Failure>().status, int(EL_ENOTFOUND));
    QVERIFY(!model.hasObject());
}

void TestModels::historyGoesBackAndForward()
{
    History history;
    QVERIFY(!history.canGoBack());
    for (const char *entity : {"A", "B", "C"}) {
        Place place;
        place.query.entity = QLatin1String(entity);
        history.go(place);
    }
    QCOMPARE(history.back()->query.entity, QStringLiteral("B"));
    Place moved = *history.current();
    moved.top.row = 77;
    history.update(moved);
    QCOMPARE(history.back()->query.entity, QStringLiteral("A"));
    QVERIFY(!history.back());
    QCOMPARE(history.forward()->top.row, 77);
    Place other;
    other.query.entity = QStringLiteral("D");
    history.go(other);
    QVERIFY(!history.canGoForward());
    QCOMPARE(history.back()->query.entity, QStringLiteral("B"));
}

void TestModels::wrongKeyIsTold()
{
    StoreSession session;
    OpenRequest request = sampleRequest();
    request.key = keyOf("not this one");
    session.open(request);
    QVERIFY(waitUntil([&] { return session.state() != Session::State::Opening; }));
    QVERIFY(session.state() == Session::State::Failed);
    QCOMPARE(session.failure().code, QStringLiteral("wrong-key"));
    QVERIFY(!session.failure().sentence().contains(QStringLiteral("not this one")));
    session.reopenWithKey(sampleRequest().key);
    QVERIFY(waitUntil([&] { return session.state() != Session::State::Opening; }));
    QVERIFY(session.state() == Session::State::Open);
}

void TestModels::missingFileIsTold()
{
    StoreSession session;
    OpenRequest request;
    request.path = QStringLiteral("/nonexistent/store.sqlite");
    session.open(request);
    QVERIFY(waitUntil([&] { return session.state() != Session::State::Opening; }));
    QCOMPARE(session.failure().code, QStringLiteral("no-such-file"));
}

void TestModels::closedSessionEmptiesModels()
{
    StoreSession session;
    session.open(sampleRequest());
    QVERIFY(waitUntil([&] { return session.state() == Session::State::Open; }));
    EntityTreeModel tree;
    tree.setSession(&session);
    ObjectTableModel table;
    table.setSession(&session);
    QVERIFY(load(table, query(QStringLiteral("Tag"))));
    session.close();
    QCOMPARE(tree.rowCount(), 0);
    table.setQuery(query(QStringLiteral("Tag"))); // nothing to ask any more
    QVERIFY(!table.isLoading());
}

// Another program writes, then another file takes the store's name: the objects follow, and the model stays.
void TestModels::writesOfOthersAreSeen()
{
    const QString shell = QStandardPaths::findExecutable(QStringLiteral("sqlcipher"));
    QVERIFY(!shell.isEmpty());
    QTemporaryDir folder;
    OpenRequest request = sampleRequest();
    const QString sample = request.path;
    request.path = folder.filePath(QStringLiteral("store.sqlite"));
    QVERIFY(QFile::copy(sample, request.path));
    QVERIFY(QFile::setPermissions(request.path, QFile::ReadOwner | QFile::WriteOwner));
    StoreSession session;
    session.open(request);
    QVERIFY(waitUntil([&] { return session.state() == Session::State::Open; }));
    EntityTreeModel tree;
    tree.setSession(&session);
    QVERIFY(waitUntil([&] { return tree.count(QStringLiteral("Tag"), false) == 16; }));
    const el_model *model = session.model();
    QProcess writer;
    writer.start(shell, {request.path});
    writer.write("PRAGMA key = 'tomatoes in june'; DELETE FROM ecdTag WHERE name = 'bees';\n");
    writer.closeWriteChannel();
    QVERIFY(writer.waitForFinished());
    QVERIFY(waitUntil([&] { return tree.count(QStringLiteral("Tag"), false) == 15; }));
    QCOMPARE(session.model(), model);
    const QString other = folder.filePath(QStringLiteral("other.sqlite"));
    QVERIFY(QFile::copy(sample, other));
    QCOMPARE(::rename(QFile::encodeName(other).constData(), QFile::encodeName(request.path).constData()), 0);
    QVERIFY(waitUntil([&] { return tree.count(QStringLiteral("Tag"), false) == 16; }));
    QVERIFY(session.state() == Session::State::Open);
}

QTEST_GUILESS_MAIN(TestModels)
#include "test_models.moc"
