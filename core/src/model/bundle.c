/* SPDX-License-Identifier: MIT */
/* Bundles: which versions there are, and loading one of them. */
#include "model/bundle.h"

#include "model/files.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int el__listing_add(el__listing *l, const char *name, const char *path, el_error *err)
{
    if (l->n >= EL__MAX_VERSIONS)
        return el_error_set(err, EL_ELIMIT, "model-too-large", "'%s' holds more than %d model versions", l->bundle->path, EL__MAX_VERSIONS);
    if (l->n == l->cap) {
        l->cap = l->cap ? l->cap * 2 : 8;
        l->names = el_xrealloc(l->names, l->cap * sizeof *l->names);
        l->paths = el_xrealloc(l->paths, l->cap * sizeof *l->paths);
        l->infos = el_xrealloc(l->infos, l->cap * sizeof *l->infos);
    }
    l->names[l->n] = el_arena_strdup(l->arena, name);
    l->paths[l->n] = el_arena_strdup(l->arena, path);
    l->infos[l->n] = (el__version_info){0};
    l->n++;
    return EL_OK;
}

void el__listing_note(el__listing *l, const char *file, int warning, const char *code, const char *fmt, ...)
{
    if (l->nnotes == l->notes_cap) {
        l->notes_cap = l->notes_cap ? l->notes_cap * 2 : 8;
        l->notes = el_xrealloc(l->notes, l->notes_cap * sizeof *l->notes);
    }
    char text[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    l->notes[l->nnotes++] = (el_model_note){.file = el_arena_strdup(l->arena, file), .code = el_arena_strdup(l->arena, code),
                                            .text = el_arena_strdup(l->arena, text), .warning = warning};
}

static int list_single(el__listing *l, const char *path, el_error *err)
{
    const char *name = el__without_extension(l->arena, el__base_name(l->arena, path));
    int status = el__listing_add(l, name, path, err);
    if (!status) {
        l->bundle->current = 0;
        l->bundle->current_from = "only-version";
    }
    return status;
}

/* The optimised form is private to its system; the plain one beside it says the same. */
static int list_optimised(el__listing *l, const char *path, el_error *err)
{
    char *plain = el_arena_printf(l->arena, "%.*s.mom", (int)(strlen(path) - strlen(".omo")), path);
    if (el__file_is_regular(plain)) {
        el__listing_note(l, path, 0, "omo-skipped", "the optimised form is not read; the .mom beside it was used");
        return list_single(l, plain, err);
    }
    int status = el_error_set(err, EL_EUNSUPPORTED, "omo-model", "'%s' is the optimised form of a compiled model, which only its own system reads", path);
    el_error_hint(err, "Give the .mom file of the same name, or the whole .momd.");
    return status;
}

int el__list_path(el__listing *l, const char *path, el_error *err)
{
    if (el__file_is_folder(path)) {
        if (el__has_extension(path, ".xcdatamodeld"))
            return el__list_source(l, path, err);
        if (el__has_extension(path, ".xcdatamodel"))
            return list_single(l, path, err);
        if (el__has_extension(path, ".momd"))
            return el__list_compiled(l, path, err);
        return el__list_folder(l, path, err);
    }
    if (!el__file_is_regular(path))
        return el_error_set(err, EL_EIO, "no-such-file", "'%s' does not exist", path);
    if (el__has_extension(path, ".omo"))
        return list_optimised(l, path, err);
    const char *name = el__base_name(l->arena, path);
    size_t before = strlen(path) - strlen(name);
    const char *folder = el_arena_strndup(l->arena, path, before ? before - 1 : 0);
    if (!strcmp(name, "contents") && el__has_extension(folder, ".xcdatamodel"))
        return list_single(l, folder, err); /* the file inside a source model stands for the model */
    return list_single(l, path, err);
}

static void settle(el__listing *l)
{
    el_model_bundle *b = l->bundle;
    const char **names = el_arena_array(l->arena, l->n, sizeof *names), **paths = el_arena_array(l->arena, l->n, sizeof *paths);
    el__version_info *infos = el_arena_array(l->arena, l->n, sizeof *infos);
    el_model_note *notes = el_arena_array(l->arena, l->nnotes, sizeof *notes);
    for (size_t i = 0; i < l->n; i++) {
        names[i] = l->names[i];
        paths[i] = l->paths[i];
        infos[i] = l->infos[i];
    }
    for (size_t i = 0; i < l->nnotes; i++)
        notes[i] = l->notes[i];
    b->version_names = names;
    b->version_paths = paths;
    b->nversions = l->n;
    b->notes = notes;
    b->nnotes = l->nnotes;
    b->hashes = el_arena_alloc(l->arena, sizeof *b->hashes);
    b->hashes->versions = infos;
}

int el_model_bundle_open(el_model_bundle **out, const char *path, el_error *err)
{
    *out = NULL;
    el_arena *arena = el_arena_new();
    el_model_bundle *b = el_arena_alloc(arena, sizeof *b);
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    b->arena = arena;
    b->path = el_arena_strndup(arena, path, n);
    b->current = -1;
    el__listing l = {.bundle = b, .arena = arena};
    int status = el__list_path(&l, b->path, err);
    if (!status)
        settle(&l);
    free(l.names);
    free(l.paths);
    free(l.infos);
    free(l.notes);
    if (status)
        el_arena_free(arena);
    else
        *out = b;
    return status;
}

void el_model_bundle_free(el_model_bundle *bundle)
{
    if (bundle)
        el_arena_free(bundle->arena); /* the bundle lies in it */
}

void el__model_set_hashes(el_model *model, const el_entity_hash *hashes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        el_entity *e = (el_entity *)el_model_entity(model, hashes[i].entity);
        if (e) {
            memcpy(e->version_hash, hashes[i].hash, sizeof e->version_hash);
            e->has_version_hash = 1;
        }
    }
}

