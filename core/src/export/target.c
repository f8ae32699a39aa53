/* SPDX-License-Identifier: MIT */
#include "export/target.h"

#include "base/buf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static int exists(const char *path, const char *suffix)
{
    struct stat st;
    el_buf name = {0};
    el_buf_printf(&name, "%s%s", path, suffix);
    int there = lstat(el_buf_str(&name), &st) == 0;
    el_buf_free(&name);
    return there;
}

static int check_free(const char *path, el_error *err)
{
    static const char *const suffixes[] = {"", "-wal", "-journal", "-shm"};
    for (int i = 0; i < 4; i++)
        if (exists(path, suffixes[i])) {
            el_error_set(err, EL_EEXISTS, "target-exists", "%s%s exists already; nothing is ever overwritten", path, suffixes[i]);
            el_error_arg(err, "%s%s", path, suffixes[i]);
            el_error_hint(err, "Choose another name, or remove the file yourself.");
            return EL_EEXISTS;
        }
    return EL_OK;
}

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    el_buf b = {0};
    el_buf_printf(&b, "%.*s", slash == path ? 1 : slash ? (int)(slash - path) : 1, slash ? path : ".");
    return el_buf_take(&b);
}

static int check_room(const char *folder, int64_t need, el_error *err)
{
    struct statvfs v;
    if (statvfs(folder, &v)) {
        int status = el_error_set(err, EL_EIO, errno == ENOENT ? "no-such-file" : errno == EACCES ? "no-permission" : "io",
                                  "the folder %s cannot be used: %s", folder, strerror(errno));
        el_error_arg(err, "%s", folder);
        return status;
    }
    int64_t room = (int64_t)((double)v.f_bavail * (double)v.f_frsize);
    if (room > need)
        return EL_OK;
    el_error_set(err, EL_EIO, "no-room", "the copy needs about %lld MB and %s has %lld MB left", (long long)(need >> 20) + 1, folder,
                 (long long)(room >> 20));
    el_error_hint(err, "Free some space or write the copy to another disk.");
    return EL_EIO;
}

int el__target_open(el__target_file *out, const char *path, int64_t expected_size, el_error *err)
{
    memset(out, 0, sizeof *out);
    out->fd = -1;
    if (!path || !*path)
        return el_error_set(err, EL_EUSAGE, "usage", "no name for the copy was given");
    int status = check_free(path, err);
    if (status)
        return status;
    char *folder = folder_of(path);
    status = check_room(folder, expected_size, err);
    if (!status) {
        const char *slash = strrchr(path, '/');
        el_buf name = {0}, full = {0};
        el_buf_puts(&full, path);
        /* Short, so that a long name of the copy does not make this one too long. */
        el_buf_printf(&name, "%.*s.entitylens-XXXXXX", slash ? (int)(slash + 1 - path) : 0, path);
        out->fd = mkostemp(name.data, O_CLOEXEC);
        if (out->fd < 0) {
            status = el_error_set(err, EL_EIO, errno == EACCES || errno == EROFS ? "no-permission" : "io",
                                  "no file can be made in %s: %s", folder, strerror(errno));
            el_error_arg(err, "%s", folder);
            el_buf_free(&name);
            el_buf_free(&full);
        } else {
            out->temporary = el_buf_take(&name);
            out->path = el_buf_take(&full);
        }
    }
    free(folder);
    return status;
}

static int failed(el_error *err)
{
    return el_error_set(err, EL_EIO, errno == ENOSPC || errno == EDQUOT ? "no-room" : "io", "the copy cannot be written: %s", strerror(errno));
}

int el__target_write(el__target_file *t, const void *p, size_t n, el_error *err)
{
    const char *s = p;
    while (n) {
        ssize_t k = write(t->fd, s, n);
        if (k < 0 && errno == EINTR)
            continue;
        if (k <= 0)
            return failed(err);
        s += k;
        n -= (size_t)k;
    }
    return EL_OK;
}

int el__target_release(el__target_file *t, el_error *err)
{
    int fd = t->fd;
    t->fd = -1;
    return fd >= 0 && close(fd) ? failed(err) : EL_OK;
}

/* The name must not exist at the moment of the rename either; where the file system cannot promise that, a hard link can. */
static int rename_without_replacing(const char *from, const char *to)
{
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return -1;
    if (link(from, to))
        return -1;
    unlink(from);
    return 0;
}

static void flush_folder(const char *path)
{
    char *folder = folder_of(path);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(folder);
}

int el__target_commit(el__target_file *t, el_error *err)
{
    int status = el__target_release(t, err);
    if (status)
        return status;
    int fd = open(t->temporary, O_RDWR | O_CLOEXEC);
    if (fd < 0 || fsync(fd)) {
        status = failed(err);
        if (fd >= 0)
            close(fd);
        return status;
    }
    close(fd);
    if (rename_without_replacing(t->temporary, t->path))
        return errno == EEXIST ? check_free(t->path, err) : failed(err);
    flush_folder(t->path);
    free(t->temporary);
    t->temporary = NULL;
    return EL_OK;
}

void el__target_close(el__target_file *t)
{
    static const char *const suffixes[] = {"", "-journal", "-wal", "-shm"};
    if (t->fd >= 0)
        close(t->fd);
    for (int i = 0; i < 4 && t->temporary; i++) {
        el_buf name = {0};
        el_buf_printf(&name, "%s%s", t->temporary, suffixes[i]);
        unlink(el_buf_str(&name));
        el_buf_free(&name);
    }
    free(t->temporary);
    free(t->path);
    memset(t, 0, sizeof *t);
    t->fd = -1;
}
