// SPDX-License-Identifier: GPL-3.0-or-later
// A question about one entity, and its translation to the core's fetch request.
#pragma once

#include <entitylens/query.h>

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QVector>

#include <memory>
#include <vector>

struct el_arena;

namespace entitylens {

struct SortKey {
    QString key; // key path
    bool descending = false;
    el_sort_mode mode = EL_SORT_PLAIN;

    bool operator==(const SortKey &o) const { return key == o.key && descending == o.descending && mode == o.mode; }
};

// A value for a %@ of the predicate, as the person typed it: JSON or tagged text ("date:2016-01-01T00:00:00Z").
using ArgumentText = QString;

struct Query {
    QString entity;
    QString where;  // predicate text; empty: all
    QVector<ArgumentText> arguments;
    QStringList filters; // further predicates that must hold, from the filter row
    QMap<QString, QString> filterTexts; // what was typed there, by column
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

    // Null, with the reason in *error, when an argument is not understood.
    const el_fetch_request *get(el_error *error);
    void setColumns(const QStringList &columns);
    void setGroupBy(const QStringList &keys);
    void setLimit(qint64 limit) { m_request.limit = limit; }

private:
    const char *keep(const QString &text);
    std::vector<const char *> keepAll(const QStringList &texts);
    int readArguments(el_error *error);

    el_fetch_request m_request = el_fetch_request();
    std::vector<std::unique_ptr<QByteArray>> m_bytes;
    std::vector<el_sort> m_sorts;
    std::vector<const char *> m_columns;
    std::vector<const char *> m_groups;
    const QVector<ArgumentText> m_arguments;
    std::vector<el_value> m_values;
    std::shared_ptr<el_arena> m_arena;
};

} // namespace entitylens
