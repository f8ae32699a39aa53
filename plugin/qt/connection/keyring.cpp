// SPDX-License-Identifier: GPL-3.0-or-later
#include "keyring.h"

#include "engine.h"
#include "header.h"

#include <session/text_buffer.h>

#include <QFile>

#include <algorithm>

namespace entitylens {

namespace {

using ReportPtr = std::unique_ptr<el_cipher_report, void (*)(el_cipher_report *)>;

KeyPtr owned(el_key *key)
{
    return KeyPtr(key, [](const el_key *k) { el_key_free(const_cast<el_key *>(k)); });
}

} // namespace

QByteArray KnownKey::parameters() const
{
    TextBuffer text;
    el_cipher_params_text(text.get(), &params);
    return text.bytes();
}

Keyring *Keyring::instance()
{
    static Keyring *ring = new Keyring;
    return ring;
}

const KnownKey *Keyring::find(const FileIdentity &file) const
{
    for (const KnownKey &known : m_known)
        if (known.file == file)
            return &known;
    return nullptr;
}

Failure Keyring::learn(const QString &path, const KeyPtr &key, const QString &cipher)
{
    OwnConnections own;
    const QByteArray file = QFile::encodeName(path), spec = cipher.toUtf8();
    el_cipher_report *report = nullptr;
    el_key *connectionKey = nullptr;
    el_error error;
    el_error_clear(&error);
    const int status = el_cipher_detect_file(&report, &connectionKey, file.constData(), key.get(),
                                             spec.isEmpty() ? nullptr : spec.constData(), nullptr, nullptr, &error);
    ReportPtr freed(report, el_cipher_report_free);
    KeyPtr raw = connectionKey ? owned(connectionKey) : KeyPtr();
    if (status != EL_OK)
        return Failure(status, error);

    KnownKey known;
    known.file = FileIdentity::of(file);
    known.salt = readSalt(file);
    known.given = key;
    known.connectionKey = raw;
    known.params = report->params;
    known.cipher = cipher;
    m_known.erase(std::remove_if(m_known.begin(), m_known.end(),
                                 [&](const KnownKey &old) { return old.file == known.file; }),
                  m_known.end());
    m_known.push_back(known);
    return Failure();
}

Failure Keyring::look(const QString &path)
{
    OwnConnections own;
    el_cipher_report *report = nullptr;
    el_key *none = nullptr;
    el_error error;
    el_error_clear(&error);
    const int status = el_cipher_detect_file(&report, &none, QFile::encodeName(path).constData(), nullptr, nullptr,
                                             nullptr, nullptr, &error);
    ReportPtr freed(report, el_cipher_report_free);
    el_key_free(none);
    return status == EL_OK ? Failure() : Failure(status, error);
}

Failure Keyring::apply(sqlite3 *db, const KnownKey &known)
{
    el_error error;
    el_error_clear(&error);
    const int status = el_cipher_key_connection(db, known.connectionKey.get(), &known.params, &error);
    sqlite3_exec(db, "SELECT 1", nullptr, nullptr, nullptr);
    return status == EL_OK ? Failure() : Failure(status, error);
}

OfferedKey Keyring::takeOffer(const FileIdentity &file)
{
    for (auto at = m_offered.begin(); at != m_offered.end(); ++at)
        if (FileIdentity::of(QFile::encodeName(at->path)) == file) {
            OfferedKey offered = *at;
            m_offered.erase(at);
            return offered;
        }
    return OfferedKey();
}

QString Keyring::modelFor(const FileIdentity &file) const
{
    for (const Model &model : m_models)
        if (model.file == file)
            return model.path;
    return QString();
}

void Keyring::setModel(const FileIdentity &file, const QString &path)
{
    for (Model &model : m_models)
        if (model.file == file) {
            model.path = path;
            return;
        }
    m_models.push_back(Model{file, path});
}

void Keyring::clear()
{
    m_known.clear();
    m_offered.clear();
}

void readHandover(Keyring *ring, const char *bytes, size_t size)
{
    const OfferedKey offered = readOffer(bytes, size);
    if (offered.path.isEmpty())
        return;
    if (!offered.modelPath.isEmpty())
        ring->setModel(FileIdentity::of(QFile::encodeName(offered.path)), offered.modelPath);
    if (offered.key)
        ring->offer(offered);
}

} // namespace entitylens
