// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that look: each as wait-… (asked again until it holds) and as expect-… (has to hold now).
#include "commands.h"
#include "finder.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QRegularExpression>
#include <QTabWidget>
#include <QWidget>

namespace driver {

namespace {

bool compare(const QString &have, const QString &how, const QString &wanted, bool *known)
{
    *known = true;
    if (how == QLatin1String("="))
        return have == wanted;
    if (how == QLatin1String("!="))
        return have != wanted;
    if (how == QLatin1String("contains"))
        return have.contains(wanted);
    if (how == QLatin1String("lacks"))
        return !have.contains(wanted);
    if (how == QLatin1String("matches"))
        return QRegularExpression(wanted).match(have).hasMatch();
    if (how == QLatin1String(">"))
        return have.toDouble() > wanted.toDouble();
    if (how == QLatin1String("<"))
        return have.toDouble() < wanted.toDouble();
    *known = false;
    return false;
}

Outcome compared(const QString &have, const QString &how, const QString &wanted)
{
    bool known = false;
    if (compare(have, how, wanted, &known))
        return Outcome::done();
    if (!known)
        return Outcome::failed(QStringLiteral("no comparison is called %1").arg(how));
    return Outcome::notYet(QStringLiteral("it is \"%1\"").arg(have));
}

Outcome visible(const QStringList &words)
{
    QWidget *widget = findWidget(words[0]);
    if (!widget)
        return Outcome::notYet(QStringLiteral("there is none"));
    return widget->isVisible() ? Outcome::done() : Outcome::notYet(QStringLiteral("it is hidden"));
}

Outcome gone(const QStringList &words)
{
    QWidget *widget = findWidget(words[0]);
    return !widget || !widget->isVisible() ? Outcome::done() : Outcome::notYet(QStringLiteral("it is visible"));
}

// property OBJECT NAME HOW VALUE
Outcome property(const QStringList &words)
{
    QObject *object = findObject(words[0]);
    if (!object)
        return Outcome::notYet(QStringLiteral("there is no %1").arg(words[0]));
    const QVariant value = object->property(words[1].toLatin1().constData());
    if (!value.isValid())
        return Outcome::failed(QStringLiteral("it has no such property"));
    return compared(value.toString(), words[2], words[3]);
}

Outcome item(const QStringList &words)
{
    QAbstractItemView *view = findView(words[0]);
    if (!view)
        return Outcome::notYet(QStringLiteral("there is no %1").arg(words[0]));
    return findItem(view, words[1]).isValid() ? Outcome::done() : Outcome::notYet(QStringLiteral("no such item"));
}

// item-cell VIEW ITEM COLUMN HOW TEXT: another column of the row of an item
Outcome itemCell(const QStringList &words)
{
    QAbstractItemView *view = findView(words[0]);
    if (!view)
        return Outcome::notYet(QStringLiteral("there is no %1").arg(words[0]));
    const QModelIndex index = findItem(view, words[1]);
    if (!index.isValid())
        return Outcome::notYet(QStringLiteral("no such item"));
    const int column = findColumn(view, words[2]);
    return compared(index.sibling(index.row(), column).data().toString(), words[3], words[4]);
}

// rows VIEW HOW NUMBER
Outcome rows(const QStringList &words)
{
    QAbstractItemView *view = findView(words[0]);
    if (!view || !view->model())
        return Outcome::notYet(QStringLiteral("there is no %1").arg(words[0]));
    return compared(QString::number(view->model()->rowCount(view->rootIndex())), words[1], words[2]);
}

// cell VIEW ROW COLUMN HOW TEXT
Outcome cell(const QStringList &words)
{
    QAbstractItemView *view = findView(words[0]);
    if (!view || !view->model())
        return Outcome::notYet(QStringLiteral("there is no %1").arg(words[0]));
    const int column = findColumn(view, words[2]);
    const QModelIndex index = view->model()->index(words[1].toInt(), column, view->rootIndex());
    if (column < 0 || !index.isValid())
        return Outcome::notYet(QStringLiteral("there is no such cell"));
    return compared(index.data(Qt::DisplayRole).toString(), words[3], words[4]);
}

// page TABS PAGE: it is the current one;  tab TABS PAGE / no-tab TABS PAGE: it is among the tabs or not
Outcome currentPage(const QStringList &words)
{
    auto *tabs = qobject_cast<QTabWidget *>(findObject(words[0]));
    if (!tabs || !tabs->currentWidget())
        return Outcome::notYet(QStringLiteral("there is no %1").arg(words[0]));
    return compared(tabs->currentWidget()->objectName(), QStringLiteral("="), words[1]);
}

bool hasTab(const QStringList &words)
{
    auto *tabs = qobject_cast<QTabWidget *>(findObject(words[0]));
    for (int i = 0; tabs && i < tabs->count(); i++)
        if (tabs->widget(i)->objectName() == words[1])
            return true;
    return false;
}

Outcome tab(const QStringList &words)
{
    return hasTab(words) ? Outcome::done() : Outcome::notYet(QStringLiteral("there is no such tab"));
}

Outcome noTab(const QStringList &words)
{
    return hasTab(words) ? Outcome::notYet(QStringLiteral("the tab is there")) : Outcome::done();
}

// modal CLASS: the dialog on top is of that class or a descendant of it
Outcome modal(const QStringList &words)
{
    QWidget *top = QApplication::activeModalWidget();
    if (!top)
        return Outcome::notYet(QStringLiteral("no dialog is open"));
    if (top->inherits(words[0].toLatin1().constData()) || top->objectName() == words[0])
        return Outcome::done();
    return Outcome::notYet(QStringLiteral("the dialog is a %1").arg(QLatin1String(top->metaObject()->className())));
}

Outcome noModal(const QStringList &)
{
    QWidget *top = QApplication::activeModalWidget();
    if (!top)
        return Outcome::done();
    return Outcome::notYet(QStringLiteral("a dialog is open: %1 %2").arg(top->objectName(), top->windowTitle()));
}

Outcome atOnce(const Outcome &outcome)
{
    return outcome.kind == Outcome::NotYet ? Outcome::failed(outcome.why) : outcome;
}

} // namespace

QVector<CommandEntry> conditionCommands()
{
    struct Condition {
        const char *wait, *expect;
        int words;
        Command holds;
    };
    static const QVector<Condition> conditions = {
        {"wait-for", "expect-visible", 1, visible},
        {"wait-gone", "expect-gone", 1, gone},
        {"wait-property", "expect-property", 4, property},
        {"wait-item", "expect-item", 2, item},
        {"wait-item-cell", "expect-item-cell", 5, itemCell},
        {"wait-rows", "expect-rows", 3, rows},
        {"wait-cell", "expect-cell", 5, cell},
        {"wait-page", "expect-page", 2, currentPage},
        {"wait-tab", "expect-tab", 2, tab},
        {"wait-no-tab", "expect-no-tab", 2, noTab},
        {"wait-modal", "expect-modal", 1, modal},
        {"wait-no-modal", "expect-no-modal", 0, noModal},
    };
    QVector<CommandEntry> entries;
    for (const Condition &condition : conditions) {
        const Command holds = condition.holds;
        entries << CommandEntry{condition.wait, condition.words, condition.words, true, holds};
        entries << CommandEntry{condition.expect, condition.words, condition.words, true,
                                [holds](const QStringList &words) { return atOnce(holds(words)); }};
    }
    return entries;
}

} // namespace driver
