/* SPDX-License-Identifier: MIT */
/* Parsing: normal forms of what the corpora touch little, limits, and the amount of work. */
#include "base/buf.h"
#include "predicate/ast.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void check_args(const char *text, size_t n, const el_value *args, size_t nargs, const char *expected)
{
    el_predicate *p;
    el_error err;
    if (el_predicate_parse(&p, text, n, args, nargs, &err, 1, NULL) != EL_OK)
        fail_msg("%s: %s", text, err.message);
    el_buf form = {0};
    el_predicate_normal_form(&form, p);
    assert_string_equal(el_buf_str(&form), expected);
    el_buf_free(&form);
    el_predicate_free(p);
}

static void check(const char *text, const char *expected)
{
    check_args(text, strlen(text), NULL, 0, expected);
}

/* The code of the first error, and its range. */
static void check_error(const char *text, const char *code, size_t start, size_t end)
{
    el_predicate *p;
    el_error err;
    size_t n;
    int status = el_predicate_parse(&p, text, strlen(text), NULL, 0, &err, 1, &n);
    if (status == EL_OK)
        fail_msg("%s is accepted", text);
    assert_null(p);
    assert_int_equal(n, 1);
    assert_int_equal(status, err.status);
    if (strcmp(err.code, code) || err.start != start || err.end != end)
        fail_msg("%s: %s [%zu,%zu), not %s [%zu,%zu)", text, err.code, err.start, err.end, code, start, end);
}

static void numbers(void **state)
{
    (void)state;
    check("x == 9223372036854775807", "(== (key \"x\") 9223372036854775807)");
    check("x == 9223372036854775808", "(== (key \"x\") 9.223372036854776e18)");
    check("x == -9223372036854775808", "(== (key \"x\") -9223372036854775808)");
    check("(select * height) > 3", "(> (fn \"multiply:by:\" (key \"select\") (key \"height\")) 3)");
    check("x == - 5", "(== (key \"x\") -5)");
    check("x == -(5)", "(== (key \"x\") (neg 5))");
    check("x == --5", "(== (key \"x\") (neg -5))");
    check("x == 0XFFFFFFFFFFFFFFFF", "(== (key \"x\") 1.8446744073709552e19)");
    check("x == 007", "(== (key \"x\") 7)");
    check("x == 1E5 OR x == 1.50e-7", "(or (== (key \"x\") 100000.0) (== (key \"x\") 1.5e-7))");
    check("x == 1e16 OR x == 0.0001", "(or (== (key \"x\") 1e16) (== (key \"x\") 0.0001))");
    check_error("x == 1.", "bad-number", 5, 7);
    check_error("x == .5", "unexpected-token", 5, 6);
    check_error("x == 0x", "bad-number", 5, 7);
    check_error("x == 0b12", "bad-number", 5, 9);
    check_error("x == 1e", "bad-number", 5, 7);
}

static void strings(void **state)
{
    (void)state;
    check("x == '\\ud83d\\ude00\\u00e9\\x41\\101\\q'", "(== (key \"x\") \"\xF0\x9F\x98\x80éAAq\")");
    check("x == '\\a\\b\\f\\v\\r'", "(== (key \"x\") \"\\u0007\\b\\f\\u000b\\r\")");
    check_args("x == 'a\0b'", 10, NULL, 0, "(== (key \"x\") \"a\\u0000b\")");
    check("größe == 'Zoë'", "(== (key \"größe\") \"Zoë\")");
    check_error("x == '\xFF'", "not-utf8", 5, 8);
    check_error("\xC3 == 1", "not-utf8", 0, 1);
    check_error("x == 'it\\'", "unterminated-string", 5, 10);
    check_error("x ~= 1", "unexpected-token", 2, 3);
}

