// SPDX-License-Identifier: GPL-3.0-or-later
#include "pinned_columns.h"

#include "object_table.h"
#include "table_header.h"
#include "theme.h"

#include <QEvent>
#include <QPainter>
#include <QScrollBar>

namespace entitylens {

PinnedColumns::PinnedColumns(ObjectTable *table) : QTableView(table), m_table(table)
{
    setObjectName(QStringLiteral("pinnedColumns"));
    setAttribute(Qt::WA_TransparentForMouseEvents, false);
    setFocusPolicy(Qt::NoFocus);
    setFocusProxy(table);
    setHorizontalHeader(new TableHeader(this));
    horizontalHeader()->setObjectName(QStringLiteral("pinnedHeader"));
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(table->verticalScrollMode());
    setSelectionBehavior(table->selectionBehavior());
    setSelectionMode(table->selectionMode());
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setWordWrap(false);
    setItemDelegate(table->itemDelegate());
    // One place speaks to a screen reader: the table itself.
    setAccessibleName(tr("Pinned columns"));
    connect(table->verticalScrollBar(), &QAbstractSlider::valueChanged, verticalScrollBar(), &QAbstractSlider::setValue);
    connect(verticalScrollBar(), &QAbstractSlider::valueChanged, table->verticalScrollBar(), &QAbstractSlider::setValue);
    connect(table->horizontalHeader(), &QHeaderView::sectionResized, this, &PinnedColumns::adjust);
    connect(table->horizontalHeader(), &QHeaderView::sectionMoved, this, &PinnedColumns::adjust);
    connect(table->horizontalHeader(), &QHeaderView::geometriesChanged, this, &PinnedColumns::adjust);
    connect(horizontalHeader(), &QHeaderView::sectionClicked, table->horizontalHeader(), &QHeaderView::sectionClicked);
    hide();
}

void PinnedColumns::setCount(int count)
{
    m_count = count;
    adjust();
}

int PinnedColumns::pinnedWidth() const
{
    int width = 0;
    QHeaderView *header = m_table->horizontalHeader();
    for (int visual = 0; visual < m_count && visual < header->count(); visual++)
        width += header->sectionSize(header->logicalIndex(visual));
    return width;
}

void PinnedColumns::adjust()
{
    if (m_count == 0 || !m_table->model()) {
        hide();
        return;
    }
    if (model() != m_table->model()) {
        setModel(m_table->model());
        QItemSelectionModel *own = selectionModel();
        setSelectionModel(m_table->selectionModel());
        delete own;
    }
    verticalHeader()->setDefaultSectionSize(m_table->verticalHeader()->defaultSectionSize());
    auto theirs = static_cast<TableHeader *>(m_table->horizontalHeader());
    auto ours = static_cast<TableHeader *>(horizontalHeader());
    ours->setFixedHeight(theirs->height());
    ours->setSort(theirs->sortedSection(), theirs->sortedOrder());
    for (int visual = 0; visual < theirs->count(); visual++) {
        int section = theirs->logicalIndex(visual);
        ours->moveSection(ours->visualIndex(section), visual);
        setColumnHidden(section, visual >= m_count || theirs->isSectionHidden(section));
        ours->resizeSection(section, theirs->sectionSize(section));
    }
    int height = m_table->horizontalHeader()->height() + m_table->viewport()->height();
    setGeometry(0, 0, std::min(pinnedWidth() + 1, m_table->viewport()->width()), height);
    verticalScrollBar()->setValue(m_table->verticalScrollBar()->value());
    show();
    raise();
}

bool PinnedColumns::viewportEvent(QEvent *event)
{
    // What is clicked here is clicked in the table: one selection, one keyboard.
    bool pressed = event->type() == QEvent::MouseButtonPress;
    bool done = QTableView::viewportEvent(event);
    if (pressed)
        m_table->setFocus();
    return done;
}

void PinnedColumns::paintEvent(QPaintEvent *event)
{
    QTableView::paintEvent(event);
    QPainter painter(viewport());
    painter.fillRect(viewport()->width() - 1, 0, 1, viewport()->height(), Theme::of(this).hairline);
}

} // namespace entitylens
