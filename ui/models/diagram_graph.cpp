// SPDX-License-Identifier: GPL-3.0-or-later
#include "diagram_graph.h"

#include <QRectF>
#include <QSet>
#include <QStandardPaths>

#include <cmath>

namespace entitylens {

namespace {

constexpr double pointsPerInch = 72;
constexpr int mostForDot = 100; // beyond it dot's time explodes; sfdp stays quick
constexpr int patienceMs = 3000;
constexpr double gridGap = 48;

struct Pair {
    QString entity, name;
    bool operator==(const Pair &o) const { return entity == o.entity && name == o.name; }
};

uint qHash(const Pair &p, uint seed = 0)
{
    return ::qHash(p.entity, seed) ^ ::qHash(p.name, seed + 1);
}

// Letters of one width stand for the name, so that Graphviz leaves room whatever the name is made of.
QByteArray labelAttribute(const DiagramEdge &edge)
{
    int letters = DiagramGraph::labelOf(edge).size() + 6; // and a count
    return " [label=\"" + QByteArray(letters, 'x') + "\", fontsize=9];\n";
}

// The entity that declares the inverse, which may be an ancestor of the destination.
QString ownerOf(const Schema &schema, const QString &entity, const QString &relationship)
{
    const SchemaEntity *e = schema.entity(entity);
    int i = e ? e->relationshipIndex(relationship) : -1;
    return i < 0 ? entity : e->relationships[i].owner;
}

void addRelationships(DiagramGraph *graph, const Schema &schema, const SchemaEntity &entity, QSet<Pair> *seen)
{
    for (const SchemaRelationship &r : entity.relationships) {
        bool inherited = r.owner != entity.name;
        if (inherited || seen->contains(Pair{r.owner, r.name}) || graph->nodeOf(r.destination) < 0)
            continue;
        DiagramEdge edge;
        edge.from = graph->nodeOf(entity.name);
        edge.to = graph->nodeOf(r.destination);
        edge.name = r.name;
        edge.toMany = r.toMany;
        edge.guess = r.isGuess();
        if (!r.inverse.isEmpty()) {
            edge.inverse = r.inverse;
            QString owner = ownerOf(schema, r.destination, r.inverse);
            const SchemaEntity *back = schema.entity(owner);
            int i = back ? back->relationshipIndex(r.inverse) : -1;
            edge.fromMany = i >= 0 && back->relationships[i].toMany;
            seen->insert(Pair{owner, r.inverse});
        }
        seen->insert(Pair{r.owner, r.name});
        graph->edges << edge;
    }
}

// Entities at most `steps` lines away.
QSet<QString> neighbourhood(const Schema &schema, const QString &focus, int steps)
{
    QSet<QString> near{focus};
    for (int step = 0; step < steps; step++) {
        QSet<QString> wider = near;
        for (const SchemaEntity &e : schema.entities) {
            if (near.contains(e.parent))
                wider << e.name;
            if (near.contains(e.name) && !e.parent.isEmpty())
                wider << e.parent;
            for (const SchemaRelationship &r : e.relationships) {
                if (near.contains(e.name))
                    wider << r.destination;
                if (near.contains(r.destination) && r.owner == e.name)
                    wider << e.name;
            }
        }
        near = wider;
    }
    return near;
}

} // namespace

DiagramGraph DiagramGraph::of(const Schema &schema, const QString &focus, int steps)
{
    DiagramGraph graph;
    QSet<QString> near = focus.isEmpty() ? QSet<QString>() : neighbourhood(schema, focus, steps);
    for (const SchemaEntity &e : schema.entities)
        if (focus.isEmpty() || near.contains(e.name))
            graph.nodes << DiagramNode{e.name, QSizeF(), QPointF()};
    QSet<Pair> seen;
    for (const SchemaEntity &e : schema.entities) {
        int child = graph.nodeOf(e.name), parent = graph.nodeOf(e.parent);
        if (child >= 0 && parent >= 0) {
            DiagramEdge edge;
            edge.kind = DiagramEdge::Inheritance;
            edge.from = parent;
            edge.to = child;
            graph.edges << edge;
        }
        if (child >= 0)
            addRelationships(&graph, schema, e, &seen);
    }
    return graph;
}

int DiagramGraph::nodeOf(const QString &entity) const
{
    for (int i = 0; i < nodes.size(); i++)
        if (nodes[i].entity == entity)
            return i;
    return -1;
}

QByteArray DiagramGraph::dot() const
{
    QByteArray text("digraph g {\nrankdir=LR; nodesep=0.5; ranksep=1.1; overlap=prism; splines=true;\n"
                    "node [shape=box, fixedsize=true, label=\"\"]; edge [arrowhead=none];\n");
    for (int i = 0; i < nodes.size(); i++)
        text += "n" + QByteArray::number(i) + " [width=" + QByteArray::number(nodes[i].size.width() / pointsPerInch, 'f', 4) +
                ", height=" + QByteArray::number(nodes[i].size.height() / pointsPerInch, 'f', 4) + "];\n";
    for (const DiagramEdge &e : edges)
        text += "n" + QByteArray::number(e.from) + " -> n" + QByteArray::number(e.to) +
                (e.kind == DiagramEdge::Inheritance ? " [weight=4];\n" : labelAttribute(e));
    return text + "}\n";
}

QString DiagramGraph::labelOf(const DiagramEdge &edge)
{
    return edge.inverse.isEmpty() ? edge.name : edge.name + QStringLiteral(" ⇄ ") + edge.inverse;
}

bool DiagramGraph::place(const QByteArray &plain)
{
    double height = -1;
    QHash<QPair<int, int>, QVector<int>> open; // several edges between two nodes come in the order they were written
    for (int i = 0; i < edges.size(); i++)
        open[qMakePair(edges[i].from, edges[i].to)] << i;
    for (const QByteArray &line : plain.split('\n')) {
        QList<QByteArray> words = line.split(' ');
        auto coordinate = [&](int i) {
            return QPointF(words.value(i).toDouble() * pointsPerInch, (height - words.value(i + 1).toDouble()) * pointsPerInch);
        };
        if (words.first() == "graph") {
            height = words.value(3).toDouble();
        } else if (words.first() == "node") {
            int i = words.value(1).mid(1).toInt();
            if (i >= 0 && i < nodes.size())
                nodes[i].centre = coordinate(2);
        } else if (words.first() == "edge") {
            QVector<int> &candidates = open[qMakePair(words.value(1).mid(1).toInt(), words.value(2).mid(1).toInt())];
            int n = words.value(3).toInt();
            if (candidates.isEmpty() || n < 2 || words.size() < 4 + 2 * n)
                continue;
            DiagramEdge &edge = edges[candidates.takeFirst()];
            edge.points.clear();
            for (int i = 0; i < n; i++)
                edge.points << coordinate(4 + 2 * i);
            bool hasLabel = words.value(4 + 2 * n).startsWith('x');
            edge.label = hasLabel ? coordinate(5 + 2 * n) : edge.points[n / 2];
        }
    }
    return height >= 0;
}

void DiagramGraph::placeInGrid()
{
    int columns = std::max(1, int(std::ceil(std::sqrt(double(nodes.size())))));
    double x = 0, y = 0, rowHeight = 0;
    for (int i = 0; i < nodes.size(); i++) {
        if (i % columns == 0 && i > 0) {
            x = 0;
            y += rowHeight + gridGap;
            rowHeight = 0;
        }
        nodes[i].centre = QPointF(x + nodes[i].size.width() / 2, y + nodes[i].size.height() / 2);
        x += nodes[i].size.width() + gridGap;
        rowHeight = std::max(rowHeight, nodes[i].size.height());
    }
    for (DiagramEdge &e : edges) {
        QPointF a = nodes[e.from].centre, b = nodes[e.to].centre;
        QPointF bow = e.from == e.to ? QPointF(nodes[e.from].size.width() * 0.8, -nodes[e.from].size.height() * 0.8) : QPointF(0, 0);
        e.points = {a, a + (b - a) / 3 + bow, b - (b - a) / 3 + bow, b};
        e.label = (a + b) / 2 + bow * 0.75;
    }
}

QRectF DiagramGraph::bounds() const
{
    QRectF all;
    for (const DiagramNode &n : nodes)
        all |= QRectF(n.centre - QPointF(n.size.width() / 2, n.size.height() / 2), n.size);
    for (const DiagramEdge &e : edges)
        for (const QPointF &p : e.points)
            all |= QRectF(p - QPointF(1, 1), QSizeF(2, 2));
    return all;
}

DiagramLayout::DiagramLayout(QObject *parent) : QObject(parent)
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(patienceMs);
    connect(&m_patience, &QTimer::timeout, this, [this] { finish(false); });
}

