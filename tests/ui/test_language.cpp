// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed into filter fields, what is copied, what is drawn: as predicates and texts.
#include "stores.h"

#include "models/archive_tree_model.h"
#include "models/chart_bins.h"
#include "models/chart_data.h"
#include "models/comparison_model.h"
#include "models/diagram_graph.h"
#include "models/filter_condition.h"
#include "models/findings_model.h"
#include "models/migration_models.h"
#include "models/search_model.h"

#include <entitylens/predicate.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace entitylens;

class TestLanguage : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();

    void filterSpeaksThePredicateLanguage_data();
    void filterSpeaksThePredicateLanguage();
    void filterSaysWhatItDoesNotUnderstand_data();
    void filterSaysWhatItDoesNotUnderstand();
    void literalsSurviveParsing();
    void datesAreShownInTheChosenZone();
    void oddDatesAreNotMadeUp();
    void archiveBecomesATree();
    void chartOfNumbersCoversAllValues();
    void chartOfTextsCountsEachValue();
    void chartOfDatesHasRoundLimits();
    void farOffValuesDoNotFlattenTheRest();
    void searchFindsInEveryEntity();
    void comparisonWithItselfIsEqual();
    void comparisonListsWhatDiffers();
    void checkRuns();
    void exportAndCopyAppearComplete();
    void migrationIsReviewed();
    void graphPairsInverses();
    void graphIsPlacedByGraphviz();
    void graphOfANeighbourhood();

private:
    FilterCondition condition(const QString &column, const QString &typed) const;
    bool parses(const QString &predicate) const;

    StoreSession m_session;
};

void TestLanguage::initTestCase()
{
    prepareTests();
    m_session.open(sampleRequest());
    QVERIFY(waitUntil([this] { return m_session.state() == Session::State::Open; }));
}

FilterCondition TestLanguage::condition(const QString &name, const QString &typed) const
{
    const SchemaEntity &post = *m_session.schema()->entity(QStringLiteral("Post"));
    TableColumn column;
    column.name = name;
    int a = post.attributeIndex(name), r = post.relationshipIndex(name);
    column.index = a >= 0 ? a : r;
    column.kind = a >= 0 ? TableColumn::Attribute : r < 0 ? TableColumn::Entity : post.relationships[r].toMany ? TableColumn::ToMany : TableColumn::ToOne;
    return filterCondition(typed, column, post, *m_session.schema(), Format());
}

bool TestLanguage::parses(const QString &text) const
{
    QByteArray bytes = text.toUtf8();
    el_predicate *predicate = nullptr;
    int status = el_predicate_parse(&predicate, bytes.constData(), size_t(bytes.size()), nullptr, 0, nullptr, 0, nullptr);
    const el_entity *post = el_model_entity(m_session.model(), "Post");
    bool good = status == EL_OK && el_predicate_check(predicate, post, nullptr, 0, nullptr) == EL_OK;
    el_predicate_free(predicate);
    return good;
}

void TestLanguage::filterSpeaksThePredicateLanguage_data()
{
    QTest::addColumn<QString>("column");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("predicate");
    auto row = [](const char *column, const char *typed, const char *predicate) {
        QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(column), QString::fromUtf8(typed))))
            << QString::fromLatin1(column) << QString::fromUtf8(typed) << QString::fromUtf8(predicate);
    };
    row("title", "quince", "title CONTAINS[cd] 'quince'");
    row("title", "=it's", "title == 'it\\'s'");
    row("title", "!quince", "NOT (title CONTAINS[cd] 'quince')");
    row("title", "null", "title == nil");
    row("title", "!null", "NOT (title == nil)");
    row("views", "5", "views == 5");
    row("views", ">= 100", "views >= 100");
    row("views", "3..7", "views BETWEEN {3, 7}");
    row("rating", "<3.5", "rating < 3.5");
    row("rating", "!=2", "rating != 2");
    row("date", "2023", "date >= CAST(694224000, 'NSDate') AND date < CAST(725760000, 'NSDate')");
    row("date", "2023-01", "date >= CAST(694224000, 'NSDate') AND date < CAST(696902400, 'NSDate')");
    row("date", "2023-01-17", "date >= CAST(695606400, 'NSDate') AND date < CAST(695692800, 'NSDate')");
    row("date", ">2023-01-17", "date >= CAST(695692800, 'NSDate')");
    row("date", "<2023-01-17", "date < CAST(695606400, 'NSDate')");
    row("date", "2022..2023", "date >= CAST(662688000, 'NSDate') AND date < CAST(725760000, 'NSDate')");
    row("author", "theo", "author.name CONTAINS[cd] 'theo'");
    row("author", "NULL", "author == nil");
    row("comments", ">10", "comments.@count > 10");
    row("entity", "quest", "entity.name CONTAINS[c] 'quest'");
    row("picture", "null", "picture == nil");
    row("title", "   ", "");
}

