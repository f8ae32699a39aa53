/* SPDX-License-Identifier: MIT */
#include "cipher/snapshot.h"

#include "base/arena.h"
#include "base/buf.h"
#include "sqlite/pages.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

enum { CHUNK = 1 << 18, ATTEMPTS = 5, SETTLE_MS = 50, ABANDONED_SECONDS = 60, BASES = 3 };

static const char *const suffixes[] = {"", "-wal", "-journal"};
static const char *const leftovers[] = {"store.sqlite", "store.sqlite-wal", "store.sqlite-journal", "store.sqlite-shm", ".lock"};
enum { FILES = 3, LEFTOVERS = 5 };

struct el__snapshot {
    char *folder, *path;
    int lock; /* kept as long as the copy is in use: tells the sweeper */
};

/* The folders that may hold copies: runtime (in memory, gone at logout), cache, temporary. */
static char *base_folder(int which)
{
    el_buf b = {0};
    const char *home;
    switch (which) {
    case 0:
        if ((home = getenv("XDG_RUNTIME_DIR")) && *home == '/')
            el_buf_printf(&b, "%s/entitylens", home);
        break;
    case 1:
        if ((home = getenv("XDG_CACHE_HOME")) && *home == '/')
            el_buf_printf(&b, "%s/entitylens", home);
        else if ((home = getenv("HOME")) && *home == '/')
            el_buf_printf(&b, "%s/.cache/entitylens", home);
        break;
    default:
        home = getenv("TMPDIR");
        el_buf_printf(&b, "%s/entitylens-%lu", home && *home == '/' ? home : "/tmp", (unsigned long)geteuid());
    }
    return b.len ? el_buf_take(&b) : NULL;
}

/* Nobody else may have made it: another user's folder could be read or exchanged under us. */
static int is_ours(const char *folder)
{
    struct stat st;
    return lstat(folder, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid() && (st.st_mode & 022) == 0;
}

static int make_base(const char *folder)
{
    char *parent = el_xstrdup(folder), *slash = strrchr(parent, '/');
    *slash = '\0';
    mkdir(parent, 0700); /* ~/.cache of a new account */
    free(parent);
    mkdir(folder, 0700);
    return is_ours(folder);
}

static int has_room(const char *folder, int64_t need)
{
    struct statvfs v;
    return statvfs(folder, &v) == 0 && (int64_t)(v.f_bavail * v.f_frsize / 2) > need;
}

static void remove_copy(const char *folder)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return;
    for (int i = 0; i < LEFTOVERS; i++)
        unlinkat(fd, leftovers[i], 0);
    close(fd);
    rmdir(folder);
}

