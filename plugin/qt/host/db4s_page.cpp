// SPDX-License-Identifier: GPL-3.0-or-later
// Our page among the tabs of DB Browser, which throws all tabs away and adds its own again on Reset Window Layout and
// when it loads a project.
#include "db4s.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QStackedWidget>
#include <QTabWidget>

namespace entitylens {

QWidget *Db4s::tabNamed(const char *name) const
{
    for (int i = 0; m_tabs && i < m_tabs->count(); i++)
        if (m_tabs->widget(i)->objectName() == QLatin1String(name))
            return m_tabs->widget(i);
    return nullptr;
}

void Db4s::addPage(QWidget *page, const QString &title)
{
    m_page = page;
    m_title = title;
    // The host stores object names parted by blanks, and shows the accessible name.
    page->setObjectName(QStringLiteral("entitylens"));
    page->setAccessibleName(title);
    addToggle(title);
    watchTabs();
    placePage();
}

void Db4s::placePage()
{
    if (!m_tabs || !m_page || m_tabs->indexOf(m_page) >= 0)
        return;
    QWidget *browser = tabNamed("browser");
    const int at = browser ? m_tabs->indexOf(browser) + 1 : m_tabs->count();
    m_tabs->insertTab(at, m_page, m_title);
}

void Db4s::watchTabs()
{
    connect(m_tabs, &QTabWidget::tabCloseRequested, this, [this](int index) {
        // The host asks with -1 to refresh its menu.
        if (index >= 0 && m_page && (m_tabs->widget(index) == m_page || m_tabs->indexOf(m_page) < 0))
            m_wanted = false;
        if (m_toggle)
            m_toggle->setChecked(m_wanted);
    });
    auto *stack = m_tabs->findChild<QStackedWidget *>(QStringLiteral("qt_tabwidget_stackedwidget"),
                                                      Qt::FindDirectChildrenOnly);
    if (stack)
        connect(stack, &QStackedWidget::widgetRemoved, this, &Db4s::restorePage, Qt::QueuedConnection);
}

void Db4s::restorePage()
{
    if (m_wanted)
        placePage();
}

// Like the host's own entries for its pages.
void Db4s::addToggle(const QString &title)
{
    auto *menu = m_window->findChild<QMenu *>(QStringLiteral("viewMenu"));
    if (!menu)
        return;
    m_toggle = new QAction(title, menu);
    m_toggle->setObjectName(QStringLiteral("entitylensToggle"));
    m_toggle->setCheckable(true);
    m_toggle->setChecked(true);
    QAction *before = nullptr;
    const QList<QAction *> actions = menu->actions();
    for (int i = 0; i + 1 < actions.size(); i++)
        if (actions[i]->objectName() == QLatin1String("Browse Data"))
            before = actions[i + 1];
    menu->insertAction(before, m_toggle);
    connect(m_toggle, &QAction::toggled, this, [this](bool on) {
        m_wanted = on;
        if (on)
            placePage();
        else if (m_tabs && m_page && m_tabs->indexOf(m_page) >= 0)
            m_tabs->removeTab(m_tabs->indexOf(m_page));
    });
}

void Db4s::showPage()
{
    if (!m_tabs || !m_page)
        return;
    m_wanted = true;
    placePage();
    m_tabs->setCurrentWidget(m_page);
}

bool Db4s::isPageShown() const
{
    return m_tabs && m_page && m_tabs->currentWidget() == m_page;
}

} // namespace entitylens