void TestLanguage::filterSpeaksThePredicateLanguage()
{
    QFETCH(QString, column);
    QFETCH(QString, typed);
    QFETCH(QString, predicate);
    FilterCondition found = condition(column, typed);
    QCOMPARE(found.predicate, predicate);
    QCOMPARE(found.problem, QString());
    QVERIFY2(predicate.isEmpty() || parses(predicate), qPrintable(predicate));
}

void TestLanguage::filterSaysWhatItDoesNotUnderstand_data()
{
    QTest::addColumn<QString>("column");
    QTest::addColumn<QString>("typed");
    QTest::newRow("number") << "views" << "many";
    QTest::newRow("bare point") << "rating" << "3.";
    QTest::newRow("date") << "date" << "yesterday";
    QTest::newRow("no such day") << "date" << "2023-02-30";
    QTest::newRow("three ends") << "views" << "1..2..3";
    QTest::newRow("binary") << "picture" << "x";
}

void TestLanguage::filterSaysWhatItDoesNotUnderstand()
{
    QFETCH(QString, column);
    QFETCH(QString, typed);
    FilterCondition found = condition(column, typed);
    QVERIFY(found.predicate.isEmpty());
    QVERIFY(!found.problem.isEmpty());
}

// What a cell becomes in a predicate finds that very cell's object again.
void TestLanguage::literalsSurviveParsing()
{
    ObjectTableModel model;
    model.setSession(&m_session);
    QSignalSpy arrived(&model, &ObjectTableModel::firstPageArrived);
    Query all;
    all.entity = QStringLiteral("User");
    model.setQuery(all);
    QVERIFY(waitUntil([&] { return !arrived.isEmpty(); }));
    for (const char *name : {"name", "joined", "karma", "isModerator", "balance"}) {
        int column = model.columnOf(QLatin1String(name));
        QVERIFY2(column > 0, name);
        QString literal = predicateLiteral(model.index(0, column).data(CellRole).value<Cell>());
        QString predicate = QStringLiteral("%1 == %2").arg(QLatin1String(name), literal);
        ObjectTableModel found;
        found.setSession(&m_session);
        Query query = all;
        query.where = predicate;
        QSignalSpy foundSome(&found, &ObjectTableModel::firstPageArrived);
        found.setQuery(query);
        QVERIFY2(waitUntil([&] { return !foundSome.isEmpty() && found.total() >= 0; }), qPrintable(predicate));
        QVERIFY2(found.findLoaded(model.rowAt(0)->entity, model.rowAt(0)->key) >= 0, qPrintable(predicate));
    }
    QCOMPARE(predicateKey(QStringLiteral("in")), QStringLiteral("#in"));
    QCOMPARE(predicateKey(QStringLiteral("title")), QStringLiteral("title"));
}

void TestLanguage::datesAreShownInTheChosenZone()
{
    Format format;
    QCOMPARE(format.date(1475486400.25), QStringLiteral("2016-10-03 09:20:00"));
    QCOMPARE(format.exactDate(1475486400.25), QStringLiteral("2016-10-03 09:20:00.250000Z"));
    QCOMPARE(format.date(-1), QStringLiteral("1969-12-31 23:59:59"));
    QCOMPARE(format.zoneName(), QStringLiteral("UTC"));
}

void TestLanguage::oddDatesAreNotMadeUp()
{
    Format format;
    QCOMPARE(format.date(-63114076800.0), QStringLiteral("-63114076800.0"));
    QCOMPARE(format.date(1e300), QStringLiteral("1e+300"));
    Cell cell;
    cell.kind = EL_DATE;
    cell.storage = EL_STORAGE_REAL;
    cell.real = 667100904.697671;
    QVERIFY(format.explanation(cell, nullptr).contains(QStringLiteral("2022-02-21"))); // counted from 2001
}

