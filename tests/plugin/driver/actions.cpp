// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that do something once.
#include "commands.h"
#include "finder.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QMainWindow>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>

namespace driver {

namespace {

Outcome missing(const QString &name)
{
    return Outcome::failed(QStringLiteral("there is no %1").arg(name));
}

Outcome trigger(const QStringList &words)
{
    auto *action = qobject_cast<QAction *>(findObject(words[0]));
    if (!action)
        return missing(words[0]);
    if (!action->isEnabled())
        return Outcome::failed(QStringLiteral("the action is disabled"));
    action->trigger();
    return Outcome::done();
}

// The same where it is possible now, else nothing.
Outcome triggerIfEnabled(const QStringList &words)
{
    auto *action = qobject_cast<QAction *>(findObject(words[0]));
    if (!action)
        return missing(words[0]);
    if (action->isEnabled())
        action->trigger();
    return Outcome::done();
}

// trigger-text TEXT: an action without a name, by what it says
Outcome triggerText(const QStringList &words)
{
    for (QWidget *top : QApplication::topLevelWidgets())
        for (QAction *action : top->findChildren<QAction *>())
            if (action->text().remove(QLatin1Char('&')) == words[0]) {
                if (!action->isEnabled())
                    return Outcome::failed(QStringLiteral("the action is disabled"));
                action->trigger();
                return Outcome::done();
            }
    return missing(words[0]);
}

// invoke OBJECT METHOD [TEXT]
Outcome invoke(const QStringList &words)
{
    QObject *object = findObject(words[0]);
    if (!object)
        return missing(words[0]);
    const QByteArray method = words[1].toLatin1();
    bool did = words.size() > 2 ? QMetaObject::invokeMethod(object, method.constData(), Q_ARG(QString, words[2]))
                                : QMetaObject::invokeMethod(object, method.constData());
    return did ? Outcome::done() : Outcome::failed(QStringLiteral("the object has no such method"));
}

Outcome click(const QStringList &words)
{
    QWidget *widget = findWidget(words[0]);
    if (!widget)
        return missing(words[0]);
    if (!widget->isEnabled() || !widget->isVisible())
        return Outcome::failed(QStringLiteral("it cannot be clicked: hidden or disabled"));
    if (auto *button = qobject_cast<QAbstractButton *>(widget))
        button->click();
    else
        QTest::mouseClick(widget, Qt::LeftButton);
    return Outcome::done();
}

Outcome press(QAbstractItemView *view, const QModelIndex &index, bool twice)
{
    view->scrollTo(index);
    const QPoint at = view->visualRect(index).center();
    if (!view->viewport()->rect().contains(at))
        return Outcome::failed(QStringLiteral("it is not in sight"));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, Qt::NoModifier, at);
    if (twice)
        QTest::mouseDClick(view->viewport(), Qt::LeftButton, Qt::NoModifier, at);
    return Outcome::done();
}

Outcome pressItem(const QStringList &words, bool twice)
{
    QAbstractItemView *view = findView(words[0]);
    if (!view)
        return missing(words[0]);
    const QModelIndex index = findItem(view, words[1]);
    return index.isValid() ? press(view, index, twice) : missing(words[1]);
}

Outcome pressCell(const QStringList &words, bool twice)
{
    QAbstractItemView *view = findView(words[0]);
    if (!view)
        return missing(words[0]);
    const int column = findColumn(view, words[2]);
    if (column < 0)
        return missing(words[2]);
    const QModelIndex index = view->model()->index(words[1].toInt(), column, view->rootIndex());
    return index.isValid() ? press(view, index, twice) : Outcome::failed(QStringLiteral("there is no such cell"));
}

// click-beside VIEW ITEM COLUMN: another cell of an item's row
Outcome pressBeside(const QStringList &words)
{
    QAbstractItemView *view = findView(words[0]);
    if (!view)
        return missing(words[0]);
    const QModelIndex item = findItem(view, words[1]);
    const QModelIndex index = item.isValid() ? item.sibling(item.row(), findColumn(view, words[2])) : item;
    return index.isValid() ? press(view, index, false) : missing(words[1]);
}

Outcome type(const QStringList &words)
{
    QWidget *widget = findWidget(words[0]);
    if (!widget)
        return missing(words[0]);
    widget->setFocus();
    if (auto *area = qobject_cast<QAbstractScrollArea *>(widget))
        widget = area->viewport();
    QTest::keyClicks(widget->focusProxy() ? widget->focusProxy() : widget, words[1]);
    return Outcome::done();
}

// Sends keys ("Return", "Ctrl+L", "Alt+Left") to a widget, or to the window for its shortcuts.
Outcome key(const QStringList &words)
{
    QWidget *widget = findWidget(words[0]);
    if (!widget)
        return missing(words[0]);
    const QKeySequence keys(words[1]);
    for (int i = 0; i < keys.count(); i++) {
        const int code = keys[uint(i)];
        QTest::keyClick(widget, Qt::Key(code & ~int(Qt::KeyboardModifierMask)),
                        Qt::KeyboardModifiers(code & int(Qt::KeyboardModifierMask)));
    }
    return Outcome::done();
}

Outcome setProperty(const QStringList &words)
{
    QObject *object = findObject(words[0]);
    if (!object)
        return missing(words[0]);
    const QByteArray name = words[1].toLatin1();
    if (object->metaObject()->indexOfProperty(name.constData()) < 0)
        return Outcome::failed(QStringLiteral("it has no such property"));
    object->setProperty(name.constData(), words[2]);
    return Outcome::done();
}

// page TABS PAGE
Outcome page(const QStringList &words)
{
    auto *tabs = qobject_cast<QTabWidget *>(findObject(words[0]));
    QWidget *wanted = findWidget(words[1]);
    if (!tabs || !wanted || tabs->indexOf(wanted) < 0)
        return missing(words[1]);
    tabs->setCurrentWidget(wanted);
    return Outcome::done();
}

Outcome closePage(const QStringList &words)
{
    auto *tabs = qobject_cast<QTabWidget *>(findObject(words[0]));
    QWidget *wanted = findWidget(words[1]);
    if (!tabs || !wanted || tabs->indexOf(wanted) < 0)
        return missing(words[1]);
    emit tabs->tabCloseRequested(tabs->indexOf(wanted));
    return Outcome::done();
}

// Picks an entry as a person does: the signals of a choice by hand come, too.
Outcome choose(const QStringList &words)
{
    auto *combo = qobject_cast<QComboBox *>(findObject(words[0]));
    if (!combo)
        return missing(words[0]);
    const int index = combo->findText(words[1]);
    if (index < 0)
        return missing(words[1]);
    combo->setCurrentIndex(index);
    QMetaObject::invokeMethod(combo, "activated", Q_ARG(int, index));
    QMetaObject::invokeMethod(combo, "activated", Q_ARG(QString, words[1]));
    QMetaObject::invokeMethod(combo, "textActivated", Q_ARG(QString, words[1]));
    return Outcome::done();
}

Outcome answer(const QStringList &words)
{
    QWidget *modal = QApplication::activeModalWidget();
    if (!modal)
        return Outcome::failed(QStringLiteral("no dialog is open"));
    for (QAbstractButton *button : modal->findChildren<QAbstractButton *>())
        if (button->isVisible() && button->text().remove(QLatin1Char('&')) == words[0]) {
            button->click();
            return Outcome::done();
        }
    return missing(words[0]);
}

Outcome chooseFile(const QStringList &words)
{
    auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget());
    if (!dialog)
        return Outcome::failed(QStringLiteral("no file dialog is open"));
    auto *edit = dialog->findChild<QLineEdit *>(QStringLiteral("fileNameEdit"));
    if (!edit)
        return missing(QStringLiteral("fileNameEdit"));
    edit->setText(words[0]);
    QTest::keyClick(edit, Qt::Key_Return);
    return Outcome::done();
}

