// SPDX-License-Identifier: GPL-3.0-or-later
// Draws values by kind: numbers to the right, marks for booleans, grey words for what has no text, links with an arrow.
#pragma once

#include "theme.h"

#include <QStyledItemDelegate>

namespace entitylens {

class ValueDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit ValueDelegate(QObject *parent = nullptr);

    // Every cell is as high as one line of text and its air.
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    // Where the arrow of a link is drawn.
    static QRect linkRect(const QRect &cell, Qt::LayoutDirection direction);

    void setHairlines(bool on) { m_hairlines = on; }
    // Text that is looked for; its occurrences are marked.
    void setMarked(const QString &text) { m_marked = text; }

private:
    struct Paint;
    void paintGround(QPainter *painter, const QStyleOptionViewItem &option, const Theme &theme) const;
    void paintText(const Paint &p, const QString &text, const QColor &color, bool italic) const;
    void paintMarked(const Paint &p, const QString &text) const;
    void paintMark(const Paint &p, bool on) const;
    void paintLink(const Paint &p, const QString &text, const QColor &color) const;
    QRect paintThumbnail(const Paint &p, const QRect &text) const;

    bool m_hairlines = true;
    QString m_marked;
};

} // namespace entitylens
