/* SPDX-License-Identifier: MIT */
/* The SQL functions behind translated predicates. */
#include "sqlite_library.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "predicate/ecd_dialect.h"
#include "predicate/functions.h"
#include "predicate/sql_private.h"
#include "value/decimal_math.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <cmocka.h>

static sqlite3 *db;

static int set_up(void **state)
{
    (void)state;
    test_use_linked_sqlite();
    el_error err;
    if (sqlite3_open(":memory:", &db) != SQLITE_OK)
        return 1;
    return el_functions_register(db, &err) || el_functions_register(db, &err);
}

static int tear_down(void **state)
{
    (void)state;
    return sqlite3_close(db);
}

/* "SELECT expression" as text; NULL as "nil", an error as "error". */
static const char *ask(const char *expression)
{
    static char answer[400];
    el_buf sql = {0};
    el_buf_printf(&sql, "SELECT %s", expression);
    sqlite3_stmt *stmt = NULL;
    strcpy(answer, "error");
    if (sqlite3_prepare_v2(db, sql.data, -1, &stmt, NULL) == SQLITE_OK && sqlite3_step(stmt) == SQLITE_ROW)
        snprintf(answer, sizeof answer, "%s", sqlite3_column_type(stmt, 0) == SQLITE_NULL ? "nil" : (const char *)sqlite3_column_text(stmt, 0));
    sqlite3_finalize(stmt);
    el_buf_free(&sql);
    return answer;
}

typedef struct example { const char *expression, *answer; } example;

static void check(const example *all, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(ask(all[i].expression), all[i].answer))
            fail_msg("%s gives %s, not %s", all[i].expression, ask(all[i].expression), all[i].answer);
}
#define CHECK(all) check(all, sizeof(all) / sizeof *(all))

static void texts(void **state)
{
    (void)state;
    static const example all[] = {
        {"el_fold('Éa', 'c')", "éa"}, {"el_fold('Éa', 'd')", "Ea"}, {"el_fold('ÉaSTRASSE', 'cd')", "eastrasse"}, {"el_fold('Straße', 'c')", "strasse"},
        {"el_fold(NULL, 'c')", "nil"},
        {"el_contains('Hello', 'LL', 'c')", "1"}, {"el_contains('Hello', 'LL', '')", "0"}, {"el_contains('Zoë', 'oe', 'd')", "1"},
        {"el_contains('x', '', '')", "0"}, {"el_contains(NULL, '', '')", "0"}, {"el_contains(NULL, 'x', '')", "nil"}, {"el_contains('x', NULL, '')", "nil"},
        {"el_beginswith('Straße', 'STRASS', 'c')", "1"}, {"el_endswith('café', 'FE', 'cd')", "1"}, {"el_endswith('e', 'cafe', '')", "0"},
        {"el_like('a?c', 'a\\?c', '')", "1"}, {"el_like('abc', 'a\\?c', '')", "0"}, {"el_like('aXXbXXc', 'a*b*c', '')", "1"}, {"el_like('', '*', '')", "1"},
        {"el_like('ab', 'a', '')", "0"}, {"el_like('é', '?', '')", "1"}, {"el_like('a%', 'a%', '')", "1"}, {"el_like('ab', 'a%', '')", "0"},
        {"el_like('x\\', 'x\\', '')", "1"}, {"el_like('ABC', '*b*', 'c')", "1"}, {"el_like('a' || char(10) || 'b', 'a*b', '')", "1"},
        {"el_length('a😀')", "3"}, {"el_length('')", "0"}, {"el_length(NULL)", "nil"}, {"el_upper('straße')", "STRASSE"}, {"el_lower('ÉA')", "éa"},
        {"el_uuid('0b6f7c1e-0000-4000-8000-000000000002')", "0B6F7C1E-0000-4000-8000-000000000002"},
        {"el_uuid(x'0B6F7C1E000040008000000000000002')", "0B6F7C1E-0000-4000-8000-000000000002"}, {"el_uuid('no')", "no"},
        {"el_matches('abc', 'b', '')", "0"}, {"el_matches('abc', '.b.', '')", "1"}, {"el_matches('ABC', 'abc', 'c')", "1"}, {"el_matches('', '', '')", "1"},
        {"el_matches('é', 'e', 'd')", "1"}, {"el_matches(NULL, 'a', '')", "nil"}, {"el_matches('a', '[', '')", "error"},
        {"el_matches('a' || char(10) || 'b', 'a.b', '')", "0"}, {"el_matches('a' || char(10) || 'b', '(?s)a.b', '')", "1"},
        {"el_matches('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', '(a+)+c', '')", "error"},
        {"el_text(5.0)", "5"}, {"el_text(0.1)", "0.1"}, {"el_text(-7)", "-7"}, {"el_number('123.0')", "123"}, {"el_number('1.5')", "1.5"}, {"el_number('x')", "nil"},
    };
    CHECK(all);
}

