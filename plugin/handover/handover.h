// SPDX-License-Identifier: GPL-3.0-or-later
// What the launcher hands over besides the command line: the file to open with its key, in a descriptor that only this
// process inherits.  Its text is described in plugin/qt/attach.h.
#pragma once

#include <cstddef>

namespace entitylens {

// Bytes that are wiped when they go.
class Handover
{
public:
    Handover() = default;
    ~Handover() { wipe(); }
    Handover(const Handover &) = delete;
    Handover &operator=(const Handover &) = delete;

    // Reads to the end of the descriptor whose number the environment variable holds, and closes it.
    void read(const char *variable);
    void wipe();
    const char *data() const { return m_bytes; }
    size_t size() const { return m_size; }

private:
    void fill(int descriptor);

    char *m_bytes = nullptr;
    size_t m_size = 0;
};

} // namespace entitylens
