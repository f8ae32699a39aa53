// SPDX-License-Identifier: GPL-3.0-or-later
#include "value_delegate.h"

#include "icons.h"

#include "models/cell_style.h"

#include <QApplication>
#include <QPainter>

namespace entitylens {

namespace {

constexpr int padding = 2 * unit;
constexpr int arrowSide = 12;

} // namespace

struct ValueDelegate::Paint {
    QPainter *painter;
    const QStyleOptionViewItem &option;
    const QModelIndex &index;
    Theme theme;
    QRect inner;
    Qt::Alignment alignment;
};

ValueDelegate::ValueDelegate(QObject *parent) : QStyledItemDelegate(parent)
{
}

QSize ValueDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QFontMetrics metrics(option.font);
    int width = metrics.horizontalAdvance(index.data().toString()) + 2 * padding + 1;
    CellStyle style = CellStyle(index.data(StyleRole).toInt());
    if (style == CellStyle::Link || style == CellStyle::DanglingLink || style == CellStyle::Count)
        width += arrowSide + unit;
    if (!index.data(Qt::DecorationRole).isNull())
        width += rowHeight(option.font);
    return QSize(width, rowHeight(option.font));
}

QRect ValueDelegate::linkRect(const QRect &cell, Qt::LayoutDirection direction)
{
    QRect r(cell.right() - padding - arrowSide + 1, cell.top(), arrowSide, cell.height());
    return QStyle::visualRect(direction, cell, r);
}

void ValueDelegate::paintGround(QPainter *painter, const QStyleOptionViewItem &option, const Theme &theme) const
{
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, theme.selection);
    else if (option.state & QStyle::State_MouseOver)
        painter->fillRect(option.rect, theme.hover);
    if (m_hairlines) {
        painter->setPen(theme.rowLine);
        painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    }
    bool focused = (option.state & QStyle::State_HasFocus) && option.widget && option.widget->hasFocus();
    if (focused) {
        painter->setPen(QPen(theme.focus, 1));
        painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
}

void ValueDelegate::paint(QPainter *painter, const QStyleOptionViewItem &given, const QModelIndex &index) const
{
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    painter->save();
    painter->setClipRect(option.rect);
    Paint p{painter, option, index, Theme::of(option.palette), option.rect.adjusted(padding, 0, -padding, -1),
            QStyle::visualAlignment(option.direction, Qt::Alignment(option.displayAlignment))};
    paintGround(painter, option, p.theme);
    painter->setFont(option.font);
    const Theme &t = p.theme;
    switch (CellStyle(index.data(StyleRole).toInt())) {
    case CellStyle::Pending: {
        QRect bar(p.inner.left(), p.inner.center().y() - 2, qMin(p.inner.width(), 12 * unit), unit);
        painter->fillRect(bar, t.chip);
        break;
    }
    case CellStyle::Null: paintText(p, tr("NULL"), t.faint, false); break;
    case CellStyle::EmptyText: paintText(p, tr("empty"), t.faint, true); break;
    case CellStyle::True: paintMark(p, true); break;
    case CellStyle::False: paintMark(p, false); break;
    case CellStyle::Link: paintLink(p, option.text, t.link); break;
    case CellStyle::DanglingLink: paintLink(p, option.text, t.error); break;
    case CellStyle::Count:
        if (index.data(CountRole).toLongLong() > 0)
            paintLink(p, option.text, t.link);
        else
            paintText(p, option.text, t.faint, false);
        break;
    case CellStyle::Identity: paintText(p, option.text, t.muted, false); break;
    case CellStyle::Binary:
    case CellStyle::Archive:
        p.inner = paintThumbnail(p, p.inner);
        paintText(p, option.text, t.muted, false);
        break;
    case CellStyle::Odd: paintText(p, option.text, t.warning, false); break;
    case CellStyle::Heading: paintText(p, option.text, t.muted, false); break;
    case CellStyle::Text:
    case CellStyle::Number:
    case CellStyle::Date: paintText(p, option.text, t.text, false); break;
    }
    painter->restore();
}

