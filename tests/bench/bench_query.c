/* SPDX-License-Identifier: MIT */
/* bench_query [OBJECTS [FORMAT]]: builds a blog store (FORMAT 0 plain, 3 or 4: SQLCipher) and prints, as ratios of median
 * CPU times measured in turn, pages and predicates against hand-written SQL and against the SQL that ECD sends. */
#include "fixture.h"
#include "sqlite_library.h"

#include "base/arena.h"
#include "base/buf.h"
#include "entitylens/query.h"
#include "predicate/ecd_dialect.h"
#include "query/ecd_run.h"
#include "sqlite/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 9 };

static const char model_text[] =
    "<?xml version=\"1.0\"?><model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">"
    "<entity name=\"User\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/><attribute name=\"email\" optional=\"YES\" attributeType=\"String\"/>"
    "<relationship name=\"posts\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Post\" inverseName=\"author\" inverseEntity=\"Post\"/></entity>"
    "<entity name=\"Post\"><attribute name=\"title\" optional=\"YES\" attributeType=\"String\"/><attribute name=\"content\" optional=\"YES\" attributeType=\"String\"/>"
    "<attribute name=\"date\" optional=\"YES\" attributeType=\"Date\" indexed=\"YES\"/><attribute name=\"views\" optional=\"YES\" attributeType=\"Integer 64\"/>"
    "<relationship name=\"author\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"User\" inverseName=\"posts\" inverseEntity=\"User\"/>"
    "<relationship name=\"comments\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Comment\" inverseName=\"post\" inverseEntity=\"Comment\"/></entity>"
    "<entity name=\"Comment\"><attribute name=\"content\" optional=\"YES\" attributeType=\"String\"/>"
    "<relationship name=\"post\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Post\" inverseName=\"comments\" inverseEntity=\"Post\"/></entity>"
    "</model>";

static el_model *model;
static el_store *store;
static char path[64];

static _Noreturn void die(const el_error *err)
{
    fprintf(stderr, "bench_query: %s\n", err->message);
    exit(1);
}

