/* SPDX-License-Identifier: MIT */
/* Recognising databases, entity types, and what a layout says about differences between model and tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/buf.h"
#include "entitylens/entitylens.h"
#include "layout/layout.h"
#include "layout/recognise.h"
#include "sqlite/schema.h"
#include "sqlite_library.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static sqlite3 *database(const char *sql)
{
    sqlite3 *db;
    char *message = NULL;
    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", sql, message);
    return db;
}

static void check_refused(const char *sql, const char *part)
{
    sqlite3 *db = database(sql);
    el_schema *schema;
    el_recognition *r;
    el_error err;
    assert_int_equal(el_schema_read(&schema, db, &err), EL_OK);
    assert_int_equal(el_recognise(&r, schema, db, &err), EL_ENOTSTORE);
    assert_string_equal(err.code, "not-ecd");
    if (!strstr(err.message, part))
        fail_msg("\"%s\" does not say \"%s\"", err.message, part);
    assert_true(err.hint[0]);
    el_schema_free(schema);
    sqlite3_close(db);
}

static void other_databases_are_refused_with_what_they_are(void **state)
{
    (void)state;
    check_refused("", "without any table");
    check_refused("CREATE TABLE Z_METADATA(Z_VERSION INTEGER); CREATE TABLE Z_PRIMARYKEY(Z_ENT INTEGER); CREATE TABLE ZNOTE(Z_PK INTEGER)",
                  "Apple's own Core Data");
    check_refused("CREATE TABLE a(x); CREATE TABLE b(x); CREATE TABLE c(x); CREATE TABLE d(x)", "4 tables (a, b, c, …)");
    check_refused("CREATE TABLE one(x)", "1 table (one)");
    check_refused("CREATE TABLE meta(key, value)", "1 table (meta)");
    check_refused("CREATE TABLE meta(plist); INSERT INTO meta VALUES('hello')", "1 table (meta)");
    check_refused("CREATE TABLE ecdUser(name)", "1 table (ecdUser)");
    /* A virtual table whose module is not there does not stand in the way. */
    check_refused("CREATE TABLE one(x); PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES ('table', 'v', 'v', 0, "
                  "'CREATE VIRTUAL TABLE v USING nosuch(x)')", "1 table (one)");
}

static void check_era(const char *sql, const char *era)
{
    sqlite3 *db = database(sql);
    el_schema *schema;
    el_recognition *r;
    el_error err;
    assert_int_equal(el_schema_read(&schema, db, &err), EL_OK);
    if (el_recognise(&r, schema, db, &err))
        fail_msg("%s: %s", sql, err.message);
    if (strcmp(r->era, era))
        fail_msg("%s: %s, expected %s", sql, r->era, era);
    assert_true(r->nevidence > 0);
    el_recognition_free(r);
    el_schema_free(schema);
    sqlite3_close(db);
}

#define KEY "'__objectid' integer primary key"

static void eras_follow_from_what_the_tables_have(void **state)
{
    (void)state;
    check_era("CREATE TABLE meta(plist)", "unknown");
    check_era("CREATE TABLE ecdA(" KEY ", 'x')", "2.0-or-later");
    check_era("CREATE TABLE ecdA(" KEY ", '__entityType' integer, 'x')", "3.0-or-later");
    check_era("CREATE TABLE ecdA(" KEY ", 'b__objectid'); CREATE INDEX i ON ecdA(b__objectid)", "2.0-or-3.0");
    check_era("CREATE TABLE ecdA(" KEY ", 'b__objectid')", "before-2.0");
    check_era("CREATE TABLE ecdA(" KEY ", '__entityType' integer, 'b__objectid'); CREATE INDEX i ON ecdA(b__objectid)", "3.0");
    check_era("CREATE TABLE ecdA(" KEY ", '_entityType' integer, 'b__objectid')", "2.0");
    check_era("CREATE TABLE ecdA(" KEY ", 'b__objectid', 'b_order' integer default 0)", "3.1-or-3.2");
    check_era("CREATE TABLE ecdA(" KEY "); CREATE TABLE ecdB(" KEY "); CREATE TABLE ecd_a_b('A__objectid', 'B__objectid', 'A_order', 'B_order')",
              "3.1");
    check_era("CREATE TABLE ecdA(" KEY "); CREATE TABLE ecdB(" KEY "); CREATE TABLE ecd_a_b('A__objectid', 'B__objectid', 'A_order', 'B_order');"
              "CREATE TABLE ecd_b_a('A__objectid', 'B__objectid', 'A_order', 'B_order')", "3.2");
    check_era("CREATE TABLE ecdA(" KEY "); CREATE TABLE ecd_f_f('A_1__objectid', 'A_2__objectid', 'A_2_order', '(null)')", "3.1");
    check_era("CREATE TABLE ecdA(" KEY "); CREATE TABLE ecd_f_f('A_1__objectid', 'A_2__objectid', 'A_1_order', 'A_2_order')", "3.1-or-3.2");
    check_era("CREATE TABLE ecdA(" KEY "); CREATE TABLE ecdB(" KEY "); CREATE TABLE ecd_a_b('A__objectid', 'C__objectid')", "2.0");
}

