/* SPDX-License-Identifier: MIT */
/* Migrating a copy: what a correct migration keeps, and that nothing else is touched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "entitylens/compare.h"
#include "entitylens/migrate.h"

#include "base/buf.h"
#include "garden.h"
#include "sqlite_library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static el_model *today;

static int prepare(void **state)
{
    (void)state;
    test_use_linked_sqlite();
    today = garden_model_today();
    return 0;
}

static int finish(void **state)
{
    (void)state;
    el_model_free(today);
    return 0;
}

#define ATTRIBUTE(name, type, more) "<attribute name=\"" name "\" optional=\"YES\" attributeType=\"" type "\"" more "/>"
#define BED "<relationship name=\"bed\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Bed\" inverseName=\"plants\" inverseEntity=\"Bed\"/>"
#define KEEPERS "<relationship name=\"keepers\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Keeper\" inverseName=\"plants\" inverseEntity=\"Keeper\"/>"
#define REST ATTRIBUTE("photo", "Binary", "") ATTRIBUTE("planted", "Date", "") ATTRIBUTE("price", "Decimal", "") ATTRIBUTE("hardy", "Boolean", "")
#define BASE ATTRIBUTE("name", "String", "") ATTRIBUTE("height", "Double", "") REST BED KEEPERS
#define ARBOR "<entity name=\"Arbor\" parentEntity=\"Plant\" elementID=\"Tree\">" ATTRIBUTE("rings", "Integer 32", "") "</entity>"

/* The garden after a migration to a model that renames an attribute and a sub-entity and adds a default. */
static void check(int as_ecd, const char *plants, const char *trees)
{
    el_store *store = garden_open(today, NULL), *after;
    el_model *to = garden_model(BASE ATTRIBUTE("shade", "String", " elementID=\"colour\"") ATTRIBUTE("zone", "Integer 16", " defaultValueString=\"7\""), ARBOR);
    el_migration_run_options options = {.from = today, .to = to, .as_ecd = as_ecd};
    el_migration_result *result;
    el_error err;
    char path[300];
    snprintf(path, sizeof path, "%s.new", el_store_path(store));
    if (el_migration_run(&result, el_store_path(store), path, &options, &err))
        fail_msg("%s", err.message);
    assert_true(result->nstatements > 0);
    assert_false(result->hashes_written); /* a source model has none */
    el_migration_result_free(result);
    el_open_options open = {.model = to};
    assert_int_equal(el_store_open(&after, path, &open, NULL), EL_OK);
    el_buf out = {0};
    const char *columns[] = {"name", "shade", "zone", "bed", "keepers.@count"};
    for (int i = 0; i < 2; i++) {
        el_fetch *fetch;
        const el_cell *cells;
        size_t n;
        el_fetch_request request = {.entity = i ? "Arbor" : "Plant", .columns = columns, .ncolumns = 5, .no_subentities = 1};
        assert_int_equal(el_fetch_open(&fetch, after, &request, &err), EL_OK);
        while (el_fetch_next_row(fetch, &cells, &n, NULL) > 0)
            for (size_t k = 0; k < n; k++) {
                el_cell_json(&out, &cells[k]);
                el_buf_putc(&out, k + 1 < n ? ' ' : '\n');
            }
        el_fetch_close(fetch);
        assert_string_equal(el_buf_str(&out), i ? trees : plants);
        el_buf_clear(&out);
    }
    el_buf_free(&out);
    el_store_close(after);
    unlink(path);
    garden_close(store);
    el_model_free(to);
}

static void renames_are_followed_and_defaults_applied(void **state)
{
    (void)state;
    check(0, "\"rose\" \"red\" 7 {\"object\":\"Bed/1\"} 1\n\"lily \\\"white\\\"\" \"red\" 7 {\"object\":\"Bed/2\"} 1\n\"\" \"red\" 7 {\"object\":\"Bed/1\"} 0\n\"fern\\nof the wood\" null 7 {\"object\":\"Bed/2\"} 0\n",
          "\"oak\" null 7 null 0\n");
}

