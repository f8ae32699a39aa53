// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of this run, in memory only: what opened which file.
#pragma once

#include "file_identity.h"

#include <handover/offer.h>

#include <session/failure.h>
#include <session/store_session.h>

#include <QString>

#include <memory>
#include <vector>

namespace entitylens {

// A key that fits a file, together with everything needed to use it again without deriving it again.
struct KnownKey {
    FileIdentity file;
    QByteArray salt;       // the file's first 16 bytes when the key was found to fit
    KeyPtr given;          // what the person or the launcher gave
    KeyPtr connectionKey;  // what a connection is keyed with
    el_cipher_params params = el_cipher_params();
    QString cipher;        // as the command line's --cipher

    // The parameters found, as the command line's --cipher takes them.
    QByteArray parameters() const;
};

// Used in the thread of the user interface only.
class Keyring
{
public:
    static Keyring *instance();

    const KnownKey *find(const FileIdentity &file) const;
    // Tries the key on the file; a fitting one is remembered.  Opens the file by a connection of our own.
    Failure learn(const QString &path, const KeyPtr &key, const QString &cipher);
    // What the file is, as far as one can tell without a key: EL_EKEYNEEDED for one that a passphrase may open.
    static Failure look(const QString &path);
    // Keys a fresh connection; its last statement succeeds whatever happens, since the engine takes a failed one for a
    // failed opening.
    static Failure apply(sqlite3 *db, const KnownKey &known);

    void offer(const OfferedKey &offered) { m_offered.push_back(offered); }
    // The offered key of that file, removed; a null key when there is none.
    OfferedKey takeOffer(const FileIdentity &file);
    QString modelFor(const FileIdentity &file) const;
    void setModel(const FileIdentity &file, const QString &path);

    // Wipes everything.
    void clear();

private:
    struct Model {
        FileIdentity file;
        QString path;
    };
    std::vector<KnownKey> m_known;
    std::vector<OfferedKey> m_offered;
    std::vector<Model> m_models;
};

// Reads what the launcher handed over (attach.h) into the ring.
void readHandover(Keyring *ring, const char *bytes, size_t size);

} // namespace entitylens
