/* SPDX-License-Identifier: MIT */
/* The model inferred from each real store against the model that it was written with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/buf.h"
#include "model/infer.h"
#include "real_store.h"
#include "sqlite_library.h"

#include <jansson.h>
#include <sqlite3.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct tally {
    int entities, entities_found, wrong_entities;
    int attributes, attributes_found, types_exact, types_kind;
    int to_ones, to_ones_found, destinations;
    int many, many_found, owners;
    int wrong_certain;
} tally;

/* The truth file beside a store says which model it was written with; the path is relative to its folder. */
static el_model *real_model(const char *path)
{
    char truth[1024], bundle[2048];
    snprintf(truth, sizeof truth, "%.*s.json", (int)(strlen(path) - strlen(".sqlite")), path);
    json_t *j = json_load_file(truth, JSON_ALLOW_NUL, NULL);
    const char *relative = json_string_value(json_object_get(j, "model_path"));
    assert_non_null(relative);
    snprintf(bundle, sizeof bundle, "%.*s/%s", (int)(strrchr(path, '/') - path), path, relative);
    el_model *m;
    el_error e;
    if (el_model_load(&m, bundle, &e))
        fail_msg("%s", e.message);
    json_decref(j);
    return m;
}

static int is_integer(el_attribute_type type)
{
    return type == EL_TYPE_INT16 || type == EL_TYPE_INT32 || type == EL_TYPE_INT64;
}

static void compare_attributes(tally *t, const char *path, const el_entity *real, const el_entity *got)
{
    for (size_t i = 0; i < real->nattributes; i++) {
        const el_attribute *a = real->attributes[i], *b = got ? el_entity_attribute(got, a->name) : NULL;
        t->attributes++;
        if (!b)
            continue;
        t->attributes_found++;
        t->types_exact += a->type == b->type;
        int kind = a->type == b->type || (is_integer(a->type) && is_integer(b->type));
        t->types_kind += kind;
        t->wrong_certain += !kind && b->confidence == EL_CERTAIN;
        if (!kind && getenv("SHOW"))
            printf("%s: %s.%s is %s, inferred %s (%s): %s\n", path, real->name, a->name, el_attribute_type_name(a->type),
                   el_attribute_type_name(b->type), el_confidence_name(b->confidence), b->provenance);
    }
}

static void compare_relationships(tally *t, const char *path, const el_entity *real, const el_entity *got)
{
    for (size_t i = 0; i < real->nrelationships; i++) {
        const el_relationship *r = real->relationships[i], *s = got ? el_entity_relationship(got, r->name) : NULL;
        int many = el_relationship_is_many_to_many(r);
        if (r->to_many && !many)
            continue; /* its name is not in the store */
        int right = s && s->destination && s->to_many == r->to_many && s->destination->root->name && r->destination->root &&
                    !strcmp(s->destination->root->name, r->destination->root->name);
        *(many ? &t->many : &t->to_ones) += 1;
        *(many ? &t->many_found : &t->to_ones_found) += s != NULL && s->to_many == r->to_many;
        *(many ? &t->owners : &t->destinations) += right;
        t->wrong_certain += s && !right && s->confidence == EL_CERTAIN;
        if (!right && getenv("SHOW"))
            printf("%s: %s.%s leads to %s, inferred %s (%s): %s\n", path, real->name, r->name, r->destination->name,
                   s && s->destination ? s->destination->name : "nothing", s ? el_confidence_name(s->confidence) : "",
                   s ? s->provenance : "");
    }
}

/* What the inferred model claims with certainty has to be in the real one. */
static void check_claims(tally *t, const char *path, const el_model *real, const el_model *got)
{
    for (size_t i = 0; i < got->nentities; i++) {
        const el_entity *e = got->entities[i], *r = el_model_entity(real, e->name);
        assert_non_null(e->provenance);
        t->wrong_entities += !r;
        if (e->confidence == EL_CERTAIN && (!r || r->root->name == NULL || strcmp(r->root->name, e->root->name))) {
            printf("%s: certain of entity %s below %s\n", path, e->name, e->root->name);
            t->wrong_certain++;
        }
        for (size_t k = 0; k < e->nattributes; k++) {
            assert_non_null(e->attributes[k]->provenance);
            t->wrong_certain += e->attributes[k]->confidence == EL_CERTAIN && (!r || !el_entity_attribute(r, e->attributes[k]->name));
        }
        for (size_t k = 0; k < e->nrelationships; k++) {
            assert_non_null(e->relationships[k]->provenance);
            t->wrong_certain += e->relationships[k]->confidence == EL_CERTAIN && (!r || !el_entity_relationship(r, e->relationships[k]->name));
        }
    }
}

static void compare(tally *t, const char *path)
{
    sqlite3 *db = real_store_open(path);
    size_t n;
    unsigned char *bytes = real_store_metadata(db, &n);
    el_metadata *meta;
    el_model *got, *real = real_model(path);
    el_error e;
    if (el_metadata_read(&meta, bytes, n, &e) || el_model_infer(&got, db, NULL, meta, NULL, &e))
        fail_msg("%s: %s", path, e.message);
    for (size_t i = 0; i < real->nentities; i++) {
        const el_entity *want = real->entities[i], *have = el_model_entity(got, want->name);
        t->entities++;
        t->entities_found += have && !strcmp(have->root->name, want->root->name);
        if (getenv("SHOW") && (!have || strcmp(have->root->name, want->root->name)))
            printf("%s: entity %s below %s, inferred below %s\n", path, want->name, want->root->name, have ? have->root->name : "nothing");
        if (getenv("SHOW") && have && ((have->parent != NULL) != (want->parent != NULL) || (have->parent && strcmp(have->parent->name, want->parent->name))))
            printf("%s: entity %s has parent %s, inferred %s\n", path, want->name, want->parent ? want->parent->name : "none", have->parent ? have->parent->name : "none");
        compare_attributes(t, path, want, have);
        compare_relationships(t, path, want, have);
    }
    check_claims(t, path, real, got);
    if (getenv("SHOW_JSON")) {
        el_buf json = {0};
        el_model_json(&json, got);
        printf("%s\n%s\n", path, el_buf_str(&json));
        el_buf_free(&json);
    }
    el_model_free(got);
    el_model_free(real);
    el_metadata_free(meta);
    free(bytes);
    sqlite3_close(db);
}

static void inferred_models_fit_the_real_ones(void **state)
{
    (void)state;
    char **stores = real_store_list(TEST_SHARED "/stores");
    tally t = {0};
    for (char **path = stores; *path; path++)
        if (!strstr(*path, "/migrations") || (getenv("ALL") && strstr(*path, "/before.sqlite")))
            compare(&t, *path);
    real_store_list_free(stores);
    printf("entities %d of %d, %d invented; attributes %d of %d, types %d exact, %d of their kind; to-ones %d of %d, %d right; "
           "many-to-many %d of %d, %d right; certain and wrong %d\n",
           t.entities_found, t.entities, t.wrong_entities, t.attributes_found, t.attributes, t.types_exact, t.types_kind, t.to_ones_found,
           t.to_ones, t.destinations, t.many_found, t.many, t.owners, t.wrong_certain);
    assert_int_equal(t.wrong_certain, 0);
    assert_int_equal(t.wrong_entities, 0);
    assert_int_equal(t.entities_found, t.entities);
    assert_true(t.types_kind * 10 >= t.attributes * 9);
}

int main(void)
{
    test_use_linked_sqlite();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inferred_models_fit_the_real_ones),
    };
    if (access(TEST_SHARED "/stores/blog-v4.sqlite", R_OK) != 0)
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