static void ecds_own_way_loses_what_the_preview_says(void **state)
{
    (void)state;
    check(1, "\"rose\" null null {\"object\":\"Bed/1\"} 1\n\"lily \\\"white\\\"\" null null {\"object\":\"Bed/2\"} 1\n\"\" null null {\"object\":\"Bed/1\"} 0\n\"fern\\nof the wood\" null null {\"object\":\"Bed/2\"} 0\n", "");
}

static void an_existing_target_is_refused(void **state)
{
    (void)state;
    el_store *store = garden_open(today, NULL);
    el_migration_run_options options = {.from = today, .to = today};
    el_migration_result *result;
    el_error err;
    assert_int_equal(el_migration_run(&result, el_store_path(store), el_store_path(store), &options, &err), EL_EEXISTS);
    assert_string_equal(err.code, "target-exists");
    garden_close(store);
}

static int at_once(void *ctx, int64_t done, int64_t total)
{
    (void)ctx;
    (void)done;
    (void)total;
    return 1;
}

static void a_dry_or_cancelled_run_leaves_nothing(void **state)
{
    (void)state;
    el_store *store = garden_open(today, NULL);
    char path[300];
    snprintf(path, sizeof path, "%s.new", el_store_path(store));
    el_migration_run_options options = {.from = today, .to = today, .dry = 1};
    el_migration_result *result;
    el_error err;
    if (el_migration_run(&result, el_store_path(store), path, &options, &err))
        fail_msg("%s", err.message);
    assert_true(result->bytes > 0);
    el_migration_result_free(result);
    options.progress = at_once;
    assert_int_equal(el_migration_run(&result, el_store_path(store), path, &options, &err), EL_ECANCELLED);
    assert_int_not_equal(access(path, F_OK), 0);
    garden_close(store); /* its folder goes, so nothing else lies in it */
    *strrchr(path, '/') = '\0';
    assert_int_not_equal(access(path, F_OK), 0);
}

static void *contents(const char *path, size_t size)
{
    void *bytes = malloc(size);
    FILE *file = fopen(path, "rb");
    assert_non_null(bytes);
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, size, file), size);
    fclose(file);
    return bytes;
}

static void the_original_keeps_its_bytes_and_times(void **state)
{
    (void)state;
    el_store *store = garden_open(today, NULL);
    el_model *to = garden_model(BASE ATTRIBUTE("shade", "String", " elementID=\"colour\""), ARBOR);
    const char *path = el_store_path(store);
    char copy[300];
    struct stat before, after;
    snprintf(copy, sizeof copy, "%s.new", path);
    assert_int_equal(stat(path, &before), 0);
    void *was = contents(path, (size_t)before.st_size);
    for (int i = 0; i < 5; i++) { /* dry, kept and cancelled, each way */
        el_migration_run_options options = {.from = today, .to = to, .as_ecd = i & 1, .dry = i < 2, .progress = i == 4 ? at_once : NULL};
        el_migration_result *result = NULL;
        assert_int_equal(el_migration_run(&result, path, copy, &options, NULL), i == 4 ? EL_ECANCELLED : EL_OK);
        el_migration_result_free(result);
        assert_int_equal(access(copy, F_OK) == 0, i == 2 || i == 3);
        unlink(copy);
    }
    assert_int_equal(stat(path, &after), 0);
    assert_int_equal(after.st_ino, before.st_ino);
    assert_int_equal(after.st_size, before.st_size);
    assert_memory_equal(&after.st_mtim, &before.st_mtim, sizeof after.st_mtim);
    assert_memory_equal(&after.st_ctim, &before.st_ctim, sizeof after.st_ctim);
    void *is = contents(path, (size_t)after.st_size);
    assert_memory_equal(is, was, (size_t)after.st_size);
    free(is);
    free(was);
    garden_close(store);
    el_model_free(to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(renames_are_followed_and_defaults_applied),
        cmocka_unit_test(ecds_own_way_loses_what_the_preview_says),
        cmocka_unit_test(an_existing_target_is_refused),
        cmocka_unit_test(a_dry_or_cancelled_run_leaves_nothing),
        cmocka_unit_test(the_original_keeps_its_bytes_and_times),
    };
    return cmocka_run_group_tests(tests, prepare, finish);
}
