// SPDX-License-Identifier: GPL-3.0-or-later
// Entities and relationships as boxes and lines, and where Graphviz puts them.
#pragma once

#include "session/schema.h"

#include <QObject>
#include <QPointF>
#include <QProcess>
#include <QSizeF>
#include <QTimer>
#include <QVector>

namespace entitylens {

struct DiagramNode {
    QString entity;
    QSizeF size;     // points; set by whoever draws it
    QPointF centre;  // after layout
};

struct DiagramEdge {
    enum Kind { Inheritance, Relationship };
    Kind kind = Relationship;
    int from = 0, to = 0;    // nodes
    QString name;            // of the relationship from `from`
    QString inverse;         // of the one back; empty when there is none
    bool toMany = false;     // at the `to` end
    bool fromMany = false;   // at the `from` end
    bool guess = false;
    QPointF label;           // where its name goes, after layout
    QVector<QPointF> points; // of a Bézier spline: 1 + 3n, after layout
};

struct DiagramGraph {
    QVector<DiagramNode> nodes;
    QVector<DiagramEdge> edges;

    // A pair of inverse relationships is one line.  With a focus only that entity and what is `steps` lines away.
    static DiagramGraph of(const Schema &schema, const QString &focus = QString(), int steps = 1);
    int nodeOf(const QString &entity) const;
    static QString labelOf(const DiagramEdge &edge);
    QByteArray dot() const;
    // Reads Graphviz's plain output; false when it is not one.
    bool place(const QByteArray &plain);
    // Rows and columns, where Graphviz cannot be had.
    void placeInGrid();
    QRectF bounds() const;
};

// Runs Graphviz as a child process, which can be killed.
class DiagramLayout : public QObject
{
    Q_OBJECT
public:
    explicit DiagramLayout(QObject *parent = nullptr);
    ~DiagramLayout() override;

    // Answers by done(); an earlier wish that is still being worked on is dropped.
    void start(const DiagramGraph &graph);
    bool isRunning() const { return m_running; }

signals:
    // byGraphviz is false when the plain grid had to do.
    void done(const entitylens::DiagramGraph &graph, bool byGraphviz);

private:
    void finish(bool good);
    void stopProcess();

    DiagramGraph m_graph;
    QProcess *m_process = nullptr;
    QTimer m_patience;
    bool m_running = false;
};

} // namespace entitylens
