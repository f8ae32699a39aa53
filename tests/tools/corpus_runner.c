/* SPDX-License-Identifier: MIT */
/* Runs predicate corpora (JSON Lines): corpus_runner DIR-OR-FILE...
 * Prints each failure, what was skipped and why, and at the end "N passed, N failed".  Exit 1 on failures.
 *
 * Items with a data set are answered three times: fetched from an encrypted store that holds the data set, and by the
 * in-memory evaluator by the store's rules and by those of memory. */
#include "corpus_graph.h"
#include "corpus_store.h"
#include "corpus_values.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "sqlite_library.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct runner {
    int passed, failed, skipped;
    int verbose;
    char *folder;   /* of the current file */
    char *scratch;  /* where stores are written */
    el_map *stores; /* path of a data set → corpus_store */
} runner;

typedef struct item {
    json_t *json;
    const char *id, *format, *expect;
    size_t format_length;
    el_arena *arena;
    el_value *args;
    size_t nargs;
    corpus_store *data; /* NULL for an item without a data set */
    int wrong;          /* a check of this item has failed */
} item;

static void failed(item *it, const char *what, const char *got, const char *wanted)
{
    it->wrong = 1;
    printf("FAIL %s: %s\n  %s\n  got    %s\n  wanted %s\n", it->id, what, it->format, got, wanted);
}

static void read_arguments(item *it)
{
    json_t *args = json_object_get(it->json, "args");
    it->nargs = json_array_size(args);
    it->args = el_arena_array(it->arena, it->nargs + 1, sizeof *it->args);
    for (size_t i = 0; i < it->nargs; i++)
        it->args[i] = corpus_value(it->arena, json_array_get(args, i), it->data ? corpus_graph_lookup : NULL,
                                   it->data ? it->data->objects : NULL);
}

static void check_normal_form(item *it, const el_predicate *p)
{
    el_buf form = {0};
    el_predicate_normal_form(&form, p);
    const char *result = json_string_value(json_object_get(it->json, "result"));
    if (!result || strcmp(el_buf_str(&form), result))
        failed(it, "normal form", el_buf_str(&form), result ? result : "null");
    el_buf_free(&form);
}

static void run_syntax(const runner *r, item *it)
{
    el_error err;
    size_t nerrs;
    el_predicate *p;
    read_arguments(it);
    int parsed = el_predicate_parse(&p, it->format, it->format_length, it->args, it->nargs, &err, 1, &nerrs) == EL_OK;
    int wanted = !strcmp(it->expect, "parse-ok");
    if (parsed != wanted)
        failed(it, "parse", parsed ? "accepted" : err.message, it->expect);
    if (!parsed && r->verbose)
        printf("%s: %s\n    [%zu,%zu) %s: %s | %s | %s\n", it->id, it->format, err.start, err.end, err.code, err.message,
               err.hint, err.repair);
    if (parsed && wanted)
        check_normal_form(it, p);
    el_predicate_free(p);
}

/* "kind" or "kind word" of an error, as the corpora name it. */
static const char *error_text(item *it, const el_error *err)
{
    int with_word = !strcmp(err->code, "unknown-key") || !strcmp(err->code, "unbound");
    return with_word && err->nargs ? el_arena_printf(it->arena, "error %s %s", err->code, err->args[0])
                                   : el_arena_printf(it->arena, "error %s", err->code);
}

static const char *names_text(item *it, const char *const *names, size_t n)
{
    el_buf text = {0};
    for (size_t i = 0; i < n; i++)
        el_buf_printf(&text, "%s%s", i ? " " : "", names[i]);
    const char *copy = el_arena_printf(it->arena, "[%s]", el_buf_str(&text));
    el_buf_free(&text);
    return copy;
}

static const char *expected_text(item *it, json_t *result)
{
    if (json_is_boolean(result))
        return json_is_true(result) ? "true" : "false";
    if (json_is_object(result))
        return el_arena_printf(it->arena, "error %s", json_string_value(json_object_get(result, "error")));
    size_t n = json_array_size(result);
    const char **names = el_arena_array(it->arena, n + 1, sizeof *names);
    for (size_t i = 0; i < n; i++)
        names[i] = json_string_value(json_array_get(result, i));
    return names_text(it, names, n);
}

