// SPDX-License-Identifier: GPL-3.0-or-later
// Commands about the world around the program: other processes, file locks, time.
#include "commands.h"
#include "finder.h"

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QVariant>
#include <QWidget>

#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace driver {

namespace {

// Runs a shell command beside the program, whose event loop goes on; the environment is without preloaded libraries.
Outcome run(const QStringList &words, bool wantSuccess)
{
    static std::unique_ptr<QProcess> process;
    if (!process) {
        process.reset(new QProcess);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        // Whoever wants to know what was preloaded asks for it by this name.
        environment.insert(QStringLiteral("LD_PRELOAD_SEEN"), environment.value(QStringLiteral("LD_PRELOAD")));
        environment.remove(QStringLiteral("LD_PRELOAD"));
        process->setProcessEnvironment(environment);
        process->setProcessChannelMode(QProcess::MergedChannels);
        process->start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), words[0]});
    }
    if (process->state() != QProcess::NotRunning)
        return Outcome::notYet(QStringLiteral("the command still runs"));
    const bool succeeded = process->exitStatus() == QProcess::NormalExit && process->exitCode() == 0;
    const QString output = QString::fromLocal8Bit(process->readAll());
    process.reset();
    if (succeeded == wantSuccess)
        return Outcome::done();
    return Outcome::failed(QStringLiteral("it %1: %2").arg(succeeded ? QStringLiteral("succeeded") : QStringLiteral("failed"), output));
}

// Lines of the kernel's lock table that are this process's and on that file.
int locksOn(const QString &path)
{
    struct stat facts;
    if (stat(QFile::encodeName(path).constData(), &facts) != 0)
        return -1;
    QFile table(QStringLiteral("/proc/locks"));
    if (!table.open(QIODevice::ReadOnly))
        return -1;
    const QByteArray pid = QByteArray::number(getpid()), inode = QByteArray::number(qulonglong(facts.st_ino));
    int count = 0;
    for (const QByteArray &line : table.readAll().split('\n')) {
        const QList<QByteArray> fields = line.simplified().split(' ');
        // 1: POSIX  ADVISORY  READ 4711 fe:01:123456 1073741826 1073742335
        if (fields.size() >= 6 && fields[4] == pid && fields[5].split(':').last() == inode)
            count++;
    }
    return count;
}

Outcome noLocks(const QStringList &words)
{
    const int count = locksOn(words[0]);
    if (count < 0)
        return Outcome::failed(QStringLiteral("the lock table or the file cannot be read"));
    return count == 0 ? Outcome::done() : Outcome::notYet(QStringLiteral("%1 locks are there").arg(count));
}

Outcome locks(const QStringList &words)
{
    return locksOn(words[0]) > 0 ? Outcome::done() : Outcome::notYet(QStringLiteral("there is no lock"));
}

Outcome expectNoLocks(const QStringList &words)
{
    const Outcome outcome = noLocks(words);
    return outcome.kind == Outcome::NotYet ? Outcome::failed(outcome.why) : outcome;
}

// Lets that many milliseconds pass with the event loop running.
Outcome idle(const QStringList &words)
{
    static QElapsedTimer clock;
    if (!clock.isValid())
        clock.start();
    if (clock.elapsed() < words[0].toInt())
        return Outcome::notYet(QString());
    clock.invalidate();
    return Outcome::done();
}

void listBelow(const QObject *object, int depth)
{
    for (const QObject *child : object->children()) {
        auto *widget = qobject_cast<const QWidget *>(child);
        if (!child->objectName().isEmpty())
            fprintf(stderr, "%*s%s %s%s\n", depth * 2, "", child->metaObject()->className(),
                    qPrintable(child->objectName()), widget && widget->isVisible() ? " *" : "");
        listBelow(child, depth + 1);
    }
}

// Prints the named objects below one, for whoever writes a script.
Outcome list(const QStringList &words)
{
    QObject *object = findObject(words[0]);
    if (!object)
        return Outcome::failed(QStringLiteral("there is none"));
    listBelow(object, 0);
    return Outcome::done();
}

Outcome show(const QStringList &words)
{
    QObject *object = findObject(words[0]);
    if (!object)
        return Outcome::failed(QStringLiteral("there is none"));
    fprintf(stderr, "%s.%s: %s\n", qPrintable(words[0]), qPrintable(words[1]),
            qPrintable(object->property(words[1].toLatin1().constData()).toString()));
    return Outcome::done();
}

} // namespace

QVector<CommandEntry> systemCommands()
{
    using W = const QStringList &;
    return {
        {"run", 1, 1, true, [](W w) { return run(w, true); }},
        {"run-fails", 1, 1, true, [](W w) { return run(w, false); }},
        {"wait-no-locks", 1, 1, true, noLocks},
        {"expect-no-locks", 1, 1, true, expectNoLocks},
        {"wait-locks", 1, 1, true, locks},
        {"idle", 1, 1, true, idle},
        {"list", 1, 1, false, list},
        {"show", 2, 2, false, show},
    };
}

} // namespace driver
