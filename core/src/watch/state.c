/* SPDX-License-Identifier: MIT */
#include "entitylens/watch.h"

#include "base/buf.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void el_file_state_read(el_file_state *out, const char *path)
{
    struct stat st;
    memset(out, 0, sizeof *out);
    if (stat(path, &st) != 0)
        return;
    out->exists = 1;
    out->device = (int64_t)st.st_dev;
    out->inode = (int64_t)st.st_ino;
    out->size = st.st_size;
    out->mtime_sec = st.st_mtim.tv_sec;
    out->mtime_nsec = st.st_mtim.tv_nsec;
    char *file = realpath(path, NULL); /* a -wal lies beside the file that a link leads to */
    el_buf wal = {0};
    el_buf_printf(&wal, "%s-wal", file ? file : path);
    if (stat(wal.data, &st) == 0 && st.st_size > 0) {
        out->wal_inode = (int64_t)st.st_ino;
        out->wal_size = st.st_size;
        out->wal_mtime_sec = st.st_mtim.tv_sec;
        out->wal_mtime_nsec = st.st_mtim.tv_nsec;
    }
    el_buf_free(&wal);
    free(file);
}

int el_file_state_equal(const el_file_state *a, const el_file_state *b)
{
    return a->exists == b->exists && a->device == b->device && a->inode == b->inode && a->size == b->size &&
           a->mtime_sec == b->mtime_sec && a->mtime_nsec == b->mtime_nsec && a->wal_inode == b->wal_inode &&
           a->wal_size == b->wal_size && a->wal_mtime_sec == b->wal_mtime_sec && a->wal_mtime_nsec == b->wal_mtime_nsec;
}