/* A family of kinds is written "unsupported..." in the corpora. */
static void expect(item *it, const char *what, const char *got, json_t *result)
{
    const char *wanted = expected_text(it, result);
    int family = !strncmp(wanted, "error unsupported", 17) && !strncmp(got, "error unsupported", 17);
    if (strcmp(got, wanted) && !family)
        failed(it, what, got, wanted);
}

static el_predicate *parse(item *it)
{
    el_error err;
    el_predicate *p;
    read_arguments(it);
    if (el_predicate_parse(&p, it->format, it->format_length, it->args, it->nargs, &err, 1, NULL) != EL_OK)
        failed(it, "parse", err.message, "accepted");
    return p;
}

/* The predicate with the item's variables filled in. */
static el_predicate *bind(item *it, el_predicate *p)
{
    json_t *vars = json_object_get(it->json, "vars"), *member;
    size_t n = json_object_size(vars), i = 0;
    const char **names = el_arena_array(it->arena, n + 1, sizeof *names), *key;
    el_value *values = el_arena_array(it->arena, n + 1, sizeof *values);
    json_object_foreach(vars, key, member) {
        names[i] = key;
        values[i++] = corpus_value(it->arena, member, NULL, NULL);
    }
    el_predicate *bound;
    el_error err;
    if (el_predicate_substitute(&bound, p, names, values, n, &err) != EL_OK)
        failed(it, "substitute", err.message, "accepted");
    el_predicate_free(p);
    return bound;
}

static void run_scalar(item *it)
{
    el_predicate *p = parse(it);
    p = p ? bind(it, p) : NULL;
    if (!p)
        return;
    el_value self = corpus_value(it->arena, json_object_get(it->json, "self"), NULL, NULL);
    el_truth truth;
    el_error err;
    int status = el_predicate_evaluate(&truth, p, &self, NULL, EL_EVAL_MEMORY, &err);
    const char *got = status ? error_text(it, &err) : truth == EL_TRUE ? "true" : truth == EL_FALSE ? "false" : "unknown";
    expect(it, "memory", got, json_object_get(it->json, "result"));
    el_predicate_free(p);
}

static void check_in_memory(item *it, const el_predicate *p, const el_entity *entity, el_eval_mode mode, json_t *result)
{
    corpus_graph graph;
    const char **names;
    size_t n;
    el_error err;
    corpus_graph_init(&graph, it->data->objects);
    /* The store's rules reject some predicates before any object is looked at. */
    int status = mode == EL_EVAL_STORE ? el_predicate_check(p, entity, &err, 1, NULL) : EL_OK;
    if (!status)
        status = corpus_graph_fetch(&graph, it->arena, p, entity, mode, &names, &n, &err);
    expect(it, mode == EL_EVAL_STORE ? "evaluated as the store" : "evaluated in memory",
           status ? error_text(it, &err) : names_text(it, names, n), result);
    corpus_graph_clear(&graph);
}

static void check_in_store(item *it, const char *entity, json_t *result)
{
    el_fetch_request request = {.entity = entity, .where = it->format, .args = it->args, .nargs = it->nargs};
    const char **names;
    size_t n;
    el_error err;
    int status = corpus_store_fetch(it->data, it->arena, &request, &names, &n, &err);
    expect(it, "fetched from a store", status ? error_text(it, &err) : names_text(it, names, n), result);
    if (status == EL_ESQL)
        printf("  %s\n", err.message);
}

static int has_memory_mode(json_t *json)
{
    json_t *modes = json_object_get(json, "modes"), *mode;
    size_t i;
    json_array_foreach(modes, i, mode)
        if (!strcmp(json_string_value(mode), "memory"))
            return 1;
    return !modes;
}

static void run_data(item *it)
{
    const char *name = json_string_value(json_object_get(it->json, "entity"));
    const el_entity *entity = name ? el_model_entity(fixture_model(it->data->objects), name) : NULL;
    if (!entity) {
        failed(it, "entity", "none", name ? name : "a name");
        return;
    }
    el_predicate *p = parse(it);
    if (!p)
        return;
    json_t *result = json_object_get(it->json, "result"), *memory = json_object_get(it->json, "result_memory");
    check_in_store(it, name, result);
    check_in_memory(it, p, entity, EL_EVAL_STORE, result);
    if (has_memory_mode(it->json))
        check_in_memory(it, p, entity, EL_EVAL_MEMORY, memory ? memory : result);
    el_predicate_free(p);
}

