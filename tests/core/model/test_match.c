/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/buf.h"
#include "fixture.h"
#include "model/match.h"
#include "mom_writer.h"
#include "sqlite_library.h"

#include <sqlite3.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[64];

static const char *const versions[] = {
    "<model><entity name='Plant'><attribute name='name' optional='YES' attributeType='String'/></entity><entity name='Bed'/></model>",
    "<model><entity name='Plant'><attribute name='name' optional='YES' attributeType='String'/>"
    "<attribute name='height' optional='YES' attributeType='Double'/></entity><entity name='Bed'/></model>",
    "<model><entity name='Plant'><attribute name='name' optional='YES' attributeType='String'/>"
    "<attribute name='height' optional='YES' attributeType='Double'/>"
    "<relationship name='bed' optional='YES' maxCount='1' destinationEntity='Bed'/></entity><entity name='Bed'/><entity name='Pot'/></model>",
};

static el_model *model_of(int version)
{
    el_model *m;
    el_error e;
    if (el_model_load_xml(&m, versions[version], strlen(versions[version]), "m", "m", &e))
        fail_msg("%s", e.message);
    return m;
}

static void write_text(const char *path, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
}

static int make_bundles(void **state)
{
    (void)state;
    char path[256];
    snprintf(root, sizeof root, "/tmp/entitylens-match-XXXXXX");
    if (!mkdtemp(root))
        return 1;
    snprintf(path, sizeof path, "%s/G.xcdatamodeld", root);
    mkdir(path, 0700);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/G.xcdatamodeld/G %d.xcdatamodel", root, i + 1);
        mkdir(path, 0700);
        strcat(path, "/contents");
        write_text(path, versions[i], strlen(versions[i]));
    }
    return 0;
}

static int remove_bundles(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", root);
    return system(command);
}

/* A compiled bundle whose VersionInfo.plist has the hashes of the given models, as the fixtures make them. */
static void write_momd(const char *path)
{
    FILE *f;
    char file[300];
    mkdir(path, 0700);
    snprintf(file, sizeof file, "%s/VersionInfo.plist", path);
    f = fopen(file, "w");
    fputs("<plist><dict><key>NSManagedObjectModel_VersionHashes</key><dict>", f);
    for (int i = 0; i < 3; i++) {
        el_model *m = model_of(i);
        size_t n;
        unsigned char *bytes = mom_write(m, 0, &n);
        snprintf(file, sizeof file, "%s/G %d.mom", path, i + 1);
        write_text(file, bytes, n);
        free(bytes);
        fprintf(f, "<key>G %d</key><dict>", i + 1);
        for (size_t k = 0; k < m->nentities; k++) {
            unsigned char hash[32];
            el_buf text = {0};
            fixture_version_hash(hash, m->entities[k]);
            el_buf_base64(&text, hash, sizeof hash);
            fprintf(f, "<key>%s</key><data>%s</data>", m->entities[k]->name, el_buf_str(&text));
            el_buf_free(&text);
        }
        fputs("</dict>", f);
        el_model_free(m);
    }
    fputs("</dict></dict></plist>", f);
    fclose(f);
}

typedef struct store { sqlite3 *db; el_metadata *meta; el_schema *schema; } store;

/* A store of a model, its metadata and schema read back. */
static store store_of(int version, int with_hashes)
{
    char path[256];
    el_error e;
    store s;
    sqlite3_stmt *stmt;
    el_model *m = model_of(version);
    fixture *f = fixture_new(m);
    snprintf(path, sizeof path, "%s/s.sqlite", root);
    if (fixture_write(f, path, &(fixture_options){.format = FIXTURE_PLAIN, .no_hashes = !with_hashes}, &e))
        fail_msg("%s", e.message);
    fixture_free(f);
    el_model_free(m);
    assert_int_equal(sqlite3_open(path, &s.db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(s.db, "SELECT plist FROM meta", -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    assert_int_equal(el_metadata_read(&s.meta, sqlite3_column_blob(stmt, 0), (size_t)sqlite3_column_bytes(stmt, 0), &e), EL_OK);
    sqlite3_finalize(stmt);
    assert_int_equal(el_schema_read(&s.schema, s.db, &e), EL_OK);
    return s;
}

static void close_store(store *s)
{
    el_schema_free(s->schema);
    el_metadata_free(s->meta);
    sqlite3_close(s->db);
}

static el_model_match *match(const char *bundle_path, const store *s)
{
    el_model_bundle *bundle;
    el_model_match *m;
    el_error e;
    if (el_model_bundle_open(&bundle, bundle_path, &e) || el_model_bundle_match(&m, bundle, s->meta, s->schema, &e))
        fail_msg("%s", e.message);
    el_model_bundle_free(bundle);
    return m;
}

static void tables_choose_where_there_are_no_hashes(void **state)
{
    (void)state;
    char path[256];
    snprintf(path, sizeof path, "%s/G.xcdatamodeld", root);
    for (int i = 0; i < 3; i++) {
        store s = store_of(i, 0);
        el_model_match *m = match(path, &s);
        assert_int_equal(m->version, i);
        assert_string_equal(m->how, "tables");
        assert_false(m->exact);
        assert_true(m->fits[i].score == 1);
        assert_int_equal(m->ndiffering, 0);
        el_model_match_free(m);
        close_store(&s);
    }
}

static void hashes_choose_exactly(void **state)
{
    (void)state;
    char path[256];
    snprintf(path, sizeof path, "%s/G.momd", root);
    write_momd(path);
    for (int i = 0; i < 3; i++) {
        store s = store_of(i, 1);
        el_model_match *m = match(path, &s);
        assert_int_equal(m->version, i);
        assert_string_equal(m->how, "hashes");
        assert_true(m->exact);
        assert_int_equal(m->ndiffering, 0);
        el_model_match_free(m);
        close_store(&s);
    }
}

static void differing_entities_are_named(void **state)
{
    (void)state;
    char path[256];
    snprintf(path, sizeof path, "%s/G.momd", root);
    store s = store_of(1, 1);
    ((el_entity_hash *)s.meta->hashes)[1].hash[0] ^= 1; /* "Plant", behind "Bed" */
    el_model_match *m = match(path, &s);
    assert_int_equal(m->version, 1);
    assert_string_equal(m->how, "tables");
    assert_int_equal(m->ndiffering, 1);
    assert_string_equal(m->differing[0], "Plant");
    assert_non_null(strstr(m->reason, "of 1 entity differs"));
    el_model_match_free(m);
    close_store(&s);
}

static void strangers_do_not_match(void **state)
{
    (void)state;
    char path[256];
    store s = {0};
    el_error e;
    assert_int_equal(sqlite3_open(":memory:", &s.db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(s.db, "CREATE TABLE other(a)", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(el_schema_read(&s.schema, s.db, &e), EL_OK);
    snprintf(path, sizeof path, "%s/G.xcdatamodeld", root);
    el_model_match *m = match(path, &s);
    assert_int_equal(m->version, -1);
    assert_null(m->how);
    el_model_match_free(m);
    close_store(&s);
}

int main(void)
{
    test_use_linked_sqlite();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_choose_where_there_are_no_hashes),
        cmocka_unit_test(hashes_choose_exactly),
        cmocka_unit_test(differing_entities_are_named),
        cmocka_unit_test(strangers_do_not_match),
    };
    return cmocka_run_group_tests(tests, make_bundles, remove_bundles);
}