void TestLanguage::archiveBecomesATree()
{
    ArchiveTreeModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTree(readArchive("{\"a\":[1,true,null,\"x\"],\"big\":9007199254740993}"));
    QModelIndex root = model.index(0, 0);
    QCOMPARE(model.rowCount(root), 2);
    QModelIndex list = model.index(0, 0, root);
    QCOMPARE(list.data().toString(), QStringLiteral("a"));
    QCOMPARE(model.rowCount(list), 4);
    QCOMPARE(model.index(1, 1, root).data().toString(), QStringLiteral("9007199254740993"));
    QVERIFY(CellStyle(model.index(2, 1, list).data(StyleRole).toInt()) == CellStyle::Null);
    model.setTree(readArchive("bplist00 and then nothing"));
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.tree().problem.isEmpty());
}

static ChartFacts chart(StoreSession *session, const QString &entity, const QString &property)
{
    Query query;
    query.entity = entity;
    ChartFacts facts;
    bool done = false;
    QObject context;
    chartOf(session, query, property, Format(), &context, [&](const ChartFacts &f, const Failure &failure) {
        facts = f;
        done = !failure;
    });
    waitUntil([&] { return done; });
    return facts;
}

void TestLanguage::chartOfNumbersCoversAllValues()
{
    ChartFacts facts = chart(&m_session, QStringLiteral("Post"), QStringLiteral("rating"));
    QVERIFY(facts.kind == ChartFacts::Histogram);
    QCOMPARE(facts.values, 117);
    QCOMPARE(facts.values + facts.nulls, 140);
    qint64 sum = 0;
    for (const ChartBar &bar : qAsConst(facts.bars)) {
        sum += bar.count;
        QVERIFY2(parses(bar.condition), qPrintable(bar.condition));
    }
    QCOMPARE(sum, facts.values);
    ChartTableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setFacts(facts, Format());
    QCOMPARE(model.rowCount(), facts.bars.size());
    QCOMPARE(model.csv().count(QLatin1Char('\n')), facts.bars.size() + 1);
}

void TestLanguage::chartOfTextsCountsEachValue()
{
    ChartFacts facts = chart(&m_session, QStringLiteral("Tag"), QStringLiteral("name"));
    QVERIFY(facts.kind == ChartFacts::TopValues);
    QCOMPARE(facts.values, 16);
    QCOMPARE(facts.distinct, 16);
    facts = chart(&m_session, QStringLiteral("Post"), QStringLiteral("author"));
    QVERIFY(facts.bars.size() > 3);
    for (int i = 1; i < facts.bars.size(); i++)
        QVERIFY(facts.bars[i - 1].count >= facts.bars[i].count);
}

void TestLanguage::chartOfDatesHasRoundLimits()
{
    ChartFacts facts = chart(&m_session, QStringLiteral("Post"), QStringLiteral("date"));
    QVERIFY(facts.kind == ChartFacts::Histogram);
    qint64 sum = 0;
    for (const ChartBar &bar : qAsConst(facts.bars))
        sum += bar.count;
    QCOMPARE(sum, 140);
}

void TestLanguage::farOffValuesDoNotFlattenTheRest()
{
    std::vector<double> values;
    for (int i = 0; i < 100; i++)
        values.push_back(i);
    values.push_back(1e12);
    QVector<ChartBar> bars = numberBins(values, true, QStringLiteral("n"), QLocale::c());
    qint64 sum = 0;
    int used = 0;
    for (const ChartBar &bar : qAsConst(bars)) {
        sum += bar.count;
        used += bar.count > 0;
    }
    QCOMPARE(sum, 101);
    QVERIFY(used > 5);
    QCOMPARE(bars.last().count, 1);
    std::vector<double> none;
    QVERIFY(numberBins(none, false, QStringLiteral("n"), QLocale::c()).isEmpty());
    std::vector<double> same(7, 3.0);
    QCOMPARE(numberBins(same, true, QStringLiteral("n"), QLocale::c()).first().count, 7);
}

