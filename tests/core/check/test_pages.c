/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/buf.h"
#include "cipher/connection.h"
#include "cipher_fixture.h"
#include "entitylens/check.h"
#include "sqlite_library.h"

#include <sqlite3.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *folder, *path, *runtime_folder;

static int set_up(void **state)
{
    (void)state;
    folder = fixture_folder();
    path = fixture_path(folder, "store.sqlite");
    runtime_folder = fixture_folder();
    setenv("XDG_RUNTIME_DIR", runtime_folder, 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(path);
    fixture_folder_remove(folder);
    fixture_folder_remove(runtime_folder);
    return 0;
}

static const char v3[] = "PRAGMA key='correct horse'; PRAGMA cipher_compatibility=3";

static int check(el_page_report **out, const char *passphrase, el_error *err)
{
    el_key *key = NULL;
    if (passphrase)
        assert_int_equal(el_key_new_passphrase(&key, passphrase, strlen(passphrase), NULL), EL_OK);
    el_open_options o = {.key = key};
    char *before = fixture_state(folder);
    int status = el_check_pages(out, path, &o, err);
    char *after = fixture_state(folder);
    assert_string_equal(before, after);
    free(before);
    free(after);
    el_key_free(key);
    return status;
}

static el_page_report *must_check(const char *passphrase)
{
    el_page_report *r;
    el_error err;
    if (check(&r, passphrase, &err))
        fail_msg("%s: %s", err.code, err.message);
    return r;
}

/* Whose page a page is, as the engine itself tells (its page statistics). */
static void engine_owner(char name[64], int64_t number)
{
    static const char sql[] = "SELECT name FROM dbstat WHERE pageno = ?1";
    sqlite3 *db = fixture_open(path, v3);
    sqlite3_stmt *stmt;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
    sqlite3_bind_int64(stmt, 1, number);
    strcpy(name, sqlite3_step(stmt) == SQLITE_ROW ? (const char *)sqlite3_column_text(stmt, 0) : "");
    sqlite3_finalize(stmt);
    sqlite3_close(db);
}

static int has_page_statistics(void)
{
    sqlite3 *db = fixture_open(":memory:", NULL);
    int there = sqlite3_exec(db, "SELECT 1 FROM dbstat", NULL, NULL, NULL) == SQLITE_OK;
    sqlite3_close(db);
    return there;
}

static void flip(int64_t offset)
{
    size_t n;
    unsigned char *bytes = fixture_bytes(path, &n);
    bytes[offset] ^= 1;
    fixture_write_bytes(path, bytes, n);
    free(bytes);
}

static void make(const char *key)
{
    fixture_make(path, key, 3000);
    sqlite3 *db = fixture_open(path, key);
    fixture_exec(db, "CREATE TABLE big(id INTEGER PRIMARY KEY, b); INSERT INTO big VALUES(1, zeroblob(20000)), (2, randomblob(20000));"
                     "CREATE TABLE w(a, b, PRIMARY KEY(a)) WITHOUT ROWID; INSERT INTO w SELECT id, body FROM t;"
                     "CREATE TABLE gone(a); INSERT INTO gone SELECT body FROM t; DROP TABLE gone");
    sqlite3_close(db);
}

static void a_sound_file_has_no_damage(void **state)
{
    (void)state;
    static const char *const keys[] = {NULL, v3, "PRAGMA key='correct horse'", "PRAGMA key='correct horse'; PRAGMA cipher_compatibility=1"};
    for (int i = 0; i < 4; i++) {
        make(keys[i]);
        el_page_report *r = must_check("correct horse");
        assert_int_equal(r->ndamaged, 0);
        assert_int_equal(r->rest, 0);
        assert_int_equal(r->has_hmac, i == 1 || i == 2);
        assert_int_equal(r->expected, r->pages);
        el_page_report_free(r);
        unlink(path);
    }
}

/* Each page in turn: found by number and offset, and it belongs to whom the engine says. */
static void every_damaged_page_is_found_with_its_owner(void **state)
{
    (void)state;
    make(v3);
    size_t n;
    unsigned char *sound = fixture_bytes(path, &n);
    int64_t pages = (int64_t)n / 1024;
    int free_pages = 0, with_rows = 0, asks = has_page_statistics();
    for (int64_t number = 1; number <= pages; number += number < 4 ? 1 : 7) {
        char owner[64] = "";
        if (asks)
            engine_owner(owner, number);
        flip((number - 1) * 1024 + 500);
        el_page_report *r = must_check("correct horse");
        assert_int_equal(r->ndamaged, 1);
        assert_int_equal(r->damaged[0].number, number);
        assert_int_equal(r->damaged[0].offset, (number - 1) * 1024);
        assert_string_equal(r->damaged[0].what, "hmac");
        if (!strcmp(r->damaged[0].kind, "free")) {
            free_pages++;
            assert_string_equal(owner, "");
        } else if (asks) {
            assert_string_equal(r->damaged[0].name, !strcmp(owner, "sqlite_schema") ? "sqlite_master" : owner);
        }
        with_rows += r->damaged[0].has_rows;
        el_page_report_free(r);
        fixture_write_bytes(path, sound, n);
    }
    assert_true(free_pages > 0);
    assert_true(with_rows > 0);
    free(sound);
}

static void rows_of_a_damaged_page_are_the_missing_ones(void **state)
{
    (void)state;
    make(v3);
    /* The page of row 1500, found by trying: the one whose range holds it. */
    size_t n;
    unsigned char *sound = fixture_bytes(path, &n);
    int found = 0;
    for (int64_t number = 2; number <= (int64_t)n / 1024 && !found; number++) {
        flip((number - 1) * 1024 + 500);
        el_page_report *r = must_check("correct horse");
        const el_page_damage *d = &r->damaged[0];
        if (d->has_rows && !strcmp(d->name, "t") && d->after < 1500 && d->upto >= 1500 && d->after > 1000 && d->upto < 2000) {
            el_connection *c;
            el_key *key;
            el_key_new_passphrase(&key, "correct horse", 13, NULL);
            el_open_options o = {.key = key};
            assert_int_equal(el_connection_open(&c, path, &o, NULL), EL_OK); /* what does not touch it still works */
            sqlite3_stmt *stmt;
            for (int64_t id = d->after - 3; id <= d->upto + 4; id++) {
                assert_int_equal(sqlite3_prepare_v2(c->db, "SELECT body FROM t WHERE id = ?", -1, &stmt, NULL), SQLITE_OK);
                sqlite3_bind_int64(stmt, 1, id);
                int rc = sqlite3_step(stmt);
                assert_int_equal(rc == SQLITE_ROW, id <= d->after || id > d->upto);
                sqlite3_finalize(stmt);
            }
            el_connection_close(c);
            el_key_free(key);
            found = 1;
        }
        el_page_report_free(r);
        fixture_write_bytes(path, sound, n);
    }
    assert_true(found);
    free(sound);
}

static void a_truncated_file_names_what_is_missing(void **state)
{
    (void)state;
    fixture_make(path, v3, 3000);
    size_t n;
    unsigned char *bytes = fixture_bytes(path, &n);
    fixture_write_bytes(path, bytes, n - 5 * 1024 - 100);
    el_page_report *r = must_check("correct horse");
    assert_int_equal(r->rest, 924);
    assert_int_equal(r->pages, (int64_t)n / 1024 - 6);
    assert_int_equal(r->expected, (int64_t)n / 1024);
    assert_true(r->ndamaged > 0);
    for (size_t i = 0; i < r->ndamaged; i++) {
        assert_string_equal(r->damaged[i].what, "missing");
        assert_true(r->damaged[i].number > r->pages);
    }
    el_page_report_free(r);
    free(bytes);
}

static void pages_without_hmac_are_judged_by_their_structure(void **state)
{
    (void)state;
    static const char *const keys[] = {NULL, "PRAGMA key='correct horse'; PRAGMA cipher_compatibility=1"};
    unsigned char nonsense[256];
    memset(nonsense, 0xee, sizeof nonsense);
    for (int i = 0; i < 2; i++) {
        make(keys[i]);
        int size = i ? 1024 : 4096;
        fixture_poke(path, 4 * size, nonsense, sizeof nonsense);
        el_page_report *r = must_check("correct horse");
        assert_int_equal(r->ndamaged, 1);
        assert_int_equal(r->damaged[0].number, 5);
        assert_string_equal(r->damaged[0].what, "structure");
        el_page_report_free(r);
        unlink(path);
    }
}

static void a_damaged_page_1_is_one_of_them(void **state)
{
    (void)state;
    make(v3);
    flip(700);
    flip(1024 * 9 + 3);
    el_page_report *r = must_check("correct horse");
    assert_int_equal(r->ndamaged, 2);
    assert_int_equal(r->damaged[0].number, 1);
    assert_string_equal(r->damaged[0].kind, "schema");
    assert_int_equal(r->damaged[1].number, 10);
    el_page_report_free(r);
}

static void the_log_is_applied_before_pages_are_judged(void **state)
{
    (void)state;
    make(v3);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        fixture_exec(fixture_open(path, v3), "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; UPDATE t SET body = body || 'x'");
        _exit(0);
    }
    waitpid(pid, NULL, 0);
    el_page_report *r = must_check("correct horse");
    assert_string_equal(r->opened_by, "private-copy");
    assert_int_equal(r->ndamaged, 0);
    el_page_report_free(r);
}

