// SPDX-License-Identifier: GPL-3.0-or-later
#include "passphrase_dialog.h"

#include "icons.h"
#include "small_widgets.h"
#include "theme.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace entitylens {

namespace {

enum KeyKind { Passphrase, RawKey, HexPassphrase };

// What the field contained is overwritten before its memory is given back.
void wipeBytes(QByteArray &bytes)
{
    volatile char *p = bytes.data();
    for (int i = 0; i < bytes.size(); i++)
        p[i] = 0;
    bytes.clear();
}

} // namespace

PassphraseDialog::PassphraseDialog(const QString &fileName, QWidget *parent) : QDialog(parent), m_reason(new QLabel(this)),
    m_hint(new QLabel(this)), m_kind(new QComboBox(this)), m_text(new QLineEdit(this)),
    m_again(new QLineEdit(this)), m_title(new QLabel(this)), m_open(nullptr), m_progress(new ProgressLine(this))
{
    setObjectName(QStringLiteral("passphraseDialog"));
    setWindowTitle(tr("Passphrase"));
    setModal(true);
    QLabel *title = m_title;
    title->setText(tr("%1 is encrypted.").arg(fileName));
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    title->setFont(bold);
    title->setWordWrap(true);
    m_reason->setObjectName(QStringLiteral("passphraseReason"));
    m_reason->setWordWrap(true);
    m_reason->hide();
    m_hint->setObjectName(QStringLiteral("passphraseHint"));
    m_hint->setWordWrap(true);
    m_kind->setObjectName(QStringLiteral("passphraseKind"));
    m_kind->setAccessibleName(tr("Kind of key"));
    m_kind->addItem(tr("Passphrase"));
    m_kind->addItem(tr("Raw key"));
    m_kind->addItem(tr("Hex bytes"));
    m_text->setObjectName(QStringLiteral("passphraseEdit"));
    m_text->setAccessibleName(tr("Passphrase or key"));
    m_text->setEchoMode(QLineEdit::Password);
    m_text->setMinimumWidth(70 * unit);
    QAction *reveal = m_text->addAction(icon("unlock", m_text), QLineEdit::TrailingPosition);
    reveal->setCheckable(true);
    reveal->setToolTip(tr("Show what is typed"));
    connect(reveal, &QAction::toggled, this, [this](bool on) {
        m_text->setEchoMode(on ? QLineEdit::Normal : QLineEdit::Password);
    });
    auto buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton *open = m_open = buttons->addButton(tr("Open"), QDialogButtonBox::AcceptRole);
    m_again->setObjectName(QStringLiteral("passphraseAgain"));
    m_again->setAccessibleName(tr("The same again"));
    m_again->setPlaceholderText(tr("The same again"));
    m_again->setEchoMode(QLineEdit::Password);
    m_again->hide();
    open->setObjectName(QStringLiteral("passphraseOpen"));
    open->setDefault(true);
    open->setEnabled(false);

    auto field = new QHBoxLayout;
    field->setSpacing(2 * unit);
    field->addWidget(m_kind);
    field->addWidget(m_text, 1);
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(5 * unit, 5 * unit, 5 * unit, 4 * unit);
    layout->setSpacing(3 * unit);
    layout->addWidget(title);
    layout->addWidget(m_reason);
    layout->addLayout(field);
    layout->addWidget(m_again);
    layout->addWidget(m_hint);
    layout->addWidget(m_progress);
    layout->addSpacing(unit);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &PassphraseDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &PassphraseDialog::reject);
    connect(m_text, &QLineEdit::textChanged, this, &PassphraseDialog::typed);
    connect(m_again, &QLineEdit::textChanged, this, &PassphraseDialog::typed);
    connect(m_kind, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &PassphraseDialog::kindChanged);
    kindChanged();
    applyTheme();
    m_text->setFocus();
}

PassphraseDialog::~PassphraseDialog()
{
    wipe();
}

void PassphraseDialog::wipe()
{
    // QLineEdit keeps its own copies; overwriting by a text of the same length is what its interface allows.
    for (QLineEdit *edit : {m_text, m_again}) {
        edit->setText(QString(edit->text().size(), QLatin1Char(' ')));
        edit->clear();
    }
}