static int load_bytes(el_model **out, const char *bytes, size_t n, const char *name, const char *file, el_error *err)
{
    if (n >= 6 && !memcmp(bytes, "bplist", 6))
        return el_model_load_mom(out, (const unsigned char *)bytes, n, name, file, err);
    if (n >= 5 && !memcmp(bytes, "momv2", 5))
        return el_error_set(err, EL_EUNSUPPORTED, "omo-model", "'%s' is the optimised form of a compiled model, which only its own system reads", file);
    return el_model_load_xml(out, bytes, n, name, file, err);
}

static int load_source_folder(char **bytes, size_t *n, el_arena *arena, const char **file, el_error *err)
{
    const char *folder = *file;
    char *contents = el_arena_printf(arena, "%s/contents", folder);
    if (!el__file_is_regular(contents)) {
        if (el__file_is_regular(el_arena_printf(arena, "%s/elements", folder))) {
            int status = el_error_set(err, EL_EUNSUPPORTED, "xcode3-model", "'%s' was saved by Xcode 3, whose format is not read", folder);
            el_error_hint(err, "Open the model in a newer Xcode and save it, or give the compiled model (.mom).");
            return status;
        }
        return el_error_set(err, EL_EMODEL, "no-contents", "'%s' holds no model: it has no file 'contents'", folder);
    }
    if (!el__path_inside(contents, folder))
        return el_error_set(err, EL_EMODEL, "link-out-of-bundle", "'%s' is a link that leaves its folder; it is not followed", contents);
    *file = contents;
    return el__file_read(bytes, n, contents, EL__MAX_MODEL_BYTES, err);
}

int el_model_bundle_load(el_model **out, const el_model_bundle *bundle, int index, el_error *err)
{
    *out = NULL;
    if (index < 0 || (size_t)index >= bundle->nversions)
        return el_error_set(err, EL_EUSAGE, "no-such-version", "'%s' has no version number %d", bundle->path, index);
    el_arena *scratch = el_arena_new();
    const char *file = bundle->version_paths[index];
    char *bytes = NULL;
    size_t n = 0;
    int status = el__file_is_folder(file) ? load_source_folder(&bytes, &n, scratch, &file, err)
                                          : el__file_read(&bytes, &n, file, EL__MAX_MODEL_BYTES, err);
    if (!status)
        status = load_bytes(out, bytes, n, bundle->version_names[index], file, err);
    if (!status && bundle->hashes)
        el__model_set_hashes(*out, bundle->hashes->versions[index].hashes, bundle->hashes->versions[index].nhashes);
    free(bytes);
    el_arena_free(scratch);
    return status;
}

int el_model_load(el_model **out, const char *path, el_error *err)
{
    *out = NULL;
    el_model_bundle *bundle;
    int status = el_model_bundle_open(&bundle, path, err);
    if (status)
        return status;
    if (bundle->current < 0) {
        status = el_error_set(err, EL_EMODEL, "no-current-version", "'%s' has %zu versions and does not say which is current", bundle->path,
                              bundle->nversions);
        el_error_hint(err, "Give one of them, for instance '%s'.", bundle->nversions ? bundle->version_paths[0] : "");
    } else {
        status = el_model_bundle_load(out, bundle, bundle->current, err);
    }
    el_model_bundle_free(bundle);
    return status;
}
