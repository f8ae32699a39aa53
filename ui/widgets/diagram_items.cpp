// SPDX-License-Identifier: GPL-3.0-or-later
#include "diagram_items.h"

#include <QCursor>
#include <QGraphicsSceneMouseEvent>
#include <QKeyEvent>
#include <QPainter>

#include <cmath>

namespace entitylens {

namespace {

constexpr int padding = 2 * unit;
constexpr int mostAttributes = 12;
constexpr double radius = 6;

QFont bold(QFont font)
{
    font.setWeight(QFont::DemiBold);
    return font;
}

QVector<SchemaAttribute> ownAttributes(const SchemaEntity &entity)
{
    QVector<SchemaAttribute> own;
    for (const SchemaAttribute &a : entity.attributes)
        if (a.owner == entity.name)
            own << a;
    return own;
}

} // namespace

QSizeF diagramBoxSize(const SchemaEntity &entity, const QFont &font, bool attributes)
{
    QFontMetrics title(bold(font)), line(smaller(font));
    int width = title.horizontalAdvance(entity.name) + 24 * unit;
    int height = rowHeight(font);
    if (attributes) {
        const QVector<SchemaAttribute> own = ownAttributes(entity);
        for (const SchemaAttribute &a : own)
            width = std::max(width, line.horizontalAdvance(a.name + a.typeName) + 8 * unit);
        int lines = std::min(own.size(), mostAttributes + 1);
        height += lines ? lines * (line.height() + 2) + 2 * unit : 0;
    }
    return QSizeF(width, height);
}

DiagramBox::DiagramBox(const SchemaEntity &entity, QSizeF size, const QFont &font, const Theme &theme, bool attributes)
    : m_entity(entity), m_size(size), m_font(font), m_theme(theme), m_attributes(attributes)
{
    setObjectName(QStringLiteral("diagramEntity_") + entity.name);
    setAcceptHoverEvents(true);
    setFlag(QGraphicsItem::ItemIsFocusable);
    setCursor(Qt::PointingHandCursor);
    setToolTip(DiagramBox::tr("Click shows the objects, a double click the neighbourhood"));
}

void DiagramBox::setCount(const QString &text)
{
    m_count = text;
    update();
}

QRectF DiagramBox::boundingRect() const
{
    return QRectF(-m_size.width() / 2, -m_size.height() / 2, m_size.width(), m_size.height()).adjusted(-2, -2, 2, 2);
}

void DiagramBox::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    QRectF box(-m_size.width() / 2, -m_size.height() / 2, m_size.width(), m_size.height());
    QColor accent = m_theme.accent(m_entity.hierarchy);
    painter->setRenderHint(QPainter::Antialiasing);
    QPen outline(hasFocus() ? m_theme.focus : m_hover ? accent : mix(m_theme.hairline, m_theme.text, 0.15), hasFocus() ? 2 : 1);
    if (m_entity.abstract)
        outline.setStyle(Qt::DashLine);
    painter->setPen(outline);
    painter->setBrush(m_theme.base);
    painter->drawRoundedRect(box, radius, radius);

    QRectF title = box.adjusted(padding, 0, -padding, 0);
    title.setHeight(rowHeight(m_font));
    painter->setPen(Qt::NoPen);
    painter->setBrush(accent);
    painter->drawRoundedRect(QRectF(title.left(), title.center().y() - 4, 8, 8), 2, 2);
    title.adjust(4 * unit, 0, 0, 0);
    painter->setFont(bold(m_font));
    painter->setPen(m_theme.text);
    painter->drawText(title, Qt::AlignLeft | Qt::AlignVCenter, m_entity.name);
    painter->setFont(smaller(m_font));
    painter->setPen(m_theme.muted);
    painter->drawText(title, Qt::AlignRight | Qt::AlignVCenter, m_count);
    if (!m_attributes)
        return;

    const QVector<SchemaAttribute> own = ownAttributes(m_entity);
    if (own.isEmpty())
        return;
    QFontMetrics line(smaller(m_font));
    double y = title.bottom();
    painter->setPen(m_theme.hairline);
    painter->drawLine(QPointF(box.left(), y), QPointF(box.right(), y));
    y += unit;
    for (int i = 0; i < own.size(); i++) {
        QRectF row(box.left() + padding, y, box.width() - 2 * padding, line.height() + 2);
        bool rest = i == mostAttributes && own.size() > mostAttributes + 1;
        painter->setPen(rest ? m_theme.muted : m_theme.text);
        painter->drawText(row, Qt::AlignLeft | Qt::AlignVCenter,
                          rest ? tr("… %1 more").arg(own.size() - mostAttributes) : own[i].name);
        if (rest)
            break;
        painter->setPen(m_theme.muted);
        painter->drawText(row, Qt::AlignRight | Qt::AlignVCenter, own[i].typeName);
        y += row.height();
    }
}

