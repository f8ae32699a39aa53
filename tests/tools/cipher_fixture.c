/* SPDX-License-Identifier: MIT */
#include "cipher_fixture.h"

#include <sqlite3.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void die(const char *what, const char *detail)
{
    fprintf(stderr, "fixture: %s: %s\n", what, detail);
    exit(2);
}

char *fixture_folder(void)
{
    const char *tmp = getenv("TMPDIR");
    char *name = malloc(300);
    snprintf(name, 300, "%s/fixture-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(name))
        die("mkdtemp", name);
    return name;
}

char *fixture_path(const char *folder, const char *name)
{
    size_t n = strlen(folder) + strlen(name) + 2;
    char *path = malloc(n);
    snprintf(path, n, "%s/%s", folder, name);
    return path;
}

static void remove_tree(const char *folder)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return;
    for (struct dirent *e; (e = readdir(dir));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
            continue;
        char *path = fixture_path(folder, e->d_name);
        if (unlink(path))
            remove_tree(path);
        free(path);
    }
    closedir(dir);
    rmdir(folder);
}

void fixture_folder_remove(char *folder)
{
    remove_tree(folder);
    free(folder);
}

void fixture_exec(sqlite3 *db, const char *sql)
{
    char *message = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK)
        die(sql, message ? message : "failed");
}

sqlite3 *fixture_open(const char *path, const char *key_pragmas)
{
    sqlite3 *db;
    if (sqlite3_open(path, &db) != SQLITE_OK)
        die("open", path);
    if (key_pragmas)
        fixture_exec(db, key_pragmas);
    return db;
}

void fixture_make(const char *path, const char *key_pragmas, int rows)
{
    sqlite3 *db = fixture_open(path, key_pragmas);
    char sql[400];
    fixture_exec(db, "CREATE TABLE t(id INTEGER PRIMARY KEY, body); CREATE INDEX t_body ON t(body);"
                     "PRAGMA user_version = 42; PRAGMA application_id = 7; BEGIN");
    snprintf(sql, sizeof sql,
             "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
             "INSERT INTO t SELECT i, 'body of row ' || i FROM n",
             rows);
    if (rows)
        fixture_exec(db, sql);
    fixture_exec(db, "COMMIT");
    sqlite3_close(db);
}

unsigned char *fixture_bytes(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        die("cannot read", path);
    fseek(f, 0, SEEK_END);
    *n = (size_t)ftell(f);
    rewind(f);
    unsigned char *bytes = malloc(*n + 1);
    if (fread(bytes, 1, *n, f) != *n)
        die("short read", path);
    fclose(f);
    return bytes;
}

void fixture_write_bytes(const char *path, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(bytes, 1, n, f) != n || fclose(f))
        die("cannot write", path);
}

void fixture_poke(const char *path, int64_t offset, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "r+b");
    if (!f || fseeko(f, offset, SEEK_SET) || fwrite(bytes, 1, n, f) != n || fclose(f))
        die("cannot overwrite", path);
}

void fixture_copy(const char *from, const char *to)
{
    size_t n;
    unsigned char *bytes = fixture_bytes(from, &n);
    fixture_write_bytes(to, bytes, n);
    free(bytes);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static uint64_t digest(const unsigned char *p, size_t n)
{
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ p[i]) * 1099511628211u;
    return h;
}

static void describe(char *out, size_t size, const char *folder, const char *name)
{
    char *path = fixture_path(folder, name);
    struct stat st;
    size_t n = 0;
    if (lstat(path, &st))
        die("stat", path);
    unsigned char *bytes = S_ISREG(st.st_mode) ? fixture_bytes(path, &n) : NULL;
    snprintf(out, size, "%s size %lld mode %o mtime %lld.%09ld ctime %lld.%09ld digest %016llx\n", name, (long long)st.st_size,
             (unsigned)st.st_mode, (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec, (long long)st.st_ctim.tv_sec,
             st.st_ctim.tv_nsec, bytes ? (unsigned long long)digest(bytes, n) : 0ull);
    free(bytes);
    free(path);
}

char *fixture_state(const char *folder)
{
    char *names[100], *text = calloc(1, 65536);
    int n = 0;
    DIR *dir = opendir(folder);
    if (!dir)
        die("opendir", folder);
    for (struct dirent *e; (e = readdir(dir)) && n < 100;)
        if (strcmp(e->d_name, "..")) /* "." itself: the folder's times */
            names[n++] = strdup(e->d_name);
    closedir(dir);
    qsort(names, (size_t)n, sizeof *names, by_name);
    for (int i = 0; i < n; i++) {
        size_t used = strlen(text);
        describe(text + used, 65536 - used, folder, names[i]);
        free(names[i]);
    }
    return text;
}
