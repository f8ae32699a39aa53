/* SPDX-License-Identifier: MIT */
/* Random predicates over random objects: the translation to SQL against the in-memory evaluator in store mode.
 * They share the tree and the rules for comparing two values, but no code that joins, counts or quantifies.
 *
 * differential_runner [SEED [COUNT]]   prints each difference and "N passed, N failed" */
#include "corpus_graph.h"
#include "random_predicate.h"
#include "sqlite_library.h"

#include "base/arena.h"
#include "entitylens/query.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char model_xml[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
    "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">"
    "<entity name=\"Person\">"
    "<attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>"
    "<attribute name=\"nick\" optional=\"YES\" attributeType=\"String\"/>"
    "<attribute name=\"age\" optional=\"YES\" attributeType=\"Integer 32\"/>"
    "<attribute name=\"score\" optional=\"YES\" attributeType=\"Double\"/>"
    "<attribute name=\"active\" optional=\"YES\" attributeType=\"Boolean\"/>"
    "<attribute name=\"born\" optional=\"YES\" attributeType=\"Date\"/>"
    "<relationship name=\"team\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Team\" inverseName=\"people\" inverseEntity=\"Team\"/>"
    "<relationship name=\"boss\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Person\" inverseName=\"staff\" inverseEntity=\"Person\"/>"
    "<relationship name=\"staff\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Person\" inverseName=\"boss\" inverseEntity=\"Person\"/>"
    "<relationship name=\"friends\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Person\" inverseName=\"friendOf\" inverseEntity=\"Person\"/>"
    "<relationship name=\"friendOf\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Person\" inverseName=\"friends\" inverseEntity=\"Person\"/>"
    "<relationship name=\"tags\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Tag\" inverseName=\"people\" inverseEntity=\"Tag\"/>"
    "</entity>"
    "<entity name=\"Lead\" parentEntity=\"Person\">"
    "<attribute name=\"level\" optional=\"YES\" attributeType=\"Integer 16\"/>"
    "<relationship name=\"car\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Car\" inverseName=\"owner\" inverseEntity=\"Lead\"/>"
    "</entity>"
    "<entity name=\"Car\">"
    "<attribute name=\"plate\" optional=\"YES\" attributeType=\"String\"/>"
    "<attribute name=\"price\" optional=\"YES\" attributeType=\"Decimal\"/>"
    "<relationship name=\"owner\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Lead\" inverseName=\"car\" inverseEntity=\"Lead\"/>"
    "</entity>"
    "<entity name=\"Team\">"
    "<attribute name=\"title\" optional=\"YES\" attributeType=\"String\"/>"
    "<attribute name=\"budget\" optional=\"YES\" attributeType=\"Decimal\"/>"
    "<attribute name=\"rank\" optional=\"YES\" attributeType=\"Integer 64\"/>"
    "<relationship name=\"people\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Person\" inverseName=\"team\" inverseEntity=\"Person\"/>"
    "</entity>"
    "<entity name=\"Tag\">"
    "<attribute name=\"word\" optional=\"YES\" attributeType=\"String\"/>"
    "<relationship name=\"people\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Person\" inverseName=\"tags\" inverseEntity=\"Person\"/>"
    "</entity>"
    "</model>";

static void die(const char *what, const el_error *err)
{
    fprintf(stderr, "differential_runner: %s: %s\n", what, err->message);
    exit(2);
}

static el_value some_text(random_predicate *r)
{
    static const char *const texts[] = {"a", "b", "ab", "AB", "Zo\u00eb", "zoe", "a%_b", "ABC", "bab", "ZO\u00cb", "a*"};
    return el_value_text(EL_STRING, texts[random_below(r, sizeof texts / sizeof *texts)], (size_t)-1);
}

