// SPDX-License-Identifier: GPL-3.0-or-later
// A string that the core appends to.
#pragma once

#include <QByteArray>
#include <QString>

struct el_buf;

namespace entitylens {

class TextBuffer
{
public:
    TextBuffer();
    ~TextBuffer();
    TextBuffer(const TextBuffer &) = delete;
    TextBuffer &operator=(const TextBuffer &) = delete;

    el_buf *get() { return m_buffer; }
    void clear();
    QByteArray bytes() const;
    QString text() const { return QString::fromUtf8(bytes()); }

private:
    el_buf *m_buffer;
};

} // namespace entitylens
