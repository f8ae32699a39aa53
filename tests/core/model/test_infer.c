/* SPDX-License-Identifier: MIT */
/* Inference over stores of every age, built for the purpose. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/buf.h"
#include "fixture.h"
#include "model/infer.h"
#include "sqlite_library.h"

#include <sqlite3.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64], path[128];

static int set_up(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/entitylens-infer-XXXXXX");
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/s.sqlite", folder);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static const char farm[] =
    "<model><entity name='Animal' isAbstract='YES'><attribute name='name' optional='YES' attributeType='String'/>"
    "<attribute name='born' optional='YES' attributeType='Date'/>"
    "<relationship name='barn' optional='YES' maxCount='1' destinationEntity='Barn' inverseName='animals' inverseEntity='Barn'/></entity>"
    "<entity name='Cow' parentEntity='Animal'><attribute name='milk' optional='YES' attributeType='Double'/>"
    "<attribute name='pregnant' optional='YES' attributeType='Boolean'/></entity>"
    "<entity name='Chicken' parentEntity='Animal'><attribute name='eggs' optional='YES' attributeType='Integer 32'/></entity>"
    "<entity name='Barn'><attribute name='title' optional='YES' attributeType='String'/>"
    "<relationship name='animals' optional='YES' toMany='YES' destinationEntity='Animal' inverseName='barn' inverseEntity='Animal'/>"
    "<relationship name='keepers' optional='YES' toMany='YES' destinationEntity='Keeper' inverseName='barns' inverseEntity='Keeper'/></entity>"
    "<entity name='Keeper'><attribute name='name' optional='YES' attributeType='String'/>"
    "<attribute name='wage' optional='YES' attributeType='Decimal'/>"
    "<relationship name='barns' optional='YES' toMany='YES' destinationEntity='Barn' inverseName='keepers' inverseEntity='Barn'/></entity></model>";

/* The same without inheritance and many-to-many, which early versions could not store. */
static const char early_farm[] =
    "<model><entity name='Cow'><attribute name='name' optional='YES' attributeType='String'/>"
    "<attribute name='milk' optional='YES' attributeType='Double'/><attribute name='born' optional='YES' attributeType='Date'/>"
    "<relationship name='barn' optional='YES' maxCount='1' destinationEntity='Barn' inverseName='animals' inverseEntity='Barn'/></entity>"
    "<entity name='Barn'><attribute name='title' optional='YES' attributeType='String'/>"
    "<relationship name='animals' optional='YES' toMany='YES' destinationEntity='Cow' inverseName='barn' inverseEntity='Cow'/></entity></model>";

static el_model *model_of(const char *xml)
{
    el_model *m;
    el_error e;
    if (el_model_load_xml(&m, xml, strlen(xml), "m", "m", &e))
        fail_msg("%s", e.message);
    return m;
}

static el_value text(const char *s)
{
    return el_value_text(EL_STRING, s, (size_t)-1);
}

/* Twelve animals in three barns, a fourth barn empty. */
static fixture *herd(const el_model *m)
{
    fixture *f = fixture_new(m);
    fixture_object *barns[4];
    int inherits = el_model_entity(m, "Animal") != NULL;
    for (int i = 0; i < 4; i++) {
        barns[i] = fixture_add(f, "Barn", 0);
        fixture_set(f, barns[i], "title", text("barn"));
    }
    for (int i = 0; i < 12; i++) {
        fixture_object *a = fixture_add(f, inherits && i % 2 ? "Chicken" : "Cow", 0);
        fixture_set(f, a, "name", text("Berta"));
        fixture_set(f, a, "born", el_value_date(1.3e9 + i * 1e6 + 0.5));
        if (!inherits || i % 2 == 0)
            fixture_set(f, a, "milk", el_value_double(i * 1.25));
        if (inherits && i % 2 == 0)
            fixture_set(f, a, "pregnant", el_value_bool(i % 4 == 0));
        if (inherits && i % 2)
            fixture_set(f, a, "eggs", el_value_int(i * 40000));
        fixture_link(f, a, "barn", barns[i % 3]);
    }
    for (int i = 0; el_model_entity(m, "Keeper") && i < 5; i++) {
        fixture_object *k = fixture_add(f, "Keeper", 0);
        fixture_set(f, k, "wage", el_value_text(EL_DECIMAL, i % 2 ? "12.5" : "9", (size_t)-1));
        fixture_link(f, k, "barns", barns[i % 4]);
        fixture_link(f, k, "barns", barns[(i + 1) % 4]);
    }
    return f;
}

