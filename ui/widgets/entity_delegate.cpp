// SPDX-License-Identifier: GPL-3.0-or-later
#include "entity_delegate.h"

#include "icons.h"
#include "theme.h"

#include "models/entity_tree_model.h"

#include <QPainter>

namespace entitylens {

namespace {

constexpr int markSide = 8;
constexpr int iconSide = 14;
constexpr int padding = 2 * unit;

void drawMark(QPainter *painter, const Theme &theme, const QModelIndex &index, const QRect &box)
{
    QRectF mark(0, 0, markSide, markSide);
    mark.moveCenter(QRectF(box).center());
    QColor accent = theme.accent(index.data(AccentRole).toInt());
    painter->setRenderHint(QPainter::Antialiasing);
    bool abstract = index.data(EntityTreeModel::AbstractRole).toBool();
    painter->setPen(QPen(accent, 1.4));
    painter->setBrush(abstract ? Qt::NoBrush : QBrush(accent));
    painter->drawRoundedRect(mark.adjusted(0.7, 0.7, -0.7, -0.7), 2, 2);
    painter->setRenderHint(QPainter::Antialiasing, false);
}

const char *iconOf(int kind, const QString &severity)
{
    if (kind == EntityTreeModel::Saved)
        return "saved";
    return severity == QLatin1String("error") ? "error" : severity == QLatin1String("warning") ? "warning" : "info";
}

} // namespace

QSize EntityDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return QSize(20 * unit, rowHeight(option.font));
}

void EntityDelegate::paint(QPainter *painter, const QStyleOptionViewItem &given, const QModelIndex &index) const
{
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    Theme theme = Theme::of(option.palette);
    auto kind = EntityTreeModel::Kind(index.data(KindRole).toInt());
    bool rtl = option.direction == Qt::RightToLeft;
    auto visual = [&](const QRect &r) { return QStyle::visualRect(option.direction, option.rect, r); };
    painter->save();
    bool selectable = kind != EntityTreeModel::Section;
    if (selectable && !(option.state & QStyle::State_Selected) && (option.state & QStyle::State_MouseOver))
        painter->fillRect(option.rect, theme.hover);
    QRect inner = option.rect.adjusted(0, 0, -padding, 0);
    if (rtl)
        inner = option.rect.adjusted(padding, 0, 0, 0);

    if (kind == EntityTreeModel::Section) {
        painter->setFont(smaller(option.font));
        painter->setPen(theme.muted);
        painter->drawText(inner, int(rtl ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignAbsolute | Qt::AlignVCenter, option.text);
    } else {
        QRect box(option.rect.left(), option.rect.top(), iconSide + unit, option.rect.height());
        if (kind == EntityTreeModel::Entity) {
            drawMark(painter, theme, index, visual(box));
        } else {
            QString severity = index.data(SeverityRole).toString();
            QColor color = kind == EntityTreeModel::Finding ? theme.severity(severity) : theme.muted;
            QRect at = visual(box);
            painter->drawPixmap(at.left(), at.center().y() - iconSide / 2 + 1,
                                iconPixmap(iconOf(kind, severity), color, iconSide, painter->device()->devicePixelRatioF()));
        }
    }

    QString count = index.data(EntityTreeModel::CountTextRole).toString();
    QFont small = smaller(option.font);
    int countWidth = count.isEmpty() ? 0 : QFontMetrics(small).horizontalAdvance(count) + padding;
    painter->setFont(small);
    painter->setPen(theme.muted);
    painter->drawText(inner, int(rtl ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignAbsolute | Qt::AlignVCenter, count);
    if (kind != EntityTreeModel::Section) {
        int badge = index.data(EntityTreeModel::FindingsHereRole).toInt() > 0 ? iconSide : 0;
        QRect text = option.rect.adjusted(iconSide + 2 * unit, 0, -padding - countWidth - badge, 0);
        painter->setFont(option.font);
        painter->setPen(theme.text);
        QString line = QFontMetrics(option.font).elidedText(option.text, Qt::ElideRight, text.width());
        QRect placed = visual(text);
        QRect drawn;
        painter->drawText(placed, int(rtl ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignAbsolute | Qt::AlignVCenter | Qt::TextSingleLine, line, &drawn);
        if (index.data(GuessRole).toBool()) {
            painter->setPen(QPen(theme.muted, 1, Qt::DotLine));
            painter->drawLine(drawn.left(), drawn.bottom() + 1, drawn.right(), drawn.bottom() + 1);
        }
        if (badge) {
            int x = rtl ? placed.left() - badge : placed.right() + 1;
            painter->drawPixmap(x, option.rect.center().y() - 5,
                                iconPixmap("warning", theme.warning, 12, painter->device()->devicePixelRatioF()));
        }
    }
    painter->restore();
}

} // namespace entitylens
