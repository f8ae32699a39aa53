// SPDX-License-Identifier: GPL-3.0-or-later
#include "script.h"

#include <QFile>

namespace driver {

namespace {

// Splits a line into words; quotes keep blanks, a backslash inside them keeps the next character.
QStringList split(const QString &line, bool *closed)
{
    QStringList words;
    QString word;
    bool inWord = false, quoted = false;
    for (int i = 0; i < line.size(); i++) {
        const QChar c = line[i];
        if (quoted && c == QLatin1Char('\\') && i + 1 < line.size()) {
            word += line[++i];
        } else if (c == QLatin1Char('"')) {
            quoted = !quoted;
            inWord = true;
        } else if (!quoted && c.isSpace()) {
            if (inWord)
                words << word;
            word.clear();
            inWord = false;
        } else {
            word += c;
            inWord = true;
        }
    }
    if (inWord)
        words << word;
    *closed = !quoted;
    return words;
}

QString withEnvironment(QString line)
{
    for (int start; (start = line.indexOf(QLatin1String("${"))) >= 0;) {
        const int end = line.indexOf(QLatin1Char('}'), start);
        if (end < 0)
            break;
        const QByteArray name = line.mid(start + 2, end - start - 2).toLocal8Bit();
        line.replace(start, end - start + 1, QString::fromLocal8Bit(qgetenv(name.constData())));
    }
    return line;
}

} // namespace

QVector<Step> readScript(const QString &path, QString *mistake)
{
    QVector<Step> steps;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        *mistake = QStringLiteral("%1 cannot be read").arg(path);
        return steps;
    }
    int number = 0;
    for (const QByteArray &bytes : file.readAll().split('\n')) {
        number++;
        Step step;
        step.line = number;
        step.text = QString::fromUtf8(bytes).trimmed();
        if (step.text.isEmpty() || step.text.startsWith(QLatin1Char('#')))
            continue;
        bool closed = true;
        step.words = split(withEnvironment(step.text), &closed);
        if (!closed) {
            *mistake = QStringLiteral("line %1: a quote is not closed").arg(number);
            return QVector<Step>();
        }
        step.command = step.words.takeFirst();
        steps << step;
    }
    return steps;
}

} // namespace driver
