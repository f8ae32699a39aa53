/* SPDX-License-Identifier: MIT */
#define SQLITE_HAS_CODEC
#include "real_store.h"

#include <sqlite3.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static _Noreturn void fail(const char *what, const char *path)
{
    fprintf(stderr, "%s: %s\n", path, what);
    exit(2);
}

static int is_plain(const char *path)
{
    char magic[16] = "";
    FILE *f = fopen(path, "rb");
    if (!f || fread(magic, 1, sizeof magic, f) != sizeof magic)
        fail("cannot be read", path);
    fclose(f);
    return !memcmp(magic, "SQLite format 3", 16);
}

static sqlite3 *open_as(const char *path, int version)
{
    static const char passphrase[] = "correct horse";
    sqlite3 *db = NULL;
    char pragma[64];
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        fail("does not open", path);
    if (version) {
        snprintf(pragma, sizeof pragma, "PRAGMA cipher_compatibility = %d", version);
        sqlite3_key(db, passphrase, (int)strlen(passphrase));
        sqlite3_exec(db, pragma, NULL, NULL, NULL);
    }
    if (sqlite3_exec(db, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL) == SQLITE_OK)
        return db;
    sqlite3_close(db);
    return NULL;
}

sqlite3 *real_store_open(const char *path)
{
    sqlite3 *db = NULL;
    if (is_plain(path))
        db = open_as(path, 0);
    /* A wrong guess costs a key derivation and a line of the engine's own on standard error. */
    int first = strstr(path, "/old/") || strstr(path, "v3") || strstr(path, "/migrations-") ? 3 : 4;
    if (!db)
        db = open_as(path, first);
    if (!db)
        db = open_as(path, 7 - first);
    if (!db)
        fail("no parameters fit", path);
    return db;
}

unsigned char *real_store_metadata(sqlite3 *db, size_t *n)
{
    sqlite3_stmt *stmt;
    unsigned char *copy = NULL;
    if (sqlite3_prepare_v2(db, "SELECT plist FROM meta", -1, &stmt, NULL) == SQLITE_OK && sqlite3_step(stmt) == SQLITE_ROW) {
        *n = (size_t)sqlite3_column_bytes(stmt, 0);
        copy = malloc(*n + 1);
        memcpy(copy, sqlite3_column_blob(stmt, 0), *n);
    }
    sqlite3_finalize(stmt);
    if (!copy)
        fail("no metadata", sqlite3_db_filename(db, "main"));
    return copy;
}

typedef struct list { char **items; size_t n; } list;

static void collect(list *l, const char *folder)
{
    DIR *dir = opendir(folder);
    struct dirent *d;
    while (dir && (d = readdir(dir))) {
        char path[4096];
        struct stat st;
        size_t n = strlen(d->d_name);
        snprintf(path, sizeof path, "%s/%s", folder, d->d_name);
        if (d->d_name[0] == '.' || stat(path, &st) != 0)
            continue;
        if (S_ISDIR(st.st_mode)) {
            collect(l, path);
        } else if (n > 7 && !strcmp(d->d_name + n - 7, ".sqlite")) {
            l->items = realloc(l->items, (l->n + 2) * sizeof *l->items);
            l->items[l->n++] = strdup(path);
        }
    }
    if (dir)
        closedir(dir);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **real_store_list(const char *folder)
{
    list l = {calloc(1, sizeof(char *)), 0};
    collect(&l, folder);
    qsort(l.items, l.n, sizeof *l.items, by_name);
    l.items[l.n] = NULL;
    return l.items;
}

void real_store_list_free(char **list)
{
    for (char **p = list; *p; p++)
        free(*p);
    free(list);
}
