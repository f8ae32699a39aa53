/* SPDX-License-Identifier: MIT */
/* Stores as the ECD of every period left them, read back: each attribute, each link that the period stored, on devices
 * of either word size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/buf.h"
#include "entitylens/entitylens.h"
#include "fixture.h"
#include "layout/layout.h"
#include "sqlite_library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/el-eras-XXXXXX";
static char path[64];

/* What the model of a case has beyond plain entities. */
enum { HIERARCHY = 1, MANY = 2, SELF = 4, ASYMMETRIC = 8, KEYWORD = 16 };

static char *model_text(int parts)
{
    el_buf x = {0};
    const char *worker = parts & HIERARCHY ? "Worker" : "Person";
    el_buf_puts(&x, "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">"
                    "<entity name=\"Person\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>"
                    "<attribute name=\"age\" optional=\"YES\" attributeType=\"Integer 32\"/>"
                    "<attribute name=\"born\" optional=\"YES\" attributeType=\"Date\"/>"
                    "<attribute name=\"pay\" optional=\"YES\" attributeType=\"Decimal\"/>"
                    "<attribute name=\"ok\" optional=\"YES\" attributeType=\"Boolean\"/>"
                    "<attribute name=\"face\" optional=\"YES\" attributeType=\"Binary\"/>"
                    "<relationship name=\"home\" optional=\"YES\" maxCount=\"1\" deletionRule=\"Nullify\" destinationEntity=\"House\" "
                    "inverseName=\"residents\" inverseEntity=\"House\"/>");
    if (parts & KEYWORD)
        el_buf_puts(&x, "<attribute name=\"group\" optional=\"YES\" attributeType=\"String\"/>");
    if (parts & MANY)
        el_buf_puts(&x, "<relationship name=\"tags\" optional=\"YES\" toMany=\"YES\" ordered=\"YES\" destinationEntity=\"Tag\" "
                        "inverseName=\"people\" inverseEntity=\"Tag\"/>");
    if (parts & SELF)
        el_buf_puts(&x, "<relationship name=\"friends\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Person\" "
                        "inverseName=\"friends\" inverseEntity=\"Person\"/>");
    if (parts & ASYMMETRIC)
        el_buf_puts(&x, "<relationship name=\"parents\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Person\" "
                        "inverseName=\"children\" inverseEntity=\"Person\"/>"
                        "<relationship name=\"children\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Person\" "
                        "inverseName=\"parents\" inverseEntity=\"Person\"/>");
    el_buf_puts(&x, "</entity>");
    if (parts & HIERARCHY)
        el_buf_puts(&x, "<entity name=\"Worker\" parentEntity=\"Person\"><attribute name=\"bonus\" optional=\"YES\" attributeType=\"Double\"/>"
                        "<relationship name=\"firm\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Firm\" inverseName=\"staff\" "
                        "inverseEntity=\"Firm\"/></entity>"
                        "<entity name=\"Boss\" parentEntity=\"Worker\"><attribute name=\"rank\" optional=\"YES\" attributeType=\"String\"/></entity>");
    el_buf_puts(&x, "<entity name=\"House\"><attribute name=\"street\" optional=\"YES\" attributeType=\"String\"/>"
                    "<relationship name=\"residents\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Person\" "
                    "inverseName=\"home\" inverseEntity=\"Person\"/></entity>");
    if (parts & MANY)
        el_buf_puts(&x, "<entity name=\"Tag\"><attribute name=\"word\" optional=\"YES\" attributeType=\"String\"/>"
                        "<relationship name=\"people\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Person\" "
                        "inverseName=\"tags\" inverseEntity=\"Person\"/></entity>");
    if (parts & HIERARCHY)
        el_buf_printf(&x, "<entity name=\"Firm\"><attribute name=\"title\" optional=\"YES\" attributeType=\"String\"/>"
                          "<relationship name=\"staff\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"%s\" "
                          "inverseName=\"firm\" inverseEntity=\"%s\"/></entity>", worker, worker);
    el_buf_puts(&x, "</model>");
    return el_buf_take(&x);
}

