// SPDX-License-Identifier: GPL-3.0-or-later
// The window of entitylens-browser: the panel on a store of its own.
#pragma once

#include "session/store_session.h"

#include <QMainWindow>

namespace entitylens {

class Panel;
class PassphraseDialog;

class BrowserWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit BrowserWindow(QWidget *parent = nullptr);
    ~BrowserWindow() override;

    void open(const OpenRequest &request);
    Panel *panel() const { return m_panel; }
    StoreSession *session() const { return m_session; }

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    void chooseStore();
    void askPassphrase(const Failure &why);
    void updateTitle();

    StoreSession *m_session;
    Panel *m_panel;
};

} // namespace entitylens