static int is_abandoned(const char *folder)
{
    struct stat st;
    if (!is_ours(folder))
        return 0;
    el_buf name = {0};
    el_buf_printf(&name, "%s/.lock", folder);
    int fd = open(el_buf_str(&name), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    el_buf_free(&name);
    if (fd < 0) /* perhaps just being made */
        return errno == ENOENT && stat(folder, &st) == 0 && st.st_mtime < time(NULL) - ABANDONED_SECONDS;
    int free_now = flock(fd, LOCK_EX | LOCK_NB) == 0;
    close(fd);
    return free_now;
}

static void sweep(const char *base)
{
    DIR *dir = is_ours(base) ? opendir(base) : NULL;
    if (!dir)
        return;
    for (struct dirent *e; (e = readdir(dir));) {
        if (strncmp(e->d_name, "copy-", 5))
            continue;
        el_buf folder = {0};
        el_buf_printf(&folder, "%s/%s", base, e->d_name);
        if (is_abandoned(el_buf_str(&folder)))
            remove_copy(el_buf_str(&folder));
        el_buf_free(&folder);
    }
    closedir(dir);
}

void el__snapshot_sweep(void)
{
    for (int i = 0; i < BASES; i++) {
        char *base = base_folder(i);
        if (base)
            sweep(base);
        free(base);
    }
}

static int lock_folder(const char *folder)
{
    el_buf name = {0};
    el_buf_printf(&name, "%s/.lock", folder);
    int fd = open(el_buf_str(&name), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    el_buf_free(&name);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

static int make_folder(el__snapshot *s, int64_t need, el_error *err)
{
    for (int i = 0; i < BASES; i++) {
        char *base = base_folder(i);
        el_buf name = {0};
        int usable = base && make_base(base) && has_room(base, need);
        el_buf_printf(&name, "%s/copy-XXXXXX", base ? base : "");
        free(base);
        if (usable && mkdtemp(name.data)) {
            s->folder = el_buf_take(&name);
            s->lock = lock_folder(s->folder);
            if (s->lock >= 0)
                return EL_OK;
            rmdir(s->folder);
            free(s->folder);
            s->folder = NULL;
        }
        el_buf_free(&name);
    }
    int status = el_error_set(err, EL_EIO, "no-room",
                              "the file needs recovery of an unfinished write, for which a private copy is made, but there is no room for one");
    el_error_hint(err, "Free some space in the cache folder, or set XDG_CACHE_HOME to a folder with twice the size of the file.");
    return status;
}

/* What must not change while a file is copied. */
typedef struct identity {
    int there;
    dev_t dev;
    ino_t ino;
    off_t size;
    struct timespec mtime;
} identity;

static void look(identity out[FILES], const char *path)
{
    memset(out, 0, FILES * sizeof *out);
    for (int i = 0; i < FILES; i++) {
        el_buf name = {0};
        struct stat st;
        el_buf_printf(&name, "%s%s", path, suffixes[i]);
        if (stat(el_buf_str(&name), &st) == 0)
            out[i] = (identity){1, st.st_dev, st.st_ino, st.st_size, st.st_mtim};
        el_buf_free(&name);
    }
}

static int same(const identity *a, const identity *b)
{
    for (int i = 0; i < FILES; i++)
        if (a[i].there != b[i].there || a[i].dev != b[i].dev || a[i].ino != b[i].ino || a[i].size != b[i].size ||
            a[i].mtime.tv_sec != b[i].mtime.tv_sec || a[i].mtime.tv_nsec != b[i].mtime.tv_nsec)
            return 0;
    return 1;
}

static void nap(void)
{
    nanosleep(&(struct timespec){0, SETTLE_MS * 1000000L}, NULL);
}

/* File times move in ticks: of two writes within one tick the second is invisible.  So a copy starts only when the last
 * write lies more than a tick back. */
static void settle(const identity files[FILES])
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    for (int i = 0; i < FILES; i++) {
        int64_t age = (int64_t)(now.tv_sec - files[i].mtime.tv_sec) * 1000 + (now.tv_nsec - files[i].mtime.tv_nsec) / 1000000;
        if (files[i].there && age >= 0 && age < SETTLE_MS) {
            nap();
            return;
        }
    }
}

typedef struct meter {
    int (*progress)(void *, int64_t, int64_t);
    void *ctx;
    int64_t done, total;
} meter;

static int write_all(int fd, const char *p, size_t n)
{
    while (n) {
        ssize_t k = write(fd, p, n);
        if (k < 0 && errno == EINTR)
            continue;
        if (k <= 0)
            return -1;
        p += k;
        n -= (size_t)k;
    }
    return 0;
}

static int copy_bytes(el_pages *from, int to, char *chunk, meter *m, el_error *err)
{
    int64_t size = el_pages_size(from);
    for (int64_t at = 0; at < size;) {
        size_t n = size - at < CHUNK ? (size_t)(size - at) : CHUNK;
        int status = el_pages_read(from, chunk, at, n, err);
        if (status)
            return status;
        if (write_all(to, chunk, n))
            return el_error_set(err, EL_EIO, "io", "writing the private copy failed: %s", strerror(errno));
        at += (int64_t)n;
        m->done += (int64_t)n;
        if (m->progress && m->progress(m->ctx, m->done, m->total))
            return el_error_set(err, EL_ECANCELLED, "cancelled", "cancelled while the private copy was made");
    }
    return EL_OK;
}

static int copy_file(const el__snapshot *s, el_pages *from, const char *suffix, meter *m, el_error *err)
{
    el_buf name = {0};
    el_buf_printf(&name, "%s%s", s->path, suffix);
    int fd = open(el_buf_str(&name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    el_buf_free(&name);
    if (fd < 0)
        return el_error_set(err, EL_EIO, "io", "the private copy cannot be made: %s", strerror(errno));
    char *chunk = el_xmalloc(CHUNK);
    int status = copy_bytes(from, fd, chunk, m, err);
    free(chunk);
    if (close(fd) && !status)
        status = el_error_set(err, EL_EIO, "io", "writing the private copy failed: %s", strerror(errno));
    return status;
}

static int copy_all(const el__snapshot *s, const char *path, el_pages *pages, const identity files[FILES], unsigned with,
                    meter *m, el_error *err)
{
    static const unsigned bits[FILES] = {0, EL__WITH_WAL, EL__WITH_JOURNAL};
    int status = copy_file(s, pages, "", m, err);
    for (int i = 1; i < FILES && !status; i++) {
        if (!(with & bits[i]) || !files[i].there)
            continue;
        el_buf name = {0};
        el_pages *sidecar;
        el_buf_printf(&name, "%s%s", path, suffixes[i]);
        status = el_pages_open_sidecar(&sidecar, el_buf_str(&name), err);
        el_buf_free(&name);
        if (status)
            break;
        status = copy_file(s, sidecar, suffixes[i], m, err);
        el_pages_close(sidecar);
    }
    return status;
}

static int copy_unchanged(const el__snapshot *s, const char *path, el_pages *pages, unsigned with, meter *m, el_error *err)
{
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        identity before[FILES], after[FILES];
        look(before, path);
        settle(before);
        look(before, path);
        m->done = 0;
        int status = copy_all(s, path, pages, before, with, m, err);
        look(after, path);
        if (same(before, after))
            return status;
        if (status == EL_ECANCELLED)
            return status;
        nap();
    }
    int status = el_error_set(err, EL_EBUSY, "busy", "the file changes faster than it can be copied");
    el_error_hint(err, "Wait until the app has finished writing, or stop it.");
    return status;
}

int el__snapshot_make(el__snapshot **out, const char *path, el_pages *pages, unsigned with,
                      int (*progress)(void *, int64_t, int64_t), void *ctx, el_error *err)
{
    *out = NULL;
    identity files[FILES];
    look(files, path);
    meter m = {progress, ctx, 0, 0};
    for (int i = 0; i < FILES; i++)
        m.total += files[i].there ? files[i].size : 0;
    el__snapshot_sweep();
    el__snapshot *s = el_xmalloc(sizeof *s);
    s->lock = -1;
    int status = make_folder(s, m.total, err);
    if (!status) {
        el_buf name = {0};
        el_buf_printf(&name, "%s/%s", s->folder, leftovers[0]);
        s->path = el_buf_take(&name);
        status = copy_unchanged(s, path, pages, with, &m, err);
    }
    if (status) {
        el__snapshot_free(s);
        return status;
    }
    *out = s;
    return EL_OK;
}

const char *el__snapshot_path(const el__snapshot *snapshot)
{
    return snapshot->path;
}

void el__snapshot_free(el__snapshot *s)
{
    if (!s)
        return;
    if (s->folder)
        remove_copy(s->folder);
    if (s->lock >= 0)
        close(s->lock);
    free(s->folder);
    free(s->path);
    free(s);
}
