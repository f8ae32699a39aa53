/* SPDX-License-Identifier: MIT */
/* Printed text parses to the tree it came from: hand-written cases, and every format of the corpora. */
#include "base/arena.h"
#include "base/buf.h"
#include "corpus_values.h"
#include "entitylens/predicate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static el_predicate *parse(const char *text, const el_value *args, size_t nargs)
{
    el_predicate *p;
    el_error err;
    if (el_predicate_parse(&p, text, strlen(text), args, nargs, &err, 1, NULL) != EL_OK)
        fail_msg("%s: %s", text, err.message);
    return p;
}

static char *normal_form(const el_predicate *p)
{
    el_buf out = {0};
    el_predicate_normal_form(&out, p);
    return el_buf_take(&out);
}

static void check_round_trip(el_predicate *p)
{
    el_buf text = {0};
    const el_value *args;
    size_t nargs;
    el_predicate_print(&text, p, &args, &nargs);
    el_predicate *again = parse(el_buf_str(&text), args, nargs);
    char *before = normal_form(p), *after = normal_form(again);
    if (strcmp(before, after))
        fail_msg("%s\n reads as %s\n not     %s", el_buf_str(&text), after, before);
    free(before);
    free(after);
    el_predicate_free(again);
    el_buf_free(&text);
}

static void check_printed(const char *text, const char *expected)
{
    el_predicate *p = parse(text, NULL, 0);
    el_buf out = {0};
    const el_value *args;
    size_t nargs;
    el_predicate_print(&out, p, &args, &nargs);
    assert_string_equal(el_buf_str(&out), expected);
    check_round_trip(p);
    el_buf_free(&out);
    el_predicate_free(p);
}

static void prints_readably(void **state)
{
    (void)state;
    check_printed("a=1&&b<>2||not c=<3", "(a == 1 AND b != 2) OR NOT c <= 3");
    check_printed("a==1 and (b==2 and c==3)", "a == 1 AND (b == 2 AND c == 3)");
    check_printed("none kids.age > 3", "NONE kids.age > 3");
    check_printed("not any kids.age > 3", "NOT ANY kids.age > 3");
    check_printed("! (a + 1 > 2)", "NOT (a + 1 > 2)");
    check_printed("not not a == nil", "NOT (NOT a == NULL)");
    check_printed("a - b - c * d == 1", "(a - b) - (c * d) == 1");
    check_printed("flags & 4 != 0", "(flags & 4) != 0");
    check_printed("~flags == -1", "~flags == -1");
    check_printed("-(3) == - a", "-(3) == -a");
    check_printed("2 ** -3 == 1", "2 ** -3 == 1");
    check_printed("name like[dc] 'a\"b\\\\\\n\\x01'", "name LIKE[cd] \"a\\\"b\\\\\\n\\u0001\"");
    check_printed("#in.#size == self.#First", "#in.#size == #First");
    check_printed("list[first] == list[#first]", "list[FIRST] == list[#first]");
    check_printed("(5).x == {1,{}}[size]", "(5).x == {1, {}}[SIZE]");
    check_printed("sum(a) == modulus:by:(7, 2)", "sum:(a) == modulus:by:(7, 2)");
    check_printed("now() > CAST(1, 'NSDate')", "now() > CAST(1, \"NSDate\")");
    check_printed("x in a union b minus c", "x IN (a UNION b) MINUS c");
    check_printed("subquery(kids,$k,$k.age>3 or $k.x==1).@count==1", "SUBQUERY(kids, $k, $k.age > 3 OR $k.x == 1).@count == 1");
    check_printed("ternary(a==1 or b==2,1,$x)==yes", "TERNARY(a == 1 OR b == 2, 1, $x) == TRUE");
    check_printed("$x := 1 + 2 == 3", "($x := 1 + 2) == 3");
    check_printed("SELF isKindOfClass: $c", "SELF isKindOfClass: $c");
    check_printed("x == -9223372036854775808 or x == 1e300", "x == -9223372036854775808 OR x == 1e300");
    check_printed("rec.$k.x == SELF.$k", "rec.$k.x == SELF.$k");
}

