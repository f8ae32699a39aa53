// SPDX-License-Identifier: GPL-3.0-or-later
#include "handover.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace entitylens {

namespace {

// A path, a key and a few words; more than this was not written by our launcher.
constexpr size_t mostBytes = 64 * 1024;

bool descriptorOf(const char *variable, int &descriptor)
{
    const char *text = getenv(variable);
    if (!text || !*text)
        return false;
    char *end = nullptr;
    errno = 0;
    long number = strtol(text, &end, 10);
    // 0 to 2 are the standard streams: never ours to close.
    if (errno || *end || number < 3 || number > 1 << 20 || fcntl(int(number), F_GETFD) < 0)
        return false;
    descriptor = int(number);
    return true;
}

} // namespace

void Handover::read(const char *variable)
{
    int descriptor = -1;
    if (!descriptorOf(variable, descriptor))
        return;
    wipe();
    fill(descriptor);
    close(descriptor);
}

void Handover::fill(int descriptor)
{
    m_bytes = static_cast<char *>(malloc(mostBytes));
    if (!m_bytes)
        return;
    while (m_size < mostBytes) {
        ssize_t got = ::read(descriptor, m_bytes + m_size, mostBytes - m_size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        m_size += size_t(got);
    }
}

void Handover::wipe()
{
    if (m_bytes)
        explicit_bzero(m_bytes, mostBytes);
    free(m_bytes);
    m_bytes = nullptr;
    m_size = 0;
}

} // namespace entitylens
