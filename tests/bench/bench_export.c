/* SPDX-License-Identifier: MIT */
/* bench_export [OBJECTS [FORMAT]]: builds a store of posts (FORMAT 0 plain, 3 or 4: SQLCipher) and prints, as ratios of median
 * CPU times measured in turn, the export of an entity against the sqlcipher shell on the same columns, the comparison of
 * two stores against two scans, and the peak memory of each export. */
#include "fixture.h"
#include "sqlite_library.h"

#include "base/buf.h"
#include "entitylens/compare.h"
#include "entitylens/export.h"
#include "sqlite/api.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RUNS = 5 };

static const char model_text[] =
    "<?xml version=\"1.0\"?><model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">"
    "<entity name=\"User\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>"
    "<relationship name=\"posts\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Post\" inverseName=\"author\" inverseEntity=\"Post\"/></entity>"
    "<entity name=\"Post\"><attribute name=\"title\" optional=\"YES\" attributeType=\"String\"/><attribute name=\"content\" optional=\"YES\" attributeType=\"String\"/>"
    "<attribute name=\"date\" optional=\"YES\" attributeType=\"Date\" indexed=\"YES\"/><attribute name=\"views\" optional=\"YES\" attributeType=\"Integer 64\"/>"
    "<attribute name=\"rating\" optional=\"YES\" attributeType=\"Double\"/><attribute name=\"open\" optional=\"YES\" attributeType=\"Boolean\"/>"
    "<attribute name=\"price\" optional=\"YES\" attributeType=\"Decimal\"/><attribute name=\"note\" optional=\"YES\" attributeType=\"String\"/>"
    "<relationship name=\"author\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"User\" inverseName=\"posts\" inverseEntity=\"User\"/></entity></model>";

static el_model *model;
static int format;
static char paths[2][64];

static _Noreturn void die(const el_error *err)
{
    fprintf(stderr, "bench_export: %s\n", err->message);
    exit(1);
}

static void build(const char *path, long objects, const char *more)
{
    el_error err;
    el_buf sql = {0};
    const char *series = "WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < %ld) ";
    el_buf_printf(&sql, series, objects / 16 + 1);
    el_buf_puts(&sql, "INSERT INTO ecdUser(__objectid, name) SELECT i, 'john' || i FROM s;");
    el_buf_printf(&sql, series, objects);
    el_buf_printf(&sql, "INSERT INTO ecdPost(__objectid, title, content, date, views, rating, open, price, note, author__objectid) "
                  "SELECT i, 'Title ' || i, 'Some longer text, \"quoted\", of post ' || i, 1000000000.25 + i, i * 7, i / 7.0, i %% 2, "
                  "i || '.5', NULL, i %% %ld + 1 FROM s;%s", objects / 16 + 1, more);
    fixture *f = fixture_new(model);
    fixture_options options = {.format = format, .sql = sql.data};
    if (fixture_write(f, path, &options, &err))
        die(&err);
    fixture_free(f);
    el_buf_free(&sql);
}

static el_store *opened(const char *path)
{
    el_error err;
    el_key *key = NULL;
    el_store *store;
    if (format && el_key_new_passphrase(&key, "correct horse", 13, &err))
        die(&err);
    el_open_options open = {.model = model, .key = key};
    if (el_store_open(&store, path, &open, &err))
        die(&err);
    el_key_free(key);
    return store;
}

static int to_file(void *ctx, const void *bytes, size_t n)
{
    return fwrite(bytes, 1, n, ctx) != n;
}

static void export_as(const char *what)
{
    el_export_options options = {.format = !strcmp(what, "csv") ? EL_EXPORT_CSV : EL_EXPORT_JSON};
    el_store *store = opened(paths[0]);
    el_writer *writer;
    el_fetch *fetch;
    el_fetch_request request = {.entity = "Post", .read_flags = EL_READ_TO_MANY | EL_READ_IDS};
    const el_object *o;
    el_error err;
    FILE *f = fopen("/dev/null", "w");
    if (el_fetch_open(&fetch, store, &request, &err) ||
        el_writer_open(&writer, &options, store, el_model_entity(model, "Post"), 0, to_file, f, &err))
        die(&err);
    int rc;
    while ((rc = el_fetch_next(fetch, &o, &err)) > 0)
        if (el_writer_object(writer, store, o, &err))
            die(&err);
    if (rc < 0 || el_writer_finish(writer, &err))
        die(&err);
    el_writer_free(writer);
    el_fetch_close(fetch);
    el_store_close(store);
    fclose(f);
}

