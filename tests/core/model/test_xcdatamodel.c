/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/buf.h"
#include "entitylens/model.h"

#include <stdio.h>
#include <string.h>

static const char blog[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\" userDefinedModelVersionIdentifier=\"b1\">\n"
    " <entity name=\"Car\" parentEntity=\"Vehicle\" syncable=\"YES\">\n"
    "  <attribute name=\"doors\" attributeType=\"Integer 16\" defaultValueString=\"4.0\"/>\n"
    " </entity>\n"
    " <entity name=\"Vehicle\" isAbstract=\"YES\" elementID=\"Vehicle\">\n"
    "  <attribute name=\"label\" optional=\"YES\" attributeType=\"String\" defaultValueString=\"\"/>\n"
    "  <attribute name=\"bought\" attributeType=\"Date\" defaultDateTimeInterval=\"-1.5\"/>\n"
    "  <relationship name=\"driver\" optional=\"YES\" maxCount=\"1\" deletionRule=\"Deny\" destinationEntity=\"Person\" "
    "inverseName=\"vehicles\" inverseEntity=\"Person\"/>\n"
    " </entity>\n"
    " <entity name=\"Person\" elementID=\"Human\">\n"
    "  <relationship name=\"vehicles\" toMany=\"YES\" ordered=\"YES\" destinationEntity=\"Car\" inverseName=\"driver\" "
    "inverseEntity=\"Vehicle\"/>\n"
    " </entity>\n"
    "</model>\n";

static el_model *load(const char *text)
{
    el_model *m;
    el_error e;
    if (el_model_load_xml(&m, text, strlen(text), "m", "m.xcdatamodel/contents", &e))
        fail_msg("%s", e.message);
    return m;
}

static void links_go_both_ways(void **state)
{
    (void)state;
    el_model *m = load(blog);
    assert_int_equal(m->nentities, 3);
    assert_string_equal(m->identifier, "b1");
    const el_entity *car = el_model_entity(m, "Car"), *vehicle = el_model_entity(m, "Vehicle"), *person = el_model_entity(m, "Person");
    assert_ptr_equal(car->parent, vehicle);
    assert_ptr_equal(car->root, vehicle);
    assert_ptr_equal(vehicle->root, vehicle);
    assert_int_equal(vehicle->nchildren, 1);
    assert_ptr_equal(vehicle->children[0], car);
    assert_int_equal(car->index, 0);
    assert_int_equal(car->nall_attributes, 3);
    assert_string_equal(car->all_attributes[0]->name, "label"); /* root first */
    assert_string_equal(car->all_attributes[2]->name, "doors");
    const el_relationship *driver = el_entity_relationship(car, "driver"), *vehicles = el_entity_relationship(person, "vehicles");
    assert_ptr_equal(driver->inverse, vehicles);
    assert_ptr_equal(vehicles->inverse, driver); /* found with inheritance */
    assert_true(vehicles->to_many && vehicles->ordered && !driver->to_many);
    assert_int_equal(driver->delete_rule, EL_DELETE_DENY);
    assert_null(vehicle->renaming_id); /* equal to the name is as good as none */
    assert_string_equal(person->renaming_id, "Human");
    assert_int_equal(m->nnotes, 0);
    el_model_free(m);
}

static void defaults_are_read_by_type(void **state)
{
    (void)state;
    el_model *m = load(blog);
    const el_entity *car = el_model_entity(m, "Car");
    const el_attribute *doors = el_entity_attribute(car, "doors"), *label = el_entity_attribute(car, "label"),
                       *bought = el_entity_attribute(car, "bought");
    assert_int_equal(doors->default_value.kind, EL_INT);
    assert_int_equal(doors->default_value.u.i, 4);
    assert_true(label->has_default);
    assert_int_equal(label->default_value.kind, EL_STRING);
    assert_int_equal(label->default_value.u.text.n, 0);
    assert_int_equal(bought->default_value.kind, EL_DATE);
    assert_true(bought->default_value.u.d == 978307198.5);
    el_model_free(m);
}

static void check_error(const char *text, int status, const char *code, const char *in_message)
{
    el_model *m;
    el_error e;
    assert_int_equal(el_model_load_xml(&m, text, strlen(text), "m", "dir/contents", &e), status);
    assert_null(m);
    assert_string_equal(e.code, code);
    assert_non_null(strstr(e.message, in_message));
}

static void broken_models_name_file_line_and_cause(void **state)
{
    (void)state;
    check_error("<model>\n<entity name='A'/>\n<entity name='A'/></model>", EL_EMODEL, "duplicate-entity", "dir/contents:3:");
    check_error("<model><entity name='A'>\n\n<attribute name='x' attributeType='String'/><relationship name='x' toMany='YES' "
                "destinationEntity='A'/></entity></model>",
                EL_EMODEL, "duplicate-property", "dir/contents:3:");
    check_error("<model><entity name='A'><attribute name='x' attributeType='String'/></entity>\n<entity name='B' parentEntity='A'>\n"
                "<attribute name='x' attributeType='String'/></entity></model>",
                EL_EMODEL, "duplicate-property", "dir/contents:3: entity 'B'");
    check_error("<model>\n<entity name='A' parentEntity='B'/><entity name='B' parentEntity='C'/><entity name='C' parentEntity='B'/></model>",
                EL_EMODEL, "parent-cycle", "dir/contents:2:");
    check_error("<model><entity name='A'><relationship name='r' maxCount='1' destinationEntity='Z'/></entity></model>", EL_EMODEL,
                "unknown-destination", "'Z'");
    check_error("<model><entity/></model>", EL_EMODEL, "missing-name", "dir/contents:1:");
    check_error("<model><composite name='P'><attribute name='a' attributeType='Composite' composite='Q'/></composite>"
                "<composite name='Q'><attribute name='b' attributeType='Composite' composite='P'/></composite></model>",
                EL_EMODEL, "composite-cycle", "'P'");
    check_error("<model>\n<entity name='A'>\n</model>", EL_EMODEL, "not-xml", "dir/contents:3:");
    check_error("<!DOCTYPE model [<!ENTITY e 'x'>]><model/>", EL_EMODEL, "xml-doctype", "dir/contents:1:");
    check_error("", EL_EMODEL, "not-xml", "empty");
    check_error("<plist/>", EL_EMODEL, "not-a-model", "<plist>");
}

static void depth_is_bounded(void **state)
{
    (void)state;
    char text[4096] = "<model>";
    for (int i = 0; i < 100; i++)
        strcat(text, "<a>");
    check_error(text, EL_ELIMIT, "xml-too-deep", "dir/contents:1:");
}

static void entities_are_never_expanded(void **state)
{
    (void)state;
    el_model *m = load("<model><entity name='A'><attribute name='x' attributeType='String' defaultValueString='a &amp; &lt;&#x62;'/></entity></model>");
    assert_string_equal(el_entity_attribute(el_model_entity(m, "A"), "x")->default_text, "a & <b");
    el_model_free(m);
    check_error("<model><entity name='A'><attribute name='x' attributeType='String' defaultValueString='&e;'/></entity></model>", EL_EMODEL, "not-xml",
                "dir/contents:1:");
    check_error("<!DOCTYPE model SYSTEM 'file:///etc/hostname'><model/>", EL_EMODEL, "xml-doctype", "dir/contents:1:");
    check_error("<!DOCTYPE model [<!ENTITY % p SYSTEM 'file:///etc/hostname'> %p;]><model/>", EL_EMODEL, "xml-doctype", "dir/contents:1:");
}

static const el_model_note *note(const el_model *m, const char *code)
{
    for (size_t i = 0; i < m->nnotes; i++)
        if (!strcmp(m->notes[i].code, code))
            return &m->notes[i];
    return NULL;
}

static void oddities_become_notes(void **state)
{
    (void)state;
    el_model *m = load("<model><entity name='A' novelty='1'>\n"
                       "<attribute name='x' attributeType='Quaternion' optional='maybe'/>\n"
                       "<attribute name='n' attributeType='Integer 16' defaultValueString='0x10'/>"
                       "<attribute name='d' attributeType='Double' defaultValueString='nan'/>"
                       "<attribute name='b' attributeType='Boolean' defaultValueString='0.0'/>"
                       "<attribute name='i' attributeType='Integer 32' defaultValueString='NO'/>\n"
                       "<relationship name='r' destinationEntity='A'/>"
                       "<relationship name='s' maxCount='99999999999' destinationEntity='A' inverseName='gone' inverseEntity='A'/>"
                       "<shiny/></entity></model>");
    const el_entity *a = el_model_entity(m, "A");
    assert_int_equal(note(m, "unknown-type")->warning, 1);
    assert_int_equal(note(m, "unknown-type")->line, 2);
    assert_non_null(note(m, "bad-boolean"));
    assert_non_null(note(m, "bad-default"));
    assert_non_null(note(m, "bad-number"));
    assert_non_null(note(m, "unknown-cardinality"));
    assert_non_null(note(m, "unknown-inverse"));
    assert_int_equal(note(m, "unknown-attribute")->warning, 0);
    assert_int_equal(note(m, "unknown-element")->warning, 0);
    assert_int_equal(el_entity_attribute(a, "n")->default_value.kind, EL_NULL);
    assert_true(el_entity_attribute(a, "n")->has_default);
    assert_int_equal(el_entity_attribute(a, "d")->default_value.kind, EL_NULL);
    assert_int_equal(el_entity_attribute(a, "b")->default_value.kind, EL_BOOL);
    assert_int_equal(el_entity_attribute(a, "b")->default_value.u.i, 0);
    assert_int_equal(el_entity_attribute(a, "i")->default_value.u.i, 0);
    assert_true(el_entity_relationship(a, "r")->to_many);
    assert_null(el_entity_relationship(a, "s")->inverse);
    el_model_free(m);
}

/* Five hundred entities in chains of five, each with properties of its own and the inherited ones. */
static void large_models_link_up(void **state)
{
    (void)state;
    el_buf xml = {0};
    el_buf_puts(&xml, "<model>");
    for (int i = 499; i >= 0; i--) { /* children before their parents */
        el_buf_printf(&xml, "<entity name='E%d'", i);
        if (i % 5)
            el_buf_printf(&xml, " parentEntity='E%d'", i - 1);
        el_buf_puts(&xml, ">");
        for (int k = 0; k < 10; k++)
            el_buf_printf(&xml, "<attribute name='a%d_%d' optional='YES' attributeType='Integer 32' defaultValueString='%d'/>", i % 5, k, k);
        el_buf_printf(&xml, "<relationship name='r%d' optional='YES' maxCount='1' destinationEntity='E%d' inverseName='r%d' inverseEntity='E%d'/></entity>",
                      i % 5, 499 - i, (499 - i) % 5, 499 - i);
    }
    el_buf_puts(&xml, "</model>");
    el_model *m = load(el_buf_str(&xml));
    assert_int_equal(m->nentities, 500);
    assert_int_equal(m->nnotes, 0);
    const el_entity *leaf = el_model_entity(m, "E4");
    assert_int_equal(leaf->nall_attributes, 50);
    assert_string_equal(leaf->all_attributes[0]->name, "a0_0");
    assert_string_equal(leaf->root->name, "E0");
    for (size_t i = 0; i < m->nentities; i++)
        assert_ptr_equal(m->entities[i]->relationships[0]->inverse->inverse, m->entities[i]->relationships[0]);
    el_model_free(m);
    el_buf_free(&xml);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_go_both_ways),
        cmocka_unit_test(defaults_are_read_by_type),
        cmocka_unit_test(broken_models_name_file_line_and_cause),
        cmocka_unit_test(depth_is_bounded),
        cmocka_unit_test(entities_are_never_expanded),
        cmocka_unit_test(oddities_become_notes),
        cmocka_unit_test(large_models_link_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
