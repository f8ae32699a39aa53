/* SPDX-License-Identifier: MIT */
/* The lint finds each fault that is planted, and nothing in a store without faults. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/buf.h"
#include "base/cfhash.h"
#include "entitylens/check.h"
#include "entitylens/entitylens.h"
#include "sqlite_library.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char zoo[] =
    "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">"
    "<entity name=\"Animal\">"
    "<attribute name=\"name\" attributeType=\"String\" minValueString=\"2\" maxValueString=\"8\" regularExpressionString=\"[A-Z].*\"/>"
    "<attribute name=\"legs\" optional=\"YES\" attributeType=\"Integer 16\" minValueString=\"0\" maxValueString=\"8\"/>"
    "<attribute name=\"tame\" optional=\"YES\" attributeType=\"Boolean\"/>"
    "<attribute name=\"born\" optional=\"YES\" attributeType=\"Date\"/>"
    "<attribute name=\"notes\" optional=\"YES\" attributeType=\"Transformable\"/>"
    "<relationship name=\"cage\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Cage\" inverseName=\"animals\" inverseEntity=\"Cage\"/>"
    "<relationship name=\"mate\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Animal\" inverseName=\"mate\" inverseEntity=\"Animal\"/>"
    "<relationship name=\"keepers\" optional=\"YES\" toMany=\"YES\" ordered=\"YES\" destinationEntity=\"Keeper\" inverseName=\"wards\" "
    "inverseEntity=\"Keeper\"/><uniquenessConstraints><uniquenessConstraint><constraint value=\"name\"/></uniquenessConstraint>"
    "</uniquenessConstraints></entity>"
    "<entity name=\"Bird\" parentEntity=\"Animal\"><attribute name=\"span\" optional=\"YES\" attributeType=\"Double\"/></entity>"
    "<entity name=\"Cage\"><relationship name=\"animals\" optional=\"YES\" toMany=\"YES\" ordered=\"YES\" destinationEntity=\"Animal\" "
    "inverseName=\"cage\" inverseEntity=\"Animal\"/><relationship name=\"favourite\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Bird\"/></entity>"
    "<entity name=\"Keeper\"><relationship name=\"wards\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Animal\" "
    "inverseName=\"keepers\" inverseEntity=\"Animal\"/></entity></model>";

static const char tables[] =
    "CREATE TABLE meta(plist);"
    "CREATE TABLE ecdAnimal('__objectid' integer primary key, '__entityType' integer, 'name', 'legs', 'tame', 'born', 'notes', 'span',"
    " 'cage__objectid', 'cage_order' integer default 0, 'mate__objectid', 'mate_order' integer default 0, 'old');"
    "CREATE TABLE ecdCage('__objectid' integer primary key, 'favourite__objectid', 'favourite_order' integer default 0);"
    "CREATE TABLE ecdKeeper('__objectid' integer primary key);"
    "CREATE TABLE ecd_keepers_wards('Animal__objectid' INTEGER NOT NULL, 'Keeper__objectid' INTEGER NOT NULL, 'Animal_order' INTEGER"
    " DEFAULT 0, 'Keeper_order' INTEGER DEFAULT 0, PRIMARY KEY('Animal__objectid', 'Keeper__objectid'));"
    "CREATE TABLE ecd_wards_keepers('Animal__objectid' INTEGER NOT NULL, 'Keeper__objectid' INTEGER NOT NULL, 'Animal_order' INTEGER"
    " DEFAULT 0, 'Keeper_order' INTEGER DEFAULT 0, PRIMARY KEY('Animal__objectid', 'Keeper__objectid'));"
    /* A sound population. */
    "INSERT INTO ecdCage VALUES (1, 3, 0), (2, NULL, 0);"
    "INSERT INTO ecdKeeper VALUES (1), (2);"
    "INSERT INTO ecdAnimal VALUES (1, %1, 'Ape', 2, 1, 1e9, NULL, NULL, 1, 0, 2, 0, NULL), (2, %1, 'Bear', 4, 0, NULL, NULL, NULL, 1, 1, 1, 0, NULL),"
    " (3, %2, 'Crow', 2, 0, 0.5, NULL, 1.5, 2, 0, NULL, 0, NULL);"
    "INSERT INTO ecd_keepers_wards VALUES (1, 1, 1, 1), (1, 2, 1, 2), (3, 2, 2, 1);"
    "INSERT INTO ecd_wards_keepers VALUES (1, 1, 1, 1), (1, 2, 1, 1), (3, 2, 2, 1);";

typedef struct zoo_store { sqlite3 *db; el_model *model; el_store *store; el_check_report *report; } zoo_store;

static void add_types(el_buf *sql, const char *text)
{
    for (; *text; text++) {
        if (*text != '%') {
            el_buf_putc(sql, *text);
            continue;
        }
        const char *name = *++text == '1' ? "Animal" : "Bird";
        el_buf_printf(sql, "%lld", (long long)el_cfhash(name, strlen(name), 0));
    }
}

