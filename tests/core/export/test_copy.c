/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/buf.h"
#include "cipher/connection.h"
#include "cipher_fixture.h"
#include "entitylens/copy.h"
#include "entitylens/entitylens.h"
#include "sqlite_library.h"

#include <sqlite3.h>

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char *folder, *path, *out_folder, *to;

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

static void again(void **state)
{
    tear_down(state);
    set_up(state);
}

static el_key *passphrase(const char *s)
{
    el_key *key = NULL;
    if (s)
        assert_int_equal(el_key_new_passphrase(&key, s, strlen(s), NULL), EL_OK);
    return key;
}

static int copy(el_copy_report **report, el_copy_kind kind, const char *old_key, const char *new_key, el_error *err)
{
    el_copy_options o = {.kind = kind, .key = passphrase(old_key), .new_key = passphrase(new_key)};
    int status = el_copy_run(report, path, to, &o, err);
    el_key_free((el_key *)o.key);
    el_key_free((el_key *)o.new_key);
    return status;
}

/* Copies; the source's folder is the same to the byte and the nanosecond. */
static el_copy_report *must_copy(el_copy_kind kind, const char *old_key, const char *new_key)
{
    el_copy_report *r;
    el_error err;
    char *before = fixture_state(folder);
    if (copy(&r, kind, old_key, new_key, &err))
        fail_msg("%s: %s", err.code, err.message);
    char *after = fixture_state(folder);
    assert_string_equal(before, after);
    free(before);
    free(after);
    return r;
}

static int entries(const char *where)
{
    int n = 0;
    DIR *dir = opendir(where);
    for (struct dirent *e; (e = readdir(dir));)
        n += strcmp(e->d_name, ".") && strcmp(e->d_name, "..") && strcmp(e->d_name, "entitylens");
    closedir(dir);
    return n;
}

static char *text_of(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *stmt;
    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    el_buf b = {0};
    while (sqlite3_step(stmt) == SQLITE_ROW)
        el_buf_printf(&b, "%s\n", sqlite3_column_text(stmt, 0));
    sqlite3_finalize(stmt);
    return el_buf_take(&b);
}

static void assert_query(sqlite3 *db, const char *sql, const char *expected)
{
    char *got = text_of(db, sql);
    assert_string_equal(got, expected);
    free(got);
}

