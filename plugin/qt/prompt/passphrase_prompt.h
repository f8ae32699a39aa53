// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for what opens an encrypted file.
#pragma once

#include <session/store_session.h>

#include <QDialog>

#include <functional>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace entitylens {

class PassphrasePrompt : public QDialog
{
    Q_OBJECT
public:
    // Answers whether the key opens the file; a failure keeps the prompt open and is shown in it.
    using Try = std::function<Failure(const KeyPtr &key, const QString &cipher)>;

    PassphrasePrompt(const QString &path, Try attempt, QWidget *parent = nullptr);
    ~PassphrasePrompt() override;

private:
    enum Kind { Passphrase, HexPassphrase, RawKey };

    void build(const QString &path);
    QWidget *keyRow();
    void attempt();
    KeyPtr typedKey(Failure *failure) const;
    void explain(const Failure &failure);
    void kindChanged();

    const Try m_try;
    QLineEdit *m_key = nullptr;
    QComboBox *m_kind = nullptr;
    QLineEdit *m_cipher = nullptr;
    QLabel *m_error = nullptr;
    QDialogButtonBox *m_buttons = nullptr;
};

} // namespace entitylens
