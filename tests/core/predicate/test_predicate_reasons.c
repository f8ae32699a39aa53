/* SPDX-License-Identifier: MIT */
/* Why an object matches or not: the truth of each condition, over a store. */
#include "entitylens/query.h"
#include "fixture.h"
#include "sqlite_library.h"

#include "base/buf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "predicate_model.h"

static char path[] = "/tmp/entitylens-reasons-XXXXXX";
static el_model *model;
static fixture *objects;
static el_store *store;

static int set_up(void **state)
{
    (void)state;
    el_error err;
    test_use_linked_sqlite();
    model = predicate_model();
    objects = fixture_new(model);
    fixture_object *ann = fixture_add(objects, "User", 0), *bob = fixture_add(objects, "Admin", 0);
    fixture_object *posts[3];
    fixture_set(objects, ann, "name", el_value_text(EL_STRING, "Ann", 3));
    fixture_set(objects, ann, "age", el_value_int(30));
    fixture_set(objects, ann, "born", el_value_date(1000000000));
    fixture_set(objects, bob, "level", el_value_int(2));
    for (int i = 0; i < 3; i++) {
        posts[i] = fixture_add(objects, "Post", 0);
        fixture_set(objects, posts[i], "title", el_value_text(EL_STRING, i ? "two" : "one", 3));
        if (i < 2)
            fixture_set(objects, posts[i], "views", el_value_int(10 * i));
        fixture_link(objects, posts[i], "author", i < 2 ? ann : bob);
    }
    fixture_options options = {.format = FIXTURE_PLAIN};
    el_open_options open = {.model = model};
    int fd = mkstemp(path);
    close(fd);
    if (fixture_write(objects, path, &options, &err) || el_store_open(&store, path, &open, &err))
        fail_msg("%s", err.message);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    el_store_close(store);
    fixture_free(objects);
    el_model_free(model);
    unlink(path);
    return 0;
}

/* One line a condition: two blanks a level, truth, text, sides. */
static char *told(const char *entity, int64_t key, const char *where)
{
    static const char *const truths[] = {"no", "yes", "unknown"};
    el_reasons *reasons;
    el_error err;
    if (el_object_explain(&reasons, store, el_model_entity(model, entity), key, where, NULL, 0, &err) != EL_OK)
        fail_msg("%s: %s", where, err.message);
    el_buf out = {0};
    for (size_t i = 0; i < reasons->n; i++) {
        const el_reason *r = &reasons->items[i];
        assert_true(r->start < r->end && r->end <= strlen(where));
        el_buf_printf(&out, "%*s%s: %s", 2 * r->depth, "", truths[r->truth], r->text);
        if (r->left)
            el_buf_printf(&out, " [%s | %s]", r->left, r->right);
        if (r->problem)
            el_buf_printf(&out, " !");
        el_buf_putc(&out, '\n');
    }
    assert_int_equal(reasons->truth, reasons->items[0].truth);
    el_reasons_free(reasons);
    return el_buf_take(&out);
}

static void check(const char *entity, int64_t key, const char *where, const char *expected)
{
    char *text = told(entity, key, where);
    assert_string_equal(text, expected);
    free(text);
}

static void each_condition(void **state)
{
    (void)state;
    check("User", 1, "name == 'Ann' AND (age > 40 OR NOT born < CAST(0, 'NSDate'))",
          "yes: name == \"Ann\" AND (age > 40 OR NOT born < CAST(0, \"NSDate\"))\n"
          "  yes: name == \"Ann\" [\"Ann\" | \"Ann\"]\n"
          "  yes: age > 40 OR NOT born < CAST(0, \"NSDate\")\n"
          "    no: age > 40 [30 | 40]\n"
          "    yes: NOT born < CAST(0, \"NSDate\")\n"
          "      no: born < CAST(0, \"NSDate\") [2001-09-09T01:46:40Z | 2001-01-01T00:00:00Z]\n");
    check("User", 2, "name != 'Ann'", "unknown: name != \"Ann\" [nil | \"Ann\"]\n");
    check("User", 2, "level == 2 AND age == nil",
          "yes: level == 2 AND age == NULL\n  yes: level == 2 [2 | 2]\n  yes: age == NULL [nil | nil]\n");
    check("User", 1, "level == 2 OR name IN {'Bob', 'Eve'}",
          "unknown: level == 2 OR name IN {\"Bob\", \"Eve\"}\n  unknown: level == 2 [nil | 2]\n"
          "  no: name IN {\"Bob\", \"Eve\"} [\"Ann\" | {\"Bob\", \"Eve\"}]\n");
}

static void relationships(void **state)
{
    (void)state;
    check("User", 1, "ANY posts.views > 5 AND posts.@count == 2",
          "yes: ANY posts.views > 5 AND posts.@count == 2\n"
          "  yes: ANY posts.views > 5 [{0, 10} | 5]\n"
          "  yes: posts.@count == 2 [2 | 2]\n");
    check("User", 2, "NONE posts.views > 5", "yes: NONE posts.views > 5\n  no: ANY posts.views > 5 [{nil} | 5]\n");
    check("Post", 1, "author.name == 'Bob'", "no: author.name == \"Bob\" [\"Ann\" | \"Bob\"]\n");
    check("Post", 3, "author == SELF.author AND SUBQUERY(author.posts, $p, $p.views == nil).@count > 0",
          "yes: author == author AND SUBQUERY(author.posts, $p, $p.views == NULL).@count > 0\n"
          "  yes: author == author [Admin/2 | Admin/2]\n"
          "  yes: SUBQUERY(author.posts, $p, $p.views == NULL).@count > 0 [1 | 0]\n");
}

static void what_cannot_be_asked(void **state)
{
    (void)state;
    el_reasons *reasons;
    el_error err;
    const el_entity *user = el_model_entity(model, "User");
    assert_int_equal(el_object_explain(&reasons, store, user, 99, "age > 1", NULL, 0, &err), EL_ENOTFOUND);
    assert_string_equal(err.code, "no-such-object");
    assert_null(reasons);
    assert_int_equal(el_object_explain(&reasons, store, el_model_entity(model, "Admin"), 1, "age > 1", NULL, 0, &err), EL_ENOTFOUND);
    assert_int_equal(el_object_explain(&reasons, store, user, 1, "agee > 1", NULL, 0, &err), EL_EPREDICATE);
    assert_string_equal(err.code, "unknown-key");
    assert_int_equal(el_object_explain(&reasons, store, user, 1, "age >", NULL, 0, &err), EL_EPARSE);
    /* A part that fails does not hide the others. */
    el_predicate *p;
    el_value self = el_value_int(5);
    assert_int_equal(el_predicate_parse(&p, "SELF == 5 AND SELF CONTAINS 'x'", 31, NULL, 0, NULL, 0, NULL), EL_OK);
    assert_int_equal(el_predicate_explain_object(&reasons, p, &self, NULL, EL_EVAL_MEMORY), EL_OK);
    assert_int_equal(reasons->n, 3);
    assert_int_equal(reasons->items[1].truth, EL_TRUE);
    assert_non_null(reasons->items[2].problem);
    assert_int_equal(reasons->truth, EL_UNKNOWN);
    el_reasons_free(reasons);
    el_predicate_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_condition),
        cmocka_unit_test(relationships),
        cmocka_unit_test(what_cannot_be_asked),
    };
    return cmocka_run_group_tests_name("predicate_reasons", tests, set_up, tear_down);
}