static void constants_without_literal(void **state)
{
    (void)state;
    el_value list[] = {el_value_date(978307205), el_value_int(3)};
    el_value args[] = {el_value_text(EL_STRING, "a b.c", (size_t)-1), el_value_null(), el_value_text(EL_DECIMAL, "1.10", 4),
                       el_value_text(EL_DATA, "\x01\x02", 2)};
    args[1].kind = EL_LIST;
    args[1].u.list.items = list;
    args[1].u.list.n = 2;
    el_predicate *p = parse("%K IN %@ OR x == %@ OR y == %@", args, 4);
    el_buf out = {0};
    const el_value *printed;
    size_t n;
    el_predicate_print(&out, p, &printed, &n);
    assert_string_equal(el_buf_str(&out), "%K IN {%@, 3} OR x == %@ OR y == %@");
    assert_int_equal(n, 4);
    assert_int_equal(printed[1].kind, EL_DATE);
    check_round_trip(p);
    el_buf_clear(&out);
    el_predicate_print(&out, p, NULL, NULL);
    assert_string_equal(el_buf_str(&out), "a b.c IN {CAST(5.0, \"NSDate\"), 3} OR x == CAST(\"1.10\", \"NSDecimalNumber\") "
                                          "OR y == \"(data \\\"0102\\\")\"");
    el_buf_free(&out);
    el_predicate_free(p);
}

static void check_substituted(const char *text, const char *name, el_value value, const char *expected)
{
    el_predicate *p = parse(text, NULL, 0), *q;
    el_error err;
    assert_int_equal(el_predicate_substitute(&q, p, &name, &value, 1, &err), EL_OK);
    el_predicate_free(p); /* the copy stands by itself */
    char *form = normal_form(q);
    assert_string_equal(form, expected);
    free(form);
    check_round_trip(q);
    el_predicate_free(q);
}

static void variables_become_values(void **state)
{
    (void)state;
    check_substituted("a == $x AND b == $y", "x", el_value_int(5), "(and (== (key \"a\") 5) (== (key \"b\") (var y)))");
    check_substituted("rec.$k.z == 1", "k", el_value_text(EL_STRING, "p.q", 3), "(== (key \"rec.p.q.z\") 1)");
    check_substituted("$x.b == 1", "x", el_value_text(EL_KEYPATH, "a", 1), "(== (key \"a.b\") 1)");
    check_substituted("SUBQUERY(k, $x, $x.n == 1).@count == $x", "x", el_value_int(2),
                      "(== (path (subquery (key \"k\") x (== (path (var x) \"n\") 1)) \"@count\") 2)");
    el_predicate *p = parse("a.$k == 1", NULL, 0), *q;
    const char *name = "k";
    el_value number = el_value_int(1);
    el_error err;
    assert_int_equal(el_predicate_substitute(&q, p, &name, &number, 1, &err), EL_EPREDICATE);
    assert_string_equal(err.code, "type-mismatch");
    assert_int_equal(err.start, 2);
    el_predicate_free(p);
}

static int round_trip_file(const char *path)
{
    FILE *f = fopen(path, "r");
    char *line = NULL;
    size_t cap = 0;
    int count = 0;
    for (ssize_t n; f && (n = getline(&line, &cap, f)) > 0;) {
        json_t *json = json_loadb(line, (size_t)n, JSON_ALLOW_NUL, NULL);
        json_t *args = json_object_get(json, "args"), *format = json_object_get(json, "format");
        el_arena *arena = el_arena_new();
        size_t nargs = json_array_size(args);
        el_value *values = el_arena_array(arena, nargs + 1, sizeof *values);
        for (size_t i = 0; i < nargs; i++)
            values[i] = corpus_value(arena, json_array_get(args, i), NULL, NULL);
        el_predicate *p;
        if (el_predicate_parse(&p, json_string_value(format), json_string_length(format), values, nargs, NULL, 0, NULL) == EL_OK) {
            check_round_trip(p);
            count++;
        }
        el_predicate_free(p);
        el_arena_free(arena);
        json_decref(json);
    }
    free(line);
    if (f)
        fclose(f);
    return count;
}

static void corpora_round_trip(void **state)
{
    (void)state;
    assert_true(round_trip_file(TEST_SHARED "/corpora/predicate-syntax.jsonl") >= 264);
    assert_true(round_trip_file(TEST_SHARED "/corpora/predicate-eval.jsonl") >= 544);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prints_readably),
        cmocka_unit_test(constants_without_literal),
        cmocka_unit_test(variables_become_values),
        cmocka_unit_test(corpora_round_trip),
    };
    int with_corpora = access(TEST_SHARED "/corpora", R_OK) == 0;
    return _cmocka_run_group_tests("predicate_print", tests, sizeof tests / sizeof *tests - (with_corpora ? 0 : 1), NULL, NULL);
}
