/* SPDX-License-Identifier: MIT */
/* Stores that ECD wrote, exported in every format and read again by other readers: the same objects come back. */
#include "sqlite_library.h"

#include "base/buf.h"
#include "base/map.h"
#include "entitylens/export.h"
#include "entitylens/object.h"
#include "sqlite/api.h"

#include <jansson.h>
#include <plist/plist.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>
#include <cmocka.h>

static const struct { const char *store, *model; } stores[] = {
    {"plain", "Blog"}, {"blog-v4", "Blog"}, {"inherit-v4", "Workshop"}, {"members-v4", "Members"}};
enum { STORES = sizeof stores / sizeof *stores };

static char folder[64];
static el_store *store;
static el_map *objects; /* id to typed JSON (heap), by the dump */
static el_error err;

static int keep_line(void *ctx, const char *json, size_t n)
{
    (void)ctx;
    char *line = malloc(n + 1);
    memcpy(line, json, n);
    line[n] = '\0';
    const char *id = line + strlen("{\"id\":\"");
    char name[128];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(id, "\""), id);
    assert_null(el_map_put(objects, name, line));
    return 0;
}

static void open_store(size_t i)
{
    char path[512], model[512];
    el_key *key = NULL;
    snprintf(path, sizeof path, TEST_SHARED "/stores/%s.sqlite", stores[i].store);
    snprintf(model, sizeof model, TEST_SHARED "/stores/%s.xcdatamodeld", stores[i].model);
    assert_int_equal(el_key_new_passphrase(&key, "correct horse", 13, &err), EL_OK);
    el_open_options options = {.model_path = model, .key = key};
    assert_int_equal(el_store_open(&store, path, &options, &err), EL_OK);
    el_key_free(key);
    objects = el_map_new();
    assert_int_equal(el_store_dump(store, keep_line, NULL, &err), EL_OK);
    assert_true(el_map_count(objects) > 20);
}

static void remove_folder(void)
{
    DIR *d = opendir(folder);
    struct dirent *e;
    while (d && (e = readdir(d))) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (e->d_name[0] != '.')
            assert_int_equal(unlink(path), 0);
    }
    if (d)
        closedir(d);
    rmdir(folder);
}

static void close_store(void)
{
    for (size_t i = 0; i < el_map_count(objects); i++)
        free(el_map_value(objects, i));
    el_map_free(objects);
    el_store_close(store);
}

static char *read_file(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    *n = (size_t)ftell(f);
    rewind(f);
    char *bytes = malloc(*n + 1);
    assert_int_equal(fread(bytes, 1, *n, f), *n);
    bytes[*n] = '\0';
    fclose(f);
    return bytes;
}

/* Calls `read` with each file of an export of each store; the objects that it counts are all there are. */
static void each_file(const el_export_options *options, size_t (*read)(const char *path, const char *bytes, size_t n))
{
    for (size_t i = 0; i < STORES; i++) {
        open_store(i);
        snprintf(folder, sizeof folder, "/tmp/entitylens-export-%d", (int)getpid());
        assert_int_equal(el_export_store(store, folder, options, NULL, 0, NULL, NULL, &err), EL_OK);
        size_t count = 0;
        DIR *d = opendir(folder);
        struct dirent *e;
        while ((e = readdir(d))) {
            char path[512];
            size_t n;
            snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
            if (e->d_name[0] == '.')
                continue;
            char *bytes = read_file(path, &n);
            count += read(path, bytes, n);
            free(bytes);
        }
        closedir(d);
        assert_int_equal(count, el_map_count(objects));
        remove_folder();
        close_store();
    }
}

static void check_json(json_t *found)
{
    const char *id = json_string_value(json_object_get(found, "id"));
    assert_non_null(id);
    const char *line = el_map_get(objects, id);
    assert_non_null(line);
    json_t *wanted = json_loads(line, JSON_ALLOW_NUL, NULL);
    assert_true(json_equal(found, wanted));
    json_decref(wanted);
}

static size_t read_json(const char *path, const char *bytes, size_t n)
{
    (void)path;
    json_t *all = json_loadb(bytes, n, JSON_ALLOW_NUL, NULL);
    assert_true(json_is_array(all));
    size_t count = json_array_size(all);
    for (size_t i = 0; i < count; i++)
        check_json(json_array_get(all, i));
    json_decref(all);
    return count;
}

static size_t read_jsonl(const char *path, const char *bytes, size_t n)
{
    (void)path;
    size_t count = 0;
    for (const char *s = bytes, *end = bytes + n; s < end; count++) {
        const char *stop = memchr(s, '\n', (size_t)(end - s));
        json_t *one = json_loadb(s, (size_t)(stop - s), JSON_ALLOW_NUL, NULL);
        assert_non_null(one);
        check_json(one);
        json_decref(one);
        s = stop + 1;
    }
    return count;
}

static size_t read_csv(const char *path, const char *s, size_t n)
{
    (void)path;
    size_t records = 0;
    for (const char *end = s + n; s < end; records++) {
        char id[128] = "";
        int quoted = 0;
        snprintf(id, sizeof id, "%.*s", (int)strcspn(s, ",\r"), s);
        if (records)
            assert_non_null(el_map_get(objects, id));
        for (; quoted || *s != '\r'; s++)
            quoted ^= *s == '"';
        assert_int_equal(s[1], '\n');
        s += 2;
    }
    return records - 1;
}