static el_model *load_model(int parts)
{
    char *text = model_text(parts);
    el_model *model;
    el_error err;
    if (el_model_load_xml(&model, text, strlen(text), "eras", "eras", &err))
        fail_msg("%s", err.message);
    free(text);
    return model;
}

static void set_text(fixture *f, fixture_object *o, const char *attribute, const char *text)
{
    fixture_set(f, o, attribute, el_value_text(EL_STRING, text, (size_t)-1));
}

static void fill_person(fixture *f, fixture_object *o, int i)
{
    char name[32];
    snprintf(name, sizeof name, "person %d", i);
    set_text(f, o, "name", name);
    if (el_entity_attribute(o->entity, "group"))
        set_text(f, o, "group", i % 2 ? "odd" : "even");
    if (i % 3)
        fixture_set(f, o, "age", el_value_int(20 + i));
    fixture_set(f, o, "born", el_value_date(1e9 + i * 0.25));
    fixture_set(f, o, "pay", el_value_text(EL_DECIMAL, "10.50", (size_t)-1));
    fixture_set(f, o, "ok", el_value_bool(i % 2));
    fixture_set(f, o, "face", el_value_text(EL_DATA, "\0\1\377", 3));
}

static fixture *build(const el_model *model, int parts)
{
    enum { N = 9 };
    fixture *f = fixture_new(model);
    fixture_object *people[N], *houses[2], *tags[3], *firm = NULL;
    houses[0] = fixture_add(f, "House", 0);
    houses[1] = fixture_add(f, "House", 0);
    set_text(f, houses[0], "street", "Elm");
    if (parts & HIERARCHY)
        firm = fixture_add(f, "Firm", 0);
    for (int i = 0; i < 3 && parts & MANY; i++)
        tags[i] = fixture_add(f, "Tag", 10 + i);
    for (int i = 0; i < N; i++) {
        static const char *const kinds[] = {"Person", "Worker", "Boss"};
        people[i] = fixture_add(f, parts & HIERARCHY ? kinds[i % 3] : "Person", 0);
        fill_person(f, people[i], i);
        if (i != 4)
            fixture_link(f, people[i], "home", houses[i % 2]);
        if (parts & HIERARCHY && i % 3) {
            fixture_set(f, people[i], "bonus", el_value_double(i / 2.0));
            fixture_link(f, people[i], "firm", firm);
        }
    }
    for (int i = N - 1; i >= 0 && parts & MANY; i--)
        for (int k = 2; k >= i % 3; k--)
            fixture_link(f, people[i], "tags", tags[k]);
    for (int i = 1; i < N; i++) {
        if (parts & SELF)
            fixture_link(f, people[i], "friends", people[i - 1]);
        if (parts & ASYMMETRIC)
            fixture_link(f, people[i], "parents", people[i / 2]);
    }
    return f;
}

static int by_key(const void *a, const void *b)
{
    int64_t x = ((const int64_t *)a)[0], y = ((const int64_t *)b)[0];
    return x < y ? -1 : x > y;
}

static const fixture_object *linked(const fixture_object *from, const char *relationship, size_t i)
{
    for (size_t k = 0; k < from->entity->nall_relationships; k++)
        if (!strcmp(from->entity->all_relationships[k]->name, relationship))
            return i < from->links[k].n ? from->links[k].objects[i] : NULL;
    return NULL;
}

/* One table for both directions of a relationship of an entity with itself: every link of either is there. */
static void check_undirected(const fixture_object *expected, const el_object *o, size_t k)
{
    const el_relationship *r = o->entity->all_relationships[k];
    const char *const names[] = {r->name, r->inverse->name};
    const fixture_object *member;
    size_t n = 0;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; (member = linked(expected, names[side], i)); i++) {
            int found = 0;
            for (size_t j = 0; j < o->to_many[k].n; j++)
                found |= o->to_many[k].items[j].key == member->key;
            assert_true(found);
            n++;
        }
    assert_true(o->to_many[k].n <= n);
}

