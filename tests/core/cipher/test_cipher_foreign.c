/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "cipher_fixture.h"
#include "entitylens/entitylens.h"
#include "sqlite_library.h"

#include <sqlite3.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "detecting.h"

static void assert_fails(outcome *o, int status, const char *code)
{
    assert_int_equal(o->status, status);
    assert_string_equal(o->err.code, code);
    assert_true(o->err.message[0]);
    assert_null(strstr(o->err.message, pass));
    assert_non_null(o->report);
}

static void files_of_other_kinds_are_named(void **state)
{
    (void)state;
    unsigned char *bytes = calloc(1, 8192);
    static const struct {
        const char *start;
        size_t n;
        const char *code, *word;
    } cases[] = {
        {"\x89PNG\r\n\x1a\n", 8, "not-a-database", "PNG"},
        {"hello, this is text\n", 20, "not-a-database", ""},
        {"\x37\x7f\x06\x82", 4, "not-a-database", "-wal"},
        {"** This file contains an SQLite 2.1 database **", 47, "not-a-database", "SQLite 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memset(bytes, 0, 8192);
        memcpy(bytes, cases[i].start, cases[i].n);
        fixture_write_bytes(path, bytes, 8192);
        for (int with_key = 0; with_key < 2; with_key++) {
            outcome o = detect(with_key ? passphrase(pass, strlen(pass)) : NULL, NULL);
            assert_fails(&o, EL_ENOTSTORE, cases[i].code);
            assert_non_null(strstr(o.err.message, cases[i].word));
            assert_int_equal(o.report->derivations, 0);
            drop(&o);
        }
    }
    fixture_write_bytes(path, "xy", 2);
    outcome o = detect(NULL, NULL);
    assert_fails(&o, EL_ENOTSTORE, "not-a-database");
    drop(&o);
    fixture_write_bytes(path, "", 0);
    o = detect(NULL, NULL);
    assert_fails(&o, EL_ENOTSTORE, "empty-file");
    drop(&o);
    fixture_write_bytes(path, "SQLite format 3", 16);
    o = detect(NULL, NULL);
    assert_fails(&o, EL_ECORRUPT, "damaged-page1");
    drop(&o);
    free(bytes);
}

/* A generator of bytes that look random, the same in every run. */
static void noise(unsigned char *p, size_t n)
{
    uint64_t x = 88172645463325252u;
    for (size_t i = 0; i < n; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        p[i] = (unsigned char)(x >> 32);
    }
}

static void other_cipher_families_are_named(void **state)
{
    (void)state;
    enum { N = 16384 };
    unsigned char *bytes = malloc(N), *stream = malloc(1024);
    noise(bytes, N);
    memcpy(bytes + 16, "\x10\x00\x01\x01\x20\x40\x20\x20", 8);
    fixture_write_bytes(path, bytes, N);
    outcome o = detect(passphrase(pass, strlen(pass)), NULL);
    assert_fails(&o, EL_ENOTSTORE, "other-cipher");
    assert_non_null(strstr(o.err.message, "ChaCha20"));
    drop(&o);
    bytes[20] = 0;
    fixture_write_bytes(path, bytes, N);
    o = detect(NULL, NULL);
    assert_fails(&o, EL_ENOTSTORE, "other-cipher");
    assert_non_null(strstr(o.err.message, "wxSQLite3"));
    drop(&o);
    /* One key stream laid over every page. */
    unlink(path);
    fixture_make(path, NULL, 300);
    size_t n;
    unsigned char *plain = fixture_bytes(path, &n);
    noise(stream, 1024);
    for (size_t i = 0; i < n; i++)
        plain[i] ^= stream[i % 1024];
    fixture_write_bytes(path, plain, n);
    o = detect(passphrase(pass, strlen(pass)), NULL);
    assert_fails(&o, EL_ENOTSTORE, "other-cipher");
    assert_non_null(strstr(o.err.message, "RC4"));
    drop(&o);
    free(plain);
    free(stream);
    free(bytes);
}

static void an_overwritten_start_is_told(void **state)
{
    (void)state;
    unsigned char zeros[4096] = {0};
    fixture_make(path, "PRAGMA key='correct horse'", 300);
    fixture_poke(path, 0, zeros, sizeof zeros);
    outcome o = detect(passphrase(pass, strlen(pass)), NULL);
    assert_fails(&o, EL_ECORRUPT, "damaged-page1");
    assert_non_null(strstr(o.err.message, "salt"));
    drop(&o);
}

int main(void)
{
    test_use_linked_sqlite();
#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(files_of_other_kinds_are_named),
        CASE(other_cipher_families_are_named),
        CASE(an_overwritten_start_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
