// SPDX-License-Identifier: GPL-3.0-or-later
#include "header.h"

extern "C" {
#include "sqlite/pages.h"
}

#include <memory>

namespace entitylens {

namespace {

constexpr int magicBytes = 16;
constexpr int smallestPage = 512;

using PagesPtr = std::unique_ptr<el_pages, void (*)(el_pages *)>;

QByteArray firstBytes(el_pages *pages)
{
    QByteArray bytes(magicBytes, '\0');
    if (el_pages_size(pages) < smallestPage || el_pages_read(pages, bytes.data(), 0, magicBytes, nullptr) != EL_OK)
        return QByteArray();
    return bytes;
}

} // namespace

FileStart startOf(sqlite3 *db, QByteArray *first)
{
    el_pages *pages = nullptr;
    if (el_pages_of_connection(&pages, db, nullptr) != EL_OK)
        return FileStart::None;
    PagesPtr freed(pages, el_pages_close);
    const QByteArray bytes = firstBytes(pages);
    if (first)
        *first = bytes;
    if (bytes.isEmpty())
        return FileStart::None;
    return bytes == QByteArray("SQLite format 3\0", magicBytes) ? FileStart::Plain : FileStart::Unreadable;
}

QByteArray readSalt(const QByteArray &path)
{
    OwnConnections own;
    el_pages *pages = nullptr;
    if (el_pages_open(&pages, path.constData(), nullptr) != EL_OK)
        return QByteArray();
    PagesPtr freed(pages, el_pages_close);
    return firstBytes(pages);
}

} // namespace entitylens