static el_model *infer(fixture *f, const fixture_options *written, const el_infer_options *options)
{
    el_error e;
    sqlite3 *db;
    sqlite3_stmt *stmt;
    el_metadata *meta = NULL;
    el_model *m;
    char sql[64];
    if (fixture_write(f, path, written, &e))
        fail_msg("%s", e.message);
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    snprintf(sql, sizeof sql, "SELECT %s FROM meta", written->written && written->written < 20120904 ? "data" : "plist");
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    assert_int_equal(el_metadata_read(&meta, sqlite3_column_blob(stmt, 0), (size_t)sqlite3_column_bytes(stmt, 0), &e), EL_OK);
    sqlite3_finalize(stmt);
    if (el_model_infer(&m, db, NULL, meta, options, &e))
        fail_msg("%s", e.message);
    assert_null(sqlite3_next_stmt(db, NULL)); /* nothing stays open */
    el_metadata_free(meta);
    sqlite3_close(db);
    return m;
}

static const el_attribute *attribute(const el_model *m, const char *entity, const char *name)
{
    const el_entity *e = el_model_entity(m, entity);
    assert_non_null(e);
    const el_attribute *a = el_entity_attribute(e, name);
    if (!a)
        fail_msg("no %s.%s", entity, name);
    return a;
}

static void check_type(const el_model *m, const char *entity, const char *name, el_attribute_type type)
{
    const el_attribute *a = attribute(m, entity, name);
    if (a->type != type)
        fail_msg("%s.%s is %s: %s", entity, name, el_attribute_type_name(a->type), a->provenance);
}

static const el_relationship *check_link(const el_model *m, const char *entity, const char *name, const char *destination, int to_many)
{
    const el_relationship *r = el_entity_relationship(el_model_entity(m, entity), name);
    if (!r || !r->destination || strcmp(r->destination->name, destination) || r->to_many != to_many)
        fail_msg("%s.%s does not lead to %s (%s)", entity, name, destination, r ? r->provenance : "there is none");
    assert_int_not_equal(r->confidence, EL_CERTAIN);
    return r;
}

static void every_age_is_understood(void **state)
{
    (void)state;
    static const int days[] = {20130801, 20130901, 20140120, 20140203, 20140312, 20140320, FIXTURE_ECD_2_0, 20140825, FIXTURE_ECD_3_0, 20141001,
                               20141125, 20150115, 20150501, FIXTURE_ECD_3_1, 20160801, FIXTURE_ECD_3_2, FIXTURE_ECD_NEWEST};
    el_model *real = model_of(farm);
    for (size_t i = 0; i < sizeof days / sizeof *days; i++)
        for (int bits = 32; bits <= 64; bits += 32) {
            fixture *f = herd(real);
            el_model *m = infer(f, &(fixture_options){.written = days[i], .bits = bits}, NULL);
            int typed = days[i] >= 20130820, joined = days[i] >= 20140620;
            assert_int_equal(m->nentities, 5);
            const el_entity *cow = el_model_entity(m, "Cow"), *chicken = el_model_entity(m, "Chicken"), *animal = el_model_entity(m, "Animal");
            assert_ptr_equal(cow->parent, animal);
            assert_ptr_equal(chicken->parent, animal);
            check_type(m, "Animal", "name", EL_TYPE_STRING);
            check_type(m, "Animal", "born", EL_TYPE_DATE);
            check_type(m, typed ? "Cow" : "Animal", "milk", EL_TYPE_DOUBLE);
            check_type(m, typed ? "Cow" : "Animal", "pregnant", EL_TYPE_BOOLEAN);
            check_type(m, typed ? "Chicken" : "Animal", "eggs", EL_TYPE_INT32);
            assert_int_equal(typed, !el_entity_attribute(chicken, "milk"));
            assert_int_equal(animal->abstract, typed); /* by who has rows */
            check_link(m, "Animal", "barn", "Barn", 0);
            if (joined) {
                const el_relationship *keepers = check_link(m, "Barn", "keepers", "Keeper", 1);
                assert_ptr_equal(keepers->inverse, check_link(m, "Keeper", "barns", "Barn", 1));
            }
            el_model_free(m);
            fixture_free(f);
        }
    el_model_free(real);
}

