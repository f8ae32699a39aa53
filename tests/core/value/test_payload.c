/* SPDX-License-Identifier: MIT */
/* Bytes by their look, packed bytes, cells as text, other epochs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/buf.h"
#include "entitylens/value.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

typedef struct bytes { unsigned char p[4096]; size_t n; } bytes;

static bytes base64(const char *s)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    bytes b = {{0}, 0};
    unsigned v = 0, bits = 0;
    for (; *s && *s != '='; s++) {
        v = v << 6 | (unsigned)(strchr(digits, *s) - digits);
        bits += 6;
        if (bits >= 8)
            b.p[b.n++] = (unsigned char)(v >> (bits -= 8));
    }
    return b;
}

static void check(const void *p, size_t n, el_payload_kind kind, int width, int height)
{
    el_payload got = el_payload_of(p, n);
    assert_int_equal(got.kind, kind);
    assert_int_equal(got.width, width);
    assert_int_equal(got.height, height);
    assert_non_null(got.name);
    assert_non_null(got.extension);
    /* Cut anywhere, it must still be looked at safely; a copy of the exact size lets the sanitizer see an overrun. */
    for (size_t cut = 0; cut < n; cut++) {
        unsigned char *copy = malloc(cut ? cut : 1);
        memcpy(copy, p, cut);
        el_payload_of(copy, cut);
        free(copy);
    }
}

static void images_are_known_with_their_size(void **state)
{
    (void)state;
    bytes b = base64("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");
    check(b.p, b.n, EL_PAYLOAD_PNG, 1, 1);
    b = base64("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");
    check(b.p, b.n, EL_PAYLOAD_GIF, 1, 1);
    b = base64("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA");
    check(b.p, b.n, EL_PAYLOAD_WEBP, 1, 1);
    b = base64("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==");
    check(b.p, b.n, EL_PAYLOAD_WEBP, 1, 1);
    static const unsigned char extended[] = "RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x3f\x01\0\xef\0";
    check(extended, 30, EL_PAYLOAD_WEBP, 320, 240);
    /* An application segment before the frame header, as cameras write. */
    static const unsigned char jpeg[] = "\xff\xd8\xff\xe1\x00\x08" "Exif\0\0" "\xff\xc2\x00\x11\x08\x00\x2a\x01\x07\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01";
    check(jpeg, sizeof jpeg - 1, EL_PAYLOAD_JPEG, 263, 42);
    static const unsigned char heic[] = "\0\0\0\x18" "ftypheic\0\0\0\0mif1heic" "\0\0\0\x14" "ispe\0\0\0\0\0\0\x02\0\0\0\x01\x80" "\0\0\0\x14"
                                        "ispe\0\0\0\0\0\0\x0f\xc0\0\0\x0b\xd0";
    check(heic, sizeof heic - 1, EL_PAYLOAD_HEIC, 4032, 3024);
}

static void documents_and_text_are_known(void **state)
{
    (void)state;
#define IS(text, kind) check(text, sizeof(text) - 1, kind, 0, 0)
    IS("%PDF-1.4\n", EL_PAYLOAD_PDF);
    IS("PK\3\4....", EL_PAYLOAD_ZIP);
    IS("{\"a\": [1, 2, \"}\\\"\"], \"b\": null}\n", EL_PAYLOAD_JSON);
    IS("[]", EL_PAYLOAD_JSON);
    IS("[1, 2", EL_PAYLOAD_TEXT);
    IS("[1} ", EL_PAYLOAD_TEXT);
    IS("{} {}", EL_PAYLOAD_TEXT);
    IS("Hello, \xc3\xa9t\xc3\xa9\n", EL_PAYLOAD_TEXT);
    IS("\x01\x02hello", EL_PAYLOAD_UNKNOWN);
    IS("caf\xe9", EL_PAYLOAD_UNKNOWN);
    IS("", EL_PAYLOAD_UNKNOWN);
    IS("\x6b\x29\xfc\x40\xca\x47\x40\x67\xb3\x1d\x00\xdd\x01\x06\x62\xda", EL_PAYLOAD_UUID);
    IS("<?xml version=\"1.0\"?><plist version=\"1.0\"><dict/></plist>", EL_PAYLOAD_PLIST);
    IS("<?xml version=\"1.0\"?><svg/>", EL_PAYLOAD_XML);
}

