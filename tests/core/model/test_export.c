/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/buf.h"
#include "entitylens/model.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[64];

static int make_folder(void **state)
{
    (void)state;
    snprintf(root, sizeof root, "/tmp/entitylens-export-XXXXXX");
    return mkdtemp(root) ? 0 : 1;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", root);
    return system(command);
}

/* What is written reads back with the same facts, all of them. */
static void check_round(const el_model *m)
{
    char path[256];
    el_error e;
    el_model *back;
    el_buf a = {0}, b = {0};
    snprintf(path, sizeof path, "%s/back.xcdatamodel", root);
    if (el_model_export(m, path, &e) || el_model_load(&back, path, &e))
        fail_msg("%s: %s", m->name, e.message);
    el_model_json(&a, m);
    el_model_json(&b, back);
    assert_string_equal(el_buf_str(&b), el_buf_str(&a));
    el_buf_free(&a);
    el_buf_free(&b);
    el_model_free(back);
    snprintf(path, sizeof path, "%s/back.xcdatamodel/contents", root);
    assert_int_equal(unlink(path), 0);
    *strrchr(path, '/') = '\0';
    assert_int_equal(rmdir(path), 0); /* nothing else was written */
}

static void facts_survive_a_round(void **state)
{
    (void)state;
    static const char text[] =
        "<model userDefinedModelVersionIdentifier='x &amp; y' minimumToolsVersion='Xcode 7.0' usedWithCloudKit='YES'>"
        "<entity name='A' representedClassName='.A' isAbstract='YES' elementID='Old' versionHashModifier='2' codeGenerationType='class'>"
        "<attribute name='t' attributeType='String' defaultValueString='' minValueString='1' regularExpressionString='&lt;&quot;&#10;&apos;&gt;'/>"
        "<attribute name='when' optional='YES' attributeType='Date' defaultDateTimeInterval='725846400.123456' usesScalarValueType='NO'/>"
        "<attribute name='tr' optional='YES' transient='YES'/>"
        "<attribute name='d' optional='YES' attributeType='Integer 64' derived='YES' derivationExpression='bs.@count'/>"
        "<attribute name='c' optional='YES' attributeType='Composite' composite='P'><userInfo><entry key='k' value='v'/></userInfo></attribute>"
        "<relationship name='bs' optional='YES' toMany='YES' minCount='1' maxCount='9' ordered='YES' deletionRule='Cascade' destinationEntity='B' "
        "inverseName='a' inverseEntity='B'><userInfo><entry key='r' value='s'/></userInfo></relationship>"
        "<fetchedProperty name='f' optional='YES'><fetchRequest name='fr' entity='B' predicateString='n &gt; 3' fetchLimit='4'/></fetchedProperty>"
        "<fetchIndex name='i' partialIndexPredicate='t != nil'><fetchIndexElement property='t' type='Binary' order='descending'/></fetchIndex>"
        "<compoundIndexes><compoundIndex><index value='t'/><index value='when'/></compoundIndex></compoundIndexes>"
        "<uniquenessConstraints><uniquenessConstraint><constraint value='t'/></uniquenessConstraint></uniquenessConstraints>"
        "<userInfo><entry key='e' value='1'/></userInfo></entity>"
        "<entity name='B' parentEntity='A'><relationship name='a' maxCount='1' deletionRule='Deny' destinationEntity='A' inverseName='bs' "
        "inverseEntity='A' elementID='z'/></entity>"
        "<composite name='P'><attribute name='x' optional='YES' attributeType='Double' defaultValueString='0.5' usesScalarValueType='YES'/></composite>"
        "<fetchRequest name='All' entity='A' resultType='2' fetchBatchSize='20'/>"
        "<configuration name='Cloud' usedWithCloudKit='YES'><memberEntity name='A'/></configuration></model>";
    el_model *m;
    el_error e;
    if (el_model_load_xml(&m, text, strlen(text), "m", "contents", &e))
        fail_msg("%s", e.message);
    assert_int_equal(m->nnotes, 0);
    check_round(m);
    el_model_free(m);
}

static void nothing_is_overwritten(void **state)
{
    (void)state;
    static const char text[] = "<model><entity name='A'/></model>";
    char path[256];
    el_model *m;
    el_error e;
    struct stat st;
    assert_int_equal(el_model_load_xml(&m, text, strlen(text), "m", "contents", &e), EL_OK);
    snprintf(path, sizeof path, "%s/there.xcdatamodel", root);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(el_model_export(m, path, &e), EL_EEXISTS);
    snprintf(path, sizeof path, "%s/there.txt", root);
    assert_int_equal(el_model_export(m, path, &e), EL_EUSAGE);
    assert_int_not_equal(stat(path, &st), 0);
    snprintf(path, sizeof path, "%s/none/new.xcdatamodel", root);
    assert_int_equal(el_model_export(m, path, &e), EL_EIO);
    el_model_free(m);
}

static void every_bundle_survives(void **state)
{
    (void)state;
    DIR *dir = opendir(TEST_SHARED "/models");
    struct dirent *d;
    int versions = 0;
    while ((d = readdir(dir))) {
        char path[1024];
        el_model_bundle *bundle;
        el_error e;
        if (!strstr(d->d_name, ".xcdatamodel"))
            continue;
        snprintf(path, sizeof path, TEST_SHARED "/models/%s", d->d_name);
        assert_int_equal(el_model_bundle_open(&bundle, path, &e), EL_OK);
        for (size_t i = 0; i < bundle->nversions; i++, versions++) {
            el_model *m;
            assert_int_equal(el_model_bundle_load(&m, bundle, (int)i, &e), EL_OK);
            check_round(m);
            el_buf text = {0};
            el_model_text(&text, m);
            for (size_t k = 0; k < m->nentities; k++)
                assert_non_null(strstr(el_buf_str(&text), m->entities[k]->name));
            el_buf_free(&text);
            el_model_free(m);
        }
        el_model_bundle_free(bundle);
    }
    closedir(dir);
    assert_true(versions >= 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_survive_a_round),
        cmocka_unit_test(nothing_is_overwritten),
    };
    const struct CMUnitTest with_models[] = {
        cmocka_unit_test(every_bundle_survives),
    };
    int failed = cmocka_run_group_tests(tests, make_folder, remove_folder);
    if (access(TEST_SHARED "/models", R_OK) == 0)
        failed += cmocka_run_group_tests(with_models, make_folder, remove_folder);
    return failed;
}
