/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/buf.h"
#include "fixture.h"
#include "real_store.h"
#include "value/archive.h"

#include <jansson.h>
#include <plist/plist.h>
#include <sqlite3.h>
#include <sqlite_library.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An archive whose objects are given as the lines of an XML property list (libplist turns it into a binary one). */
static char *archive(const char *objects, uint32_t *n)
{
    el_buf xml = {0};
    el_buf_puts(&xml, "<plist version=\"1.0\"><dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key>"
                      "<integer>100000</integer><key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer></dict>"
                      "</dict><key>$objects</key><array><string>$null</string>");
    el_buf_puts(&xml, objects);
    el_buf_puts(&xml, "</array></dict></plist>");
    *n = (uint32_t)xml.len;
    return el_buf_take(&xml);
}

#define UID(n) "<dict><key>CF$UID</key><integer>" #n "</integer></dict>"
#define CLASS(name) "<dict><key>$classname</key><string>" name "</string><key>$classes</key><array><string>" name "</string><string>NSObject</string></array></dict>"

static void check_json(const char *objects, const char *want)
{
    uint32_t n;
    char *bytes = archive(objects, &n);
    el_arena *arena = el_arena_new();
    el_value v;
    el_error e;
    el_buf b = {0};
    if (el_archive_to_value(arena, &v, bytes, n, &e))
        el_buf_puts(&b, e.code);
    else
        el_value_json(&b, &v);
    assert_string_equal(el_buf_str(&b), want);
    el_buf_free(&b);
    el_arena_free(arena);
    free(bytes);
}

static void classes_decode(void **state)
{
    (void)state;
    check_json("<string>plain</string>", "\"plain\"");
    check_json("<dict><key>NS.string</key><string>wrapped</string><key>$class</key>" UID(2) "</dict>" CLASS("NSMutableString"), "\"wrapped\"");
    check_json("<dict><key>NS.time</key><real>0.5</real><key>$class</key>" UID(2) "</dict>" CLASS("NSDate"), "{\"date\":978307200.5}");
    check_json("<dict><key>NS.uuidbytes</key><data>AAECAwQFBgcICQoLDA0ODw==</data><key>$class</key>" UID(2) "</dict>" CLASS("NSUUID"),
               "{\"uuid\":\"00010203-0405-0607-0809-0A0B0C0D0E0F\"}");
    check_json("<dict><key>NS.base</key>" UID(3) "<key>NS.relative</key>" UID(4) "<key>$class</key>" UID(2) "</dict>" CLASS("NSURL")
               "<dict><key>NS.base</key>" UID(0) "<key>NS.relative</key>" UID(5) "<key>$class</key>" UID(2) "</dict>"
               "<string>c?d</string><string>http://a/b/</string>", "{\"url\":\"http://a/b/c?d\"}");
    check_json("<dict><key>NS.object.0</key>" UID(3) "<key>NS.object.1</key>" UID(0) "<key>NS.count</key><integer>2</integer><key>$class</key>" UID(2)
               "</dict>" CLASS("NSOrderedSet") "<integer>-7</integer>", "[-7,null]");
    check_json("<dict><key>NS.objects</key><array>" UID(3) "</array><key>$class</key>" UID(2) "</dict>" CLASS("NSMutableSet") "<true/>",
               "{\"set\":[true]}");
    check_json("<dict><key>NS.keys</key><array>" UID(3) UID(4) "</array><key>NS.objects</key><array>" UID(4) UID(0) "</array><key>$class</key>" UID(2)
               "</dict>" CLASS("NSDictionary") "<string>b</string><string>a</string>", "{\"a\":null,\"b\":\"a\"}");
    check_json("<dict><key>values</key>" UID(3) "<key>searchMapping</key>" UID(5) "<key>$class</key>" UID(2) "</dict>" CLASS("NSKnownKeysDictionary1")
               "<dict><key>NS.objects</key><array>" UID(0) "</array><key>$class</key>" UID(4) "</dict>" CLASS("NSArray")
               "<dict><key>keys</key>" UID(6) "<key>$class</key>" UID(8) "</dict>"
               "<dict><key>NS.objects</key><array>" UID(7) "</array><key>$class</key>" UID(4) "</dict><string>k</string>" CLASS("NSKnownKeysMappingStrategy1"),
               "{\"k\":null}");
    check_json("<dict><key>NSString</key>" UID(3) "<key>$class</key>" UID(2) "</dict>" CLASS("NSAttributedString") "<string>rich</string>", "\"rich\"");
    check_json("<dict><key>NS.special</key><integer>1</integer><key>NS.pointval</key>" UID(3) "<key>$class</key>" UID(2) "</dict>" CLASS("NSValue")
               "<string>{1, 2}</string>", "\"{1, 2}\"");
}