static const char people[] =
    "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">"
    "<entity name=\"Person\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>"
    "<attribute name=\"key\" optional=\"YES\" attributeType=\"UUID\"/>"
    "<attribute name=\"order\" optional=\"YES\" attributeType=\"Integer 16\"/>"
    "<relationship name=\"home\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"House\" inverseName=\"residents\" inverseEntity=\"House\"/>"
    "<relationship name=\"tags\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Tag\" inverseName=\"people\" inverseEntity=\"Tag\"/>"
    "<relationship name=\"lost\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"House\"/></entity>"
    "<entity name=\"Worker\" parentEntity=\"Person\"/>"
    "<entity name=\"House\"><relationship name=\"residents\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Person\" "
    "inverseName=\"home\" inverseEntity=\"Person\"/></entity>"
    "<entity name=\"Tag\"><relationship name=\"people\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Person\" "
    "inverseName=\"tags\" inverseEntity=\"Person\"/></entity></model>";

#define PERSON "CREATE TABLE ecdPerson(" KEY ", '__entityType' integer, 'name', 'key', 'order', 'home__objectid', 'home_order' integer default 0);"
#define HOUSE "CREATE TABLE ecdHouse(" KEY ");"
#define TAG "CREATE TABLE ecdTag(" KEY ");"
#define JOIN(name) "CREATE TABLE " name "('Person__objectid' INTEGER NOT NULL, 'Tag__objectid' INTEGER NOT NULL, 'Person_order' INTEGER " \
                   "DEFAULT 0, 'Tag_order' INTEGER DEFAULT 0, PRIMARY KEY('Person__objectid', 'Tag__objectid'));"
#define META "CREATE TABLE meta(plist);"

typedef struct opened { sqlite3 *db; el_model *model; el_store *store; } opened;

static opened open_people(const char *sql)
{
    opened o = {database(sql), NULL, NULL};
    el_error err;
    if (el_model_load_xml(&o.model, people, strlen(people), "people", "people", &err))
        fail_msg("%s", err.message);
    el_open_options options;
    memset(&options, 0, sizeof options);
    options.model = o.model;
    if (el_store_adopt(&o.store, o.db, &options, &err))
        fail_msg("%s", err.message);
    return o;
}

static void close_people(opened *o)
{
    el_store_close(o->store);
    el_model_free(o->model);
    sqlite3_close(o->db);
}

static const el_entity *entity(const opened *o, const char *name)
{
    return el_model_entity(o->model, name);
}

static int has_finding(const opened *o, const char *code, const char *where)
{
    const el_finding *f;
    size_t n = el_store_findings(o->store, &f);
    for (size_t i = 0; i < n; i++)
        if (!strcmp(f[i].code, code) && !strcmp(f[i].where, where))
            return 1;
    return 0;
}

