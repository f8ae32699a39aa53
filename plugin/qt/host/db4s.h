// SPDX-License-Identifier: GPL-3.0-or-later
// DB Browser for SQLite, versions 3.12 and 3.13, seen from inside: everything is found by object name and called by
// method name, since there is no plugin interface.  Whatever is missing makes that one thing unavailable.
#pragma once

#include "host.h"

#include <QPointer>

class QAction;
class QMainWindow;
class QStackedWidget;
class QTabWidget;

namespace entitylens {

class Db4s : public Host
{
    Q_OBJECT
public:
    // The main window of DB Browser, or null when `window` is none.
    static QMainWindow *recognise(QObject *window);
    // Looks among the windows of this program.
    static QMainWindow *find();

    explicit Db4s(QMainWindow *window);

    QWidget *window() const override;
    QString currentFile() const override;
    bool isInMemory() const override;
    bool hasUnsavedEdits() const override;

    void addPage(QWidget *page, const QString &title) override;
    void showPage() override;
    bool isPageShown() const override;

    bool openFile(const QString &path) override;
    bool browse(const QString &table, const QString &keyColumn, qint64 key) override;
    bool openSql(const QString &sql) override;
    bool reloadSchema() override;

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    void watchTabs();
    void restorePage();
    void placePage();
    void addToggle(const QString &title);
    void watchEdits();
    QWidget *tabNamed(const char *name) const;

    // Seen through its destruction, when it is no main window any more.
    QPointer<QWidget> m_window;
    QPointer<QTabWidget> m_tabs;
    QPointer<QWidget> m_page;
    QPointer<QAction> m_toggle;
    QString m_title;
    QString m_lastFile;
    bool m_wanted = true; // false once the person closed our page
};

} // namespace entitylens
