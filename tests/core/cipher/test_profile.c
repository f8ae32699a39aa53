/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "cipher/key.h"
#include "cipher_fixture.h"
#include "entitylens/entitylens.h"
#include "sqlite_library.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *folder, *path;

static int set_up(void **state)
{
    (void)state;
    folder = fixture_folder();
    path = fixture_path(folder, "store.sqlite");
    setenv("XDG_CONFIG_HOME", folder, 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(path);
    fixture_folder_remove(folder);
    return 0;
}

static void write_env(const char *text)
{
    char *name = fixture_path(folder, ".env");
    fixture_write_bytes(name, text, strlen(text));
    free(name);
}

static el_dotenv *read_env(const char *text)
{
    el_dotenv *d;
    el_error err;
    write_env(text);
    if (el_dotenv_read(&d, path, &err))
        fail_msg("%s", err.message);
    return d;
}

static void assert_key(const el_dotenv *d, size_t i, const char *expected)
{
    assert_true(i < d->nkeys);
    assert_int_equal(d->keys[i]->n, strlen(expected));
    assert_memory_equal(d->keys[i]->bytes, expected, strlen(expected));
}

static void a_plain_line_means_the_same_in_both_dialects(void **state)
{
    (void)state;
    el_dotenv *d = read_env("other.sqlite = nothing\nstore.sqlite = correct horse\nstore.sqlite_pageSize = 1024\r\n"
                            "store.sqlite_kdfIter=64000\nstore.sqlite_hmacAlgorithm = SHA1\nstore.sqlite_kdfAlgorithm = SHA1\n"
                            "store.sqlite_plaintextHeaderSize = 0\n");
    assert_int_equal(d->nkeys, 1);
    assert_key(d, 0, "correct horse");
    assert_string_equal(d->cipher, "page_size=1024,kdf_iter=64000,hmac_algorithm=SHA1,kdf_algorithm=SHA1");
    assert_int_equal(d->nwarnings, 0);
    assert_int_equal(d->line, 2);
    el_dotenv_free(d);
}

static void where_the_dialects_differ_both_are_candidates(void **state)
{
    (void)state;
    el_dotenv *d = read_env("store.sqlite = \"correct horse\"  \n");
    assert_int_equal(d->nkeys, 3);
    assert_key(d, 0, "correct horse");
    assert_key(d, 1, "\"correct horse\"");
    assert_key(d, 2, "\"correct horse\"  ");
    el_dotenv_free(d);
    d = read_env("store.sqlite=a\\x41\\tb;c\n");
    assert_int_equal(d->nkeys, 2);
    assert_key(d, 0, "aA\tb");
    assert_key(d, 1, "a\\x41\\tb;c");
    el_dotenv_free(d);
    d = read_env("[General]\nstore.sqlite=in general\n");
    assert_key(d, 0, "in general");
    assert_int_equal(d->nwarnings, 0);
    el_dotenv_free(d);
    d = read_env("[Other]\nstore.sqlite=in a section\n");
    assert_key(d, 0, "in a section");
    assert_int_equal(d->nwarnings, 1);
    assert_int_equal(d->warnings[0].line, 2);
    el_dotenv_free(d);
}

static void names_are_decoded_as_in_ini(void **state)
{
    (void)state;
    free(path);
    path = fixture_path(folder, "my store.sqlite");
    el_dotenv *d = read_env("my%20store.sqlite=one\n");
    assert_key(d, 0, "one");
    el_dotenv_free(d);
    d = read_env("my store.sqlite=two");
    assert_key(d, 0, "two");
    el_dotenv_free(d);
}

static void misspelt_names_are_told_with_their_line(void **state)
{
    (void)state;
    el_dotenv *d = read_env("store.sqlite = 0x00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\nstore.sqlite_KeyFormat = 1\n"
                            "store.sqlite_pagesise = 5\nSTORE.sqlite_kdfIter = 4\n");
    assert_int_equal(d->nwarnings, 3);
    assert_int_equal(d->warnings[0].line, 2);
    assert_non_null(strstr(d->warnings[0].text, "keyFormat"));
    assert_int_equal(d->warnings[1].line, 3);
    assert_non_null(strstr(d->warnings[1].text, "pagesise"));
    assert_int_equal(d->warnings[2].line, 4);
    assert_int_equal(d->nkeys, 1);
    assert_true(el_key_is_raw(d->keys[0])); /* the case is forgiven */
    el_dotenv_free(d);
}

static void files_that_say_nothing_are_no_error(void **state)
{
    (void)state;
    el_dotenv *d;
    el_error err;
    assert_int_equal(el_dotenv_read(&d, path, &err), EL_OK);
    assert_null(d);
    static const char *const texts[] = {"", "\n\n", "other=1", "store.sqlite", "store.sqlitex=1", "# store.sqlite=1", "; store.sqlite=1", "=", "[", "\xef\xbb\xbf"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        write_env(texts[i]);
        assert_int_equal(el_dotenv_read(&d, path, &err), EL_OK);
        assert_null(d);
    }
    write_env("store.sqlite=\n");
    assert_int_equal(el_dotenv_read(&d, path, &err), EL_EKEYNEEDED);
    write_env("store.sqlite=abc\nstore.sqlite_keyFormat=1\n");
    assert_int_equal(el_dotenv_read(&d, path, &err), EL_EUSAGE);
    assert_string_equal(err.code, "bad-raw-key");
}

static void the_reading_that_opens_is_chosen(void **state)
{
    (void)state;
    const el_key *key;
    const char *cipher;
    fixture_make(path, "PRAGMA key='\"correct horse\"'; PRAGMA cipher_compatibility=3", 5);
    el_dotenv *d = read_env("store.sqlite=\"correct horse\"\n");
    assert_int_equal(el_dotenv_choose(&key, &cipher, d, path, NULL, NULL, NULL), EL_OK);
    assert_ptr_equal(key, d->keys[1]);
    assert_null(cipher);
    el_dotenv_free(d);
    /* Parameters that are wrong are left aside. */
    d = read_env("store.sqlite=\"correct horse\"\nstore.sqlite_pageSize=4096\n");
    assert_int_equal(el_dotenv_choose(&key, &cipher, d, path, NULL, NULL, NULL), EL_OK);
    assert_ptr_equal(key, d->keys[1]);
    assert_null(cipher);
    el_dotenv_free(d);
    d = read_env("store.sqlite=\"correct horse\"\nstore.sqlite_pageSize=1024\n");
    assert_int_equal(el_dotenv_choose(&key, &cipher, d, path, NULL, NULL, NULL), EL_OK);
    assert_string_equal(cipher, "page_size=1024");
    el_dotenv_free(d);
    d = read_env("store.sqlite=wrong\nstore.sqlite_pageSize=1024\n");
    assert_int_equal(el_dotenv_choose(&key, &cipher, d, path, NULL, NULL, NULL), EL_EWRONGKEY);
    el_dotenv_free(d);
}

static void keys_come_from_files_variables_and_descriptors(void **state)
{
    (void)state;
    el_key *key;
    el_error err;
    char *file = fixture_path(folder, "key");
    static const struct {
        const char *text;
        int status;
        const char *key;
    } cases[] = {
        {"correct horse", EL_OK, "correct horse"}, {"correct horse\n", EL_OK, "correct horse"}, {"correct horse\r\nmore", EL_OK, "correct horse"},
        {" spaces kept \n", EL_OK, " spaces kept "}, {"cr\rinside\n", EL_OK, "cr\rinside"}, {"", EL_EKEYNEEDED, ""}, {"\nsecond", EL_EKEYNEEDED, ""},
        {"\r\n", EL_EKEYNEEDED, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture_write_bytes(file, cases[i].text, strlen(cases[i].text));
        assert_int_equal(el_key_from_file(&key, file, EL_KEY_PASSPHRASE, &err), cases[i].status);
        if (!cases[i].status) {
            assert_int_equal(key->n, strlen(cases[i].key));
            assert_memory_equal(key->bytes, cases[i].key, key->n);
        }
        el_key_free(key);
    }
    fixture_write_bytes(file, "616200\n", 7);
    assert_int_equal(el_key_from_file(&key, file, EL_KEY_HEX_PASSPHRASE, &err), EL_OK);
    assert_int_equal(key->n, 3);
    el_key_free(key);
    assert_int_equal(el_key_from_file(&key, file, EL_KEY_RAW, &err), EL_EUSAGE);
    assert_int_equal(el_key_from_file(&key, "/nonexistent/key", EL_KEY_RAW, &err), EL_EIO);
    assert_string_equal(err.code, "no-such-file");
    setenv("TEST_KEY", "from the environment", 1);
    assert_int_equal(el_key_from_environment(&key, "TEST_KEY", EL_KEY_PASSPHRASE, &err), EL_OK);
    assert_memory_equal(key->bytes, "from the environment", key->n);
    el_key_free(key);
    unsetenv("TEST_KEY");
    assert_int_equal(el_key_from_environment(&key, "TEST_KEY", EL_KEY_PASSPHRASE, &err), EL_EUSAGE);
    int fd = open(file, O_RDONLY);
    assert_int_equal(el_key_from_descriptor(&key, fd, EL_KEY_PASSPHRASE, &err), EL_OK);
    assert_int_equal(fcntl(fd, F_GETFD), -1);
    el_key_free(key);
    free(file);
}

static void a_profile_follows_the_file(void **state)
{
    (void)state;
    el_profile *p;
    el_error err;
    char *moved = fixture_path(folder, "moved.sqlite");
    fixture_make(path, "PRAGMA key='correct horse'", 5);
    assert_int_equal(el_profile_open(&p, path, NULL, &err), EL_OK);
    assert_false(el_profile_is_saved(p));
    assert_null(el_profile_get(p, "open", "cipher"));
    assert_int_equal(el_profile_set(p, "open", "cipher", "page_size=4096", &err), EL_OK);
    assert_int_equal(el_profile_set(p, "queries", "zebra", "{\"entity\":\"Post\"}", &err), EL_OK);
    assert_int_equal(el_profile_set(p, "queries", "ant", "{}", &err), EL_OK);
    assert_int_equal(el_profile_save(p, &err), EL_OK);
    struct stat st;
    assert_int_equal(stat(el_profile_path(p), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    el_profile_free(p);

    fixture_copy(path, moved); /* another inode, another name */
    assert_int_equal(el_profile_open(&p, moved, NULL, &err), EL_OK);
    assert_true(el_profile_is_saved(p));
    assert_string_equal(el_profile_get(p, "open", "cipher"), "page_size=4096");
    assert_int_equal(el_profile_count(p, "queries"), 2);
    assert_string_equal(el_profile_name_at(p, "queries", 0), "ant");
    assert_string_equal(el_profile_name_at(p, "queries", 1), "zebra");
    assert_null(el_profile_name_at(p, "queries", 2));
    el_profile_set(p, "queries", "ant", NULL, &err);
    el_profile_set(p, "queries", "zebra", NULL, &err);
    el_profile_set(p, "open", "cipher", NULL, &err);
    assert_int_equal(el_profile_save(p, &err), EL_OK);
    assert_int_equal(access(el_profile_path(p), F_OK), -1);
    el_profile_free(p);
    free(moved);
}

static void a_plain_store_is_known_by_its_uuid(void **state)
{
    (void)state;
    el_profile *p;
    el_error err;
    char *moved = fixture_path(folder, "moved.sqlite");
    fixture_make(path, NULL, 5);
    assert_int_equal(el_profile_open(&p, path, NULL, &err), EL_OK);
    assert_int_equal(el_profile_set(p, "model", "path", "/models/Blog.xcdatamodeld", &err), EL_OK);
    assert_int_equal(el_profile_save(p, &err), EL_OK);
    el_profile_free(p);
    assert_int_equal(el_profile_open(&p, path, "0D1E", &err), EL_OK); /* found by inode, saved by UUID */
    assert_string_equal(el_profile_get(p, "model", "path"), "/models/Blog.xcdatamodeld");
    assert_int_equal(el_profile_save(p, &err), EL_OK);
    el_profile_free(p);
    fixture_copy(path, moved);
    assert_int_equal(el_profile_open(&p, moved, "0D1E", &err), EL_OK);
    assert_string_equal(el_profile_get(p, "model", "path"), "/models/Blog.xcdatamodeld");
    el_profile_free(p);
    assert_int_equal(el_profile_open(&p, moved, "other", &err), EL_OK);
    assert_null(el_profile_get(p, "model", "path"));
    el_profile_free(p);
    free(moved);
}

static void a_profile_takes_no_secret_and_no_nonsense(void **state)
{
    (void)state;
    el_profile *p;
    el_error err;
    fixture_make(path, NULL, 5);
    assert_int_equal(el_profile_open(&p, path, NULL, &err), EL_OK);
    assert_int_equal(el_profile_set(p, "open", "key", "x", &err), EL_EUSAGE);
    assert_int_equal(el_profile_set(p, "open", "passphrase", "x", &err), EL_EUSAGE);
    assert_int_equal(el_profile_set(p, "nowhere", "x", "x", &err), EL_EUSAGE);
    assert_int_equal(el_profile_set(p, "open", "cipher", "correct horse", &err), EL_EUSAGE);
    assert_int_equal(el_profile_set(p, "queries", "", "x", &err), EL_EUSAGE);
    assert_int_equal(el_profile_set(p, "queries", "x", "\xff", &err), EL_EUSAGE);
    el_profile_set(p, "view", "sort", "rating", &err);
    assert_int_equal(el_profile_save(p, &err), EL_OK);
    char *file = strdup(el_profile_path(p));
    el_profile_free(p);
    static const char *const broken[] = {"", "{", "[]", "{\"open\":1}", "{\"open\":{\"cipher\":1}}"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        fixture_write_bytes(file, broken[i], strlen(broken[i]));
        assert_int_equal(el_profile_open(&p, path, NULL, &err), EL_EIO);
        assert_string_equal(err.code, "bad-profile");
        assert_non_null(strstr(err.hint, file));
    }
    free(file);
    assert_int_equal(el_profile_open(&p, "/nonexistent", NULL, &err), EL_EIO);
}

int main(void)
{
    test_use_linked_sqlite();
#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(a_plain_line_means_the_same_in_both_dialects),
        CASE(where_the_dialects_differ_both_are_candidates),
        CASE(names_are_decoded_as_in_ini),
        CASE(misspelt_names_are_told_with_their_line),
        CASE(files_that_say_nothing_are_no_error),
        CASE(the_reading_that_opens_is_chosen),
        CASE(keys_come_from_files_variables_and_descriptors),
        CASE(a_profile_follows_the_file),
        CASE(a_plain_store_is_known_by_its_uuid),
        CASE(a_profile_takes_no_secret_and_no_nonsense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