/* What every copy of the fixture holds, asked through the engine with the pragmas that a user would give. */
static void assert_copy(const char *key_pragmas, const char *rows)
{
    sqlite3 *db = fixture_open(to, key_pragmas);
    char expected[60];
    snprintf(expected, sizeof expected, "%s\n", rows);
    assert_query(db, "SELECT count(*) FROM t", expected);
    assert_query(db, "SELECT count(*) FROM t WHERE body = 'body of row ' || id", expected);
    assert_query(db, "SELECT body FROM t WHERE body = 'body of row 7'", "body of row 7\n");
    assert_query(db, "PRAGMA user_version", "42\n");
    assert_query(db, "PRAGMA application_id", "7\n");
    assert_query(db, "PRAGMA integrity_check", "ok\n");
    sqlite3_close(db);
    struct stat st;
    assert_int_equal(stat(to, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_int_equal(entries(out_folder), 1);
}

static const char *const formats[] = {
    "PRAGMA key='correct horse'; PRAGMA cipher_compatibility=1", "PRAGMA key='correct horse'; PRAGMA cipher_compatibility=2",
    "PRAGMA key='correct horse'; PRAGMA cipher_compatibility=3", "PRAGMA key='correct horse'",
    "PRAGMA key='correct horse'; PRAGMA cipher_page_size=16384; PRAGMA cipher_hmac_algorithm=HMAC_SHA256", NULL,
};
enum { FORMATS = sizeof formats / sizeof *formats };

static void every_format_is_decrypted(void **state)
{
    for (int i = 0; i < FORMATS; i++) {
        fixture_make(path, formats[i], 700);
        el_copy_report *r = must_copy(EL_COPY_DECRYPT, "correct horse", NULL);
        assert_int_equal(r->rows, 700);
        assert_int_equal(r->ntables, 1);
        assert_string_equal(r->tables[0].name, "t");
        assert_false(r->to.encrypted);
        assert_int_equal(r->to.page_size, r->from.page_size);
        el_copy_report_free(r);
        assert_copy(NULL, "700");
        size_t n;
        unsigned char *bytes = fixture_bytes(to, &n);
        assert_memory_equal(bytes, "SQLite format 3", 16);
        free(bytes);
        again(state);
    }
}

static void the_stock_shell_reads_the_decrypted_copy(void **state)
{
    (void)state;
    char command[600], line[100] = "";
    fixture_make(path, formats[3], 700);
    el_copy_report_free(must_copy(EL_COPY_DECRYPT, "correct horse", NULL));
    snprintf(command, sizeof command, "sqlite3 -readonly '%s' \"PRAGMA integrity_check; SELECT count(*) FROM t; PRAGMA user_version\"", to);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    size_t n = fread(line, 1, sizeof line - 1, f);
    line[n] = 0;
    assert_int_equal(pclose(f), 0);
    assert_string_equal(line, "ok\n700\n42\n");
}

static void every_format_is_rekeyed(void **state)
{
    for (int i = 0; i < FORMATS; i++) {
        char pragmas[300] = "PRAGMA key='battery staple'";
        fixture_make(path, formats[i], 700);
        el_copy_report *r = must_copy(EL_COPY_REKEY, formats[i] ? "correct horse" : NULL, "battery staple");
        assert_true(r->to.encrypted);
        if (formats[i]) { /* the same format, so that the app opens it with nothing but the new passphrase */
            assert_int_equal(r->to.version, r->from.version);
            assert_int_equal(r->to.page_size, r->from.page_size);
            strcpy(pragmas + strlen(pragmas), strchr(formats[i], ';') ? strchr(formats[i], ';') : "");
        } else {
            assert_int_equal(r->to.version, 4);
        }
        el_copy_report_free(r);
        assert_copy(pragmas, "700");
        again(state);
    }
}

static void a_rekeyed_copy_has_a_salt_of_its_own(void **state)
{
    (void)state;
    size_t n;
    fixture_make(path, formats[3], 10);
    el_copy_report_free(must_copy(EL_COPY_REKEY, "correct horse", "correct horse"));
    unsigned char *a = fixture_bytes(path, &n), *b = fixture_bytes(to, &n);
    assert_memory_not_equal(a, b, 16);
    free(a);
    free(b);
}

static void every_format_is_upgraded(void **state)
{
    for (int i = 0; i < FORMATS - 1; i++) {
        fixture_make(path, formats[i], 700);
        el_copy_report *r = must_copy(EL_COPY_UPGRADE, "correct horse", i % 2 ? "battery staple" : NULL);
        assert_int_equal(r->to.version, 4);
        el_copy_report_free(r);
        assert_copy(i % 2 ? "PRAGMA key='battery staple'" : "PRAGMA key='correct horse'", "700");
        again(state);
    }
}

static void a_plaintext_header_keeps_its_salt(void **state)
{
    (void)state;
    static const char pragmas[] = "; PRAGMA cipher_salt=\"x'0102030405060708090a0b0c0d0e0f10'\"; PRAGMA cipher_plaintext_header_size=32";
    char old[300] = "PRAGMA key='correct horse'", new[300] = "PRAGMA key='battery staple'";
    strcat(old, pragmas);
    strcat(new, pragmas);
    fixture_make(path, old, 700);
    el_copy_options o = {.kind = EL_COPY_REKEY, .key = passphrase("correct horse"), .new_key = passphrase("battery staple"),
                         .cipher = "salt=0102030405060708090a0b0c0d0e0f10"};
    el_error err;
    if (el_copy_run(NULL, path, to, &o, &err))
        fail_msg("%s", err.message);
    assert_copy(new, "700");
    unlink(to);
    o.kind = EL_COPY_DECRYPT;
    assert_int_equal(el_copy_run(NULL, path, to, &o, &err), EL_OK);
    assert_copy(NULL, "700");
    el_key_free((el_key *)o.key);
    el_key_free((el_key *)o.new_key);
}

static void modes_and_encodings_are_carried_over(void **state)
{
    static const el_copy_kind kinds[] = {EL_COPY_DECRYPT, EL_COPY_REKEY, EL_COPY_UPGRADE};
    static const char *const opened[] = {NULL, "PRAGMA key='battery staple'; PRAGMA cipher_compatibility=3", "PRAGMA key='battery staple'"};
    for (int i = 0; i < 3; i++) {
        sqlite3 *db = fixture_open(path, "PRAGMA key='correct horse'; PRAGMA cipher_compatibility=3; PRAGMA encoding='UTF-16le'; PRAGMA auto_vacuum=1");
        fixture_exec(db, "CREATE TABLE t(id INTEGER PRIMARY KEY, body); CREATE VIEW v AS SELECT body FROM t; CREATE TABLE w(a, b, PRIMARY KEY(b, a)) WITHOUT ROWID;"
                         "INSERT INTO t VALUES(1, 'äöü€'), (2, x'00ff'), (3, 1.5), (4, NULL), (5, ''), (6, x''), (-7, 9223372036854775807);"
                         "INSERT INTO w VALUES(1, 2), (3, 1); CREATE TABLE s(id INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO s VALUES(9); DELETE FROM s;"
                         "CREATE TRIGGER tr AFTER INSERT ON t BEGIN SELECT 1; END; PRAGMA journal_mode=WAL");
        sqlite3_close(db);
        el_copy_report_free(must_copy(kinds[i], "correct horse", "battery staple"));
        db = fixture_open(to, opened[i]);
        assert_query(db, "PRAGMA journal_mode", "wal\n");
        assert_query(db, "PRAGMA encoding", "UTF-16le\n");
        assert_query(db, "PRAGMA auto_vacuum", "1\n");
        assert_query(db, "SELECT quote(id) || quote(body) FROM t ORDER BY id",
                     "-79223372036854775807\n1'äöü€'\n2X'00FF'\n31.5\n4NULL\n5''\n6X''\n");
        assert_query(db, "SELECT a || b FROM w", "31\n12\n");
        assert_query(db, "SELECT seq FROM sqlite_sequence", "9\n");
        assert_query(db, "SELECT count(*) FROM v", "7\n");
        sqlite3_close(db);
        again(state);
    }
}

static void crash_after(const char *key, const char *sql)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        fixture_exec(fixture_open(path, key), sql);
        _exit(0);
    }
    int status;
    waitpid(pid, &status, 0);
    assert_int_equal(status, 0);
}

