// SPDX-License-Identifier: GPL-3.0-or-later
#include "db4s.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTimer>

namespace entitylens {

QMainWindow *Db4s::recognise(QObject *object)
{
    auto *window = qobject_cast<QMainWindow *>(object);
    if (!window || window->parent() || window->objectName() != QLatin1String("MainWindow"))
        return nullptr;
    auto *tabs = window->findChild<QTabWidget *>(QStringLiteral("mainTab"));
    const bool pages = tabs && window->findChild<QWidget *>(QStringLiteral("structure")) &&
                       window->findChild<QWidget *>(QStringLiteral("browser"));
    return pages ? window : nullptr;
}

QMainWindow *Db4s::find()
{
    for (QWidget *top : QApplication::topLevelWidgets())
        if (QMainWindow *window = recognise(top))
            return window;
    return nullptr;
}

Db4s::Db4s(QMainWindow *window) : Host(window), m_window(window),
    m_tabs(window->findChild<QTabWidget *>(QStringLiteral("mainTab")))
{
    m_lastFile = window->windowFilePath();
    window->installEventFilter(this);
    connect(qApp, &QCoreApplication::aboutToQuit, this, [this] {
        if (m_window)
            m_window->removeEventFilter(this);
    });
    watchEdits();
}

QWidget *Db4s::window() const
{
    return m_window;
}

// A database in memory has a title of the host's in place of a path.
QString Db4s::currentFile() const
{
    const QString path = m_window ? m_window->windowFilePath() : QString();
    return !path.isEmpty() && QFileInfo::exists(path) ? path : QString();
}

bool Db4s::isInMemory() const
{
    return m_window && !m_window->windowFilePath().isEmpty() && currentFile().isEmpty();
}

bool Db4s::hasUnsavedEdits() const
{
    auto *write = m_window ? m_window->findChild<QAction *>(QStringLiteral("fileSaveAction")) : nullptr;
    return write && write->isEnabled();
}

// The host enables Write and Revert with the first edit and disables them with the last.
void Db4s::watchEdits()
{
    for (const char *name : {"fileSaveAction", "fileRevertAction"})
        if (auto *action = m_window->findChild<QAction *>(QLatin1String(name))) {
            connect(action, &QAction::changed, this, &Host::editsChanged);
            connect(action, &QAction::triggered, this, &Host::editsChanged, Qt::QueuedConnection);
        }
}

bool Db4s::eventFilter(QObject *object, QEvent *event)
{
    const bool titleChanged = event->type() == QEvent::WindowTitleChange || event->type() == QEvent::ModifiedChange;
    if (object == m_window && titleChanged && m_window->windowFilePath() != m_lastFile) {
        m_lastFile = m_window->windowFilePath();
        QMetaObject::invokeMethod(this, &Host::currentFileChanged, Qt::QueuedConnection);
    }
    return Host::eventFilter(object, event);
}

} // namespace entitylens
