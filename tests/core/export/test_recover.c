/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/buf.h"
#include "cipher_fixture.h"
#include "entitylens/copy.h"
#include "sqlite_library.h"

#include <sqlite3.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *folder, *path, *out_folder, *to;
static const char v3[] = "PRAGMA key='correct horse'; PRAGMA cipher_compatibility=3";

static int set_up(void **state)
{
    (void)state;
    folder = fixture_folder();
    out_folder = fixture_folder();
    path = fixture_path(folder, "store.sqlite");
    to = fixture_path(out_folder, "copy.sqlite");
    setenv("XDG_RUNTIME_DIR", out_folder, 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(path);
    free(to);
    fixture_folder_remove(folder);
    fixture_folder_remove(out_folder);
    return 0;
}

static void flip(int64_t offset)
{
    size_t n;
    unsigned char *bytes = fixture_bytes(path, &n);
    bytes[offset] ^= 1;
    fixture_write_bytes(path, bytes, n);
    free(bytes);
}

static int recover(el_recover_report **r, const char *passphrase, el_error *err)
{
    el_key *key = NULL;
    if (passphrase)
        assert_int_equal(el_key_new_passphrase(&key, passphrase, strlen(passphrase), NULL), EL_OK);
    el_open_options o = {.key = key};
    char *before = fixture_state(folder);
    int status = el_recover_run(r, path, to, &o, err);
    char *after = fixture_state(folder);
    assert_string_equal(before, after);
    free(before);
    free(after);
    el_key_free(key);
    return status;
}

static el_recover_report *must_recover(const char *passphrase)
{
    el_recover_report *r;
    el_error err;
    if (recover(&r, passphrase, &err))
        fail_msg("%s: %s", err.code, err.message);
    return r;
}

static int64_t ask(const char *key, const char *sql)
{
    sqlite3 *db = fixture_open(to, key);
    sqlite3_stmt *stmt;
    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    int64_t v = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return v;
}

static const el_recover_table *table(const el_recover_report *r, const char *name)
{
    for (size_t i = 0; i < r->ntables; i++)
        if (!strcmp(r->tables[i].name, name))
            return &r->tables[i];
    fail_msg("no table %s", name);
    return NULL;
}

static void a_sound_store_is_saved_whole(void **state)
{
    (void)state;
    static const char *const keys[] = {NULL, v3, "PRAGMA key='correct horse'", "PRAGMA key='correct horse'; PRAGMA cipher_compatibility=1"};
    for (int i = 0; i < 4; i++) {
        fixture_make(path, keys[i], 2000);
        sqlite3 *db = fixture_open(path, keys[i]);
        fixture_exec(db, "CREATE TABLE w(a, b, PRIMARY KEY(b, a)) WITHOUT ROWID; INSERT INTO w VALUES(1, 2), (3, 1);"
                         "CREATE TABLE s(id INTEGER PRIMARY KEY AUTOINCREMENT, x); INSERT INTO s VALUES(9, zeroblob(9000)); CREATE VIEW v AS SELECT 1;"
                         "ALTER TABLE t ADD COLUMN later DEFAULT 5; CREATE TABLE gone(a); INSERT INTO gone SELECT body FROM t; DROP TABLE gone");
        sqlite3_close(db);
        el_recover_report *r = must_recover("correct horse");
        el_buf told = {0};
        el_recover_report_text(&told, r);
        if (el_recover_report_has_losses(r))
            fail_msg("%s", el_buf_str(&told));
        el_buf_free(&told);
        assert_int_equal(table(r, "t")->rows, 2000);
        el_recover_report_free(r);
        assert_int_equal(ask(keys[i], "SELECT count(*) FROM t WHERE body = 'body of row ' || id AND later = 5"), 2000);
        assert_int_equal(ask(keys[i], "SELECT a * 10 + b FROM w WHERE b = 2"), 12);
        assert_int_equal(ask(keys[i], "SELECT length(x) FROM s"), 9000);
        assert_int_equal(ask(keys[i], "SELECT seq FROM sqlite_sequence"), 9);
        assert_int_equal(ask(keys[i], "PRAGMA user_version"), 42);
        assert_int_equal(ask(keys[i], "SELECT count(*) FROM sqlite_master"), 6);
        unlink(path);
        unlink(to);
    }
}

/* Each page in turn: what is saved and what is told to be lost is the whole. */
static void losses_are_told_exactly(void **state)
{
    (void)state;
    fixture_make(path, v3, 2000);
    size_t n;
    unsigned char *sound = fixture_bytes(path, &n);
    int lost_some = 0;
    for (int64_t number = 2; number <= (int64_t)n / 1024; number += 5) {
        flip((number - 1) * 1024 + 500);
        el_recover_report *r = must_recover("correct horse");
        const el_recover_table *t = table(r, "t");
        assert_int_equal(r->damaged_pages, 1);
        int64_t saved = ask(v3, "SELECT count(*) FROM t WHERE body = 'body of row ' || id");
        assert_int_equal(saved, t->rows);
        if (t->nlost == 0)
            assert_int_equal(saved, 2000);
        if (t->nlost && t->lost_at_most >= 0)
            assert_true(saved + t->lost_at_most >= 2000);
        if (t->nlost)
            lost_some++;
        for (size_t i = 0; i < t->nlost; i++)
            if (!t->found && t->lost[i].after > 0 && t->lost[i].upto < 2000) {
                char sql[100];
                snprintf(sql, sizeof sql, "SELECT count(*) FROM t WHERE id > %lld AND id <= %lld", (long long)t->lost[i].after, (long long)t->lost[i].upto);
                assert_int_equal(ask(v3, sql), 0);
            }
        el_recover_report_free(r);
        unlink(to);
        fixture_write_bytes(path, sound, n);
    }
    assert_true(lost_some > 5);
    free(sound);
}

/* The root of a table is damaged: all the leaves below are found and given back to it. */
static void pages_below_a_damaged_one_are_found(void **state)
{
    (void)state;
    fixture_make(path, v3, 2000);
    sqlite3 *db = fixture_open(path, v3);
    sqlite3_stmt *stmt;
    sqlite3_prepare_v2(db, "SELECT rootpage FROM sqlite_master WHERE name = 't'", -1, &stmt, NULL);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    int64_t root = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    flip((root - 1) * 1024 + 500);
    el_recover_report *r = must_recover("correct horse");
    assert_int_equal(table(r, "t")->rows, 2000);
    assert_int_equal(table(r, "t")->found, 2000);
    el_recover_report_free(r);
    assert_int_equal(ask(v3, "SELECT count(*) FROM t WHERE body = 'body of row ' || id"), 2000);
}

static void a_damaged_page_1_keeps_its_schema(void **state)
{
    (void)state;
    fixture_make(path, v3, 2000);
    flip(500);
    el_recover_report *r = must_recover("correct horse");
    assert_true(r->schema_unverified);
    assert_int_equal(table(r, "t")->rows, 2000);
    el_recover_report_free(r);
    assert_int_equal(ask(v3, "SELECT count(*) FROM t WHERE body = 'body of row ' || id"), 2000);
}

static void a_truncated_file_keeps_what_is_left(void **state)
{
    (void)state;
    size_t n;
    fixture_make(path, NULL, 5000);
    unsigned char *bytes = fixture_bytes(path, &n);
    fixture_write_bytes(path, bytes, n / 2 + 100);
    free(bytes);
    el_recover_report *r = must_recover(NULL);
    assert_true(table(r, "t")->rows > 500);
    assert_true(table(r, "t")->nlost > 0);
    assert_int_equal(ask(NULL, "SELECT count(*) FROM t WHERE body = 'body of row ' || id"), table(r, "t")->rows);
    el_buf b = {0};
    el_recover_report_json(&b, r);
    el_recover_report_text(&b, r);
    assert_non_null(strstr(el_buf_str(&b), "\"name\":\"t\""));
    el_buf_free(&b);
    el_recover_report_free(r);
}

static void what_cannot_be_recovered_is_refused(void **state)
{
    (void)state;
    el_recover_report *r;
    el_error err;
    fixture_make(path, v3, 100);
    assert_int_equal(recover(&r, "wrong", &err), EL_EWRONGKEY);
    assert_int_equal(access(to, F_OK), -1);
    fixture_write_bytes(to, "mine", 4);
    assert_int_equal(recover(&r, "correct horse", &err), EL_EEXISTS);
    unlink(to);
}

int main(void)
{
    test_use_linked_sqlite();
#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(a_sound_store_is_saved_whole),
        CASE(losses_are_told_exactly),
        CASE(pages_below_a_damaged_one_are_found),
        CASE(a_damaged_page_1_keeps_its_schema),
        CASE(a_truncated_file_keeps_what_is_left),
        CASE(what_cannot_be_recovered_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
