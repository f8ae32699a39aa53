/* SPDX-License-Identifier: MIT */
#include "model/files.h"

#include "base/arena.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static int io_error(const char *path, el_error *err)
{
    switch (errno) {
    case ENOENT:
    case ENOTDIR: return el_error_set(err, EL_EIO, "no-such-file", "'%s' does not exist", path);
    case EACCES:
    case EPERM: return el_error_set(err, EL_EIO, "no-permission", "'%s' may not be read", path);
    default: return el_error_set(err, EL_EIO, "io", "'%s' cannot be read: %s", path, strerror(errno));
    }
}

static int read_all(char **bytes, size_t *n, int fd, size_t size, const char *path, el_error *err)
{
    char *p = el_xmalloc(size + 1);
    size_t have = 0;
    while (have < size) {
        ssize_t got = read(fd, p + have, size - have);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            free(p);
            return io_error(path, err);
        }
        if (got == 0)
            break;
        have += (size_t)got;
    }
    *bytes = p;
    *n = have;
    return EL_OK;
}

int el__file_read(char **bytes, size_t *n, const char *path, size_t limit, el_error *err)
{
    *bytes = NULL;
    *n = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a named pipe must not make us wait */
    if (fd < 0)
        return io_error(path, err);
    struct stat st;
    int status;
    if (fstat(fd, &st) != 0)
        status = io_error(path, err);
    else if (!S_ISREG(st.st_mode))
        status = el_error_set(err, EL_EIO, "not-a-file", "'%s' is not a regular file", path);
    else if ((uint64_t)st.st_size > limit)
        status = el_error_set(err, EL_ELIMIT, "model-too-large", "'%s' has %lld bytes; at most %zu are read", path,
                              (long long)st.st_size, limit);
    else
        status = read_all(bytes, n, fd, (size_t)st.st_size, path, err);
    close(fd);
    return status;
}

int el__file_is_regular(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

int el__file_is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

int el__natural_compare(const char *a, const char *b)
{
    while (*a && *b) {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            while (*a == '0')
                a++;
            while (*b == '0')
                b++;
            size_t na = strspn(a, "0123456789"), nb = strspn(b, "0123456789");
            if (na != nb)
                return na < nb ? -1 : 1;
            int c = strncmp(a, b, na);
            if (c)
                return c;
            a += na;
            b += nb;
        } else {
            int c = tolower((unsigned char)*a) - tolower((unsigned char)*b);
            if (c)
                return c;
            a++;
            b++;
        }
    }
    return (unsigned char)*a - (unsigned char)*b;
}

/* Without the extension: "Model.mom" comes before "Model 2.mom". */
static int compare_names(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    char stem_x[NAME_MAX + 1], stem_y[NAME_MAX + 1];
    snprintf(stem_x, sizeof stem_x, "%s", x);
    snprintf(stem_y, sizeof stem_y, "%s", y);
    if (strrchr(stem_x, '.'))
        *strrchr(stem_x, '.') = '\0';
    if (strrchr(stem_y, '.'))
        *strrchr(stem_y, '.') = '\0';
    int c = el__natural_compare(stem_x, stem_y);
    return c ? c : strcmp(x, y);
}

int el__folder_list(const char *const **names, size_t *n, el_arena *arena, const char *path, size_t limit, el_error *err)
{
    *names = NULL;
    *n = 0;
    DIR *dir = opendir(path);
    if (!dir)
        return io_error(path, err);
    const char **list = NULL;
    size_t cap = 0, count = 0;
    struct dirent *d;
    int status = EL_OK;
    while (!status && (d = readdir(dir))) {
        if (!strcmp(d->d_name, ".") || !strcmp(d->d_name, ".."))
            continue;
        if (count == limit)
            status = el_error_set(err, EL_ELIMIT, "model-too-large", "the folder '%s' has more than %zu entries", path, limit);
        else if (count == cap)
            list = el_xrealloc(list, (cap = cap ? cap * 2 : 32) * sizeof *list);
        if (!status)
            list[count++] = el_arena_strdup(arena, d->d_name);
    }
    closedir(dir);
    if (!status) {
        if (count)
            qsort(list, count, sizeof *list, compare_names);
        const char **copy = el_arena_array(arena, count, sizeof *copy);
        if (count)
            memcpy(copy, list, count * sizeof *copy);
        *names = copy;
        *n = count;
    }
    free(list);
    return status;
}

int el__path_inside(const char *path, const char *folder)
{
    char *p = realpath(path, NULL), *f = realpath(folder, NULL);
    size_t n = f ? strlen(f) : 0;
    int inside = p && f && !strncmp(p, f, n) && (p[n] == '/' || p[n] == '\0' || !strcmp(f, "/"));
    free(p);
    free(f);
    return inside;
}

int el__has_extension(const char *name, const char *extension)
{
    size_t n = strlen(name), m = strlen(extension);
    return n > m && !strcasecmp(name + n - m, extension);
}

const char *el__base_name(el_arena *arena, const char *path)
{
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    size_t from = n;
    while (from > 0 && path[from - 1] != '/')
        from--;
    return el_arena_strndup(arena, path + from, n - from);
}

const char *el__without_extension(el_arena *arena, const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && dot != name ? el_arena_strndup(arena, name, (size_t)(dot - name)) : name;
}