void TestLanguage::searchFindsInEveryEntity()
{
    SearchModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSession(&m_session);
    QSignalSpy finished(&model, &SearchModel::finished);
    model.search(QStringLiteral("QUINCES"));
    QVERIFY(waitUntil([&] { return !finished.isEmpty(); }));
    QVERIFY(model.total() > 0);
    QStringList found;
    for (int e = 0; e < model.rowCount(); e++) {
        QModelIndex entity = model.index(e, 0);
        for (int h = 0; h < model.rowCount(entity); h++)
            found << model.entity(model.index(h, 0, entity)) + QLatin1Char('/') + QString::number(model.key(model.index(h, 0, entity)));
    }
    QVERIFY(found.contains(QStringLiteral("Post/5")));
}

void TestLanguage::comparisonWithItselfIsEqual()
{
    ComparisonModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    bool done = false;
    compareStores(&m_session, sampleRequest(), this, [&](const StoreComparison &comparison, const Failure &failure) {
        QVERIFY2(!failure, qPrintable(failure.sentence()));
        model.setComparison(comparison);
        done = true;
    });
    QVERIFY(waitUntil([&] { return done; }));
    QVERIFY(model.isEqual());
    QCOMPARE(model.summary(), QStringLiteral("0 added, 0 removed, 0 changed, 704 equal"));
}

void TestLanguage::comparisonListsWhatDiffers()
{
    StoreComparison comparison;
    comparison.entities << EntityDifference{QStringLiteral("A"), 1, 0, 0, 5} << EntityDifference{QStringLiteral("B"), 0, 0, 0, 9}
                        << EntityDifference{QStringLiteral("C"), 0, 1, 1, 0};
    comparison.objects << ObjectDifference{ObjectDifference::Added, QStringLiteral("A"), 7, QStringLiteral("seven"), {}}
                       << ObjectDifference{ObjectDifference::Removed, QStringLiteral("C"), 1, QString(), {}}
                       << ObjectDifference{ObjectDifference::Changed, QStringLiteral("C"), 2, QString(),
                                           {{QStringLiteral("n"), QStringLiteral("1"), QStringLiteral("2")}}};
    ComparisonModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setComparison(comparison);
    QCOMPARE(model.rowCount(), 2); // B is equal
    QModelIndex c = model.index(1, 0);
    QCOMPARE(model.rowCount(c), 2);
    QModelIndex changed = model.index(1, 0, c);
    QCOMPARE(model.object(changed)->key, 2);
    QCOMPARE(model.rowCount(changed), 1);
    QModelIndex property = model.index(0, ComparisonModel::AfterColumn, changed);
    QCOMPARE(property.data().toString(), QStringLiteral("2"));
    QCOMPARE(property.parent(), changed);
}

void TestLanguage::checkRuns()
{
    bool done = false;
    QVector<CheckFinding> findings;
    checkStore(&m_session, this, [&](const QVector<CheckFinding> &found, const Failure &failure) {
        QVERIFY2(!failure, qPrintable(failure.sentence()));
        findings = found;
        done = true;
    });
    QVERIFY(waitUntil([&] { return done; }));
    FindingsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setFindings({Finding{QStringLiteral("notice"), {}, QStringLiteral("a"), QStringLiteral("small"), 1, {}, {}},
                       Finding{QStringLiteral("error"), {}, QStringLiteral("b"), QStringLiteral("large"), 2, {QStringLiteral("Post/5")}, {}}});
    QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("b"));
    QCOMPARE(model.finding(0)->entityIn(*m_session.schema()), QStringLiteral("Post"));
    for (const CheckFinding &f : qAsConst(findings))
        QVERIFY(!f.text.isEmpty());
}