static void what_the_log_holds_is_copied(void **state)
{
    static const el_copy_kind kinds[] = {EL_COPY_DECRYPT, EL_COPY_UPGRADE};
    for (int i = 0; i < 2; i++)
        for (int with_shm = 0; with_shm < 2; with_shm++) {
            fixture_make(path, formats[2], 700);
            crash_after(formats[2], "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; INSERT INTO t SELECT id + 1000, 'body of row ' || (id + 1000) FROM t");
            if (!with_shm) {
                char *shm = fixture_path(folder, "store.sqlite-shm");
                unlink(shm);
                free(shm);
            }
            el_copy_report *r = must_copy(kinds[i], "correct horse", "correct horse");
            assert_string_equal(r->opened_by, "private-copy");
            el_copy_report_free(r);
            assert_copy(i ? "PRAGMA key='correct horse'" : NULL, "1400");
            again(state);
        }
}

static void an_unfinished_change_is_not_copied(void **state)
{
    (void)state;
    fixture_make(path, formats[3], 3000);
    crash_after(formats[3], "PRAGMA cache_size=5; PRAGMA cache_spill=5; BEGIN; UPDATE t SET body = 'half'");
    el_copy_report_free(must_copy(EL_COPY_DECRYPT, "correct horse", NULL));
    assert_copy(NULL, "3000");
}