/* One in sixteen objects is a user, five are posts, the rest comments. */
static void build(long objects, int format)
{
    el_error err;
    el_buf sql = {0};
    long users = objects / 16 + 1, posts = objects * 5 / 16 + 1, comments = objects * 10 / 16 + 1;
    const char *series = "WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < %ld) ";
    el_buf_printf(&sql, series, users);
    el_buf_puts(&sql, "INSERT INTO ecdUser(__objectid, name, email) SELECT i, 'john' || i, 'john' || i || '@example.org' FROM s;");
    el_buf_printf(&sql, series, posts);
    el_buf_printf(&sql, "INSERT INTO ecdPost(__objectid, title, content, date, views, author__objectid) SELECT i, 'Title ' || i, "
                  "CASE i %% 10 WHEN 0 THEN 'test' ELSE 'text ' || i END, 1000000000.0 + i, i * 7, i %% %ld + 1 FROM s;", users);
    el_buf_printf(&sql, series, comments);
    el_buf_printf(&sql, "INSERT INTO ecdComment(__objectid, content, post__objectid) SELECT i, 'comment ' || i, i * 7 %% %ld + 1 FROM s;", posts);
    if (el_model_load_xml(&model, model_text, strlen(model_text), "blog", "blog", &err))
        die(&err);
    fixture *f = fixture_new(model);
    fixture_options options = {.format = format, .sql = sql.data};
    snprintf(path, sizeof path, "/tmp/entitylens-bench-%d.sqlite", (int)getpid());
    if (fixture_write(f, path, &options, &err))
        die(&err);
    fixture_free(f);
    el_buf_free(&sql);
    el_key *key = NULL;
    if (format && el_key_new_passphrase(&key, "correct horse", 13, &err))
        die(&err);
    el_open_options open = {.model = model, .key = key};
    if (el_store_open(&store, path, &open, &err))
        die(&err);
    el_key_free(key);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct work { void (*run)(const void *what); const void *what; } work;

/* Runs the works in turn and prints their medians as ratios to the last one. */
static void measure(const char *name, const work *works, size_t n)
{
    double times[3][RUNS];
    for (int r = 0; r < RUNS; r++)
        for (size_t i = 0; i < n; i++) {
            double from = now();
            works[i].run(works[i].what);
            times[i][r] = now() - from;
        }
    for (size_t i = 0; i < n; i++)
        qsort(times[i], RUNS, sizeof **times, by_value);
    double base = times[n - 1][RUNS / 2];
    printf("%-44s", name);
    for (size_t i = 0; i < n; i++)
        printf(" %9.3f ms (%.3f)", times[i][RUNS / 2] * 1e3, times[i][RUNS / 2] / base);
    putchar('\n');
}

static void run_sql(const void *what)
{
    sqlite3_stmt *stmt;
    el_error err;
    int rc;
    if (el_sql_prepare(&stmt, el_store_db(store), what, &err))
        die(&err);
    while ((rc = el_sql_step(stmt, &err)) > 0)
        for (int i = 0; i < sqlite3_column_count(stmt); i++)
            sqlite3_column_text(stmt, i);
    if (rc < 0)
        die(&err);
    sqlite3_finalize(stmt);
}

static void run_count(const void *what)
{
    int64_t n;
    el_error err;
    if (el_fetch_count(&n, store, what, &err))
        die(&err);
}

static void run_ecd(const void *what)
{
    const el_fetch_request *q = what;
    el_arena *arena = el_arena_new();
    el_predicate *p;
    el_error err;
    size_t n;
    if (el_predicate_parse(&p, q->where, strlen(q->where), q->args, q->nargs, &err, 1, &n))
        die(&err);
    el_ecd_request request = {.entity = el_model_entity(model, "Post"), .predicate = p->root};
    el_ecd_statement s;
    el_ecd_answer answer;
    el_ecd_translate(&s, arena, &request);
    if (el_ecd_run(&answer, arena, store, &request, &s, 0, &err))
        die(&err);
    el_predicate_free(p);
    el_arena_free(arena);
}

typedef struct page_at { double fraction; } page_at;

static void run_page(const void *what)
{
    const page_at *at = what;
    el_fetch_request q = {.entity = "Post", .read_flags = EL_READ_LABELS};
    el_cursor *from = NULL;
    el_page *page;
    el_error err;
    if ((at->fraction > 0 && el_cursor_at_fraction(&from, store, &q, at->fraction, &err)) ||
        el_page_read(&page, store, &q, from, EL_FORWARD, 100, &err))
        die(&err);
    el_page_free(page);
    el_cursor_free(from);
}

static void predicates(void)
{
    static const char joined[] = "SELECT COUNT(*) FROM ecdPost p JOIN ecdUser u ON u.__objectid = p.author__objectid WHERE ";
    el_value date = el_value_date(1e9 + 100), few = el_value_int(3);
    const struct { const char *where; const el_value *arg; const char *from, *condition; } all[] = {
        {"content LIKE 'test' AND author.name CONTAINS 'john2' AND date >= %@ AND author.email CONTAINS[cd] '@'", &date, joined,
         "p.content = 'test' AND p.date >= 1000000100.0 AND instr(u.name, 'john2') AND instr(u.email, '@')"},
        {"content LIKE 'test' AND author.name CONTAINS 'john' AND date >= %@ AND author.email CONTAINS[cd] '@'", &date, joined,
         "p.content = 'test' AND p.date >= 1000000100.0 AND instr(u.name, 'john') AND instr(u.email, '@')"},
        {"comments.@count >= %@", &few, "SELECT COUNT(*) FROM ecdPost p WHERE ",
         "(SELECT COUNT(*) FROM ecdComment c WHERE c.post__objectid = +p.__objectid) >= 3"},
        {"date >= %@ AND author.name CONTAINS 'john'", &date, joined, "p.date >= 1000000100.0 AND instr(u.name, 'john')"},
        {"date >= %@", &date, "SELECT COUNT(*) FROM ecdPost p WHERE ", "p.date >= 1000000100.0"},
        {"author.name LIKE 'john4'", NULL, "SELECT COUNT(*) FROM ecdPost p WHERE ",
         "p.author__objectid IN (SELECT +u.__objectid FROM ecdUser u WHERE u.name = 'john4')"},
        {"TRUEPREDICATE", NULL, "SELECT COUNT(*) FROM ecdPost p WHERE ", "1"},
    };
    puts("predicate: here, ECD's statement (its joins made searchable), by hand");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char sql[600], name[45];
        snprintf(sql, sizeof sql, "%s%s", all[i].from, all[i].condition);
        snprintf(name, sizeof name, "%s", all[i].where);
        el_fetch_request q = {.entity = "Post", .where = all[i].where, .args = all[i].arg, .nargs = all[i].arg ? 1 : 0};
        work works[] = {{run_count, &q}, {run_ecd, &q}, {run_sql, sql}};
        measure(name, works, 3);
    }
}

int main(int argc, char **argv)
{
    test_use_linked_sqlite();
    build(argc > 1 ? atol(argv[1]) : 32000, argc > 2 ? atoi(argv[2]) : 0);
    page_at first = {0}, middle = {0.5}, last = {0.999};
    work page[] = {{run_page, &first}, {run_sql, "SELECT p.__objectid, p.title, p.content, p.date, p.views, p.author__objectid, u.name FROM ecdPost p "
                                                 "LEFT JOIN ecdUser u ON u.__objectid = p.author__objectid ORDER BY p.__objectid LIMIT 100"}};
    work places[] = {{run_page, &middle}, {run_page, &last}, {run_page, &first}};
    measure("first page: here, by hand", page, 2);
    measure("page: middle, end, first", places, 3);
    predicates();
    el_store_close(store);
    el_model_free(model);
    unlink(path);
    return 0;
}
