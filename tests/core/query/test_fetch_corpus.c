/* SPDX-License-Identifier: MIT */
/* Predicates over data sets: each data set becomes a store in ECD's layout, each item is fetched from it. */
#include "corpus_values.h"
#include "fixture.h"
#include "sqlite_library.h"

#include "base/arena.h"
#include "base/buf.h"
#include "entitylens/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <setjmp.h>
#include <cmocka.h>

typedef struct data_set {
    char *name;
    fixture *fixture;
    el_store *store;
} data_set;

static data_set sets[64];
static size_t nsets;
static char *folder;

static data_set *open_set(const char *name)
{
    for (size_t i = 0; i < nsets; i++)
        if (!strcmp(sets[i].name, name))
            return &sets[i];
    data_set *s = &sets[nsets++];
    char json[512], path[512];
    snprintf(json, sizeof json, "%s/corpora/data/%s.json", TEST_SHARED, name);
    snprintf(path, sizeof path, "%s/%s.sqlite", folder, name);
    el_error err;
    s->name = strdup(name);
    fixture_options options = {.keep_uuids = 1};
    el_open_options open = {0};
    if (fixture_from_dataset(&s->fixture, json, &err) || fixture_write(s->fixture, path, &options, &err))
        fail_msg("%s: %s", name, err.message);
    open.model = fixture_model(s->fixture);
    if (el_store_open(&s->store, path, &open, &err))
        fail_msg("%s: %s", name, err.message);
    return s;
}

static el_value object_named(void *ctx, const char *id)
{
    fixture_object *o = fixture_named(ctx, id);
    return o ? el_value_object(o->entity->name, o->key) : el_value_object(NULL, 0);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The ids of the answer, sorted, as JSON text; or {"error": code}. */
static char *answer(data_set *s, json_t *item, el_arena *arena, el_buf *sql)
{
    json_t *args = json_object_get(item, "args");
    el_fetch_request q = {.entity = json_string_value(json_object_get(item, "entity")),
                          .where = json_string_value(json_object_get(item, "format"))};
    el_value *values = el_arena_array(arena, json_array_size(args) + 1, sizeof *values);
    for (size_t i = 0; i < json_array_size(args); i++)
        values[i] = corpus_value(arena, json_array_get(args, i), object_named, s->fixture);
    q.args = values;
    q.nargs = json_array_size(args);
    el_fetch *f = NULL;
    el_error err;
    el_error_clear(&err);
    const el_object *o;
    const char *ids[1000];
    size_t n = 0;
    int rc = el_fetch_open(&f, s->store, &q, &err);
    if (!rc) {
        el_buf_puts(sql, el_fetch_sql(f));
        while ((rc = el_fetch_next(f, &o, &err)) > 0)
            ids[n++] = fixture_find(s->fixture, o->entity, o->key)->name;
    }
    el_fetch_close(f);
    if (rc < 0) {
        if (err.status == EL_ESQL)
            el_buf_printf(sql, " -- %s", err.message);
        json_t *e = json_pack("{s:s}", "error", err.code);
        char *text = json_dumps(e, 0);
        json_decref(e);
        return text;
    }
    qsort(ids, n, sizeof *ids, by_text);
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, json_string(ids[i]));
    char *text = json_dumps(list, 0);
    json_decref(list);
    int64_t count;
    assert_int_equal(el_fetch_count(&count, s->store, &q, &err), 0);
    assert_int_equal(count, n);
    return text;
}

static int run_item(json_t *item)
{
    el_arena *arena = el_arena_new();
    data_set *s = open_set(json_string_value(json_object_get(item, "data")));
    el_buf sql = {0};
    char *got = answer(s, item, arena, &sql);
    char *wanted = json_dumps(json_object_get(item, "result"), 0);
    int ok = !strcmp(got, wanted);
    if (!ok)
        print_error("%s %s: %s\n  got    %s\n  wanted %s\n  %s\n", json_string_value(json_object_get(item, "id")),
                    json_string_value(json_object_get(item, "entity")), json_string_value(json_object_get(item, "format")), got, wanted,
                    el_buf_str(&sql));
    free(got);
    free(wanted);
    el_buf_free(&sql);
    el_arena_free(arena);
    return ok;
}

static void corpus(void **state)
{
    (void)state;
    FILE *f = fopen(TEST_SHARED "/corpora/predicate-eval.jsonl", "r");
    assert_non_null(f);
    char *line = NULL;
    size_t cap = 0;
    int passed = 0, failed = 0;
    for (ssize_t n; (n = getline(&line, &cap, f)) > 0;) {
        json_error_t error;
        json_t *item = json_loadb(line, (size_t)n, JSON_ALLOW_NUL, &error);
        assert_non_null(item);
        if (json_is_string(json_object_get(item, "data")))
            *(run_item(item) ? &passed : &failed) += 1;
        json_decref(item);
    }
    free(line);
    fclose(f);
    print_message("%d passed, %d failed\n", passed, failed);
    assert_int_equal(failed, 0);
    assert_true(passed > 100);
}

static int set_up(void **state)
{
    (void)state;
    test_use_linked_sqlite();
    char pattern[] = "/tmp/entitylens-fetch-XXXXXX";
    folder = strdup(mkdtemp(pattern));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (size_t i = 0; i < nsets; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s.sqlite", folder, sets[i].name);
        el_store_close(sets[i].store);
        fixture_free(sets[i].fixture);
        unlink(path);
        free(sets[i].name);
    }
    rmdir(folder);
    free(folder);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(corpus)};
    return access(TEST_SHARED "/corpora/predicate-eval.jsonl", R_OK) ? 0 : cmocka_run_group_tests(tests, set_up, tear_down);
}