Outcome closeWindow(const QStringList &words)
{
    QWidget *widget = findWidget(words[0]);
    if (!widget)
        return missing(words[0]);
    widget->close();
    return Outcome::done();
}

// grab FILE [WIDGET]; the dialog on top or the main window when none is named.
Outcome grab(const QStringList &words)
{
    QWidget *widget = words.size() > 1 ? findWidget(words[1]) : QApplication::activeModalWidget();
    if (!widget)
        widget = findWidget(QStringLiteral("MainWindow"));
    if (!widget)
        return missing(QStringLiteral("window"));
    const QString path = QString::fromLocal8Bit(qgetenv("DRIVER_OUT")) + QLatin1Char('/') + words[0];
    return widget->grab().save(path) ? Outcome::done() : Outcome::failed(QStringLiteral("it cannot be saved"));
}

Outcome resize(const QStringList &words)
{
    QWidget *widget = findWidget(words[0]);
    if (!widget)
        return missing(words[0]);
    widget->resize(words[1].toInt(), words[2].toInt());
    return Outcome::done();
}

} // namespace

QVector<CommandEntry> actionCommands()
{
    using W = const QStringList &;
    return {
        {"open", 1, 1, false,
         [](W w) { return invoke({QStringLiteral("MainWindow"), QStringLiteral("fileOpen"), w[0]}); }},
        {"trigger", 1, 1, false, trigger},
        {"trigger-if-enabled", 1, 1, false, triggerIfEnabled},
        {"trigger-text", 1, 1, false, triggerText},
        {"invoke", 2, 3, false, invoke},
        {"click", 1, 1, false, click},
        {"click-item", 2, 2, false, [](W w) { return pressItem(w, false); }},
        {"double-click-item", 2, 2, false, [](W w) { return pressItem(w, true); }},
        {"click-beside", 3, 3, false, pressBeside},
        {"click-cell", 3, 3, false, [](W w) { return pressCell(w, false); }},
        {"double-click-cell", 3, 3, false, [](W w) { return pressCell(w, true); }},
        {"type", 2, 2, false, type},
        {"key", 2, 2, false, key},
        {"set", 3, 3, false, setProperty},
        {"page", 2, 2, false, page},
        {"close-page", 2, 2, false, closePage},
        {"choose", 2, 2, false, choose},
        {"answer", 1, 1, false, answer},
        {"choose-file", 1, 1, false, chooseFile},
        {"close", 1, 1, false, closeWindow},
        {"grab", 1, 2, false, grab},
        {"resize", 3, 3, false, resize},
    };
}

} // namespace driver