static void assert_refused(el_copy_kind kind, const char *old_key, const char *new_key, int status, const char *code)
{
    el_copy_report *r;
    el_error err;
    int before = entries(out_folder);
    assert_int_equal(copy(&r, kind, old_key, new_key, &err), status);
    assert_string_equal(err.code, code);
    assert_null(r);
    assert_int_equal(entries(out_folder), before);
}

static void an_existing_target_is_never_touched(void **state)
{
    (void)state;
    char *wal = fixture_path(out_folder, "copy.sqlite-wal");
    fixture_make(path, formats[3], 10);
    fixture_write_bytes(to, "mine", 4);
    assert_refused(EL_COPY_DECRYPT, "correct horse", NULL, EL_EEXISTS, "target-exists");
    size_t n;
    unsigned char *bytes = fixture_bytes(to, &n);
    assert_int_equal(n, 4);
    free(bytes);
    unlink(to);
    assert_int_equal(symlink("/nonexistent", to), 0);
    assert_refused(EL_COPY_DECRYPT, "correct horse", NULL, EL_EEXISTS, "target-exists");
    unlink(to);
    fixture_write_bytes(wal, "x", 1);
    assert_refused(EL_COPY_DECRYPT, "correct horse", NULL, EL_EEXISTS, "target-exists");
    free(wal);
}

static void what_cannot_be_copied_is_refused(void **state)
{
    (void)state;
    fixture_make(path, formats[3], 3000);
    assert_refused(EL_COPY_DECRYPT, "wrong", NULL, EL_EWRONGKEY, "wrong-key");
    assert_refused(EL_COPY_DECRYPT, NULL, NULL, EL_EKEYNEEDED, "key-needed");
    assert_refused(EL_COPY_REKEY, "correct horse", NULL, EL_EKEYNEEDED, "key-needed");
    char *good = to;
    to = fixture_path("/nonexistent", "copy.sqlite");
    assert_refused(EL_COPY_DECRYPT, "correct horse", NULL, EL_EIO, "no-such-file");
    free(to);
    to = good;
    fixture_poke(path, 4096 * 5 + 77, "damage", 6);
    el_error err;
    assert_int_equal(copy(NULL, EL_COPY_DECRYPT, "correct horse", NULL, &err), EL_ECORRUPT);
    assert_string_equal(err.code, "damaged-page");
    assert_int_equal(err.offset, 4096 * 5);
    assert_int_equal(entries(out_folder), 0);
    assert_int_equal(copy(NULL, EL_COPY_UPGRADE, "correct horse", NULL, &err), EL_ECORRUPT);
    assert_int_equal(entries(out_folder), 0);
}

/* A file size limit is the disk that fills up. */
static void a_full_disk_leaves_nothing(void **state)
{
    (void)state;
    static const el_copy_kind kinds[] = {EL_COPY_DECRYPT, EL_COPY_UPGRADE};
    fixture_make(path, formats[2], 3000);
    for (int i = 0; i < 2; i++) {
        fflush(NULL);
        pid_t pid = fork();
        if (pid == 0) {
            struct rlimit limit = {65536, 65536};
            el_error err;
            signal(SIGXFSZ, SIG_IGN);
            setrlimit(RLIMIT_FSIZE, &limit);
            _exit(copy(NULL, kinds[i], "correct horse", NULL, &err) == EL_EIO ? 0 : 1);
        }
        int status;
        waitpid(pid, &status, 0);
        assert_int_equal(status, 0);
        assert_int_equal(entries(out_folder), 0);
    }
}

typedef struct countdown {
    int left;
    int64_t last;
} countdown;

static int count_down(void *ctx, int64_t done, int64_t total)
{
    countdown *c = ctx;
    assert_true(done <= total);
    return --c->left < 0;
}

