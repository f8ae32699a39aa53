/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "cipher/connection.h"
#include "cipher_fixture.h"
#include "entitylens/entitylens.h"
#include "sqlite_library.h"

#include <sqlite3.h>

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char keyed[] = "PRAGMA key='correct horse'; PRAGMA cipher_compatibility=3;";
static char *folder, *path, *runtime_folder;

static int set_up(void **state)
{
    (void)state;
    folder = fixture_folder();
    path = fixture_path(folder, "store.sqlite");
    runtime_folder = fixture_folder(); /* its own, so that the store's folder can be compared as a whole */
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

static int open_with(el_connection **out, const char *file, const char *passphrase, el_error *err)
{
    el_open_options options = {.busy_timeout_ms = 200};
    el_key *key = NULL;
    if (passphrase)
        assert_int_equal(el_key_new_passphrase(&key, passphrase, strlen(passphrase), NULL), EL_OK);
    options.key = key;
    int status = el_connection_open(out, file, &options, err);
    el_key_free(key);
    return status;
}

static int64_t number(el_connection *c, const char *sql)
{
    sqlite3_stmt *stmt;
    assert_int_equal(sqlite3_prepare_v2(c->db, sql, -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    int64_t v = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return v;
}

static void assert_note(const el_connection *c, const char *code, int expected)
{
    int there = 0;
    for (size_t i = 0; i < c->report->nnotes; i++)
        there |= !strcmp(c->report->notes[i].code, code);
    assert_int_equal(there, expected);
}

/* Opens, counts, closes; the folder of the store is then the same to the byte and the nanosecond. */
static void assert_reads(const char *way, int64_t rows)
{
    el_connection *c;
    el_error err;
    char *before = fixture_state(folder);
    if (open_with(&c, path, "correct horse", &err))
        fail_msg("%s: %s", err.code, err.message);
    assert_string_equal(c->opened_by, way);
    assert_int_equal(number(c, "SELECT count(*) FROM t"), rows);
    assert_int_equal(number(c, "SELECT count(*) FROM t WHERE body = 'changed'"), 0);
    assert_int_equal(number(c, "PRAGMA temp_store"), 2);
    char *during = fixture_state(folder);
    assert_string_equal(before, during);
    assert_false(el_connection_changed(c));
    el_connection_close(c);
    char *after = fixture_state(folder);
    assert_string_equal(before, after);
    free(before);
    free(during);
    free(after);
}

/* Runs statements in another process, which then dies without closing (and lives until `stop` when it is not NULL). */
typedef struct other {
    pid_t pid;
    int to[2];
} other;

static other start_other(const char *key, const char *sql)
{
    other o;
    int ready[2];
    char byte;
    assert_int_equal(pipe(o.to), 0);
    assert_int_equal(pipe(ready), 0);
    fflush(NULL);
    o.pid = fork();
    if (o.pid == 0) {
        close(o.to[1]);
        fixture_exec(fixture_open(path, key), sql);
        (void)!write(ready[1], "r", 1);
        (void)!read(o.to[0], &byte, 1);
        _exit(0);
    }
    close(o.to[0]);
    close(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    return o;
}

static void stop_other(other *o)
{
    int status;
    close(o->to[1]);
    waitpid(o->pid, &status, 0);
    assert_int_equal(status, 0);
}

static void crash_after(const char *key, const char *sql)
{
    other o = start_other(key, sql);
    stop_other(&o);
}

static const char *const keys[] = {NULL, keyed, "PRAGMA key='correct horse';"};
enum { KEYS = 3 };

static void a_clean_file_in_rollback_mode(void **state)
{
    (void)state;
    for (int i = 0; i < KEYS; i++) {
        fixture_make(path, keys[i], 500);
        assert_reads("read-only", 500);
        unlink(path);
    }
}

static const char half_written[] = "PRAGMA cache_size = 5; PRAGMA cache_spill = 5; BEGIN; UPDATE t SET body = 'changed'; "
                                   "INSERT INTO t SELECT id + 10000, 'changed' FROM t";

static void a_hot_journal(void **state)
{
    (void)state;
    for (int i = 0; i < KEYS; i++) {
        fixture_make(path, keys[i], 2000);
        crash_after(keys[i], half_written);
        assert_reads("private-copy", 2000);
        tear_down(state);
        set_up(state);
    }
}

static void wal_mode_without_sidecars(void **state)
{
    (void)state;
    for (int i = 0; i < KEYS; i++) {
        fixture_make(path, keys[i], 500);
        sqlite3 *db = fixture_open(path, keys[i]);
        fixture_exec(db, "PRAGMA journal_mode = WAL; DELETE FROM t WHERE id > 400");
        sqlite3_close(db);
        assert_reads("immutable", 400);
        el_connection *c;
        assert_int_equal(open_with(&c, path, "correct horse", NULL), EL_OK);
        assert_note(c, "wal-missing", 1);
        el_connection_close(c);
        tear_down(state);
        set_up(state);
    }
}

static const char into_wal[] = "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; INSERT INTO t SELECT id + 10000, 'in the log' FROM t";

static void wal_of_a_crashed_writer(void **state)
{
    (void)state;
    for (int i = 0; i < KEYS; i++) {
        fixture_make(path, keys[i], 500);
        crash_after(keys[i], into_wal);
        assert_reads("readonly-shm", 1000);
        tear_down(state);
        set_up(state);
    }
}

static void wal_of_a_living_writer(void **state)
{
    (void)state;
    fixture_make(path, keyed, 500);
    other o = start_other(keyed, into_wal);
    assert_reads("readonly-shm", 1000);
    stop_other(&o);
}

static void wal_without_shm(void **state)
{
    (void)state;
    for (int i = 0; i < KEYS; i++) {
        fixture_make(path, keys[i], 500);
        crash_after(keys[i], into_wal);
        char *shm = fixture_path(folder, "store.sqlite-shm");
        assert_int_equal(unlink(shm), 0);
        free(shm);
        assert_reads("private-copy", 1000);
        tear_down(state);
        set_up(state);
    }
}

static void in_a_host_run_by_root_sidecars_are_only_copied(void **state)
{
    (void)state;
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    vfs->xSetSystemCall(vfs, "fchown", NULL); /* as in a host, whose engine is not ours to change */
    const char *with_wal = geteuid() == 0 ? "private-copy" : "readonly-shm";
    fixture_make(path, keyed, 500);
    crash_after(keyed, into_wal);
    assert_reads(with_wal, 1000);
    tear_down(state);
    set_up(state);
    fixture_make(path, keyed, 2000);
    crash_after(keyed, half_written);
    assert_reads("private-copy", 2000);
    el_sqlite_leave_owners();
}

static void an_unusable_shm_leads_to_a_copy(void **state)
{
    (void)state;
    fixture_make(path, keyed, 500);
    crash_after(keyed, into_wal);
    char *shm = fixture_path(folder, "store.sqlite-shm");
    fixture_write_bytes(shm, "", 0);
    free(shm);
    el_connection *c;
    char *before = fixture_state(folder);
    assert_int_equal(open_with(&c, path, "correct horse", NULL), EL_OK);
    assert_int_equal(number(c, "SELECT count(*) FROM t"), 1000);
    el_connection_close(c);
    char *after = fixture_state(folder);
    assert_string_equal(before, after);
    free(before);
    free(after);
}

static void an_empty_wal(void **state)
{
    (void)state;
    fixture_make(path, keyed, 500);
    sqlite3 *db = fixture_open(path, keyed);
    fixture_exec(db, "PRAGMA journal_mode = WAL; DELETE FROM t WHERE id > 400");
    sqlite3_close(db);
    char *wal = fixture_path(folder, "store.sqlite-wal");
    fixture_write_bytes(wal, "", 0);
    free(wal);
    assert_reads("immutable", 400);
}

static void copy_named(const char *from_name, const char *to_name)
{
    char *from = fixture_path(folder, from_name), *to = fixture_path(folder, to_name);
    fixture_copy(from, to);
    free(from);
    free(to);
}

static void a_foreign_wal_is_ignored_and_told(void **state)
{
    (void)state;
    static const char other_key[] = "PRAGMA key='other'; PRAGMA cipher_compatibility=3;";
    for (int with_shm = 0; with_shm < 2; with_shm++) {
        char *mine = path;
        path = fixture_path(folder, "other.sqlite");
        fixture_make(path, other_key, 500);
        crash_after(other_key, into_wal);
        free(path);
        path = mine;
        fixture_make(path, keyed, 300);
        copy_named("other.sqlite-wal", "store.sqlite-wal");
        if (with_shm)
            copy_named("other.sqlite-shm", "store.sqlite-shm");
        assert_reads("private-copy", 300);
        el_connection *c;
        assert_int_equal(open_with(&c, path, "correct horse", NULL), EL_OK);
        assert_note(c, "wal-foreign", 1);
        el_connection_close(c);
        tear_down(state);
        set_up(state);
    }
}

static void a_writer_in_a_transaction_does_not_disturb(void **state)
{
    (void)state;
    fixture_make(path, keyed, 500);
    other o = start_other(keyed, "BEGIN IMMEDIATE; UPDATE t SET body = 'changed' WHERE id = 1");
    assert_reads("read-only", 500);
    stop_other(&o);
}

static void a_writer_that_locks_everyone_out_is_busy(void **state)
{
    (void)state;
    fixture_make(path, keyed, 500);
    other o = start_other(keyed, "BEGIN EXCLUSIVE");
    char *before = fixture_state(folder);
    el_connection *c;
    el_error err;
    assert_int_equal(open_with(&c, path, "correct horse", &err), EL_EBUSY);
    assert_string_equal(err.code, "busy");
    assert_null(c);
    char *after = fixture_state(folder);
    assert_string_equal(before, after);
    free(before);
    free(after);
    stop_other(&o);
}

/* Page 1 of the file is torn, the journal holds the whole one. */
static void a_journal_mends_a_damaged_page_1(void **state)
{
    (void)state;
    fixture_make(path, keyed, 2000);
    crash_after(keyed, half_written);
    fixture_poke(path, 600, "torn", 4);
    assert_reads("private-copy", 2000);
}

static void names_with_odd_characters(void **state)
{
    (void)state;
    static const char *const names[] = {"a?b#c%20d e.sqlite", "\xc3\xa4\xe2\x82\xac.sqlite", "'\".sqlite", ":memory:"};
    char *here = getcwd(NULL, 0);
    assert_int_equal(chdir(folder), 0);
    for (int i = 0; i < 4; i++) {
        char *name = fixture_path(folder, names[i]), *doubled = fixture_path("/", name);
        fixture_make(path, keyed, 5);
        assert_int_equal(rename(path, name), 0);
        const char *const spellings[] = {name, names[i], doubled};
        for (int k = 0; k < 3; k++) {
            el_connection *c;
            el_error err;
            if (open_with(&c, spellings[k], "correct horse", &err))
                fail_msg("%s: %s", spellings[k], err.message);
            assert_int_equal(number(c, "SELECT count(*) FROM t"), 5);
            el_connection_close(c);
        }
        free(name);
        free(doubled);
    }
    assert_int_equal(chdir(here), 0);
    free(here);
}

/* The sidecars lie beside the file that a link leads to. */
static void a_link_finds_the_sidecars(void **state)
{
    (void)state;
    fixture_make(path, keyed, 500);
    crash_after(keyed, into_wal);
    char *link = fixture_path(runtime_folder, "link.sqlite");
    assert_int_equal(symlink(path, link), 0);
    el_connection *c;
    assert_int_equal(open_with(&c, link, "correct horse", NULL), EL_OK);
    assert_int_equal(number(c, "SELECT count(*) FROM t"), 1000);
    el_connection_close(c);
    free(link);
}

static void plain_files_ignore_a_key(void **state)
{
    (void)state;
    fixture_make(path, NULL, 5);
    el_connection *c;
    assert_int_equal(open_with(&c, path, "anything", NULL), EL_OK);
    assert_note(c, "key-unused", 1);
    el_connection_close(c);
    assert_int_equal(open_with(&c, path, NULL, NULL), EL_OK);
    assert_note(c, "key-unused", 0);
    el_connection_close(c);
}

static int count_entries(const char *where)
{
    int n = 0;
    DIR *dir = opendir(where);
    if (!dir)
        return 0;
    for (struct dirent *e; (e = readdir(dir));)
        n += e->d_name[0] != '.';
    closedir(dir);
    return n;
}

static void the_private_copy_is_private_and_goes_away(void **state)
{
    (void)state;
    fixture_make(path, keyed, 500);
    crash_after(keyed, half_written);
    char *base = fixture_path(runtime_folder, "entitylens");
    /* What a crash left behind: nobody holds its lock. */
    mkdir(base, 0700);
    char *stale = fixture_path(base, "copy-abandon"), *file = fixture_path(stale, "store.sqlite"), *lock = fixture_path(stale, ".lock");
    mkdir(stale, 0700);
    fixture_write_bytes(file, "x", 1);
    fixture_write_bytes(lock, "", 0);

    el_connection *c;
    assert_int_equal(open_with(&c, path, "correct horse", NULL), EL_OK);
    assert_string_equal(c->opened_by, "private-copy");
    assert_int_equal(access(stale, F_OK), -1);
    assert_int_equal(count_entries(base), 1);
    const char *copy = sqlite3_db_filename(c->db, "main");
    struct stat st;
    assert_int_equal(strncmp(copy, base, strlen(base)), 0);
    char *copy_folder = strdup(copy);
    *strrchr(copy_folder, '/') = 0;
    assert_int_equal(stat(copy_folder, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0700);
    size_t n;
    unsigned char *bytes = fixture_bytes(copy, &n);
    assert_true(memcmp(bytes, "SQLite format 3", 15) != 0);
    free(bytes);
    /* A second one sweeps nothing that is in use. */
    el_connection *second;
    assert_int_equal(open_with(&second, path, "correct horse", NULL), EL_OK);
    assert_int_equal(count_entries(base), 2);
    el_connection_close(second);
    el_connection_close(c);
    assert_int_equal(count_entries(base), 0);
    free(copy_folder);
    free(base);
    free(stale);
    free(file);
    free(lock);
}

static void changes_of_the_file_are_noticed(void **state)
{
    (void)state;
    fixture_make(path, keyed, 500);
    el_connection *c;
    assert_int_equal(open_with(&c, path, "correct horse", NULL), EL_OK);
    assert_false(el_connection_changed(c));
    crash_after(keyed, "INSERT INTO t SELECT id + 10000, body FROM t");
    assert_true(el_connection_changed(c));
    el_connection_close(c);
}

static void *close_there(void *c)
{
    el_connection_close(c);
    return NULL;
}

static void a_connection_closes_on_another_thread(void **state)
{
    (void)state;
    fixture_make(path, keyed, 500);
    el_connection *c;
    pthread_t thread;
    assert_int_equal(open_with(&c, path, "correct horse", NULL), EL_OK);
    assert_int_equal(number(c, "SELECT count(*) FROM t"), 500);
    assert_int_equal(pthread_create(&thread, NULL, close_there, c), 0);
    pthread_join(thread, NULL);
}

static void every_real_store_opens_from_the_passphrase_alone(void **state)
{
    (void)state;
    static const char *const folders[] = {"", "old/"};
    int opened = 0;
    for (int i = 0; i < 2; i++) {
        char *where = fixture_path(TEST_SHARED "/stores", folders[i]);
        DIR *dir = opendir(where);
        assert_non_null(dir);
        for (struct dirent *e; (e = readdir(dir));) {
            size_t n = strlen(e->d_name);
            if (n < 7 || strcmp(e->d_name + n - 7, ".sqlite"))
                continue;
            char *file = fixture_path(where, e->d_name);
            el_connection *c;
            el_error err;
            if (open_with(&c, file, "correct horse", &err))
                fail_msg("%s: %s", file, err.message);
            int version = !strncmp(e->d_name, "plain", 5) ? 0 : strstr(e->d_name, "-v4") ? 4 : 3;
            assert_int_equal(c->report->params.version, version);
            assert_string_equal(c->opened_by, "read-only");
            assert_int_equal(number(c, "SELECT count(*) FROM meta"), 1);
            el_connection_close(c);
            free(file);
            opened++;
        }
        closedir(dir);
        free(where);
    }
    assert_true(opened >= 15);
}

int main(void)
{
    test_use_linked_sqlite();
#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(a_clean_file_in_rollback_mode),
        CASE(a_hot_journal),
        CASE(wal_mode_without_sidecars),
        CASE(wal_of_a_crashed_writer),
        CASE(wal_of_a_living_writer),
        CASE(wal_without_shm),
        CASE(in_a_host_run_by_root_sidecars_are_only_copied),
        CASE(an_unusable_shm_leads_to_a_copy),
        CASE(an_empty_wal),
        CASE(a_foreign_wal_is_ignored_and_told),
        CASE(a_writer_in_a_transaction_does_not_disturb),
        CASE(a_writer_that_locks_everyone_out_is_busy),
        CASE(a_journal_mends_a_damaged_page_1),
        CASE(names_with_odd_characters),
        CASE(a_link_finds_the_sidecars),
        CASE(plain_files_ignore_a_key),
        CASE(the_private_copy_is_private_and_goes_away),
        CASE(changes_of_the_file_are_noticed),
        CASE(a_connection_closes_on_another_thread),
    };
    const struct CMUnitTest real[] = {CASE(every_real_store_opens_from_the_passphrase_alone)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (access(TEST_SHARED "/stores/blog-v4.sqlite", R_OK) == 0)
        failed += cmocka_run_group_tests(real, NULL, NULL);
    return failed;
}
