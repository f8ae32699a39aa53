/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "entitylens/export.h"

#include "base/buf.h"
#include "garden.h"
#include "sqlite_library.h"

#include <jansson.h>
#include <plist/plist.h>
#include <sqlite3.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static el_model *model;
static el_store *store;

static int open_garden(void **state)
{
    (void)state;
    test_use_linked_sqlite();
    model = garden_model_today();
    store = garden_open(model, NULL);
    return 0;
}

static int close_garden(void **state)
{
    (void)state;
    garden_close(store);
    el_model_free(model);
    return 0;
}

static int collect(void *ctx, const void *bytes, size_t n)
{
    el_buf_add(ctx, bytes, n);
    return 0;
}

static void export_entity(el_buf *out, const char *entity, const el_export_options *options)
{
    el_writer *writer;
    el_fetch *fetch;
    const el_object *object;
    el_fetch_request request = {.entity = entity, .read_flags = EL_READ_TO_MANY | EL_READ_LABELS};
    assert_int_equal(el_fetch_open(&fetch, store, &request, NULL), EL_OK);
    assert_int_equal(el_writer_open(&writer, options, store, el_model_entity(model, entity), 1, collect, out, NULL), EL_OK);
    while (el_fetch_next(fetch, &object, NULL) > 0)
        assert_int_equal(el_writer_object(writer, store, object, NULL), EL_OK);
    assert_int_equal(el_writer_finish(writer, NULL), EL_OK);
    el_writer_free(writer);
    el_fetch_close(fetch);
}

static void csv_follows_the_rfc(void **state)
{
    (void)state;
    el_buf out = {0};
    export_entity(&out, "Plant", &(el_export_options){.format = EL_EXPORT_CSV});
    assert_string_equal(el_buf_str(&out),
                        "id,name,height,colour,photo,planted,price,hardy,rings,bed,keepers\r\n"
                        "Plant/1,rose,0.1,red,,1970-01-01T00:00:00Z,10.5,false,,Bed/1,Keeper/1\r\n"
                        "Plant/2,\"lily \"\"white\"\"\",0.2,red,iVBORwB4,1970-01-02T00:00:00.5Z,10.5,true,,Bed/2,Keeper/1\r\n"
                        "Plant/3,\"\",0.30000000000000004,red,,1970-01-03T00:00:01Z,10.5,false,,Bed/1,\r\n"
                        "Plant/4,\"fern\nof the wood\",0.4,,,1970-01-04T00:00:01.5Z,10.5,true,,Bed/2,\r\n"
                        "Tree/5,oak,0.5,,,1970-01-05T00:00:02Z,10.5,false,120,,\r\n");
    el_buf_free(&out);
}

static void spreadsheets_get_no_formulas(void **state)
{
    (void)state;
    el_buf out = {0};
    export_entity(&out, "Keeper", &(el_export_options){.format = EL_EXPORT_CSV, .csv_excel = 1, .csv_separator = ';'});
    assert_string_equal(el_buf_str(&out), "\xEF\xBB\xBFid;name;plants\r\nKeeper/1;'=Ada;Plant/1 Plant/2\r\n");
    el_buf_free(&out);
}

static void labels_stand_for_ids(void **state)
{
    (void)state;
    el_buf out = {0};
    export_entity(&out, "Bed", &(el_export_options){.format = EL_EXPORT_CSV, .relations = EL_RELATIONS_LABELS});
    assert_non_null(strstr(el_buf_str(&out), "rose"));
    assert_non_null(strstr(el_buf_str(&out), "\"sun, south\""));
    el_buf_free(&out);
}

static void json_is_typed_and_whole(void **state)
{
    (void)state;
    el_buf out = {0};
    export_entity(&out, "Plant", &(el_export_options){.format = EL_EXPORT_JSON});
    json_t *list = json_loads(el_buf_str(&out), 0, NULL);
    assert_int_equal(json_array_size(list), 5);
    json_t *lily = json_array_get(list, 1);
    assert_string_equal(json_string_value(json_object_get(lily, "id")), "Plant/2");
    json_t *photo = json_object_get(json_object_get(lily, "attributes"), "photo");
    assert_string_equal(json_string_value(json_object_get(photo, "base64")), "iVBORwB4");
    assert_int_equal(json_array_size(json_object_get(json_object_get(lily, "toMany"), "keepers")), 1);
    json_decref(list);
    el_buf_clear(&out);
    export_entity(&out, "Plant", &(el_export_options){.format = EL_EXPORT_JSONL, .relations = EL_RELATIONS_NESTED});
    json_t *first = json_loads(el_buf_str(&out), JSON_DISABLE_EOF_CHECK, NULL);
    json_t *bed = json_object_get(json_object_get(first, "toOne"), "bed");
    assert_string_equal(json_string_value(json_object_get(json_object_get(bed, "attributes"), "title")), "sun, south");
    json_decref(first);
    el_buf_free(&out);
}

