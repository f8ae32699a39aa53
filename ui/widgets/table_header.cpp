// SPDX-License-Identifier: GPL-3.0-or-later
#include "table_header.h"

#include "icons.h"
#include "theme.h"

#include "models/cell_style.h"

#include <QPainter>

namespace entitylens {

namespace {

constexpr int padding = 2 * unit;
constexpr int arrowSide = 12;

} // namespace

TableHeader::TableHeader(QWidget *parent) : QHeaderView(Qt::Horizontal, parent)
{
    setObjectName(QStringLiteral("objectTableHeader"));
    setSectionsClickable(true);
    setSectionsMovable(true);
    setHighlightSections(false);
    setMinimumSectionSize(10 * unit);
    setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    setTextElideMode(Qt::ElideRight);
}

void TableHeader::setSort(int section, Qt::SortOrder order)
{
    m_sorted = section;
    m_order = order;
    viewport()->update();
}

QSize TableHeader::sizeHint() const
{
    return QSize(QHeaderView::sizeHint().width(), rowHeight(font()) + unit);
}

QSize TableHeader::sectionSizeFromContents(int section) const
{
    QString text = model()->headerData(section, Qt::Horizontal).toString();
    QString zone = model()->headerData(section, Qt::Horizontal, ZoneRole).toString();
    if (!zone.isEmpty())
        text += QLatin1Char(' ') + zone;
    int width = QFontMetrics(smaller(font())).horizontalAdvance(text) + 2 * padding + arrowSide + unit;
    return QSize(width, rowHeight(font()) + unit);
}

void TableHeader::paintEvent(QPaintEvent *event)
{
    Theme theme = Theme::of(this);
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme.base);
    painter.setPen(theme.hairline);
    painter.drawLine(viewport()->rect().bottomLeft(), viewport()->rect().bottomRight());
    painter.end();
    QHeaderView::paintEvent(event);
}

void TableHeader::paintSection(QPainter *painter, const QRect &rect, int section) const
{
    if (!model() || !rect.isValid())
        return;
    Theme theme = Theme::of(this);
    painter->save();
    painter->setClipRect(rect);
    painter->fillRect(rect, theme.base);
    bool under = isEnabled() && rect.contains(viewport()->mapFromGlobal(QCursor::pos())) && underMouse();
    if (under)
        painter->fillRect(rect, theme.hover);
    painter->setPen(theme.hairline);
    painter->drawLine(rect.bottomLeft(), rect.bottomRight());
    painter->drawLine(rect.right(), rect.top() + 2 * unit, rect.right(), rect.bottom() - 2 * unit);

    QFont small = smaller(font());
    painter->setFont(small);
    QRect inner = rect.adjusted(padding, 0, -padding, -1);
    Qt::Alignment alignment = Qt::Alignment(model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).toInt());
    alignment = QStyle::visualAlignment(layoutDirection(), alignment);
    bool sorted = section == m_sorted;
    if (sorted) {
        bool right = alignment & Qt::AlignRight;
        QRect arrow(right ? inner.left() : inner.right() - arrowSide + 1, inner.center().y() - arrowSide / 2, arrowSide, arrowSide);
        painter->drawPixmap(arrow.topLeft(), iconPixmap(m_order == Qt::AscendingOrder ? "sort-up" : "sort-down", theme.text,
                                                        arrowSide, painter->device()->devicePixelRatioF()));
        inner.adjust(right ? arrowSide + unit : 0, 0, right ? 0 : -arrowSide - unit, 0);
    }
    QString text = QFontMetrics(small).elidedText(model()->headerData(section, Qt::Horizontal).toString(), Qt::ElideRight,
                                                  inner.width());
    painter->setPen(sorted ? theme.text : theme.muted);
    QRect drawn;
    painter->drawText(inner, int(alignment) | Qt::TextSingleLine, text, &drawn);
    QString zone = model()->headerData(section, Qt::Horizontal, ZoneRole).toString();
    if (!zone.isEmpty()) {
        QRect rest = layoutDirection() == Qt::RightToLeft ? inner.adjusted(0, 0, -drawn.width() - unit, 0)
                                                          : inner.adjusted(drawn.width() + unit, 0, 0, 0);
        painter->setPen(theme.faint);
        painter->drawText(rest, int(alignment) | Qt::TextSingleLine, zone);
    }
    if (model()->headerData(section, Qt::Horizontal, GuessRole).toBool()) {
        painter->setPen(QPen(theme.muted, 1, Qt::DotLine));
        painter->drawLine(drawn.left(), drawn.bottom() + 2, drawn.right(), drawn.bottom() + 2);
    }
    painter->restore();
}

} // namespace entitylens