void TestLanguage::exportAndCopyAppearComplete()
{
    QTemporaryDir folder;
    QString exported = folder.filePath(QStringLiteral("objects")), copied = folder.filePath(QStringLiteral("plain.sqlite"));
    int done = 0;
    el_export_options options = el_export_options();
    options.format = EL_EXPORT_CSV;
    exportStore(&m_session, exported, options, this, [&](const Failure &failure) {
        QVERIFY2(!failure, qPrintable(failure.sentence()));
        done++;
    });
    CopyWish wish;
    wish.to = copied;
    copyStore(&m_session, wish, this, [&](const QString &, const Failure &failure) {
        QVERIFY2(!failure, qPrintable(failure.sentence()));
        done++;
    });
    QVERIFY(waitUntil([&] { return done == 2; }));
    QVERIFY(QFileInfo::exists(exported + QStringLiteral("/Post.csv")));
    StoreSession plain;
    OpenRequest request;
    request.path = copied;
    plain.open(request);
    QVERIFY(waitUntil([&] { return plain.state() != Session::State::Opening; }));
    QVERIFY(plain.state() == Session::State::Open);
    QVERIFY(!plain.schema()->encrypted);
}

void TestLanguage::migrationIsReviewed()
{
    MigrationWish wish;
    wish.modelPath = QStringLiteral(TEST_SAMPLE "/Community.xcdatamodeld/Community 2.xcdatamodel");
    MigrationReport report;
    bool done = false;
    previewMigration(&m_session, wish, this, [&](const MigrationReport &r, const Failure &failure) {
        QVERIFY2(!failure, qPrintable(failure.sentence()));
        report = r;
        done = true;
    });
    QVERIFY(waitUntil([&] { return done; }));
    QVERIFY(!report.changes.isEmpty());
    QVERIFY(!report.statements.isEmpty());
    QVERIFY(report.html.contains(QStringLiteral("<html")));
    MigrationChangesModel changes;
    MigrationEffectsModel effects;
    QAbstractItemModelTester first(&changes, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QAbstractItemModelTester second(&effects, QAbstractItemModelTester::FailureReportingMode::QtTest);
    changes.setReport(report);
    effects.setReport(report);
    QCOMPARE(changes.rowCount(), report.changes.size());
    QCOMPARE(effects.rowCount(), report.findings.size() + report.effects.size());
    effects.setReport(report, QStringLiteral("Badge"));
    QVERIFY(effects.rowCount() < report.findings.size() + report.effects.size());
}

void TestLanguage::graphPairsInverses()
{
    DiagramGraph graph = DiagramGraph::of(*m_session.schema());
    QCOMPARE(graph.nodes.size(), 5);
    int inheritance = 0;
    QStringList names;
    for (const DiagramEdge &edge : qAsConst(graph.edges)) {
        inheritance += edge.kind == DiagramEdge::Inheritance;
        if (edge.kind == DiagramEdge::Relationship)
            names << edge.name;
    }
    QCOMPARE(inheritance, 1);
    QVERIFY(names.contains(QStringLiteral("posts")));
    QVERIFY(!names.contains(QStringLiteral("author"))); // the other end of posts or comments
}

void TestLanguage::graphIsPlacedByGraphviz()
{
    DiagramGraph graph = DiagramGraph::of(*m_session.schema());
    for (DiagramNode &node : graph.nodes)
        node.size = QSizeF(120, 60);
    DiagramLayout layout;
    QSignalSpy done(&layout, &DiagramLayout::done);
    bool byGraphviz = false;
    DiagramGraph placed;
    connect(&layout, &DiagramLayout::done, this, [&](const DiagramGraph &g, bool by) {
        placed = g;
        byGraphviz = by;
    });
    layout.start(graph);
    QVERIFY(waitUntil([&] { return !done.isEmpty(); }));
    QVERIFY(byGraphviz);
    for (int a = 0; a < placed.nodes.size(); a++)
        for (int b = 0; b < a; b++) {
            QRectF one(placed.nodes[a].centre - QPointF(60, 30), QSizeF(120, 60));
            QRectF other(placed.nodes[b].centre - QPointF(60, 30), QSizeF(120, 60));
            QVERIFY(!one.intersects(other));
        }
    for (const DiagramEdge &edge : qAsConst(placed.edges))
        QVERIFY(edge.points.size() >= 4);
    QVERIFY(!graph.place("this is no layout"));
}

void TestLanguage::graphOfANeighbourhood()
{
    DiagramGraph graph = DiagramGraph::of(*m_session.schema(), QStringLiteral("Tag"));
    QVERIFY(graph.nodeOf(QStringLiteral("Post")) >= 0);
    QVERIFY(graph.nodeOf(QStringLiteral("User")) < 0);
}

QTEST_GUILESS_MAIN(TestLanguage)
#include "test_language.moc"
