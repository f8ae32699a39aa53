/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cfhash.h"
#include "base/map.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Check values of the entity-type hash (guide/format.md, "Entity type"). */
static void hashes_equal_the_published_ones(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int64_t signed64;
        int32_t signed32;
    } cases[] = {
        {"abc", 516202353, 516202353},
        {"Job", 502560270, 502560270},
        {"FullJob", 3653549451180044853, 1458106933},
        {"LightweightJob", -4871668074747767383, 2097960361},
        {"BaseStatusUpdate", 2740442273612601202, 1982109554},
        {"JobStatusUpdate", -6130422575720857583, -752910319},
        {"BaseUpdate", -8142681921872220184, 265269224},
        {"TaskStatusUpdate", 1611286027877215626, -81007222},
        {"TaskGroupStatusUpdate", -7753153588956960612, -1993545572},
        {"Parent", 7596456944002160, -172825488},
        {"ChildA", 6651056083146475, -1422420245},
        {"ChildB", 6651056083146540, -1422420180},
        {"Post", 27800796490, 2030992714},
        {"Comment", 3541173297962684634, 1093275866},
        {"RootTag", 4098719161205608263, 1975471943},
        {"Tag", 508472343, 508472343},
        {"Root", 28377915176, -1686855896},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t h = el_cfhash(cases[i].name, strlen(cases[i].name), 0);
        assert_int_equal((int64_t)h, cases[i].signed64);
        assert_int_equal((int32_t)(uint32_t)h, cases[i].signed32);
        assert_int_equal(el_cfhash(cases[i].name, strlen(cases[i].name), 1), h);
    }
}

static void long_and_non_ascii_names_agree_in_the_low_half(void **state)
{
    (void)state;
    char name[400];
    for (size_t n = 90; n < sizeof name; n += 7) {
        memset(name, 'x', n);
        name[n / 2] = 'Q';
        assert_int_equal(el_cfhash(name, n, 0), el_cfhash(name, n, 1));
    }
    const char *wide = "Büchersammlung漢字𝄞";
    assert_int_equal((uint32_t)el_cfhash(wide, strlen(wide), 0), (uint32_t)el_cfhash(wide, strlen(wide), 1));
}

static void buffers_quote(void **state)
{
    (void)state;
    el_buf b = {0};
    el_buf_identifier(&b, "a\"b");
    el_buf_sql_string(&b, "it's", (size_t)-1);
    el_buf_json_string(&b, "q\"\\\n\0\x1fü", 8);
    el_buf_base64(&b, "ab", 2);
    el_buf_hex(&b, "\xfe", 1);
    assert_string_equal(el_buf_str(&b), "\"a\"\"b\"'it''s'\"q\\\"\\\\\\n\\u0000\\u001fü\"YWI=fe");
    el_buf_free(&b);
    assert_string_equal(el_buf_str(&b), "");
}

static void maps_keep_insertion_order(void **state)
{
    (void)state;
    el_map *map = el_map_new();
    char key[16];
    for (size_t i = 0; i < 1000; i++) {
        snprintf(key, sizeof key, "k%zu", i);
        assert_null(el_map_put(map, key, (void *)(i + 1)));
    }
    assert_int_equal(el_map_count(map), 1000);
    assert_string_equal(el_map_key(map, 999), "k999");
    assert_ptr_equal(el_map_get(map, "k500"), (void *)501);
    assert_ptr_equal(el_map_put(map, "k500", (void *)7), (void *)501);
    assert_ptr_equal(el_map_value(map, 500), (void *)7);
    assert_null(el_map_get(map, "none"));
    el_map_free(map);
}

static void check_fold(const char *in, unsigned flags, const char *want)
{
    el_buf b = {0};
    el_utf8_fold(&b, in, strlen(in), flags);
    assert_string_equal(el_buf_str(&b), want);
    el_buf_free(&b);
}

static void folding_follows_unicode(void **state)
{
    (void)state;
    check_fold("HeLLo", EL_FOLD_CASE, "hello");
    check_fold("Straße", EL_FOLD_CASE, "strasse");
    check_fold("Zoë", EL_FOLD_DIACRITICS, "Zoe");
    check_fold("ÉCOLE", EL_FOLD_CASE | EL_FOLD_DIACRITICS, "ecole");
    check_fold("Ελλάς", EL_FOLD_CASE | EL_FOLD_DIACRITICS, "ελλασ");
}

static void utf8_is_checked(void **state)
{
    (void)state;
    assert_true(el_utf8_valid("aü漢𝄞\xEF\xBF\xBD", 13));
    assert_false(el_utf8_valid("\xC0\x80", 2));         /* over-long */
    assert_false(el_utf8_valid("\xED\xA0\x80", 3));     /* surrogate */
    assert_false(el_utf8_valid("\xF4\x90\x80\x80", 4)); /* beyond U+10FFFF */
    assert_false(el_utf8_valid("ab\xE6\xBC", 4));       /* cut */
    assert_int_equal(el_utf8_length("aü漢𝄞", 10), 4);
    assert_int_equal(el_utf8_utf16_length("aü漢𝄞", 10), 5);
}

static void arenas_align_and_outlive_growth(void **state)
{
    (void)state;
    el_arena *arena = el_arena_new();
    char *first = el_arena_strdup(arena, "first");
    for (int i = 0; i < 200; i++) {
        unsigned char *p = el_arena_alloc(arena, (size_t)i * 301 + 1);
        assert_int_equal((uintptr_t)p % 16, 0);
        assert_int_equal(p[(size_t)i * 301], 0);
        memset(p, 0xEE, (size_t)i * 301 + 1);
    }
    assert_string_equal(first, "first");
    assert_string_equal(el_arena_printf(arena, "%s-%d", first, 5), "first-5");
    el_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_equal_the_published_ones),
        cmocka_unit_test(long_and_non_ascii_names_agree_in_the_low_half),
        cmocka_unit_test(buffers_quote),
        cmocka_unit_test(maps_keep_insertion_order),
        cmocka_unit_test(folding_follows_unicode),
        cmocka_unit_test(utf8_is_checked),
        cmocka_unit_test(arenas_align_and_outlive_growth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
