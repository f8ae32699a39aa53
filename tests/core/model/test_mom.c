/* SPDX-License-Identifier: MIT */
/* Compiled models give the facts of the source that they were compiled from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/buf.h"
#include "entitylens/model.h"
#include "mom_writer.h"

#include <jansson.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What the source says and the compiled form does not (or in a form that is not known). */
static const char *const source_only[] = {"codegen", "spotlightDisplayName", "scalar",
                                          "cloudEncryption", "composite", "composites", "usedWithCloudKit", "minimumToolsVersion", "notes",
                                          "predicate", "where", "expressionType", "indexed"};

static int by_name(const void *a, const void *b)
{
    return strcmp(json_string_value(json_object_get(*(json_t *const *)a, "name")), json_string_value(json_object_get(*(json_t *const *)b, "name")));
}

static void sort_by_name(json_t *list)
{
    size_t n = json_array_size(list);
    json_t **items = calloc(n + 1, sizeof *items);
    for (size_t i = 0; i < n; i++)
        items[i] = json_incref(json_array_get(list, i));
    qsort(items, n, sizeof *items, by_name);
    json_array_clear(list);
    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, items[i]);
    free(items);
}

/* Numbers alike whatever their JSON form, decimals without closing zeros, lists by name. */
static void normalise(json_t *j)
{
    const char *key;
    json_t *value;
    size_t i;
    void *next;
    if (json_is_array(j)) {
        if (json_array_size(j) && json_object_get(json_array_get(j, 0), "name"))
            sort_by_name(j);
        json_array_foreach(j, i, value)
            normalise(value);
    }
    if (!json_is_object(j))
        return;
    for (i = 0; i < sizeof source_only / sizeof *source_only; i++)
        json_object_del(j, source_only[i]);
    json_object_foreach_safe(j, next, key, value)
    {
        if (json_is_integer(value)) {
            json_object_set_new(j, key, json_real((double)json_integer_value(value)));
        } else if (!strcmp(key, "default") && json_is_string(value) && !strcmp(json_string_value(json_object_get(j, "type")), "Decimal")) {
            char text[64];
            snprintf(text, sizeof text, "%g", atof(json_string_value(value)));
            json_object_set_new(j, key, json_string(text));
        } else if (json_is_string(value) && (!strncmp(key, "min", 3) || !strncmp(key, "max", 3))) {
            json_object_set_new(j, key, json_real(atof(json_string_value(value))));
        } else {
            normalise(value);
        }
    }
}

static json_t *facts(const el_model *m)
{
    el_buf b = {0};
    el_model_json(&b, m);
    json_t *j = json_loads(el_buf_str(&b), JSON_ALLOW_NUL, NULL);
    assert_non_null(j);
    normalise(j);
    el_buf_free(&b);
    return j;
}

static void check_same(const el_model *source, const el_model *compiled)
{
    json_t *a = facts(source), *b = facts(compiled);
    if (!json_equal(a, b)) {
        char *x = json_dumps(a, JSON_SORT_KEYS | JSON_INDENT(1)), *y = json_dumps(b, JSON_SORT_KEYS | JSON_INDENT(1));
        size_t i = 0;
        while (x[i] && x[i] == y[i])
            i++;
        size_t from = i > 300 ? i - 300 : 0;
        fail_msg("%s differs:\nsource …%.500s\ncompiled …%.500s", source->name, x + from, y + from);
    }
    json_decref(a);
    json_decref(b);
}

static void check_round(const el_model *source, unsigned flags, int deflated)
{
    size_t n;
    unsigned char *bytes = mom_write(source, flags, &n);
    if (deflated) {
        size_t size;
        unsigned char *small = mom_deflate(bytes, n, &size);
        free(bytes);
        bytes = small;
        n = size;
    }
    el_model *compiled;
    el_error e;
    if (el_model_load_mom(&compiled, bytes, n, source->name, "x.mom", &e))
        fail_msg("%s: %s", source->name, e.message);
    assert_string_equal(compiled->source, "mom");
    check_same(source, compiled);
    el_model_free(compiled);
    free(bytes);
}

static int check_bundle(const char *path)
{
    el_model_bundle *bundle;
    el_error e;
    int n = 0;
    if (el_model_bundle_open(&bundle, path, &e))
        fail_msg("%s", e.message);
    for (size_t i = 0; i < bundle->nversions; i++, n++) {
        el_model *m;
        if (el_model_bundle_load(&m, bundle, (int)i, &e))
            fail_msg("%s", e.message);
        check_round(m, 0, 0);
        check_round(m, MOM_KNOWN_KEYS | MOM_INHERITED, 1);
        el_model_free(m);
    }
    el_model_bundle_free(bundle);
    return n;
}