static void check_decimal(const char *mantissa, int exponent, int length, int negative, int order, const char *want)
{
    char objects[1024], json[64];
    snprintf(objects, sizeof objects, "<dict><key>NS.mantissa</key><data>%s</data><key>NS.exponent</key><integer>%d</integer><key>NS.length</key>"
             "<integer>%d</integer><key>NS.negative</key><%s/><key>NS.mantissa.bo</key><integer>%d</integer><key>$class</key>" UID(2) "</dict>"
             CLASS("NSDecimalNumberPlaceholder"), mantissa, exponent, length, negative ? "true" : "false", order);
    snprintf(json, sizeof json, "{\"decimal\":\"%s\"}", want);
    check_json(objects, json);
}

static void decimals_keep_every_digit(void **state)
{
    (void)state;
    check_decimal("AQAAAAAAAAAAAAAAAAAAAA==", 0, 1, 0, 1, "1");
    check_decimal("AAEAAAAAAAAAAAAAAAAAAA==", 0, 1, 0, 2, "1");       /* big-endian words */
    check_decimal("fQAAAAAAAAAAAAAAAAAAAA==", -1, 1, 1, 1, "-12.5");
    check_decimal("fQAAAAAAAAAAAAAAAAAAAA==", -5, 1, 0, 1, "0.00125");
    check_decimal("fQAAAAAAAAAAAAAAAAAAAA==", 3, 1, 0, 1, "125000");
    check_decimal("fQAAAAAAAAAAAAAAAAAAAA==", 90, 1, 0, 1, "125E90");
    check_decimal("/////////////////////w==", 0, 8, 0, 1, "340282366920938463463374607431768211455");
    check_decimal("AAAAAAAAAAAAAAAAAAAAAA==", 0, 0, 0, 1, "0");
    check_decimal("AAAAAAAAAAAAAAAAAAAAAA==", 0, 0, 1, 1, "NaN");
}

static void a_part_is_never_the_whole(void **state)
{
    (void)state;
    check_json("<dict><key>x</key><integer>1</integer><key>$class</key>" UID(2) "</dict>" CLASS("App.Note"), "unknown-class");
    check_json("<dict><key>NS.objects</key><array>" UID(9) "</array><key>$class</key>" UID(2) "</dict>" CLASS("NSArray"), "broken-reference");
    check_json("<dict><key>NS.objects</key><array>" UID(1) "</array><key>$class</key>" UID(2) "</dict>" CLASS("NSArray"), "archive-cycle");
    check_json("<dict><key>NS.objects</key><string>odd</string><key>$class</key>" UID(2) "</dict>" CLASS("NSArray"), "unknown-class");
}

