// SPDX-License-Identifier: GPL-3.0-or-later
// The table's header: quiet text, one sort arrow, a dotted line under inferred types.
#pragma once

#include <QHeaderView>

namespace entitylens {

class TableHeader : public QHeaderView
{
    Q_OBJECT
public:
    explicit TableHeader(QWidget *parent = nullptr);

    void setSort(int section, Qt::SortOrder order);
    int sortedSection() const { return m_sorted; }
    Qt::SortOrder sortedOrder() const { return m_order; }
    QSize sizeHint() const override;
    QSize sectionSizeFromContents(int section) const override;

protected:
    void paintSection(QPainter *painter, const QRect &rect, int section) const override;
    void paintEvent(QPaintEvent *event) override;

private:
    int m_sorted = -1;
    Qt::SortOrder m_order = Qt::AscendingOrder;
};

} // namespace entitylens
