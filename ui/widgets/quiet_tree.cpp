// SPDX-License-Identifier: GPL-3.0-or-later
#include "quiet_tree.h"

#include "icons.h"
#include "theme.h"

#include <QApplication>
#include <QEvent>
#include <QPainter>

namespace entitylens {

QuietTree::QuietTree(QWidget *parent) : QTreeView(parent)
{
    setHeaderHidden(true);
    setFrameShape(QFrame::NoFrame);
    setUniformRowHeights(true);
    setMouseTracking(true);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAllColumnsShowFocus(true);
    applyTheme();
}

void QuietTree::applyTheme()
{
    QPalette quiet = quietSelection(QApplication::palette(this));
    if (palette().color(QPalette::Highlight) != quiet.color(QPalette::Highlight))
        setPalette(quiet);
}

void QuietTree::changeEvent(QEvent *event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationPaletteChange)
        applyTheme();
}

void QuietTree::drawRow(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    Theme theme = Theme::of(option.palette);
    QRect row(0, option.rect.top(), viewport()->width(), option.rect.height());
    bool selected = selectionModel() && selectionModel()->isSelected(index);
    if (selected)
        painter->fillRect(row, theme.selection);
    QTreeView::drawRow(painter, option, index);
    bool current = index.sibling(index.row(), 0) == currentIndex().sibling(currentIndex().row(), 0);
    if (current && hasFocus()) {
        painter->setPen(theme.focus);
        painter->drawRect(row.adjusted(0, 0, -1, -1));
    }
}

void QuietTree::drawBranches(QPainter *painter, const QRect &rect, const QModelIndex &index) const
{
    if (!model()->hasChildren(index))
        return;
    bool rtl = layoutDirection() == Qt::RightToLeft;
    const char *name = isExpanded(index) ? "chevron-down" : rtl ? "back" : "chevron-right";
    QRect box(rtl ? rect.left() : rect.right() - indentation() + 1, rect.top(), indentation(), rect.height());
    painter->drawPixmap(box.center().x() - 5, box.center().y() - 5,
                        iconPixmap(name, Theme::of(this).muted, 12, devicePixelRatioF()));
}

} // namespace entitylens
