/* SPDX-License-Identifier: MIT */
/* The one file that defines the table pointer. */
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1

#include "entitylens/entitylens.h"
#include "sqlite/pages.h"

void el_sqlite_use(const struct sqlite3_api_routines *routines)
{
    sqlite3_api = routines;
}

/* What the engine calls for fchown(2). */
static int leave_owner(int fd, unsigned uid, unsigned gid)
{
    (void)fd;
    (void)uid;
    (void)gid;
    return 0;
}

void el_sqlite_leave_owners(void)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    if (vfs && vfs->iVersion >= 3 && vfs->xSetSystemCall)
        vfs->xSetSystemCall(vfs, "fchown", (sqlite3_syscall_ptr)leave_owner);
}

int el_sqlite_leaves_owners(void)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    return vfs && vfs->iVersion >= 3 && vfs->xGetSystemCall &&
           vfs->xGetSystemCall(vfs, "fchown") == (sqlite3_syscall_ptr)leave_owner;
}

const char *el_version(void)
{
    return ENTITYLENS_VERSION;
}
