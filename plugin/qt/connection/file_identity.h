// SPDX-License-Identifier: GPL-3.0-or-later
// Which file a path means.  Only stat() is used: opening a database file of this process and closing it again would drop
// the host's locks on it.
#pragma once

#include <QByteArray>

#include <sys/stat.h>

namespace entitylens {

struct FileIdentity {
    dev_t device = 0;
    ino_t inode = 0;
    bool exists = false;

    static FileIdentity of(const QByteArray &path)
    {
        FileIdentity identity;
        struct stat facts;
        if (!path.isEmpty() && ::stat(path.constData(), &facts) == 0) {
            identity.device = facts.st_dev;
            identity.inode = facts.st_ino;
            identity.exists = true;
        }
        return identity;
    }

    bool operator==(const FileIdentity &other) const
    {
        return exists && other.exists && device == other.device && inode == other.inode;
    }
    bool operator!=(const FileIdentity &other) const { return !(*this == other); }
};

} // namespace entitylens
