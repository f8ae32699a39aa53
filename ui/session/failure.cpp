// SPDX-License-Identifier: GPL-3.0-or-later
#include "failure.h"

#include <QCoreApplication>

namespace entitylens {

namespace {

// Sentences begin with a capital and end with a full stop, whoever wrote them.
QString asSentence(QString text)
{
    if (text.isEmpty())
        return text;
    text[0] = text[0].toUpper();
    if (!QStringLiteral(".!?…").contains(text.back()))
        text += QLatin1Char('.');
    return text;
}

// Looks the stable word up in the catalogue; a catalogue without it gives the word back.
QString translated(const char *context, const QString &code, const QStringList &arguments)
{
    const QByteArray key = code.toUtf8();
    QString text = QCoreApplication::translate(context, key.constData());
    if (text == code)
        return QString();
    for (const QString &argument : arguments)
        text = text.arg(argument);
    return text;
}

} // namespace

Failure::Failure(int s, const el_error &error) : status(s), code(QString::fromUtf8(error.code)),
    message(QString::fromUtf8(error.message)), hint(QString::fromUtf8(error.hint)),
    repair(QString::fromUtf8(error.repair)), hasRange(error.has_range), start(int(error.start)), end(int(error.end))
{
    for (int i = 0; i < error.nargs && i < EL_ERROR_ARGS; i++)
        arguments << QString::fromUtf8(error.args[i]);
}

Failure::Failure(int s, const QString &c, const QString &m, const QString &h) : status(s), code(c), message(m), hint(h)
{
}

QString Failure::sentence() const
{
    QString own = translated("CoreError", code, arguments);
    return asSentence(own.isEmpty() ? message : own);
}

QString Failure::nextStep() const
{
    QString own = translated("CoreHint", code, arguments);
    return asSentence(own.isEmpty() ? hint : own);
}

} // namespace entitylens