static void numbers(void **state)
{
    (void)state;
    static const example all[] = {
        {"el_decimal('1.10')", "1.1"}, {"el_decimal('1E2')", "100"}, {"el_decimal('-0.00')", "0"}, {"el_decimal('NaN')", "NaN"}, {"el_decimal(5)", "5"},
        {"el_decimal_cmp('0.1', 0.1)", "0"}, {"el_decimal_cmp('10', '9')", "1"}, {"el_decimal_cmp('-1', 0)", "-1"}, {"el_decimal_cmp('NaN', 1)", "nil"},
        {"el_decimal_cmp(NULL, 1)", "nil"}, {"el_decimal_cmp(2, 1.5)", "1"}, {"el_decimal_cmp('9007199254740993', 9007199254740992)", "1"},
        {"el_decimal_math('+', '0.1', '0.2')", "0.3"}, {"el_decimal_math('-', '1', '0.9')", "0.1"}, {"el_decimal_math('*', '1.5', '-2')", "-3"},
        {"el_decimal_math('/', '1', '3')", "0.33333333333333333333333333333333333333"}, {"el_decimal_math('/', '1', '0')", "nil"},
        {"el_decimal_math('/', '2', '3')", "0.66666666666666666666666666666666666667"}, {"el_decimal_math('%', '-7', '2')", "-1"},
        {"el_decimal_math('%', '7.5', '2')", "1.5"}, {"el_decimal_math('+', '1E30', '1E-30')", "1000000000000000000000000000000"},
        {"el_decimal_math('+', '99999999999999999999999999999999999999', '1')", "100000000000000000000000000000000000000"},
        {"el_decimal_math('*', '12345678901234567890', '12345678901234567890')", "152415787532388367501905199875019052100"},
        {"el_decimal_math('-', '5', '5')", "0"}, {"el_power(2, 10)", "1024.0"}, {"el_modulus(-7, 2)", "-1"}, {"el_modulus(7.5, 2)", "1.5"}, {"el_modulus(1, 0)", "nil"},
        {"el_xor(6, 3)", "5"}, {"el_math('abs', -7)", "7"}, {"el_math('floor', -1.5)", "-2.0"}, {"el_math('ceiling', '1.1')", "2"}, {"el_math('floor', '-1.1')", "-2"},
        {"el_math('trunc', '-0.9')", "0"}, {"el_math('log', 1000)", "3.0"}, {"el_math('sqrt', 16)", "4.0"}, {"el_math('sqrt', -1)", "nil"},
        {"el_random() BETWEEN 0 AND 1", "1"}, {"el_randomn(3) IN (0, 1, 2)", "1"},
    };
    CHECK(all);
}

static void aggregates(void **state)
{
    (void)state;
    static const example all[] = {
        {"(SELECT el_sum(column1) FROM (VALUES ('0.1'), ('0.2'), (NULL)))", "0.3"}, {"(SELECT el_sum(column1) FROM (VALUES (1), ('0.5')))", "1.5"},
        {"(SELECT el_sum(column1) FROM (VALUES (9223372036854775807), (-9223372036854775807), (-5)))", "-5"},
        {"(SELECT el_sum(column1) FROM (VALUES (9223372036854775807), (1)))", "9.22337203685478e+18"}, {"(SELECT el_sum(column1) FROM (SELECT 1 AS column1 WHERE 0))", "nil"},
        {"(SELECT el_avg(column1) FROM (VALUES ('1'), ('2')))", "1.5"}, {"(SELECT el_avg(column1) FROM (VALUES (1), (2)))", "1.5"},
        {"(SELECT el_max(column1) FROM (VALUES ('9'), ('10'), (NULL)))", "10"}, {"(SELECT el_min(column1) FROM (VALUES ('9'), ('10'), ('NaN')))", "9"},
        {"(SELECT el_median(column1) FROM (VALUES (1), (9), (2), (4)))", "3.0"}, {"(SELECT el_stddev(column1) FROM (VALUES (2), (4), (4), (4), (5), (5), (7), (9)))", "2.0"},
        {"(SELECT group_concat(column1) FROM (SELECT column1 FROM (VALUES ('10'), ('9'), ('NaN'), ('-1')) ORDER BY column1 COLLATE el_decimal))", "-1,9,10,NaN"},
        {"(SELECT group_concat(column1) FROM (SELECT column1 FROM (VALUES ('b10'), ('b9'), ('É'), ('e'), ('Z')) ORDER BY column1 COLLATE el_localized))", "b9,b10,e,É,Z"},
    };
    CHECK(all);
}

