// SPDX-License-Identifier: GPL-3.0-or-later
#include "find_bar.h"

#include "object_table.h"
#include "small_widgets.h"
#include "theme.h"
#include "value_delegate.h"

#include "models/object_table_model.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace entitylens {

FindBar::FindBar(ObjectTable *table, QWidget *parent) : QWidget(parent), m_table(table), m_text(new QLineEdit(this)),
    m_result(new QLabel(this))
{
    setObjectName(QStringLiteral("findBar"));
    m_text->setObjectName(QStringLiteral("findText"));
    m_text->setPlaceholderText(tr("Find in the rows at hand"));
    m_text->setAccessibleName(tr("Find in the rows at hand"));
    m_text->setClearButtonEnabled(true);
    m_text->setMaximumWidth(80 * unit);
    m_text->installEventFilter(this);
    m_result->setObjectName(QStringLiteral("findResult"));
    QToolButton *older = flatButton("findPrevious", "sort-up", tr("Previous"), this);
    QToolButton *newer = flatButton("findNext", "sort-down", tr("Next"), this);
    QToolButton *all = flatButton("findEverywhere", nullptr, tr("Ask all objects"), this);
    QToolButton *shut = flatButton("findClose", "close", tr("Close"), this);
    setShortcutTip(newer, tr("Next"), QKeySequence(Qt::Key_Return));
    setShortcutTip(older, tr("Previous"), QKeySequence(Qt::SHIFT + Qt::Key_Return));
    auto layout = new QHBoxLayout(this);
    layout->setContentsMargins(2 * unit, unit, unit, unit);
    layout->setSpacing(unit);
    layout->addWidget(m_text, 2);
    layout->addWidget(older);
    layout->addWidget(newer);
    layout->addWidget(m_result);
    layout->addStretch(1);
    layout->addWidget(all);
    layout->addWidget(shut);
    connect(m_text, &QLineEdit::textEdited, this, &FindBar::edited);
    connect(newer, &QToolButton::clicked, this, [this] { find(1, false); });
    connect(older, &QToolButton::clicked, this, [this] { find(-1, false); });
    connect(all, &QToolButton::clicked, this, [this] {
        if (!m_text->text().isEmpty())
            emit everywhereRequested(m_text->text());
    });
    connect(shut, &QToolButton::clicked, this, &FindBar::close);
    hide();
}

void FindBar::open()
{
    show();
    m_text->setFocus();
    m_text->selectAll();
    edited();
}

void FindBar::close()
{
    hide();
    m_table->valueDelegate()->setMarked(QString());
    m_table->viewport()->update();
    m_table->setFocus();
}

void FindBar::edited()
{
    m_table->valueDelegate()->setMarked(m_text->text());
    m_table->viewport()->update();
    m_result->clear();
    if (!m_text->text().isEmpty())
        find(1, true);
}

// Looks on from the current row, round the end, among the rows that are at hand.
void FindBar::find(int direction, bool fromHere)
{
    ObjectTableModel *model = m_table->objectModel();
    int rows = model->rowCount();
    QString wanted = m_text->text();
    if (rows == 0 || wanted.isEmpty())
        return;
    int start = std::max(0, m_table->currentIndex().row());
    for (int step = fromHere ? 0 : 1; step <= rows; step++) {
        int row = ((start + direction * step) % rows + rows) % rows;
        if (!model->rowAt(row))
            continue;
        for (int column = 0; column < model->columnCount(); column++) {
            QModelIndex index = model->index(row, column);
            if (m_table->isColumnHidden(column) || !index.data().toString().contains(wanted, Qt::CaseInsensitive))
                continue;
            m_table->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
            m_table->scrollTo(index);
            m_result->setText(tr("row %1").arg(model->format().number(row + 1)));
            return;
        }
    }
    m_result->setText(model->rowsHeld() < rows ? tr("not in the %1 rows at hand").arg(model->format().number(model->rowsHeld()))
                                               : tr("not found"));
}

bool FindBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        event->accept(); // ours before the panel's
        return true;
    }
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    auto key = static_cast<QKeyEvent *>(event);
    switch (key->key()) {
    case Qt::Key_Escape: close(); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: find(key->modifiers() & Qt::ShiftModifier ? -1 : 1, false); return true;
    case Qt::Key_Down: find(1, false); return true;
    case Qt::Key_Up: find(-1, false); return true;
    default: return QWidget::eventFilter(watched, event);
    }
}

} // namespace entitylens
