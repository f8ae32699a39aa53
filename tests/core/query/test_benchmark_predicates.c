/* SPDX-License-Identifier: MIT */
/* The seven benchmark predicates on a real store, against an evaluation of every object of its truth file. */
#include "corpus_graph.h"
#include "sqlite_library.h"

#include "entitylens/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>
#include <cmocka.h>

#define FOLDER TEST_SHARED "/stores/"

static el_store *store;
static fixture *objects;
static corpus_graph graph;

static int set_up(void **state)
{
    (void)state;
    test_use_linked_sqlite();
    el_error err;
    el_open_options options = {.model_path = FOLDER "Blog.xcdatamodeld/Blog.xcdatamodel"};
    if (el_store_open(&store, FOLDER "plain.sqlite", &options, &err) ||
        fixture_from_truth(&objects, el_store_model(store), FOLDER "plain.json", &err))
        return fprintf(stderr, "%s\n", err.message), 1;
    corpus_graph_init(&graph, objects);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    corpus_graph_clear(&graph);
    fixture_free(objects);
    el_store_close(store);
    return 0;
}

static int by_key(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static size_t evaluate(const el_fetch_request *q, int64_t *keys)
{
    el_predicate *p;
    el_error err;
    size_t n = 0, nerrs;
    assert_int_equal(el_predicate_parse(&p, q->where, strlen(q->where), q->args, q->nargs, &err, 1, &nerrs), 0);
    for (size_t i = 0; i < fixture_count(objects); i++) {
        fixture_object *o = fixture_object_at(objects, i);
        el_value self = corpus_graph_object(o);
        el_truth truth;
        if (strcmp(o->entity->name, q->entity))
            continue;
        if (el_predicate_evaluate(&truth, p, &self, &graph.source, EL_EVAL_STORE, &err))
            fail_msg("%s: %s", q->where, err.message);
        if (truth == EL_TRUE)
            keys[n++] = o->key;
    }
    el_predicate_free(p);
    qsort(keys, n, sizeof *keys, by_key);
    return n;
}

static size_t fetch(const el_fetch_request *q, int64_t *keys)
{
    el_fetch *f;
    el_error err;
    const el_object *o;
    size_t n = 0;
    if (el_fetch_open(&f, store, q, &err))
        fail_msg("%s: %s", q->where, err.message);
    while (el_fetch_next(f, &o, &err) > 0)
        keys[n++] = o->key;
    el_fetch_close(f);
    return n;
}

static void fetched_is_evaluated(void **state)
{
    (void)state;
    el_value date = el_value_date(1.2e9), few = el_value_int(3);
    /* The article's words, and after them words that this store holds, so that no answer is empty for want of data. */
    const struct { const char *where; const el_value *arg; } all[] = {
        {"content LIKE 'test' AND author.name CONTAINS 'john2' AND date >= %@ AND author.email CONTAINS[cd] '@'", &date},
        {"content LIKE 'test' AND author.name CONTAINS 'john' AND date >= %@ AND author.email CONTAINS[cd] '@'", &date},
        {"comments.@count >= %@", &few},
        {"date >= %@ AND author.name CONTAINS 'john'", &date},
        {"date >= %@", &date},
        {"author.name LIKE 'john4'", NULL},
        {"TRUEPREDICATE", NULL},
        {"content LIKE '*a*' AND author.name CONTAINS 'a' AND date >= %@ AND author.email CONTAINS[cd] '@'", &date},
        {"date >= %@ AND author.name CONTAINS 'a'", &date},
        {"author.name LIKE 'Ada'", NULL},
    };
    size_t some = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        static int64_t fetched[4096], evaluated[4096];
        el_fetch_request q = {.entity = "Post", .where = all[i].where, .args = all[i].arg, .nargs = all[i].arg ? 1 : 0};
        size_t n = fetch(&q, fetched), m = evaluate(&q, evaluated);
        if (n != m || memcmp(fetched, evaluated, n * sizeof *fetched))
            fail_msg("%s: %zu fetched, %zu evaluated", q.where, n, m);
        some += n > 0;
    }
    assert_true(some >= 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fetched_is_evaluated)};
    return access(FOLDER "plain.json", R_OK) ? 0 : cmocka_run_group_tests(tests, set_up, tear_down);
}
