// SPDX-License-Identifier: GPL-3.0-or-later
#include "format.h"

#include <entitylens/value.h>

#include <QDateTime>

#include <cmath>

namespace entitylens {

namespace {

constexpr int longestLine = 400;

QString oneLine(const QString &text)
{
    QString line = text.left(longestLine);
    for (QChar &c : line)
        if (c == QLatin1Char('\n') || c == QLatin1Char('\r'))
            c = QChar(0x21b5);
        else if (c == QLatin1Char('\t') || c.category() == QChar::Other_Control)
            c = QLatin1Char(' ');
    return text.size() > longestLine ? line + QChar(0x2026) : line;
}

QString shortest(double d)
{
    char text[32];
    el_double_text(text, d);
    return QString::fromLatin1(text);
}

} // namespace

QString Format::zoneName() const
{
    if (zone == ZoneChoice::Utc)
        return QStringLiteral("UTC");
    return QString::fromLatin1(QTimeZone::systemTimeZoneId());
}

bool Format::isPlausibleDate(double seconds)
{
    return el_date_is_plausible(seconds);
}

QString Format::date(double seconds) const
{
    if (!isPlausibleDate(seconds))
        return shortest(seconds);
    qint64 whole = qint64(std::floor(seconds));
    QDateTime t = zone == ZoneChoice::Utc ? QDateTime::fromSecsSinceEpoch(whole, Qt::UTC)
                                          : QDateTime::fromSecsSinceEpoch(whole, Qt::LocalTime);
    return t.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

QString Format::exactDate(double seconds) const
{
    if (!isPlausibleDate(seconds))
        return shortest(seconds);
    QString text = date(seconds);
    double whole = std::floor(seconds);
    if (seconds != whole)
        text += QString::number(seconds - whole, 'f', 6).mid(1);
    return zone == ZoneChoice::Utc ? text + QLatin1Char('Z') : text;
}

QString Format::size(qint64 bytes) const
{
    if (bytes < 1000)
        return bytes == 1 ? tr("1 byte") : tr("%1 bytes").arg(bytes);
    return locale.formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

QString Format::data(const Cell &cell) const
{
    QString kind = cell.payload.isEmpty() ? tr("binary") : cell.payload;
    if (!cell.imageSize.isEmpty())
        return tr("%1 %2×%3, %4").arg(kind).arg(cell.imageSize.width()).arg(cell.imageSize.height()).arg(size(cell.size));
    return tr("%1, %2").arg(kind, size(cell.size));
}

QString Format::cell(const Cell &c) const
{
    switch (c.kind) {
    case EL_NULL:
    case EL_BOOL: return QString();
    case EL_INT: return locale.toString(c.integer);
    case EL_DOUBLE: {
        if (!std::isfinite(c.real))
            return shortest(c.real);
        double size = std::fabs(c.real);
        bool plain = size == 0 || (size >= 1e-4 && size < 1e15);
        return plain ? locale.toString(c.real, 'f', QLocale::FloatingPointShortest) : shortest(c.real);
    }
    case EL_DATE: return date(c.real);
    case EL_DATA: return data(c);
    default: return oneLine(c.text);
    }
}

QString Format::exact(const Cell &c) const
{
    switch (c.kind) {
    case EL_NULL: return QString();
    case EL_BOOL: return c.integer ? QStringLiteral("YES") : QStringLiteral("NO");
    case EL_INT: return QString::number(c.integer);
    case EL_DOUBLE: return shortest(c.real);
    case EL_DATE: return exactDate(c.real);
    case EL_DATA: return QStringLiteral("x'") + QString::fromLatin1(c.bytes.toHex()) + QLatin1Char('\'');
    default: return c.text;
    }
}

// What the number would mean counted from elsewhere or in other units.
QStringList Format::otherReadings(double number) const
{
    el_date_reading readings[EL_DATE_READINGS];
    size_t n = el_date_readings(readings, number);
    QStringList lines;
    for (size_t i = 0; i < n; i++)
        lines << tr("As %1: %2").arg(QString::fromUtf8(readings[i].name), date(readings[i].seconds_since_1970));
    return lines;
}

QString Format::toMany(const ReferenceList &list) const
{
    return list.count < 0 ? QString() : locale.toString(list.count);
}

QString Format::reference(const Reference &ref) const
{
    if (!ref.present)
        return QString();
    return ref.label.isEmpty() ? ref.id() : oneLine(ref.label);
}

QString Format::explanation(const Cell &c, const SchemaAttribute *attribute) const
{
    static const char *const storages[] = {"", "INTEGER", "REAL", "TEXT", "BLOB", "NULL"};
    QStringList lines;
    if (attribute)
        lines << tr("%1, %2").arg(attribute->name, attribute->typeName);
    if (c.flags & EL_CELL_NO_COLUMN)
        lines << tr("The store has no column for this attribute.");
    else
        lines << tr("Stored as %1").arg(QString::fromLatin1(storages[c.storage]));
    if (c.isMismatch())
        lines << tr("The storage class does not fit the attribute's type; the raw value is shown.");
    if (c.flags & EL_CELL_NOT_UTF8)
        lines << tr("The bytes are not UTF-8.");
    if (c.kind == EL_DATE) {
        lines << tr("Raw: %1 (seconds since 1970)").arg(shortest(c.real));
        lines << otherReadings(c.real);
    } else if (c.isMismatch() && c.isNumber()) {
        lines << otherReadings(c.kind == EL_INT ? double(c.integer) : c.real);
    }
    if (attribute && attribute->isGuess() && !attribute->provenance.isEmpty())
        lines << tr("Type inferred: %1").arg(attribute->provenance);
    return lines.join(QLatin1Char('\n'));
}

} // namespace entitylens
