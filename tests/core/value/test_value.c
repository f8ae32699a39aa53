/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/buf.h"
#include "entitylens/value.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void doubles_print_the_fewest_digits(void **state)
{
    (void)state;
    static const struct {
        double d;
        const char *text;
    } cases[] = {
        {0, "0.0"}, {-0.0, "-0.0"}, {1, "1.0"}, {-3, "-3.0"}, {0.1, "0.1"}, {1e15, "1000000000000000.0"},
        {1e16, "1e+16"}, {9999999999999998.0, "9999999999999998.0"}, {123456789012345680.0, "1.2345678901234568e+17"},
        {0.0001, "0.0001"}, {0.00001, "1e-05"}, {0.00012345, "0.00012345"}, {5e-324, "5e-324"}, {1.5e-310, "1.5e-310"},
        {1.7976931348623157e308, "1.7976931348623157e+308"}, {2.2250738585072014e-308, "2.2250738585072014e-308"},
        {5.684341886080802e-14, "5.684341886080802e-14"}, {0.30000000000000004, "0.30000000000000004"},
        {0.10000000149011612, "0.10000000149011612"}, {1444586761.25, "1444586761.25"}, {123.456, "123.456"},
        {9007199254740993.0, "9007199254740992.0"}, {INFINITY, "inf"}, {-INFINITY, "-inf"}, {NAN, "nan"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[40];
        el_double_text(text, cases[i].d);
        assert_string_equal(text, cases[i].text);
    }
}

static uint64_t next_random(uint64_t *x)
{
    *x ^= *x << 13;
    *x ^= *x >> 7;
    return *x ^= *x << 17;
}

static void random_doubles_read_back_and_no_shorter_text_does(void **state)
{
    (void)state;
    uint64_t x = 88172645463325252u;
    for (int i = 0; i < 5000; i++) {
        uint64_t bits = next_random(&x);
        double d;
        memcpy(&d, &bits, sizeof d);
        if (!isfinite(d))
            continue;
        char text[40], shorter[40];
        el_double_text(text, d);
        assert_true(strtod(text, NULL) == d);
        int digits = 0;
        for (const char *s = text; *s && *s != 'e'; s++)
            digits += *s >= '0' && *s <= '9' && (digits || *s != '0');
        for (int n = 1; n < digits && n < 17; n++) {
            snprintf(shorter, sizeof shorter, "%.*e", n - 1, d);
            assert_false(strtod(shorter, NULL) == d && !strstr(text, ".0"));
        }
    }
}

/* Everyday numbers are written by a way of their own; the C library's digits are the judge. */
static void everyday_doubles_have_the_digits_of_the_c_library(void **state)
{
    (void)state;
    uint64_t x = 4101842887655102017u;
    for (int i = 0; i < 60000; i++) {
        uint64_t r = next_random(&x);
        double d = i % 3 == 0 ? (double)(int64_t)(r >> 20) / 1000.0
                 : i % 3 == 1 ? ldexp((double)((r >> 11) | 1), -(int)(r % 67)) : (double)(r % 1000003) / (double)(r % 997 + 1);
        int precision = 1;
        char want[40], text[40];
        do
            snprintf(want, sizeof want, "%.*e", precision - 1, d);
        while (strtod(want, NULL) != d && precision++ < 17);
        el_double_text(text, d);
        assert_true(strtod(text, NULL) == d);
        char digits[40] = {0};
        int n = 0;
        for (const char *s = text; *s && *s != 'e'; s++)
            if (*s >= '0' && *s <= '9' && (n || *s != '0'))
                digits[n++] = *s;
        while (n > 1 && digits[n - 1] == '0')
            digits[--n] = '\0';
        char wanted[40] = {0};
        int m = 0;
        for (const char *s = want; *s && *s != 'e'; s++)
            if (*s != '.')
                wanted[m++] = *s;
        while (m > 1 && wanted[m - 1] == '0')
            wanted[--m] = '\0';
        assert_string_equal(digits, wanted);
    }
}

static int sign(int c)
{
    return (c > 0) - (c < 0);
}

static int decimal(const char *a, const char *b)
{
    int unordered, c = el_decimal_compare(a, strlen(a), b, strlen(b), &unordered);
    return unordered ? 9 : sign(c);
}

static void decimals_compare_by_value(void **state)
{
    (void)state;
    assert_int_equal(decimal("1.10", "1.1"), 0);
    assert_int_equal(decimal("1E2", "100"), 0);
    assert_int_equal(decimal("100e-2", "1.000"), 0);
    assert_int_equal(decimal("-0", "0.000E7"), 0);
    assert_int_equal(decimal("10.5", "9.5"), 1);
    assert_int_equal(decimal("-10.5", "9.5"), -1);
    assert_int_equal(decimal("-10.5", "-9.5"), -1);
    assert_int_equal(decimal("0.001", "0.01"), -1);
    assert_int_equal(decimal(".5", "0.50"), 0);
    assert_int_equal(decimal("5.", "5"), 0);
    assert_int_equal(decimal("9.9999999999999999999999999999999999999E37", "99999999999999999999999999999999999998"), 1);
    assert_int_equal(decimal("9.9999999999999999999999999999999999999E37", "99999999999999999999999999999999999999"), 0);
    assert_int_equal(decimal("1E999999999999999999999999", "1E999999999999999999999998"), 0);
    assert_int_equal(decimal("1E-9999999999999999999999", "0"), 1);
    assert_int_equal(decimal("NaN", "1"), 9);
    assert_int_equal(decimal("", "1"), 9);
    assert_int_equal(decimal("1", "."), 9);
    assert_int_equal(decimal("1", "1e"), 9);
    assert_int_equal(decimal("1", "1.2.3"), 9);
    assert_int_equal(decimal("1", "1 "), 9);
}

/* Scaled integers as the independent measure. */
static void random_decimals_compare_as_scaled_integers(void **state)
{
    (void)state;
    uint64_t x = 42;
    for (int i = 0; i < 20000; i++) {
        long long m[2];
        int e[2];
        char text[2][64];
        for (int k = 0; k < 2; k++) {
            m[k] = (long long)(next_random(&x) % 2001) - 1000;
            e[k] = (int)(next_random(&x) % 7) - 3;
            int shift = (int)(next_random(&x) % 3);
            /* The same number, spelt with `shift` digits behind the point. */
            long long p = shift == 0 ? 1 : shift == 1 ? 10 : 100, a = llabs(m[k]);
            snprintf(text[k], sizeof text[k], "%s%lld.%0*lldE%d", m[k] < 0 ? "-" : "", a / p, shift ? shift : 1,
                     shift ? a % p : 0, e[k] + shift);
        }
        long long scaled[2];
        for (int k = 0; k < 2; k++) {
            scaled[k] = m[k];
            for (int j = -3; j < e[k]; j++)
                scaled[k] *= 10;
        }
        assert_int_equal(decimal(text[0], text[1]), (scaled[0] > scaled[1]) - (scaled[0] < scaled[1]));
    }
}

static int numbers(el_value a, el_value b)
{
    int unordered, c = el_number_compare(&a, &b, &unordered), back = el_number_compare(&b, &a, NULL);
    assert_int_equal(sign(c), -sign(back));
    return unordered ? 9 : sign(c);
}

static el_value dec(const char *s)
{
    return el_value_text(EL_DECIMAL, s, (size_t)-1);
}

static void numbers_of_different_kinds_compare_exactly(void **state)
{
    (void)state;
    assert_int_equal(numbers(el_value_int(9007199254740993), el_value_double(9007199254740992.0)), 1);
    assert_int_equal(numbers(el_value_int(INT64_MAX), el_value_double(9223372036854775808.0)), -1);
    assert_int_equal(numbers(el_value_int(INT64_MIN), el_value_double(-9223372036854775808.0)), 0);
    assert_int_equal(numbers(el_value_int(-1), el_value_double(-1.5)), 1);
    assert_int_equal(numbers(el_value_bool(1), el_value_double(1)), 0);
    assert_int_equal(numbers(el_value_int(1), el_value_double(NAN)), 9);
    assert_int_equal(numbers(el_value_double(NAN), el_value_double(NAN)), 9);
    assert_int_equal(numbers(dec("0.1"), el_value_double(0.1)), -1); /* the double is a little more than a tenth */
    assert_int_equal(numbers(dec("0.5"), el_value_double(0.5)), 0);
    assert_int_equal(numbers(dec("0.1000000000000000055511151231257827021181583404541015625"), el_value_double(0.1)), 0);
    assert_int_equal(numbers(dec("9223372036854775807"), el_value_int(INT64_MAX)), 0);
    assert_int_equal(numbers(dec("9223372036854775807.1"), el_value_int(INT64_MAX)), 1);
    assert_int_equal(numbers(dec("1E400"), el_value_double(1.7976931348623157e308)), 1);
    assert_int_equal(numbers(dec("1E400"), el_value_double(INFINITY)), -1);
    assert_int_equal(numbers(dec("-1E400"), el_value_double(-INFINITY)), 1);
    assert_int_equal(numbers(dec("1E-400"), el_value_double(5e-324)), -1);
    assert_int_equal(numbers(dec("NaN"), el_value_double(INFINITY)), 9);
    assert_int_equal(numbers(dec("NaN"), el_value_int(0)), 9);
}

static double parsed(const char *s)
{
    double d = -12345;
    return el_date_parse(&d, s, strlen(s)) ? NAN : d;
}

static void dates_parse(void **state)
{
    (void)state;
    assert_true(parsed("1970-01-01T00:00:00Z") == 0);
    assert_true(parsed("2016-01-01T00:00:00Z") == 1451606400);
    assert_true(parsed("2016-01-01") == 1451606400);
    assert_true(parsed("2016-01-01T02:00:00+02:00") == 1451606400);
    assert_true(parsed("2015-12-31T19:30:00-0430") == 1451606400);
    assert_true(parsed("2016-01-01 00:00Z") == 1451606400);
    assert_true(parsed("2001-01-01T00:00:00.25Z") == 978307200.25);
    assert_true(parsed("1969-12-31T23:59:59.75Z") == -0.25);
    assert_true(parsed("1900-02-28T23:59:58.100Z") == -2203891201.9);
    assert_true(parsed("0001-01-01T00:00:00Z") == -62135596800.0);
    assert_true(parsed("2000-02-29") == 951782400);
    static const char *const wrong[] = {"", "2016", "2016-13-01", "2015-02-29", "1900-02-29", "2016-01-01T", "2016-01-01T25:00",
        "2016-01-01T00:00:00X", "2016-01-01T00:00:00.Z", "2016-01-01T00:00:00Z ", "16-01-01", "2016-1-1", "2016-01-01T00:00:00+"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_true(isnan(parsed(wrong[i])));
}

static void date_text_reads_back(void **state)
{
    (void)state;
    static const double cases[] = {0, -0.25, 1444586761, 1444586761.123456, -2203891201.9, 0.1, -1e-7, 1e-9, 253402300799.5,
        -62135596800.0, 978307200.0000001, 5e-8, 1.0 / 3, -1.0 / 3};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        el_buf out = {0};
        el_date_text(&out, cases[i]);
        double d = 0;
        assert_int_equal(el_date_parse(&d, out.data, out.len), EL_OK);
        assert_true(d == cases[i]);
        el_buf_free(&out);
    }
    el_buf out = {0};
    el_date_text(&out, -0.25);
    assert_string_equal(out.data, "1969-12-31T23:59:59.75Z");
    el_buf_clear(&out);
    el_date_text(&out, 253402300800.0);
    assert_string_equal(out.data, "253402300800.0");
    el_buf_clear(&out);
    el_date_text(&out, NAN);
    assert_string_equal(out.data, "nan");
    el_buf_free(&out);
}

static void check_json(el_value v, const char *expected)
{
    el_buf out = {0};
    el_value_json(&out, &v);
    assert_string_equal(el_buf_str(&out), expected);
    el_buf_free(&out);
}

static void values_have_typed_json(void **state)
{
    (void)state;
    check_json(el_value_null(), "null");
    check_json(el_value_bool(7), "true");
    check_json(el_value_int(INT64_MIN), "-9223372036854775808");
    check_json(el_value_double(5), "5.0");
    check_json(el_value_double(-INFINITY), "{\"double\":\"-inf\"}");
    check_json(el_value_date(1444586761), "{\"date\":1444586761.0}");
    check_json(dec("10.50"), "{\"decimal\":\"10.50\"}");
    check_json(el_value_text(EL_DATA, "\0\1\2", 3), "{\"base64\":\"AAEC\"}");
    check_json(el_value_text(EL_STRING, "a\0\"", 3), "\"a\\u0000\\\"\"");
    check_json(el_value_text(EL_STRING, "a\xff", 2), "{\"text\":{\"base64\":\"Yf8=\"}}");
    check_json(el_value_object("User", 5), "{\"object\":\"User/5\"}");
    el_value items[] = {el_value_int(1), el_value_null()};
    el_value list = {.kind = EL_LIST, .u.list = {items, 2}}, set = {.kind = EL_SET, .u.list = {items, 1}};
    check_json(list, "[1,null]");
    check_json(set, "{\"set\":[1]}");
    el_value keys[] = {el_value_text(EL_STRING, "b", 1), el_value_text(EL_STRING, "a", 1)}, values[] = {list, set};
    el_value dict = {.kind = EL_DICT, .u.dict = {keys, values, 2}};
    check_json(dict, "{\"a\":{\"set\":[1]},\"b\":[1,null]}");
    keys[0] = el_value_int(3);
    check_json(dict, "{\"dictionary\":[[3,[1,null]],[\"a\",{\"set\":[1]}]]}");
}

static void cells_say_what_does_not_fit(void **state)
{
    (void)state;
    el_cell cell = {el_value_text(EL_STRING, "12", 2), EL_STORAGE_TEXT, EL_CELL_MISMATCH};
    el_buf out = {0};
    el_cell_json(&out, &cell);
    assert_string_equal(out.data, "{\"raw\":\"12\",\"storage\":\"text\"}");
    el_buf_clear(&out);
    cell.value = el_value_text(EL_STRING, "a\nb\x7f", 4);
    el_cell_text(&out, &cell);
    assert_string_equal(out.data, "a\u240Ab\u2421");
    el_buf_clear(&out);
    cell.value = el_value_text(EL_DATA, "\1\2\3", 3);
    el_cell_text(&out, &cell);
    assert_string_equal(out.data, "<3 bytes 010203>");
    el_buf_free(&out);
}

static void copies_are_deep(void **state)
{
    (void)state;
    el_arena *arena = el_arena_new();
    char text[] = "abc";
    el_value item = el_value_text(EL_STRING, text, 3), list = {.kind = EL_LIST, .u.list = {&item, 1}};
    el_value copy = el_value_copy(arena, list);
    text[0] = 'x';
    item = el_value_null();
    assert_int_equal(copy.u.list.n, 1);
    assert_memory_equal(copy.u.list.items[0].u.text.s, "abc", 4);
    el_arena_free(arena);
}

/* A Qt program sets the locale; texts must not follow it. */
static void locale_does_not_matter(void **state)
{
    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8") && !setlocale(LC_NUMERIC, "fr_FR.UTF-8"))
        return; /* neither is installed here: the cases above ran in the only locale there is */
    doubles_print_the_fewest_digits(state);
    dates_parse(state);
    date_text_reads_back(state);
    numbers_of_different_kinds_compare_exactly(state);
    setlocale(LC_NUMERIC, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubles_print_the_fewest_digits),
        cmocka_unit_test(random_doubles_read_back_and_no_shorter_text_does),
        cmocka_unit_test(everyday_doubles_have_the_digits_of_the_c_library),
        cmocka_unit_test(decimals_compare_by_value),
        cmocka_unit_test(random_decimals_compare_as_scaled_integers),
        cmocka_unit_test(numbers_of_different_kinds_compare_exactly),
        cmocka_unit_test(dates_parse),
        cmocka_unit_test(date_text_reads_back),
        cmocka_unit_test(values_have_typed_json),
        cmocka_unit_test(cells_say_what_does_not_fit),
        cmocka_unit_test(copies_are_deep),
        cmocka_unit_test(locale_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
