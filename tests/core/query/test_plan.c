/* SPDX-License-Identifier: MIT */
/* The engine's plan for what is translated: foreign keys are searched through their indexes, not scanned. */
#include "fixture.h"
#include "sqlite_library.h"

#include "base/buf.h"
#include "entitylens/query.h"
#include "sqlite/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>
#include <cmocka.h>

enum { POSTS = 1200, USERS = 40, COMMENTS = 2400 };

static const char model_text[] =
    "<?xml version=\"1.0\"?><model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">"
    "<entity name=\"User\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>"
    "<relationship name=\"posts\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Post\" inverseName=\"author\" inverseEntity=\"Post\"/></entity>"
    "<entity name=\"Post\"><attribute name=\"title\" optional=\"YES\" attributeType=\"String\" indexed=\"YES\"/>"
    "<attribute name=\"date\" optional=\"YES\" attributeType=\"Date\" indexed=\"YES\"/>"
    "<attribute name=\"content\" optional=\"YES\" attributeType=\"String\"/>"
    "<relationship name=\"author\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"User\" inverseName=\"posts\" inverseEntity=\"User\"/>"
    "<relationship name=\"comments\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Comment\" inverseName=\"post\" inverseEntity=\"Comment\"/></entity>"
    "<entity name=\"Comment\"><attribute name=\"score\" optional=\"YES\" attributeType=\"Integer 32\"/>"
    "<relationship name=\"post\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Post\" inverseName=\"comments\" inverseEntity=\"Post\"/></entity>"
    "</model>";

static el_model *model;
static el_store *store;
static char path[64];

static void fill(fixture *f)
{
    static fixture_object *users[USERS], *posts[POSTS];
    char text[40];
    for (int i = 0; i < USERS; i++) {
        users[i] = fixture_add(f, "User", 0);
        snprintf(text, sizeof text, "john%d", i);
        fixture_set(f, users[i], "name", el_value_text(EL_STRING, text, strlen(text)));
    }
    for (int i = 0; i < POSTS; i++) {
        posts[i] = fixture_add(f, "Post", 0);
        snprintf(text, sizeof text, "title %d", i);
        fixture_set(f, posts[i], "title", el_value_text(EL_STRING, text, strlen(text)));
        fixture_set(f, posts[i], "date", el_value_date(1e9 + i));
        fixture_link_one_side(f, posts[i], "author", users[i % USERS]);
    }
    for (int i = 0; i < COMMENTS; i++) {
        fixture_object *c = fixture_add(f, "Comment", 0);
        fixture_set(f, c, "score", el_value_int(i % 10));
        fixture_link_one_side(f, c, "post", posts[i * 7 % POSTS]);
    }
}

