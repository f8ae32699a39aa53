/* SPDX-License-Identifier: MIT */
#include "sqlite/pages.h"

#include "base/arena.h"
#include "sqlite/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct el_pages {
    sqlite3 *own;        /* closed with the pages, or NULL */
    sqlite3_file *file;  /* the engine's handle, or NULL: memory */
    char *sidecar;       /* the name of a file that we opened ourselves, which the VFS keeps pointing at; or NULL */
    const unsigned char *bytes;
    size_t n;
};

static int attach(el_pages *pages, sqlite3 *db, el_error *err)
{
    if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &pages->file) != SQLITE_OK || !pages->file ||
        !pages->file->pMethods) {
        pages->file = NULL;
        return el_error_set(err, EL_EIO, "io", "the engine offers no handle on the file");
    }
    return EL_OK;
}

/* What would end or split the path is percent-coded.  An absolute path gets an empty authority, since "//" at its start would
 * be read as one; a relative path begins with "./", since ":memory:" and "" mean something else. */
char *el_sqlite_uri(const char *path, const char *query)
{
    size_t n = strlen(path);
    char *uri = el_xmalloc(n * 3 + strlen(query) + 16), *p = uri;
    p += sprintf(p, "%s", *path == '/' ? "file://" : "file:./");
    for (const char *s = path; *s; s++) {
        if (*s == '?' || *s == '#' || *s == '%')
            p += sprintf(p, "%%%02X", (unsigned char)*s);
        else
            *p++ = *s;
    }
    sprintf(p, "?%s", query);
    return uri;
}

int el_pages_open(el_pages **out, const char *path, el_error *err)
{
    el_pages *pages = el_xmalloc(sizeof *pages);
    char *uri = el_sqlite_uri(path, "mode=ro");
    int rc = sqlite3_open_v2(uri, &pages->own, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
    free(uri);
    int status = rc == SQLITE_OK ? attach(pages, pages->own, err) : el_sql_error(pages->own, err);
    if (status) {
        el_pages_close(pages);
        pages = NULL;
    }
    *out = pages;
    return status;
}

/* Opened under the type of a super-journal: of a -wal or -journal the engine, run by root, would reset the owner. */
int el_pages_open_sidecar(el_pages **out, const char *path, el_error *err)
{
    *out = NULL;
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    if (!vfs)
        return el_error_set(err, EL_EIO, "io", "the engine has no file system");
    el_pages *pages = el_xmalloc(sizeof *pages);
    size_t n = strlen(path);
    pages->sidecar = el_xmalloc(n + 2); /* the VFS may look for parameters behind the name: there are none */
    memcpy(pages->sidecar, path, n);
    pages->file = el_xmalloc((size_t)vfs->szOsFile);
    int unused;
    if (vfs->xOpen(vfs, pages->sidecar, pages->file, SQLITE_OPEN_READONLY | SQLITE_OPEN_SUPER_JOURNAL, &unused) != SQLITE_OK) {
        free(pages->file);
        free(pages->sidecar);
        free(pages);
        int status = el_error_set(err, EL_EIO, "no-permission", "no permission to read %s", path);
        el_error_arg(err, "%s", path);
        el_error_hint(err, "The file belongs to the database and holds part of its data.");
        return status;
    }
    *out = pages;
    return EL_OK;
}

int el_pages_of_connection(el_pages **out, sqlite3 *db, el_error *err)
{
    el_pages *pages = el_xmalloc(sizeof *pages);
    int status = attach(pages, db, err);
    if (status) {
        el_pages_close(pages);
        pages = NULL;
    }
    *out = pages;
    return status;
}

int el_pages_of_memory(el_pages **out, const void *bytes, size_t n)
{
    *out = el_xmalloc(sizeof **out);
    (*out)->bytes = bytes;
    (*out)->n = n;
    return EL_OK;
}

int el_pages_read(el_pages *pages, void *out, int64_t offset, size_t n, el_error *err)
{
    int64_t size = el_pages_size(pages);
    if (offset < 0 || offset > size || (int64_t)n > size - offset) {
        int status = el_error_set(err, EL_ECORRUPT, "truncated", "the file ends at byte %lld, before the %zu bytes at %lld",
                                  (long long)size, n, (long long)offset);
        if (err)
            err->offset = offset;
        return status;
    }
    if (!pages->file) {
        memcpy(out, pages->bytes + offset, n);
        return EL_OK;
    }
    if (pages->file->pMethods->xRead(pages->file, out, (int)n, offset) != SQLITE_OK) {
        int status = el_error_set(err, EL_EIO, "io", "reading %zu bytes at offset %lld failed", n, (long long)offset);
        if (err)
            err->offset = offset;
        return status;
    }
    return EL_OK;
}

int64_t el_pages_size(el_pages *pages)
{
    if (!pages->file)
        return (int64_t)pages->n;
    sqlite3_int64 size = 0;
    return pages->file->pMethods->xFileSize(pages->file, &size) == SQLITE_OK ? size : 0;
}

void el_pages_close(el_pages *pages)
{
    if (!pages)
        return;
    if (pages->own)
        sqlite3_close_v2(pages->own);
    if (pages->sidecar) {
        if (pages->file->pMethods)
            pages->file->pMethods->xClose(pages->file);
        free(pages->file);
        free(pages->sidecar);
    }
    free(pages);
}
