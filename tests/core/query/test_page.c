/* SPDX-License-Identifier: MIT */
/* Paging: whatever the order and the page size, the pages put together are the result, forward and backward. */
#include "fixture.h"
#include "sqlite_library.h"

#include "entitylens/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>
#include <cmocka.h>

enum { PEOPLE = 137, TEAMS = 7 };

static const char model_text[] =
    "<?xml version=\"1.0\"?><model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">"
    "<entity name=\"Person\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>"
    "<attribute name=\"rank\" optional=\"YES\" attributeType=\"Integer 32\" indexed=\"YES\"/>"
    "<attribute name=\"score\" optional=\"YES\" attributeType=\"Double\"/>"
    "<attribute name=\"price\" optional=\"YES\" attributeType=\"Decimal\"/>"
    "<relationship name=\"team\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Team\" inverseName=\"people\" inverseEntity=\"Team\"/></entity>"
    "<entity name=\"Team\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>"
    "<relationship name=\"people\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Person\" inverseName=\"team\" inverseEntity=\"Person\"/></entity>"
    "</model>";

static el_model *model;
static fixture *people;
static el_store *store;
static char path[64];

static unsigned next_random(void)
{
    static unsigned state = 12345;
    state = state * 1103515245u + 12345u;
    return state >> 16;
}

static void add_person(int i, fixture_object **teams)
{
    static const char *const names[] = {"ada", "Ada", "éva", "Eva", "zoe", "item 10", "item 9", "", "ADA", "Bo"};
    fixture_object *p = fixture_add(people, "Person", i * 3 + 1);
    if (next_random() % 6)
        fixture_set(people, p, "name", el_value_text(EL_STRING, names[next_random() % 10], (size_t)-1));
    if (next_random() % 5)
        fixture_set(people, p, "rank", el_value_int(next_random() % 9));
    if (next_random() % 5)
        fixture_set(people, p, "score", el_value_double((double)(next_random() % 20) / 4));
    static const char *const prices[] = {"9", "10", "2.5", "-1", "100", "1E3", "0.1"};
    if (next_random() % 4)
        fixture_set(people, p, "price", el_value_text(EL_DECIMAL, prices[next_random() % 7], (size_t)-1));
    if (next_random() % 3)
        fixture_link(people, p, "team", teams[next_random() % TEAMS]);
}

static int set_up(void **state)
{
    (void)state;
    test_use_linked_sqlite();
    el_error err;
    if (el_model_load_xml(&model, model_text, strlen(model_text), "people", "people", &err))
        return fprintf(stderr, "%s\n", err.message), 1;
    people = fixture_new(model);
    fixture_object *teams[TEAMS];
    for (int i = 0; i < TEAMS; i++) {
        char name[16];
        snprintf(name, sizeof name, "team %d", i * 5 % TEAMS);
        teams[i] = fixture_add(people, "Team", 0);
        if (i)
            fixture_set(people, teams[i], "name", el_value_text(EL_STRING, name, (size_t)-1));
    }
    for (int i = 0; i < PEOPLE; i++)
        add_person(i, teams);
    snprintf(path, sizeof path, "/tmp/entitylens-page-%d.sqlite", (int)getpid());
    fixture_options options = {0};
    el_open_options open = {.model = model};
    if (fixture_write(people, path, &options, &err) || el_store_open(&store, path, &open, &err))
        return fprintf(stderr, "%s\n", err.message), 1;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    el_store_close(store);
    fixture_free(people);
    el_model_free(model);
    unlink(path);
    return 0;
}

static size_t fetch_all(const el_fetch_request *q, int64_t *keys)
{
    el_fetch *f;
    el_error err;
    const el_object *o;
    size_t n = 0;
    if (el_fetch_open(&f, store, q, &err))
        fail_msg("%s", err.message);
    while (el_fetch_next(f, &o, &err) > 0)
        keys[n++] = o->key;
    el_fetch_close(f);
    return n;
}

