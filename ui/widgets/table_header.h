// SPDX-License-Identifier: GPL-3.0-or-later
// The table's header: quiet text, one sort arrow, a dotted line under inferred types, and a row of filter fields.
#pragma once

#include <QHeaderView>
#include <QHash>

class QLineEdit;

namespace entitylens {

class TableHeader : public QHeaderView
{
    Q_OBJECT
public:
    explicit TableHeader(QWidget *parent = nullptr);

    void setSort(int section, Qt::SortOrder order);
    int sortedSection() const { return m_sorted; }
    Qt::SortOrder sortedOrder() const { return m_order; }

    void setFilterRowVisible(bool visible);
    bool isFilterRowVisible() const { return m_filterRow; }
    QString filterText(int section) const;
    void setFilterText(int section, const QString &text);
    // A sentence about what is not understood marks the field; an empty one clears the mark.
    void setFilterProblem(int section, const QString &problem);
    void clearFilters();
    void focusFilter(int section);

    QSize sizeHint() const override;
    QSize sectionSizeFromContents(int section) const override;
    void setModel(QAbstractItemModel *model) override;

signals:
    void filterEdited(int section);
    void filterAccepted();

protected:
    void paintSection(QPainter *painter, const QRect &rect, int section) const override;
    void paintEvent(QPaintEvent *event) override;
    void updateGeometries() override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    int titleHeight() const;
    int wholeHeight() const;
    QLineEdit *field(int section);
    void placeFields();
    void drop(QLineEdit *edit);
    void dropFields();

    int m_sorted = -1;
    Qt::SortOrder m_order = Qt::AscendingOrder;
    bool m_filterRow = false;
    QHash<int, QLineEdit *> m_fields;
};

} // namespace entitylens
