/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/buf.h"
#include "cipher/key.h"
#include "cipher_fixture.h"
#include "entitylens/entitylens.h"
#include "sqlite_library.h"

#include <sqlite3.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "detecting.h"

static el_key *raw(const char *hex)
{
    el_key *key;
    assert_int_equal(el_key_new_raw(&key, hex, strlen(hex), NULL), EL_OK);
    return key;
}

/* The engine reads the file with what was found: the proof that detection speaks of the same file. */
static void assert_opens(const outcome *o, int rows)
{
    sqlite3 *db;
    sqlite3_stmt *stmt;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(el_cipher_key_connection(db, o->key, &o->report->params, NULL), EL_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT count(*) FROM t", -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(stmt, 0), rows);
    sqlite3_finalize(stmt);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void assert_found(outcome *o, int version, int page_size)
{
    if (o->status)
        fail_msg("%s: %s", o->err.code, o->err.message);
    assert_true(o->report->found);
    assert_int_equal(o->report->params.version, version);
    assert_int_equal(o->report->params.page_size, page_size);
}

static void assert_fails(outcome *o, int status, const char *code)
{
    assert_int_equal(o->status, status);
    assert_string_equal(o->err.code, code);
    assert_true(o->err.message[0]);
    assert_null(strstr(o->err.message, pass));
    assert_non_null(o->report);
}

static void default_formats_are_found_from_the_passphrase(void **state)
{
    (void)state;
    for (int version = 1; version <= 4; version++) {
        char pragmas[120];
        snprintf(pragmas, sizeof pragmas, "PRAGMA key='correct horse'; PRAGMA cipher_compatibility=%d", version);
        fixture_make(path, pragmas, 100);
        outcome o = detect(passphrase(pass, strlen(pass)), NULL);
        assert_found(&o, version, version == 4 ? 4096 : 1024);
        assert_true(o.report->derivations <= 3);
        assert_int_equal(o.report->params.use_hmac, version > 1);
        assert_opens(&o, 100);
        drop(&o);
        unlink(path);
    }
}

/* With an HMAC a page of 512 bytes would keep less room than the engine needs, so there is only the one without. */
static void pages_of_512_bytes_are_found(void **state)
{
    (void)state;
    fixture_make(path, "PRAGMA cipher_default_use_hmac=OFF; PRAGMA cipher_default_page_size=512; PRAGMA key='correct horse'", 50);
    sqlite3 *db = fixture_open(":memory:", NULL);
    fixture_exec(db, "PRAGMA cipher_default_use_hmac=ON; PRAGMA cipher_default_page_size=4096");
    sqlite3_close(db);
    outcome o = detect(passphrase(pass, strlen(pass)), NULL);
    assert_found(&o, 0, 512);
    assert_false(o.report->params.use_hmac);
    assert_opens(&o, 50);
    drop(&o);
}

static void every_page_size_is_found(void **state)
{
    (void)state;
    for (int size = 1024; size <= 65536; size *= 2)
        for (int version = 1; version <= 4; version += 3) {
            char pragmas[200];
            snprintf(pragmas, sizeof pragmas, "PRAGMA key='correct horse'; PRAGMA cipher_compatibility=%d; PRAGMA cipher_page_size=%d",
                     version, size);
            fixture_make(path, pragmas, 50);
            outcome o = detect(passphrase(pass, strlen(pass)), NULL);
            assert_found(&o, size == (version == 4 ? 4096 : 1024) ? version : 0, size);
            assert_opens(&o, 50);
            drop(&o);
            unlink(path);
        }
}

static void known_combinations_are_found(void **state)
{
    (void)state;
    static const char *const hmac[] = {"SHA1", "SHA256", "SHA512", NULL};
    static const char *const kdf[] = {"SHA1", "SHA256", "SHA512"};
    for (int h = 0; h < 4; h++)
        for (int k = 0; k < 3; k++) {
            char pragmas[400];
            int n = snprintf(pragmas, sizeof pragmas, "PRAGMA key='correct horse'; PRAGMA cipher_kdf_algorithm=PBKDF2_HMAC_%s; PRAGMA kdf_iter=%d;", kdf[k], h % 2 ? 64000 : 4000);
            if (hmac[h])
                snprintf(pragmas + n, sizeof pragmas - (size_t)n, "PRAGMA cipher_hmac_algorithm=HMAC_%s", hmac[h]);
            else
                snprintf(pragmas + n, sizeof pragmas - (size_t)n, "PRAGMA cipher_use_hmac=OFF");
            fixture_make(path, pragmas, 50);
            outcome o = detect(passphrase(pass, strlen(pass)), NULL);
            assert_found(&o, 0, 4096);
            assert_int_equal(o.report->params.kdf_algorithm, k + 1);
            assert_int_equal(o.report->params.use_hmac, hmac[h] != NULL);
            if (hmac[h])
                assert_int_equal(o.report->params.hmac_algorithm, h + 1);
            assert_opens(&o, 50);
            drop(&o);
            unlink(path);
        }
}

static void settings_of_the_user_are_followed(void **state)
{
    (void)state;
    fixture_make(path, "PRAGMA key='correct horse'; PRAGMA kdf_iter=10007; PRAGMA cipher_kdf_algorithm=PBKDF2_HMAC_SHA256", 10);
    outcome o = detect(passphrase(pass, strlen(pass)), NULL);
    assert_fails(&o, EL_EWRONGKEY, "wrong-key");
    assert_non_null(strstr(o.err.message, "parameters"));
    drop(&o);
    o = detect(passphrase(pass, strlen(pass)), "kdf_iter=10007");
    assert_found(&o, 0, 4096);
    assert_opens(&o, 10);
    drop(&o);
    o = detect(passphrase(pass, strlen(pass)), "kdf_iter=10007, page_size=4096, kdf_algorithm=PBKDF2_HMAC_SHA256");
    assert_found(&o, 0, 4096);
    assert_int_equal(o.report->derivations, 1);
    drop(&o);
    o = detect(passphrase(pass, strlen(pass)), "kdf_iter=10007,page_size=1024");
    assert_fails(&o, EL_EWRONGKEY, "wrong-parameters");
    assert_non_null(strstr(o.err.message, "page_size=4096,use_hmac=on,hmac_algorithm=HMAC_SHA512"));
    drop(&o);
    o = detect(passphrase(pass, strlen(pass)), "kdf_iter=10007,use_hmac=off");
    assert_fails(&o, EL_EWRONGKEY, "wrong-parameters");
    drop(&o);
    o = detect(passphrase(pass, strlen(pass)), "3");
    assert_fails(&o, EL_EWRONGKEY, "wrong-key");
    assert_int_equal(o.report->derivations, 1);
    drop(&o);
}

/* What was found, written as --cipher takes it, leads to the same parameters with a single derivation. */
static void the_report_can_be_given_back(void **state)
{
    (void)state;
    fixture_make(path, "PRAGMA key='correct horse'; PRAGMA cipher_compatibility=3; PRAGMA cipher_page_size=2048", 10);
    outcome o = detect(passphrase(pass, strlen(pass)), NULL);
    assert_found(&o, 0, 2048);
    el_buf text = {0};
    el_cipher_params_text(&text, &o.report->params);
    drop(&o);
    o = detect(passphrase(pass, strlen(pass)), el_buf_str(&text));
    assert_found(&o, 0, 2048);
    assert_int_equal(o.report->derivations, 1);
    drop(&o);
    el_buf_free(&text);
}

static const char *hex64 = "00112233445566778899aabbccddeeff00112233445566778899AABBCCDDEEFF";
static const char *salt32 = "0102030405060708090a0b0c0d0e0f10";

static void raw_keys_open_every_format(void **state)
{
    (void)state;
    for (int version = 1; version <= 4; version++) {
        char pragmas[200], hex96[100];
        snprintf(pragmas, sizeof pragmas, "PRAGMA key=\"x'%s%s'\"; PRAGMA cipher_compatibility=%d", hex64, salt32, version);
        snprintf(hex96, sizeof hex96, "%s%s", hex64, salt32);
        fixture_make(path, pragmas, 60);
        outcome o = detect(raw(hex64), NULL);
        assert_found(&o, version == 2 ? 3 : version, version == 4 ? 4096 : 1024); /* 2 and 3 are the same with a raw key */
        assert_int_equal(o.report->derivations, 0);
        assert_opens(&o, 60);
        drop(&o);
        o = detect(raw(hex96), NULL);
        assert_found(&o, version == 2 ? 3 : version, version == 4 ? 4096 : 1024);
        assert_opens(&o, 60);
        drop(&o);
        unlink(path);
    }
}

static void a_passphrase_that_is_a_raw_literal_is_a_raw_key(void **state)
{
    (void)state;
    char pragmas[200], literal[100];
    snprintf(pragmas, sizeof pragmas, "PRAGMA key=\"x'%s'\"", hex64);
    snprintf(literal, sizeof literal, "x'%s'", hex64);
    fixture_make(path, pragmas, 5);
    outcome o = detect(passphrase(literal, strlen(literal)), NULL);
    assert_found(&o, 4, 4096);
    assert_opens(&o, 5);
    drop(&o);
}

static void a_passphrase_is_cut_at_its_first_nul_when_only_that_fits(void **state)
{
    (void)state;
    fixture_make(path, "PRAGMA key='correct horse'; PRAGMA cipher_compatibility=3", 5);
    outcome o = detect(passphrase("correct horse\0battery", 21), NULL);
    assert_found(&o, 3, 1024);
    assert_true(o.report->cut_at_nul);
    assert_opens(&o, 5);
    drop(&o);
    o = detect(passphrase("correct\0horse", 13), NULL);
    assert_fails(&o, EL_EWRONGKEY, "wrong-key");
    drop(&o);
}

static void plaintext_headers_need_the_salt(void **state)
{
    (void)state;
    char pragmas[300], spec[100], hex96[100];
    snprintf(pragmas, sizeof pragmas, "PRAGMA key='correct horse'; PRAGMA cipher_salt=\"x'%s'\"; PRAGMA cipher_plaintext_header_size=32", salt32);
    snprintf(spec, sizeof spec, "salt=%s", salt32);
    fixture_make(path, pragmas, 80);
    outcome o = detect(NULL, NULL);
    assert_fails(&o, EL_EKEYNEEDED, "key-needed");
    drop(&o);
    o = detect(passphrase(pass, strlen(pass)), NULL);
    assert_fails(&o, EL_EKEYNEEDED, "salt-needed");
    drop(&o);
    o = detect(passphrase(pass, strlen(pass)), spec);
    assert_found(&o, 0, 4096);
    assert_int_equal(o.report->params.plaintext_header, 32);
    assert_opens(&o, 80);
    drop(&o);
    o = detect(passphrase(pass, strlen(pass)), "salt=ffffffffffffffffffffffffffffffff");
    assert_fails(&o, EL_EWRONGKEY, "wrong-key");
    assert_non_null(strstr(o.err.message, "salt"));
    drop(&o);
    unlink(path);

    snprintf(pragmas, sizeof pragmas, "PRAGMA key=\"x'%s%s'\"; PRAGMA cipher_plaintext_header_size=32", hex64, salt32);
    snprintf(hex96, sizeof hex96, "%s%s", hex64, salt32);
    fixture_make(path, pragmas, 80);
    o = detect(raw(hex96), NULL);
    assert_found(&o, 0, 4096);
    assert_opens(&o, 80);
    drop(&o);
    o = detect(raw(hex64), NULL);
    assert_fails(&o, EL_EKEYNEEDED, "salt-needed");
    drop(&o);
    memset(hex96 + 64, 'a', 32);
    o = detect(raw(hex96), NULL);
    assert_fails(&o, EL_EWRONGKEY, "wrong-salt");
    drop(&o);
    unlink(path);
}

static void other_plaintext_header_sizes_are_found(void **state)
{
    (void)state;
    static const int sizes[] = {16, 32, 48, 64, 80, 96};
    for (int i = 0; i < 6; i++) {
        char pragmas[300], spec[100];
        snprintf(pragmas, sizeof pragmas, "PRAGMA key='correct horse'; PRAGMA cipher_salt=\"x'%s'\"; PRAGMA cipher_compatibility=3;"
                 "PRAGMA cipher_plaintext_header_size=%d", salt32, sizes[i]);
        snprintf(spec, sizeof spec, "salt=%s", salt32);
        fixture_make(path, pragmas, 80);
        outcome o = detect(passphrase(pass, strlen(pass)), spec);
        if (sizes[i] == 80)
            assert_true(o.status == EL_OK || !strcmp(o.err.code, "wrong-key") || !strcmp(o.err.code, "key-unused"));
        else
            assert_found(&o, 0, 1024);
        assert_true(sizes[i] == 80 || o.report->params.encrypted);
        if (!o.status && o.report->params.encrypted) {
            assert_int_equal(o.report->params.plaintext_header, sizes[i]);
            assert_opens(&o, 80);
        }
        drop(&o);
        unlink(path);
    }
}

/* The header keeps the reserve of 80 bytes that the engine began with; only the place of the IV tells that there is no HMAC. */
static void plaintext_headers_without_hmac_are_found(void **state)
{
    (void)state;
    static const int sizes[] = {32, 48, 64};
    for (int i = 0; i < 3; i++) {
        char pragmas[300], spec[100];
        snprintf(pragmas, sizeof pragmas, "PRAGMA key='correct horse'; PRAGMA cipher_compatibility=1;"
                 "PRAGMA cipher_plaintext_header_size=%d; PRAGMA cipher_salt=\"x'%s'\"", sizes[i], salt32);
        snprintf(spec, sizeof spec, "salt=%s", salt32);
        fixture_make(path, pragmas, 80);
        outcome o = detect(passphrase(pass, strlen(pass)), spec);
        assert_found(&o, 0, 1024);
        assert_false(o.report->params.use_hmac);
        assert_int_equal(o.report->params.plaintext_header, sizes[i]);
        assert_opens(&o, 80);
        drop(&o);
        unlink(path);
    }
}

static void plain_files_open_with_and_without_a_key(void **state)
{
    (void)state;
    fixture_make(path, NULL, 30);
    outcome o = detect(NULL, NULL);
    assert_found(&o, 0, 4096);
    assert_false(o.report->params.encrypted);
    assert_int_equal(o.report->nnotes, 0);
    assert_opens(&o, 30);
    drop(&o);
    o = detect(passphrase("unused", 6), NULL);
    assert_found(&o, 0, 4096);
    assert_false(o.report->key_used);
    assert_string_equal(o.report->notes[0].code, "key-unused");
    drop(&o);
}

static void keys_that_are_wrong_or_missing_are_told_apart(void **state)
{
    (void)state;
    fixture_make(path, "PRAGMA key='correct horse'", 30);
    outcome o = detect(NULL, NULL);
    assert_fails(&o, EL_EKEYNEEDED, "key-needed");
    drop(&o);
    o = detect(passphrase("Correct horse", 13), NULL);
    assert_fails(&o, EL_EWRONGKEY, "wrong-key");
    assert_true(o.report->ntried >= 12);
    drop(&o);
    o = detect(raw(hex64), NULL);
    assert_fails(&o, EL_EWRONGKEY, "wrong-key");
    drop(&o);
}

static void damage_of_page_1_is_no_wrong_key(void **state)
{
    (void)state;
    static const int64_t places[] = {20, 75, 300, 4096 - 70, 4096 - 30}; /* header, reserved zeros, body, IV, HMAC */
    for (int version = 2; version <= 4; version++)
        for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
            char pragmas[120];
            int page = version == 4 ? 4096 : 1024;
            int64_t at = places[i] < 1000 ? places[i] : page - (4096 - places[i]) % 80;
            snprintf(pragmas, sizeof pragmas, "PRAGMA key='correct horse'; PRAGMA cipher_compatibility=%d", version);
            fixture_make(path, pragmas, 200);
            unsigned char *bytes;
            size_t n;
            bytes = fixture_bytes(path, &n);
            bytes[at] ^= 0x40;
            fixture_write_bytes(path, bytes, n);
            free(bytes);
            outcome o = detect(passphrase(pass, strlen(pass)), NULL);
            assert_fails(&o, EL_ECORRUPT, "damaged-page1");
            assert_true(o.report->page1_damaged);
            assert_true(o.report->found);
            assert_int_equal(o.report->params.version, version);
            assert_non_null(o.key);
            drop(&o);
            unlink(path);
        }
}

static void a_damaged_salt_is_told_from_a_wrong_raw_key(void **state)
{
    (void)state;
    char pragmas[200];
    snprintf(pragmas, sizeof pragmas, "PRAGMA key=\"x'%s'\"", hex64);
    fixture_make(path, pragmas, 30);
    fixture_poke(path, 3, "damage", 6);
    outcome o = detect(raw(hex64), NULL);
    assert_fails(&o, EL_ECORRUPT, "damaged-salt");
    drop(&o);
}

static int cancel_at_once(void *ctx, int64_t done, int64_t total)
{
    assert_true(done <= total);
    ++*(int *)ctx;
    return 1;
}

static void detection_can_be_cancelled(void **state)
{
    (void)state;
    int calls = 0;
    el_key *key = passphrase("nonsense", 8), *found;
    el_cipher_report *report;
    el_error err;
    fixture_make(path, "PRAGMA key='correct horse'", 30);
    assert_int_equal(el_cipher_detect_file(&report, &found, path, key, NULL, cancel_at_once, &calls, &err), EL_ECANCELLED);
    assert_int_equal(calls, 1);
    assert_null(found);
    el_cipher_report_free(report);
    el_key_free(key);
}

static void reports_hold_no_secret(void **state)
{
    (void)state;
    fixture_make(path, "PRAGMA key='correct horse'; PRAGMA cipher_compatibility=3", 30);
    outcome o = detect(passphrase(pass, strlen(pass)), NULL);
    assert_found(&o, 3, 1024);
    el_buf b = {0}, hex = {0};
    el_cipher_report_json(&b, o.report);
    el_cipher_report_text(&b, o.report);
    el_buf_hex(&hex, o.key->bytes, 8);
    assert_null(strstr(el_buf_str(&b), pass));
    assert_null(strstr(el_buf_str(&b), el_buf_str(&hex)));
    assert_non_null(strstr(el_buf_str(&b), "\"version\":3"));
    assert_non_null(strstr(el_buf_str(&b), "\"kdf_iter\":64000"));
    assert_non_null(strstr(el_buf_str(&b), "SQLCipher 3: page size 1024, HMAC_SHA1"));
    el_buf_free(&b);
    el_buf_free(&hex);
    drop(&o);
}

static void detection_leaves_no_trace(void **state)
{
    (void)state;
    fixture_make(path, "PRAGMA key='correct horse'; PRAGMA cipher_compatibility=3", 30);
    char *before = fixture_state(folder);
    outcome o = detect(passphrase(pass, strlen(pass)), NULL);
    assert_found(&o, 3, 1024);
    drop(&o);
    char *after = fixture_state(folder);
    assert_string_equal(before, after);
    free(before);
    free(after);
}

int main(void)
{
    test_use_linked_sqlite();
#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(default_formats_are_found_from_the_passphrase),
        CASE(pages_of_512_bytes_are_found),
        CASE(every_page_size_is_found),
        CASE(known_combinations_are_found),
        CASE(settings_of_the_user_are_followed),
        CASE(the_report_can_be_given_back),
        CASE(raw_keys_open_every_format),
        CASE(a_passphrase_that_is_a_raw_literal_is_a_raw_key),
        CASE(a_passphrase_is_cut_at_its_first_nul_when_only_that_fits),
        CASE(plaintext_headers_need_the_salt),
        CASE(other_plaintext_header_sizes_are_found),
        CASE(plaintext_headers_without_hmac_are_found),
        CASE(plain_files_open_with_and_without_a_key),
        CASE(keys_that_are_wrong_or_missing_are_told_apart),
        CASE(damage_of_page_1_is_no_wrong_key),
        CASE(a_damaged_salt_is_told_from_a_wrong_raw_key),
        CASE(detection_can_be_cancelled),
        CASE(reports_hold_no_secret),
        CASE(detection_leaves_no_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
