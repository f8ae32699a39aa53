// SPDX-License-Identifier: GPL-3.0-or-later
#include "search_view.h"

#include "empty_state.h"
#include "quiet_tree.h"
#include "small_widgets.h"
#include "theme.h"
#include "value_delegate.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace entitylens {

SearchView::SearchView(QWidget *parent) : QWidget(parent), m_model(new SearchModel(this)), m_title(new ElidedLabel(this)),
    m_progress(new ProgressLine(this)), m_stack(new QStackedWidget(this)), m_tree(new QuietTree(this)),
    m_delegate(new ValueDelegate(m_tree)), m_empty(new EmptyState(this))
{
    setObjectName(QStringLiteral("searchView"));
    setAccessibleName(tr("Found anywhere"));
    m_title->setObjectName(QStringLiteral("searchTitle"));
    m_title->setContentsMargins(2 * unit, 2 * unit, 2 * unit, 2 * unit);
    m_tree->setObjectName(QStringLiteral("searchResults"));
    m_tree->setAccessibleName(tr("Objects found"));
    m_tree->setModel(m_model);
    m_tree->setItemDelegate(m_delegate);
    m_tree->setIndentation(4 * unit);
    m_tree->installEventFilter(this);
    setFocusProxy(m_tree);
    m_empty->setObjectName(QStringLiteral("searchEmpty"));
    m_stack->addWidget(m_tree);
    m_stack->addWidget(m_empty);
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_title);
    layout->addWidget(m_progress);
    layout->addWidget(m_stack, 1);
    connect(m_model, &SearchModel::started, this, [this] {
        m_title->setText(tr("Looking for “%1”…").arg(m_model->text()));
        m_progress->setBusy(true);
    });
    connect(m_model, &SearchModel::finished, this, &SearchView::finished);
    connect(m_tree, &QTreeView::clicked, this, &SearchView::choose);
}

void SearchView::setSession(Session *session)
{
    m_model->setSession(session);
    m_title->clear();
    m_progress->setBusy(false);
}

void SearchView::search(const QString &text)
{
    m_delegate->setMarked(text);
    m_model->search(text);
}

void SearchView::finished(const Failure &failure)
{
    m_progress->setBusy(false);
    if (failure) {
        m_empty->say("error", failure.sentence(), failure.nextStep());
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    qint64 n = m_model->total();
    m_title->setText(n == 1 ? tr("“%1” is in 1 object").arg(m_model->text())
                            : tr("“%1” is in %2 objects").arg(m_model->text(), QLocale().toString(n)));
    m_empty->say("search", tr("“%1” is in no object.").arg(m_model->text()),
                 tr("Texts are looked through without regard to case and accents; numbers, dates and Entity/ID must be whole."));
    m_stack->setCurrentWidget(n ? static_cast<QWidget *>(m_tree) : m_empty);
    m_tree->expandAll();
    m_tree->header()->resizeSection(SearchModel::ObjectColumn, std::max(70 * unit, width() * 2 / 5));
    if (n)
        m_tree->setCurrentIndex(m_model->index(0, 0, m_model->index(0, 0)));
}

void SearchView::choose(const QModelIndex &index)
{
    if (!index.isValid())
        return;
    if (m_model->key(index) >= 0)
        emit objectChosen(m_model->entity(index), m_model->key(index));
    else
        m_tree->setExpanded(index.sibling(index.row(), 0), !m_tree->isExpanded(index.sibling(index.row(), 0)));
}

bool SearchView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_tree && event->type() == QEvent::KeyPress) {
        int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            choose(m_tree->currentIndex());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace entitylens