static void check_members(el_store *store, const fixture_object *expected, const el_object *o, size_t k, int day)
{
    const el_relationship *r = o->entity->all_relationships[k];
    const struct fixture_links *links = &expected->links[k];
    const el_ref_list *got = &o->to_many[k];
    int many = el_relationship_is_many_to_many(r);
    assert_int_equal(got->available, !many || day >= 20140620);
    if (!got->available)
        return;
    if (el_layout_place(el_store_layout(store), o->entity, r->name)->undirected) {
        assert_true(day < 20170322 && r->inverse != r);
        check_undirected(expected, o, k);
        return;
    }
    if (got->n != links->n)
        fail_msg("%d: %s/%lld %s has %zu members, expected %zu", day, o->entity->name, (long long)o->key, r->name, got->n, links->n);
    int64_t *keys = malloc((links->n + 1) * sizeof *keys);
    for (size_t i = 0; i < links->n; i++)
        keys[i] = links->objects[i]->key;
    if (!r->ordered || day < 20150406)
        qsort(keys, links->n, sizeof *keys, by_key);
    for (size_t i = 0; i < links->n; i++) {
        assert_int_equal(got->items[i].key, keys[i]);
        assert_false(got->items[i].dangling);
    }
    free(keys);
    assert_int_equal(got->count, got->n);
}

static void check_attribute(const el_attribute *a, const el_cell *cell, const el_value *expected, int day)
{
    el_buf want = {0}, got = {0};
    el_value none = el_value_null();
    int lost = a->type == EL_TYPE_DECIMAL && day < 20140117;
    el_value_json(&want, lost ? &none : expected);
    el_cell_json(&got, cell);
    if (strcmp(want.data, got.data))
        fail_msg("%d: %s is %s, expected %s", day, a->name, got.data, want.data);
    el_buf_free(&want);
    el_buf_free(&got);
}

static void check_object(el_store *store, const fixture_object *expected, int day)
{
    const el_model *model = el_store_model(store);
    const el_entity *entity = el_model_entity(model, expected->entity->name);
    el_object *o;
    el_error err;
    if (el_object_read(&o, store, entity, expected->key, EL_READ_TO_MANY | EL_READ_LABELS, &err))
        fail_msg("%d: %s", day, err.message);
    assert_ptr_equal(o->entity, entity);
    for (size_t i = 0; i < entity->nall_attributes; i++)
        check_attribute(entity->all_attributes[i], &o->attributes[i], &expected->attributes[i], day);
    for (size_t i = 0; i < entity->nall_relationships; i++) {
        if (entity->all_relationships[i]->to_many) {
            check_members(store, expected, o, i, day);
            continue;
        }
        const struct fixture_links *links = &expected->links[i];
        assert_int_equal(o->to_one[i].present, links->n);
        if (!links->n)
            continue;
        assert_int_equal(o->to_one[i].key, links->objects[0]->key);
        assert_string_equal(o->to_one[i].entity->name, links->objects[0]->entity->name);
        assert_false(o->to_one[i].dangling);
    }
    el_object_free(o);
}

static void check_store(const fixture *f, const el_model *model, const char *era, int day)
{
    el_open_options options;
    memset(&options, 0, sizeof options);
    options.model = model;
    options.inverted_booleans = day < 20121218;
    el_store *store;
    el_error err;
    if (el_store_open(&store, path, &options, &err))
        fail_msg("%d: %s", day, err.message);
    if (strcmp(el_store_era(store), era))
        fail_msg("%d: dated to %s, expected %s", day, el_store_era(store), era);
    for (size_t i = 0; i < fixture_count(f); i++)
        check_object(store, fixture_object_at(f, i), day);
    for (size_t i = 0; i < model->nentities; i++) {
        int64_t n, expected = 0;
        assert_int_equal(el_store_count(&n, store, model->entities[i], 0, &err), EL_OK);
        for (size_t k = 0; k < fixture_count(f); k++)
            expected += fixture_object_at(f, k)->entity == model->entities[i];
        assert_int_equal(n, expected);
    }
    el_store_close(store);
}