static void compiled_models_say_what_their_sources_say(void **state)
{
    (void)state;
    DIR *dir = opendir(TEST_SHARED "/models");
    struct dirent *d;
    int versions = 0;
    while ((d = readdir(dir))) {
        char path[1024];
        if (!strstr(d->d_name, ".xcdatamodel"))
            continue;
        snprintf(path, sizeof path, TEST_SHARED "/models/%s", d->d_name);
        versions += check_bundle(path);
    }
    closedir(dir);
    assert_true(versions >= 40);
}

static const char plants[] =
    "<model userDefinedModelVersionIdentifier='v7'><entity name='Plant' representedClassName='App.Plant' isAbstract='YES' elementID='Herb'>"
    "<attribute name='height' optional='YES' attributeType='Double' defaultValueString='0.5' minValueString='0.25'/>"
    "<attribute name='latin' attributeType='String' regularExpressionString='[A-Z].*' maxValueString='40'/>"
    "<attribute name='lower' optional='YES' attributeType='String' derived='YES' derivationExpression='lowercase:(latin)'/>"
    "<attribute name='price' optional='YES' attributeType='Decimal' defaultValueString='-12.25'/>"
    "<relationship name='beds' optional='YES' toMany='YES' maxCount='3' ordered='YES' deletionRule='Cascade' destinationEntity='Bed' "
    "inverseName='plants' inverseEntity='Bed'/></entity>"
    "<entity name='Tree' parentEntity='Plant'><attribute name='rings' attributeType='Integer 16' defaultValueString='7'/>"
    "<userInfo><entry key='k' value='v'/></userInfo></entity>"
    "<entity name='Bed'><relationship name='plants' optional='YES' toMany='YES' deletionRule='No Action' destinationEntity='Plant' "
    "inverseName='beds' inverseEntity='Plant'/></entity></model>";

static void every_form_of_a_compiled_model_is_read(void **state)
{
    (void)state;
    el_model *m;
    el_error e;
    if (el_model_load_xml(&m, plants, strlen(plants), "plants", "contents", &e))
        fail_msg("%s", e.message);
    check_round(m, 0, 0);
    check_round(m, 0, 1);
    check_round(m, MOM_KNOWN_KEYS, 0);
    check_round(m, MOM_INHERITED, 0);
    el_model_free(m);
}

static const el_composite *composite_named(const el_model *m, const char *name)
{
    for (size_t i = 0; i < m->ncomposites; i++)
        if (!strcmp(m->composites[i].name, name))
            return &m->composites[i];
    fail_msg("no composite %s", name);
    return NULL;
}

static void composites_keep_their_elements(void **state)
{
    static const char source[] =
        "<model><entity name='Contact'><attribute name='home' optional='YES' attributeType='Composite' composite='Address'/>"
        "<attribute name='work' optional='YES' attributeType='Composite' composite='Address'/></entity>"
        "<composite name='Address'><attribute name='zip' optional='YES' attributeType='String'/>"
        "<attribute name='place' optional='YES' attributeType='Composite' composite='Point'/></composite>"
        "<composite name='Point'><attribute name='lat' attributeType='Double' defaultValueString='0.5'/>"
        "<attribute name='lon' attributeType='Double' defaultValueString='0.5'/></composite></model>";
    (void)state;
    el_model *m, *compiled;
    el_error e;
    size_t n;
    if (el_model_load_xml(&m, source, strlen(source), "contacts", "contents", &e))
        fail_msg("%s", e.message);
    unsigned char *bytes = mom_write(m, 0, &n);
    if (el_model_load_mom(&compiled, bytes, n, "contacts", "x.mom", &e))
        fail_msg("%s", e.message);
    assert_int_equal(compiled->ncomposites, 4);
    const el_composite *home = composite_named(compiled, "Contact.home"), *place = composite_named(compiled, "Contact.work.place");
    assert_int_equal(home->nattributes, 2);
    assert_string_equal(home->attributes[0]->name, "zip");
    assert_int_equal(home->attributes[0]->type, EL_TYPE_STRING);
    assert_string_equal(home->attributes[1]->composite, "Contact.home.place");
    assert_int_equal(place->nattributes, 2);
    assert_string_equal(place->attributes[1]->default_text, "0.5");
    free(bytes);
    el_model_free(compiled);
    el_model_free(m);
}

static void write_file(const char *path, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
}

