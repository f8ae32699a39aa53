// SPDX-License-Identifier: GPL-3.0-or-later
#include "threads.h"

#include <QCoreApplication>
#include <QFile>

#include <dirent.h>
#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>

namespace driver
{

namespace
{

constexpr int pauseMicroseconds = 5000;
constexpr int patience = 100; // pauses without a change

int threads()
{
    int count = 0;
    DIR *tasks = opendir("/proc/self/task");
    if (!tasks)
        return 1;
    while (const dirent *entry = readdir(tasks))
        count += entry->d_name[0] != '.';
    closedir(tasks);
    return count;
}

QByteArray nameOf(const char *task)
{
    QFile file(QStringLiteral("/proc/self/task/%1/comm").arg(QLatin1String(task)));
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
}

// A new thread is called like the one that made it until it gives itself a name.
bool someThreadArrives()
{
    const QByteArray own = nameOf(QByteArray::number(getpid()).constData());
    bool found = false;
    DIR *tasks = opendir("/proc/self/task");
    while (const dirent *entry = tasks ? readdir(tasks) : nullptr)
        found = found || (entry->d_name[0] != '.' && atoi(entry->d_name) != getpid() && nameOf(entry->d_name) == own);
    if (tasks)
        closedir(tasks);
    return found;
}

void waitForArrivals()
{
    for (int i = 0; i < patience && someThreadArrives(); i++)
        usleep(pauseMicroseconds);
}

__attribute__((destructor)) void waitForDepartures()
{
    int last = threads();
    for (int quiet = 0; last > 1 && quiet < patience; quiet++) {
        usleep(pauseMicroseconds);
        const int now = threads();
        if (now != last)
            quiet = 0;
        last = now;
    }
}

} // namespace

void waitForThreadsAtExit()
{
    // The library stays, so that its destructor runs after all that the program and Qt have registered for the end.
    Dl_info own;
    if (dladdr(reinterpret_cast<void *>(&waitForThreadsAtExit), &own))
        dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
    QObject::connect(qApp, &QCoreApplication::aboutToQuit, qApp, waitForArrivals, Qt::DirectConnection);
}

} // namespace driver