typedef struct period { int day, parts; const char *era; } period;

static void check_periods(const period *periods, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (int bits = 32; bits <= 64; bits += 32) {
            el_model *model = load_model(periods[i].parts);
            fixture *f = build(model, periods[i].parts);
            fixture_options options = {.written = periods[i].day, .bits = bits};
            el_error err;
            if (fixture_write(f, path, &options, &err))
                fail_msg("%d: %s", periods[i].day, err.message);
            check_store(f, model, periods[i].era, periods[i].day);
            fixture_free(f);
            el_model_free(model);
        }
}

static void stores_of_every_period_read_back(void **state)
{
    (void)state;
    static const period periods[] = {
        {20120830, 0, "before-0.1"}, {20121001, 0, "before-2.0"}, {20130110, 0, "before-2.0"}, {20130501, 0, "before-2.0"},
        {20130601, 0, "before-2.0"}, {20130901, HIERARCHY, "before-2.0"}, {20131001, HIERARCHY, "before-2.0"},
        {20140118, HIERARCHY, "before-2.0"}, {20140201, HIERARCHY, "before-2.0"}, {20140210, HIERARCHY, "before-2.0"},
        {20140312, 0, "before-2.0"}, {20140626, HIERARCHY, "2.0"}, {20140626, HIERARCHY | MANY, "2.0"}, {20140626, MANY, "2.0-or-3.0"},
        {20140821, HIERARCHY, "2.0"}, {20140908, HIERARCHY | MANY, "3.0"}, {20140925, HIERARCHY | MANY, "3.0"},
        {20141122, HIERARCHY | MANY, "3.0"}, {20141205, HIERARCHY | MANY, "3.0"}, {20150201, HIERARCHY | MANY | SELF, "3.0"},
        {20150501, HIERARCHY | MANY, "3.1"}, {20160512, HIERARCHY, "3.1-or-3.2"}, {20160801, HIERARCHY | MANY | SELF, "3.1"},
        {20170324, HIERARCHY | MANY | SELF | ASYMMETRIC, "3.2"}, {20170614, HIERARCHY | MANY | SELF | ASYMMETRIC, "3.2"},
        {20170614, 0, "3.1-or-3.2"}, {20170614, ASYMMETRIC | KEYWORD, "3.2"}, {20131001, HIERARCHY | KEYWORD, "before-2.0"},
        {20160801, ASYMMETRIC, "3.1"},
    };
    check_periods(periods, sizeof periods / sizeof *periods);
}

/* Names that need quoting, fold to each other in other alphabets, look like other parts of the layout, or hash to values
 * with the upper bit set. */
static const char odd_names[] =
    "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">"
    "<entity name=\"Order\" isAbstract=\"YES\"><attribute name=\"select\" optional=\"YES\" attributeType=\"String\"/>"
    "<attribute name=\"where\" optional=\"YES\" attributeType=\"Integer 64\"/><attribute name=\"null\" optional=\"YES\" attributeType=\"Double\"/>"
    "<relationship name=\"group\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"日本\" inverseName=\"order\" inverseEntity=\"日本\"/></entity>"
    "<entity name=\"Ordér\" parentEntity=\"Order\"><attribute name=\"größe\" optional=\"YES\" attributeType=\"Integer 16\"/>"
    "<attribute name=\"x_order\" optional=\"YES\" attributeType=\"Date\"/></entity>"
    "<entity name=\"ORDER2\" parentEntity=\"Ordér\"><relationship name=\"a_b\" optional=\"YES\" toMany=\"YES\" ordered=\"YES\" "
    "destinationEntity=\"_Under\" inverseName=\"c_d\" inverseEntity=\"_Under\"/></entity>"
    "<entity name=\"日本\"><attribute name=\"名前\" optional=\"YES\" attributeType=\"String\"/><attribute name=\"a b\" optional=\"YES\" attributeType=\"Binary\"/>"
    "<attribute name=\"say_“hi”\" optional=\"YES\" attributeType=\"Boolean\"/>"
    "<relationship name=\"order\" optional=\"YES\" toMany=\"YES\" ordered=\"YES\" destinationEntity=\"Order\" inverseName=\"group\" "
    "inverseEntity=\"Order\"/></entity>"
    "<entity name=\"_Under\"><attribute name=\"d\" optional=\"YES\" attributeType=\"Decimal\"/><relationship name=\"c_d\" optional=\"YES\" "
    "toMany=\"YES\" destinationEntity=\"ORDER2\" inverseName=\"a_b\" inverseEntity=\"ORDER2\"/></entity>"
    "<entity name=\"Bare\"><relationship name=\"to\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Bare\" inverseName=\"to_to\" "
    "inverseEntity=\"Bare\"/><relationship name=\"to_to\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Bare\" inverseName=\"to\" "
    "inverseEntity=\"Bare\"/></entity></model>";