static void cancelling_anywhere_leaves_nothing(void **state)
{
    (void)state;
    static const el_copy_kind kinds[] = {EL_COPY_DECRYPT, EL_COPY_REKEY, EL_COPY_UPGRADE};
    fixture_make(path, formats[2], 20000);
    for (int i = 0; i < 3; i++) {
        int finished = 0, cancelled = 0;
        for (int after = 0; !finished; after = after * 2 + 1) {
            countdown c = {after, 0};
            el_copy_options o = {.kind = kinds[i], .key = passphrase("correct horse"), .new_key = passphrase("battery staple"),
                                 .progress = count_down, .progress_ctx = &c};
            el_error err;
            int status = el_copy_run(NULL, path, to, &o, &err);
            el_key_free((el_key *)o.key);
            el_key_free((el_key *)o.new_key);
            finished = status == EL_OK;
            cancelled += status == EL_ECANCELLED;
            if (!finished) {
                assert_int_equal(status, EL_ECANCELLED);
                assert_string_equal(err.code, "cancelled");
            }
            assert_int_equal(entries(out_folder), finished);
        }
        assert_true(cancelled >= 3);
        unlink(to);
    }
}

static void a_writer_waits_or_is_noticed(void **state)
{
    (void)state;
    fixture_make(path, formats[3], 100);
    int fds[2];
    char byte;
    assert_int_equal(pipe(fds), 0);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        fixture_exec(fixture_open(path, formats[3]), "BEGIN EXCLUSIVE");
        (void)!write(fds[1], "r", 1);
        pause();
    }
    assert_int_equal(read(fds[0], &byte, 1), 1);
    assert_refused(EL_COPY_DECRYPT, "correct horse", NULL, EL_EBUSY, "busy");
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    close(fds[0]);
    close(fds[1]);
}

static void reports_are_data(void **state)
{
    (void)state;
    fixture_make(path, formats[2], 5);
    el_copy_report *r = must_copy(EL_COPY_UPGRADE, "correct horse", NULL);
    el_buf b = {0};
    el_copy_report_json(&b, r);
    el_copy_report_text(&b, r);
    assert_non_null(strstr(el_buf_str(&b), "\"from\":{\"encrypted\":true,\"version\":3"));
    assert_non_null(strstr(el_buf_str(&b), "from SQLCipher 3 to SQLCipher 4"));
    assert_non_null(strstr(el_buf_str(&b), "\"name\":\"t\",\"rows\":5,\"sha256\":\""));
    el_buf_free(&b);
    el_copy_report_free(r);
}

static void real_stores_are_copied(void **state)
{
    static const char *const names[] = {"blog-v3", "blog-v4", "plain", "inherit-v4", "old/workshop-ecd3.2"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char file[300];
        snprintf(file, sizeof file, "%s/stores/%s.sqlite", TEST_SHARED, names[i]);
        fixture_copy(file, path);
        el_copy_report_free(must_copy(EL_COPY_DECRYPT, "correct horse", NULL));
        unlink(to);
        el_copy_report_free(must_copy(EL_COPY_UPGRADE, "correct horse", "battery staple"));
        again(state);
    }
}

int main(void)
{
    test_use_linked_sqlite();
#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(every_format_is_decrypted),
        CASE(the_stock_shell_reads_the_decrypted_copy),
        CASE(every_format_is_rekeyed),
        CASE(a_rekeyed_copy_has_a_salt_of_its_own),
        CASE(every_format_is_upgraded),
        CASE(a_plaintext_header_keeps_its_salt),
        CASE(modes_and_encodings_are_carried_over),
        CASE(what_the_log_holds_is_copied),
        CASE(an_unfinished_change_is_not_copied),
        CASE(an_existing_target_is_never_touched),
        CASE(what_cannot_be_copied_is_refused),
        CASE(a_full_disk_leaves_nothing),
        CASE(cancelling_anywhere_leaves_nothing),
        CASE(a_writer_waits_or_is_noticed),
        CASE(reports_are_data),
    };
    const struct CMUnitTest real[] = {CASE(real_stores_are_copied)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (access(TEST_SHARED "/stores/blog-v4.sqlite", R_OK) == 0)
        failed += cmocka_run_group_tests(real, NULL, NULL);
    return failed;
}
