/* SPDX-License-Identifier: MIT */
/* Recorded fetch requests.  ECD's dialect must give ECD's text and, run on the store, ECD's answer; the correct
 * translation must give what an evaluation of the objects gives that shares no code with it. */
#include "truth.h"
#include "truth_query.h"

#include "base/buf.h"
#include "corpus_graph.h"
#include "query/ecd_run.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct runner {
    const char *file;
    truth_tally *tally;
    el_store *store;
    corpus_graph graph;
} runner;

/* Texts that are equal but for runs of white space. */
static int same_text(const char *a, const char *b)
{
    while (*a || *b) {
        if (isspace((unsigned char)*a) && isspace((unsigned char)*b)) {
            while (isspace((unsigned char)*a))
                a++;
            while (isspace((unsigned char)*b))
                b++;
        } else if (*a++ != *b++) {
            return 0;
        }
    }
    return 1;
}

static void id_text(char *out, size_t size, const el_value *v)
{
    snprintf(out, size, "%s/%lld", v->u.object.entity, (long long)v->u.object.key);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(json_string_value(*(json_t *const *)a), json_string_value(*(json_t *const *)b));
}

/* A copy in the order of the texts. */
static json_t *sorted(const json_t *ids)
{
    size_t n = json_array_size(ids);
    json_t **items = malloc((n + 1) * sizeof *items), *out = json_array();
    for (size_t i = 0; i < n; i++)
        items[i] = json_array_get(ids, i);
    qsort(items, n, sizeof *items, by_text);
    for (size_t i = 0; i < n; i++)
        json_array_append(out, items[i]);
    free(items);
    return out;
}

static int same_ids(const json_t *a, const json_t *b, int ordered)
{
    if (ordered)
        return json_equal(a, b);
    json_t *x = sorted(a), *y = sorted(b);
    int same = json_equal(x, y);
    json_decref(x);
    json_decref(y);
    return same;
}

static json_t *ids_of(const el_ecd_answer *answer)
{
    json_t *ids = json_array();
    for (size_t i = 0; i < answer->n; i++) {
        char text[300];
        id_text(text, sizeof text, &answer->objects[i]);
        json_array_append_new(ids, json_string(text));
    }
    return ids;
}

static json_t *row_json(const truth_query *q, const json_t *query, el_cell *cells)
{
    json_t *row = json_object();
    const json_t *properties = json_object_get(query, "properties");
    for (size_t i = 0; i < q->ecd.nproperties; i++) {
        const json_t *p = json_array_get(properties, i);
        const char *name = json_is_string(p) ? json_string_value(p) : json_string_value(json_object_get(p, "name"));
        if (cells[i].value.kind == EL_NULL)
            continue;
        if (cells[i].value.kind == EL_OBJECT) {
            char text[300];
            id_text(text, sizeof text, &cells[i].value);
            json_object_set_new(row, name, json_string(text));
            continue;
        }
        el_buf b = {0};
        el_cell_json(&b, &cells[i]);
        json_object_set_new(row, name, json_loadb(b.data, b.len, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL));
        el_buf_free(&b);
    }
    return row;
}

static int same_rows(const truth_query *q, const json_t *entry, const el_ecd_answer *answer)
{
    const json_t *rows = json_object_get(json_object_get(entry, "ecd"), "rows");
    if (json_array_size(rows) != answer->n)
        return 0;
    /* Without an order the rows come as the plan has it, so each recorded row must be among ours. */
    char *used = calloc(answer->n + 1, 1);
    int all = 1;
    for (size_t i = 0; i < answer->n && all; i++) {
        int found = 0;
        for (size_t k = 0; k < answer->n && !found; k++) {
            if (used[k] || (q->ecd.nsorts && k != i))
                continue;
            json_t *ours = row_json(q, json_object_get(entry, "query"), answer->rows[k]);
            found = truth_equal(ours, json_array_get(rows, i));
            used[k] = (char)found;
            json_decref(ours);
        }
        all = found;
    }
    free(used);
    return all;
}

static int check_answer(const truth_query *q, const json_t *entry, const el_ecd_answer *answer)
{
    const json_t *ecd = json_object_get(entry, "ecd"), *result = json_object_get(ecd, "result"), *count = json_object_get(ecd, "count");
    if (count)
        return answer->count == json_integer_value(count);
    if (json_object_get(ecd, "rows"))
        return same_rows(q, entry, answer);
    json_t *ids = ids_of(answer);
    /* A limit without an order may take any rows. */
    int some = q->ecd.limit > 0 && !q->ecd.nsorts;
    int same = some ? json_array_size(ids) == json_array_size(result) : same_ids(ids, result, json_is_true(json_object_get(ecd, "ordered")));
    json_decref(ids);
    return same;
}

