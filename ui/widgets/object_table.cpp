// SPDX-License-Identifier: GPL-3.0-or-later
#include "object_table.h"

#include "pinned_columns.h"
#include "table_header.h"
#include "theme.h"
#include "value_delegate.h"

#include "models/object_table_model.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

namespace entitylens {

namespace {

constexpr int widestFitted = 280;
constexpr int rowsMeasured = 60;

} // namespace

ObjectTable::ObjectTable(QWidget *parent) : QTableView(parent), m_delegate(new ValueDelegate(this)),
    m_pinned(nullptr)
{
    setObjectName(QStringLiteral("objectTable"));
    setAccessibleName(tr("Objects"));
    setHorizontalHeader(new TableHeader(this));
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    setItemDelegate(m_delegate);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setWordWrap(false);
    setCornerButtonEnabled(false);
    setTabKeyNavigation(false);
    setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_Hover);
    measure();
    m_pinned = new PinnedColumns(this);
}

TableHeader *ObjectTable::header() const
{
    return static_cast<TableHeader *>(horizontalHeader());
}

// A cell that the keyboard goes to must not hide under the pinned columns.
QModelIndex ObjectTable::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    QModelIndex to = QTableView::moveCursor(action, modifiers);
    bool sideways = action == MoveLeft || action == MoveRight || action == MoveHome || action == MovePrevious;
    if (!sideways || m_pinned->count() == 0 || horizontalHeader()->visualIndex(to.column()) < m_pinned->count())
        return to;
    int hidden = m_pinned->width() - visualRect(to).left();
    if (hidden > 0)
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - hidden);
    return to;
}

void ObjectTable::updateGeometries()
{
    QTableView::updateGeometries();
    if (m_pinned)
        m_pinned->adjust();
}

void ObjectTable::setObjectModel(ObjectTableModel *model)
{
    m_model = model;
    setModel(model);
    connect(model, &QAbstractItemModel::modelReset, this, &ObjectTable::tellVisibleRows, Qt::QueuedConnection);
    connect(model, &QAbstractItemModel::rowsInserted, this, &ObjectTable::tellVisibleRows, Qt::QueuedConnection);
}

void ObjectTable::measure()
{
    verticalHeader()->setMinimumSectionSize(entitylens::rowHeight(font()));
    verticalHeader()->setDefaultSectionSize(entitylens::rowHeight(font()));
}

int ObjectTable::topRow() const
{
    return std::max(0, rowAt(0));
}

void ObjectTable::scrollToTopRow(int row)
{
    verticalScrollBar()->setValue(row);
    tellVisibleRows();
}

void ObjectTable::fitColumns()
{
    if (!m_model)
        return;
    int first = topRow();
    for (int column = 0; column < m_model->columnCount(); column++) {
        int width = static_cast<TableHeader *>(horizontalHeader())->sectionSizeFromContents(column).width();
        QStyleOptionViewItem option = viewOptions();
        for (int row = first; row < std::min(first + rowsMeasured, m_model->rowCount()); row++)
            width = std::max(width, m_delegate->sizeHint(option, m_model->index(row, column)).width());
        setColumnWidth(column, (std::min(width, widestFitted) + unit - 1) / unit * unit);
    }
}

bool ObjectTable::isLink(const QModelIndex &index) const
{
    switch (CellStyle(index.data(StyleRole).toInt())) {
    case CellStyle::Link:
    case CellStyle::DanglingLink: return index.isValid();
    case CellStyle::Count: return index.data(CountRole).toLongLong() > 0;
    default: return false;
    }
}

// The words and the arrow are the link; the empty part of the cell selects the row as elsewhere.
bool ObjectTable::isOnLink(const QModelIndex &index, const QPoint &at) const
{
    if (!isLink(index))
        return false;
    QRect cell = visualRect(index);
    return ValueDelegate::linkRect(cell, layoutDirection()).adjusted(-2 * unit, 0, 2 * unit, 0).contains(at);
}

void ObjectTable::mouseReleaseEvent(QMouseEvent *event)
{
    QTableView::mouseReleaseEvent(event);
    QModelIndex index = indexAt(event->pos());
    bool plain = event->button() == Qt::LeftButton && !(event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier));
    if (plain && isOnLink(index, event->pos()))
        emit followed(index);
}

void ObjectTable::mouseMoveEvent(QMouseEvent *event)
{
    QTableView::mouseMoveEvent(event);
    bool on = isOnLink(indexAt(event->pos()), event->pos());
    viewport()->setCursor(on ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void ObjectTable::leaveEvent(QEvent *event)
{
    viewport()->unsetCursor();
    QTableView::leaveEvent(event);
}

void ObjectTable::keyPressEvent(QKeyEvent *event)
{
    bool plain = !(event->modifiers() & ~Qt::KeypadModifier);
    bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (plain && enter && isLink(currentIndex())) {
        emit followed(currentIndex());
        return;
    }
    if (plain && event->key() == Qt::Key_Space && currentIndex().isValid()) {
        emit valueRequested(currentIndex());
        return;
    }
    if (event->matches(QKeySequence::Copy)) {
        emit copyRequested();
        return;
    }
    QTableView::keyPressEvent(event);
}

void ObjectTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    if (current.row() != previous.row() || !previous.isValid())
        emit currentRowChanged(current.row());
}

void ObjectTable::scrollContentsBy(int dx, int dy)
{
    QTableView::scrollContentsBy(dx, dy);
    if (dy != 0)
        tellVisibleRows();
}

void ObjectTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    tellVisibleRows();
}

void ObjectTable::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        measure();
}

void ObjectTable::tellVisibleRows()
{
    if (!m_model || m_model->rowCount() == 0)
        return;
    int first = topRow();
    int last = rowAt(viewport()->height() - 1);
    m_model->setVisibleRows(first, last < 0 ? m_model->rowCount() - 1 : last);
}

} // namespace entitylens
