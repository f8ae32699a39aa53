/* SPDX-License-Identifier: MIT */
#include "sqlite/pages.h"

#include "base/arena.h"
#include "sqlite/api.h"

#include <stdlib.h>
#include <string.h>

struct el_pages {
    sqlite3 *own;        /* closed with the pages, or NULL */
    sqlite3_file *file;  /* the engine's handle, or NULL: memory */
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

/* A path as an SQLite URI: what would end or split the path is percent-coded. */
static char *read_only_uri(const char *path)
{
    size_t n = strlen(path);
    char *uri = el_xmalloc(n * 3 + 32), *p = uri;
    memcpy(p, "file:", 5);
    p += 5;
    for (const char *s = path; *s; s++) {
        if (*s == '?' || *s == '#' || *s == '%') {
            static const char digits[] = "0123456789ABCDEF";
            *p++ = '%';
            *p++ = digits[(unsigned char)*s >> 4];
            *p++ = digits[*s & 15];
        } else {
            *p++ = *s;
        }
    }
    memcpy(p, "?mode=ro", 9);
    return uri;
}

int el_pages_open(el_pages **out, const char *path, el_error *err)
{
    el_pages *pages = el_xmalloc(sizeof *pages);
    char *uri = read_only_uri(path);
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
    free(pages);
}
