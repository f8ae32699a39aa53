// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for the key of an encrypted store.  The only modal window besides a file chooser.
#pragma once

#include "session/failure.h"
#include "session/store_session.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace entitylens {

class ProgressLine;

class PassphraseDialog : public QDialog
{
    Q_OBJECT
public:
    explicit PassphraseDialog(const QString &fileName, QWidget *parent = nullptr);
    ~PassphraseDialog() override;

    // For a copy that is to be encrypted: typed twice.
    void askForNew();
    // Why it is asked again, e.g. that the last one did not fit.
    void setFailure(const Failure &failure);
    // Tries the key on the session's store and stays, with what was typed, until the store is open or the person cancels.
    void openWith(StoreSession *session);
    // Null until accepted.
    KeyPtr key() const { return m_key; }

protected:
    void accept() override;
    void reject() override;
    void changeEvent(QEvent *event) override;

private:
    void wipe();
    void applyTheme();
    void kindChanged();
    void typed();
    void setTrying(bool trying);
    void sessionChanged();

    QLabel *m_reason;
    QLabel *m_hint;
    QComboBox *m_kind;
    QLineEdit *m_text;
    QLineEdit *m_again;
    QLabel *m_title;
    QPushButton *m_open;
    ProgressLine *m_progress;
    StoreSession *m_session = nullptr;
    bool m_new = false;
    bool m_trying = false;
    KeyPtr m_key;
};

} // namespace entitylens
