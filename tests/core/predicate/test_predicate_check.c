/* SPDX-License-Identifier: MIT */
/* Errors and remarks against a model: code, place and repair; and that a repaired text is right. */
#include "entitylens/predicate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "predicate_model.h"

enum { MOST = 8 };

typedef struct row {
    const char *entity, *format;
    const char *code;     /* of the first error; NULL: none */
    const char *place;    /* the text that the error points at */
    const char *repair;   /* NULL: none offered */
} row;

static el_model *model;

static size_t check(const char *entity_name, const char *format, el_error *errs)
{
    const el_entity *entity = el_model_entity(model, entity_name);
    el_predicate *p;
    size_t n;
    assert_non_null(entity);
    if (el_predicate_parse(&p, format, strlen(format), NULL, 0, errs, MOST, &n) != EL_OK)
        return n;
    int status = el_predicate_check(p, entity, errs, MOST, &n);
    assert_int_equal(status, n ? EL_EPREDICATE : EL_OK);
    el_predicate_free(p);
    return n;
}

static char *repaired(const char *format, const el_error *e)
{
    char *text = NULL;
    assert_true(asprintf(&text, "%.*s%s%s", (int)e->start, format, e->repair, format + e->end) > 0);
    return text;
}

static void check_row(const row *r)
{
    el_error errs[MOST];
    size_t n = check(r->entity, r->format, errs);
    if (!r->code) {
        if (n)
            fail_msg("%s: %s (%s)", r->format, errs[0].code, errs[0].message);
        return;
    }
    if (!n)
        fail_msg("%s: no error", r->format);
    if (strcmp(errs[0].code, r->code))
        fail_msg("%s: %s, not %s", r->format, errs[0].code, r->code);
    assert_true(errs[0].has_range && errs[0].start <= errs[0].end && errs[0].end <= strlen(r->format));
    assert_true(errs[0].message[0] != '\0');
    char place[256];
    snprintf(place, sizeof place, "%.*s", (int)(errs[0].end - errs[0].start), r->format + errs[0].start);
    if (r->place && strcmp(place, r->place))
        fail_msg("%s: at \"%s\", not \"%s\"", r->format, place, r->place);
    if (strcmp(errs[0].repair, r->repair ? r->repair : ""))
        fail_msg("%s: repair \"%s\", not \"%s\"", r->format, errs[0].repair, r->repair ? r->repair : "");
    if (!r->repair)
        return;
    char *text = repaired(r->format, &errs[0]);
    size_t left = check(r->entity, text, errs);
    if (left && strcmp(errs[0].code, "missing-argument"))
        fail_msg("%s repaired to %s: %s", r->format, text, errs[0].message);
    free(text);
}

static void check_rows(const row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        check_row(&rows[i]);
}
#define CHECK(rows) check_rows(rows, sizeof rows / sizeof *rows)

static void right_predicates(void **state)
{
    (void)state;
    static const row rows[] = {
        {"User", "name == 'a' AND age > 3 AND active == YES AND born < CAST(0, 'NSDate')", NULL, NULL, NULL},
        {"User", "ANY posts.tags.word CONTAINS[cd] 'x' OR posts.@count > 0 OR posts.@sum.price > 3", NULL, NULL, NULL},
        {"User", "level > 3 AND entity.name == 'Admin' AND #in == 1 AND #size > 1", NULL, NULL, NULL},
        {"User", "SUBQUERY(posts, $p, $p.views > age AND $p.author == SELF).@count > 0", NULL, NULL, NULL},
        {"User", "age == active AND token == 'x' AND name == nil AND avatar != nil", NULL, NULL, NULL},
        {"Post", "author == nil AND author.name.length > 3 AND title IN {'a', 'b'} AND 'a' IN title", NULL, NULL, NULL},
        {"Post", "author IN SUBQUERY(tags.posts.author, $a, $a.age > 3) AND tags[SIZE] > 1", NULL, NULL, NULL},
        {"Post", "'42' == 42 OR TERNARY(views == nil, 0, views) BETWEEN {1, 5}", NULL, NULL, NULL},
        {"Post", "max:(tags.word) == 'a' AND count:(tags) > 2 AND tags.@distinctUnionOfObjects.word.@count == 1", NULL, NULL, NULL},
    };
    CHECK(rows);
}

