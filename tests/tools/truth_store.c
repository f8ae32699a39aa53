/* SPDX-License-Identifier: MIT */
/* A store against its truth file: every object, every value, every relationship. */
#include "truth.h"

#include "entitylens/entitylens.h"
#include "layout/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One run over a store. */
typedef struct comparison {
    const char *file;
    truth_tally *tally;
    el_store *store;
    json_t *expected; /* id to { "objects": [versions that are right] } */
    json_t *optional; /* ids that only ECD's second reading has */
    json_t *seen;     /* ids that came */
    json_t *counts;
    char last_entity[256]; /* of the object before, to check the order */
    int64_t last_key;
    long from_mirror; /* relationships whose links ECD no longer finds */
} comparison;

static const char *id_of(const json_t *object)
{
    return json_string_value(json_object_get(object, "id"));
}

static void expect(comparison *c, json_t *object)
{
    json_t *versions = json_object_get(c->expected, id_of(object));
    if (!versions) {
        versions = json_array();
        json_object_set_new(c->expected, id_of(object), versions);
    }
    json_array_append(versions, object);
}

/* Objects as written, and as a second session of ECD read them. */
static void collect_expected(comparison *c, const json_t *truth)
{
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(truth, "objects"), i, item)
        expect(c, item);
    json_array_foreach(json_object_get(truth, "readback_differences"), i, item) {
        json_t *read = json_object_get(item, "read"), *missing = json_object_get(item, "missing");
        json_t *extra = json_object_get(item, "extra");
        if (read && json_is_object(read) && json_object_get(c->expected, id_of(read)))
            expect(c, read);
        if (missing)
            json_object_set_new(c->optional, json_is_string(missing) ? json_string_value(missing) : id_of(missing), json_true());
        if (extra && json_is_object(extra) && !json_object_get(c->expected, id_of(extra))) {
            expect(c, extra);
            json_object_set_new(c->optional, id_of(extra), json_true());
        }
    }
}

/* A property that raised in ECD has no truth. */
static int property_is_right(const comparison *c, const char *id, const char *group, const char *name, const json_t *got)
{
    size_t i;
    json_t *version;
    json_array_foreach(json_object_get(c->expected, id), i, version) {
        json_t *value = json_object_get(json_object_get(version, group), name);
        if (json_object_get(version, "exception") || (value && json_object_get(value, "exception")))
            return 1;
        if (value ? truth_equal(value, got) : json_is_null(got))
            return 1;
    }
    return 0;
}

static const json_t *first_version(const comparison *c, const char *id)
{
    return json_array_get(json_object_get(c->expected, id), 0);
}

/* ECD reads an empty join table; the links are in its mirror, and we read them there and say so. */
static int is_from_mirror(const comparison *c, const char *id, const char *name)
{
    char entity_name[256];
    int64_t key;
    const json_t *expected = json_object_get(json_object_get(first_version(c, id), "toMany"), name);
    if (el_object_id_parse(entity_name, sizeof entity_name, &key, id, NULL) || !expected || json_array_size(expected))
        return 0;
    const el_entity *entity = el_model_entity(el_store_model(c->store), entity_name);
    const el_place *place = entity ? el_layout_place(el_store_layout(c->store), entity, name) : NULL;
    return place && place->from_mirror;
}

static void mismatch(comparison *c, const char *id, const char *group, const char *name, const json_t *got)
{
    char *a = json_dumps(json_object_get(json_object_get(first_version(c, id), group), name), JSON_ENCODE_ANY | JSON_COMPACT);
    char *b = json_dumps(got, JSON_ENCODE_ANY | JSON_COMPACT);
    truth_fail(c->tally, c->file, "%s %s: expected %.160s, got %.160s", id, name, a ? a : "nothing", b ? b : "nothing");
    free(a);
    free(b);
}

static int compare_group(comparison *c, const char *id, const json_t *got, const char *group)
{
    int good = 1;
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(got, group), name, value)
        if (property_is_right(c, id, group, name, value)) {
            continue;
        } else if (is_from_mirror(c, id, name)) {
            c->from_mirror++;
        } else {
            mismatch(c, id, group, name, value);
            good = 0;
        }
    json_object_foreach(json_object_get(first_version(c, id), group), name, value)
        if (!json_object_get(json_object_get(got, group), name)) {
            mismatch(c, id, group, name, NULL);
            good = 0;
        }
    return good;
}

/* Entity by name, then number. */
static void check_order(comparison *c, const char *id)
{
    char entity[256];
    int64_t key;
    if (el_object_id_parse(entity, sizeof entity, &key, id, NULL)) {
        truth_fail(c->tally, c->file, "%s is no object id", id);
        return;
    }
    int order = strcmp(c->last_entity, entity);
    if (order > 0 || (order == 0 && c->last_key >= key))
        truth_fail(c->tally, c->file, "%s comes after %s/%lld", id, c->last_entity, (long long)c->last_key);
    strcpy(c->last_entity, entity);
    c->last_key = key;
}

/* ECD's fetch of the entity failed, so its objects are not in the truth. */
static int is_unfetchable(const comparison *c, const char *id)
{
    char entity[256];
    int64_t key;
    return !el_object_id_parse(entity, sizeof entity, &key, id, NULL) && json_integer_value(json_object_get(c->counts, entity)) < 0;
}

static int line(void *ctx, const char *text, size_t n)
{
    comparison *c = ctx;
    json_error_t error;
    json_t *got = json_loadb(text, n, JSON_ALLOW_NUL, &error);
    if (!got) {
        truth_fail(c->tally, c->file, "no JSON: %s in %.*s", error.text, (int)(n < 200 ? n : 200), text);
        return 0;
    }
    const char *id = id_of(got);
    check_order(c, id);
    if (!first_version(c, id)) {
        if (!is_unfetchable(c, id))
            truth_fail(c->tally, c->file, "%s is not in the truth", id);
    } else {
        int good = compare_group(c, id, got, "attributes") & compare_group(c, id, got, "toOne") & compare_group(c, id, got, "toMany");
        if (good)
            truth_pass(c->tally);
    }
    json_object_set_new(c->seen, id, json_true());
    json_decref(got);
    return 0;
}