static void the_earliest_ages_are_understood(void **state)
{
    (void)state;
    static const int days[] = {20120901, FIXTURE_ECD_0_1, 20130101, 20130501, 20130520, 20130601};
    el_model *real = model_of(early_farm);
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        fixture *f = herd(real);
        el_model *m = infer(f, &(fixture_options){.written = days[i], .bits = 32}, NULL);
        assert_int_equal(m->nentities, 2);
        check_type(m, "Cow", "name", EL_TYPE_STRING);
        check_type(m, "Cow", "milk", EL_TYPE_DOUBLE);
        check_type(m, "Cow", "born", EL_TYPE_DATE);
        check_link(m, "Cow", "barn", "Barn", 0);
        el_model_free(m);
        fixture_free(f);
    }
    el_model_free(real);
}

/* Without version hashes in the metadata the names of sub-entities are only in the type values. */
static void names_come_back_from_hashes(void **state)
{
    (void)state;
    el_model *real = model_of(farm);
    fixture *f = herd(real);
    el_model *m = infer(f, &(fixture_options){.no_hashes = 1}, NULL);
    assert_int_equal(m->nentities, 5);
    assert_ptr_equal(el_model_entity(m, "Cow")->parent, el_model_entity(m, "Animal"));
    assert_ptr_equal(el_model_entity(m, "Chicken")->parent, el_model_entity(m, "Animal"));
    assert_int_equal(el_model_entity(m, "Chicken")->confidence, EL_PROBABLE);
    check_type(m, "Cow", "milk", EL_TYPE_DOUBLE);
    el_model_free(m);
    fixture_free(f);
    el_model_free(real);
}

/* An entity without rows may lie between a root and its rows: a parent is certain only where nothing else can be. */
static void doubtful_parents_are_not_called_certain(void **state)
{
    static const char hidden[] = "<model><entity name='Animal'><attribute name='name' optional='YES' attributeType='String'/></entity>"
                                 "<entity name='Bird' parentEntity='Animal' isAbstract='YES'/><entity name='Chicken' parentEntity='Bird'/></model>";
    static const char plain[] = "<model><entity name='Animal'><attribute name='name' optional='YES' attributeType='String'/></entity>"
                                "<entity name='Chicken' parentEntity='Animal'/></model>";
    (void)state;
    for (int certain = 0; certain < 2; certain++) {
        el_model *real = model_of(certain ? plain : hidden);
        fixture *f = fixture_new(real);
        fixture_set(f, fixture_add(f, "Chicken", 0), "name", text("Berta"));
        el_model *m = infer(f, &(fixture_options){0}, NULL);
        const el_entity *chicken = el_model_entity(m, "Chicken"), *animal = el_model_entity(m, "Animal");
        assert_ptr_equal(chicken->parent, animal);
        assert_int_equal(chicken->confidence, certain ? EL_CERTAIN : EL_PROBABLE);
        assert_true(animal->abstract); /* it looks so, and is not */
        assert_int_equal(animal->confidence, EL_PROBABLE);
        el_model_free(m);
        fixture_free(f);
        el_model_free(real);
    }
}