static void check_ecd(runner *r, truth_query *q, const json_t *entry)
{
    const json_t *ecd = json_object_get(entry, "ecd");
    const char *status = json_string_value(json_object_get(entry, "status")), *sql = json_string_value(json_object_get(ecd, "sql"));
    el_ecd_statement s;
    el_ecd_translate(&s, q->arena, &q->ecd);
    static const char *const outcomes[] = {"a statement", "an exception", "a crash", "nothing"};
    el_ecd_outcome wanted = sql ? EL_ECD_SENDS : !strcmp(status, "crash") ? EL_ECD_CRASHES : !strcmp(status, "exception") ? EL_ECD_RAISES : EL_ECD_NOTHING;
    if (s.outcome != wanted) {
        truth_fail(r->tally, r->file, "%d %s: ECD gives %s, the dialect %s", q->number, q->format, outcomes[wanted], outcomes[s.outcome]);
        return;
    }
    if (!sql) {
        truth_pass(r->tally);
        return;
    }
    if (!same_text(s.sql, sql)) {
        truth_fail(r->tally, r->file, "%d %s\n  ECD:  %s\n  ours: %s", q->number, q->format, sql, s.sql);
        return;
    }
    el_ecd_answer answer;
    el_error err;
    if (el_ecd_run(&answer, q->arena, r->store, &q->ecd, &s, 0, &err))
        truth_fail(r->tally, r->file, "%d %s: %s", q->number, q->format, err.message);
    else if ((strcmp(status, "answered") == 0) != answer.answered)
        truth_fail(r->tally, r->file, "%d %s: ECD's request ended as \"%s\", here: %s", q->number, q->format, status, answer.answered ? "answered" : answer.error);
    else if (answer.answered && !check_answer(q, entry, &answer))
        truth_fail(r->tally, r->file, "%d %s: the dialect's statement gives another answer than ECD's", q->number, q->format);
    else
        truth_pass(r->tally);
}

/* What evaluating each object gives: ids of the true ones, or the code of the first error. */
static json_t *evaluated(runner *r, truth_query *q, el_error *err)
{
    json_t *ids = json_array();
    for (size_t i = 0; i < fixture_count(r->graph.objects); i++) {
        fixture_object *o = fixture_object_at(r->graph.objects, i);
        if (q->request.no_subentities ? o->entity != q->ecd.entity : !el_entity_is_kind_of(o->entity, q->ecd.entity))
            continue;
        el_truth truth = EL_TRUE;
        el_value self = corpus_graph_object(o);
        if (q->predicate && el_predicate_evaluate(&truth, q->predicate, &self, &r->graph.source, EL_EVAL_STORE, err)) {
            json_decref(ids);
            return NULL;
        }
        char text[300];
        id_text(text, sizeof text, &self);
        if (truth == EL_TRUE)
            json_array_append_new(ids, json_string(text));
    }
    return ids;
}

static json_t *fetched(runner *r, const el_fetch_request *request, el_error *err)
{
    el_fetch *f;
    const el_object *o;
    json_t *ids = json_array();
    int rc = el_fetch_open(&f, r->store, request, err);
    while (!rc && (rc = el_fetch_next(f, &o, err)) > 0) {
        char text[300];
        snprintf(text, sizeof text, "%s/%lld", o->entity->name, (long long)o->key);
        json_array_append_new(ids, json_string(text));
        rc = 0;
    }
    if (rc < 0) {
        json_decref(ids);
        ids = NULL;
    }
    if (rc <= 0 && (ids || f))
        el_fetch_close(f);
    return ids;
}

/* Errors that the language prescribes where an evaluation of single objects may well have an answer. */
static int prescribed(const el_error *err)
{
    static const char *const codes[] = {"type-mismatch", "to-many-needs-modifier", "unsupported-function", "unsupported-index", "unknown-key",
                                        "bad-regex", "in-needs-collection", "unsupported-expression"};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (!strcmp(err->code, codes[i]))
            return 1;
    return 0;
}