static void trees_show_what_does_not_decode(void **state)
{
    (void)state;
    uint32_t n;
    char *bytes = archive("<dict><key>title</key>" UID(3) "<key>self</key>" UID(1) "<key>lost</key>" UID(99) "<key>$class</key>" UID(2) "</dict>"
                          CLASS("App.Note") "<string>t</string>", &n);
    el_buf b = {0};
    el_error e;
    assert_int_equal(el_archive_json(&b, bytes, n, &e), EL_OK);
    assert_string_equal(el_buf_str(&b), "{\"$class\":\"App.Note\",\"$fields\":{\"title\":\"t\",\"self\":{\"$object\":1},\"lost\":{\"$broken\":99}}}");
    el_buf_clear(&b);
    assert_int_equal(el_archive_text(&b, bytes, n, &e), EL_OK);
    assert_string_equal(el_buf_str(&b), "App.Note #1\n  title = \"t\"\n  self = ↑ object 1\n  lost = broken reference to object 99\n");
    el_buf_free(&b);
    free(bytes);
}

/* Everything that the writer of fixtures (libplist) can archive comes back equal. */
static void values_come_back(void **state)
{
    (void)state;
    el_value list[] = {el_value_int(INT64_MIN), el_value_int(INT64_MAX), el_value_int(-1), el_value_double(0.1), el_value_double(INFINITY), el_value_null(),
                       el_value_bool(0), el_value_text(EL_STRING, "a漢𝄞", (size_t)-1), el_value_text(EL_DATA, "\0\xff", 2), el_value_date(1e9 + 0.25),
                       el_value_text(EL_UUID, "6F9619FF-8B86-4011-B42D-00C04FC964FF", (size_t)-1), el_value_text(EL_URL, "http://x/ü", (size_t)-1),
                       el_value_text(EL_STRING, "", 0)};
    el_value items = {.kind = EL_LIST, .u.list = {list, sizeof list / sizeof *list}};
    el_value set = {.kind = EL_SET, .u.list = {list, 3}};
    el_value keys[] = {el_value_text(EL_STRING, "items", (size_t)-1), el_value_text(EL_STRING, "set", (size_t)-1)}, values[] = {items, set};
    el_value whole = {.kind = EL_DICT, .u.dict = {keys, values, 2}}, back;
    size_t n;
    unsigned char *bytes = fixture_archive(&whole, &n);
    el_arena *arena = el_arena_new();
    el_error e;
    if (el_archive_to_value(arena, &back, bytes, n, &e))
        fail_msg("%s", e.message);
    el_buf a = {0}, b = {0};
    el_value_json(&a, &whole);
    el_value_json(&b, &back);
    assert_string_equal(el_buf_str(&b), el_buf_str(&a));
    el_buf_free(&a);
    el_buf_free(&b);
    el_arena_free(arena);
    free(bytes);
}

static int status_of(const void *bytes, size_t n)
{
    el_plist *p;
    el_error e;
    int status = el_plist_parse(&p, bytes, n, &e);
    if (!status)
        el_plist_free(p);
    return status;
}

/* A binary list from objects given as bytes; one-byte offsets and references. */
static size_t binary(unsigned char *out, const unsigned char *const *objects, const size_t *lengths, size_t count)
{
    size_t n = 8, table;
    unsigned char offsets[256];
    memcpy(out, "bplist00", 8);
    for (size_t i = 0; i < count; i++) {
        offsets[i] = (unsigned char)n;
        memcpy(out + n, objects[i], lengths[i]);
        n += lengths[i];
    }
    table = n;
    memcpy(out + n, offsets, count);
    n += count;
    memset(out + n, 0, 32);
    out[n + 6] = out[n + 7] = 1;
    out[n + 15] = (unsigned char)count;
    out[n + 31] = (unsigned char)table;
    return n + 32;
}

