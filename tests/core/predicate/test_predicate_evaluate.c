/* SPDX-License-Identifier: MIT */
/* The in-memory evaluator on values without a store: what the rules of both modes say about nil, numbers,
 * strings and collections. */
#include "base/arena.h"
#include "corpus_values.h"
#include "entitylens/predicate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct row {
    const char *format, *args, *self; /* JSON in the coding of the corpora; args may be NULL */
    const char *memory, *store;       /* "true", "false", "unknown" or an error's code; NULL: not asked */
} row;

static json_t *json(const char *text)
{
    json_error_t error;
    json_t *value = json_loads(text, JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    if (!value)
        fail_msg("%s: %s", text, error.text);
    return value;
}

static void check_mode(const row *r, const el_predicate *p, const el_value *self, el_eval_mode mode, const char *wanted)
{
    el_truth truth;
    el_error err;
    if (!wanted)
        return;
    int status = el_predicate_evaluate(&truth, p, self, NULL, mode, &err);
    const char *got = status ? err.code : truth == EL_TRUE ? "true" : truth == EL_FALSE ? "false" : "unknown";
    if (strcmp(got, wanted))
        fail_msg("%s of %s (%s): %s, not %s", r->format, r->self, mode ? "store" : "memory", got, wanted);
    if (status)
        assert_true(err.has_range && err.start <= err.end && err.end <= strlen(r->format));
}

static void check_row(const row *r)
{
    el_arena *arena = el_arena_new();
    json_t *args_json = json(r->args ? r->args : "[]"), *self_json = json(r->self);
    el_value args = corpus_value(arena, args_json, NULL, NULL), self = corpus_value(arena, self_json, NULL, NULL);
    el_predicate *p;
    el_error err;
    if (el_predicate_parse(&p, r->format, strlen(r->format), args.u.list.items, args.u.list.n, &err, 1, NULL))
        fail_msg("%s: %s", r->format, err.message);
    check_mode(r, p, &self, EL_EVAL_MEMORY, r->memory);
    check_mode(r, p, &self, EL_EVAL_STORE, r->store);
    el_predicate_free(p);
    json_decref(args_json);
    json_decref(self_json);
    el_arena_free(arena);
}

static void check_rows(const row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        check_row(&rows[i]);
}
#define CHECK(rows) check_rows(rows, sizeof rows / sizeof *rows)

static void nil(void **state)
{
    (void)state;
    static const row rows[] = {
        {"x == 1", NULL, "{}", "false", "unknown"},
        {"x != 1", NULL, "{}", "true", "unknown"},
        {"NOT (x == 1)", NULL, "{}", "true", "unknown"},
        {"x == nil", NULL, "{}", "true", "true"},
        {"nil == x", NULL, "{}", "true", "true"},
        {"x != nil", NULL, "{}", "false", "false"},
        {"x == %@", "[null]", "{}", "true", "true"},
        {"x < 1 OR x > 1", NULL, "{}", "false", "unknown"},
        {"x <= y", NULL, "{}", "true", "unknown"},
        {"x == y", NULL, "{}", "true", "unknown"},
        {"x != y", NULL, "{}", "false", "unknown"},
        {"x != y", NULL, "{\"y\": 1}", "true", "unknown"},
        {"x IN {1, nil}", NULL, "{}", "false", "unknown"},
        {"x IN {nil}", NULL, "{}", "false", "false"},
        {"NOT (x IN {1})", NULL, "{}", "true", "unknown"},
        {"NOT (x IN {})", NULL, "{}", "true", "true"},
        {"5 IN {1, y}", NULL, "{}", "false", "unknown"},
        {"5 IN {5, y}", NULL, "{}", "true", "true"},
        {"x CONTAINS 'a'", NULL, "{}", "false", "unknown"},
        {"x CONTAINS ''", NULL, "{}", "false", "false"},
        {"x LIKE ''", NULL, "{}", "false", "unknown"},
        {"NOT (x BEGINSWITH 'a')", NULL, "{}", "true", "unknown"},
        {"x BETWEEN {1, 2}", NULL, "{}", "false", "unknown"},
        {"5 BETWEEN {y, 2}", NULL, "{}", "false", "false"},
        {"x + 1 == 2", NULL, "{}", "false", "unknown"},
        {"x == 1 AND FALSEPREDICATE", NULL, "{}", "false", "false"},
        {"x == 1 OR TRUEPREDICATE", NULL, "{}", "true", "true"},
        {"TERNARY(x == 1, 1, 2) == 2", NULL, "{}", "true", "true"},
        {"a.b.c == nil", NULL, "{\"a\": {}}", "true", "true"},
    };
    CHECK(rows);
}

static void numbers(void **state)
{
    (void)state;
    static const row rows[] = {
        {"SELF == 1.0", NULL, "1", "true", "true"},
        {"SELF == YES", NULL, "1", "true", "true"},
        {"SELF == %@", "[{\"decimal\": \"1.10\"}]", "1.1", "true", "true"},
        {"%@ == 0.1", "[{\"decimal\": \"0.1\"}]", "null", "true", "true"},
        {"%@ + 0.2 == 0.3", "[{\"decimal\": \"0.1\"}]", "null", "true", "true"},
        {"SELF == 9007199254740993", NULL, "9007199254740992", "false", "false"},
        {"SELF < 9007199254740993.0", NULL, "9007199254740993", "false", "false"},
        {"9223372036854775807 + 1 > 9e18", NULL, "null", "true", "true"},
        {"-9223372036854775808 < 0 AND -9223372036854775808 == -9223372036854775807 - 1", NULL, "null", "true", "true"},
        {"-5 / 2 == -2 AND 5 / 2.0 == 2.5", NULL, "null", "true", "true"},
        {"modulus:by:(-7, 3) == -1", NULL, "null", "true", "true"},
        {"SELF / 0 == 1", NULL, "5", "false", "unknown"},
        {"modulus:by:(SELF, 0) == 1", NULL, "5", "false", "unknown"},
        {"SELF == '42'", NULL, "42", "false", "false"},
        {"SELF < '50'", NULL, "42", "type-mismatch", "type-mismatch"},
        {"SELF + 'x' == 1", NULL, "42", "type-mismatch", "type-mismatch"},
        {"SELF & 1 == 1", NULL, "2.5", "type-mismatch", "type-mismatch"},
        {"1 << 70 == 0 AND -1 >> 70 == -1 AND 4 >> -1 == 8", NULL, "null", "true", "true"},
        {"CAST('12.0', 'NSNumber') == 12 AND CAST(3.0, 'NSString') == '3'", NULL, "null", "true", "true"},
        {"CAST('12abc', 'NSNumber') == 12", NULL, "null", "false", "unknown"},
        {"SELF.intValue == 12 AND SELF.lowercaseString == '12abc'", NULL, "\"12ABC\"", "true", "true"},
        {"CAST(SELF, 'NSURL') == 1", NULL, "1", "unsupported-cast", "unsupported-cast"},
        {"-(SELF) == -5 AND --5 == 5", NULL, "5", "true", "true"},
        {"SELF == %@", "[{\"date\": 5}]", "5", "false", "false"},
        {"SELF < %@", "[{\"date\": 5}]", "5", "type-mismatch", "type-mismatch"},
        {"CAST(SELF, 'NSDate') == %@", "[{\"date\": 5}]", "5", "true", "true"},
    };
    CHECK(rows);
}

static void strings(void **state)
{
    (void)state;
    static const row rows[] = {
        {"SELF ==[c] 'STRASSE'", NULL, "\"Straße\"", "true", "true"},
        {"SELF ==[cn] 'STRASSE'", NULL, "\"strasse\"", "false", "false"},
        {"SELF CONTAINS[cd] 'E\\u0301'", NULL, "\"Zoé\"", "true", "true"},
        {"SELF LIKE 'a*b?'", NULL, "\"a\\nb☂\"", "true", "true"},
        {"SELF LIKE 'a\\\\'", NULL, "\"a\\\\\"", "true", "true"},
        {"SELF LIKE '*'", NULL, "\"\"", "true", "true"},
        {"SELF LIKE ''", NULL, "\"a\"", "false", "false"},
        {"SELF LIKE '[a-c]%_.'", NULL, "\"[a-c]%_.\"", "true", "true"},
        {"SELF LIKE '*a*a*a*a*a*a*a*a*b'", NULL, "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"", "false",
         "false"},
        {"SELF MATCHES 'b'", NULL, "\"abc\"", "false", "false"},
        {"SELF MATCHES ''", NULL, "\"\"", "true", "true"},
        {"SELF MATCHES ''", NULL, "\"a\"", "false", "false"},
        {"SELF MATCHES 'a.b'", NULL, "\"a\\nb\"", "false", "false"},
        {"SELF MATCHES[cd] 'ZOE'", NULL, "\"zoé\"", "true", "true"},
        {"SELF MATCHES '('", NULL, "\"a\"", "bad-regex", "bad-regex"},
        {"SELF MATCHES '(a+)+b'", NULL, "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac\"", "regex-too-complex",
         "regex-too-complex"},
        {"SELF.length == 2 AND length:(SELF) == 2", NULL, "\"\\ud83d\\ude00\"", "true", "true"},
        {"SELF > 'a'", NULL, "\"é\"", "true", "true"},
        {"SELF CONTAINS 'a'", NULL, "5", "type-mismatch", "type-mismatch"},
        {"SELF.stringValue CONTAINS '1'", NULL, "12", "true", "true"},
        {"'a' IN SELF", NULL, "5", "in-needs-collection", "in-needs-collection"},
        {"SELF UTI-EQUALS 'x'", NULL, "\"x\"", "unsupported-operator", "unsupported-operator"},
        {"FUNCTION(SELF, 'system:', 1) == 1", NULL, "\"x\"", "unsupported-function", "unsupported-function"},
        {"FUNCTION(SELF, 'stringByReplacingOccurrencesOfString:withString:', 'o', 'a') == 'tata'", NULL, "\"toto\"", "true", "true"},
        {"FUNCTION(now(), 'dateByAddingTimeInterval:', -60) < now()", NULL, "null", "true", "true"},
        {"now() == now()", NULL, "null", "true", "true"},
    };
    CHECK(rows);
}

static void collections(void **state)
{
    (void)state;
    static const row rows[] = {
        {"ANY SELF > 2", NULL, "[1, 3]", "true", "true"},
        {"ALL SELF == 5", NULL, "[5, null]", "false", "false"},
        {"ALL SELF == 5", NULL, "[]", "true", "true"},
        {"NONE SELF == 5", NULL, "[5, null]", "false", "false"},
        {"ANY SELF == 1", NULL, "1", "any-all-needs-collection", "any-all-needs-collection"},
        {"ALL k.v == 5", NULL, "{\"k\": {\"set\": [{\"v\": 5}, {}]}}", "true", "false"},
        {"k.@avg.v == 2.5", NULL, "{\"k\": [{\"v\": 5}, {}]}", "true", "false"},
        {"k.@avg.v == 5", NULL, "{\"k\": [{\"v\": 5}, {}]}", "false", "true"},
        {"k.@sum.v == 0 AND k.@count == 0 AND k.@max.v == nil", NULL, "{\"k\": []}", "true", NULL},
        {"k.@sum == 1", NULL, "{\"k\": [1]}", "operator-needs-key", "operator-needs-key"},
        {"k.@foo.v == 1", NULL, "{\"k\": [1]}", "unsupported-collection-operator", "unsupported-collection-operator"},
        {"SELF.@count == 1", NULL, "5", "not-a-collection", "not-a-collection"},
        {"k.@distinctUnionOfObjects.v.@count == 2", NULL, "{\"k\": [{\"v\": 1}, {\"v\": 1}, {\"v\": 2}, {}]}", "true", "true"},
        {"SELF[5] == 1", NULL, "[1]", "index-out-of-range", "index-out-of-range"},
        {"SELF[-1] == 1", NULL, "[1]", "index-out-of-range", "index-out-of-range"},
        {"SELF['a'] == 1", NULL, "{\"a\": 1}", "true", "true"},
        {"x == $y", NULL, "{}", "unbound", "unbound"},
        {"SELF BETWEEN 5", NULL, "5", "between-needs-array", "between-needs-array"},
        {"SELF BETWEEN {5}", NULL, "5", "between-arity", "between-arity"},
        {"SELF BETWEEN {9, 1}", NULL, "5", "false", "false"},
        {"SUBQUERY(SELF, $x, $x > 1 AND SUBQUERY({1, 2, 3}, $x, $x == 3).@count == 1)[SIZE] == 2", NULL, "[1, 2, 3]", "true", "true"},
        {"SUBQUERY(SELF, $x, $x > 1).@count == 1", NULL, "5", "not-a-collection", "not-a-collection"},
        {"1 IN ({1, 2} INTERSECT SELF) AND NOT 2 IN ({1, 2} MINUS {2}) AND 3 IN {1} UNION {3}", NULL, "[1]", "true", "true"},
        {"median:({1, 4, 2, 3}) == 2.5 AND mode:({1, 2, 2}) == {2} AND min:('b', 'a') == 'a'", NULL, "null", "true", "true"},
        {"ANYKEY == 1", NULL, "{}", "unsupported-anykey", "unsupported-anykey"},
    };
    CHECK(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nil),
        cmocka_unit_test(numbers),
        cmocka_unit_test(strings),
        cmocka_unit_test(collections),
    };
    return cmocka_run_group_tests_name("predicate_evaluate", tests, NULL, NULL);
}
