// SPDX-License-Identifier: GPL-3.0-or-later
// Where the person has been: back and forward, as in a browser.
#pragma once

#include "object_table_model.h"

#include <QVector>

namespace entitylens {

// One object of a walk: the first is the one selected in the table, each further one was followed to.
struct Step {
    QString relationship; // by which it was reached; empty for the first
    QString entity;
    qint64 key = 0;
    QString label;
};

// Enough to come back to: the question, the scroll, the selection, the object that was inspected.
struct Place {
    Query query;
    ObjectTableModel::Start top;    // the first row on the screen
    int scrollX = 0;
    QString selectedEntity;         // the object selected in the table
    qint64 selectedKey = 0;
    int selectedRow = -1;
    int selectedColumn = 0;
    QVector<Step> steps;            // what the inspector shows and how it got there; empty: nothing
    QString view;                   // another view than the table: "diagram", "store", …
};

class History
{
public:
    // A new place after the current one; what was ahead is forgotten.
    void go(const Place &place);
    // The current place as it looks now: scroll and selection move on all the time.
    void update(const Place &place);
    bool canGoBack() const { return m_at > 0; }
    bool canGoForward() const { return m_at + 1 < m_places.size(); }
    const Place *back();
    const Place *forward();
    const Place *current() const { return m_at >= 0 ? &m_places[m_at] : nullptr; }
    void clear();
    int position() const { return m_at; }
    const Place *jump(int position);
    int size() const { return m_places.size(); }

private:
    QVector<Place> m_places;
    int m_at = -1;
};

} // namespace entitylens
