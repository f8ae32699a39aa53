// SPDX-License-Identifier: GPL-3.0-or-later
#include "attach.h"

#include "connection/connections.h"
#include "connection/hook.h"
#include "connection/keyring.h"
#include "part.h"

#include <QApplication>

using namespace entitylens;

__attribute__((visibility("default"))) int entitylens_qt_start(QObject *window, const char *handover, size_t size)
{
    readHandover(Keyring::instance(), handover, size);
    return Part::start(window) ? 0 : -1;
}

// The host may call from any of its threads, so nothing of a window is touched here.
__attribute__((visibility("default"))) void entitylens_qt_saw(sqlite3 *db, const sqlite3_api_routines *routines)
{
    if (!qobject_cast<QApplication *>(QCoreApplication::instance()))
        return;
    Engine::use(routines);
    Connections::instance()->saw(db);
    QMetaObject::invokeMethod(qApp, [] { Part::startSomewhere(); }, Qt::QueuedConnection);
}