/* Old versions gave rows of a sub-entity a second time, as objects of the root: the row is there, once. */
static int is_second_reading(const comparison *c, const char *id)
{
    char name[256], other[300];
    int64_t key;
    if (el_object_id_parse(name, sizeof name, &key, id, NULL))
        return 0;
    const el_model *model = el_store_model(c->store);
    const el_entity *entity = el_model_entity(model, name);
    for (size_t i = 0; entity && i < model->nentities; i++) {
        snprintf(other, sizeof other, "%.250s/%lld", model->entities[i]->name, (long long)key);
        if (model->entities[i] != entity && el_entity_is_kind_of(model->entities[i], entity) && json_object_get(c->seen, other))
            return 1;
    }
    return 0;
}

static long check_missing(comparison *c, const char *entity)
{
    const char *id;
    json_t *versions;
    long twice = 0;
    size_t n = strlen(entity);
    json_object_foreach(c->expected, id, versions) {
        if (strncmp(id, entity, n) || id[n] != '/' || json_object_get(c->seen, id) || json_object_get(c->optional, id))
            continue;
        if (is_second_reading(c, id))
            twice++;
        else
            truth_fail(c->tally, c->file, "%s is missing", id);
    }
    return twice;
}

/* Objects of the truth by their ids: a version that counts a row for two entities lists it twice. */
static long distinct_objects(const json_t *truth, const char *entity)
{
    size_t i, n = strlen(entity);
    json_t *item, *known = json_object();
    json_array_foreach(json_object_get(truth, "objects"), i, item)
        if (!strncmp(id_of(item), entity, n) && id_of(item)[n] == '/')
            json_object_set_new(known, id_of(item), json_true());
    long count = (long)json_object_size(known);
    json_decref(known);
    return count;
}

static void check_entities(comparison *c, const json_t *truth)
{
    const char *name;
    json_t *count;
    json_object_foreach(c->counts, name, count) {
        const el_entity *entity = el_model_entity(el_store_model(c->store), name);
        int64_t n = -1, expected = distinct_objects(truth, name);
        if (json_integer_value(count) < 0) {
            truth_skip(c->tally, c->file, "ECD could not fetch %s", name);
            continue;
        }
        expected -= check_missing(c, name);
        if (!entity)
            truth_fail(c->tally, c->file, "the model has no entity %s", name);
        else if (el_store_count(&n, c->store, entity, 0, NULL) || n != expected)
            truth_fail(c->tally, c->file, "%lld objects of %s, expected %lld", (long long)n, name, (long long)expected);
        else
            truth_pass(c->tally);
    }
}

static void run_with_model(const char *file, const json_t *truth, el_store *store, truth_tally *tally)
{
    comparison c;
    memset(&c, 0, sizeof c);
    c.file = file;
    c.tally = tally;
    c.store = store;
    c.expected = json_object();
    c.optional = json_object();
    c.seen = json_object();
    c.counts = json_object_get(truth, "counts");
    collect_expected(&c, truth);
    el_error err;
    if (el_store_dump(store, line, &c, &err))
        truth_fail(tally, file, "dump: %s", err.message);
    check_entities(&c, truth);
    if (c.from_mirror)
        truth_skip(tally, file, "%ld relationships that ECD reads as empty are read from the mirror table", c.from_mirror);
    json_decref(c.seen);
    json_decref(c.expected);
    json_decref(c.optional);
}

/* The model of a migrated store is named in the file of the migration. */
static char *model_path(const char *file, const json_t *truth)
{
    const char *path = json_string_value(json_object_get(truth, "model_path"));
    if (path)
        return truth_path(file, path);
    char *migration_file = truth_path(file, "migration.json"), *result = NULL;
    json_t *migration = json_load_file(migration_file, JSON_ALLOW_NUL, NULL);
    const char *to = json_string_value(json_object_get(migration, "to"));
    if (to)
        result = truth_path(file, to);
    json_decref(migration);
    free(migration_file);
    return result;
}

static int open_store(el_store **out, const char *path, const char *model, const json_t *truth, el_error *err)
{
    el_open_options options;
    memset(&options, 0, sizeof options);
    options.model_path = model;
    const json_t *passphrase = json_object_get(truth, "passphrase");
    el_key *key = NULL;
    int status = EL_OK;
    if (json_is_string(passphrase))
        status = el_key_new_passphrase(&key, json_string_value(passphrase), json_string_length(passphrase), err);
    options.key = key;
    if (!status)
        status = el_store_open(out, path, &options, err);
    el_key_free(key);
    return status;
}

void truth_run_store(const char *file, const json_t *truth, truth_tally *tally)
{
    char *path = truth_path(file, json_string_value(json_object_get(truth, "store")));
    char *model = model_path(file, truth);
    el_store *store = NULL, *inferred = NULL;
    el_error err;
    if (!model)
        truth_skip(tally, file, "no model is named");
    else if (open_store(&store, path, model, truth, &err))
        truth_fail(tally, file, "open: %s", err.message);
    else
        run_with_model(file, truth, store, tally);
    if (store && open_store(&inferred, path, NULL, truth, &err))
        truth_fail(tally, file, "open without a model: %s", err.message);
    else if (store)
        truth_run_inferred(file, truth, inferred, store, tally);
    el_store_close(inferred);
    el_store_close(store);
    free(model);
    free(path);
}
