// SPDX-License-Identifier: GPL-3.0-or-later
#include "page_reader.h"

#include <entitylens/query.h>
#include <entitylens/store.h>

#include <QElapsedTimer>

#include <algorithm>

namespace entitylens {

namespace {

constexpr unsigned pageFlags = EL_READ_LABELS | EL_READ_COUNTS;
// Enough of a blob to tell its kind.
constexpr int keptBytes = 64;
// From a place this near, reading on is cheaper than looking for a better one.
constexpr qint64 stride = 2048;
constexpr int mostGuesses = 12;

using PagePtr = std::unique_ptr<el_page, decltype(&el_page_free)>;

CursorPtr owned(el_cursor *cursor)
{
    return CursorPtr(cursor, el_cursor_free);
}

class Reader
{
public:
    Reader(el_store *store, Job &job, const PageRequest &request, el_error *error)
        : m_store(store), m_job(job), m_wanted(request), m_fetch(request.query, pageFlags),
          m_bare(request.query, 0), m_error(error)
    {
    }

    int run(Page *out)
    {
        QElapsedTimer clock;
        clock.start();
        if (!m_fetch.get(m_error) || !m_bare.get(m_error))
            return EL_EUSAGE;
        int status = readWanted(out);
        out->milliseconds = double(clock.nsecsElapsed()) / 1e6;
        return status;
    }

private:
    int readWanted(Page *out)
    {
        if (m_wanted.first == 0)
            return take(out, nullptr, EL_FORWARD, m_wanted.size);
        if (m_wanted.before)
            return take(out, m_wanted.before.get(), EL_FORWARD, m_wanted.size);
        if (m_wanted.after)
            return take(out, m_wanted.after.get(), EL_BACKWARD, m_wanted.size);
        bool isLast = m_wanted.total >= 0 && m_wanted.first + m_wanted.size >= m_wanted.total;
        if (isLast)
            return take(out, nullptr, EL_BACKWARD, std::max<qint64>(1, m_wanted.total - m_wanted.first));
        CursorPtr before;
        int status = seek(m_wanted.first - 1, &before);
        return status < 0 ? status : take(out, before.get(), EL_FORWARD, m_wanted.size);
    }

    int read(PagePtr *page, FetchRequest &request, const el_cursor *from, el_direction direction, qint64 limit)
    {
        el_page *raw = nullptr;
        int status = el_page_read(&raw, m_store, request.get(m_error), from, direction, size_t(limit), m_error);
        page->reset(raw);
        return status;
    }

    int take(Page *out, const el_cursor *from, el_direction direction, qint64 limit)
    {
        PagePtr page(nullptr, el_page_free);
        int status = read(&page, m_fetch, from, direction, limit);
        if (status < 0)
            return status;
        *out = Page();
        out->atStart = page->at_start;
        out->atEnd = page->at_end;
        out->rows.reserve(int(page->n));
        for (size_t i = 0; i < page->n; i++)
            out->rows << Row::from(*page->objects[i], keptBytes);
        if (page->n) {
            out->first = owned(el_page_cursor(page.get(), 0));
            out->last = owned(el_page_cursor(page.get(), page->n - 1));
        }
        return EL_OK;
    }

    // The place of the row at position `target`: guesses by fraction, learns the guess's true position, and guesses
    // again between what it knows; the last stretch is read.
    int seek(qint64 target, CursorPtr *place)
    {
        qint64 low = -1, high = m_wanted.total > 0 ? m_wanted.total : target * 2 + 2;
        double lowFraction = 0, highFraction = 1;
        CursorPtr nearest;
        qint64 nearestRank = -1;
        for (int i = 0; i < mostGuesses; i++) {
            if (m_job.isCancelled())
                return el_error_set(m_error, EL_ECANCELLED, "cancelled", "cancelled");
            double share = double(target - low) / double(std::max<qint64>(1, high - low));
            double fraction = lowFraction + (highFraction - lowFraction) * std::min(1.0, std::max(0.0, share));
            CursorPtr guess;
            qint64 rank = 0;
            int status = rowAt(fraction, &guess, &rank);
            if (status < 0)
                return status;
            bool better = nearestRank < 0 || qAbs(rank - target) < qAbs(nearestRank - target);
            if (better) {
                nearest = guess;
                nearestRank = rank;
            }
            if (qAbs(nearestRank - target) <= stride || rank == low || rank == high)
                break;
            (rank < target ? low : high) = rank;
            (rank < target ? lowFraction : highFraction) = fraction;
        }
        return walk(nearest, nearestRank, target, place);
    }

    // A row near fraction `f`, its place and its position.
    int rowAt(double f, CursorPtr *place, qint64 *rank)
    {
        el_cursor *raw = nullptr;
        int status = el_cursor_at_fraction(&raw, m_store, m_bare.get(m_error), f, m_error);
        if (status < 0)
            return status;
        CursorPtr between = owned(raw);
        PagePtr page(nullptr, el_page_free);
        status = read(&page, m_bare, between.get(), EL_FORWARD, 1);
        if (status == EL_OK && page->n == 0)
            status = read(&page, m_bare, nullptr, EL_BACKWARD, 1);
        if (status < 0)
            return status;
        if (page->n == 0)
            return el_error_set(m_error, EL_ENOTFOUND, "no-row", "the result has no row there any more");
        *place = owned(el_page_cursor(page.get(), 0));
        int64_t position = 0;
        status = el_cursor_rank(&position, m_store, m_bare.get(m_error), place->get(), m_error);
        *rank = position;
        return status;
    }

    int walk(CursorPtr from, qint64 rank, qint64 target, CursorPtr *place)
    {
        while (rank != target) {
            if (m_job.isCancelled())
                return el_error_set(m_error, EL_ECANCELLED, "cancelled", "cancelled");
            bool on = rank < target;
            qint64 step = std::min<qint64>(stride, qAbs(target - rank));
            PagePtr page(nullptr, el_page_free);
            int status = read(&page, m_bare, from.get(), on ? EL_FORWARD : EL_BACKWARD, step);
            if (status < 0)
                return status;
            if (page->n == 0)
                break;
            from = owned(el_page_cursor(page.get(), on ? page->n - 1 : 0));
            rank += on ? qint64(page->n) : -qint64(page->n);
            if (qint64(page->n) < step)
                break;
        }
        *place = from;
        return EL_OK;
    }

    el_store *const m_store;
    Job &m_job;
    const PageRequest &m_wanted;
    FetchRequest m_fetch;
    FetchRequest m_bare;
    el_error *const m_error;
};

} // namespace

int readPage(el_store *store, Job &job, const PageRequest &request, Page *page, el_error *error)
{
    return Reader(store, job, request, error).run(page);
}

int rankOfKey(el_store *store, const Query &query, qint64 key, qint64 *rank, el_error *error)
{
    CursorPtr place = owned(el_cursor_at_key(key));
    return rankOf(store, query, place, rank, error);
}

int rankOf(el_store *store, const Query &query, const CursorPtr &place, qint64 *rank, el_error *error)
{
    FetchRequest request(query, 0);
    const el_fetch_request *fetch = request.get(error);
    if (!fetch)
        return EL_EUSAGE;
    int64_t position = 0;
    int status = el_cursor_rank(&position, store, fetch, place.get(), error);
    *rank = position;
    return status;
}

} // namespace entitylens