/* Names as they occur, of all the lengths that can be recovered, and what two sub-entities make of each other. */
static void hashes_of_many_names_are_undone(void **state)
{
    (void)state;
    static const char *const names[] = {"Ox", "Cow", "Book", "Truck", "Driver", "Vehicle", "Document", "PowerTool", "Photograph", "Subscription"};
    int right = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char xml[256];
        snprintf(xml, sizeof xml, "<model><entity name='Thing'/><entity name='%s' parentEntity='Thing'>"
                 "<attribute name='a' optional='YES' attributeType='String'/></entity></model>", names[i]);
        el_model *real = model_of(xml);
        fixture *f = fixture_new(real);
        fixture_set(f, fixture_add(f, names[i], 0), "a", text("x"));
        el_model *m = infer(f, &(fixture_options){.no_hashes = 1}, NULL);
        if (!el_model_entity(m, names[i]))
            print_message("%s was not recovered\n", names[i]);
        right += el_model_entity(m, names[i]) != NULL;
        assert_true(m->nentities == 1 || el_model_entity(m, names[i])); /* no wrong name */
        el_model_free(m);
        fixture_free(f);
        el_model_free(real);
    }
    assert_int_equal(right, sizeof names / sizeof *names);
}

static void the_user_knows_better(void **state)
{
    (void)state;
    static const char word[] = "# the shape that the data does not tell\n"
                               "[Bird : Animal]\nabstract = yes\n"
                               "[Chicken : Bird]\neggs = Integer 16\n"
                               "[Animal]\nname = URI\nbarn -> Barn inverse inhabitants\n"
                               "[Keeper]\nbarns ->> Barn inverse keepers\n";
    el_overrides *o;
    el_error e;
    if (el_overrides_parse(&o, word, strlen(word), "farm.txt", &e))
        fail_msg("%s", e.message);
    el_model *real = model_of(farm);
    fixture *f = herd(real);
    el_model *m = infer(f, &(fixture_options){0}, &(el_infer_options){.overrides = o});
    assert_string_equal(el_model_entity(m, "Chicken")->parent->name, "Bird");
    assert_string_equal(el_model_entity(m, "Bird")->parent->name, "Animal");
    assert_true(el_model_entity(m, "Bird")->abstract);
    check_type(m, "Chicken", "eggs", EL_TYPE_INT16);
    check_type(m, "Cow", "name", EL_TYPE_URI);
    assert_int_equal(attribute(m, "Cow", "name")->confidence, EL_CERTAIN);
    assert_non_null(strstr(attribute(m, "Cow", "name")->provenance, "farm.txt:7"));
    const el_relationship *r = el_entity_relationship(el_model_entity(m, "Barn"), "inhabitants");
    assert_non_null(r);
    assert_string_equal(r->inverse->name, "barn");
    el_model_free(m);
    fixture_free(f);
    el_model_free(real);
    el_buf again = {0};
    el_overrides_text(&again, o);
    el_overrides *back;
    if (el_overrides_parse(&back, again.data, again.len, "again", &e))
        fail_msg("%s\n%s", e.message, again.data);
    el_buf third = {0};
    el_overrides_text(&third, back);
    assert_string_equal(el_buf_str(&third), el_buf_str(&again));
    assert_int_equal(el_overrides_count(back), el_overrides_count(o));
    el_buf_free(&again);
    el_buf_free(&third);
    el_overrides_free(back);
    el_overrides_free(o);
}

static void check_bad_override(const char *word, const char *where)
{
    el_overrides *o;
    el_error e;
    assert_int_equal(el_overrides_parse(&o, word, strlen(word), "f", &e), EL_EPARSE);
    assert_null(o);
    assert_string_equal(e.code, "bad-override");
    if (!strstr(e.message, where))
        fail_msg("%s", e.message);
}

