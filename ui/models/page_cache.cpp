// SPDX-License-Identifier: GPL-3.0-or-later
#include "page_cache.h"

namespace entitylens {

namespace {

// Places kept at most: a long scroll through a large result must not grow without bound either.
constexpr int mostPlaces = 4096;

} // namespace

void PageCache::clear()
{
    m_pages.clear();
    m_first.clear();
    m_last.clear();
}

void PageCache::insert(int page, const Page &content)
{
    if (m_first.size() > mostPlaces) {
        m_first.clear();
        m_last.clear();
    }
    m_pages.insert(page, Entry{content.rows, ++m_clock});
    if (content.first)
        m_first.insert(page, content.first);
    if (content.last && content.rows.size() == pageSize)
        m_last.insert(page, content.last);
    if (m_pages.size() > capacity)
        evict(page);
}

const Row *PageCache::row(int index) const
{
    auto found = m_pages.find(index / pageSize);
    if (found == m_pages.end())
        return nullptr;
    found->used = ++m_clock;
    int at = index % pageSize;
    return at < found->rows.size() ? &found->rows[at] : nullptr;
}

void PageCache::fillPlaces(int page, PageRequest *request) const
{
    request->before = m_last.value(page - 1);
    if (!request->before)
        request->after = m_first.value(page + 1);
}

int PageCache::rowsHeld() const
{
    int n = 0;
    for (const Entry &entry : qAsConst(m_pages))
        n += entry.rows.size();
    return n;
}

// The page that was looked at longest ago goes; `keep` has just come.
void PageCache::evict(int keep)
{
    int oldest = -1;
    quint64 used = ~quint64(0);
    for (auto it = m_pages.constBegin(); it != m_pages.constEnd(); ++it)
        if (it.key() != keep && it->used < used) {
            used = it->used;
            oldest = it.key();
        }
    m_pages.remove(oldest);
}

} // namespace entitylens
