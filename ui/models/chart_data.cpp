// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart_data.h"

#include "cell_style.h"
#include "chart_bins.h"
#include "filter_condition.h"

#include <entitylens/query.h>

#include <algorithm>
#include <cmath>

namespace entitylens {

namespace {

// Values are held in memory while they are sorted into bars: this many doubles are 16 MB.
constexpr qint64 mostValues = 2000000;
constexpr qint64 mostGroups = 200000;
constexpr int shownGroups = 25;
constexpr int progressEvery = 4096;

using FetchPtr = std::unique_ptr<el_fetch, decltype(&el_fetch_close)>;

double numberOf(const el_value &v, bool *isNumber)
{
    *isNumber = true;
    switch (v.kind) {
    case EL_INT:
    case EL_BOOL: return double(v.u.i);
    case EL_DOUBLE:
    case EL_DATE: *isNumber = std::isfinite(v.u.d); return v.u.d;
    case EL_DECIMAL: {
        double d = QByteArray(v.u.text.s, int(v.u.text.n)).toDouble(isNumber);
        *isNumber = *isNumber && std::isfinite(d);
        return d;
    }
    default: *isNumber = false; return 0;
    }
}

struct Wish {
    Query query;
    QString property;
    QString key; // key path that is grouped or read
    bool histogram = false;
    bool dates = false;
    bool integers = false;
    Format format;
};

int open(FetchPtr *fetch, el_store *store, FetchRequest &request, el_error *error)
{
    const el_fetch_request *q = request.get(error);
    if (!q)
        return EL_EUSAGE;
    el_fetch *raw = nullptr;
    int status = el_fetch_open(&raw, store, q, error);
    fetch->reset(raw);
    return status;
}

int readHistogram(el_store *store, Job &job, const Wish &wish, ChartFacts *facts, el_error *error)
{
    FetchRequest request(wish.query, 0);
    request.setColumns({wish.key});
    request.setLimit(mostValues);
    FetchPtr fetch(nullptr, el_fetch_close);
    int status = open(&fetch, store, request, error);
    std::vector<double> values;
    qint64 rows = 0;
    double sum = 0;
    const el_cell *cells = nullptr;
    size_t n = 0;
    while (status >= 0 && (status = el_fetch_next_row(fetch.get(), &cells, &n, error)) > 0) {
        bool isNumber = false;
        double d = numberOf(cells[0].value, &isNumber);
        if (cells[0].value.kind == EL_NULL)
            facts->nulls++;
        else if (isNumber && !(cells[0].flags & EL_CELL_MISMATCH))
            values.push_back(d);
        if (++rows % progressEvery == 0) {
            job.setProgress(rows, 0);
            if (job.isCancelled())
                return el_error_set(error, EL_ECANCELLED, "cancelled", "cancelled");
        }
    }
    if (status < 0)
        return status;
    facts->cut = rows == mostValues;
    facts->kind = ChartFacts::Histogram;
    QString key = predicateKey(wish.key);
    facts->bars = wish.dates ? dateBins(values, key, wish.format) : numberBins(values, wish.integers, key, wish.format.locale);
    facts->values = qint64(values.size());
    if (values.empty())
        return EL_OK;
    for (double d : values)
        sum += d;
    auto shown = [&](double d) { return wish.dates ? wish.format.date(d) : wish.format.locale.toString(d, 'g', 10); };
    facts->minimum = shown(values.front());
    facts->maximum = shown(values.back());
    if (!wish.dates)
        facts->mean = shown(sum / double(values.size()));
    return EL_OK;
}

int readGroups(el_store *store, Job &job, const Wish &wish, ChartFacts *facts, el_error *error)
{
    FetchRequest request(wish.query, 0);
    request.setColumns({wish.key, QStringLiteral("@count")});
    request.setGroupBy({wish.key});
    FetchPtr fetch(nullptr, el_fetch_close);
    int status = open(&fetch, store, request, error);
    const el_cell *cells = nullptr;
    size_t n = 0;
    while (status >= 0 && facts->distinct < mostGroups && (status = el_fetch_next_row(fetch.get(), &cells, &n, error)) > 0) {
        qint64 count = cells[1].value.u.i;
        if (cells[0].value.kind == EL_NULL) {
            facts->nulls += count;
            continue;
        }
        facts->distinct++;
        facts->values += count;
        Cell cell = Cell::from(cells[0], 0);
        QString literal = predicateLiteral(cell);
        QString label = cell.kind == EL_BOOL ? (cell.integer ? Format::tr("yes") : Format::tr("no")) : wish.format.cell(cell);
        facts->bars << ChartBar{label.isEmpty() ? Format::tr("empty text") : label, count,
                                literal.isEmpty() ? QString() : QStringLiteral("%1 == %2").arg(wish.key, literal)};
        if (facts->bars.size() > 50 * shownGroups) { // only the largest are wanted
            std::partial_sort(facts->bars.begin(), facts->bars.begin() + shownGroups, facts->bars.end(),
                              [](const ChartBar &a, const ChartBar &b) { return a.count > b.count; });
            facts->bars.resize(shownGroups);
        }
        if (job.isCancelled())
            return el_error_set(error, EL_ECANCELLED, "cancelled", "cancelled");
    }
    if (status < 0)
        return status;
    facts->cut = facts->distinct >= mostGroups;
    std::stable_sort(facts->bars.begin(), facts->bars.end(), [](const ChartBar &a, const ChartBar &b) { return a.count > b.count; });
    if (facts->bars.size() > shownGroups)
        facts->bars.resize(shownGroups);
    return EL_OK;
}

Wish wishFor(const Schema &schema, const Query &query, const QString &property, const Format &format)
{
    Wish wish;
    wish.query = query;
    wish.query.sorts.clear();
    wish.property = property;
    wish.key = property;
    wish.format = format;
    const SchemaEntity *entity = schema.entity(query.entity);
    int a = entity ? entity->attributeIndex(property) : -1;
    int r = entity ? entity->relationshipIndex(property) : -1;
    if (a >= 0) {
        const SchemaAttribute &attribute = entity->attributes[a];
        wish.dates = attribute.type == EL_TYPE_DATE;
        wish.histogram = attribute.isNumber() || wish.dates;
        wish.integers = attribute.type == EL_TYPE_INT16 || attribute.type == EL_TYPE_INT32 || attribute.type == EL_TYPE_INT64;
    } else if (r >= 0) {
        const SchemaEntity *target = schema.entity(entity->relationships[r].destination);
        if (target && !target->labelAttribute.isEmpty())
            wish.key = property + QLatin1Char('.') + target->labelAttribute;
    }
    return wish;
}

} // namespace

bool canChart(const SchemaEntity &entity, const QString &property)
{
    int a = entity.attributeIndex(property), r = entity.relationshipIndex(property);
    if (r >= 0)
        return !entity.relationships[r].toMany;
    if (a < 0 || entity.attributes[a].transient)
        return false;
    el_attribute_type type = entity.attributes[a].type;
    return type != EL_TYPE_BINARY && type != EL_TYPE_TRANSFORMABLE && type != EL_TYPE_COMPOSITE;
}

JobPtr chartOf(Session *session, const Query &query, const QString &property, const Format &format, QObject *context,
               std::function<void(const ChartFacts &, const Failure &)> done)
{
    Wish wish = wishFor(*session->schema(), query, property, format);
    auto facts = std::make_shared<ChartFacts>();
    return session->run(
        Session::LaneKind::Background, Priority::Long,
        [wish, facts](el_store *store, Job &job, el_error *error) {
            *facts = ChartFacts();
            facts->property = wish.property;
            return wish.histogram ? readHistogram(store, job, wish, facts.get(), error) : readGroups(store, job, wish, facts.get(), error);
        },
        context, [facts, done](const Failure &failure) { done(*facts, failure); });
}

void ChartTableModel::setFacts(const ChartFacts &facts, const Format &format)
{
    beginResetModel();
    m_facts = facts;
    m_format = format;
    endResetModel();
}

int ChartTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_facts.bars.size();
}

int ChartTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 3;
}

QVariant ChartTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return QVariant();
    if (role == Qt::TextAlignmentRole)
        return int((section == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return QVariant();
    return section == 0 ? (m_facts.property.isEmpty() ? tr("Entity") : m_facts.property) : section == 1 ? tr("Objects") : tr("Share");
}

QVariant ChartTableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return QVariant();
    const ChartBar &bar = m_facts.bars[index.row()];
    switch (role) {
    case Qt::TextAlignmentRole: return int((index.column() == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case StyleRole: return int(index.column() == 0 ? CellStyle::Text : index.column() == 1 ? CellStyle::Number : CellStyle::Heading);
    case Qt::DisplayRole:
        if (index.column() == 0)
            return bar.label;
        if (index.column() == 1)
            return m_format.number(bar.count);
        return m_facts.values ? m_format.locale.toString(100.0 * double(bar.count) / double(m_facts.values), 'f', 1) + QStringLiteral(" %")
                              : QString();
    default: return QVariant();
    }
}

QString ChartTableModel::csv() const
{
    QString text = QStringLiteral("value,count\n");
    for (const ChartBar &bar : m_facts.bars) {
        QString label = bar.label;
        text += QLatin1Char('"') + label.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QStringLiteral("\",%1\n").arg(bar.count);
    }
    return text;
}

} // namespace entitylens