static el_value some_value(random_predicate *r, el_attribute_type type)
{
    static const char *const decimals[] = {"1.1", "2.5", "0.1", "3", "100", "-7", "2.50", "1E2"};
    static const double doubles[] = {0, 1, 2.5, -1, 0.5, 100, 3.25, 1e10};
    switch (type) {
    case EL_TYPE_STRING: return some_text(r);
    case EL_TYPE_DOUBLE: return el_value_double(doubles[random_below(r, 8)]);
    case EL_TYPE_BOOLEAN: return el_value_bool((int)random_below(r, 2));
    case EL_TYPE_DATE: return el_value_date(978307200.0 + random_below(r, 6) + (random_below(r, 3) ? 0 : 0.5));
    case EL_TYPE_DECIMAL: return el_value_text(EL_DECIMAL, decimals[random_below(r, 8)], (size_t)-1);
    default: return el_value_int((int64_t)random_below(r, 8) - 2);
    }
}

static fixture_object *some_object(random_predicate *r, fixture *f, const el_entity *entity)
{
    for (;;) {
        fixture_object *o = fixture_object_at(f, random_below(r, (unsigned)fixture_count(f)));
        if (el_entity_is_kind_of(o->entity, entity))
            return o;
    }
}

static fixture *make_objects(random_predicate *r, const el_model *model)
{
    static const struct { const char *entity; int n; } counts[] = {{"Person", 12}, {"Lead", 6}, {"Car", 5}, {"Team", 5}, {"Tag", 5}};
    fixture *f = fixture_new(model);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (int k = 0; k < counts[i].n; k++) {
            fixture_object *o = fixture_add(f, counts[i].entity, 0);
            for (size_t a = 0; a < o->entity->nall_attributes; a++)
                if (random_below(r, 4))
                    fixture_set(f, o, o->entity->all_attributes[a]->name, some_value(r, o->entity->all_attributes[a]->type));
        }
    for (size_t i = 0; i < fixture_count(f); i++) {
        fixture_object *o = fixture_object_at(f, i);
        for (size_t k = 0; k < o->entity->nall_relationships; k++) {
            const el_relationship *rel = o->entity->all_relationships[k];
            for (unsigned n = rel->to_many ? random_below(r, 3) : random_below(r, 2); n; n--)
                fixture_link(f, o, rel->name, some_object(r, f, rel->destination));
        }
    }
    return f;
}

typedef struct answer { int64_t keys[64]; size_t n; int status; el_error err; } answer;

