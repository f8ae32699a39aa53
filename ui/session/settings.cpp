// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings.h"

#include <QCryptographicHash>

namespace entitylens {

namespace {

QString nameOf(const QString &uuid, const QString &path)
{
    if (!uuid.isEmpty())
        return uuid;
    QByteArray digest = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha256);
    return QString::fromLatin1(digest.toHex().left(32));
}

} // namespace

Settings::Settings() : m_settings(QStringLiteral("EntityLens"), QStringLiteral("EntityLens"))
{
}

Settings::Settings(const QString &uuid, const QString &path) : Settings()
{
    m_store = nameOf(uuid, path);
}

QVariant Settings::value(const QString &key, const QVariant &otherwise) const
{
    return m_settings.value(key, otherwise);
}

void Settings::setValue(const QString &key, const QVariant &value)
{
    m_settings.setValue(key, value);
}

QString Settings::storeKey(const QString &key) const
{
    return QStringLiteral("stores/%1/%2").arg(m_store, key);
}

QVariant Settings::storeValue(const QString &key, const QVariant &otherwise) const
{
    return m_store.isEmpty() ? otherwise : m_settings.value(storeKey(key), otherwise);
}

void Settings::setStoreValue(const QString &key, const QVariant &value)
{
    if (!m_store.isEmpty())
        m_settings.setValue(storeKey(key), value);
}

} // namespace entitylens