static void names(void **state)
{
    (void)state;
    check("count == 1 AND sum == 2 AND first == 3", "(and (== (key \"count\") 1) (== (key \"sum\") 2) (== (key \"first\") 3))");
    check("a . b[ last ].c == $x.y", "(== (path (index (key \"a.b\") last) \"c\") (path (var x) \"y\"))");
    check("(a).b == ((SELF)).c", "(== (key \"a.b\") (key \"c\"))");
    check("a[#first] == a[first.b]", "(== (index (key \"a\") (key \"first\")) (index (key \"a\") (key \"first.b\")))");
    check("uti-x == 1", "(== (fn \"from:subtract:\" (key \"uti\") (key \"x\")) 1)");
    check("NONE{1}==1", "(not (any (== (list 1) 1)))");
    check("count(x)==1 AND now()==now ( )", "(and (== (fn \"count:\" (key \"x\")) 1) (== (fn \"now\") (fn \"now\")))");
    check("$x:=1==1", "(== (:= (var x) 1) 1)");
    check_error("a.in == 1", "reserved-word", 2, 4);
    check_error("fetch == 1", "reserved-word", 0, 5);
    check_error("a.$ == 1", "bare-dollar", 2, 3);
    check_error("add(1, 2) == 3", "unknown-function", 0, 3);
    check_error("add:to:(1) == 3", "function-arity", 0, 10);
    check_error("now(1) == 3", "function-arity", 0, 6);
    check_error("x ==[cc] 1", "bad-option", 4, 8);
    check_error("x BETWEEN[c] {1, 2}", "bad-option", 2, 12);
}

static void arguments(void **state)
{
    (void)state;
    el_value args[] = {el_value_text(EL_STRING, "a.b", 3), el_value_bool(1), el_value_int(3), el_value_double(2), el_value_null()};
    check_args("x.%K == %d", 10, args, 2, "(== (key \"x.a.b\") 1)");
    check_args("%K.@count == %d OR x == %d OR y == %f OR z == %@", 48, args, 5,
               "(or (== (key \"a.b.@count\") 1) (== (key \"x\") 3) (== (key \"y\") 2.0) (== (key \"z\") null))");
    assert_int_equal(el_predicate_argument_count("%K == '%@' AND x.%K == %lld OR %q", 34), 3);
    assert_int_equal(el_predicate_argument_count("", 0), 0);
    check_error("x == %d", "missing-argument", 5, 7);
    check_error("x == %%", "bad-specifier", 5, 7);
    check_error("x == % 5", "bad-specifier", 5, 6);
}

static char *nested(const char *open, const char *core, const char *close, const char *tail, size_t n)
{
    el_buf text = {0};
    for (size_t i = 0; i < n; i++)
        el_buf_puts(&text, open);
    el_buf_puts(&text, core);
    for (size_t i = 0; i < n; i++)
        el_buf_puts(&text, close);
    el_buf_puts(&text, tail);
    return el_buf_take(&text);
}

/* The first GOOD ones are right at any depth. */
enum { GOOD = 14 };
static const struct { const char *open, *core, *close, *tail; } nestings[] = {
    {"(", "a == 1", ")", ""}, {"(", "a", ")", " == 1"}, {"(", "a + 1", ") * 2", " > 3"}, {"NOT ", "a == 1", "", ""},
    {"!(", "a == 1", ")", ""}, {"-", "a == 1", "", ""}, {"a[", "1", "]", " == 1"}, {"abs:(", "1", ")", " == 1"},
    {"{", "1", "}", " == x"}, {"SUBQUERY(a, $x, ", "a == 1", ").@count == 1", ""},
    {"1 == TERNARY(", "a == 1", ", 1, 2)", ""}, {"(a == 1 OR ", "b == 2", ")", ""}, {"(a == 1 AND (b == 2 OR ", "c == 3", "))", ""},
    {"~", "a == 1", "", ""},
    {"x == ", "- - 5", "", ""}, {"x IN (y, ", "1", ")", ""}, {"x NOT IN {", "1", "}", ""}, {"x BETWEEN 1 AND (", "a == 1", ")", ""},
    {"(x IS ", "NULL", ")", ""}, {"a == 1 & (", "b == 2", ")", ""}, {"[", "1", "]", ""}, {"(", "", "", ""}, {"", "a == 1", ")", ""},
    {"$x := (", "1", ")", " == 1"}, {"SUBQUERY(a, x, ", "a == 1", ")", ""}, {"(a NOT IN (1, ", "2", "))", ""},
};

static size_t steps_for(size_t k, size_t n)
{
    el_predicate *p;
    char *text = nested(nestings[k].open, nestings[k].core, nestings[k].close, nestings[k].tail, n);
    size_t steps = 0;
    if (el_predicate_parse(&p, text, strlen(text), NULL, 0, NULL, 0, NULL) == EL_OK)
        steps = p->steps;
    el_predicate_free(p);
    free(text);
    return steps;
}