static int by_key(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static void fetch(answer *out, el_store *store, const el_entity *entity, const random_predicate *r)
{
    el_fetch_request request = {.entity = entity->name, .where = el_buf_str(&r->text), .args = r->args, .nargs = r->nargs};
    el_fetch *f;
    const el_object *o;
    out->n = 0;
    out->status = el_fetch_open(&f, store, &request, &out->err);
    if (out->status)
        return;
    while ((out->status = el_fetch_next(f, &o, &out->err)) > 0 && out->n < 64)
        out->keys[out->n++] = o->key;
    el_fetch_close(f);
    qsort(out->keys, out->n, sizeof *out->keys, by_key);
}

static void evaluate(answer *out, corpus_graph *graph, const el_entity *entity, const random_predicate *r)
{
    el_predicate *p;
    out->n = 0;
    out->status = el_predicate_parse(&p, el_buf_str(&r->text), r->text.len, r->args, r->nargs, &out->err, 1, NULL);
    if (!out->status)
        out->status = el_predicate_check(p, entity, &out->err, 1, NULL);
    for (size_t i = 0; !out->status && i < fixture_count(graph->objects); i++) {
        const fixture_object *o = fixture_object_at(graph->objects, i);
        if (!el_entity_is_kind_of(o->entity, entity))
            continue;
        el_value self = corpus_graph_object(o);
        el_truth truth = EL_UNKNOWN;
        out->status = el_predicate_evaluate(&truth, p, &self, &graph->source, EL_EVAL_STORE, &out->err);
        if (!out->status && truth == EL_TRUE)
            out->keys[out->n++] = o->key;
    }
    el_predicate_free(p);
    qsort(out->keys, out->n, sizeof *out->keys, by_key);
}

static void print_answer(const char *who, const answer *a)
{
    printf("  %s", who);
    if (a->status)
        printf(" %s: %s", a->err.code, a->err.message);
    for (size_t i = 0; !a->status && i < a->n; i++)
        printf(" %" PRId64, a->keys[i]);
    printf("\n");
}

/* What the predicates were like: a test that compares only errors, or nothing with nothing, would say little. */
typedef struct tally { int refused, complex, none, some, all; } tally;

static void count(tally *t, const answer *a, size_t objects)
{
    t->refused += a->status && a->status != EL_ELIMIT;
    t->complex += a->status == EL_ELIMIT;
    t->none += !a->status && !a->n;
    t->all += !a->status && a->n == objects && a->n;
    t->some += !a->status && a->n && a->n < objects;
}

static size_t objects_of(const corpus_graph *graph, const el_entity *entity)
{
    size_t n = 0;
    for (size_t i = 0; i < fixture_count(graph->objects); i++)
        n += (size_t)el_entity_is_kind_of(fixture_object_at(graph->objects, i)->entity, entity);
    return n;
}

/* 1: the same answer.  What the engine finds too complex is no difference. */
static int compare_one(el_store *store, corpus_graph *graph, const el_entity *entity, random_predicate *r, tally *t)
{
    answer sql, memory;
    random_predicate_make(r, entity);
    fetch(&sql, store, entity, r);
    evaluate(&memory, graph, entity, r);
    count(t, &sql, objects_of(graph, entity));
    if (sql.status == EL_ELIMIT)
        return 1;
    int same = sql.status || memory.status ? sql.status == memory.status && !strcmp(sql.err.code, memory.err.code)
                                           : sql.n == memory.n && !memcmp(sql.keys, memory.keys, sql.n * sizeof *sql.keys);
    if (same)
        return 1;
    printf("DIFFERS %s: %s\n", entity->name, el_buf_str(&r->text));
    for (size_t i = 0; i < r->nargs; i++) {
        el_buf text = {0};
        el_value_json(&text, &r->args[i]);
        printf("  argument %s\n", el_buf_str(&text));
        el_buf_free(&text);
    }
    print_answer("store ", &sql);
    print_answer("memory", &memory);
    return 0;
}

static el_store *write_and_open(fixture *f, const char *path)
{
    fixture_options options = {.format = FIXTURE_PLAIN};
    el_open_options open = {.model = fixture_model(f)};
    el_store *store = NULL;
    el_error err;
    if (fixture_write(f, path, &options, &err) || el_store_open(&store, path, &open, &err))
        die(path, &err);
    return store;
}

int main(int argc, char **argv)
{
    static const char *const entities[] = {"Person", "Lead", "Car", "Team", "Tag"};
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    int rounds = argc > 2 ? atoi(argv[2]) : 2000, failed = 0;
    char path[] = "/tmp/entitylens-differential-XXXXXX";
    int fd = mkstemp(path);
    el_model *model;
    el_error err;
    test_use_linked_sqlite();
    if (fd < 0 || el_model_load_xml(&model, model_xml, strlen(model_xml), "Random", "contents", &err))
        die(path, &err);
    close(fd);
    random_predicate r = {.state = seed * 0x9E3779B97F4A7C15u + 1, .arena = el_arena_new()};
    fixture *f = make_objects(&r, model);
    el_store *store = write_and_open(f, path);
    corpus_graph graph;
    corpus_graph_init(&graph, f);
    r.objects = f;
    tally t = {0};
    for (int i = 0; i < rounds; i++)
        failed += !compare_one(store, &graph, el_model_entity(model, entities[random_below(&r, 5)]), &r, &t);
    printf("answers: %d refused, %d too complex, %d nothing, %d some objects, %d all\n", t.refused, t.complex, t.none, t.some, t.all);
    printf("%d passed, %d failed\n", rounds - failed, failed);
    corpus_graph_clear(&graph);
    el_store_close(store);
    fixture_free(f);
    el_model_free(model);
    el_arena_free(r.arena);
    el_buf_free(&r.text);
    unlink(path);
    return failed > 0;
}
