// SPDX-License-Identifier: GPL-3.0-or-later
#include "query.h"

extern "C" {
#include "base/arena.h"
}

namespace entitylens {

QString Query::predicate() const
{
    const QString own = where.trimmed().isEmpty() ? QString() : where;
    if (filters.isEmpty())
        return own;
    QStringList parts;
    if (!own.isEmpty())
        parts << QLatin1Char('(') + own + QLatin1Char(')');
    for (const QString &filter : filters)
        parts << QLatin1Char('(') + filter + QLatin1Char(')');
    return parts.size() == 1 && own.isEmpty() ? filters.first() : parts.join(QStringLiteral(" AND "));
}

int Query::whereOffset() const
{
    return filters.isEmpty() ? 0 : 1;
}

bool Query::operator==(const Query &o) const
{
    return entity == o.entity && where == o.where && arguments == o.arguments && filters == o.filters && sorts == o.sorts &&
           subentities == o.subentities;
}

FetchRequest::FetchRequest(const Query &query, unsigned readFlags) : m_arguments(query.arguments)
{
    m_request.entity = keep(query.entity);
    QString predicate = query.predicate();
    m_request.where = predicate.isEmpty() ? nullptr : keep(predicate);
    m_request.no_subentities = !query.subentities;
    m_request.read_flags = readFlags;
    for (const SortKey &sort : query.sorts)
        m_sorts.push_back(el_sort{keep(sort.key), sort.descending, sort.mode});
    m_request.sorts = m_sorts.data();
    m_request.nsorts = m_sorts.size();
}

const el_fetch_request *FetchRequest::get(el_error *error)
{
    return readArguments(error) == EL_OK ? &m_request : nullptr;
}

int FetchRequest::readArguments(el_error *error)
{
    if (m_arguments.isEmpty() || m_arena)
        return EL_OK;
    m_arena.reset(el_arena_new(), el_arena_free);
    for (const ArgumentText &text : m_arguments) {
        el_value value = el_value_null();
        int status = el_value_parse(&value, m_arena.get(), text.toUtf8().constData(), error);
        if (status != EL_OK) {
            m_arena.reset();
            m_values.clear();
            return status;
        }
        m_values.push_back(value);
    }
    m_request.args = m_values.data();
    m_request.nargs = m_values.size();
    return EL_OK;
}

const char *FetchRequest::keep(const QString &text)
{
    m_bytes.emplace_back(new QByteArray(text.toUtf8()));
    return m_bytes.back()->constData();
}

std::vector<const char *> FetchRequest::keepAll(const QStringList &texts)
{
    std::vector<const char *> all;
    for (const QString &text : texts)
        all.push_back(keep(text));
    return all;
}

void FetchRequest::setColumns(const QStringList &columns)
{
    m_columns = keepAll(columns);
    m_request.columns = m_columns.data();
    m_request.ncolumns = m_columns.size();
}

void FetchRequest::setGroupBy(const QStringList &keys)
{
    m_groups = keepAll(keys);
    m_request.group_by = m_groups.data();
    m_request.ngroup_by = m_groups.size();
}

} // namespace entitylens
