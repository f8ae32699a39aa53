/* SPDX-License-Identifier: MIT */
/* model_runner DIR…: loads every model bundle of the folders and compares its facts with NAME.expected.json, and the
 * outcome of each broken one with the expected.json beside it.  Prints what differs and "N passed, N failed". */
#include "base/buf.h"
#include "entitylens/entitylens.h"
#include "model_migrations.h"

#include <jansson.h>

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int passed, failed;

static void report(int good, const char *what, const char *path, const char *detail)
{
    if (good) {
        passed++;
        return;
    }
    failed++;
    printf("FAILED %s: %s%s%s\n", path, what, detail && *detail ? ": " : "", detail ? detail : "");
}

/* Equal as JSON values, numbers by value: "0" and "0.0" say the same.  `where` gets the first place that differs. */
static int same(const json_t *want, const json_t *got, char *where, size_t size);

static int differs(char *where, size_t size, const char *at, const json_t *want, const json_t *got)
{
    char *w = want ? json_dumps(want, JSON_ENCODE_ANY | JSON_COMPACT) : NULL, *g = got ? json_dumps(got, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    snprintf(where, size, "%s: want %.200s, got %.200s", at, w ? w : "nothing", g ? g : "nothing");
    free(w);
    free(g);
    return 0;
}

static int inside(char *where, size_t size, const char *at)
{
    char rest[1024];
    snprintf(rest, sizeof rest, "%s", where);
    snprintf(where, size, "%s%s%.900s", at, *rest == ':' ? "" : ".", rest);
    return 0;
}

static int same_objects(const json_t *want, const json_t *got, char *where, size_t size)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)want, key, value)
    {
        if (!json_object_get(got, key))
            return differs(where, size, key, value, NULL);
        if (!same(value, json_object_get(got, key), where, size))
            return inside(where, size, key);
    }
    json_object_foreach((json_t *)got, key, value)
    {
        if (!json_object_get(want, key) && strcmp(key, "notes"))
            return differs(where, size, key, NULL, value);
    }
    return 1;
}

static int same_arrays(const json_t *want, const json_t *got, char *where, size_t size)
{
    if (json_array_size(want) != json_array_size(got))
        return differs(where, size, "", want, got);
    for (size_t i = 0; i < json_array_size(want); i++)
        if (!same(json_array_get(want, i), json_array_get(got, i), where, size)) {
            const char *name = json_string_value(json_object_get(json_array_get(want, i), "name"));
            char at[256];
            snprintf(at, sizeof at, "[%s]", name ? name : "");
            return inside(where, size, at);
        }
    return 1;
}

static int same(const json_t *want, const json_t *got, char *where, size_t size)
{
    if (json_is_number(want) && json_is_number(got)) {
        if (json_is_integer(want) && json_is_integer(got) ? json_integer_value(want) == json_integer_value(got)
                                                          : json_number_value(want) == json_number_value(got))
            return 1;
        return differs(where, size, "", want, got);
    }
    if (json_typeof(want) != json_typeof(got))
        return differs(where, size, "", want, got);
    if (json_is_object(want))
        return same_objects(want, got, where, size);
    if (json_is_array(want))
        return same_arrays(want, got, where, size);
    return json_equal(want, got) ? 1 : differs(where, size, "", want, got);
}

static json_t *read_json(const char *path)
{
    json_error_t e;
    json_t *j = json_load_file(path, JSON_ALLOW_NUL, &e);
    if (!j)
        report(0, "cannot be read as JSON", path, e.text);
    return j;
}