static void bad_overrides_are_told(void **state)
{
    (void)state;
    check_bad_override("a = String", "f:1:");
    check_bad_override("[A]\nx = Strange", "f:2: 'Strange'");
    check_bad_override("[A\n", "f:1:");
    check_bad_override("[A]\nabstract = perhaps", "f:2:");
    check_bad_override("[A]\n\nr ->", "f:3:");
    check_bad_override("[A]\nr -> B sideways", "f:2:");
    check_bad_override("[A]\nx String", "f:2:");
}

static void a_large_table_is_sampled_and_says_so(void **state)
{
    (void)state;
    el_model *real = model_of(early_farm);
    fixture *f = herd(real);
    static const char more[] = "WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) "
                               "INSERT INTO ecdCow(__objectid, milk) SELECT i, i + 0.5 FROM n";
    el_model *m = infer(f, &(fixture_options){.sql = more}, &(el_infer_options){.max_rows = 200});
    check_type(m, "Cow", "milk", EL_TYPE_DOUBLE);
    assert_int_equal(m->nnotes, 1);
    assert_string_equal(m->notes[0].code, "sampled");
    el_model_free(m);
    fixture_free(f);
    el_model_free(real);
}

/* Tables that nobody's ECD made. */
static void odd_schemas_do_no_harm(void **state)
{
    (void)state;
    static const char *const schemas[] = {
        "CREATE TABLE meta(plist);",
        "CREATE TABLE ecd(__objectid integer primary key); CREATE TABLE ecd_(a__objectid, b__objectid);",
        "CREATE TABLE ecdA('__objectid' integer primary key, '__entityType' integer, 'a''b\"c', 'x__objectid', 'x_order', '__objectid__objectid',"
        " '(null)__objectid'); INSERT INTO ecdA VALUES(-5, 'text', x'00', 'no number', 2, 9e99, 4); INSERT INTO ecdA VALUES(9223372036854775807, 3, 1, 9223372036854775807, 1, -1, 4);",
        "CREATE TABLE ecdA('__objectid' integer primary key, 'b__objectid'); CREATE TABLE ecd_b_c_d('A__objectid', 'B__objectid');"
        "CREATE TABLE ecd_x_y('A__objectid', 'Gone__objectid'); CREATE TABLE ecd_p_q('A__objectid', 'A__objectid2', 'B__objectid', 'C__objectid');"
        "CREATE TABLE ecd_r_r('A_1__objectid', 'A_2__objectid'); INSERT INTO ecd_r_r VALUES(1, 'x');",
        "CREATE TABLE ecdA('__objectid' integer primary key, 'v' AS (1), 'w'); CREATE VIEW ecdV AS SELECT * FROM ecdA;"
        "CREATE TABLE ecdB('__objectid' integer primary key, 'bees') WITHOUT ROWID; INSERT INTO ecdB VALUES(1, x'62706c697374303000');"
        "CREATE TABLE ecdC('__objectid' integer primary key, 'b', 'B2', 'b__objectid', 'b_order'); CREATE TABLE ecd_b_c('C__objectid', 'A__objectid');",
        "CREATE TABLE Plain(id integer primary key, name, Plain_id, other_id); INSERT INTO Plain VALUES(1, 'x', 1, NULL);",
    };
    for (size_t i = 0; i < sizeof schemas / sizeof *schemas; i++) {
        sqlite3 *db;
        el_model *m;
        el_error e;
        assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
        if (sqlite3_exec(db, schemas[i], NULL, NULL, NULL) != SQLITE_OK)
            fail_msg("%s", sqlite3_errmsg(db));
        if (el_model_infer(&m, db, NULL, NULL, NULL, &e))
            fail_msg("schema %zu: %s", i, e.message);
        el_buf out = {0};
        el_model_json(&out, m);
        el_model_text(&out, m);
        el_model_xml(&out, m);
        el_buf_free(&out);
        el_model_free(m);
        sqlite3_close(db);
    }
}