void ValueDelegate::paintText(const Paint &p, const QString &text, const QColor &color, bool italic) const
{
    QFont font = p.option.font;
    font.setItalic(italic);
    p.painter->setFont(font);
    QString line = QFontMetrics(font).elidedText(text, Qt::ElideRight, p.inner.width());
    if (!m_marked.isEmpty())
        paintMarked(p, line);
    p.painter->setPen(color);
    // A value runs in its own direction, wherever the window around it begins: a date stays a date.
    Qt::LayoutDirection window = p.painter->layoutDirection();
    Qt::Alignment side = QStyle::visualAlignment(window, p.alignment) | Qt::AlignAbsolute;
    p.painter->setLayoutDirection(line.isRightToLeft() ? Qt::RightToLeft : Qt::LeftToRight);
    p.painter->drawText(p.inner, int(side) | Qt::TextSingleLine, line);
    p.painter->setLayoutDirection(window);
}

void ValueDelegate::paintMarked(const Paint &p, const QString &text) const
{
    QFontMetrics metrics(p.painter->font());
    QRect whole = metrics.boundingRect(p.inner, int(p.alignment) | Qt::TextSingleLine, text);
    for (int at = text.indexOf(m_marked, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(m_marked, at + m_marked.size(), Qt::CaseInsensitive)) {
        int left = metrics.horizontalAdvance(text.left(at));
        int width = metrics.horizontalAdvance(text.mid(at, m_marked.size()));
        QColor ground = p.theme.warning;
        ground.setAlphaF(0.25);
        p.painter->fillRect(QRect(whole.left() + left, p.inner.top() + unit, width, p.inner.height() - 2 * unit), ground);
    }
}

// A tick for yes; a small open ring for no, so that neither can be taken for an empty cell.
void ValueDelegate::paintMark(const Paint &p, bool on) const
{
    QRect box(0, 0, 16, 16);
    box.moveCenter(p.inner.center());
    box.moveLeft(p.option.direction == Qt::RightToLeft ? p.inner.right() - 15 : p.inner.left());
    if (on) {
        p.painter->drawPixmap(box.topLeft(), iconPixmap("check", p.theme.text, 16, p.painter->device()->devicePixelRatioF()));
        return;
    }
    p.painter->setRenderHint(QPainter::Antialiasing);
    p.painter->setPen(QPen(p.theme.faint, 1.2));
    p.painter->setBrush(Qt::NoBrush);
    p.painter->drawEllipse(QPointF(box.center()) + QPointF(0.5, 0.5), 3.5, 3.5);
}

void ValueDelegate::paintLink(const Paint &p, const QString &text, const QColor &color) const
{
    QRect arrow = linkRect(p.option.rect, p.option.direction);
    Paint inner = p;
    inner.inner.adjust(p.option.direction == Qt::RightToLeft ? arrowSide + unit : 0, 0,
                       p.option.direction == Qt::RightToLeft ? 0 : -arrowSide - unit, 0);
    paintText(inner, text, color, false);
    QColor ink = mix(color, p.theme.base, 0.25);
    p.painter->drawPixmap(arrow.left(), arrow.center().y() - arrowSide / 2,
                          iconPixmap("follow", ink, arrowSide, p.painter->device()->devicePixelRatioF()));
}

QRect ValueDelegate::paintThumbnail(const Paint &p, const QRect &text) const
{
    QImage image = p.index.data(Qt::DecorationRole).value<QImage>();
    if (image.isNull())
        return text;
    int side = text.height() - 2 * (unit / 2);
    QSize size = image.size().scaled(side, side, Qt::KeepAspectRatio).boundedTo(image.size());
    QRect box(text.left(), text.top(), side, text.height());
    box = QStyle::visualRect(p.option.direction, text, box);
    QRect target(QPoint(0, 0), size.expandedTo(QSize(1, 1)));
    target.moveCenter(box.center());
    p.painter->setRenderHint(QPainter::SmoothPixmapTransform);
    p.painter->drawImage(target, image);
    return p.option.direction == Qt::RightToLeft ? text.adjusted(0, 0, -side - unit, 0) : text.adjusted(side + unit, 0, 0, 0);
}

} // namespace entitylens