DiagramLayout::~DiagramLayout()
{
    stopProcess();
}

void DiagramLayout::stopProcess()
{
    if (!m_process)
        return;
    m_process->disconnect(this);
    m_process->kill();
    m_process->waitForFinished(1000);
    m_process->deleteLater();
    m_process = nullptr;
}

void DiagramLayout::start(const DiagramGraph &graph)
{
    stopProcess();
    m_graph = graph;
    m_running = true;
    QString program = QStandardPaths::findExecutable(graph.nodes.size() <= mostForDot ? QStringLiteral("dot") : QStringLiteral("sfdp"));
    if (program.isEmpty()) {
        QTimer::singleShot(0, this, [this] { finish(false); });
        return;
    }
    m_process = new QProcess(this);
    connect(m_process, QOverload<int, QProcess::ExitStatus>::of(&QProcess::finished), this,
            [this](int code, QProcess::ExitStatus status) { finish(status == QProcess::NormalExit && code == 0); });
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            finish(false);
    });
    m_process->start(program, {QStringLiteral("-Tplain")});
    m_process->write(graph.dot());
    m_process->closeWriteChannel();
    m_patience.start();
}

void DiagramLayout::finish(bool good)
{
    if (!m_running)
        return;
    m_patience.stop();
    bool placed = good && m_process && m_graph.place(m_process->readAllStandardOutput());
    if (!placed)
        m_graph.placeInGrid();
    stopProcess();
    m_running = false;
    emit done(m_graph, placed);
}

} // namespace entitylens
