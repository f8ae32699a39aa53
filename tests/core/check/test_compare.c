/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "entitylens/compare.h"

#include "base/buf.h"
#include "garden.h"
#include "sqlite_library.h"

#include <string.h>

static el_model *model;

/* Differences as one line each. */
static void differences(el_buf *out, const char *sql)
{
    static const char *const kinds[] = {"+", "-", "~"};
    el_store *before = garden_open(model, NULL), *after = garden_open(model, sql);
    el_comparison *comparison;
    const el_object_change *change;
    int rc;
    assert_int_equal(el_comparison_open(&comparison, before, after, NULL), EL_OK);
    while ((rc = el_comparison_next(comparison, &change, NULL)) > 0) {
        el_buf_printf(out, "%s%s/%lld", kinds[change->kind], change->entity, (long long)change->key);
        for (size_t i = 0; i < change->nproperties; i++)
            el_buf_printf(out, " %s:%s>%s", change->properties[i].name, change->properties[i].before, change->properties[i].after);
        el_buf_putc(out, '\n');
    }
    assert_int_equal(rc, 0);
    el_comparison_close(comparison);
    garden_close(before);
    garden_close(after);
}

static void check(const char *sql, const char *expected)
{
    el_buf out = {0};
    differences(&out, sql);
    assert_string_equal(el_buf_str(&out), expected);
    el_buf_free(&out);
}

static void equal_stores_show_nothing(void **state)
{
    (void)state;
    check(NULL, "");
}

static void edits_are_shown_with_both_values(void **state)
{
    (void)state;
    check("UPDATE ecdPlant SET name = 'tulip' WHERE __objectid = 1", "~Plant/1 name:\"rose\">\"tulip\"\n");
    check("UPDATE ecdPlant SET bed__objectid = NULL WHERE __objectid = 2",
          "~Bed/2 plants:[\"Plant/2\",\"Plant/4\"]>[\"Plant/4\"]\n~Plant/2 bed:\"Bed/2\">null\n");
}

static void rows_that_come_and_go_are_shown(void **state)
{
    (void)state;
    check("DELETE FROM ecdPlant WHERE __objectid = 5; INSERT INTO ecdKeeper (__objectid, name) VALUES (9, 'Cai')", "+Keeper/9\n-Tree/5\n");
}

static void links_count_as_values(void **state)
{
    (void)state;
    check("DELETE FROM ecd_keepers_plants; DELETE FROM ecd_plants_keepers",
          "~Keeper/1 plants:[\"Plant/1\",\"Plant/2\"]>[]\n~Plant/1 keepers:[\"Keeper/1\"]>[]\n~Plant/2 keepers:[\"Keeper/1\"]>[]\n");
}

static int load(void **state)
{
    (void)state;
    test_use_linked_sqlite();
    model = garden_model_today();
    return 0;
}

static int unload(void **state)
{
    (void)state;
    el_model_free(model);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_stores_show_nothing),
        cmocka_unit_test(edits_are_shown_with_both_values),
        cmocka_unit_test(rows_that_come_and_go_are_shown),
        cmocka_unit_test(links_count_as_values),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
