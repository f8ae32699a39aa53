// SPDX-License-Identifier: GPL-3.0-or-later
// One entity as a box, one pair of relationships as a line.
#pragma once

#include "models/diagram_graph.h"

#include "theme.h"

#include <QGraphicsObject>
#include <QGraphicsPathItem>

namespace entitylens {

// The size that an entity's box needs.
QSizeF diagramBoxSize(const SchemaEntity &entity, const QFont &font, bool attributes);

class DiagramBox : public QGraphicsObject
{
    Q_OBJECT
public:
    DiagramBox(const SchemaEntity &entity, QSizeF size, const QFont &font, const Theme &theme, bool attributes);

    QString entity() const { return m_entity.name; }
    void setCount(const QString &text);
    QRectF boundingRect() const override;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

signals:
    void chosen(const QString &entity);
    void focusWanted(const QString &entity);

protected:
    void mouseReleaseEvent(QGraphicsSceneMouseEvent *event) override;
    void mousePressEvent(QGraphicsSceneMouseEvent *event) override;
    void mouseDoubleClickEvent(QGraphicsSceneMouseEvent *event) override;
    void hoverEnterEvent(QGraphicsSceneHoverEvent *event) override;
    void hoverLeaveEvent(QGraphicsSceneHoverEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    const SchemaEntity m_entity;
    const QSizeF m_size;
    const QFont m_font;
    const Theme m_theme;
    const bool m_attributes;
    QString m_count;
    bool m_hover = false;
};

class DiagramLine : public QGraphicsItem
{
public:
    DiagramLine(const DiagramEdge &edge, const QFont &font, const Theme &theme);

    void setCount(const QString &text);
    const DiagramEdge &edge() const { return m_edge; }
    QRectF boundingRect() const override;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    void paintEnd(QPainter *painter, double at, bool many) const;
    void paintLabel(QPainter *painter, const QString &text) const;

    const DiagramEdge m_edge;
    const QFont m_font;
    const Theme m_theme;
    QPainterPath m_path;
    QString m_count;
};

} // namespace entitylens
