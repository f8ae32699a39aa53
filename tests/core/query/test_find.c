/* SPDX-License-Identifier: MIT */
/* Searching: hits and counts against a look at every object. */
#include "fixture.h"
#include "sqlite_library.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "entitylens/query.h"
#include "sqlite/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>
#include <cmocka.h>

enum { THINGS = 9000 };

static const char model_text[] =
    "<?xml version=\"1.0\"?><model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">"
    "<entity name=\"Thing\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/><attribute name=\"n\" optional=\"YES\" attributeType=\"Integer 32\"/>"
    "<attribute name=\"price\" optional=\"YES\" attributeType=\"Decimal\"/><attribute name=\"when\" optional=\"YES\" attributeType=\"Date\"/>"
    "<attribute name=\"code\" optional=\"YES\" attributeType=\"UUID\"/><attribute name=\"bytes\" optional=\"YES\" attributeType=\"Binary\"/></entity>"
    "<entity name=\"Special\" parentEntity=\"Thing\"><attribute name=\"note\" optional=\"YES\" attributeType=\"String\"/></entity>"
    "<entity name=\"Empty\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/></entity>"
    "</model>";

static el_model *model;
static fixture *things;
static el_store *store;
static char path[64];

static const char uuid[] = "0B6F7C1E-0000-4000-8000-000000000002";

static int set_up(void **state)
{
    (void)state;
    test_use_linked_sqlite();
    el_error err;
    if (el_model_load_xml(&model, model_text, strlen(model_text), "things", "things", &err))
        return fprintf(stderr, "%s\n", err.message), 1;
    things = fixture_new(model);
    static const char *const names[] = {"harbor", "Harbour", "HARBÖR", "anchor", "a harbor\nby night", "42 boats"};
    for (int i = 0; i < THINGS; i++) {
        fixture_object *o = fixture_add(things, i % 3 ? "Thing" : "Special", i < THINGS - 1 ? i * 2 + 1 : INT64_MAX);
        if (i % 7 == 0)
            fixture_set(things, o, "name", el_value_text(EL_STRING, names[i % 6], (size_t)-1));
        if (i % 300 == 0)
            fixture_set(things, o, "n", el_value_int(i % 600 ? 42 : 7));
        if (i % 1000 == 0)
            fixture_set(things, o, "price", el_value_text(EL_DECIMAL, i % 2000 ? "42.00" : "4.2E1", (size_t)-1));
        if (i % 900 == 0)
            fixture_set(things, o, "when", el_value_date(1451606400.0 + i));
        if (i == 600)
            fixture_set(things, o, "code", el_value_text(EL_UUID, uuid, 36));
        if (i == 601)
            fixture_set(things, o, "bytes", el_value_text(EL_DATA, "\x0B\x6F\x7C\x1E\0\0\x40\0\x80\0\0\0\0\0\0\2", 16));
        if (i == 603)
            fixture_set(things, o, "note", el_value_text(EL_STRING, "the only NOTE with an ēvening", (size_t)-1));
    }
    snprintf(path, sizeof path, "/tmp/entitylens-search-%d.sqlite", (int)getpid());
    fixture_options options = {.keep_uuids = 1};
    el_open_options open = {.model = model};
    if (fixture_write(things, path, &options, &err) || el_store_open(&store, path, &open, &err))
        return fprintf(stderr, "%s\n", err.message), 1;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    el_store_close(store);
    fixture_free(things);
    el_model_free(model);
    unlink(path);
    return 0;
}

typedef struct result { size_t hits; int64_t things, specials; const char *attribute; int64_t first; char excerpt[200]; } result;

static result search(const char *text, const el_find_options *options)
{
    result r = {0, 0, 0, NULL, 0, ""};
    el_find *s;
    el_error err;
    const el_find_hit *hit;
    if (el_find_open(&s, store, text, options, &err))
        fail_msg("%s", err.message);
    int rc, slices = 0;
    while ((rc = el_find_step(s, &hit, &err)) > 0) {
        assert_null(sqlite3_next_stmt(el_store_db(store), NULL));
        slices += !hit;
        if (!hit)
            assert_int_equal(r.hits, 0); /* everything is counted before the first hit */
        if (hit && !r.hits++) {
            r.attribute = hit->attribute ? hit->attribute->name : "";
            r.first = hit->key;
            snprintf(r.excerpt, sizeof r.excerpt, "%s", hit->excerpt);
        }
    }
    assert_int_equal(rc, 0);
    int64_t done, total;
    el_find_progress(s, &done, &total);
    assert_true(done == total && total > 0);
    const el_find_count *counts;
    size_t n = el_find_counts(s, &counts);
    for (size_t i = 0; i < n; i++)
        *(!strcmp(counts[i].entity->name, "Thing") ? &r.things : &r.specials) += counts[i].objects;
    el_find_close(s);
    return r;
}

