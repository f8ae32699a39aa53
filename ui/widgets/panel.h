// SPDX-License-Identifier: GPL-3.0-or-later
// The panel: everything of EntityLens that a person sees, in a host's tab, in a dock, or in a window of its own.
#pragma once

#include "session/session.h"

#include <QPointer>
#include <QWidget>

#include <memory>

namespace entitylens {

// Parts by object name, for tests and for a host: entityTree, entityFilter, objectTable, inspector, predicateEditor,
// predicateError, sqlPane, statusLine, backButton, forwardButton, breadcrumb, findAnywhere, modelButton, storeButton,
// moreButton, emptyState.
class Panel : public QWidget
{
    Q_OBJECT
    // For whoever has the panel as a mere widget, such as a test inside a host.
    Q_PROPERTY(QString currentEntity READ currentEntity)
    Q_PROPERTY(QString currentPredicate READ currentPredicate)
    Q_PROPERTY(QString currentObject READ currentObject)
    Q_PROPERTY(bool busy READ isBusy)
public:
    // What the surrounding program can do for an object; each becomes a menu entry when set.
    enum HostAbility {
        NoAbility = 0,
        BrowseTable = 1,  // browseRequested
        ExecuteSql = 2,   // sqlRequested
        OpenStores = 4    // openStoreRequested
    };
    Q_DECLARE_FLAGS(HostAbilities, HostAbility)

    // The session is not owned and may be null (nothing open).
    explicit Panel(Session *session = nullptr, QWidget *parent = nullptr);
    ~Panel() override;

    void setSession(Session *session);
    Session *session() const { return m_session; }
    void closeStore() { setSession(nullptr); }
    void setHostAbilities(HostAbilities abilities);
    // Shortcuts that stay the host's (as QKeySequence text, "Ctrl+F"); the panel does not take them.
    void setReservedShortcuts(const QStringList &sequences);

    QString currentEntity() const;
    QString currentPredicate() const;
    // "Post/5", or empty when nothing is inspected.
    QString currentObject() const;
    // True while anything that was asked for has not arrived.
    bool isBusy() const;

public slots:
    void showEntity(const QString &entity);
    void showObject(const QString &entity, qint64 key);
    void showQuery(const QString &entity, const QString &predicate);
    void goBack();
    void goForward();
    void reload();
    // "" (the table), "diagram", "charts", "store", "search", "compare", "migration".
    void showView(const QString &name);

    // Chooses a model file for the store and tells by modelChosen().
    void chooseModel();

signals:
    // The store is encrypted and no key is known, or the one given does not fit.
    void passphraseRequested(const entitylens::Failure &why);
    // The person chose a model file or bundle for this store; empty: infer.
    void modelChosen(const QString &path);
    void openStoreRequested();
    // The row of an object in its table, for the host's own grid.
    void browseRequested(const QString &table, qint64 key);
    void sqlRequested(const QString &sql);

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    class Private;
    QPointer<Session> m_session;
    std::unique_ptr<Private> d;
};

Q_DECLARE_OPERATORS_FOR_FLAGS(Panel::HostAbilities)

} // namespace entitylens
