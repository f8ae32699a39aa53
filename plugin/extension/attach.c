/* SPDX-License-Identifier: MIT */
#include "attach.h"

#include "base/arena.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Qt 5 is loaded, has widgets, and its application object exists.  Nothing is loaded by asking. */
static int is_qt5_program(void)
{
    void *widgets = dlopen("libQt5Widgets.so.5", RTLD_LAZY | RTLD_NOLOAD);
    void *core = dlopen("libQt5Core.so.5", RTLD_LAZY | RTLD_NOLOAD);
    /* QCoreApplication::self */
    void **self = core ? dlsym(core, "_ZN16QCoreApplication4selfE") : NULL;
    int running = widgets && self && *self;
    if (widgets)
        dlclose(widgets);
    if (core)
        dlclose(core);
    return running;
}

/* The file beside this very one; the caller frees. */
static char *beside_us(const char *name)
{
    Dl_info info;
    int (*here)(void) = is_qt5_program;
    void *address;
    memcpy(&address, &here, sizeof address); /* C has no cast from a function to an object pointer */
    if (!dladdr(address, &info) || !info.dli_fname)
        return NULL;
    const char *slash = strrchr(info.dli_fname, '/');
    size_t folder = slash ? (size_t)(slash - info.dli_fname) + 1 : 0;
    char *path = el_xmalloc(folder + strlen(name) + 1);
    memcpy(path, info.dli_fname, folder);
    strcpy(path + folder, name);
    return path;
}

void el__attach_interface(sqlite3 *db, const sqlite3_api_routines *routines)
{
    if (!is_qt5_program())
        return;
    char *path = beside_us("libentitylens-qt5.so");
    void *part = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    free(path);
    if (!part)
        return;
    void (*saw)(sqlite3 *, const sqlite3_api_routines *) = NULL;
    void *symbol = dlsym(part, "entitylens_qt_saw");
    memcpy(&saw, &symbol, sizeof saw);
    if (saw)
        saw(db, routines);
}