/* Objects whose name holds the folded text. */
static void expected(const char *folded, unsigned fold, int64_t *things_with, int64_t *specials_with)
{
    *things_with = *specials_with = 0;
    for (size_t i = 0; i < fixture_count(things); i++) {
        fixture_object *o = fixture_object_at(things, i);
        int found = 0;
        for (size_t k = 0; k < o->entity->nall_attributes; k++) {
            el_buf b = {0};
            if (o->attributes[k].kind == EL_STRING) {
                el_utf8_fold(&b, o->attributes[k].u.text.s, o->attributes[k].u.text.n, fold);
                found |= strstr(el_buf_str(&b), folded) != NULL;
            }
            el_buf_free(&b);
        }
        if (found)
            ++*(!strcmp(o->entity->name, "Thing") ? things_with : specials_with);
    }
}

static void texts_are_found(void **state)
{
    (void)state;
    int64_t a, b;
    expected("harbor", EL_FOLD_CASE | EL_FOLD_DIACRITICS, &a, &b);
    result r = search("Harbör", NULL);
    assert_true(a > 100 && b > 100);
    assert_int_equal(r.things, a);
    assert_int_equal(r.specials, b);
    assert_int_equal(r.hits, 200); /* a hundred of each */
    el_find_options exact = {.case_sensitive = 1, .limit = 5};
    expected("Harbour", 0, &a, &b);
    r = search("Harbour", &exact);
    assert_int_equal(r.things, a);
    assert_int_equal(r.specials, b);
    assert_int_equal(r.hits, (a > 5 ? 5 : a) + (b > 5 ? 5 : b));
    r = search("only note WITH", NULL);
    assert_int_equal(r.hits, 1);
    assert_string_equal(r.attribute, "note");
    assert_int_equal(r.first, 603 * 2 + 1);
    assert_string_equal(r.excerpt, "the only NOTE with an ēvening");
    r = search("by night", NULL);
    assert_string_equal(r.excerpt, "a harbor by night");
    assert_int_equal(search("nowhere to be found", NULL).hits, 0);
}

static void values_are_found(void **state)
{
    (void)state;
    el_find_options all = {.limit = 10000};
    int64_t a, b, total = 0;
    expected("42", EL_FOLD_CASE, &a, &b);
    for (int i = 0; i < THINGS; i++) /* a number, a decimal by value, or in a text */
        total += (i % 600 == 300) || i % 1000 == 0 || (i % 7 == 0 && i % 6 == 5);
    result r = search("42", &all);
    assert_int_equal(r.things + r.specials, total);
    assert_true(total > a + b);
    r = search("2016-01-01", &all);
    assert_int_equal(r.things + r.specials, 10);
    assert_string_equal(r.attribute, "when");
    r = search("2016-01-01T00:15:00Z", &all);
    assert_int_equal(r.things + r.specials, 1);
    r = search("0b6f7c1e-0000-4000-8000-000000000002", &all);
    assert_int_equal(r.things + r.specials, 2);
    r = search("Thing/3", &all);
    assert_int_equal(r.hits, 1);
    assert_int_equal(r.first, 3);
    assert_string_equal(r.attribute, "");
    r = search("9223372036854775807", &all); /* does not fit the key's nineteen digits, so it is a number only */
    assert_int_equal(r.hits, 0);
    el_find_options special = {.entity = "Special", .limit = 10000};
    r = search("harbor", &special);
    assert_int_equal(r.things, 0);
    assert_true(r.specials > 100);
}

static void it_can_be_cancelled(void **state)
{
    (void)state;
    el_find *s;
    el_error err;
    const el_find_hit *hit;
    assert_int_equal(el_find_open(&s, store, "harbor", NULL, &err), 0);
    assert_int_equal(el_find_step(s, &hit, &err), 1);
    el_find_cancel(s);
    assert_int_equal(el_find_step(s, &hit, &err), EL_ECANCELLED);
    el_find_close(s);
    assert_int_equal(el_find_open(&s, store, "", NULL, &err), EL_EUSAGE);
    el_find_options unknown = {.entity = "Thin"};
    assert_int_equal(el_find_open(&s, store, "x", &unknown, &err), EL_ENOTFOUND);
    assert_non_null(strstr(err.hint, "Thing"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_found),
        cmocka_unit_test(values_are_found),
        cmocka_unit_test(it_can_be_cancelled),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