static void check_correct(runner *r, truth_query *q)
{
    el_fetch_request all = q->request;
    all.limit = all.offset = 0;
    all.columns = NULL;
    all.ncolumns = 0;
    all.distinct = 0;
    el_error failed, unevaluated;
    el_error_clear(&failed);
    el_error_clear(&unevaluated);
    json_t *ours = fetched(r, &all, &failed), *expected = evaluated(r, q, &unevaluated);
    int64_t count = 0;
    if (!ours && (expected ? !prescribed(&failed) : strcmp(failed.code, unevaluated.code) && !prescribed(&failed)))
        truth_fail(r->tally, r->file, "%d %s: %s: %s", q->number, q->format, failed.code, failed.message);
    else if (ours && !expected)
        truth_fail(r->tally, r->file, "%d %s: fetched, though an evaluation says %s", q->number, q->format, unevaluated.message);
    else if (ours && !same_ids(ours, expected, 0)) {
        char *a = json_dumps(ours, 0), *b = json_dumps(expected, 0);
        truth_fail(r->tally, r->file, "%d %s\n  fetched   %.300s\n  evaluated %.300s", q->number, q->format, a, b);
        free(a);
        free(b);
    } else if (ours && (el_fetch_count(&count, r->store, &all, &failed) || count != (int64_t)json_array_size(ours)))
        truth_fail(r->tally, r->file, "%d %s: %zu fetched, %lld counted", q->number, q->format, json_array_size(ours), (long long)count);
    else
        truth_pass(r->tally);
    json_decref(ours);
    json_decref(expected);
}

/* What ECD does not keep: a text ends at its first NUL, a NaN and empty data become nil. */
static void as_stored(fixture *f)
{
    for (size_t i = 0; i < fixture_count(f); i++) {
        fixture_object *o = fixture_object_at(f, i);
        for (size_t k = 0; k < o->entity->nall_attributes; k++) {
            el_value *v = &o->attributes[k];
            const char *nul = v->kind == EL_STRING && v->u.text.n ? memchr(v->u.text.s, 0, v->u.text.n) : NULL;
            if (nul)
                v->u.text.n = (size_t)(nul - v->u.text.s);
            if ((v->kind == EL_DOUBLE && isnan(v->u.d)) || (v->kind == EL_DATA && !v->u.text.n))
                *v = el_value_null();
            if (o->entity->all_attributes[k]->type == EL_TYPE_TRANSFORMABLE && v->kind != EL_NULL)
                *v = el_value_text(EL_DATA, "archive", 7); /* opaque to predicates */
        }
    }
}

static char *replaced_ending(const char *path, const char *ending)
{
    size_t n = strlen(path) - strlen(".sqlite");
    char *out = malloc(n + strlen(ending) + 1);
    memcpy(out, path, n);
    strcpy(out + n, ending);
    return out;
}

static void run_entries(runner *r, const json_t *queries)
{
    for (size_t i = 0; i < json_array_size(queries); i++) {
        const json_t *entry = json_array_get(queries, i);
        truth_query q;
        char why[700];
        if (truth_query_read(&q, entry, el_store_model(r->store), why, sizeof why)) {
            truth_fail(r->tally, r->file, "%d: %s", q.number, why);
        } else {
            check_ecd(r, &q, entry);
            check_correct(r, &q);
        }
        truth_query_free(&q);
    }
}

void truth_run_queries(const char *file, const json_t *content, truth_tally *tally)
{
    const json_t *head = json_object_get(content, "head") ? json_object_get(content, "head") : content;
    const char *name = json_string_value(json_object_get(head, "store")), *model = json_string_value(json_object_get(head, "model_path"));
    if (!name || !model) {
        truth_fail(tally, file, "no store or model is named");
        return;
    }
    char *path = truth_path(file, name), *model_path = truth_path(file, model), *truth = replaced_ending(path, ".json");
    runner r = {.file = file, .tally = tally};
    el_error err;
    el_key *key = NULL;
    fixture *objects = NULL;
    el_open_options options = {.model_path = model_path};
    el_key_new_passphrase(&key, "correct horse", strlen("correct horse"), &err);
    options.key = key;
    int status = el_store_open(&r.store, path, &options, &err);
    if (!status)
        status = fixture_from_truth(&objects, el_store_model(r.store), truth, &err);
    if (status) {
        truth_fail(tally, file, "open: %s", err.message);
    } else {
        as_stored(objects);
        corpus_graph_init(&r.graph, objects);
        run_entries(&r, json_object_get(content, "queries"));
        corpus_graph_clear(&r.graph);
    }
    fixture_free(objects);
    el_store_close(r.store);
    el_key_free(key);
    free(path);
    free(model_path);
    free(truth);
}
