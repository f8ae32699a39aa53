// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart_bins.h"

#include <QDateTime>

#include <algorithm>
#include <cmath>

namespace entitylens {

namespace {

constexpr int wantedBars = 20;
constexpr int mostBars = 60;
constexpr double referenceDate = 978307200.0; // CAST counts from 2001

// 1, 2 or 5 times a power of ten, not below `raw`.
double roundStep(double raw)
{
    double power = std::pow(10, std::floor(std::log10(raw)));
    for (double factor : {1.0, 2.0, 5.0})
        if (factor * power >= raw * (1 - 1e-9))
            return factor * power;
    return 10 * power;
}

// Where most values lie; the whole range unless a few far-off ones stretch it.
void usualRange(std::vector<double> &values, double *low, double *high)
{
    std::sort(values.begin(), values.end());
    size_t n = values.size();
    auto at = [&](double share) { return values[size_t(share * double(n - 1))]; };
    *low = values.front();
    *high = values.back();
    double spread = at(0.75) - at(0.25);
    if (n < 20 || spread <= 0)
        return;
    if (*high - at(0.75) > 20 * spread)
        *high = std::min(*high, at(0.75) + 3 * spread);
    if (at(0.25) - *low > 20 * spread)
        *low = std::max(*low, at(0.25) - 3 * spread);
}

QString text(double d)
{
    return QString::number(d, 'g', 15);
}

// Literals need digits before an exponent and no bare point.
QString literal(double d)
{
    return std::fabs(d) < 1e15 && d == std::floor(d) ? QString::number(qint64(d)) : QString::number(d, 'g', 15);
}

qint64 countBelow(const std::vector<double> &sorted, double limit)
{
    return std::lower_bound(sorted.begin(), sorted.end(), limit) - sorted.begin();
}

} // namespace

QVector<ChartBar> numberBins(std::vector<double> &values, bool integers, const QString &key, const QLocale &locale)
{
    QVector<ChartBar> bars;
    if (values.empty())
        return bars;
    double low, high;
    usualRange(values, &low, &high);
    double step = high > low ? roundStep((high - low) / wantedBars) : 1;
    if (integers)
        step = std::max(1.0, step);
    double first = std::floor(low / step) * step;
    auto shown = [&](double d) { return locale.toString(d, 'g', 6); };
    qint64 below = countBelow(values, first);
    if (below > 0)
        bars << ChartBar{QStringLiteral("< ") + shown(first), below, QStringLiteral("%1 < %2").arg(key, literal(first))};
    double from = first;
    for (int i = 0; i < mostBars && (from <= high); i++) {
        double to = first + (i + 1) * step;
        qint64 n = countBelow(values, to) - countBelow(values, from);
        QString label = integers && step == 1 ? shown(from) : shown(from) + QStringLiteral(" – ") + shown(to);
        bars << ChartBar{label, n, QStringLiteral("%1 >= %2 AND %1 < %3").arg(key, literal(from), literal(to))};
        from = to;
    }
    qint64 above = qint64(values.size()) - countBelow(values, from);
    if (above > 0)
        bars << ChartBar{QStringLiteral("≥ ") + shown(from), above, QStringLiteral("%1 >= %2").arg(key, literal(from))};
    return bars;
}

QVector<ChartBar> dateBins(std::vector<double> &values, const QString &key, const Format &format)
{
    QVector<ChartBar> bars;
    values.erase(std::remove_if(values.begin(), values.end(), [](double d) { return !Format::isPlausibleDate(d); }), values.end());
    if (values.empty())
        return bars;
    double low, high;
    usualRange(values, &low, &high);
    Qt::TimeSpec zone = format.zone == ZoneChoice::Utc ? Qt::UTC : Qt::LocalTime;
    double days = (high - low) / 86400;
    enum { Year, Month, Day, Hour } unitOfBar = days > 365.0 * 3 ? Year : days > 90 ? Month : days > 2 ? Day : Hour;
    int every = unitOfBar == Year ? std::max(1, int(days / 365 / 40)) : unitOfBar == Month ? 1 : unitOfBar == Day ? std::max(1, int(days / 45)) : 1;
    QDateTime t = QDateTime::fromSecsSinceEpoch(qint64(std::floor(low)), zone);
    t.setTime(unitOfBar == Hour ? QTime(t.time().hour(), 0) : QTime(0, 0));
    if (unitOfBar == Year)
        t.setDate(QDate(t.date().year(), 1, 1));
    else if (unitOfBar == Month)
        t.setDate(QDate(t.date().year(), t.date().month(), 1));
    static const char *const shapes[] = {"yyyy", "yyyy-MM", "yyyy-MM-dd", "MM-dd HH:00"};
    auto seconds = [](const QDateTime &d) { return double(d.toSecsSinceEpoch()); };
    auto date = [&](const QDateTime &d) { return QStringLiteral("CAST(%1, 'NSDate')").arg(text(seconds(d) - referenceDate)); };
    qint64 below = countBelow(values, seconds(t));
    if (below > 0)
        bars << ChartBar{QStringLiteral("< ") + t.toString(QLatin1String(shapes[unitOfBar])), below,
                         QStringLiteral("%1 < %2").arg(key, date(t))};
    while (seconds(t) <= high && bars.size() < mostBars) {
        QDateTime next = unitOfBar == Year ? t.addYears(every) : unitOfBar == Month ? t.addMonths(1) : unitOfBar == Day ? t.addDays(every) : t.addSecs(3600);
        qint64 n = countBelow(values, seconds(next)) - countBelow(values, seconds(t));
        bars << ChartBar{t.toString(QLatin1String(shapes[unitOfBar])), n, QStringLiteral("%1 >= %2 AND %1 < %3").arg(key, date(t), date(next))};
        t = next;
    }
    qint64 above = qint64(values.size()) - countBelow(values, seconds(t));
    if (above > 0)
        bars << ChartBar{QStringLiteral("≥ ") + t.toString(QLatin1String(shapes[unitOfBar])), above,
                         QStringLiteral("%1 >= %2").arg(key, date(t))};
    return bars;
}

} // namespace entitylens