/* The work grows with the text: eight times the nesting costs about eight times the steps. */
static void linear_work(void **state)
{
    (void)state;
    for (size_t k = 0; k < GOOD; k++) {
        size_t little = steps_for(k, 25), much = steps_for(k, 200);
        assert_true(little && much);
        if (much > little * 9)
            fail_msg("%s: %zu steps for 25 levels, %zu for 200", nestings[k].open, little, much);
    }
}

/* Neither the limit of levels nor anything beyond it is a crash; 200 levels are always read. */
static void deep_nesting(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof nestings / sizeof *nestings; k++) {
        static const size_t depths[] = {200, 499, 1000, 1001, 5000};
        for (size_t d = 0; d < 5; d++) {
            el_error errs[4];
            size_t n;
            el_predicate *p;
            char *text = nested(nestings[k].open, nestings[k].core, nestings[k].close, nestings[k].tail, depths[d]);
            int status = el_predicate_parse(&p, text, strlen(text), NULL, 0, errs, 4, &n);
            assert_true(status == EL_OK || status == EL_EPARSE || status == EL_ELIMIT);
            if (k < GOOD)
                assert_int_equal(status, depths[d] <= 200 ? EL_OK : depths[d] > 1000 ? EL_ELIMIT : status);
            for (size_t i = 0; i < n; i++)
                assert_true(errs[i].start <= errs[i].end && errs[i].end <= strlen(text));
            el_predicate_free(p);
            free(text);
        }
    }
    char *text = nested("(", "a == 1", ")", "", 1500);
    el_predicate *p;
    el_error err;
    assert_int_equal(el_predicate_parse(&p, text, strlen(text), NULL, 0, &err, 1, NULL), EL_ELIMIT);
    assert_string_equal(err.code, "too-deep");
    free(text);
}

/* Long, not deep: chains of one operator, long paths, long lists. */
static void long_texts(void **state)
{
    (void)state;
    el_predicate *p;
    char *text = nested("a == 1 AND ", "b == 2", "", "", 20000);
    assert_int_equal(el_predicate_parse(&p, text, strlen(text), NULL, 0, NULL, 0, NULL), EL_OK);
    assert_int_equal(p->root->nitems, 20001);
    el_predicate_free(p);
    free(text);
    text = nested("a.", "b == 2", "", "", 20000);
    assert_int_equal(el_predicate_parse(&p, text, strlen(text), NULL, 0, NULL, 0, NULL), EL_OK);
    assert_int_equal(p->root->left->nsteps, 20001);
    el_predicate_free(p);
    free(text);
    text = nested("1 + ", "b == 2", "", "", 20000); /* a tree that leans to the left is as deep as it is long */
    assert_int_equal(el_predicate_parse(&p, text, strlen(text), NULL, 0, NULL, 0, NULL), EL_ELIMIT);
    free(text);
    text = nested("a NOT IN {1} AND ", "b == 2", "", "", 20000); /* after some errors the rest is not worth reading */
    el_error errs[100];
    size_t n;
    assert_int_equal(el_predicate_parse(&p, text, strlen(text), NULL, 0, errs, 100, &n), EL_EPARSE);
    assert_in_range(n, 10, 20);
    free(text);
}

/* Any bytes: all single bytes, all pairs of interesting ones. */
static void odd_bytes(void **state)
{
    (void)state;
    static const char bytes[] = "a1 '\"\\%@K#$.,(){}[]!=<>&|^~*/+-:?\x80\xC3\xFF";
    size_t n = sizeof bytes; /* the NUL as well */
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t k = 0; k < n; k++) {
                char text[3] = {bytes[i], bytes[j], bytes[k]};
                el_predicate *p;
                el_predicate_parse(&p, text, 3, NULL, 0, NULL, 0, NULL);
                el_predicate_free(p);
            }
    el_predicate *p;
    assert_int_equal(el_predicate_parse(&p, NULL, 0, NULL, 0, NULL, 0, NULL), EL_EPARSE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),     cmocka_unit_test(strings),      cmocka_unit_test(names),      cmocka_unit_test(arguments),
        cmocka_unit_test(linear_work), cmocka_unit_test(deep_nesting), cmocka_unit_test(long_texts), cmocka_unit_test(odd_bytes),
    };
    return cmocka_run_group_tests_name("predicate_parse", tests, NULL, NULL);
}
