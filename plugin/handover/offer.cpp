// SPDX-License-Identifier: GPL-3.0-or-later
#include "offer.h"

#include <QFile>

#include <cstdlib>
#include <cstring>

namespace entitylens {

namespace {

KeyPtr made(el_key *key)
{
    return KeyPtr(key, [](const el_key *k) { el_key_free(const_cast<el_key *>(k)); });
}

// One "NAME LENGTH\n bytes \n"; advances, or answers false at the end or at anything else.
bool next(const char *&at, const char *end, QByteArray &name, const char *&value, size_t &size)
{
    auto *line = static_cast<const char *>(memchr(at, '\n', size_t(end - at)));
    auto *blank = line ? static_cast<const char *>(memchr(at, ' ', size_t(line - at))) : nullptr;
    if (!blank)
        return false;
    name = QByteArray(at, int(blank - at));
    const QByteArray digits(blank + 1, int(line - blank - 1));
    bool isNumber = false;
    const qulonglong length = digits.toULongLong(&isNumber);
    value = line + 1;
    if (!isNumber || length >= qulonglong(end - value))
        return false;
    size = size_t(length);
    if (value[size] != '\n')
        return false;
    at = value + size + 1;
    return true;
}

el_key *keyOf(const QByteArray &name, const char *value, size_t size)
{
    el_key *key = nullptr;
    if (name == "key")
        el_key_new_passphrase(&key, value, size, nullptr);
    else if (name == "hex-key")
        el_key_new_hex_passphrase(&key, value, size, nullptr);
    else if (name == "raw-key")
        el_key_new_raw(&key, value, size, nullptr);
    return key;
}

} // namespace

OfferedKey readOffer(const char *bytes, size_t size)
{
    OfferedKey offered;
    const char *at = bytes, *end = bytes + size, *value = nullptr;
    QByteArray name;
    size_t length = 0;
    while (bytes && next(at, end, name, value, length)) {
        if (name == "file")
            offered.path = QFile::decodeName(QByteArray(value, int(length)));
        else if (name == "cipher")
            offered.cipher = QString::fromUtf8(value, int(length));
        else if (name == "model")
            offered.modelPath = QFile::decodeName(QByteArray(value, int(length)));
        else if (el_key *key = keyOf(name, value, length))
            offered.key = made(key);
    }
    return offered;
}

} // namespace entitylens
