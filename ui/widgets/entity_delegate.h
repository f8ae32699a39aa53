// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the entity tree: an accent for the hierarchy, the name, the count at the far side.
#pragma once

#include <QStyledItemDelegate>

namespace entitylens {

class EntityDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace entitylens
