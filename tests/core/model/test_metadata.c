/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/buf.h"
#include "fixture.h"
#include "model/metadata.h"
#include "real_store.h"
#include "sqlite_library.h"

#include <sqlite3.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static el_value text(const char *s)
{
    return el_value_text(EL_STRING, s, (size_t)-1);
}

static el_metadata *read_archived(const el_value *keys, const el_value *values, size_t n)
{
    el_value dict = {.kind = EL_DICT, .u.dict = {keys, values, n}};
    size_t size;
    unsigned char *bytes = fixture_archive(&dict, &size);
    el_metadata *m;
    el_error e;
    if (el_metadata_read(&m, bytes, size, &e))
        fail_msg("%s", e.message);
    free(bytes);
    return m;
}

static void the_digest_is_checked(void **state)
{
    (void)state;
    /* SHA-512 of "A" and 32 bytes of 1, then "B" and 32 bytes of 2; computed with another program. */
    static const char digest[] = "Vk/GpflUxzw26DJs0XXfr42zjyupM6aZbe8IYhHn+jJ1sZIic/jFn0paYwMTqmCw4wm2iMeOaqOYx2wbng5jqA==";
    char a[32], b[32];
    memset(a, 1, sizeof a);
    memset(b, 2, sizeof b);
    el_value names[] = {text("B"), text("A")}, sums[] = {el_value_text(EL_DATA, b, 32), el_value_text(EL_DATA, a, 32)};
    el_value hashes = {.kind = EL_DICT, .u.dict = {names, sums, 2}};
    el_value keys[] = {text("NSStoreModelVersionHashes"), text("NSStoreModelVersionHashesDigest"), text("NSStoreType")};
    el_value values[] = {hashes, text(digest), text("CMDEncryptedSQLiteStore")};
    el_metadata *m = read_archived(keys, values, 3);
    assert_int_equal(m->digest_state, 1);
    assert_true(m->is_ecd);
    assert_null(m->uuid);
    assert_string_equal(m->hashes[0].entity, "A");
    assert_memory_equal(el_metadata_hash(m, "B")->hash, b, 32);
    assert_null(el_metadata_hash(m, "C"));
    el_metadata_free(m);
    a[5] = 9;
    m = read_archived(keys, values, 3);
    assert_int_equal(m->digest_state, -1);
    el_metadata_free(m);
    values[1] = text(""); /* what a patched app was seen to write */
    m = read_archived(keys, values, 3);
    assert_int_equal(m->digest_state, 0);
    el_metadata_free(m);
}

static void odd_metadata_is_refused(void **state)
{
    (void)state;
    el_metadata *m;
    el_error e;
    size_t n;
    el_value list = {.kind = EL_LIST};
    unsigned char *bytes = fixture_archive(&list, &n);
    assert_int_equal(el_metadata_read(&m, bytes, n, &e), EL_ECORRUPT);
    assert_string_equal(e.code, "bad-metadata");
    free(bytes);
    assert_int_equal(el_metadata_read(&m, "x", 1, &e), EL_EUNSUPPORTED);
    assert_null(m);
}

static void every_real_store_tells_its_entities(void **state)
{
    (void)state;
    char **stores = real_store_list(TEST_SHARED "/stores/old");
    size_t read = 0;
    for (char **path = stores; *path; path++) {
        sqlite3 *db = real_store_open(*path);
        size_t n;
        unsigned char *bytes = real_store_metadata(db, &n);
        el_metadata *m;
        el_error e;
        if (el_metadata_read(&m, bytes, n, &e))
            fail_msg("%s: %s", *path, e.message);
        assert_true(m->is_ecd);
        assert_int_equal(strlen(m->uuid), 36);
        assert_int_equal(m->nhashes, strstr(*path, "blog") ? 4 : 9);
        assert_true(m->has_framework_version && m->framework_version == 754);
        assert_true(m->has_hashes_version && m->hashes_version == 3);
        assert_int_equal(m->nidentifiers, 1);
        assert_int_equal(m->all.kind, EL_DICT);
        el_buf json = {0};
        el_metadata_json(&json, m);
        assert_non_null(strstr(el_buf_str(&json), m->uuid));
        el_buf_free(&json);
        el_metadata_free(m);
        free(bytes);
        sqlite3_close(db);
        read++;
    }
    assert_true(read >= 10);
    real_store_list_free(stores);
}

int main(void)
{
    test_use_linked_sqlite();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_digest_is_checked),
        cmocka_unit_test(odd_metadata_is_refused),
    };
    const struct CMUnitTest with_stores[] = {
        cmocka_unit_test(every_real_store_tells_its_entities),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (access(TEST_SHARED "/stores/old", R_OK) == 0)
        failed += cmocka_run_group_tests(with_stores, NULL, NULL);
    return failed;
}
