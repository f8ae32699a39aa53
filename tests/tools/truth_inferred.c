/* SPDX-License-Identifier: MIT */
/* A store without its model against the truth.  What can be known must be right: the ids, the cells, the keys of
 * to-ones and their destinations where they are certain, the links of join tables.  What cannot be known must not be
 * claimed: a relationship that the model does not have is an invention. */
#include "truth.h"

#include "entitylens/entitylens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct run {
    const char *file;
    truth_tally *tally;
    el_store *inferred, *known;
    json_t *got;   /* id to object */
    json_t *truth; /* id to what ECD read */
    int good;
} run;

static int collect(void *ctx, const char *text, size_t n)
{
    json_t *object = json_loadb(text, n, JSON_ALLOW_NUL, NULL);
    json_object_set_new(((run *)ctx)->got, json_string_value(json_object_get(object, "id")), object);
    return 0;
}

/* A cell without its type: dates are numbers, booleans 0 and 1, decimals text.  New reference. */
static json_t *bare(const json_t *v)
{
    static const char *const tags[] = {"date", "decimal", "uuid", "url", "raw"};
    if (json_is_boolean(v))
        return json_integer(json_is_true(v));
    for (size_t i = 0; json_is_object(v) && i < sizeof tags / sizeof *tags; i++)
        if (json_object_get(v, tags[i]))
            return json_incref(json_object_get(v, tags[i]));
    return json_incref((json_t *)v);
}

static int same_cell(const json_t *a, const json_t *b)
{
    json_t *x = a ? bare(a) : json_null(), *y = b ? bare(b) : json_null();
    int same = truth_equal(x, y);
    json_decref(x);
    json_decref(y);
    return same;
}

static void differ(run *r, const char *id, const char *what, const json_t *expected, const json_t *got)
{
    char *a = json_dumps(expected, JSON_ENCODE_ANY | JSON_COMPACT), *b = json_dumps(got, JSON_ENCODE_ANY | JSON_COMPACT);
    truth_fail(r->tally, r->file, "without model: %s %s: expected %.100s, got %.100s", id, what, a ? a : "nothing", b ? b : "nothing");
    free(a);
    free(b);
    r->good = 0;
}

static void compare_attributes(run *r, const char *id, const json_t *expected, const json_t *got)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)expected, name, value)
        if (!same_cell(value, json_object_get(got, name)))
            differ(r, id, name, value, json_object_get(got, name));
    json_object_foreach((json_t *)got, name, value)
        if (!json_object_get(expected, name) && !json_is_null(value))
            differ(r, id, name, NULL, value);
}

static const el_relationship *relationship(el_store *store, const char *id, const char *name)
{
    char entity_name[256];
    int64_t key;
    if (el_object_id_parse(entity_name, sizeof entity_name, &key, id, NULL))
        return NULL;
    const el_entity *entity = el_model_entity(el_store_model(store), entity_name);
    return entity ? el_entity_relationship(entity, name) : NULL;
}

/* Which of two entities a join table's halves belong to may be a guess, marked as such. */
static int is_guess_somewhere(el_store *store, const char *name)
{
    const el_model *model = el_store_model(store);
    for (size_t i = 0; i < model->nentities; i++) {
        const el_relationship *r = el_entity_relationship(model->entities[i], name);
        if (r && r->confidence != EL_CERTAIN)
            return 1;
    }
    return 0;
}

static const char *number_of(const json_t *id)
{
    const char *text = json_string_value(id);
    const char *slash = text ? strrchr(text, '/') : NULL;
    return slash ? slash : "";
}

static void compare_to_ones(run *r, const char *id, const json_t *expected, const json_t *got)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)expected, name, value) {
        const json_t *ours = json_object_get(got, name);
        const el_relationship *rel = relationship(r->inferred, id, name);
        int certain = rel && rel->destination && rel->confidence == EL_CERTAIN;
        if (json_is_null(value) ? ours && !json_is_null(ours)
                                : strcmp(number_of(value), number_of(ours)) || (certain && !json_equal(value, ours)))
            differ(r, id, name, value, ours);
    }
    json_object_foreach((json_t *)got, name, value)
        if (!json_object_get(expected, name) && !json_is_null(value))
            differ(r, id, name, NULL, value);
}

static int same_members(const json_t *a, const json_t *b)
{
    if (json_array_size(a) != json_array_size(b))
        return 0;
    json_t *set = json_object();
    size_t i;
    json_t *item;
    json_array_foreach((json_t *)a, i, item)
        json_object_set_new(set, json_string_value(item), json_true());
    int same = 1;
    json_array_foreach((json_t *)b, i, item)
        same &= json_object_get(set, json_string_value(item)) != NULL;
    json_decref(set);
    return same;
}

/* ECD could not read it: the store says under another name what the model asks for. */
static int raised(const run *r, const char *id, const char *name)
{
    return json_object_get(json_object_get(json_object_get(json_object_get(r->truth, id), "toMany"), name), "exception") != NULL;
}

static void compare_to_many(run *r, const char *id, const json_t *expected, const json_t *got)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)expected, name, value) {
        const el_relationship *real = relationship(r->known, id, name);
        const json_t *ours = json_object_get(got, name);
        if (!real || !el_relationship_is_many_to_many(real) || raised(r, id, name))
            continue; /* names of one-to-many relationships are nowhere in a store */
        if (is_guess_somewhere(r->inferred, name))
            continue;
        if (json_array_size(value) ? !ours || !same_members(value, ours) : ours && json_array_size(ours))
            differ(r, id, name, value, ours);
    }
    json_object_foreach((json_t *)got, name, value)
        if (!relationship(r->known, id, name) && relationship(r->inferred, id, name)->confidence == EL_CERTAIN)
            differ(r, id, name, NULL, value);
}

static void compare_object(run *r, const json_t *expected)
{
    const char *id = json_string_value(json_object_get(expected, "id"));
    const json_t *got = json_object_get(r->got, id);
    r->good = 1;
    if (!got) {
        truth_fail(r->tally, r->file, "without model: %s is missing", id);
        return;
    }
    compare_attributes(r, id, json_object_get(expected, "attributes"), json_object_get(got, "attributes"));
    compare_to_ones(r, id, json_object_get(expected, "toOne"), json_object_get(got, "toOne"));
    compare_to_many(r, id, json_object_get(expected, "toMany"), json_object_get(got, "toMany"));
    if (r->good)
        truth_pass(r->tally);
}

static int compare_known(void *ctx, const char *text, size_t n)
{
    json_t *object = json_loadb(text, n, JSON_ALLOW_NUL, NULL);
    compare_object(ctx, object);
    json_decref(object);
    return 0;
}

void truth_run_inferred(const char *file, const json_t *truth, el_store *inferred, el_store *known, truth_tally *tally)
{
    run r = {file, tally, inferred, known, json_object(), json_object(), 1};
    el_error err;
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(truth, "objects"), i, item)
        json_object_set(r.truth, json_string_value(json_object_get(item, "id")), item);
    /* The objects read with the model are those of the truth by now, in what the file can hold of it. */
    if (el_store_dump(inferred, collect, &r, &err) || el_store_dump(known, compare_known, &r, &err))
        truth_fail(tally, file, "without model: %s", err.message);
    json_decref(r.got);
    json_decref(r.truth);
}
