// SPDX-License-Identifier: GPL-3.0-or-later
// Things that DB Browser does for us, called by name.
#include "db4s.h"

#include <QAction>
#include <QComboBox>
#include <QMainWindow>
#include <QTabWidget>
#include <QTableView>

namespace entitylens {

bool Db4s::openFile(const QString &path)
{
    bool opened = false;
    const bool called = m_window && QMetaObject::invokeMethod(m_window, "fileOpen", Q_RETURN_ARG(bool, opened),
                                                              Q_ARG(QString, path));
    return called && opened;
}

bool Db4s::openSql(const QString &sql)
{
    auto *action = m_window ? m_window->findChild<QAction *>(QStringLiteral("actionSqlOpenTab")) : nullptr;
    QWidget *page = tabNamed("query");
    if (!action || !action->isEnabled() || !page)
        return false;
    int tab = -1;
    if (!QMetaObject::invokeMethod(m_window, "openSqlTab", Q_RETURN_ARG(int, tab)))
        return false;
    auto *areas = page->findChild<QTabWidget *>(QStringLiteral("tabSqlAreas"));
    QWidget *area = areas ? areas->currentWidget() : nullptr;
    auto *editor = area ? area->findChild<QWidget *>(QStringLiteral("editEditor")) : nullptr;
    if (!editor || !QMetaObject::invokeMethod(editor, "setText", Q_ARG(QString, sql)))
        return false;
    m_tabs->setCurrentWidget(page);
    editor->setFocus();
    return true;
}

bool Db4s::reloadSchema()
{
    QWidget *structure = tabNamed("structure");
    if (!structure)
        return false;
    // The host reads the schema again only while that page is the current one.
    QWidget *current = m_tabs->currentWidget();
    m_tabs->setCurrentWidget(structure);
    const bool done = QMetaObject::invokeMethod(m_window, "refresh");
    m_tabs->setCurrentWidget(current);
    return done;
}

bool Db4s::browse(const QString &table, const QString &keyColumn, qint64 key)
{
    Q_UNUSED(keyColumn)
    Q_UNUSED(key)
    QWidget *browser = tabNamed("browser");
    auto *tables = browser ? browser->findChild<QComboBox *>(QStringLiteral("comboBrowseTable")) : nullptr;
    const int index = tables ? tables->findText(table) : -1;
    if (index < 0)
        return false;
    m_tabs->setCurrentWidget(browser);
    if (tables->currentIndex() != index) {
        tables->setCurrentIndex(index);
        QMetaObject::invokeMethod(tables, "activated", Q_ARG(int, index));
        QMetaObject::invokeMethod(tables, "activated", Q_ARG(QString, table));
        QMetaObject::invokeMethod(tables, "textActivated", Q_ARG(QString, table));
    }
    return true;
}

} // namespace entitylens
