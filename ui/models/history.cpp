// SPDX-License-Identifier: GPL-3.0-or-later
#include "history.h"

namespace entitylens {

namespace {

constexpr int mostPlaces = 200;

} // namespace

void History::go(const Place &place)
{
    m_places.resize(m_at + 1);
    m_places << place;
    if (m_places.size() > mostPlaces)
        m_places.removeFirst();
    m_at = m_places.size() - 1;
}

void History::update(const Place &place)
{
    if (m_at >= 0)
        m_places[m_at] = place;
}

const Place *History::back()
{
    return jump(m_at - 1);
}

const Place *History::forward()
{
    return jump(m_at + 1);
}

const Place *History::jump(int position)
{
    if (position < 0 || position >= m_places.size())
        return nullptr;
    m_at = position;
    return &m_places[m_at];
}

void History::clear()
{
    m_places.clear();
    m_at = -1;
}

} // namespace entitylens