static void keys(void **state)
{
    (void)state;
    static const row rows[] = {
        {"User", "nmae == 'a'", "unknown-key", "nmae", "name"},
        {"User", "Name == 'a'", "unknown-key", "Name", "name"},
        {"Post", "author.agee > 3", "unknown-key", "agee", "age"},
        {"Post", "zzzzzz == 1", "unknown-key", "zzzzzz", NULL},
        {"User", "ANY posts.titel == 'x'", "unknown-key", "titel", "title"},
        {"User", "name.foo == 1", "unknown-key", "foo", NULL},
        {"User", "name.lowercaseString == 'x'", "unsupported-key", "name.lowercaseString", "lowercase:(name)"},
        {"Post", "ANY author.posts.views.stringValue == '1'", "unsupported-key", "stringValue", NULL},
        {"User", "born.timeIntervalSinceNow > 1", "unsupported-key", "timeIntervalSinceNow", NULL},
        {"User", "draft == 'x'", "transient-attribute", "draft", NULL},
        {"User", "SUBQUERY(posts, $p, views > 3).@count > 0", "unknown-key", "views", "$p.views"},
        {"User", "SUBQUERY(posts, $p, $q.views > 3).@count > 0", "unbound", "$q", NULL},
        {"User", "age == $limit", "unbound", "$limit", NULL},
        {"User", "name.@count > 1", "not-a-collection", "@count", NULL},
        {"User", "posts.price.@sum > 1", "operator-needs-key", "price.@sum", "@sum.price"},
        {"User", "posts.@cuont > 1", "unsupported-collection-operator", "@cuont", "@count"},
        {"User", "posts.@sum.title > 1", "type-mismatch", "@sum.title", NULL},
        {"User", "SUBQUERY(name, $p, $p == 1).@count > 0", "not-a-collection", "name", NULL},
    };
    CHECK(rows);
}

static void to_many(void **state)
{
    (void)state;
    static const row rows[] = {
        {"User", "posts.views > 3", "to-many-needs-modifier", "posts.views > 3", "ANY posts.views > 3"},
        {"User", "3 < posts.views", "to-many-needs-modifier", "3 < posts.views", "ANY posts.views > 3"},
        {"User", "posts == nil AND age > 1", "to-many-needs-modifier", "posts == nil", "posts.@count == 0"},
        {"User", "posts != nil", "to-many-needs-modifier", "posts != nil", "posts.@count > 0"},
        {"User", "posts.title IN {'a'}", "to-many-needs-modifier", "posts.title IN {'a'}", "ANY posts.title IN {'a'}"},
        {"User", "SUBQUERY(posts, $p, $p.views > 3) > 0", "to-many-needs-modifier", "SUBQUERY(posts, $p, $p.views > 3) > 0",
         "SUBQUERY(posts, $p, $p.views > 3).@count > 0"},
        {"User", "posts.views + 1 > 3", "to-many-needs-modifier", "posts.views", NULL},
        {"Post", "tags[0].word == 'a'", "unsupported-index", "tags[0]", NULL},
        {"User", "ANY name == 'x'", "any-all-needs-collection", "name", NULL},
    };
    CHECK(rows);
}