static size_t page_through(const el_fetch_request *q, el_direction direction, size_t limit, int64_t *keys)
{
    el_cursor *from = NULL;
    size_t total = 0;
    for (int done = 0; !done;) {
        el_page *page;
        el_error err;
        if (el_page_read(&page, store, q, from, direction, limit, &err))
            fail_msg("%s", err.message);
        int back = direction == EL_BACKWARD;
        assert_int_equal(back ? page->at_end : page->at_start, from == NULL);
        assert_true(page->n <= limit);
        for (size_t i = 0; i < page->n; i++)
            keys[total + i] = page->objects[back ? page->n - 1 - i : i]->key;
        done = back ? page->at_start : page->at_end;
        el_cursor_free(from);
        from = page->n ? el_page_cursor(page, back ? 0 : page->n - 1) : NULL;
        if (from && !done) {
            int64_t rank;
            assert_int_equal(el_cursor_rank(&rank, store, q, from, &err), 0);
            if (!back)
                assert_int_equal(rank, total + page->n - 1);
        }
        total += page->n;
        el_page_free(page);
        assert_true(total <= PEOPLE);
    }
    el_cursor_free(from);
    return total;
}

static void check_order(const el_fetch_request *q)
{
    int64_t expected[PEOPLE], got[PEOPLE + 100];
    size_t n = fetch_all(q, expected);
    static const size_t limits[] = {1, 2, 7, 50, 200};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        assert_int_equal(page_through(q, EL_FORWARD, limits[i], got), n);
        assert_memory_equal(got, expected, n * sizeof *got);
        assert_int_equal(page_through(q, EL_BACKWARD, limits[i], got), n);
        for (size_t k = 0; k < n; k++)
            assert_int_equal(got[k], expected[n - 1 - k]);
    }
}

static const el_sort orders[][3] = {
    {{"name", 0, EL_SORT_PLAIN}},
    {{"name", 1, EL_SORT_CASE_INSENSITIVE}},
    {{"name", 0, EL_SORT_LOCALIZED}, {"rank", 1, EL_SORT_PLAIN}},
    {{"rank", 0, EL_SORT_PLAIN}},
    {{"rank", 1, EL_SORT_PLAIN}, {"score", 0, EL_SORT_PLAIN}, {"name", 1, EL_SORT_PLAIN}},
    {{"price", 0, EL_SORT_PLAIN}, {"rank", 1, EL_SORT_PLAIN}},
    {{"team.name", 1, EL_SORT_PLAIN}, {"score", 1, EL_SORT_PLAIN}},
    {{"SELF", 1, EL_SORT_PLAIN}},
    {{"team.people.@count", 0, EL_SORT_PLAIN}},
};

static void pages_are_the_result(void **state)
{
    (void)state;
    static const char *const where[] = {NULL, "rank > 3 OR team == nil", "name == 'nobody'"};
    for (size_t w = 0; w < sizeof where / sizeof *where; w++) {
        el_fetch_request q = {.entity = "Person", .where = where[w]};
        check_order(&q);
        for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
            q.sorts = orders[i];
            q.nsorts = 0;
            while (q.nsorts < 3 && orders[i][q.nsorts].key)
                q.nsorts++;
            check_order(&q);
        }
    }
}

/* Value of an attribute of the fixture's object, nil first. */
static const el_value *value(int64_t key, const char *attribute)
{
    const el_entity *e = el_model_entity(model, "Person");
    fixture_object *o = fixture_find(people, e, key);
    for (size_t i = 0; i < e->nall_attributes; i++)
        if (!strcmp(e->all_attributes[i]->name, attribute))
            return &o->attributes[i];
    return NULL;
}