static void values_tell_types(void **state)
{
    (void)state;
    static const struct { const char *column, *values; el_attribute_type type; } cases[] = {
        {"zip", "'01234','99999','10115'", EL_TYPE_STRING},
        {"phone", "'123456','99','5550100'", EL_TYPE_STRING},
        {"price", "'1','20','3'", EL_TYPE_DECIMAL},
        {"thing", "'1.5','NaN','-3E10'", EL_TYPE_DECIMAL},
        {"flags", "0,1,1", EL_TYPE_BOOLEAN},
        {"isRead", "0,0,0", EL_TYPE_BOOLEAN},
        {"commentCount", "0,1,1", EL_TYPE_INT16},
        {"big", "1,-3000000000,2", EL_TYPE_INT64},
        {"createdAt", "1.5e9,-62135769600.0,1.4e9", EL_TYPE_DATE},
        {"seen", "1400000000.25,1500000000.5,1.6e9", EL_TYPE_DATE},
        {"stamp", "1400000000.25,1500000000.5,1.6e9", EL_TYPE_DATE},
        {"weight", "1400000000.25,1500000000.5,1.6e9", EL_TYPE_DOUBLE},
        {"start", "0.5,1.5,2.25", EL_TYPE_DOUBLE},
        {"opacity", "0.100000001490116,0.200000002980232,0.300000011920929", EL_TYPE_DOUBLE}, /* not exactly 32-bit numbers */
        {"alpha", "0.10000000149011612,0.20000000298023224,0.30000001192092896", EL_TYPE_FLOAT},
        {"halves", "0.5,1.5,2.25", EL_TYPE_DOUBLE},
        {"photo", "x'FFD8FFE0',x'FFD8FFE1',x'FFD8FF00'", EL_TYPE_BINARY},
        {"blob", "x'00',x'01',x'02'", EL_TYPE_BINARY},
        {"uuid", "NULL,NULL,NULL", EL_TYPE_UUID},
        {"homepageURL", "NULL,NULL,NULL", EL_TYPE_URI},
        {"imageData", "NULL,NULL,NULL", EL_TYPE_BINARY},
        {"whatever", "NULL,NULL,NULL", EL_TYPE_STRING},
        {"mixed", "'text',1,'more'", EL_TYPE_STRING},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sqlite3 *db;
        el_model *m;
        el_error e;
        char sql[512], list[256];
        int n = 0;
        assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
        snprintf(sql, sizeof sql, "CREATE TABLE ecdA('__objectid' integer primary key, '%s');", cases[i].column);
        snprintf(list, sizeof list, "%s", cases[i].values);
        for (char *v = strtok(list, ","); v; v = strtok(NULL, ","))
            snprintf(sql + strlen(sql), sizeof sql - strlen(sql), "INSERT INTO ecdA VALUES(%d, %s);", ++n, v);
        if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
            fail_msg("%s", sqlite3_errmsg(db));
        assert_int_equal(el_model_infer(&m, db, NULL, NULL, NULL, &e), EL_OK);
        check_type(m, "A", cases[i].column, cases[i].type);
        assert_int_not_equal(attribute(m, "A", cases[i].column)->confidence, EL_CERTAIN);
        el_model_free(m);
        sqlite3_close(db);
    }
}

int main(void)
{
    test_use_linked_sqlite();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_age_is_understood),
        cmocka_unit_test(the_earliest_ages_are_understood),
        cmocka_unit_test(names_come_back_from_hashes),
        cmocka_unit_test(doubtful_parents_are_not_called_certain),
        cmocka_unit_test(hashes_of_many_names_are_undone),
        cmocka_unit_test(the_user_knows_better),
        cmocka_unit_test(bad_overrides_are_told),
        cmocka_unit_test(a_large_table_is_sampled_and_says_so),
        cmocka_unit_test(odd_schemas_do_no_harm),
        cmocka_unit_test(values_tell_types),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