static void types(void **state)
{
    (void)state;
    static const row rows[] = {
        {"User", "age == '42'", "type-mismatch", "'42'", "42"},
        {"User", "age == 'x'", "type-mismatch", "'x'", NULL},
        {"User", "age == '%d'", "quoted-placeholder", "'%d'", "%d"},
        {"User", "active == 'YES'", "type-mismatch", "'YES'", "YES"},
        {"User", "name == 42", "type-mismatch", "42", "\"42\""},
        {"User", "name > age", "type-mismatch", "age", NULL},
        {"User", "born > '2016-01-01'", "type-mismatch", "'2016-01-01'", "CAST(473299200, \"NSDate\")"},
        {"User", "born > '2016-01-01 12:00:00 +0000'", "type-mismatch", NULL, "CAST(473342400, \"NSDate\")"},
        {"User", "born > 2016-01-01", "type-mismatch", "2016-01-01", "CAST(473299200, \"NSDate\")"},
        {"User", "born > 5", "type-mismatch", "5", NULL},
        {"User", "born + 5 > now()", "type-mismatch", "born", NULL},
        {"User", "avatar > avatar", "type-mismatch", "avatar", NULL},
        {"User", "age CONTAINS '1'", "type-mismatch", "age", "CAST(age, \"NSString\")"},
        {"User", "name BEGINSWITH 5", "type-mismatch", "5", "\"5\""},
        {"User", "name + 'x' == 'y'", "type-mismatch", "name", NULL},
        {"User", "lowercase:(age) == 'x'", "type-mismatch", "age", "CAST(age, \"NSString\")"},
        {"User", "name MATCHES '('", "bad-regex", "'('", NULL},
        {"User", "age BETWEEN 5", "between-needs-array", "5", NULL},
        {"User", "age BETWEEN {1}", "between-arity", "{1}", NULL},
        {"User", "age BETWEEN {1, 'b'}", "type-mismatch", "'b'", NULL},
        {"User", "{1, 2} == {1, 2}", "type-mismatch", "{1, 2}", NULL},
        {"User", "age == {1}", "type-mismatch", "{1}", NULL},
        {"User", "age IN 5", "in-needs-collection", "5", "{5}"},
        {"User", "age IN {1, 'x'}", "type-mismatch", "'x'", NULL},
        {"User", "age IN posts.title", "type-mismatch", "posts.title", NULL},
        {"Post", "author == 'x'", "type-mismatch", "'x'", NULL},
        {"User", "entity == 'Admin'", "type-mismatch", "'Admin'", NULL},
        {"User", "CAST(age, 'NSData') == 1", "unsupported-cast", "'NSData'", NULL},
        {"User", "name UTI-EQUALS 'x'", "unsupported-operator", "UTI-EQUALS", NULL},
        {"User", "FUNCTION(name, 'foo') == 1", "unsupported-function", "FUNCTION(name, 'foo')", NULL},
        {"User", "ANYKEY == 1", "unsupported-anykey", "ANYKEY", NULL},
    };
    CHECK(rows);
}

/* Slips that are no predicates at all. */
static void slips(void **state)
{
    (void)state;
    static const row rows[] = {
        {"User", "name NOT IN {'a'} AND age > 3", "not-in", "name NOT IN {'a'}", "NOT (name IN {'a'})"},
        {"User", "name NOT LIKE 'a*'", "not-in", "name NOT LIKE 'a*'", "NOT (name LIKE 'a*')"},
        {"User", "(name IS NULL)", "is-null", "name IS NULL", "name == nil"},
        {"User", "name IS NOT NULL OR age == 1", "is-null", "name IS NOT NULL", "name != nil"},
        {"User", "age IN (1, 2) AND age > 0", "list-in-parentheses", "(1, 2)", "{1, 2}"},
        {"User", "age IN [1, 2]", "list-in-brackets", "[1, 2]", "{1, 2}"},
        {"User", "age BETWEEN 1 AND 2 AND name == 'x'", "between-and", "1 AND 2", "{1, 2}"},
        {"User", "age BETWEEN (1, 2)", "list-in-parentheses", "(1, 2)", "{1, 2}"},
        {"User", "name LIKE 'a!%' ESCAPE '!'", "like-escape", NULL, NULL},
        {"User", "name CONTAINS NOT 'x'", "not-behind-operator", "NOT", NULL},
        {"User", "age == 1 & name == 'x'", "single-ampersand", "&", "&&"},
        {"User", "age === 1", "triple-equals", "===", "=="},
        {"User", "age ! = 1", "split-operator", "! =", "!="},
        {"User", "name == @\"x\"", "objc-string", "@\"x\"", "\"x\""},
        {"User", "name == “x”", "curly-quotes", "“x”", "\"x\""},
        {"User", "in == 1", "reserved-word", "in", "#in"},
        {"User", "AVG(posts.views) > 1", "unknown-function", "AVG", "average:"},
        {"User", "SELECT * FROM User WHERE name = 'x'", "sql-statement", NULL, NULL},
        {"User", "SUBQUERY(posts, p, $p.views > 1).@count > 0", "variable-without-dollar", "p", "$p"},
        {"User", "name == 'x", "unterminated-string", "'x", "'x'"},
    };
    CHECK(rows);
}