static void decimals_sort_by_value_and_nil_comes_first(void **state)
{
    (void)state;
    el_sort sort = {"price", 0, EL_SORT_PLAIN};
    el_fetch_request q = {.entity = "Person", .sorts = &sort, .nsorts = 1};
    int64_t keys[PEOPLE];
    size_t n = fetch_all(&q, keys);
    assert_int_equal(n, PEOPLE);
    for (size_t i = 1; i < n; i++) {
        const el_value *a = value(keys[i - 1], "price"), *b = value(keys[i], "price");
        if (a->kind == EL_NULL || b->kind == EL_NULL) {
            assert_int_equal(a->kind, EL_NULL);
            assert_true(b->kind != EL_NULL || keys[i - 1] < keys[i]);
            continue;
        }
        int c = el_number_compare(a, b, NULL);
        assert_true(c < 0 || (c == 0 && keys[i - 1] < keys[i]));
    }
}

static void texts_sort_as_asked(void **state)
{
    (void)state;
    static const struct { el_sort_mode mode; const char *order[10]; } expected[] = {
        {EL_SORT_PLAIN, {"", "ADA", "Ada", "Bo", "Eva", "ada", "item 10", "item 9", "zoe", "éva"}},
        {EL_SORT_LOCALIZED, {"", "ada", "Ada", "ADA", "Bo", "Eva", "éva", "item 9", "item 10", "zoe"}},
    };
    for (size_t m = 0; m < 2; m++) {
        el_sort sort = {"name", 0, expected[m].mode};
        el_fetch_request q = {.entity = "Person", .where = "name != nil", .sorts = &sort, .nsorts = 1};
        int64_t keys[PEOPLE];
        size_t n = fetch_all(&q, keys), at = 0;
        for (size_t i = 0; i < n; i++) {
            const el_value *v = value(keys[i], "name");
            while (at < 10 && strncmp(expected[m].order[at], v->u.text.s, v->u.text.n + 1) != 0)
                at++;
            assert_true(at < 10);
        }
    }
}

static void jumps_land_near(void **state)
{
    (void)state;
    el_error err;
    for (size_t i = 0; i <= sizeof orders / sizeof *orders; i++) {
        el_fetch_request q = {.entity = "Person"};
        if (i) {
            q.sorts = orders[i - 1];
            while (q.nsorts < 3 && orders[i - 1][q.nsorts].key)
                q.nsorts++;
        }
        for (int f = 0; f <= 4; f++) {
            el_cursor *place;
            int64_t rank;
            assert_int_equal(el_cursor_at_fraction(&place, store, &q, f / 4.0, &err), 0);
            assert_int_equal(el_cursor_rank(&rank, store, &q, place, &err), 0);
            assert_true(llabs(rank - (int64_t)(PEOPLE * f / 4.0)) <= PEOPLE / 50 + 1);
            el_cursor_free(place);
        }
    }
    el_cursor *at = el_cursor_at_key(5);
    el_fetch_request q = {.entity = "Person"};
    el_page *page;
    assert_int_equal(el_page_read(&page, store, &q, at, EL_FORWARD, 2, &err), 0);
    assert_int_equal(page->objects[0]->key, 7);
    assert_int_equal(page->at_start, 0);
    el_page_free(page);
    el_cursor_free(at);
    at = el_cursor_at_key(0);
    assert_int_equal(el_page_read(&page, store, &q, at, EL_FORWARD, 2, &err), 0);
    assert_int_equal(page->objects[0]->key, 1);
    assert_int_equal(page->at_start, 1);
    el_page_free(page);
    el_sort sort = {"name", 0, EL_SORT_PLAIN};
    q.sorts = &sort;
    q.nsorts = 1;
    assert_int_equal(el_page_read(&page, store, &q, at, EL_FORWARD, 2, &err), EL_EUSAGE);
    el_cursor_free(at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_are_the_result),
        cmocka_unit_test(decimals_sort_by_value_and_nil_comes_first),
        cmocka_unit_test(texts_sort_as_asked),
        cmocka_unit_test(jumps_land_near),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