static zoo_store lint(const char *faults)
{
    zoo_store z = {NULL, NULL, NULL, NULL};
    el_buf sql = {0};
    char *message = NULL;
    el_error err;
    add_types(&sql, tables);
    add_types(&sql, faults);
    assert_int_equal(sqlite3_open(":memory:", &z.db), SQLITE_OK);
    if (sqlite3_exec(z.db, sql.data, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s", message);
    el_buf_free(&sql);
    if (el_model_load_xml(&z.model, zoo, strlen(zoo), "zoo", "zoo", &err))
        fail_msg("%s", err.message);
    el_open_options options;
    memset(&options, 0, sizeof options);
    options.model = z.model;
    if (el_store_adopt(&z.store, z.db, &options, &err) || el_store_lint(&z.report, z.store, NULL, NULL, &err))
        fail_msg("%s", err.message);
    return z;
}

static void close_zoo(zoo_store *z)
{
    el_check_report_free(z->report);
    el_store_close(z->store);
    el_model_free(z->model);
    assert_int_equal(sqlite3_close(z->db), SQLITE_OK);
}

/* The SELECT of a finding must show exactly what was counted. */
static void check_sql(const zoo_store *z, const el_check_finding *f)
{
    sqlite3_stmt *stmt;
    int64_t n = 0;
    if (!f->sql)
        return;
    if (sqlite3_prepare_v2(z->db, f->sql, -1, &stmt, NULL) != SQLITE_OK)
        fail_msg("%s: %s", f->sql, sqlite3_errmsg(z->db));
    while (sqlite3_step(stmt) == SQLITE_ROW)
        n++;
    sqlite3_finalize(stmt);
    assert_int_equal(n, f->count);
}

static void expect(const char *faults, const char *code, const char *where, int64_t count, const char *sample)
{
    zoo_store z = lint(faults);
    const el_check_finding *found = NULL;
    for (size_t i = 0; i < z.report->nfindings; i++) {
        const el_check_finding *f = &z.report->findings[i];
        if (!strcmp(f->code, code) && !strcmp(f->where, where))
            found = f;
        check_sql(&z, f);
    }
    if (!found)
        fail_msg("%s at %s is not reported for: %s", code, where, faults);
    assert_int_equal(found->count, count);
    if (sample) {
        assert_non_null(found->sql);
        assert_true(found->nsamples > 0);
        assert_string_equal(found->samples[0], sample);
    }
    close_zoo(&z);
}

static void a_sound_store_has_only_its_unknown_column(void **state)
{
    (void)state;
    zoo_store z = lint("");
    el_buf out = {0};
    el_check_report_json(&out, z.report);
    for (size_t i = 0; i < z.report->nfindings; i++)
        if (strcmp(z.report->findings[i].code, "unknown-column") && strcmp(z.report->findings[i].code, "unreadable-metadata") &&
            strcmp(z.report->findings[i].code, "entity-type-form"))
            fail_msg("%s", out.data);
    assert_int_equal(z.report->nfindings, 3);
    assert_true(z.report->nrules > 20);
    assert_string_equal(el_check_report_worst(z.report), "warning");
    el_buf_free(&out);
    close_zoo(&z);
}

static void faults_of_links_are_found(void **state)
{
    (void)state;
    expect("UPDATE ecdAnimal SET cage__objectid = 99 WHERE __objectid < 3", "dangling-key", "Animal.cage", 2, "Animal/1");
    expect("UPDATE ecdAnimal SET cage__objectid = 'x' WHERE __objectid = 3", "key-not-integer", "Animal.cage", 1, "Bird/3");
    expect("UPDATE ecdCage SET favourite__objectid = 1", "wrong-destination", "Cage.favourite", 2, "Cage/1");
    expect("UPDATE ecdAnimal SET mate__objectid = NULL WHERE __objectid = 1", "one-sided-link", "Animal.mate", 1, "Animal/2");
    expect("UPDATE ecdAnimal SET cage_order = 0", "order-gaps", "Cage.animals", 1, "Cage/1");
    expect("DELETE FROM ecdKeeper WHERE __objectid = 2", "dangling-join-row", "Animal.keepers", 2, "Animal/1 → Keeper/2");
    expect("DELETE FROM ecdKeeper WHERE __objectid = 2", "orphan-join-row", "Keeper.wards", 2, "Keeper/2 → Animal/1");
    expect("DELETE FROM ecd_wards_keepers WHERE Animal__objectid = 3", "one-sided-link", "Animal.keepers", 1, "Animal/3 → Keeper/2");
    expect("DELETE FROM ecd_keepers_wards WHERE Animal__objectid = 3", "one-sided-link", "Keeper.wards", 1, "Keeper/2 → Animal/3");
    expect("UPDATE ecd_keepers_wards SET Keeper_order = 5 WHERE Keeper__objectid = 2", "order-gaps", "Animal.keepers", 3, "Animal/1 → Keeper/1");
    expect("DELETE FROM ecd_keepers_wards", "read-from-mirror", "Animal.keepers", -1, NULL);
}

static void faults_of_rows_and_columns_are_found(void **state)
{
    (void)state;
    expect("UPDATE ecdAnimal SET __entityType = 5 WHERE __objectid = 1", "unknown-entity-type", "ecdAnimal", 1, NULL);
    expect("UPDATE ecdAnimal SET __entityType = NULL WHERE __objectid = 1", "untyped-rows", "ecdAnimal", 1, NULL);
    expect("UPDATE ecdAnimal SET old = 1 WHERE __objectid < 3", "orphan-values", "ecdAnimal.old", 2, NULL);
    expect("UPDATE ecdAnimal SET span = 1.0 WHERE __objectid = 1", "stray-value", "Bird.span", 1, "Animal/1");
}

static void values_that_contradict_the_model_are_found(void **state)
{
    (void)state;
    expect("UPDATE ecdAnimal SET legs = 'four'", "storage-mismatch", "Animal.legs", 3, "Animal/1");
    expect("UPDATE ecdAnimal SET born = 5 WHERE __objectid = 3", "storage-mismatch", "Animal.born", 1, "Bird/3");
    expect("UPDATE ecdAnimal SET name = NULL WHERE __objectid = 2", "missing-value", "Animal.name", 1, "Animal/2");
    expect("UPDATE ecdAnimal SET legs = 40000 WHERE __objectid = 2", "out-of-range", "Animal.legs", 1, "Animal/2");
    expect("UPDATE ecdAnimal SET tame = 7", "out-of-range", "Animal.tame", 3, NULL);
    expect("UPDATE ecdAnimal SET born = 1e12 WHERE __objectid = 2", "implausible-date", "Animal.born", 1, "Animal/2");
    expect("UPDATE ecdAnimal SET legs = 9 WHERE __objectid = 2", "outside-limits", "Animal.legs", 1, "Animal/2");
    expect("UPDATE ecdAnimal SET legs = -1 WHERE __objectid = 2", "outside-limits", "Animal.legs", 1, "Animal/2");
    expect("UPDATE ecdAnimal SET name = 'Elephantine' WHERE __objectid = 2", "outside-limits", "Animal.name", 1, "Animal/2");
    expect("UPDATE ecdAnimal SET name = 'ape' WHERE __objectid = 1", "pattern-mismatch", "Animal.name", 1, "Animal/1");
    expect("UPDATE ecdAnimal SET name = CAST(x'41ff' AS TEXT) WHERE __objectid = 1", "not-utf8", "Animal.name", 1, "Animal/1");
    expect("UPDATE ecdAnimal SET notes = x'0102' WHERE __objectid = 3", "undecodable-transformable", "Animal.notes", 1, "Bird/3");
    expect("UPDATE ecdAnimal SET name = 'Ape'", "not-unique", "Animal", 3, "Animal/1");
}

static int stop_at_three(void *ctx, int64_t done, int64_t total)
{
    assert_true(total >= 3);
    *(int64_t *)ctx = done;
    return done == 3;
}

static void it_can_be_cancelled(void **state)
{
    (void)state;
    zoo_store z = lint("");
    el_check_report *report;
    el_error err;
    int64_t done = 0;
    assert_int_equal(el_store_lint(&report, z.store, stop_at_three, &done, &err), EL_ECANCELLED);
    assert_null(report);
    assert_int_equal(done, 3);
    close_zoo(&z);
}

static void the_report_reads_well(void **state)
{
    (void)state;
    zoo_store z = lint("UPDATE ecdAnimal SET cage__objectid = 99 WHERE __objectid = 1");
    el_buf out = {0};
    el_check_report_text(&out, z.report);
    assert_non_null(strstr(out.data, "warning  1 object: Animal.cage points at an object of Cage that does not exist  [dangling-key]\n"
                                     "         e.g. Animal/1\n         SELECT d.* FROM \"ecdAnimal\" AS \"d\" WHERE "));
    el_buf_free(&out);
    close_zoo(&z);
}

static int use_sqlite(void **state)
{
    (void)state;
    test_use_linked_sqlite();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_store_has_only_its_unknown_column),
        cmocka_unit_test(faults_of_links_are_found),
        cmocka_unit_test(faults_of_rows_and_columns_are_found),
        cmocka_unit_test(values_that_contradict_the_model_are_found),
        cmocka_unit_test(it_can_be_cancelled),
        cmocka_unit_test(the_report_reads_well),
    };
    return cmocka_run_group_tests(tests, use_sqlite, NULL);
}