static void property_lists_say_the_same_in_both_forms(void **state)
{
    (void)state;
    for (int binary = 0; binary < 2; binary++) {
        el_buf out = {0};
        plist_t root = NULL;
        export_entity(&out, "Plant", &(el_export_options){.format = EL_EXPORT_PLIST, .binary_plist = binary});
        if (binary)
            plist_from_bin(out.data, (uint32_t)out.len, &root);
        else
            plist_from_xml(out.data, (uint32_t)out.len, &root);
        assert_non_null(root);
        assert_int_equal(plist_array_get_size(root), 5);
        plist_t attributes = plist_dict_get_item(plist_array_get_item(root, 1), "attributes");
        uint64_t length = 0;
        const char *photo = plist_get_data_ptr(plist_dict_get_item(attributes, "photo"), &length);
        assert_int_equal(length, 6);
        assert_memory_equal(photo, "\x89PNG\0x", 6);
        assert_null(plist_dict_get_item(plist_dict_get_item(plist_array_get_item(root, 4), "attributes"), "photo"));
        plist_free(root);
        el_buf_free(&out);
    }
}

static void sql_rebuilds_the_rows(void **state)
{
    (void)state;
    el_buf out = {0};
    sqlite3 *db;
    sqlite3_stmt *stmt;
    export_entity(&out, "Plant", &(el_export_options){.format = EL_EXPORT_SQL});
    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, el_buf_str(&out), NULL, NULL, NULL), SQLITE_OK);
    sqlite3_prepare_v2(db, "SELECT group_concat(name, '|'), sum(rings), hex(max(photo)), (SELECT count(*) FROM \"Plant.keepers\"), max(bed) FROM Plant", -1, &stmt, NULL);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(stmt, 0), "rose|lily \"white\"||fern\nof the wood|oak");
    assert_int_equal(sqlite3_column_int(stmt, 1), 120);
    assert_string_equal((const char *)sqlite3_column_text(stmt, 2), "89504E470078");
    assert_int_equal(sqlite3_column_int(stmt, 3), 2);
    assert_int_equal(sqlite3_column_int(stmt, 4), 2);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    el_buf_free(&out);
}

static int entries(const char *path)
{
    DIR *dir = opendir(path);
    int n = -2;
    while (dir && readdir(dir))
        n++;
    if (dir)
        closedir(dir);
    return n;
}

static int stop_at_once(void *ctx, int64_t done, int64_t total)
{
    (void)ctx;
    (void)done;
    (void)total;
    return 1;
}

static void a_folder_appears_whole_or_not_at_all(void **state)
{
    (void)state;
    char parent[] = "/tmp/export-XXXXXX", target[64], command[128];
    el_error err;
    assert_non_null(mkdtemp(parent));
    snprintf(target, sizeof target, "%s/out", parent);
    el_export_options options = {.format = EL_EXPORT_CSV, .blob_folder = ""};
    assert_int_equal(el_export_store(store, target, &options, NULL, 0, NULL, NULL, &err), EL_OK);
    assert_int_equal(entries(parent), 1);
    assert_int_equal(entries(target), 8); /* four entities, each with a folder for its bytes */
    /* Nothing is overwritten. */
    assert_int_equal(el_export_store(store, target, &options, NULL, 0, NULL, NULL, &err), EL_EEXISTS);
    assert_string_equal(err.code, "target-exists");
    /* An unknown entity leaves nothing behind. */
    const char *names[] = {"Gnome"};
    snprintf(target, sizeof target, "%s/other", parent);
    assert_int_equal(el_export_store(store, target, &options, names, 1, stop_at_once, NULL, &err), EL_ENOTFOUND);
    assert_int_equal(entries(parent), 1);
    snprintf(command, sizeof command, "rm -r %s", parent);
    assert_int_equal(system(command), 0);
}

static void what_xml_cannot_hold_survives_a_property_list(void **state)
{
    (void)state;
    el_buf out = {0};
    el_writer *writer;
    const char *names[] = {"a", "b", "c"};
    el_cell cells[] = {{el_value_text(EL_STRING, "x\x01y", 3), EL_STORAGE_TEXT, 0}, {el_value_text(EL_STRING, "\xEF\xBF\xBF", 3), EL_STORAGE_TEXT, 0},
                       {el_value_text(EL_STRING, "a\r\n<b>", 6), EL_STORAGE_TEXT, 0}};
    el_export_options options = {.format = EL_EXPORT_PLIST};
    assert_int_equal(el_writer_open_rows(&writer, &options, names, 3, "t", collect, &out, NULL), EL_OK);
    assert_int_equal(el_writer_row(writer, cells, 3, NULL), EL_OK);
    assert_int_equal(el_writer_finish(writer, NULL), EL_OK);
    el_writer_free(writer);
    assert_non_null(strstr(out.data, "<key>a</key><dict><key>text</key><data>eAF5</data></dict>"));
    assert_non_null(strstr(out.data, "<key>b</key><dict><key>text</key><data>77+/</data></dict>"));
    assert_non_null(strstr(out.data, "<key>c</key><string>a&#13;\n&lt;b&gt;</string>"));
    el_buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv_follows_the_rfc),
        cmocka_unit_test(spreadsheets_get_no_formulas),
        cmocka_unit_test(labels_stand_for_ids),
        cmocka_unit_test(json_is_typed_and_whole),
        cmocka_unit_test(property_lists_say_the_same_in_both_forms),
        cmocka_unit_test(what_xml_cannot_hold_survives_a_property_list),
        cmocka_unit_test(sql_rebuilds_the_rows),
        cmocka_unit_test(a_folder_appears_whole_or_not_at_all),
    };
    return cmocka_run_group_tests(tests, open_garden, close_garden);
}
