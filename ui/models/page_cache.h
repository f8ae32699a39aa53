// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of a result that are at hand: a bounded number of rows, and the places between pages.
#pragma once

#include "page_reader.h"

#include <QHash>

namespace entitylens {

class PageCache
{
public:
    static constexpr int pageSize = 100;
    // Rows are kept for this many pages; some more than a screen on every side.
    static constexpr int capacity = 80;

    void clear();
    void insert(int page, const Page &content);
    bool contains(int page) const { return m_pages.contains(page); }
    const Row *row(int index) const;
    // Places that make reading `page` cheap, as far as known.
    void fillPlaces(int page, PageRequest *request) const;
    // The place of the row just before a page: with it the page can be read again without counting.
    CursorPtr placeBefore(int page) const { return m_last.value(page - 1); }
    CursorPtr placeOfFirst(int page) const { return m_first.value(page); }
    int rowsHeld() const;

private:
    void evict(int keep);

    struct Entry {
        QVector<Row> rows;
        quint64 used = 0;
    };
    mutable QHash<int, Entry> m_pages;
    mutable quint64 m_clock = 0;
    // Small, so they outlive their pages.
    QHash<int, CursorPtr> m_first;
    QHash<int, CursorPtr> m_last;
};

} // namespace entitylens
