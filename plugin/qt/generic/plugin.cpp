// SPDX-License-Identifier: GPL-3.0-or-later
// Loaded by every Qt program that inherits the launcher's variables, so it does nothing but wait for the main window of
// DB Browser for SQLite.  It calls no SQLite: that would initialise the library before the host has configured it.
#include "attach.h"
#include "environment.h"
#include <handover/handover.h>

#include <QCoreApplication>
#include <QEvent>
#include <QGenericPlugin>
#include <QStringList>

#include <dlfcn.h>
#include <string>

namespace entitylens {

namespace {

// Folder of this very file: …/entitylens/generic.
std::string ownFolder()
{
    Dl_info info;
    if (!dladdr(reinterpret_cast<void *>(&ownFolder), &info) || !info.dli_fname)
        return std::string();
    std::string path = info.dli_fname;
    return path.substr(0, path.rfind('/'));
}

std::string parentOf(const std::string &folder)
{
    return folder.substr(0, folder.rfind('/'));
}

bool isHostWindow(const QObject *object)
{
    if (object->parent() || !object->inherits("QMainWindow") || object->objectName() != QLatin1String("MainWindow"))
        return false;
    const QObject *tabs = object->findChild<QObject *>(QStringLiteral("mainTab"));
    return tabs && tabs->inherits("QTabWidget");
}

class Watcher : public QObject
{
public:
    Watcher()
    {
        m_handover.read("ENTITYLENS_HANDOVER");
        cleanEnvironment(parentOf(ownFolder()));
        QCoreApplication::instance()->installEventFilter(this);
    }

    bool eventFilter(QObject *object, QEvent *event) override
    {
        if ((event->type() == QEvent::Polish || event->type() == QEvent::Show) && isHostWindow(object)) {
            QCoreApplication::instance()->removeEventFilter(this);
            start(object);
            m_handover.wipe();
        }
        return false;
    }

private:
    void start(QObject *window)
    {
        const std::string part = parentOf(ownFolder()) + "/libentitylens-qt5.so";
        void *handle = dlopen(part.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!handle) {
            complain(window, QString::fromLocal8Bit(dlerror()));
            return;
        }
        auto begin = reinterpret_cast<EntitylensStart>(dlsym(handle, "entitylens_qt_start"));
        if (!begin || begin(window, m_handover.data(), m_handover.size()) != 0)
            complain(window, QStringLiteral("this window is not one that EntityLens knows"));
    }

    // The host goes on without us; the person learns why there is no tab.
    static void complain(QObject *window, const QString &why)
    {
        const QString text = QStringLiteral("EntityLens is not there: %1").arg(why);
        qWarning("%s", qPrintable(text));
        if (QObject *bar = window->findChild<QObject *>(QStringLiteral("statusbar")))
            QMetaObject::invokeMethod(bar, "showMessage", Q_ARG(QString, text));
    }

    Handover m_handover;
};

} // namespace

class GenericPlugin : public QGenericPlugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID QGenericPluginFactoryInterface_iid FILE "entitylens.json")
public:
    using QGenericPlugin::QGenericPlugin;

    QObject *create(const QString &name, const QString &) override
    {
        return name.compare(QLatin1String("entitylens"), Qt::CaseInsensitive) == 0 ? new Watcher : nullptr;
    }
};

} // namespace entitylens

#include "plugin.moc"
