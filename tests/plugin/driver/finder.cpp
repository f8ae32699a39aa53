// SPDX-License-Identifier: GPL-3.0-or-later
#include "finder.h"

#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QApplication>
#include <QWidget>

namespace driver {

namespace {

// How much a candidate is what a person would mean.
int rank(QObject *object)
{
    auto *widget = qobject_cast<QWidget *>(object);
    if (!widget)
        return 1;
    int points = widget->isVisible() ? 2 : 0;
    QWidget *modal = QApplication::activeModalWidget();
    if (modal && (widget == modal || modal->isAncestorOf(widget)))
        points += 4;
    return points;
}

QObject *best(const QList<QObject *> &candidates)
{
    QObject *found = nullptr;
    int points = -1;
    for (QObject *candidate : candidates)
        if (rank(candidate) > points) {
            points = rank(candidate);
            found = candidate;
        }
    return found;
}

QList<QObject *> named(QObject *parent, const QString &name)
{
    QList<QObject *> all = parent->findChildren<QObject *>(name);
    if (parent->objectName() == name)
        all.prepend(parent);
    return all;
}

bool matches(const QString &have, const QString &wanted)
{
    if (wanted.endsWith(QLatin1Char('*')))
        return have.startsWith(wanted.chopped(1));
    return have == wanted;
}

} // namespace

QObject *findObject(const QString &name)
{
    QStringList path = name.split(QLatin1Char('/'));
    QList<QObject *> candidates;
    for (QWidget *top : QApplication::topLevelWidgets())
        candidates += named(top, path.first());
    if (path.first() == QLatin1String("app"))
        return qApp;
    for (int i = 1; i < path.size(); i++) {
        QList<QObject *> inner;
        for (QObject *outer : candidates)
            inner += outer->findChildren<QObject *>(path[i]);
        candidates = inner;
    }
    return best(candidates);
}

QWidget *findWidget(const QString &name)
{
    if (name == QLatin1String("modal"))
        return QApplication::activeModalWidget();
    return qobject_cast<QWidget *>(findObject(name));
}

QAbstractItemView *findView(const QString &name)
{
    return qobject_cast<QAbstractItemView *>(findObject(name));
}

static QModelIndex findBelow(QAbstractItemModel *model, const QModelIndex &parent, const QString &text)
{
    for (int row = 0; row < model->rowCount(parent); row++) {
        const QModelIndex index = model->index(row, 0, parent);
        if (matches(index.data(Qt::DisplayRole).toString(), text))
            return index;
        const QModelIndex below = findBelow(model, index, text);
        if (below.isValid())
            return below;
    }
    return QModelIndex();
}

QModelIndex findItem(QAbstractItemView *view, const QString &text)
{
    return view->model() ? findBelow(view->model(), view->rootIndex(), text) : QModelIndex();
}

int findColumn(QAbstractItemView *view, const QString &header)
{
    bool isNumber = false;
    const int number = header.toInt(&isNumber);
    if (isNumber)
        return number;
    for (int column = 0; view->model() && column < view->model()->columnCount(view->rootIndex()); column++)
        if (matches(view->model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().trimmed(), header))
            return column;
    return -1;
}

} // namespace driver