/* The data set that the item names, written and opened once. */
static corpus_store *data_set(runner *r, const char *name)
{
    char *json = NULL, *path = NULL;
    if (asprintf(&json, "%s/data/%s.json", r->folder, name) < 0 ||
        asprintf(&path, "%s/%zu.sqlite", r->scratch, el_map_count(r->stores)) < 0)
        exit(2);
    corpus_store *s = el_map_get(r->stores, json);
    el_error err;
    if (!s && corpus_store_open(&s, json, path, 4, &err) != EL_OK) {
        fprintf(stderr, "corpus_runner: %s: %s\n", name, err.message);
        exit(2);
    }
    el_map_put(r->stores, json, s);
    free(json);
    free(path);
    return s;
}

static void run_item(runner *r, json_t *json)
{
    json_t *format = json_object_get(json, "format");
    item it = {.json = json, .id = json_string_value(json_object_get(json, "id")), .format = json_string_value(format),
               .format_length = json_string_length(format), .expect = json_string_value(json_object_get(json, "expect"))};
    const char *data = json_string_value(json_object_get(json, "data"));
    int known = it.id && it.format && it.expect;
    it.arena = el_arena_new();
    if (!known) {
        it.id = it.format = "";
        failed(&it, "line", "no id, format or expect", "all of them");
    } else if (!strncmp(it.expect, "parse-", 6)) {
        run_syntax(r, &it);
    } else if (!strcmp(it.expect, "result")) {
        it.data = data ? data_set(r, data) : NULL;
        if (it.data)
            run_data(&it);
        else
            run_scalar(&it);
    } else {
        printf("SKIP %s: unknown expectation %s\n", it.id, it.expect);
        r->skipped++;
        el_arena_free(it.arena);
        return;
    }
    r->passed += !it.wrong;
    r->failed += it.wrong;
    el_arena_free(it.arena);
}

static void run_file(runner *r, const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f) {
        fprintf(stderr, "corpus_runner: cannot read %s\n", path);
        exit(2);
    }
    const char *slash = strrchr(path, '/');
    free(r->folder);
    r->folder = slash ? strndup(path, (size_t)(slash - path)) : strdup(".");
    char *line = NULL;
    size_t cap = 0;
    for (ssize_t n; (n = getline(&line, &cap, f)) > 0;) {
        if (strspn(line, " \r\n\t") == (size_t)n)
            continue;
        json_error_t error;
        json_t *json = json_loadb(line, (size_t)n, JSON_ALLOW_NUL, &error);
        if (json) {
            run_item(r, json);
        } else {
            r->failed++;
            printf("FAIL %s: a line is no JSON: %s\n", path, error.text);
        }
        json_decref(json);
    }
    free(line);
    fclose(f);
}

static int is_corpus(const struct dirent *entry)
{
    size_t n = strlen(entry->d_name);
    return n > 6 && !strcmp(entry->d_name + n - 6, ".jsonl");
}

static void run_path(runner *r, const char *path)
{
    struct stat st;
    if (stat(path, &st) || !S_ISDIR(st.st_mode)) {
        run_file(r, path);
        return;
    }
    struct dirent **entries;
    int n = scandir(path, &entries, is_corpus, alphasort);
    for (int i = 0; i < n; i++) {
        char *file = NULL;
        if (asprintf(&file, "%s/%s", path, entries[i]->d_name) > 0)
            run_file(r, file);
        free(file);
        free(entries[i]);
    }
    free(entries);
}

int main(int argc, char **argv)
{
    runner r = {0};
    int i = 1;
    if (i < argc && !strcmp(argv[i], "-v")) {
        r.verbose = 1;
        i++;
    }
    if (i == argc) {
        fputs("usage: corpus_runner [-v] DIR-OR-FILE...\n", stderr);
        return 2;
    }
    char scratch[] = "/tmp/entitylens-corpus-XXXXXX";
    test_use_linked_sqlite();
    r.scratch = mkdtemp(scratch);
    if (!r.scratch) {
        perror("corpus_runner");
        return 2;
    }
    r.stores = el_map_new();
    for (; i < argc; i++)
        run_path(&r, argv[i]);
    for (size_t k = 0; k < el_map_count(r.stores); k++)
        corpus_store_close(el_map_value(r.stores, k));
    el_map_free(r.stores);
    free(r.folder);
    rmdir(scratch);
    printf("%d skipped\n%d passed, %d failed\n", r.skipped, r.passed, r.failed);
    return r.failed > 0;
}
