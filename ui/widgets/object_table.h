// SPDX-License-Identifier: GPL-3.0-or-later
// The table of objects: the heart of the panel.
#pragma once

#include <QTableView>

namespace entitylens {

class ObjectTableModel;
class PinnedColumns;
class TableHeader;
class ValueDelegate;

class ObjectTable : public QTableView
{
    Q_OBJECT
public:
    explicit ObjectTable(QWidget *parent = nullptr);

    void setObjectModel(ObjectTableModel *model);
    ObjectTableModel *objectModel() const { return m_model; }
    ValueDelegate *valueDelegate() const { return m_delegate; }
    TableHeader *header() const;
    PinnedColumns *pinned() const { return m_pinned; }

    // First row on the screen, and back to it.
    int topRow() const;
    void scrollToTopRow(int row);
    // Widths from headers and the rows at hand, once; afterwards they are the person's.
    void fitColumns();

signals:
    // A link or count was clicked, or Enter pressed on it.
    void followed(const QModelIndex &index);
    void currentRowChanged(int row);
    void valueRequested(const QModelIndex &index);
    void copyRequested();

protected:
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void scrollContentsBy(int dx, int dy) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void leaveEvent(QEvent *event) override;
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    void updateGeometries() override;

private:
    bool isLink(const QModelIndex &index) const;
    bool isOnLink(const QModelIndex &index, const QPoint &at) const;
    void tellVisibleRows();
    void measure();

    ObjectTableModel *m_model = nullptr;
    ValueDelegate *m_delegate;
    PinnedColumns *m_pinned;
};

} // namespace entitylens