/* A .momd with two versions and a VersionInfo.plist, then an app around it. */
static void compiled_bundles_know_their_current_version_and_hashes(void **state)
{
    (void)state;
    char root[] = "/tmp/entitylens-momd-XXXXXX", path[256];
    assert_non_null(mkdtemp(root));
    snprintf(path, sizeof path, "%s/App.app", root);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/App.app/Garden.momd", root);
    mkdir(path, 0700);
    el_model *m;
    el_error e;
    assert_int_equal(el_model_load_xml(&m, plants, strlen(plants), "plants", "contents", &e), EL_OK);
    size_t n;
    unsigned char *bytes = mom_write(m, 0, &n);
    const char *const names[] = {"Garden.mom", "Garden 2.mom", "Garden 10.mom"};
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/App.app/Garden.momd/%s", root, names[i]);
        write_file(path, bytes, n);
    }
    snprintf(path, sizeof path, "%s/App.app/Garden.momd/Garden 2.omo", root);
    write_file(path, "momv2$srsraori55", 16);
    static const char info[] =
        "<plist><dict><key>NSManagedObjectModel_CurrentVersionName</key><string>Garden 2</string><key>NSManagedObjectModel_VersionHashes</key><dict>"
        "<key>Garden 2</key><dict><key>Plant</key><data>AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAc=</data></dict></dict></dict></plist>";
    snprintf(path, sizeof path, "%s/App.app/Garden.momd/VersionInfo.plist", root);
    write_file(path, info, strlen(info));
    snprintf(path, sizeof path, "%s/App.app", root);
    el_model_bundle *bundle;
    if (el_model_bundle_open(&bundle, path, &e))
        fail_msg("%s", e.message);
    assert_int_equal(bundle->nversions, 3);
    assert_string_equal(bundle->version_names[1], "Garden 2"); /* before "Garden 10" */
    assert_string_equal(bundle->version_names[2], "Garden 10");
    assert_int_equal(bundle->current, 1);
    assert_string_equal(bundle->current_from, "VersionInfo.plist");
    el_model *loaded;
    if (el_model_load(&loaded, path, &e))
        fail_msg("%s", e.message);
    assert_true(el_model_entity(loaded, "Plant")->has_version_hash);
    assert_int_equal(el_model_entity(loaded, "Plant")->version_hash[31], 7);
    assert_false(el_model_entity(loaded, "Bed")->has_version_hash);
    check_same(m, loaded);
    el_model_free(loaded);
    snprintf(path, sizeof path, "%s/App.app/Garden.momd/Garden 2.omo", root);
    assert_int_equal(el_model_load(&loaded, path, &e), EL_OK); /* by way of the .mom beside it */
    el_model_free(loaded);
    el_model_bundle_free(bundle);
    el_model_free(m);
    free(bytes);
    snprintf(path, sizeof path, "rm -r '%s'", root);
    assert_int_equal(system(path), 0);
}

static void check_refused(const void *bytes, size_t n, const char *code)
{
    el_model *m;
    el_error e;
    assert_int_not_equal(el_model_load_mom(&m, bytes, n, "m", "dir/m.mom", &e), EL_OK);
    assert_null(m);
    assert_string_equal(e.code, code);
    assert_non_null(strstr(e.message, "dir/m.mom"));
}

static void damage_is_told(void **state)
{
    (void)state;
    check_refused("", 0, "not-a-model");
    check_refused("not a model at all", 18, "not-a-model");
    check_refused("bplist00rubbish that is long enough to have a trailer", 53, "bad-plist");
    static const char plain[] = "<plist><dict><key>a</key><true/></dict></plist>";
    check_refused(plain, strlen(plain), "not-a-model");
    /* Zeros compress a thousandfold: a bomb in the guise of a model cache. */
    enum { SIZE = 70 << 20 };
    unsigned char *zeros = calloc(1, SIZE);
    size_t n;
    unsigned char *small = mom_deflate(zeros, SIZE, &n);
    check_refused(small, n, "model-too-large");
    free(small);
    free(zeros);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_of_a_compiled_model_is_read),
        cmocka_unit_test(compiled_bundles_know_their_current_version_and_hashes),
        cmocka_unit_test(composites_keep_their_elements),
        cmocka_unit_test(damage_is_told),
    };
    const struct CMUnitTest with_models[] = {
        cmocka_unit_test(compiled_models_say_what_their_sources_say),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (access(TEST_SHARED "/models", R_OK) == 0)
        failed += cmocka_run_group_tests(with_models, NULL, NULL);
    return failed;
}