static int set_up(void **state)
{
    (void)state;
    test_use_linked_sqlite();
    el_error err;
    if (el_model_load_xml(&model, model_text, strlen(model_text), "blog", "blog", &err))
        return fprintf(stderr, "%s\n", err.message), 1;
    fixture *f = fixture_new(model);
    fill(f);
    snprintf(path, sizeof path, "/tmp/entitylens-plan-%d.sqlite", (int)getpid());
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

/* The plan of any SQL, one line a step. */
static void plan_of(el_buf *out, const char *sql)
{
    el_buf explain = {0};
    el_buf_printf(&explain, "EXPLAIN QUERY PLAN %s", sql);
    sqlite3_stmt *stmt;
    el_error err;
    if (el_sql_prepare(&stmt, el_store_db(store), explain.data, &err))
        fail_msg("%s: %s", sql, err.message);
    while (el_sql_step(stmt, &err) > 0)
        el_buf_printf(out, "%s\n", (const char *)sqlite3_column_text(stmt, 3));
    sqlite3_finalize(stmt);
    el_buf_free(&explain);
}

/* The translated SQL of a predicate over Post or User. */
static void sql_of(el_buf *out, const char *entity, const char *where)
{
    el_fetch_request q = {.entity = entity, .where = where};
    el_fetch *f;
    el_error err;
    if (el_fetch_open(&f, store, &q, &err))
        fail_msg("%s: %s", where, err.message);
    el_buf_puts(out, el_fetch_sql(f));
    el_fetch_close(f);
}

static const struct { const char *entity, *where, *search, *scan; } keyed[] = {
    {"Post", "comments.@count >= 3", "USING COVERING INDEX ecdComment_post__objectid_INDEX (post__objectid=?)", "SCAN"},
    {"Post", "ANY comments.score > 8", "USING INDEX ecdComment_post__objectid_INDEX (post__objectid=?)", "SCAN"},
    {"Post", "comments.@sum.score > 3", "USING INDEX ecdComment_post__objectid_INDEX (post__objectid=?)", "SCAN"},
    {"User", "SUBQUERY(posts, $p, $p.comments.@count > 1).@count > 2", "USING COVERING INDEX ecdComment_post__objectid_INDEX (post__objectid=?)", "SCAN"},
    {"Post", "author.name == 'john4'", "USING INDEX ecdPost_author__objectid_INDEX (author__objectid=?)", "SCAN t1"},
};

static void foreign_keys_are_searched(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof keyed / sizeof *keyed; i++) {
        el_buf sql = {0}, plan = {0}, without = {0};
        sql_of(&sql, keyed[i].entity, keyed[i].where);
        plan_of(&plan, sql.data);
        if (!strstr(plan.data, "SEARCH") || !strstr(plan.data, keyed[i].search))
            fail_msg("%s\n%s\n%s", keyed[i].where, sql.data, plan.data);
        /* Without the plus the affinity of the key keeps the index out of it. */
        assert_non_null(strchr(sql.data, '+'));
        for (char *p = sql.data; *p; p++)
            if (*p == '+')
                *p = ' ';
        plan_of(&without, sql.data);
        if (strstr(without.data, keyed[i].search) || !strstr(without.data, keyed[i].scan))
            fail_msg("without plus: %s\n%s", keyed[i].where, without.data);
        el_buf_free(&sql);
        el_buf_free(&plan);
        el_buf_free(&without);
    }
}