static void several_errors(void **state)
{
    (void)state;
    el_error errs[MOST];
    assert_int_equal(check("User", "nmae == 'a' AND agee > 'x' AND age == 'y' AND posts.views > 3", errs), 4);
    assert_string_equal(errs[0].code, "unknown-key");
    assert_string_equal(errs[1].code, "unknown-key");
    assert_string_equal(errs[2].code, "type-mismatch");
    assert_string_equal(errs[3].code, "to-many-needs-modifier");
    assert_int_equal(check("User", "name NOT IN {'a'} AND (age IS NULL OR age = = 1) AND age IN (1, 2) AND size ==", errs), 5);
    const char *const codes[] = {"not-in", "is-null", "unexpected-token", "list-in-parentheses", "unexpected-end"};
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(errs[i].code, codes[i]);
}

static void check_remark(const char *entity, const char *format, const char *code, const char *repair)
{
    el_predicate *p;
    el_error remarks[MOST];
    assert_int_equal(el_predicate_parse(&p, format, strlen(format), NULL, 0, NULL, 0, NULL), EL_OK);
    size_t n = el_predicate_remarks(p, el_model_entity(model, entity), remarks, MOST);
    if (!code && n)
        fail_msg("%s: %s", format, remarks[0].code);
    if (code && (!n || strcmp(remarks[0].code, code)))
        fail_msg("%s: %s, not %s", format, n ? remarks[0].code : "no remark", code);
    if (code) {
        assert_int_equal(remarks[0].status, EL_OK);
        assert_string_equal(remarks[0].repair, repair ? repair : "");
    }
    el_predicate_free(p);
}

static void remarks(void **state)
{
    (void)state;
    check_remark("User", "name != 'x'", "nil-not-returned", "(name == nil OR name != 'x')");
    check_remark("User", "NOT (age IN {1, 2})", "nil-not-returned", "(age == nil OR NOT (age IN {1, 2}))");
    check_remark("User", "name == nil OR name != 'x'", NULL, NULL);
    check_remark("User", "name != nil AND name != 'x'", NULL, NULL);
    check_remark("User", "size != 3", NULL, NULL);
    check_remark("Post", "author.size != 3", "nil-not-returned", "(author.size == nil OR author.size != 3)");
    check_remark("User", "SUBQUERY(posts, $p, $p.views != 3).@count > 0", "nil-not-returned", "($p.views == nil OR $p.views != 3)");
    check_remark("User", "name == '%@'", "quoted-placeholder", "%@");
    check_remark("User", "name LIKE '%john%'", "sql-wildcard", "'*john*'");
    check_remark("User", "name CONTAINS ''", "empty-text", NULL);
    check_remark("User", "token == 'x'", "not-stored-by-ecd", NULL);
    check_remark("User", "ANY posts.tags.word == 'x'", "several-to-many-steps", NULL);
    check_remark("User", "ALL posts.views > 3", "all-unsupported-by-apple", NULL);
    check_remark("User", "age BETWEEN {5, 1}", "reversed-bounds", "{1, 5}");
}

static int set_up(void **state)
{
    (void)state;
    model = predicate_model();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    el_model_free(model);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_predicates), cmocka_unit_test(keys),  cmocka_unit_test(to_many),
        cmocka_unit_test(types),            cmocka_unit_test(slips), cmocka_unit_test(several_errors),
        cmocka_unit_test(remarks),
    };
    return cmocka_run_group_tests_name("predicate_check", tests, set_up, tear_down);
}
