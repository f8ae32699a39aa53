// SPDX-License-Identifier: GPL-3.0-or-later
// What a host program offers us, whichever it is.
#pragma once

#include <QObject>
#include <QString>

class QWidget;

namespace entitylens {

class Host : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    virtual QWidget *window() const = 0;
    // Path of the database that the window shows; empty when none is open.
    virtual QString currentFile() const = 0;
    virtual bool isInMemory() const = 0;
    // Edits that are made and not written.
    virtual bool hasUnsavedEdits() const = 0;

    // Puts the widget beside the host's view of table rows; the host window owns it then.
    virtual void addPage(QWidget *page, const QString &title) = 0;
    virtual void showPage() = 0;
    virtual bool isPageShown() const = 0;

    // Each answers whether the host did it.
    virtual bool openFile(const QString &path) = 0;
    // Shows a table or view with the row of that rowid selected (rowid < 0: just the table).
    virtual bool browse(const QString &table, const QString &keyColumn, qint64 key) = 0;
    virtual bool openSql(const QString &sql) = 0;
    virtual bool reloadSchema() = 0;

signals:
    // The window shows another file, or none.
    void currentFileChanged();
    // Edits were made, written or reverted; what the connection reads may differ now.
    void editsChanged();
    // The person asked for the row of a table in our view.
    void inspectRequested(const QString &table, qint64 rowid);
};

} // namespace entitylens