void DiagramBox::mousePressEvent(QGraphicsSceneMouseEvent *event)
{
    event->setAccepted(event->button() == Qt::LeftButton);
}

void DiagramBox::mouseReleaseEvent(QGraphicsSceneMouseEvent *event)
{
    bool still = (event->screenPos() - event->buttonDownScreenPos(Qt::LeftButton)).manhattanLength() < 4;
    if (still && event->button() == Qt::LeftButton)
        emit chosen(m_entity.name);
}

void DiagramBox::mouseDoubleClickEvent(QGraphicsSceneMouseEvent *)
{
    emit focusWanted(m_entity.name);
}

void DiagramBox::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        emit chosen(m_entity.name);
    else if (event->key() == Qt::Key_Space)
        emit focusWanted(m_entity.name);
    else
        QGraphicsObject::keyPressEvent(event);
}

void DiagramBox::hoverEnterEvent(QGraphicsSceneHoverEvent *)
{
    m_hover = true;
    update();
}

void DiagramBox::hoverLeaveEvent(QGraphicsSceneHoverEvent *)
{
    m_hover = false;
    update();
}

DiagramLine::DiagramLine(const DiagramEdge &edge, const QFont &font, const Theme &theme)
    : m_edge(edge), m_font(smaller(font)), m_theme(theme)
{
    setZValue(-1);
    if (edge.points.isEmpty())
        return;
    m_path.moveTo(edge.points.first());
    for (int i = 1; i + 2 < edge.points.size(); i += 3)
        m_path.cubicTo(edge.points[i], edge.points[i + 1], edge.points[i + 2]);
}

void DiagramLine::setCount(const QString &text)
{
    m_count = text;
    update();
}

QRectF DiagramLine::boundingRect() const
{
    return m_path.boundingRect().adjusted(-160, -24, 160, 24);
}

void DiagramLine::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    painter->setRenderHint(QPainter::Antialiasing);
    bool inheritance = m_edge.kind == DiagramEdge::Inheritance;
    QPen pen(inheritance ? m_theme.faint : mix(m_theme.muted, m_theme.base, 0.25), 1.2);
    if (m_edge.guess)
        pen.setStyle(Qt::DotLine);
    painter->setPen(pen);
    painter->setBrush(Qt::NoBrush);
    painter->drawPath(m_path);
    if (m_path.isEmpty())
        return;
    if (inheritance) { // an open triangle at the parent
        QPointF tip = m_path.pointAtPercent(0);
        double angle = -m_path.angleAtPercent(0) * M_PI / 180;
        QPolygonF triangle;
        for (double turn : {-0.5, 0.5})
            triangle << tip + QPointF(std::cos(angle + turn), std::sin(angle + turn)) * 11;
        triangle << tip;
        painter->setPen(QPen(m_theme.faint, 1.2));
        painter->setBrush(m_theme.base);
        painter->drawPolygon(triangle);
        return;
    }
    paintEnd(painter, 1, m_edge.toMany);
    if (!m_edge.inverse.isEmpty())
        paintEnd(painter, 0, m_edge.fromMany);
    paintLabel(painter, DiagramGraph::labelOf(m_edge));
}

// One arrow head for one, two for many.
void DiagramLine::paintEnd(QPainter *painter, double at, bool many) const
{
    double length = std::max(1.0, m_path.length());
    painter->setPen(QPen(m_theme.muted, 1.4));
    for (int i = 0; i < (many ? 2 : 1); i++) {
        double t = m_path.percentAtLength(at > 0.5 ? length - 5.0 * i : 5.0 * i);
        QPointF tip = m_path.pointAtPercent(t);
        double angle = -m_path.angleAtPercent(t) * M_PI / 180 + (at > 0.5 ? M_PI : 0);
        for (double turn : {-0.45, 0.45})
            painter->drawLine(tip, tip + QPointF(std::cos(angle + turn), std::sin(angle + turn)) * 8);
    }
}

void DiagramLine::paintLabel(QPainter *painter, const QString &name) const
{
    QString text = m_count.isEmpty() ? name : name + QStringLiteral("  ") + m_count;
    QRectF box = QFontMetricsF(m_font).boundingRect(text).adjusted(-3, -1, 3, 1);
    box.moveCenter(m_edge.label);
    painter->setPen(Qt::NoPen);
    QColor ground = m_theme.window;
    ground.setAlphaF(0.9);
    painter->setBrush(ground);
    painter->drawRoundedRect(box, 3, 3);
    painter->setFont(m_font);
    painter->setPen(m_theme.muted);
    painter->drawText(box, Qt::AlignCenter, text);
}

} // namespace entitylens
