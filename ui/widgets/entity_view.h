// SPDX-License-Identifier: GPL-3.0-or-later
// The left side of the panel: the entity tree and a field that filters it.
#pragma once

#include <QWidget>

class QLineEdit;
class QSortFilterProxyModel;
class QTreeView;

namespace entitylens {

class EntityTreeModel;

class EntityView : public QWidget
{
    Q_OBJECT
public:
    explicit EntityView(EntityTreeModel *model, QWidget *parent = nullptr);

    QTreeView *tree() const { return m_tree; }
    QLineEdit *filter() const { return m_filter; }
    // Shows which entity the table shows, without telling that it was chosen.
    void setCurrentEntity(const QString &name);

signals:
    void entityChosen(const QString &name);
    void savedQueryChosen(const QString &entity, const QString &predicate, const QStringList &arguments);
    void savedQueryRemoved(const QString &name);
    void findingChosen(int number);
    void favouriteToggled(const QString &entity);
    void subentitiesToggled(bool with);
    void diagramRequested(const QString &entity);
    void chartRequested(const QString &entity);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void choose(const QModelIndex &proxied);
    void showMenu(const QPoint &at);
    void expandAll();
    void applyTheme();
    QModelIndex sourceOf(const QModelIndex &proxied) const;

    EntityTreeModel *m_model;
    QSortFilterProxyModel *m_proxy;
    QLineEdit *m_filter;
    QTreeView *m_tree;
    QString m_current;
    bool m_setting = false;
};

} // namespace entitylens