static void hostile_lists_are_refused(void **state)
{
    (void)state;
    unsigned char out[1024];
    const unsigned char *self[] = {(const unsigned char *)"\xA1\x00"};
    size_t two[] = {2};
    assert_int_equal(status_of(out, binary(out, self, two, 1)), EL_ECORRUPT);
    /* Thirty arrays that each name the next one twice: a billion values as a tree. */
    unsigned char bomb[31][3];
    const unsigned char *objects[31];
    size_t lengths[31];
    for (int i = 0; i < 31; i++) {
        bomb[i][0] = i < 30 ? 0xA2 : 0x10;
        bomb[i][1] = bomb[i][2] = (unsigned char)(i < 30 ? i + 1 : 7);
        objects[i] = bomb[i];
        lengths[i] = i < 30 ? 3 : 2;
    }
    assert_int_equal(status_of(out, binary(out, objects, lengths, 31)), EL_ELIMIT);
    const unsigned char *outside[] = {(const unsigned char *)"\xA1\x05"};
    assert_int_equal(status_of(out, binary(out, outside, two, 1)), EL_ECORRUPT);
    const unsigned char *key[] = {(const unsigned char *)"\xD1\x01\x01", (const unsigned char *)"\x10\x01"};
    size_t three_two[] = {3, 2};
    assert_int_equal(status_of(out, binary(out, key, three_two, 2)), EL_ECORRUPT);
    const unsigned char *longer[] = {(const unsigned char *)"\x4F\x13\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF"};
    size_t ten[] = {10};
    assert_int_equal(status_of(out, binary(out, longer, ten, 1)), EL_ECORRUPT);
    assert_int_equal(status_of("bplist00", 8), EL_ECORRUPT);
    assert_int_equal(status_of("", 0), EL_EUNSUPPORTED);
}

static void deep_nesting_is_refused(void **state)
{
    (void)state;
    /* 200,000 arrays in a row, four-byte references: what makes libplist run out of stack. */
    enum { COUNT = 200000 };
    size_t n = 8;
    unsigned char *out = calloc(1, 16 + COUNT * 9 + 32);
    memcpy(out, "bplist00", 8);
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t next = i + 1 < COUNT ? i + 1 : i;
        out[n++] = i + 1 < COUNT ? 0xA1 : 0xA0;
        for (int k = 3; k >= 0 && i + 1 < COUNT; k--)
            out[n++] = (unsigned char)(next >> 8 * k);
    }
    size_t table = n;
    for (uint32_t i = 0; i < COUNT; i++)
        for (int k = 3; k >= 0; k--)
            out[n++] = (unsigned char)((8 + (size_t)i * 5) >> 8 * k);
    out[n + 6] = out[n + 7] = 4;
    for (int k = 0; k < 4; k++) {
        out[n + 15 - k] = (unsigned char)(COUNT >> 8 * k);
        out[n + 31 - k] = (unsigned char)(table >> 8 * k);
    }
    assert_int_equal(status_of(out, n + 32), EL_ELIMIT);
    free(out);
    el_buf xml = {0};
    el_buf_puts(&xml, "<plist>");
    for (int i = 0; i < 5000; i++)
        el_buf_puts(&xml, "<array>");
    assert_int_equal(status_of(xml.data, xml.len), EL_ELIMIT);
    el_buf_free(&xml);
}

static void xml_declares_nothing(void **state)
{
    (void)state;
    const char *plain = "<?xml version=\"1.0\"?><!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"x:none\"><plist><true/></plist>";
    const char *bomb = "<!DOCTYPE plist [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><plist><string>&b;</string></plist>";
    assert_int_equal(status_of(plain, strlen(plain)), EL_OK);
    assert_int_equal(status_of(bomb, strlen(bomb)), EL_ECORRUPT);
}