static void compare_bundle(const char *path, const json_t *want)
{
    el_model_bundle *bundle;
    el_error e;
    if (el_model_bundle_open(&bundle, path, &e)) {
        report(0, "does not open", path, e.message);
        return;
    }
    el_buf text = {0};
    el_model_bundle_json(&text, bundle, &e);
    json_t *got = json_loads(el_buf_str(&text), JSON_ALLOW_NUL, NULL);
    static const char *const facts[] = {"bundle", "currentVersion", "currentVersionFrom", "versions"};
    report(got != NULL, "the facts are no JSON", path, NULL);
    for (size_t i = 0; got && i < sizeof facts / sizeof *facts; i++) {
        char where[1200] = "";
        json_t *w = json_object_get(want, facts[i]), *g = json_object_get(got, facts[i]);
        const char *version;
        json_t *value;
        if (strcmp(facts[i], "versions")) {
            report(w && g && same(w, g, where, sizeof where), facts[i], path, where);
            continue;
        }
        json_object_foreach(w, version, value)
        {
            *where = '\0';
            json_t *other = json_object_get(g, version);
            report(other && same(value, other, where, sizeof where), version, path, where);
        }
        report(json_object_size(w) == json_object_size(g), "number of versions", path, NULL);
    }
    json_t *migration;
    size_t n;
    json_array_foreach(json_object_get(want, "migrations"), n, migration)
    {
        char what[256], where[1200] = "";
        snprintf(what, sizeof what, "%s to %s", json_string_value(json_object_get(migration, "from")), json_string_value(json_object_get(migration, "to")));
        report(model_check_migration(bundle, migration, where, sizeof where), what, path, where);
    }
    json_decref(got);
    el_buf_free(&text);
    el_model_bundle_free(bundle);
}

/* "error", "warning", "ok", "unsupported": what loading everything in the bundle comes to. */
static const char *outcome(const char *path, char *message, size_t size)
{
    el_model_bundle *bundle;
    el_error e = {0};
    int status = el_model_bundle_open(&bundle, path, &e);
    int warnings = 0;
    *message = '\0';
    for (size_t i = 0; !status && i < bundle->nnotes; i++)
        warnings += bundle->notes[i].warning;
    for (size_t i = 0; !status && i < bundle->nversions; i++) {
        el_model *m = NULL;
        int loaded = el_model_bundle_load(&m, bundle, (int)i, &e);
        if (loaded && m)
            return "a model in spite of an error";
        for (size_t k = 0; !loaded && k < m->nnotes; k++)
            warnings += m->notes[k].warning;
        el_model_free(m);
        if (loaded) {
            el_model_bundle_free(bundle);
            status = loaded;
            bundle = NULL;
        }
    }
    if (status) {
        snprintf(message, size, "%s", e.message);
        return status == EL_EUNSUPPORTED ? "unsupported" : *e.message ? "error" : "an error without a message";
    }
    el_model_bundle_free(bundle);
    return warnings ? "warning" : "ok";
}

static void compare_outcomes(const char *folder, const json_t *list)
{
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item)
    {
        char path[4096], message[700], detail[900];
        const char *want = json_string_value(json_object_get(item, "outcome"));
        snprintf(path, sizeof path, "%s/%s", folder, json_string_value(json_object_get(item, "path")));
        const char *got = outcome(path, message, sizeof message);
        snprintf(detail, sizeof detail, "want %s, got %s %s", want, got, message);
        report(want && !strcmp(want, got), json_string_value(json_object_get(item, "why")), path, detail);
    }
}

static void run(const char *folder)
{
    DIR *dir = opendir(folder);
    struct dirent *d;
    if (!dir) {
        report(0, "cannot be opened", folder, NULL);
        return;
    }
    while ((d = readdir(dir))) {
        char path[4096], bundle[4096];
        struct stat st;
        const char *end = strstr(d->d_name, ".expected.json");
        snprintf(path, sizeof path, "%s/%s", folder, d->d_name);
        if (d->d_name[0] == '.' || stat(path, &st) != 0)
            continue;
        if (S_ISDIR(st.st_mode) && !strstr(d->d_name, ".xcdatamodel")) {
            run(path);
        } else if (end && !end[strlen(".expected.json")]) {
            json_t *want = read_json(path);
            snprintf(bundle, sizeof bundle, "%s/%s", folder, json_string_value(json_object_get(want, "bundle")));
            if (want)
                compare_bundle(bundle, want);
            json_decref(want);
        } else if (!strcmp(d->d_name, "expected.json")) {
            json_t *list = read_json(path);
            compare_outcomes(folder, list);
            json_decref(list);
        }
    }
    closedir(dir);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("usage: model_runner DIR…\n", stderr);
        return 2;
    }
    for (int i = 1; i < argc; i++)
        run(argv[i]);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
