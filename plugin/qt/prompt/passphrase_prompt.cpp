// SPDX-License-Identifier: GPL-3.0-or-later
#include "passphrase_prompt.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <cstring>

namespace entitylens {

PassphrasePrompt::PassphrasePrompt(const QString &path, Try attempt, QWidget *parent)
    : QDialog(parent), m_try(std::move(attempt))
{
    setObjectName(QStringLiteral("entitylensPrompt"));
    setWindowTitle(tr("Open encrypted store"));
    build(path);
    kindChanged();
}

PassphrasePrompt::~PassphrasePrompt()
{
    m_key->clear();
}

void PassphrasePrompt::build(const QString &path)
{
    auto *intro = new QLabel(tr("“%1” is encrypted.").arg(QFileInfo(path).fileName()), this);
    intro->setTextFormat(Qt::PlainText);
    intro->setToolTip(path);
    intro->setWordWrap(true);

    m_cipher = new QLineEdit(this);
    m_cipher->setObjectName(QStringLiteral("promptCipher"));
    m_cipher->setPlaceholderText(tr("found by itself"));
    m_cipher->setToolTip(tr("SQLCipher's version (1 to 4), or parameters such as page_size=1024,kdf_iter=4000"));

    auto *form = new QFormLayout;
    form->addRow(tr("&Key:"), keyRow());
    form->addRow(tr("K&ind:"), m_kind);
    form->addRow(tr("&Cipher:"), m_cipher);

    m_error = new QLabel(this);
    m_error->setObjectName(QStringLiteral("promptError"));
    m_error->setTextFormat(Qt::PlainText);
    m_error->setWordWrap(true);
    m_error->setVisible(false);

    m_buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    m_buttons->setObjectName(QStringLiteral("promptButtons"));
    QPushButton *open = m_buttons->button(QDialogButtonBox::Ok);
    open->setText(tr("&Open"));
    open->setEnabled(false);
    connect(m_key, &QLineEdit::textChanged, open, [open](const QString &text) { open->setEnabled(!text.isEmpty()); });
    connect(m_buttons, &QDialogButtonBox::accepted, this, &PassphrasePrompt::attempt);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto *layout = new QVBoxLayout(this);
    layout->addWidget(intro);
    layout->addLayout(form);
    layout->addWidget(m_error);
    layout->addWidget(m_buttons);
    setMinimumWidth(440);
    m_key->setFocus();
}

QWidget *PassphrasePrompt::keyRow()
{
    auto *row = new QWidget(this);
    m_key = new QLineEdit(row);
    m_key->setObjectName(QStringLiteral("promptKey"));
    m_key->setEchoMode(QLineEdit::Password);
    m_key->setAccessibleName(tr("Key"));
    m_kind = new QComboBox(this);
    m_kind->setObjectName(QStringLiteral("promptKind"));
    m_kind->addItems({tr("Passphrase"), tr("Passphrase in hex digits"), tr("Raw key in hex digits")});
    auto *reveal = new QCheckBox(tr("&Show"), row);
    reveal->setObjectName(QStringLiteral("promptReveal"));
    connect(reveal, &QCheckBox::toggled, m_key,
            [this](bool on) { m_key->setEchoMode(on ? QLineEdit::Normal : QLineEdit::Password); });
    connect(m_kind, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &PassphrasePrompt::kindChanged);

    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_key, 1);
    layout->addWidget(reveal);
    row->setFocusProxy(m_key);
    return row;
}

void PassphrasePrompt::kindChanged()
{
    static const char *const hints[] = {"", QT_TR_NOOP("e.g. 736563726574"), QT_TR_NOOP("64 or 96 hex digits")};
    const int kind = m_kind->currentIndex();
    m_key->setPlaceholderText(kind == Passphrase ? QString() : tr(hints[kind]));
}

KeyPtr PassphrasePrompt::typedKey(Failure *failure) const
{
    QByteArray bytes = m_key->text().toUtf8();
    el_key *key = nullptr;
    el_error error;
    el_error_clear(&error);
    int status = EL_OK;
    switch (m_kind->currentIndex()) {
    case HexPassphrase: status = el_key_new_hex_passphrase(&key, bytes.constData(), size_t(bytes.size()), &error); break;
    case RawKey: status = el_key_new_raw(&key, bytes.constData(), size_t(bytes.size()), &error); break;
    default: status = el_key_new_passphrase(&key, bytes.constData(), size_t(bytes.size()), &error);
    }
    explicit_bzero(bytes.data(), size_t(bytes.size()));
    if (status != EL_OK) {
        *failure = Failure(status, error);
        return KeyPtr();
    }
    return KeyPtr(key, [](const el_key *k) { el_key_free(const_cast<el_key *>(k)); });
}

void PassphrasePrompt::attempt()
{
    Failure failure;
    const KeyPtr key = typedKey(&failure);
    if (key) {
        QApplication::setOverrideCursor(Qt::WaitCursor); // a key derivation takes tenths of a second
        failure = m_try(key, m_cipher->text().trimmed());
        QApplication::restoreOverrideCursor();
    }
    if (failure) {
        explain(failure);
        return;
    }
    m_key->clear();
    accept();
}

void PassphrasePrompt::explain(const Failure &failure)
{
    // The core's advice on a wrong key names options of the command line.
    const QString next = failure.code == QLatin1String("wrong-key")
        ? tr("Check case, spaces and line ends. If the app sets cipher parameters of its own, give them under Cipher.")
        : failure.nextStep();
    m_error->setText(next.isEmpty() ? failure.sentence() : failure.sentence() + QLatin1Char('\n') + next);
    m_error->setVisible(true);
    m_key->selectAll();
    m_key->setFocus();
    adjustSize();
}

} // namespace entitylens
