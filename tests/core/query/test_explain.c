/* SPDX-License-Identifier: MIT */
/* How a request is answered, and what ECD makes of it. */
#include "real_store.h"
#include "sqlite_library.h"
#include "truth_query.h"

#include "base/buf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>
#include <cmocka.h>

typedef struct recorded {
    json_t *queries;
    el_store *store;
} recorded;

static recorded blog, workshop;

static void open_recorded(recorded *r, const char *file)
{
    char path[600];
    snprintf(path, sizeof path, "%s/stores/%s", TEST_SHARED, file);
    json_t *content = json_load_file(path, JSON_ALLOW_NUL, NULL), *head = json_object_get(content, "head");
    r->queries = json_incref(json_object_get(content, "queries"));
    char store[600], model[600];
    snprintf(store, sizeof store, "%s/stores/%s", TEST_SHARED, json_string_value(json_object_get(head, "store")));
    snprintf(model, sizeof model, "%s/stores/%s", TEST_SHARED, json_string_value(json_object_get(head, "model_path")));
    json_decref(content);
    el_key *key;
    el_error err;
    el_open_options options = {.model_path = model};
    assert_int_equal(el_key_new_passphrase(&key, "correct horse", 13, &err), 0);
    options.key = key;
    if (el_store_open(&r->store, store, &options, &err))
        fail_msg("%s", err.message);
    el_key_free(key);
}

static int set_up(void **state)
{
    (void)state;
    test_use_linked_sqlite();
    open_recorded(&blog, "queries.json");
    open_recorded(&workshop, "queries-inherit.json");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    json_decref(blog.queries);
    json_decref(workshop.queries);
    el_store_close(blog.store);
    el_store_close(workshop.store);
    return 0;
}

static el_explanation *explain(recorded *r, int number, truth_query *q)
{
    char why[700];
    el_explanation *x;
    el_error err;
    if (truth_query_read(q, json_array_get(r->queries, (size_t)number - 1), el_store_model(r->store), why, sizeof why))
        fail_msg("%s", why);
    assert_int_equal(q->number, number);
    if (el_fetch_explain(&x, r->store, &q->request, &err))
        fail_msg("%d: %s", number, err.message);
    return x;
}

static int has(const el_explanation *x, const char *code)
{
    for (size_t i = 0; i < x->ndifferences; i++)
        if (!strcmp(x->differences[i].code, code))
            return 1;
    return 0;
}

/* Entries of the query files with what is to be said about them. */
static const struct { int inherit, number; const char *answer, *code; } expected[] = {
    {0, 4, "same", NULL},
    {0, 54, "differs", "decimal-as-text"},
    {0, 55, "differs", "decimal-as-text"},
    {0, 77, "differs", "empty-pattern-matches-all"},
    {0, 105, "differs", "matches-anywhere"},
    {0, 133, "differs", "path-ends-at-owner"},
    {0, 139, "differs", "all-means-any"},
    {0, 140, "differs", "none-over-members"},
    {0, 156, "differs", "none-over-members"},
    {0, 157, "differs", "one-join-per-path"},
    {0, 166, "same", NULL},
    {0, 170, "differs", "column-comparison-is-equality"},
    {0, 203, "differs", "column-comparison-is-equality"},
    {0, 220, "differs", "unbindable-constant"},
    {1, 14, "differs", "distinct-loses-entity"},
    {1, 7, "same", NULL},
    {0, 27, "crash", "between-literal"},
    {0, 67, "exception", "unsupported-expression"},
    {0, 117, "error", "key-in-text"},
    {0, 145, "error", "one-to-many-compared"},
    {0, 164, "error", "self-with-join"},
    {0, 176, "error", "other-aggregate"},
    {0, 180, "error", "other-aggregate"},
    {0, 187, "error", "nested-length"},
    {0, 208, "exception", "unsupported-expression"},
    {0, 226, "exception", "unsupported-expression"},
    {0, 240, "error", "offset-without-limit"},
    {0, 248, "error", "sort-on-count"},
};

static void differences_have_their_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        truth_query q;
        el_explanation *x = explain(expected[i].inherit ? &workshop : &blog, expected[i].number, &q);
        if (strncmp(x->ecd_answer, expected[i].answer, strlen(expected[i].answer)))
            fail_msg("%d %s: ECD answers \"%s\"", expected[i].number, q.format, x->ecd_answer);
        if (expected[i].code ? !has(x, expected[i].code) : x->ndifferences != 0)
            fail_msg("%d %s: the difference is %s", expected[i].number, q.format, x->ndifferences ? x->differences[0].code : "nothing");
        for (size_t k = 0; k < x->ndifferences; k++)
            assert_true(strlen(x->differences[k].text) > 10);
        el_explanation_free(x);
        truth_query_free(&q);
    }
}