static el_value value_for(el_attribute_type type, int i)
{
    static const char *const texts[] = {"", "'; DROP TABLE meta; --", "zeile\neins\ttab", "\xf0\x9f\x8e\x89 e\xcc\x81"};
    static const double doubles[] = {0.1, -0.0, 1e308, 5e-324};
    switch (type) {
    case EL_TYPE_INT16: return el_value_int(i - 2);
    case EL_TYPE_INT64: return el_value_int(i % 2 ? INT64_MIN : INT64_MAX);
    case EL_TYPE_DOUBLE: return el_value_double(doubles[i % 4]);
    case EL_TYPE_BOOLEAN: return el_value_bool(i % 2);
    case EL_TYPE_DATE: return el_value_date(-62135769600.0 + i);
    case EL_TYPE_BINARY: return el_value_text(EL_DATA, "\0\377'\"", 4);
    case EL_TYPE_DECIMAL: return el_value_text(EL_DECIMAL, i % 2 ? "-9.999999E4" : "NaN", (size_t)-1);
    default: return el_value_text(EL_STRING, texts[i % 4], (size_t)-1);
    }
}

static fixture *build_any(const el_model *model)
{
    fixture *f = fixture_new(model);
    for (int i = 0; i < 8; i++)
        for (size_t k = 0; k < model->nentities; k++) {
            const el_entity *e = model->entities[k];
            if (e->abstract)
                continue;
            fixture_object *o = fixture_add(f, e->name, 0);
            for (size_t a = 0; a < e->nall_attributes && i; a++) /* the first object of each entity is empty */
                fixture_set(f, o, e->all_attributes[a]->name, value_for(e->all_attributes[a]->type, i + (int)a));
        }
    for (size_t i = 0; i < fixture_count(f); i++) {
        fixture_object *o = fixture_object_at(f, i);
        for (size_t k = 0; k < o->entity->nall_relationships; k++)
            for (size_t j = i % 3; j < fixture_count(f); j += 5) {
                const el_relationship *r = o->entity->all_relationships[k];
                if (el_entity_is_kind_of(fixture_object_at(f, j)->entity, r->destination))
                    fixture_link(f, o, r->name, fixture_object_at(f, j));
            }
    }
    return f;
}

static void odd_names_and_values_read_back(void **state)
{
    (void)state;
    el_model *model;
    el_error err;
    if (el_model_load_xml(&model, odd_names, strlen(odd_names), "odd", "odd", &err))
        fail_msg("%s", err.message);
    fixture *f = build_any(model);
    for (int bits = 32; bits <= 64; bits += 32) {
        fixture_options options = {.bits = bits};
        if (fixture_write(f, path, &options, &err))
            fail_msg("%s", err.message);
        check_store(f, model, "3.2", 20170614);
    }
    fixture_free(f);
    el_model_free(model);
}

static int set_up(void **state)
{
    (void)state;
    test_use_linked_sqlite();
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/s.sqlite", folder);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stores_of_every_period_read_back),
        cmocka_unit_test(odd_names_and_values_read_back),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
