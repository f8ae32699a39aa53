// SPDX-License-Identifier: GPL-3.0-or-later
#include "text_buffer.h"

extern "C" {
#include "base/buf.h"
}

namespace entitylens {

TextBuffer::TextBuffer() : m_buffer(new el_buf())
{
}

TextBuffer::~TextBuffer()
{
    el_buf_free(m_buffer);
    delete m_buffer;
}

void TextBuffer::clear()
{
    el_buf_clear(m_buffer);
}

QByteArray TextBuffer::bytes() const
{
    return QByteArray(el_buf_str(m_buffer), int(m_buffer->len));
}

} // namespace entitylens
