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

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Files and places that do not open: the status, the stable word, and no connection left over. */
static const char keyed[] = "PRAGMA key='correct horse'; PRAGMA cipher_compatibility=3;";
static char *folder, *path;

static int set_up(void **state)
{
    (void)state;
    folder = fixture_folder();
    path = fixture_path(folder, "store.sqlite");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(path);
    fixture_folder_remove(folder);
    return 0;
}

static void assert_refused(const char *file, const char *passphrase, int status, const char *code)
{
    el_connection *c;
    el_error err;
    el_key *key = NULL;
    if (passphrase)
        assert_int_equal(el_key_new_passphrase(&key, passphrase, strlen(passphrase), NULL), EL_OK);
    el_open_options options = {.busy_timeout_ms = 200, .key = key};
    int got = el_connection_open(&c, file, &options, &err);
    el_key_free(key);
    assert_int_equal(got, status);
    assert_string_equal(err.code, code);
    assert_null(c);
    assert_null(strstr(err.message, "correct horse"));
}

static void kinds_of_damage(void **state)
{
    (void)state;
    size_t n;
    fixture_make(path, keyed, 500);
    unsigned char *bytes = fixture_bytes(path, &n);
    fixture_write_bytes(path, bytes, n - 300);
    assert_refused(path, "correct horse", EL_ECORRUPT, "truncated");
    assert_refused(path, "wrong", EL_EWRONGKEY, "wrong-key");
    fixture_write_bytes(path, bytes, n - 2048);
    assert_refused(path, "correct horse", EL_ECORRUPT, "truncated");
    bytes[100] ^= 1;
    fixture_write_bytes(path, bytes, n);
    assert_refused(path, "correct horse", EL_ECORRUPT, "damaged-page1");
    assert_refused(path, "wrong", EL_EWRONGKEY, "wrong-key");
    assert_refused(path, NULL, EL_EKEYNEEDED, "key-needed");
    fixture_write_bytes(path, "", 0);
    assert_refused(path, "correct horse", EL_ENOTSTORE, "empty-file");
    free(bytes);
    unlink(path);
    fixture_make(path, NULL, 500);
    bytes = fixture_bytes(path, &n);
    fixture_write_bytes(path, bytes, n - 300);
    assert_refused(path, NULL, EL_ECORRUPT, "truncated");
    free(bytes);
}

static void places_that_hold_no_file(void **state)
{
    (void)state;
    assert_refused(folder, NULL, EL_ENOTSTORE, "not-a-file");
    assert_refused("/dev/null", NULL, EL_ENOTSTORE, "not-a-file");
    assert_refused(path, NULL, EL_EIO, "no-such-file");
    char *below = fixture_path(path, "below");
    assert_refused(below, NULL, EL_EIO, "no-such-file");
    free(below);
    assert_refused("", NULL, EL_EUSAGE, "usage");
    char *pipe_name = fixture_path(folder, "pipe");
    assert_int_equal(mkfifo(pipe_name, 0600), 0);
    assert_refused(pipe_name, NULL, EL_ENOTSTORE, "not-a-file");
    free(pipe_name);
}

/* As an ordinary user, since nothing is forbidden to root. */
static void files_without_permission(void **state)
{
    (void)state;
    fixture_make(path, NULL, 5);
    chmod(path, 0600);
    chmod(folder, 0755);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        el_connection *c;
        el_error err;
        int ok = geteuid() != 0 ? chmod(path, 0) == 0 : setresgid(65534, 65534, 65534) == 0 && setresuid(65534, 65534, 65534) == 0;
        ok = ok && el_connection_open(&c, path, NULL, &err) == EL_EIO && !strcmp(err.code, "no-permission");
        _exit(ok ? 0 : 1);
    }
    int status;
    waitpid(pid, &status, 0);
    assert_int_equal(status, 0);
}

static void schemas_from_a_newer_engine(void **state)
{
    (void)state;
    static const unsigned char version[] = {0, 0x2f, 0x49, 0x78}; /* 3.99.0 */
    fixture_make(path, NULL, 5);
    fixture_poke(path, 19, "\x03", 1);
    assert_refused(path, NULL, EL_ENOTSTORE, "schema-too-new");
    unlink(path);
    fixture_make(path, NULL, 5);
    sqlite3 *db = fixture_open(path, NULL);
    fixture_exec(db, "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'CREATE TABLE t(id INTEGER PRIMARY KEY, body) FUTURE' "
                     "WHERE name = 't'");
    sqlite3_close(db);
    fixture_poke(path, 96, version, 4);
    assert_refused(path, NULL, EL_ENOTSTORE, "schema-too-new");
}

int main(void)
{
    test_use_linked_sqlite();
#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(kinds_of_damage),
        CASE(places_that_hold_no_file),
        CASE(files_without_permission),
        CASE(schemas_from_a_newer_engine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
