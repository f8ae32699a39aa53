/* SPDX-License-Identifier: MIT */
/* Opening, adopting, reloading; what info and entities say; models given, read and inferred. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/buf.h"
#include "entitylens/entitylens.h"
#include "fixture.h"
#include "sqlite_library.h"

#include <jansson.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/el-store-XXXXXX";
static char path[64], model_path[64], overrides_path[64];

static const char farm[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?><model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">"
    "<entity name=\"Animal\" isAbstract=\"YES\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>"
    "<relationship name=\"barn\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Barn\" inverseName=\"animals\" inverseEntity=\"Barn\"/></entity>"
    "<entity name=\"Cow\" parentEntity=\"Animal\"><attribute name=\"milk\" optional=\"YES\" attributeType=\"Double\"/></entity>"
    "<entity name=\"Hen\" parentEntity=\"Animal\"/>"
    "<entity name=\"Barn\"><attribute name=\"size\" optional=\"YES\" attributeType=\"Integer 32\"/>"
    "<relationship name=\"animals\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Animal\" inverseName=\"barn\" inverseEntity=\"Animal\"/></entity></model>";

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void write_farm(const char *sql)
{
    el_model *model;
    el_error err;
    if (el_model_load_xml(&model, farm, strlen(farm), "farm", "farm", &err))
        fail_msg("%s", err.message);
    fixture *f = fixture_new(model);
    fixture_object *barn = fixture_add(f, "Barn", 0);
    fixture_set(f, barn, "size", el_value_int(7));
    for (int i = 0; i < 5; i++) {
        fixture_object *o = fixture_add(f, i < 3 ? "Cow" : "Hen", 0);
        fixture_set(f, o, "name", el_value_text(EL_STRING, "Berta", 5));
        if (i < 3)
            fixture_set(f, o, "milk", el_value_double(i + 0.5));
        fixture_link(f, o, "barn", barn);
    }
    fixture_options options = {.format = 4, .sql = sql};
    if (fixture_write(f, path, &options, &err))
        fail_msg("%s", err.message);
    fixture_free(f);
    el_model_free(model);
}

static el_store *open_farm(const char *with_model, const char *overrides)
{
    el_open_options options;
    memset(&options, 0, sizeof options);
    el_key *key;
    el_store *store;
    el_error err;
    assert_int_equal(el_key_new_passphrase(&key, "correct horse", 13, &err), EL_OK);
    options.key = key;
    options.model_path = with_model;
    options.overrides_path = overrides;
    if (el_store_open(&store, path, &options, &err))
        fail_msg("%s", err.message);
    el_key_free(key);
    return store;
}

static void info_is_the_contracts_object(void **state)
{
    (void)state;
    write_farm(NULL);
    el_store *store = open_farm(model_path, NULL);
    el_buf out = {0};
    el_error err;
    assert_int_equal(el_store_info_json(&out, store, &err), EL_OK);
    json_t *info = json_loads(out.data, 0, NULL), *entities = json_object_get(info, "entities");
    assert_string_equal(json_string_value(json_object_get(info, "file")), path);
    assert_string_equal(json_string_value(json_object_get(info, "openedBy")), "read-only");
    assert_int_equal(json_integer_value(json_object_get(json_object_get(info, "cipher"), "version")), 4);
    assert_string_equal(json_string_value(json_object_get(json_object_get(info, "layout"), "era")), "3.1-or-3.2");
    assert_true(json_array_size(json_object_get(json_object_get(info, "layout"), "evidence")) > 0);
    assert_string_equal(json_string_value(json_object_get(json_object_get(info, "metadata"), "NSStoreType")), "EncryptedStore");
    assert_string_equal(json_string_value(json_object_get(json_object_get(info, "model"), "source")), "xcdatamodel");
    assert_string_equal(json_string_value(json_object_get(json_object_get(info, "model"), "match")), "by-structure");
    assert_true(json_is_array(json_object_get(info, "findings")));
    assert_int_equal(json_array_size(entities), 4);
    const json_t *cow = json_array_get(entities, 1);
    assert_string_equal(json_string_value(json_object_get(cow, "name")), "Cow");
    assert_string_equal(json_string_value(json_object_get(cow, "parent")), "Animal");
    assert_int_equal(json_integer_value(json_object_get(cow, "count")), 3);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(entities, 0), "countWithSubentities")), 5);
    assert_true(json_is_true(json_object_get(json_array_get(entities, 0), "abstract")));
    json_decref(info);
    el_buf_clear(&out);
    assert_int_equal(el_store_entities_text(&out, store, &err), EL_OK);
    assert_string_equal(out.data, "Animal         0  (5 with sub-entities)  abstract\n  Cow          3\n  Hen          2\nBarn           1\n");
    el_buf_clear(&out);
    assert_int_equal(el_store_info_text(&out, store, &err), EL_OK);
    assert_non_null(strstr(out.data, "layout: ECD 3.1-or-3.2\n"));
    assert_null(strstr(out.data, "correct horse"));
    el_buf_free(&out);
    assert_non_null(el_store_uuid(store));
    el_store_close(store);
}

static int id_count(void *ctx, const char *json, size_t n)
{
    (void)json;
    (void)n;
    ++*(int *)ctx;
    return 0;
}

static void without_a_model_one_is_inferred(void **state)
{
    (void)state;
    write_farm(NULL);
    el_store *store = open_farm(NULL, NULL);
    el_error err;
    int n = 0;
    assert_true(el_store_is_inferred(store));
    assert_string_equal(el_store_model_match(store), "none");
    const el_entity *cow = el_model_entity(el_store_model(store), "Cow");
    assert_non_null(cow);
    int64_t count;
    assert_int_equal(el_store_count(&count, store, cow, 0, &err), EL_OK);
    assert_int_equal(count, 3);
    assert_int_equal(el_store_dump(store, id_count, &n, &err), EL_OK);
    assert_int_equal(n, 6);
    el_store_close(store);

    write_file(overrides_path, "[Barn]\nsize = Double\n");
    store = open_farm(NULL, overrides_path);
    assert_int_equal(el_entity_attribute(el_model_entity(el_store_model(store), "Barn"), "size")->type, EL_TYPE_DOUBLE);
    el_store_close(store);
    unlink(overrides_path);
}

/* An adopted connection, and what is reread when its schema changes under it. */
static void reloading_follows_the_schema_and_keeps_a_model_that_fits(void **state)
{
    (void)state;
    el_error err;
    sqlite3 *db;
    write_farm(NULL);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA key = 'correct horse'", NULL, NULL, NULL), SQLITE_OK);
    el_open_options options;
    memset(&options, 0, sizeof options);
    options.model_path = model_path;
    el_store *store;
    if (el_store_adopt(&store, db, &options, &err))
        fail_msg("%s", err.message);
    assert_string_equal(el_store_opened_by(store), "borrowed");
    assert_string_equal(el_store_path(store), path);
    assert_null(el_store_cipher(store));
    const el_model *before = el_store_model(store);
    const el_finding *findings;
    assert_int_equal(el_store_findings(store, &findings), 0);

    assert_int_equal(sqlite3_exec(db, "CREATE TABLE extra(x)", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(el_store_reload(store, &err), EL_OK);
    assert_ptr_equal(el_store_model(store), before);
    assert_int_equal(el_store_findings(store, &findings), 1);
    assert_string_equal(findings[0].code, "foreign-table");

    /* What cannot be read leaves the store as it was. */
    assert_int_equal(sqlite3_exec(db, "ALTER TABLE meta RENAME TO m; ALTER TABLE ecdAnimal RENAME TO a; ALTER TABLE ecdBarn RENAME TO b",
                                  NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(el_store_reload(store, &err), EL_ENOTSTORE);
    assert_ptr_equal(el_store_model(store), before);
    assert_int_equal(el_store_findings(store, &findings), 1);
    el_store_close(store);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void an_abandoned_connection_is_not_touched(void **state)
{
    (void)state;
    el_error err;
    sqlite3 *db;
    write_farm(NULL);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, "PRAGMA key = 'correct horse'", NULL, NULL, NULL);
    el_store *store;
    if (el_store_adopt(&store, db, NULL, &err))
        fail_msg("%s", err.message);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    el_store_abandon(store);
    assert_null(el_store_db(store));
    assert_int_equal(el_store_reload(store, &err), EL_EIO);
    assert_string_equal(err.code, "abandoned");
    el_store_close(store);
}

static void other_files_are_refused(void **state)
{
    (void)state;
    el_store *store;
    el_error err;
    el_open_options options;
    memset(&options, 0, sizeof options);
    sqlite3 *db;
    unlink(path);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, "CREATE TABLE t(x)", NULL, NULL, NULL);
    sqlite3_close(db);
    assert_int_equal(el_store_open(&store, path, &options, &err), EL_ENOTSTORE);
    assert_string_equal(err.code, "not-ecd");
    assert_null(store);
    write_farm(NULL);
    assert_int_equal(el_store_open(&store, path, &options, &err), EL_EKEYNEEDED);
    options.model_path = "/nowhere.xcdatamodeld";
    el_key *key;
    assert_int_equal(el_key_new_passphrase(&key, "correct horse", 13, &err), EL_OK);
    options.key = key;
    assert_true(el_store_open(&store, path, &options, &err) < 0);
    assert_null(store);
    el_key_free(key);
}

/* A store that lost its metadata row, or has rubbish there, still shows its objects and says what is wrong. */
static void broken_metadata_is_a_finding(void **state)
{
    (void)state;
    static const struct { const char *sql, *code; } cases[] = {
        {"DELETE FROM meta", "unreadable-metadata"}, {"UPDATE meta SET plist = 'text'", "unreadable-metadata"},
        {"UPDATE meta SET plist = substr(plist, 1, 60)", "unreadable-metadata"}, {"DROP TABLE meta", "missing-metadata"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_farm(cases[i].sql);
        el_store *store = open_farm(model_path, NULL);
        const el_finding *findings;
        size_t n = el_store_findings(store, &findings), found = 0;
        for (size_t k = 0; k < n; k++)
            found += !strcmp(findings[k].code, cases[i].code);
        assert_int_equal(found, 1);
        int lines = 0;
        assert_int_equal(el_store_dump(store, id_count, &lines, NULL), EL_OK);
        assert_int_equal(lines, 6);
        assert_null(el_store_uuid(store));
        el_store_close(store);
    }
}

static int set_up(void **state)
{
    (void)state;
    test_use_linked_sqlite();
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/s.sqlite", folder);
    snprintf(model_path, sizeof model_path, "%s/contents", folder);
    snprintf(overrides_path, sizeof overrides_path, "%s/overrides", folder);
    write_file(model_path, farm);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    unlink(model_path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(info_is_the_contracts_object),
        cmocka_unit_test(without_a_model_one_is_inferred),
        cmocka_unit_test(reloading_follows_the_schema_and_keeps_a_model_that_fits),
        cmocka_unit_test(an_abandoned_connection_is_not_touched),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(broken_metadata_is_a_finding),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