static void findings_say_it_in_sentences(void **state)
{
    (void)state;
    el_check_report *r;
    el_key *key;
    el_error err;
    make(v3);
    el_key_new_passphrase(&key, "correct horse", 13, NULL);
    el_open_options o = {.key = key};
    assert_int_equal(el_check_file(&r, path, &o, &err), EL_OK);
    assert_int_equal(r->nfindings, 0);
    assert_true(r->nrules >= 2);
    el_check_report_free(r);
    flip(1024 * 9 + 3);
    assert_int_equal(el_check_file(&r, path, &o, &err), EL_OK);
    assert_int_equal(r->nfindings, 1);
    assert_string_equal(r->findings[0].area, "pages");
    assert_string_equal(r->findings[0].code, "damaged-page");
    assert_string_equal(r->findings[0].where, "page 10, byte 9216");
    el_check_report *both;
    assert_int_equal(el_check_file(&both, path, &o, &err), EL_OK);
    el_check_report_merge(both, r);
    assert_int_equal(both->nfindings, 2);
    assert_string_equal(both->findings[1].text, r->findings[0].text);
    el_check_report_free(both);
    el_check_report_free(r);
    /* The pages are sound, an index is not. */
    unlink(path);
    fixture_make(path, NULL, 50);
    sqlite3 *db = fixture_open(path, NULL);
    fixture_exec(db, "PRAGMA writable_schema=ON; UPDATE sqlite_master SET sql = 'CREATE INDEX t_body ON t(id)' WHERE name = 't_body'");
    sqlite3_close(db);
    assert_int_equal(el_check_file(&r, path, &o, &err), EL_OK);
    assert_true(r->nfindings > 0);
    assert_string_equal(r->findings[0].area, "integrity");
    el_check_report_free(r);
    el_key_free(key);
}