static size_t read_plist(const char *path, const char *bytes, size_t n)
{
    (void)path;
    plist_t root = NULL;
    plist_from_memory(bytes, (uint32_t)n, &root);
    assert_non_null(root);
    uint32_t count = plist_array_get_size(root);
    for (uint32_t i = 0; i < count; i++) {
        char *id = NULL;
        plist_t object = plist_array_get_item(root, i);
        plist_get_string_val(plist_dict_get_item(object, "id"), &id);
        json_t *wanted = json_loads(el_map_get(objects, id), JSON_ALLOW_NUL, NULL);
        const char *name;
        json_t *value;
        json_object_foreach(json_object_get(wanted, "attributes"), name, value)
        {
            plist_t found = plist_dict_get_item(plist_dict_get_item(object, "attributes"), name);
            assert_int_equal(found != NULL, !json_is_null(value));
            if (json_is_string(value) && plist_get_node_type(found) == PLIST_STRING) {
                char *text = NULL;
                plist_get_string_val(found, &text);
                assert_string_equal(text, json_string_value(value));
                free(text);
            }
        }
        json_decref(wanted);
        free(id);
    }
    plist_free(root);
    return count;
}

/* Each cell of the script's table is the cell of the store, storage class included. */
static size_t read_sql(const char *path, const char *bytes, size_t n)
{
    (void)n;
    sqlite3 *db;
    sqlite3_stmt *stmt;
    char name[64], sql[128];
    snprintf(name, sizeof name, "%s", strrchr(path, '/') + 1);
    name[strcspn(name, ".")] = '\0';
    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, bytes, NULL, NULL, NULL), SQLITE_OK);
    snprintf(sql, sizeof sql, "SELECT * FROM \"%s\"", name);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
    size_t count = 0;
    for (; sqlite3_step(stmt) == SQLITE_ROW; count++) {
        el_object *o;
        const el_entity *e = el_model_entity(el_store_model(store), name);
        assert_int_equal(el_object_read(&o, store, e, sqlite3_column_int64(stmt, 0), 0, &err), EL_OK);
        for (int c = 2; c < sqlite3_column_count(stmt); c++)
            for (size_t k = 0; k < e->nall_attributes; k++) {
                if (strcmp(e->all_attributes[k]->name, sqlite3_column_name(stmt, c)) != 0)
                    continue;
                const el_cell *cell = &o->attributes[k];
                assert_int_equal(sqlite3_column_type(stmt, c), cell->storage);
                if (cell->storage == EL_STORAGE_REAL)
                    assert_true(sqlite3_column_double(stmt, c) == cell->value.u.d);
                else if (cell->storage == EL_STORAGE_TEXT)
                    assert_memory_equal(sqlite3_column_text(stmt, c), cell->value.u.text.s, cell->value.u.text.n);
                else if (cell->storage == EL_STORAGE_INTEGER)
                    assert_int_equal(sqlite3_column_int64(stmt, c), cell->value.u.i);
            }
        el_object_free(o);
    }
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return count;
}

static void json_gives_the_same_objects(void **state)
{
    (void)state;
    each_file(&(el_export_options){.format = EL_EXPORT_JSON}, read_json);
    each_file(&(el_export_options){.format = EL_EXPORT_JSONL}, read_jsonl);
}

static void csv_has_every_object(void **state)
{
    (void)state;
    each_file(&(el_export_options){.format = EL_EXPORT_CSV}, read_csv);
}

static void property_lists_give_the_same_texts(void **state)
{
    (void)state;
    each_file(&(el_export_options){.format = EL_EXPORT_PLIST}, read_plist);
    each_file(&(el_export_options){.format = EL_EXPORT_PLIST, .binary_plist = 1}, read_plist);
}

static void sql_gives_the_same_cells(void **state)
{
    (void)state;
    each_file(&(el_export_options){.format = EL_EXPORT_SQL}, read_sql);
}

/* A text among numbers, an integer among dates: a declared type would turn them into something else. */
static void sql_keeps_mixed_storage_classes(void **state)
{
    (void)state;
    char copy[96];
    size_t n;
    char *bytes = read_file(TEST_SHARED "/stores/plain.sqlite", &n);
    snprintf(copy, sizeof copy, "/tmp/entitylens-export-%d.sqlite", (int)getpid());
    FILE *f = fopen(copy, "wb");
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
    free(bytes);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(copy, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "UPDATE ecdUser SET karma = '12', joined = 5, name = 7 WHERE __objectid = 3;"
                                      "UPDATE ecdUser SET karma = 7.0, isAdmin = '1' WHERE __objectid = 4", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    el_open_options options = {.model_path = TEST_SHARED "/stores/Blog.xcdatamodeld"};
    assert_int_equal(el_store_open(&store, copy, &options, &err), EL_OK);
    snprintf(folder, sizeof folder, "/tmp/entitylens-export-%d", (int)getpid());
    const char *const only[] = {"User"};
    assert_int_equal(el_export_store(store, folder, &(el_export_options){.format = EL_EXPORT_SQL}, only, 1, NULL, NULL, &err), EL_OK);
    char script[128];
    snprintf(script, sizeof script, "%s/User.sql", folder);
    bytes = read_file(script, &n);
    assert_int_equal(read_sql(script, bytes, n), 19);
    free(bytes);
    remove_folder();
    el_store_close(store);
    unlink(copy);
}

int main(void)
{
    test_use_linked_sqlite();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_gives_the_same_objects), cmocka_unit_test(csv_has_every_object),
        cmocka_unit_test(property_lists_give_the_same_texts), cmocka_unit_test(sql_gives_the_same_cells),
        cmocka_unit_test(sql_keeps_mixed_storage_classes)};
    if (access(TEST_SHARED "/stores/plain.sqlite", R_OK) == 0)
        return cmocka_run_group_tests(tests, NULL, NULL);
    return 0;
}
