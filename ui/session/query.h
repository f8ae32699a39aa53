// SPDX-License-Identifier: GPL-3.0-or-later
// A question about one entity, and its translation to the core's fetch request.
#pragma once

#include <entitylens/query.h>

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QVector>

#include <memory>
#include <vector>

namespace entitylens {

struct SortKey {
    QString key; // key path
    bool descending = false;
    el_sort_mode mode = EL_SORT_PLAIN;

    bool operator==(const SortKey &o) const { return key == o.key && descending == o.descending && mode == o.mode; }
};

struct Query {
    QString entity;
    QString where;  // predicate text; empty: all
    QStringList filters; // further predicates that must hold, from the filter row
    QVector<SortKey> sorts;
    bool subentities = true;

    // where and the filters in one predicate text.
    QString predicate() const;
    // Offset in bytes of where within predicate(): error ranges count from there.
    int whereOffset() const;
    bool isFiltered() const { return !predicate().isEmpty(); }

    bool operator==(const Query &o) const;
    bool operator!=(const Query &o) const { return !(*this == o); }
};

// Owns the bytes that an el_fetch_request borrows.
class FetchRequest
{
public:
    FetchRequest(const Query &query, unsigned readFlags);
    FetchRequest(const FetchRequest &) = delete;
    FetchRequest &operator=(const FetchRequest &) = delete;

    const el_fetch_request *get() const { return &m_request; }
    void setColumns(const QStringList &columns);
    void setGroupBy(const QStringList &keys);
    void setLimit(qint64 limit) { m_request.limit = limit; }

private:
    const char *keep(const QString &text);
    std::vector<const char *> keepAll(const QStringList &texts);

    el_fetch_request m_request = el_fetch_request();
    std::vector<std::unique_ptr<QByteArray>> m_bytes;
    std::vector<el_sort> m_sorts;
    std::vector<const char *> m_columns;
    std::vector<const char *> m_groups;
};

} // namespace entitylens