/* The shell with the same columns; it derives the key as we do. */
static void shell(const char *mode)
{
    char command[700];
    snprintf(command, sizeof command, "sqlcipher %s >/dev/null <<'END'\n%s.mode %s\n.headers on\n"
             "SELECT __objectid, title, content, date, views, rating, open, price, note, author__objectid FROM ecdPost;\nEND\n",
             paths[0], format == 3 ? "PRAGMA key='correct horse'; PRAGMA cipher_compatibility=3;\n" : format ? "PRAGMA key='correct horse';\n" : "",
             mode);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static void compare(const char *unused)
{
    (void)unused;
    el_error err;
    el_comparison *c;
    const el_object_change *change;
    el_store *a = opened(paths[0]), *b = opened(paths[1]);
    if (el_comparison_open(&c, a, b, &err))
        die(&err);
    int rc, n = 0;
    while ((rc = el_comparison_next(c, &change, &err)) > 0)
        n++;
    if (rc < 0 || n != 12)
        die(&err);
    el_comparison_close(c);
    el_store_close(a);
    el_store_close(b);
}

static void scan_both(const char *unused)
{
    (void)unused;
    static const char *const sql[] = {"SELECT * FROM ecdPost", "SELECT * FROM ecdUser"};
    for (int i = 0; i < 2; i++) {
        el_error err;
        el_store *store = opened(paths[i]);
        for (int k = 0; k < 2; k++) {
            sqlite3_stmt *stmt;
            if (el_sql_prepare(&stmt, el_store_db(store), sql[k], &err))
                die(&err);
            while (el_sql_step(stmt, &err) > 0)
                for (int column = 0; column < sqlite3_column_count(stmt); column++)
                    sqlite3_column_blob(stmt, column);
            sqlite3_finalize(stmt);
        }
        el_store_close(store);
    }
}

typedef struct cost { double seconds; long kilobytes; } cost;

static cost run(void (*work)(const char *), const char *what)
{
    struct rusage usage;
    int status;
    fflush(NULL);
    pid_t pid = fork();
    if (!pid) {
        work(what);
        exit(0);
    }
    if (wait4(pid, &status, 0, &usage) != pid || status) {
        fputs("bench_export: a run failed\n", stderr);
        exit(1);
    }
    return (cost){(double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6,
                  usage.ru_maxrss};
}

static int by_time(const void *a, const void *b)
{
    double x = ((const cost *)a)->seconds, y = ((const cost *)b)->seconds;
    return (x > y) - (x < y);
}

static void measure(const char *name, void (*ours)(const char *), void (*theirs)(const char *), const char *what)
{
    cost a[RUNS], b[RUNS];
    for (int i = 0; i < RUNS; i++) {
        a[i] = run(ours, what);
        b[i] = run(theirs, what);
    }
    qsort(a, RUNS, sizeof *a, by_time);
    qsort(b, RUNS, sizeof *b, by_time);
    printf("%-28s %8.1f ms against %8.1f ms: %.3f; %ld kB\n", name, a[RUNS / 2].seconds * 1e3, b[RUNS / 2].seconds * 1e3,
           a[RUNS / 2].seconds / b[RUNS / 2].seconds, a[RUNS / 2].kilobytes);
}

int main(int argc, char **argv)
{
    el_error err;
    test_use_linked_sqlite();
    format = argc > 2 ? atoi(argv[2]) : 0;
    if (el_model_load_xml(&model, model_text, strlen(model_text), "blog", "blog", &err))
        die(&err);
    for (int i = 0; i < 2; i++) {
        snprintf(paths[i], sizeof paths[i], "/tmp/entitylens-bench-%d-%d.sqlite", (int)getpid(), i);
        build(paths[i], argc > 1 ? atol(argv[1]) : 100000,
              i ? "UPDATE ecdPost SET title = 'other' WHERE __objectid <= 10; DELETE FROM ecdPost WHERE __objectid = 50;" : "");
    }
    if (argc > 3)
        return 0;
    measure("CSV: here, the shell", export_as, shell, "csv");
    measure("JSON: here, the shell", export_as, shell, "json");
    measure("comparison: here, two scans", compare, scan_both, NULL);
    el_model_free(model);
    unlink(paths[0]);
    unlink(paths[1]);
    return 0;
}
