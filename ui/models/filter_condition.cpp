// SPDX-License-Identifier: GPL-3.0-or-later
#include "filter_condition.h"

#include <QDateTime>
#include <QRegularExpression>
#include <QSet>

#include <cmath>

namespace entitylens {

namespace {

constexpr double referenceDate = 978307200.0; // CAST counts from 2001

struct Wish {
    QString comparison; // "==", ">", …; empty: the kind's own meaning
    QString text;
    bool denied = false;
};

Wish read(QString typed)
{
    Wish wish;
    if (typed.startsWith(QLatin1Char('!')) && !typed.startsWith(QLatin1String("!="))) {
        wish.denied = true;
        typed = typed.mid(1).trimmed();
    }
    for (const char *sign : {">=", "<=", "!=", "==", ">", "<", "="}) {
        if (typed.startsWith(QLatin1String(sign))) {
            wish.comparison = qstrcmp(sign, "=") == 0 ? QStringLiteral("==") : QLatin1String(sign);
            typed = typed.mid(int(qstrlen(sign))).trimmed();
            break;
        }
    }
    wish.text = typed;
    return wish;
}

bool isNull(const QString &text)
{
    return text.compare(QLatin1String("null"), Qt::CaseInsensitive) == 0 || text.compare(QLatin1String("nil"), Qt::CaseInsensitive) == 0;
}

QString number(const QString &text, const QLocale &locale)
{
    bool good = false;
    QString plain = text;
    plain.toDouble(&good);
    if (!good) {
        double d = locale.toDouble(text, &good);
        plain = good ? QString::number(d, 'g', QLocale::FloatingPointShortest) : QString();
    }
    // The language writes no bare point at either end.
    static const QRegularExpression shape(QStringLiteral("^[-+]?\\d+(\\.\\d+)?([eE][-+]?\\d+)?$"));
    return good && shape.match(plain).hasMatch() ? plain : QString();
}

QString dateLiteral(const QDateTime &t)
{
    return QStringLiteral("CAST(%1, 'NSDate')").arg(QString::number(double(t.toSecsSinceEpoch()) - referenceDate, 'f', 0));
}

// "2016", "2016-10", "2016-10-09", "2016-10-09 09:12", "… 09:12:41": the span it names.
bool dateSpan(const QString &text, Qt::TimeSpec zone, QDateTime *from, QDateTime *to)
{
    static const QRegularExpression shape(
        QStringLiteral("^(\\d{4})(?:-(\\d{1,2})(?:-(\\d{1,2})(?:[ T](\\d{1,2}):(\\d{2})(?::(\\d{2}))?)?)?)?$"));
    QRegularExpressionMatch m = shape.match(text);
    if (!m.hasMatch())
        return false;
    auto part = [&](int i, int otherwise) { return m.captured(i).isEmpty() ? otherwise : m.captured(i).toInt(); };
    QDate day(part(1, 0), part(2, 1), part(3, 1));
    QTime time(part(4, 0), part(5, 0), part(6, 0));
    if (!day.isValid() || !time.isValid())
        return false;
    *from = QDateTime(day, time, zone);
    if (!m.captured(6).isEmpty())
        *to = from->addSecs(1);
    else if (!m.captured(5).isEmpty())
        *to = from->addSecs(60);
    else if (!m.captured(3).isEmpty())
        *to = from->addDays(1);
    else
        *to = m.captured(2).isEmpty() ? from->addYears(1) : from->addMonths(1);
    return true;
}

FilterCondition dateCondition(const QString &key, const Wish &wish, const Format &format)
{
    Qt::TimeSpec zone = format.zone == ZoneChoice::Utc ? Qt::UTC : Qt::LocalTime;
    QStringList ends = wish.text.split(QStringLiteral(".."));
    QDateTime from, to, from2, to2;
    if (ends.size() > 2 || !dateSpan(ends.first().trimmed(), zone, &from, &to) ||
        (ends.size() == 2 && !dateSpan(ends.last().trimmed(), zone, &from2, &to2)))
        return {QString(), Format::tr("A date is written as 2016, 2016-10 or 2016-10-09; two dots make a range.")};
    if (ends.size() == 2)
        to = to2;
    QString low = dateLiteral(from), high = dateLiteral(to);
    if (wish.comparison == QLatin1String(">") || wish.comparison == QLatin1String("<="))
        return {QStringLiteral("%1 %2 %3").arg(key, wish.comparison == QLatin1String(">") ? QStringLiteral(">=") : QStringLiteral("<"), high),
                QString()};
    if (wish.comparison == QLatin1String(">=") || wish.comparison == QLatin1String("<"))
        return {QStringLiteral("%1 %2 %3").arg(key, wish.comparison, low), QString()};
    if (wish.comparison == QLatin1String("!="))
        return {QStringLiteral("(%1 < %2 OR %1 >= %3)").arg(key, low, high), QString()};
    return {QStringLiteral("%1 >= %2 AND %1 < %3").arg(key, low, high), QString()};
}

FilterCondition numberCondition(const QString &key, const Wish &wish, const Format &format)
{
    QStringList ends = wish.text.split(QStringLiteral(".."));
    QStringList numbers;
    for (const QString &end : ends)
        numbers << number(end.trimmed(), format.locale);
    if (ends.size() > 2 || numbers.contains(QString()))
        return {QString(), Format::tr("A number, a comparison such as >5, or a range such as 3..7.")};
    if (numbers.size() == 2)
        return {QStringLiteral("%1 BETWEEN {%2, %3}").arg(key, numbers[0], numbers[1]), QString()};
    return {QStringLiteral("%1 %2 %3").arg(key, wish.comparison.isEmpty() ? QStringLiteral("==") : wish.comparison, numbers[0]), QString()};
}

FilterCondition textCondition(const QString &key, const Wish &wish)
{
    QString literal = quotedText(wish.text);
    if (wish.comparison.isEmpty())
        return {QStringLiteral("%1 CONTAINS[cd] %2").arg(key, literal), QString()};
    return {QStringLiteral("%1 %2 %3").arg(key, wish.comparison, literal), QString()};
}

FilterCondition booleanCondition(const QString &key, const Wish &wish)
{
    static const QSet<QString> yes{QStringLiteral("yes"), QStringLiteral("true"), QStringLiteral("1"), QStringLiteral("✓")};
    static const QSet<QString> no{QStringLiteral("no"), QStringLiteral("false"), QStringLiteral("0")};
    QString word = wish.text.toLower();
    bool own = word == Format::tr("yes"), ownNo = word == Format::tr("no");
    if (!yes.contains(word) && !no.contains(word) && !own && !ownNo)
        return {QString(), Format::tr("yes or no.")};
    bool wanted = yes.contains(word) || own;
    return {QStringLiteral("%1 == %2").arg(key, wanted ? QStringLiteral("YES") : QStringLiteral("NO")), QString()};
}

FilterCondition attributeCondition(const QString &key, const Wish &wish, const SchemaAttribute &attribute, const Format &format)
{
    if (isNull(wish.text))
        return {QStringLiteral("%1 %2 nil").arg(key, wish.comparison == QLatin1String("!=") ? QStringLiteral("!=") : QStringLiteral("==")),
                QString()};
    if (attribute.isNumber())
        return numberCondition(key, wish, format);
    switch (attribute.type) {
    case EL_TYPE_DATE: return dateCondition(key, wish, format);
    case EL_TYPE_BOOLEAN: return booleanCondition(key, wish);
    case EL_TYPE_STRING:
    case EL_TYPE_UUID:
    case EL_TYPE_URI: return textCondition(key, wish);
    default: return {QString(), Format::tr("Only NULL and !NULL can be asked for here.")};
    }
}

} // namespace

QString quotedText(const QString &text)
{
    QString quoted = text;
    quoted.replace(QLatin1Char('\\'), QStringLiteral("\\\\")).replace(QLatin1Char('\''), QStringLiteral("\\'"));
    quoted.replace(QLatin1Char('\n'), QStringLiteral("\\n")).replace(QLatin1Char('\r'), QStringLiteral("\\r"));
    return QLatin1Char('\'') + quoted + QLatin1Char('\'');
}

QString predicateKey(const QString &name)
{
    static const QSet<QString> reserved = [] {
        QSet<QString> words;
        const QString all = QStringLiteral(
            "AND OR IN NOT ALL ANY SOME NONE LIKE CASEINSENSITIVE CI MATCHES CONTAINS BEGINSWITH ENDSWITH BETWEEN NULL NIL SELF "
            "TRUE YES FALSE NO FIRST LAST SIZE ANYKEY SUBQUERY CAST TRUEPREDICATE FALSEPREDICATE FETCH TERNARY FUNCTION UNION "
            "INTERSECT MINUS TOKENMATCHES");
        for (const QString &word : all.split(QLatin1Char(' ')))
            words << word;
        return words;
    }();
    return reserved.contains(name.toUpper()) ? QLatin1Char('#') + name : name;
}

QString predicateLiteral(const Cell &cell)
{
    if (cell.isMismatch() || (cell.flags & EL_CELL_NOT_UTF8))
        return QString();
    switch (cell.kind) {
    case EL_STRING: return quotedText(cell.text);
    case EL_BOOL: return cell.integer ? QStringLiteral("YES") : QStringLiteral("NO");
    case EL_INT: return QString::number(cell.integer);
    case EL_DOUBLE: {
        char text[32];
        el_double_text(text, cell.real);
        return std::isfinite(cell.real) ? QString::fromLatin1(text) : QString();
    }
    case EL_DECIMAL: return QStringLiteral("CAST(%1, 'NSDecimalNumber')").arg(quotedText(cell.text));
    case EL_DATE: {
        char text[32];
        el_double_text(text, cell.real - referenceDate);
        return std::isfinite(cell.real) ? QStringLiteral("CAST(%1, 'NSDate')").arg(QString::fromLatin1(text)) : QString();
    }
    case EL_NULL: return QStringLiteral("nil");
    default: return QString();
    }
}

FilterCondition filterCondition(const QString &typed, const TableColumn &column, const SchemaEntity &entity, const Schema &schema,
                                const Format &format)
{
    QString text = typed.trimmed();
    if (text.isEmpty())
        return FilterCondition();
    Wish wish = read(text);
    QString key = predicateKey(column.name);
    FilterCondition condition;
    switch (column.kind) {
    case TableColumn::Identity: return {QString(), Format::tr("Go to an object by Entity/ID instead.")};
    case TableColumn::Entity: condition = {QStringLiteral("entity.name CONTAINS[c] %1").arg(quotedText(wish.text)), QString()}; break;
    case TableColumn::Attribute: condition = attributeCondition(key, wish, entity.attributes[column.index], format); break;
    case TableColumn::ToMany: condition = numberCondition(key + QStringLiteral(".@count"), wish, format); break;
    case TableColumn::ToOne: {
        const SchemaEntity *target = schema.entity(entity.relationships[column.index].destination);
        if (isNull(wish.text))
            condition = {QStringLiteral("%1 == nil").arg(key), QString()};
        else if (target && !target->labelAttribute.isEmpty())
            condition = textCondition(key + QLatin1Char('.') + predicateKey(target->labelAttribute), wish);
        else
            condition = {QString(), Format::tr("Only NULL and !NULL can be asked for here.")};
    }
    }
    if (wish.denied && !condition.predicate.isEmpty())
        condition.predicate = QStringLiteral("NOT (%1)").arg(condition.predicate);
    return condition;
}

} // namespace entitylens
