/* SPDX-License-Identifier: MIT */
#include "corpus_store.h"

#include "base/arena.h"
#include "corpus_graph.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char passphrase[] = "correct horse";

static int open_written(corpus_store *s, int format, el_error *err)
{
    el_key *key = NULL;
    int status = format == FIXTURE_PLAIN ? EL_OK : el_key_new_passphrase(&key, passphrase, strlen(passphrase), err);
    el_open_options options = {.key = key, .model = fixture_model(s->objects)};
    if (!status)
        status = el_store_open(&s->store, s->path, &options, err);
    el_key_free(key);
    return status;
}

int corpus_store_open(corpus_store **out, const char *json, const char *path, int format, el_error *err)
{
    corpus_store *s = el_xmalloc(sizeof *s);
    fixture_options options = {.format = format, .keep_uuids = 1};
    s->path = el_xstrdup(path);
    int status = fixture_from_dataset(&s->objects, json, err);
    if (!status)
        status = fixture_write(s->objects, path, &options, err);
    if (!status)
        status = open_written(s, format, err);
    if (status)
        corpus_store_close(s);
    *out = status ? NULL : s;
    return status;
}

void corpus_store_close(corpus_store *s)
{
    if (!s)
        return;
    el_store_close(s->store);
    fixture_free(s->objects);
    unlink(s->path);
    free(s->path);
    free(s);
}

static int check_count(corpus_store *s, const el_fetch_request *request, size_t n, el_error *err)
{
    int64_t count;
    int status = el_fetch_count(&count, s->store, request, err);
    if (!status && count != (int64_t)n)
        status = el_error_set(err, EL_EIO, "count-differs", "%zu objects were fetched, but %lld counted.", n, (long long)count);
    return status;
}

int corpus_store_fetch(corpus_store *s, el_arena *arena, const el_fetch_request *request, const char ***names, size_t *n, el_error *err)
{
    el_fetch *fetch;
    const el_object *object;
    *names = el_arena_array(arena, fixture_count(s->objects) + 1, sizeof **names);
    *n = 0;
    int status = el_fetch_open(&fetch, s->store, request, err);
    if (status)
        return status;
    while ((status = el_fetch_next(fetch, &object, err)) > 0) {
        const fixture_object *known = fixture_find(s->objects, object->entity, object->key);
        if (!known || *n == fixture_count(s->objects)) {
            status = el_error_set(err, EL_EIO, "odd-object", "The fetch returned an object twice or one that does not exist.");
            break;
        }
        (*names)[(*n)++] = known->name;
    }
    el_fetch_close(fetch);
    corpus_sort_names(*names, *n);
    return status ? status : check_count(s, request, *n, err);
}