static json_t *ids(const char *const *texts, size_t n)
{
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, json_string(texts[i]));
    return list;
}

static int same_set(const json_t *a, const json_t *b)
{
    size_t found = 0;
    for (size_t i = 0; i < json_array_size(a); i++)
        for (size_t k = 0; k < json_array_size(b); k++)
            found += json_equal(json_array_get(a, i), json_array_get(b, k));
    return json_array_size(a) == json_array_size(b) && found == json_array_size(a);
}

/* Where both agree on nil, the objects of only one side are those on record. */
static void objects_of_one_side_are_listed(void **state)
{
    (void)state;
    static const int numbers[] = {105, 107, 109, 139, 140, 155, 156, 157, 170};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        truth_query q;
        el_explanation *x = explain(&blog, numbers[i], &q);
        const json_t *difference = json_object_get(json_array_get(blog.queries, (size_t)numbers[i] - 1), "difference_from_documented");
        assert_non_null(difference);
        assert_true(x->ndifferences > 0);
        json_t *here = ids(x->differences[0].only_here, x->differences[0].nonly_here);
        json_t *ecd = ids(x->differences[0].only_ecd, x->differences[0].nonly_ecd);
        if (!same_set(here, json_object_get(difference, "only_documented")) || !same_set(ecd, json_object_get(difference, "only_ecd")))
            fail_msg("%d %s: other objects than on record", numbers[i], q.format);
        json_decref(here);
        json_decref(ecd);
        el_explanation_free(x);
        truth_query_free(&q);
    }
}

static void json_is_complete(void **state)
{
    (void)state;
    truth_query q;
    el_explanation *x = explain(&blog, 157, &q);
    el_buf b = {0};
    el_explanation_json(&b, x);
    json_t *j = json_loadb(b.data, b.len, 0, NULL);
    assert_non_null(j);
    assert_string_equal(json_string_value(json_object_get(j, "normalForm")),
                        "(and (any (== (key \"tags.name\") \"river\")) (any (== (key \"tags.name\") \"stone\")))");
    assert_int_equal(json_array_size(json_object_get(j, "bindings")), 2);
    assert_true(json_array_size(json_object_get(j, "plan")) > 2);
    const json_t *ecd = json_object_get(j, "ecd");
    assert_string_equal(json_string_value(json_object_get(ecd, "answer")), "differs");
    const json_t *first = json_array_get(json_object_get(ecd, "differences"), 0);
    assert_string_equal(json_string_value(json_object_get(first, "code")), "one-join-per-path");
    assert_true(json_array_size(json_object_get(first, "onlyHere")) > 0);
    assert_int_equal(json_array_size(json_object_get(first, "onlyEcd")), 0);
    json_decref(j);
    el_buf_clear(&b);
    el_explanation_text(&b, x);
    assert_non_null(strstr(b.data, "one-join-per-path"));
    el_buf_free(&b);
    el_explanation_free(x);
    truth_query_free(&q);
}

/* Every recorded request can be explained, and the verdict fits what is on record. */
static void every_request_is_explained(void **state)
{
    (void)state;
    recorded *all[] = {&blog, &workshop};
    for (size_t s = 0; s < 2; s++) {
        for (size_t i = 0; i < json_array_size(all[s]->queries); i++) {
            truth_query q;
            char why[700];
            el_explanation *x = NULL;
            el_error err;
            const json_t *entry = json_array_get(all[s]->queries, i);
            const char *status = json_string_value(json_object_get(entry, "status"));
            assert_int_equal(truth_query_read(&q, entry, el_store_model(all[s]->store), why, sizeof why), 0);
            q.request.columns = NULL;
            q.request.ncolumns = 0;
            if (!el_fetch_explain(&x, all[s]->store, &q.request, &err) && q.ecd.result == EL_ECD_OBJECTS) {
                int answered = !strcmp(x->ecd_answer, "same") || !strcmp(x->ecd_answer, "differs");
                if (answered != !strcmp(status, "answered"))
                    fail_msg("%d %s: on record as %s, explained as %s", q.number, q.format, status, x->ecd_answer);
                if (!strcmp(x->ecd_answer, "differs") && (!x->ndifferences || has(x, "other")))
                    fail_msg("%d %s: a difference without a name", q.number, q.format);
            }
            el_explanation_free(x);
            truth_query_free(&q);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences_have_their_names),
        cmocka_unit_test(objects_of_one_side_are_listed),
        cmocka_unit_test(json_is_complete),
        cmocka_unit_test(every_request_is_explained),
    };
    return access(TEST_SHARED "/stores/queries.json", R_OK) ? 0 : cmocka_run_group_tests(tests, set_up, tear_down);
}
