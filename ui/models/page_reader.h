// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a page of a sorted result by its position, on a lane.
#pragma once

#include "session/cell.h"
#include "session/job.h"
#include "session/query.h"

#include <QVector>

#include <memory>

struct el_cursor;

namespace entitylens {

using CursorPtr = std::shared_ptr<el_cursor>;

// Everything that a page holds, and the places from which its neighbours are read without counting rows.
struct Page {
    QVector<Row> rows;
    CursorPtr first; // the place of its first row
    CursorPtr last;  // the place of its last row
    bool atStart = false;
    bool atEnd = false;
    double milliseconds = 0;
};

struct PageRequest {
    Query query;
    int first = 0;   // position of the wanted page's first row
    int size = 0;
    qint64 total = -1; // rows of the whole result, when known
    CursorPtr before;  // the place of the row just before the page, when known
    CursorPtr after;   // the place of the row just after the page, when known
};

// Answers an el_status.
int readPage(el_store *store, Job &job, const PageRequest &request, Page *page, el_error *error);

// Position of the row at a place, for finding it again after the data changed.
int rankOf(el_store *store, const Query &query, const CursorPtr &place, qint64 *rank, el_error *error);

// Position of an object in a result that is in the order of keys.
int rankOfKey(el_store *store, const Query &query, qint64 key, qint64 *rank, el_error *error);

} // namespace entitylens
