/* SPDX-License-Identifier: MIT */
/* Runs predicate corpora (JSON Lines): corpus_runner DIR-OR-FILE...
 * Prints each failure, what was skipped and why, and at the end "N passed, N failed".  Exit 1 on failures. */
#include "corpus_values.h"

#include "base/arena.h"
#include "base/buf.h"
#include "entitylens/predicate.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct runner {
    int passed, failed, skipped;
    int verbose;
} runner;

typedef struct item {
    json_t *json;
    const char *id, *format, *expect;
    size_t format_length;
    el_arena *arena;
    el_value *args;
    size_t nargs;
} item;

static void failed(runner *r, const item *it, const char *what, const char *got, const char *wanted)
{
    r->failed++;
    printf("FAIL %s: %s\n  %s\n  got    %s\n  wanted %s\n", it->id, what, it->format, got, wanted);
}

static void read_arguments(item *it)
{
    json_t *args = json_object_get(it->json, "args");
    it->nargs = json_array_size(args);
    it->args = el_arena_array(it->arena, it->nargs + 1, sizeof *it->args);
    for (size_t i = 0; i < it->nargs; i++)
        it->args[i] = corpus_value(it->arena, json_array_get(args, i), NULL, NULL);
}

static void run_syntax(runner *r, item *it)
{
    el_error err;
    size_t nerrs;
    el_predicate *p;
    read_arguments(it);
    int parsed = el_predicate_parse(&p, it->format, it->format_length, it->args, it->nargs, &err, 1, &nerrs) == EL_OK;
    int wanted = !strcmp(it->expect, "parse-ok");
    if (!parsed || !wanted) {
        if (parsed == wanted)
            r->passed++;
        else
            failed(r, it, "parse", parsed ? "accepted" : err.message, it->expect);
        if (!parsed && !wanted && r->verbose)
            printf("%s: %s\n    [%zu,%zu) %s: %s | %s | %s\n", it->id, it->format, err.start, err.end, err.code, err.message,
                   err.hint, err.repair);
        el_predicate_free(p);
        return;
    }
    el_buf form = {0};
    el_predicate_normal_form(&form, p);
    const char *result = json_string_value(json_object_get(it->json, "result"));
    if (result && !strcmp(el_buf_str(&form), result))
        r->passed++;
    else
        failed(r, it, "normal form", el_buf_str(&form), result ? result : "null");
    el_buf_free(&form);
    el_predicate_free(p);
}

static void run_item(runner *r, json_t *json)
{
    json_t *format = json_object_get(json, "format");
    item it = {.json = json, .id = json_string_value(json_object_get(json, "id")), .format = json_string_value(format),
               .format_length = json_string_length(format), .expect = json_string_value(json_object_get(json, "expect"))};
    it.arena = el_arena_new();
    if (!it.id || !it.format || !it.expect) {
        r->failed++;
        printf("FAIL a line has no id, format or expect\n");
    } else if (!strncmp(it.expect, "parse-", 6)) {
        run_syntax(r, &it);
    } else {
        r->skipped++;
    }
    el_arena_free(it.arena);
}

static void run_file(runner *r, const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f) {
        fprintf(stderr, "corpus_runner: cannot read %s\n", path);
        exit(2);
    }
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
    for (; i < argc; i++)
        run_path(&r, argv[i]);
    printf("%d skipped\n%d passed, %d failed\n", r.skipped, r.passed, r.failed);
    return r.failed > 0;
}
