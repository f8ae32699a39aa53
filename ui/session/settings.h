// SPDX-License-Identifier: GPL-3.0-or-later
// What is remembered between runs, under our own name: layout, favourites, saved queries.  Never a key.
#pragma once

#include <QSettings>
#include <QString>
#include <QStringList>
#include <QVariant>

namespace entitylens {

class Settings
{
public:
    Settings();
    // Facts of one store are kept under its UUID, so that a moved copy finds them; without one, under its path.
    explicit Settings(const QString &storeUuid, const QString &storePath);

    QVariant value(const QString &key, const QVariant &otherwise = QVariant()) const;
    void setValue(const QString &key, const QVariant &value);
    QVariant storeValue(const QString &key, const QVariant &otherwise = QVariant()) const;
    void setStoreValue(const QString &key, const QVariant &value);

private:
    QString storeKey(const QString &key) const;

    mutable QSettings m_settings;
    QString m_store;
};

} // namespace entitylens
