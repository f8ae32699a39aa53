/* SPDX-License-Identifier: MIT */
/* What a preview says about our own garden; the recorded migrations of the real ECD are run by truth_runner. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "entitylens/migrate.h"

#include "base/buf.h"
#include "garden.h"
#include "sqlite_library.h"

#include <stdio.h>
#include <string.h>

#define ATTRIBUTE(name, type, more) "<attribute name=\"" name "\" optional=\"YES\" attributeType=\"" type "\"" more "/>"
#define REST ATTRIBUTE("photo", "Binary", "") ATTRIBUTE("planted", "Date", "") ATTRIBUTE("price", "Decimal", "") ATTRIBUTE("hardy", "Boolean", "")
#define BED "<relationship name=\"bed\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Bed\" inverseName=\"plants\" inverseEntity=\"Bed\"/>"
#define KEEPERS "<relationship name=\"keepers\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Keeper\" inverseName=\"plants\" inverseEntity=\"Keeper\"/>"
#define TREE "<entity name=\"Tree\" parentEntity=\"Plant\">" ATTRIBUTE("rings", "Integer 32", "") "</entity>"
#define NAME_HEIGHT ATTRIBUTE("name", "String", "") ATTRIBUTE("height", "Double", "")

static el_model *today;
static el_store *store;

static int open_garden(void **state)
{
    (void)state;
    test_use_linked_sqlite();
    today = garden_model_today();
    store = garden_open(today, NULL);
    return 0;
}

static int close_garden(void **state)
{
    (void)state;
    garden_close(store);
    el_model_free(today);
    return 0;
}

/* The findings as "code entity.property count" lines. */
static void findings(const char *plant, const char *more, el_ecd_version version, const char *expected)
{
    el_model *to = garden_model(plant, more);
    el_migration_preview *preview;
    el_buf out = {0};
    assert_int_equal(el_migration_preview_new(&preview, store, to, version, NULL, NULL, NULL), EL_OK);
    for (size_t i = 0; i < preview->nfindings; i++) {
        const el_migration_finding *f = &preview->findings[i];
        el_buf_printf(&out, "%s %s.%s %lld\n", f->code, f->entity ? f->entity : "", f->property ? f->property : "", (long long)f->count);
        assert_true(strlen(f->text) > 10);
    }
    assert_string_equal(el_buf_str(&out), expected);
    el_buf_clear(&out);
    el_migration_preview_json(&out, preview);
    el_migration_preview_text(&out, preview);
    el_migration_preview_html(&out, preview, "Garden <1>");
    assert_non_null(strstr(el_buf_str(&out), "Garden &lt;1&gt;"));
    el_buf_free(&out);
    el_migration_preview_free(preview);
    el_model_free(to);
}

static void an_equal_model_changes_nothing(void **state)
{
    (void)state;
    el_model *to = garden_model_today();
    el_migration_preview *preview;
    assert_int_equal(el_migration_preview_new(&preview, store, to, EL_ECD_NEWEST, NULL, NULL, NULL), EL_OK);
    assert_int_equal(preview->diff->nchanges, 0);
    assert_int_equal(preview->nfindings, 0);
    assert_false(preview->plan->migrates);
    assert_false(el_migration_preview_alarms(preview, NULL, 0));
    el_migration_preview_free(preview);
    el_model_free(to);
}

static void a_renamed_attribute_loses_its_values(void **state)
{
    (void)state;
    findings(NAME_HEIGHT ATTRIBUTE("shade", "String", " elementID=\"colour\"") REST BED KEEPERS, TREE, EL_ECD_NEWEST,
             "value-lost Plant.shade 3\n");
}

static void a_default_is_not_applied(void **state)
{
    (void)state;
    findings(NAME_HEIGHT ATTRIBUTE("colour", "String", "") ATTRIBUTE("zone", "Integer 16", " defaultValueString=\"7\"") REST BED KEEPERS, TREE, EL_ECD_NEWEST,
             "default-not-applied Plant.zone 4\ndefault-not-applied Tree.zone 1\n");
}

static void a_renamed_sub_entity_disappears(void **state)
{
    (void)state;
    findings(NAME_HEIGHT ATTRIBUTE("colour", "String", "") REST BED KEEPERS,
             "<entity name=\"Arbor\" parentEntity=\"Plant\" elementID=\"Tree\">" ATTRIBUTE("rings", "Integer 32", "") "</entity>", EL_ECD_NEWEST,
             "rows-invisible Arbor. 1\n");
}

static void a_removed_attribute_is_dropped_by_both(void **state)
{
    (void)state;
    findings(NAME_HEIGHT REST BED KEEPERS, TREE, EL_ECD_NEWEST, "value-dropped Plant.colour 3\n");
}

static void the_old_version_refuses_a_hierarchy(void **state)
{
    (void)state;
    el_model *to = garden_model(NAME_HEIGHT ATTRIBUTE("colour", "String", "") ATTRIBUTE("latin", "String", "") REST BED KEEPERS, TREE);
    el_migration_preview *preview;
    assert_int_equal(el_migration_preview_new(&preview, store, to, EL_ECD_3_0, NULL, NULL, NULL), EL_OK);
    assert_false(preview->plan->opens); /* a sub-entity has no table of its own name */
    assert_int_equal(preview->nfindings, 1);
    assert_string_equal(preview->findings[0].code, "refused");
    el_migration_preview_free(preview);
    el_model_free(to);
}

static void accepted_losses_raise_no_alarm(void **state)
{
    (void)state;
    el_model *to = garden_model(NAME_HEIGHT REST BED KEEPERS, TREE);
    el_migration_preview *preview;
    const char *allowed[] = {"value-dropped"};
    assert_int_equal(el_migration_preview_new(&preview, store, to, EL_ECD_NEWEST, NULL, NULL, NULL), EL_OK);
    assert_true(el_migration_preview_alarms(preview, NULL, 0));
    assert_false(el_migration_preview_alarms(preview, allowed, 1));
    el_migration_preview_free(preview);
    el_model_free(to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_equal_model_changes_nothing),
        cmocka_unit_test(a_renamed_attribute_loses_its_values),
        cmocka_unit_test(a_default_is_not_applied),
        cmocka_unit_test(a_renamed_sub_entity_disappears),
        cmocka_unit_test(a_removed_attribute_is_dropped_by_both),
        cmocka_unit_test(the_old_version_refuses_a_hierarchy),
        cmocka_unit_test(accepted_losses_raise_no_alarm),
    };
    return cmocka_run_group_tests(tests, open_garden, close_garden);
}
