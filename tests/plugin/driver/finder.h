// SPDX-License-Identifier: GPL-3.0-or-later
// Finds objects of the running program by name.
#pragma once

#include <QObject>
#include <QString>

class QAbstractItemView;
class QModelIndex;
class QWidget;

namespace driver {

// "name" anywhere in a window, or "parent/name" inside an object of that name.  A visible widget wins over a hidden
// one, one in the active dialog over all others.  Null when there is none.
QObject *findObject(const QString &name);
QWidget *findWidget(const QString &name);
QAbstractItemView *findView(const QString &name);

// The first index of the view whose text is `text` (or begins with it, when that ends in "*"), in column 0, at any depth.
QModelIndex findItem(QAbstractItemView *view, const QString &text);
// Column by header text, or by number.
int findColumn(QAbstractItemView *view, const QString &header);

} // namespace driver
