// SPDX-License-Identifier: GPL-3.0-or-later
#include "entity_view.h"

#include "entity_delegate.h"
#include "icons.h"
#include "quiet_tree.h"
#include "theme.h"

#include "models/entity_tree_model.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>

namespace entitylens {

EntityView::EntityView(EntityTreeModel *model, QWidget *parent) : QWidget(parent), m_model(model),
    m_proxy(new QSortFilterProxyModel(this)), m_filter(new QLineEdit(this)), m_tree(new QuietTree(this))
{
    setObjectName(QStringLiteral("entityView"));
    m_proxy->setRecursiveFilteringEnabled(true);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_proxy->setSourceModel(model);
    m_filter->setObjectName(QStringLiteral("entityFilter"));
    m_filter->setPlaceholderText(tr("Filter entities"));
    m_filter->setAccessibleName(tr("Filter entities"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(icon("filter", m_filter), QLineEdit::LeadingPosition);
    m_filter->setFrame(false);
    m_tree->setObjectName(QStringLiteral("entityTree"));
    m_tree->setAccessibleName(tr("Entities"));
    m_tree->setModel(m_proxy);
    m_tree->setItemDelegate(new EntityDelegate(m_tree));
    m_tree->setIndentation(3 * unit);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_filter->installEventFilter(this);
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_filter);
    layout->addWidget(m_tree, 1);

    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_proxy->setFilterFixedString(text);
        m_tree->expandAll();
    });
    connect(m_proxy, &QAbstractItemModel::modelReset, this, [this] {
        m_tree->expandAll();
        setCurrentEntity(m_current);
    });
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex &now) {
        if (!m_setting)
            choose(now);
    });
    connect(m_tree, &QTreeView::clicked, this, &EntityView::choose);
    connect(m_tree, &QTreeView::customContextMenuRequested, this, &EntityView::showMenu);
    applyTheme();
}

QModelIndex EntityView::sourceOf(const QModelIndex &proxied) const
{
    return m_proxy->mapToSource(proxied);
}

void EntityView::setCurrentEntity(const QString &name)
{
    m_current = name;
    QModelIndex index = m_proxy->mapFromSource(m_model->indexOfEntity(name));
    bool already = m_tree->currentIndex().data(EntityRole).toString() == name && m_tree->currentIndex().isValid();
    if (already || !index.isValid())
        return;
    m_setting = true;
    m_tree->setCurrentIndex(index);
    m_tree->scrollTo(index);
    m_setting = false;
}

void EntityView::choose(const QModelIndex &proxied)
{
    QModelIndex index = sourceOf(proxied);
    switch (index.isValid() ? index.data(KindRole).toInt() : -1) {
    case EntityTreeModel::Entity:
        m_current = index.data(EntityRole).toString();
        emit entityChosen(m_current);
        break;
    case EntityTreeModel::Saved: {
        const SavedQuery *query = m_model->savedQuery(index);
        if (query)
            emit savedQueryChosen(query->entity, query->predicate, query->arguments);
        break;
    }
    case EntityTreeModel::Finding: emit findingChosen(index.row()); break;
    default: break;
    }
}

void EntityView::showMenu(const QPoint &at)
{
    QModelIndex index = sourceOf(m_tree->indexAt(at));
    QMenu menu(this);
    int kind = index.isValid() ? index.data(KindRole).toInt() : -1;
    if (kind == EntityTreeModel::Entity) {
        QString entity = index.data(EntityRole).toString();
        bool favourite = index.data(EntityTreeModel::FavouriteRole).toBool();
        menu.addAction(favourite ? tr("Remove from favourites") : tr("Add to favourites"), this,
                       [this, entity] { emit favouriteToggled(entity); });
        menu.addAction(tr("Show in the diagram"), this, [this, entity] { emit diagramRequested(entity); });
        menu.addAction(tr("Charts"), this, [this, entity] { emit chartRequested(entity); });
        menu.addSeparator();
    }
    if (kind == EntityTreeModel::Saved) {
        const SavedQuery *query = m_model->savedQuery(index);
        if (query && !query->fromModel) {
            QString name = query->name;
            menu.addAction(tr("Remove"), this, [this, name] { emit savedQueryRemoved(name); });
            menu.addSeparator();
        }
    }
    QAction *with = menu.addAction(tr("Include sub-entities"));
    with->setCheckable(true);
    with->setChecked(m_model->withSubentities());
    connect(with, &QAction::toggled, this, &EntityView::subentitiesToggled);
    menu.exec(m_tree->viewport()->mapToGlobal(at));
}

// From the field the arrows go into the tree, and Enter takes the first entity found.
bool EntityView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        auto key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Down) {
            m_tree->setFocus();
            return true;
        }
        if (key->key() == Qt::Key_Escape && !m_filter->text().isEmpty()) {
            m_filter->clear();
            return true;
        }
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            for (QModelIndex i = m_proxy->index(0, 0); i.isValid(); i = m_tree->indexBelow(i)) {
                bool matches = i.data().toString().contains(m_filter->text(), Qt::CaseInsensitive);
                if (matches && i.data(KindRole).toInt() != EntityTreeModel::Section) {
                    m_tree->setCurrentIndex(i);
                    break;
                }
            }
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void EntityView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyTheme();
}

void EntityView::applyTheme()
{
    m_filter->setMinimumHeight(rowHeight(font()) + 2 * unit);
}

} // namespace entitylens