static void packed_bytes_unpack_within_a_limit(void **state)
{
    (void)state;
    static unsigned char plain[100000], packed[4096];
    memset(plain, 'x', sizeof plain);
    uLongf n = sizeof packed;
    assert_int_equal(compress(packed, &n, plain, sizeof plain), Z_OK);
    check(packed, n, EL_PAYLOAD_ZLIB, 0, 0);
    el_buf out = {0};
    el_error err;
    assert_int_equal(el_payload_unpack(&out, packed, n, sizeof plain, &err), EL_OK);
    assert_int_equal(out.len, sizeof plain);
    assert_memory_equal(out.data, plain, sizeof plain);
    el_buf_clear(&out);
    assert_int_equal(el_payload_unpack(&out, packed, n, sizeof plain - 1, &err), EL_ELIMIT);
    assert_int_equal(el_payload_unpack(&out, packed, n - 4, sizeof plain, &err), EL_ECORRUPT);
    assert_int_equal(el_payload_unpack(&out, "hello, world", 12, sizeof plain, &err), EL_ECORRUPT);
    assert_int_equal(out.len, 0);

    z_stream z;
    memset(&z, 0, sizeof z);
    deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    z.next_in = plain;
    z.avail_in = 500;
    z.next_out = packed;
    z.avail_out = sizeof packed;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    n = z.total_out;
    deflateEnd(&z);
    check(packed, n, EL_PAYLOAD_GZIP, 0, 0);
    assert_int_equal(el_payload_unpack(&out, packed, n, 500, &err), EL_OK);
    assert_int_equal(out.len, 500);
    el_buf_free(&out);
}

static void check_text(el_value v, const char *expected)
{
    el_cell cell = {v, EL_STORAGE_BLOB, 0};
    el_buf out = {0};
    el_cell_text(&out, &cell);
    assert_string_equal(el_buf_str(&out), expected);
    el_buf_free(&out);
}

static void cells_show_what_they_hold(void **state)
{
    (void)state;
    bytes b = base64("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");
    check_text(el_value_text(EL_DATA, (char *)b.p, b.n), "<GIF image, 1 × 1, 42 bytes>");
    check_text(el_value_text(EL_DATA, "\1\2\3\4\5\6\7\10\11", 9), "<9 bytes 0102030405060708…>");
    check_text(el_value_text(EL_ARCHIVE, "\1", 1), "<1 byte 01>");
    check_text(el_value_text(EL_STRING, "caf\xe9 \xef\xbf\xbd", (size_t)-1), "caf\\xE9 \xef\xbf\xbd");
    check_text(el_value_date(0.5), "1970-01-01T00:00:00.5Z");
    check_text(el_value_null(), "");
}

static void dates_have_a_local_text_and_other_readings(void **state)
{
    (void)state;
    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
    tzset();
    el_buf out = {0};
    el_date_text_local(&out, 1467331200.25);
    assert_string_equal(out.data, "2016-07-01T02:00:00.25+02:00");
    double back;
    assert_int_equal(el_date_parse(&back, out.data, out.len), EL_OK);
    assert_true(back == 1467331200.25);
    el_buf_clear(&out);
    el_date_text_local(&out, -0.5);
    assert_string_equal(out.data, "1970-01-01T00:59:59.5+01:00");
    el_buf_clear(&out);
    el_date_text_local(&out, 1e18);
    assert_string_equal(out.data, "1e+18");
    el_buf_free(&out);

    assert_true(el_date_is_plausible(0));
    assert_false(el_date_is_plausible(1.4e12));
    el_date_reading r[EL_DATE_READINGS];
    size_t n = el_date_readings(r, 1451606400000.0);
    assert_true(n >= 1);
    assert_string_equal(r[0].name, "milliseconds since 1970");
    assert_true(r[0].seconds_since_1970 == 1451606400.0);
    n = el_date_readings(r, 473299200);
    assert_string_equal(r[0].name, "seconds since 2001");
    assert_true(n >= 1 && r[0].seconds_since_1970 == 1451606400.0);
    assert_int_equal(el_date_readings(r, 1e300), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_are_known_with_their_size),
        cmocka_unit_test(documents_and_text_are_known),
        cmocka_unit_test(packed_bytes_unpack_within_a_limit),
        cmocka_unit_test(cells_show_what_they_hold),
        cmocka_unit_test(dates_have_a_local_text_and_other_readings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