static void findings_name_what_differs(void **state)
{
    (void)state;
    opened o = open_people(META PERSON HOUSE TAG JOIN("ecd_people_tags") JOIN("ecd_tags_people"));
    assert_true(has_finding(&o, "never-stored-type", "Person.key"));
    assert_true(has_finding(&o, "keyword-name", "Person.order"));
    assert_true(has_finding(&o, "never-stored-relationship", "Person.lost"));
    assert_false(has_finding(&o, "missing-mirror-table", "Person.tags"));
    assert_string_equal(el_store_model_match(o.store), "by-structure");
    close_people(&o);

    o = open_people(META HOUSE "CREATE TABLE ecdPerson(" KEY ", 'nick'); CREATE TABLE ecdOther(" KEY "); CREATE TABLE notes(x);"
                    "CREATE TABLE _T_ecdOld(x); CREATE TABLE ecd_x_y('House__objectid', 'Person__objectid', '(null)')");
    assert_true(has_finding(&o, "missing-type-column", "Person"));
    assert_true(has_finding(&o, "missing-column", "Person.name"));
    assert_true(has_finding(&o, "missing-column", "Person.home"));
    assert_true(has_finding(&o, "missing-join-table", "Person.tags"));
    assert_true(has_finding(&o, "missing-table", "Tag"));
    assert_true(has_finding(&o, "unknown-column", "ecdPerson.nick"));
    assert_true(has_finding(&o, "unknown-table", "ecdOther"));
    assert_true(has_finding(&o, "unknown-join-table", "ecd_x_y"));
    assert_true(has_finding(&o, "null-column", "ecd_x_y"));
    assert_true(has_finding(&o, "foreign-table", "notes"));
    assert_true(has_finding(&o, "leftover-table", "_T_ecdOld"));
    assert_string_equal(el_store_model_match(o.store), "differs");
    close_people(&o);

    o = open_people(PERSON HOUSE TAG JOIN("ecd_people_tags"));
    assert_true(has_finding(&o, "missing-metadata", "meta"));
    assert_false(has_finding(&o, "missing-mirror-table", "Tag.people"));
    close_people(&o);
}

static void types_take_every_form_of_the_hash(void **state)
{
    (void)state;
    opened o = open_people(META PERSON HOUSE TAG);
    const el_layout *layout = el_store_layout(o.store);
    const el_entity *person = entity(&o, "Person"), *worker = entity(&o, "Worker");
    uint64_t h = el_cfhash("Worker", 6, 0);
    assert_ptr_equal(el_layout_row_entity(layout, person, SQLITE_INTEGER, (int64_t)h, 0), worker);
    assert_ptr_equal(el_layout_row_entity(layout, person, SQLITE_INTEGER, (int32_t)h, 0), worker);
    assert_ptr_equal(el_layout_row_entity(layout, person, SQLITE_INTEGER, (uint32_t)h, 0), worker);
    if (h > INT64_MAX)
        assert_ptr_equal(el_layout_row_entity(layout, person, SQLITE_FLOAT, 0, (double)h), worker);
    assert_ptr_equal(el_layout_row_entity(layout, person, SQLITE_NULL, 0, 0), person);
    assert_null(el_layout_row_entity(layout, person, SQLITE_INTEGER, 5, 0));
    assert_null(el_layout_row_entity(layout, person, SQLITE_TEXT, 0, 0));
    close_people(&o);
}

/* The condition in SQL and the function in C must agree, for every form, on rows that ECD of any age wrote. */
static void conditions_agree_with_rows(void **state)
{
    (void)state;
    el_buf sql = {0};
    el_buf_puts(&sql, META PERSON HOUSE TAG);
    static const char *const names[] = {"Person", "Worker"};
    for (int i = 0; i < 2; i++) {
        uint64_t h = el_cfhash(names[i], 6, 0);
        el_buf_printf(&sql, "INSERT INTO ecdPerson(__entityType) VALUES (%lld), (%lld), (%lld), (%llu);", (long long)(int64_t)h,
                      (long long)(int32_t)h, (long long)(uint32_t)h, (unsigned long long)h);
    }
    el_buf_puts(&sql, "INSERT INTO ecdPerson(__entityType) VALUES (NULL), (77), (1.5), ('x');");
    opened o = open_people(sql.data);
    el_buf_free(&sql);
    int64_t n;
    el_error err;
    assert_int_equal(el_store_count(&n, o.store, entity(&o, "Worker"), 0, &err), EL_OK);
    assert_int_equal(n, 4);
    assert_int_equal(el_store_count(&n, o.store, entity(&o, "Person"), 0, &err), EL_OK);
    assert_int_equal(n, 5);
    assert_int_equal(el_store_count(&n, o.store, entity(&o, "Person"), 1, &err), EL_OK);
    assert_int_equal(n, 9);
    el_buf info = {0};
    assert_int_equal(el_store_info_json(&info, o.store, &err), EL_OK);
    assert_non_null(strstr(info.data, "\"code\":\"unknown-entity-type\",\"severity\":\"warning\",\"where\":\"ecdPerson\""));
    assert_non_null(strstr(info.data, "\"count\":3,"));
    assert_non_null(strstr(info.data, "\"code\":\"untyped-rows\""));
    assert_non_null(strstr(info.data, "\"code\":\"mixed-type-forms\""));
    assert_non_null(strstr(info.data, "{\"name\":\"Person\",\"parent\":null,\"abstract\":false,\"table\":\"ecdPerson\",\"count\":5,"
                                      "\"countWithSubentities\":9}"));
    el_buf_free(&info);
    close_people(&o);
}

