// SPDX-License-Identifier: GPL-3.0-or-later
#include "key_file.h"

#include <QCoreApplication>
#include <QFile>

#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace entitylens {

namespace {

constexpr size_t longestKey = 64 * 1024;

// Without buffers that would keep a copy.
size_t readLine(int fd, char *line)
{
    size_t n = 0;
    char c;
    while (n < longestKey && read(fd, &c, 1) == 1 && c != '\n')
        line[n++] = c;
    if (n && line[n - 1] == '\r')
        n--;
    return n;
}

} // namespace

KeyPtr readKeyFile(const QString &name, Failure *failure)
{
    bool own = name != QLatin1String("-");
    int fd = own ? open(QFile::encodeName(name).constData(), O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    if (fd < 0) {
        *failure = Failure(EL_EIO, QStringLiteral("no-such-file"),
                           QCoreApplication::translate("KeyFile", "The key file %1 cannot be read: %2")
                               .arg(name, QString::fromLocal8Bit(strerror(errno))));
        return KeyPtr();
    }
    std::unique_ptr<char[]> line(new char[longestKey]);
    size_t n = readLine(fd, line.get());
    if (own)
        close(fd);
    el_key *raw = nullptr;
    el_error error;
    el_error_clear(&error);
    int status = el_key_new_passphrase(&raw, line.get(), n, &error);
    explicit_bzero(line.get(), longestKey);
    if (status != EL_OK) {
        *failure = Failure(status, error);
        return KeyPtr();
    }
    return KeyPtr(raw, [](const el_key *key) { el_key_free(const_cast<el_key *>(key)); });
}

} // namespace entitylens