/* libplist writes, we read; every kind of value and size of integer. */
static void agrees_with_libplist(void **state)
{
    (void)state;
    plist_t root = plist_new_dict(), list = plist_new_array();
    for (int i = 0; i < 64; i++)
        plist_array_append_item(list, plist_new_uint(UINT64_C(1) << i));
    plist_dict_set_item(root, "powers", list);
    plist_dict_set_item(root, "real", plist_new_real(-0.125));
    plist_dict_set_item(root, "ü漢", plist_new_string("𝄞 über"));
    plist_dict_set_item(root, "when", plist_new_date(12, 0));
    char *bytes = NULL, *xml = NULL;
    uint32_t n = 0, xn = 0;
    plist_to_bin(root, &bytes, &n);
    plist_to_xml(root, &xml, &xn);
    for (int pass = 0; pass < 2; pass++) {
        el_plist *p;
        el_error e;
        if (el_plist_parse(&p, pass ? xml : bytes, pass ? xn : n, &e))
            fail_msg("%s", e.message);
        const el_plist_node *powers = el_plist_get(p, p->root, "powers");
        assert_int_equal(powers->n, 64);
        for (uint32_t i = 0; i < 64; i++) {
            const el_plist_node *power = el_plist_item(p, powers, i);
            assert_true((power->kind == EL_PLIST_UINT ? power->u.u : (uint64_t)power->u.i) == UINT64_C(1) << i);
        }
        assert_true(el_plist_get(p, p->root, "real")->u.d == -0.125);
        assert_true(el_plist_get(p, p->root, "when")->u.d == 978307212);
        assert_true(el_plist_is(el_plist_get(p, p->root, "ü漢"), "𝄞 über"));
        el_plist_free(p);
    }
    free(bytes);
    free(xml);
    plist_free(root);
}

static void compare_prefs(sqlite3_stmt *stmt, const char *id, const json_t *want)
{
    sqlite3_reset(stmt);
    sqlite3_bind_int64(stmt, 1, atoll(id + strlen("User/")));
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    el_arena *arena = el_arena_new();
    el_value v;
    el_error e;
    el_buf b = {0};
    if (el_archive_to_value(arena, &v, sqlite3_column_blob(stmt, 0), (size_t)sqlite3_column_bytes(stmt, 0), &e))
        fail_msg("%s: %s", id, e.message);
    el_value_json(&b, &v);
    json_t *got = json_loads(el_buf_str(&b), JSON_DECODE_ANY, NULL);
    assert_true(json_equal(got, want));
    json_decref(got);
    el_buf_free(&b);
    el_arena_free(arena);
}

/* The transformables of a real store against what was written through the object API. */
static void real_transformables_decode(void **state)
{
    (void)state;
    json_t *truth = json_load_file(TEST_SHARED "/stores/blog-v4.json", JSON_ALLOW_NUL, NULL), *object;
    sqlite3 *db = real_store_open(TEST_SHARED "/stores/blog-v4.sqlite");
    sqlite3_stmt *stmt;
    size_t i, compared = 0;
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT prefs FROM ecdUser WHERE __objectid = ?", -1, &stmt, NULL), SQLITE_OK);
    json_array_foreach(json_object_get(truth, "objects"), i, object)
    {
        json_t *prefs = json_object_get(json_object_get(object, "attributes"), "prefs");
        const char *id = json_string_value(json_object_get(object, "id"));
        if (strncmp(id, "User/", 5) || !json_is_object(prefs))
            continue;
        compare_prefs(stmt, id, json_object_get(prefs, "transformable"));
        compared++;
    }
    assert_true(compared >= 10);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    json_decref(truth);
}

int main(void)
{
    test_use_linked_sqlite();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_decode),
        cmocka_unit_test(decimals_keep_every_digit),
        cmocka_unit_test(a_part_is_never_the_whole),
        cmocka_unit_test(trees_show_what_does_not_decode),
        cmocka_unit_test(values_come_back),
        cmocka_unit_test(hostile_lists_are_refused),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(xml_declares_nothing),
        cmocka_unit_test(agrees_with_libplist),
    };
    const struct CMUnitTest with_stores[] = {
        cmocka_unit_test(real_transformables_decode),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (access(TEST_SHARED "/stores/plain.sqlite", R_OK) == 0)
        failed += cmocka_run_group_tests(with_stores, NULL, NULL);
    return failed;
}