void PassphraseDialog::askForNew()
{
    m_new = true;
    m_title->setText(tr("The key of the copy"));
    m_open->setText(tr("Use it"));
    m_again->show();
    kindChanged();
    typed();
}

void PassphraseDialog::typed()
{
    m_open->setEnabled(!m_text->text().isEmpty() && (!m_new || m_text->text() == m_again->text()));
}

void PassphraseDialog::setFailure(const Failure &failure)
{
    bool told = failure.status == EL_EWRONGKEY || failure.status == EL_EUSAGE;
    QString text = failure.sentence();
    // The core's advice on a wrong key names options of the command line.
    if (failure.status == EL_EWRONGKEY)
        text += QLatin1Char('\n') + tr("Check case, spaces and line ends, or choose another kind of key.");
    m_reason->setVisible(told);
    m_reason->setText(text);
    adjustSize();
}

void PassphraseDialog::openWith(StoreSession *session)
{
    m_session = session;
    connect(session, &Session::stateChanged, this, &PassphraseDialog::sessionChanged);
}

void PassphraseDialog::setTrying(bool trying)
{
    m_trying = trying;
    m_kind->setEnabled(!trying);
    m_text->setEnabled(!trying);
    m_open->setEnabled(!trying);
    m_progress->setBusy(trying);
}

void PassphraseDialog::sessionChanged()
{
    if (!m_trying || m_session->state() == Session::State::Opening)
        return;
    setTrying(false);
    const Failure failure = m_session->failure();
    if (m_session->state() == Session::State::Failed && failure.status == EL_EWRONGKEY) {
        setFailure(failure);
        m_text->setFocus();
        m_text->selectAll();
        return;
    }
    // Open, or a failure that another key does not mend: the window says it.
    wipe();
    QDialog::accept();
}

void PassphraseDialog::reject()
{
    bool trying = m_trying;
    m_trying = false;
    if (trying)
        m_session->close();
    wipe();
    QDialog::reject();
}

void PassphraseDialog::kindChanged()
{
    switch (m_kind->currentIndex()) {
    case RawKey: m_hint->setText(tr("64 hexadecimal digits (the key), or 96 (the key and its salt).")); break;
    case HexPassphrase: m_hint->setText(tr("The bytes of the passphrase, two hexadecimal digits each.")); break;
    default: m_hint->setText(m_new ? tr("Nobody can read the copy without it.") : tr("The format of SQLCipher is found by itself. Nothing is written to the file.")); break;
    }
}

void PassphraseDialog::accept()
{
    QByteArray bytes = m_text->text().toUtf8();
    el_key *raw = nullptr;
    el_error error;
    el_error_clear(&error);
    int status = EL_OK;
    switch (m_kind->currentIndex()) {
    case RawKey: status = el_key_new_raw(&raw, bytes.constData(), size_t(bytes.size()), &error); break;
    case HexPassphrase: status = el_key_new_hex_passphrase(&raw, bytes.constData(), size_t(bytes.size()), &error); break;
    default: status = el_key_new_passphrase(&raw, bytes.constData(), size_t(bytes.size()), &error); break;
    }
    wipeBytes(bytes);
    if (status != EL_OK) {
        m_reason->setText(Failure(status, error).sentence());
        m_reason->show();
        adjustSize();
        return;
    }
    m_key = KeyPtr(raw, [](const el_key *key) { el_key_free(const_cast<el_key *>(key)); });
    if (m_session) {
        m_reason->hide();
        setTrying(true);
        m_session->reopenWithKey(m_key);
        return;
    }
    wipe();
    QDialog::accept();
}

void PassphraseDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
}

void PassphraseDialog::applyTheme()
{
    QPalette app = QApplication::palette(this);
    Theme theme = Theme::of(app);
    QPalette quiet = app, error = app;
    quiet.setColor(QPalette::WindowText, theme.muted);
    error.setColor(QPalette::WindowText, theme.error);
    m_hint->setPalette(quiet);
    m_hint->setFont(smaller(font()));
    m_reason->setPalette(error);
}

} // namespace entitylens