static void attributes_are_searched(void **state)
{
    (void)state;
    static const struct { const char *where, *search; } cases[] = {
        {"title BEGINSWITH 'title 11'", "USING INDEX ecdPost_title_INDEX (title>? AND title<?)"},
        {"title LIKE 'title 11*'", "USING INDEX ecdPost_title_INDEX (title>? AND title<?)"},
        {"title LIKE 'title 11'", "USING INDEX ecdPost_title_INDEX (title=?)"},
        {"title IN {'title 1', 'title 2'}", "USING INDEX ecdPost_title_INDEX (title=?)"},
        {"title ==[c] '42'", "USING INDEX ecdPost_title_INDEX (title=?)"},
        {"date == CAST(100, 'NSDate')", "USING INDEX ecdPost_date_INDEX (date=?)"},
        {"SELF.author == nil", "USING INDEX ecdPost_author__objectid_INDEX (author__objectid=?)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        el_buf sql = {0}, plan = {0};
        sql_of(&sql, "Post", cases[i].where);
        plan_of(&plan, sql.data);
        if (!strstr(plan.data, cases[i].search))
            fail_msg("%s\n%s\n%s", cases[i].where, sql.data, plan.data);
        el_buf_free(&sql);
        el_buf_free(&plan);
    }
}

static int64_t count(const char *entity, const char *where, const el_value *args, size_t nargs)
{
    el_fetch_request q = {.entity = entity, .where = where, .args = args, .nargs = nargs};
    int64_t n;
    el_error err;
    if (el_fetch_count(&n, store, &q, &err))
        fail_msg("%.200s: %s", where, err.message);
    return n;
}

static void ways_in_change_nothing(void **state)
{
    (void)state;
    assert_int_equal(count("Post", "author.name == 'john4'", NULL, 0), POSTS / USERS);
    assert_int_equal(count("Post", "author.name LIKE 'john4' AND title CONTAINS '4'", NULL, 0),
                     count("Post", "author.name BEGINSWITH 'john4' AND author.name ENDSWITH 'john4' AND title CONTAINS '4'", NULL, 0));
    assert_int_equal(count("Comment", "post.author.name == 'john4'", NULL, 0),
                     count("Comment", "NOT (post.author.name != 'john4')", NULL, 0));
    assert_int_equal(count("Post", "comments.@count >= 3", NULL, 0) + count("Post", "comments.@count < 3", NULL, 0), POSTS);
}

static void long_lists_are_one_value(void **state)
{
    (void)state;
    enum { MANY = 50000 };
    el_value *items = calloc(MANY, sizeof *items), list = el_value_null();
    static char texts[MANY][16];
    for (int i = 0; i < MANY; i++) {
        snprintf(texts[i], sizeof texts[i], "title %d", i * 2);
        items[i] = el_value_text(EL_STRING, texts[i], strlen(texts[i]));
    }
    list.kind = EL_LIST;
    list.u.list.items = items;
    list.u.list.n = MANY;
    assert_int_equal(count("Post", "title IN %@", &list, 1), POSTS / 2);
    assert_int_equal(count("Post", "NOT (title IN %@)", &list, 1), POSTS / 2);
    assert_int_equal(count("Post", "title IN[c] %@", &list, 1), POSTS / 2);
    for (int i = 0; i < MANY; i++)
        items[i] = el_value_object("Post", i * 3);
    assert_int_equal(count("Post", "SELF IN %@", &list, 1), POSTS / 3);
    for (int i = 0; i < MANY; i++)
        items[i] = el_value_int(i);
    assert_int_equal(count("Comment", "score IN %@", &list, 1), COMMENTS);
    free(items);
}

/* What is too much for the engine is said so, and not as the engine says it. */
static void too_much_is_said(void **state)
{
    (void)state;
    el_buf b = {0};
    for (int i = 0; i < 3000; i++)
        el_buf_printf(&b, "%stitle == 'title %d'", i ? " OR " : "", i);
    assert_int_equal(count("Post", b.data, NULL, 0), POSTS); /* a chain is no depth */
    el_buf_clear(&b);
    for (int i = 0; i < 300; i++)
        el_buf_puts(&b, i % 2 ? "(title == 'x' OR " : "(title != 'y' AND ");
    el_buf_puts(&b, "title == 'title 1'");
    for (int i = 0; i < 300; i++)
        el_buf_putc(&b, ')');
    int64_t n;
    el_error err;
    el_fetch_request q = {.entity = "Post", .where = b.data};
    int status = el_fetch_count(&n, store, &q, &err);
    assert_true(status == EL_OK || (status == EL_ELIMIT && !strcmp(err.code, "too-complex")));
    el_buf_free(&b);
}

/* A connection of somebody else's gets functions, and nothing else. */
static void borrowed_connections_stay_as_they_were(void **state)
{
    (void)state;
    sqlite3 *db;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    el_open_options options = {.model = model};
    el_store *borrowed;
    el_error err;
    assert_int_equal(el_store_adopt(&borrowed, db, &options, &err), 0);
    el_fetch_request q = {.entity = "Post", .where = "title ENDSWITH[cd] '7' AND author.name MATCHES 'john[0-9]+'"};
    int64_t n;
    assert_int_equal(el_fetch_count(&n, borrowed, &q, &err), 0);
    assert_true(n > 0);
    el_explanation *x;
    assert_int_equal(el_fetch_explain(&x, borrowed, &q, &err), 0);
    assert_string_equal(x->ecd_answer, "same");
    el_explanation_free(x);
    el_page *page;
    assert_int_equal(el_page_read(&page, borrowed, &q, NULL, EL_FORWARD, 10, &err), 0);
    assert_int_equal(page->n, 10);
    el_page_free(page);
    assert_null(sqlite3_next_stmt(db, NULL));
    assert_int_equal(sqlite3_total_changes(db), 0);
    int64_t like;
    assert_int_equal(el_sql_int64(&like, NULL, db, "SELECT 'A' LIKE 'a'", &err), 0);
    assert_int_equal(like, 1);
    el_store_close(borrowed);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(foreign_keys_are_searched),
        cmocka_unit_test(attributes_are_searched),
        cmocka_unit_test(ways_in_change_nothing),
        cmocka_unit_test(long_lists_are_one_value),
        cmocka_unit_test(too_much_is_said),
        cmocka_unit_test(borrowed_connections_stay_as_they_were),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