static void wrong_keys_stay_wrong_keys(void **state)
{
    (void)state;
    el_page_report *r;
    el_error err;
    make(v3);
    assert_int_equal(check(&r, "wrong", &err), EL_EWRONGKEY);
    assert_int_equal(check(&r, NULL, &err), EL_EKEYNEEDED);
    fixture_write_bytes(path, "", 0);
    assert_int_equal(check(&r, NULL, &err), EL_ENOTSTORE);
}

static int cancel(void *ctx, int64_t done, int64_t total)
{
    (void)total;
    return *(int *)ctx && done > 64;
}

static void a_check_can_be_cancelled(void **state)
{
    (void)state;
    el_page_report *r;
    el_key *key;
    int on = 1;
    make(v3);
    el_key_new_passphrase(&key, "correct horse", 13, NULL);
    el_open_options o = {.key = key, .cipher = "3", .progress = cancel, .progress_ctx = &on};
    assert_int_equal(el_check_pages(&r, path, &o, NULL), EL_ECANCELLED);
    assert_null(r);
    el_key_free(key);
}

static void reports_are_data(void **state)
{
    (void)state;
    make(v3);
    flip(1024 * 9 + 3);
    el_page_report *r = must_check("correct horse");
    el_buf b = {0};
    el_page_report_json(&b, r);
    assert_non_null(strstr(el_buf_str(&b), "\"damaged\":[{\"page\":10,\"offset\":9216,\"what\":\"hmac\""));
    el_buf_free(&b);
    el_page_report_free(r);
}

int main(void)
{
    test_use_linked_sqlite();
#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(a_sound_file_has_no_damage),
        CASE(every_damaged_page_is_found_with_its_owner),
        CASE(rows_of_a_damaged_page_are_the_missing_ones),
        CASE(a_truncated_file_names_what_is_missing),
        CASE(pages_without_hmac_are_judged_by_their_structure),
        CASE(a_damaged_page_1_is_one_of_them),
        CASE(the_log_is_applied_before_pages_are_judged),
        CASE(findings_say_it_in_sentences),
        CASE(wrong_keys_stay_wrong_keys),
        CASE(a_check_can_be_cancelled),
        CASE(reports_are_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
