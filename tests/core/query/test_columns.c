/* SPDX-License-Identifier: MIT */
/* Columns by key path, distinct rows, groups and aggregates. */
#include "fixture.h"
#include "sqlite_library.h"

#include "base/buf.h"
#include "entitylens/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>
#include <cmocka.h>

static const char model_text[] =
    "<?xml version=\"1.0\"?><model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">"
    "<entity name=\"Item\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/><attribute name=\"n\" optional=\"YES\" attributeType=\"Integer 64\"/>"
    "<attribute name=\"price\" optional=\"YES\" attributeType=\"Decimal\"/><attribute name=\"on\" optional=\"YES\" attributeType=\"Boolean\"/>"
    "<attribute name=\"when\" optional=\"YES\" attributeType=\"Date\"/>"
    "<relationship name=\"shop\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Shop\" inverseName=\"items\" inverseEntity=\"Shop\"/></entity>"
    "<entity name=\"Shop\"><attribute name=\"city\" optional=\"YES\" attributeType=\"String\"/>"
    "<relationship name=\"items\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Item\" inverseName=\"shop\" inverseEntity=\"Item\"/></entity>"
    "<entity name=\"Stall\" parentEntity=\"Shop\"><attribute name=\"row\" optional=\"YES\" attributeType=\"Integer 16\"/></entity>"
    "</model>";

static el_model *model;
static el_store *store;
static char path[64];

static void add_item(fixture *f, const char *name, int64_t n, const char *price, int on, fixture_object *shop)
{
    fixture_object *o = fixture_add(f, "Item", 0);
    if (name)
        fixture_set(f, o, "name", el_value_text(EL_STRING, name, (size_t)-1));
    fixture_set(f, o, "n", el_value_int(n));
    if (price)
        fixture_set(f, o, "price", el_value_text(EL_DECIMAL, price, (size_t)-1));
    fixture_set(f, o, "on", el_value_bool(on));
    fixture_set(f, o, "when", el_value_date(100.5 * on));
    if (shop)
        fixture_link(f, o, "shop", shop);
}

static int set_up(void **state)
{
    (void)state;
    test_use_linked_sqlite();
    el_error err;
    if (el_model_load_xml(&model, model_text, strlen(model_text), "shop", "shop", &err))
        return fprintf(stderr, "%s\n", err.message), 1;
    fixture *f = fixture_new(model);
    fixture_object *bern = fixture_add(f, "Shop", 0), *paris = fixture_add(f, "Stall", 0), *again = fixture_add(f, "Shop", 0);
    fixture_set(f, bern, "city", el_value_text(EL_STRING, "Bern", 4));
    fixture_set(f, paris, "city", el_value_text(EL_STRING, "Paris", 5));
    fixture_set(f, again, "city", el_value_text(EL_STRING, "Bern", 4));
    add_item(f, "tea", 3, "0.10", 1, bern);
    add_item(f, "tea", 4, "0.2", 0, paris);
    add_item(f, NULL, 5, NULL, 1, again);
    add_item(f, "ink", INT64_C(9223372036854775800), "1E1", 1, NULL);
    add_item(f, "Ink", 100, "0.1", 0, bern);
    snprintf(path, sizeof path, "/tmp/entitylens-columns-%d.sqlite", (int)getpid());
    fixture_options options = {0};
    el_open_options open = {.model = model};
    if (fixture_write(f, path, &options, &err) || el_store_open(&store, path, &open, &err))
        return fprintf(stderr, "%s\n", err.message), 1;
    fixture_free(f);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    el_store_close(store);
    el_model_free(model);
    unlink(path);
    return 0;
}

/* Rows as JSON, one a line; or the code of the error. */
static const char *rows(const el_fetch_request *q)
{
    static char text[2000];
    el_buf b = {0};
    el_fetch *f;
    el_error err;
    const el_cell *cells;
    size_t n;
    int rc = el_fetch_open(&f, store, q, &err);
    while (!rc && (rc = el_fetch_next_row(f, &cells, &n, &err)) > 0) {
        for (size_t i = 0; i < n; i++) {
            if (i)
                el_buf_putc(&b, ' ');
            el_cell_json(&b, &cells[i]);
        }
        el_buf_putc(&b, '\n');
        rc = 0;
    }
    el_fetch_close(f);
    if (rc < 0)
        el_buf_printf(&b, "%s", err.code);
    snprintf(text, sizeof text, "%s", el_buf_str(&b));
    el_buf_free(&b);
    return text;
}

typedef struct request { const char *columns[5], *groups[3], *having, *where; el_sort sort; int distinct; int64_t limit, offset; const char *rows; } request;

static void check(const request *all, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        el_fetch_request q = {.entity = "Item", .where = all[i].where, .columns = all[i].columns, .group_by = all[i].groups, .having = all[i].having,
                              .distinct = all[i].distinct, .limit = all[i].limit, .offset = all[i].offset};
        while (q.ncolumns < 5 && all[i].columns[q.ncolumns])
            q.ncolumns++;
        while (q.ngroup_by < 3 && all[i].groups[q.ngroup_by])
            q.ngroup_by++;
        if (all[i].sort.key) {
            q.sorts = &all[i].sort;
            q.nsorts = 1;
        }
        const char *got = rows(&q);
        if (strcmp(got, all[i].rows))
            fail_msg("request %zu gives\n%snot\n%s", i, got, all[i].rows);
        if (strchr(got, '\n') && (q.distinct || q.ngroup_by)) {
            int64_t counted;
            el_error err;
            size_t lines = 0;
            for (const char *p = got; *p; p++)
                lines += *p == '\n';
            assert_int_equal(el_fetch_count(&counted, store, &q, &err), 0);
            assert_int_equal(counted, lines);
        }
    }
}