/* A deliberately plain model of decimals: every digit in one row. */
static void decimals_agree_with_integers(void **state)
{
    (void)state;
    unsigned seed = 7;
    for (int i = 0; i < 20000; i++) {
        long long v[2];
        for (int k = 0; k < 2; k++) {
            seed = seed * 1103515245u + 12345u;
            v[k] = (long long)(seed >> 8) % 2000000 - 1000000;
        }
        el_decimal a, b, r;
        char text[2][32], got[EL_DECIMAL_TEXT], wanted[32];
        for (int k = 0; k < 2; k++) /* in hundredths */
            snprintf(text[k], sizeof text[k], "%s%lld.%02lld", v[k] < 0 ? "-" : "", llabs(v[k]) / 100, llabs(v[k]) % 100);
        assert_true(el_decimal_read(&a, text[0], strlen(text[0])) && el_decimal_read(&b, text[1], strlen(text[1])));
        el_decimal_add(&r, &a, &b);
        el_decimal_write(got, &r);
        el_decimal check;
        snprintf(wanted, sizeof wanted, "%lldE-2", v[0] + v[1]);
        el_decimal_read(&check, wanted, strlen(wanted));
        assert_memory_equal(&check, &r, sizeof r);
        el_decimal_multiply(&r, &a, &b);
        snprintf(wanted, sizeof wanted, "%lldE-4", v[0] * v[1]);
        el_decimal_read(&check, wanted, strlen(wanted));
        assert_memory_equal(&check, &r, sizeof r);
        if (v[1] && el_decimal_modulus(&r, &a, &b)) {
            snprintf(wanted, sizeof wanted, "%lldE-2", v[0] % v[1]);
            el_decimal_read(&check, wanted, strlen(wanted));
            assert_memory_equal(&check, &r, sizeof r);
        }
    }
}

/* Constants that are searched for without folding must mean the same as with it, whatever the text around. */
static void caseless_constants_need_no_folding(void **state)
{
    (void)state;
    for (unsigned fold = 1; fold <= 3; fold++) {
        for (uint32_t x = 1; x < 0x30000; x++) {
            if (x >= 0xD800 && x < 0xE000)
                continue;
            el_buf one = {0}, folded = {0};
            el_buf_utf8(&one, x);
            el_utf8_fold(&folded, one.data, one.len, fold);
            for (char c = 1; c > 0 && c < 127; c++) {
                el_value v = el_value_text(EL_STRING, &c, 1);
                int before = memchr(one.data, c, one.len) != NULL, after = folded.len && memchr(folded.data, c, folded.len) != NULL;
                if (before != after && el__sql_caseless(&v, fold, 1))
                    fail_msg("U+%04X folds to or from '%c'", x, c);
            }
            el_buf_free(&one);
            el_buf_free(&folded);
        }
    }
}

static void ecd_folds_in_its_own_way(void **state)
{
    (void)state;
    static const struct { unsigned fold; const char *from, *to; } all[] = {
        {EL_FOLD_CASE, "ÀB", "àb"}, {EL_FOLD_CASE, "Straße", "strasse"}, {EL_FOLD_DIACRITICS, "Éva", "Eva"}, {EL_FOLD_DIACRITICS, "e\u0301", "e"},
        {EL_FOLD_CASE | EL_FOLD_DIACRITICS, "ÉVA", "eva"}, {EL_FOLD_CASE, "E\u0301", "e\u0301"}, {EL_FOLD_DIACRITICS, "й", "и"},
        {EL_FOLD_DIACRITICS, "\u05D0\u05B7", "\u05D0\u05B7"}, /* Hebrew keeps its points */
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        el_buf b = {0};
        el_ecd_fold(&b, all[i].from, strlen(all[i].from), all[i].fold);
        assert_string_equal(el_buf_str(&b), all[i].to);
        el_buf_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts),
        cmocka_unit_test(numbers),
        cmocka_unit_test(aggregates),
        cmocka_unit_test(decimals_agree_with_integers),
        cmocka_unit_test(caseless_constants_need_no_folding),
        cmocka_unit_test(ecd_folds_in_its_own_way),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