static size_t members(const opened *o, const char *name, int64_t key, const char *relationship)
{
    el_object *object;
    el_error err;
    if (el_object_read(&object, o->store, entity(o, name), key, EL_READ_TO_MANY, &err))
        fail_msg("%s", err.message);
    size_t n = 0;
    for (size_t i = 0; i < object->entity->nall_relationships; i++)
        if (!strcmp(object->entity->all_relationships[i]->name, relationship))
            n = object->to_many[i].n;
    el_object_free(object);
    return n;
}

static void an_empty_or_missing_join_table_is_replaced_by_its_mirror(void **state)
{
    (void)state;
#define ROWS "INSERT INTO ecdPerson(__objectid) VALUES (1), (2); INSERT INTO ecdTag VALUES (1), (2), (3);"
#define LINKS(table) "INSERT INTO " table "(Person__objectid, Tag__objectid) VALUES (1, 1), (1, 3), (2, 3);"
    opened o = open_people(META PERSON HOUSE TAG ROWS JOIN("ecd_people_tags") JOIN("ecd_tags_people") LINKS("ecd_people_tags"));
    assert_int_equal(members(&o, "Person", 1, "tags"), 2);
    assert_int_equal(members(&o, "Tag", 3, "people"), 2);
    assert_true(has_finding(&o, "read-from-mirror", "Person.tags"));
    assert_false(has_finding(&o, "read-from-mirror", "Tag.people"));
    close_people(&o);

    /* Both filled: each side reads its own. */
    o = open_people(META PERSON HOUSE TAG ROWS JOIN("ecd_people_tags") JOIN("ecd_tags_people") LINKS("ecd_people_tags")
                    "INSERT INTO ecd_tags_people(Person__objectid, Tag__objectid) VALUES (1, 2)");
    assert_int_equal(members(&o, "Person", 1, "tags"), 1);
    assert_int_equal(members(&o, "Tag", 3, "people"), 2);
    assert_false(has_finding(&o, "read-from-mirror", "Person.tags"));
    close_people(&o);

    /* The one table of 3.1 serves both, without remark. */
    o = open_people(META PERSON HOUSE TAG ROWS JOIN("ecd_people_tags") LINKS("ecd_people_tags"));
    assert_int_equal(members(&o, "Person", 1, "tags"), 2);
    assert_int_equal(members(&o, "Tag", 3, "people"), 2);
    assert_false(has_finding(&o, "read-from-mirror", "Person.tags"));
    close_people(&o);
}

static void numeric_columns_are_told_from_others(void **state)
{
    (void)state;
    opened o = open_people(META PERSON HOUSE TAG "CREATE INDEX i ON ecdPerson(home__objectid);"
                           "INSERT INTO ecdPerson(home__objectid, name) VALUES (1, 'a'), (NULL, 2), (2, 3)");
    assert_true(el_layout_all_integers(o.store, "ecdPerson", "home__objectid"));
    assert_false(el_layout_all_integers(o.store, "ecdPerson", "name")); /* no index */
    close_people(&o);
    o = open_people(META PERSON HOUSE TAG "CREATE INDEX i ON ecdPerson(home__objectid);"
                    "INSERT INTO ecdPerson(home__objectid) VALUES (1), ('2'), (3)");
    assert_false(el_layout_all_integers(o.store, "ecdPerson", "home__objectid"));
    assert_int_equal(sqlite3_exec(o.db, "DELETE FROM ecdPerson WHERE typeof(home__objectid) = 'text'", NULL, NULL, NULL), SQLITE_OK);
    assert_false(el_layout_all_integers(o.store, "ecdPerson", "home__objectid")); /* asked once */
    assert_int_equal(el_store_reload(o.store, NULL), EL_OK);
    assert_true(el_layout_all_integers(o.store, "ecdPerson", "home__objectid"));
    close_people(&o);
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
        cmocka_unit_test(other_databases_are_refused_with_what_they_are),
        cmocka_unit_test(eras_follow_from_what_the_tables_have),
        cmocka_unit_test(findings_name_what_differs),
        cmocka_unit_test(types_take_every_form_of_the_hash),
        cmocka_unit_test(conditions_agree_with_rows),
        cmocka_unit_test(an_empty_or_missing_join_table_is_replaced_by_its_mirror),
        cmocka_unit_test(numeric_columns_are_told_from_others),
    };
    return cmocka_run_group_tests(tests, use_sqlite, NULL);
}