static void columns(void **state)
{
    (void)state;
    static const request all[] = {
        {.columns = {"name", "shop.city", "shop"}, .rows = "\"tea\" \"Bern\" {\"object\":\"Shop/1\"}\n\"tea\" \"Paris\" {\"object\":\"Stall/2\"}\nnull \"Bern\" {\"object\":\"Shop/3\"}\n\"ink\" null null\n\"Ink\" \"Bern\" {\"object\":\"Shop/1\"}\n"},
        {.columns = {"on", "when", "price", "SELF"}, .limit = 2, .rows = "true {\"date\":100.5} {\"decimal\":\"0.10\"} {\"object\":\"Item/1\"}\nfalse {\"date\":0.0} {\"decimal\":\"0.2\"} {\"object\":\"Item/2\"}\n"},
        {.columns = {"shop.items.@count", "n * 2", "name.length"}, .offset = 4, .rows = "2 200 3\n"},
        {.columns = {"name"}, .sort = {"price", 0, EL_SORT_PLAIN}, .rows = "null\n\"tea\"\n\"Ink\"\n\"tea\"\n\"ink\"\n"},
        {.columns = {"name"}, .sort = {"name", 1, EL_SORT_CASE_INSENSITIVE}, .rows = "\"tea\"\n\"tea\"\n\"ink\"\n\"Ink\"\nnull\n"},
        {.columns = {"shop.city"}, .distinct = 1, .rows = "null\n\"Bern\"\n\"Paris\"\n"},
        {.columns = {"shop.city", "on"}, .distinct = 1, .where = "shop != nil", .rows = "\"Bern\" false\n\"Bern\" true\n\"Paris\" false\n"},
        {.columns = {"nothing"}, .rows = "unknown-key"},
        {.columns = {"shop.items"}, .rows = "unknown-key"},
        {.columns = {"name == 'x' OR name"}, .rows = "bad-expression"},
        {.columns = {"name, n"}, .rows = "bad-expression"},
        {.columns = {"name == 0 AND name"}, .rows = "bad-expression"},
    };
    check(all, sizeof all / sizeof *all - 4);
    for (size_t i = sizeof all / sizeof *all - 4; i < sizeof all / sizeof *all; i++) {
        el_fetch_request q = {.entity = "Item", .columns = all[i].columns, .ncolumns = 1};
        const char *got = rows(&q);
        assert_true(!strcmp(got, "to-many-needs-modifier") || !strcmp(got, "bad-expression"));
    }
}

static void aggregates(void **state)
{
    (void)state;
    static const request all[] = {
        {.columns = {"@count", "count:(name)", "sum:(price)", "average:(price)"}, .rows = "5 4 {\"decimal\":\"10.4\"} {\"decimal\":\"2.6\"}\n"},
        {.columns = {"sum:(n)", "min:(n)", "max:(price)", "min:(when)"}, .where = "n < 1000", .rows = "112 3 {\"decimal\":\"0.2\"} {\"date\":0.0}\n"},
        {.columns = {"sum:(n)"}, .rows = "9.223372036854776e+18\n"},
        {.columns = {"sum:(n)", "max:(n)", "average:(n)"}, .where = "n == 77", .rows = "0 null null\n"},
        {.columns = {"shop.city", "@count", "sum:(price)"}, .groups = {"shop.city"}, .rows = "null 1 {\"decimal\":\"10\"}\n\"Bern\" 3 {\"decimal\":\"0.2\"}\n\"Paris\" 1 {\"decimal\":\"0.2\"}\n"},
        {.groups = {"shop.city"}, .having = "count:(SELF) > 1", .rows = "\"Bern\" 3\n"},
        {.columns = {"name", "count:(SELF)"}, .groups = {"name"}, .having = "name != nil AND max:(n) < 1000", .rows = "\"Ink\" 1\n\"tea\" 2\n"},
        {.columns = {"price", "@count"}, .groups = {"price"}, .having = "@count < 2", .sort = {"@count", 1, EL_SORT_PLAIN}, .rows = "null 1\n{\"decimal\":\"0.2\"} 1\n{\"decimal\":\"1E1\"} 1\n"},
        {.columns = {"price", "count:(SELF)"}, .groups = {"price"}, .where = "price < 1", .sort = {"count:(SELF)", 1, EL_SORT_PLAIN}, .rows = "{\"decimal\":\"0.10\"} 2\n{\"decimal\":\"0.2\"} 1\n"},
        {.columns = {"shop", "@count"}, .groups = {"shop"}, .where = "shop != nil", .limit = 2, .rows = "{\"object\":\"Shop/1\"} 2\n{\"object\":\"Stall/2\"} 1\n"},
        {.columns = {"name", "@count"}, .rows = "not-grouped"},
        {.columns = {"n", "@count"}, .groups = {"name"}, .rows = "not-grouped"},
        {.columns = {"sum:(name)"}, .rows = "type-mismatch"},
        {.columns = {"name"}, .having = "n > 1", .rows = "having-without-groups"},
    };
    check(all, sizeof all / sizeof *all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(columns), cmocka_unit_test(aggregates)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
