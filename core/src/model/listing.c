/* SPDX-License-Identifier: MIT */
/* What lies in source bundles, compiled bundles, and folders that hold them. */
#include "model/bundle.h"
#include "model/files.h"
#include "value/plist.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_SEARCH_DEPTH = 12, MAX_PLIST = 1 << 20 };

static int find_version(const el__listing *l, size_t from, const char *name)
{
    for (size_t i = from; i < l->n; i++)
        if (!strcmp(l->names[i], name))
            return (int)i;
    return -1;
}

/* The entries with an extension that stay inside the bundle. */
static int list_versions(el__listing *l, const char *path, const char *extension, el_error *err)
{
    const char *const *names;
    size_t n;
    int status = el__folder_list(&names, &n, l->arena, path, EL__MAX_FOLDER, err);
    for (size_t i = 0; i < n && !status; i++) {
        if (!el__has_extension(names[i], extension))
            continue;
        const char *file = el_arena_printf(l->arena, "%s/%s", path, names[i]);
        if (!el__path_inside(file, path))
            el__listing_note(l, file, 1, "link-out-of-bundle", "a link that leaves the bundle is not followed");
        else
            status = el__listing_add(l, el__without_extension(l->arena, names[i]), file, err);
    }
    return status;
}

/* Reads a property list of the bundle; NULL when there is none or it does not read (then with a note). */
static el_plist *read_plist(el__listing *l, const char *file, char **bytes)
{
    size_t n;
    el_error e;
    el_plist *p = NULL;
    *bytes = NULL;
    struct stat st;
    if (lstat(file, &st) != 0)
        return NULL;
    int status = el__file_read(bytes, &n, file, MAX_PLIST, &e);
    if (!status)
        status = el_plist_parse(&p, *bytes, n, &e);
    if (status)
        el__listing_note(l, file, 1, "unreadable-plist", "%s", e.message);
    return p;
}

static int is_plain_name(const char *name, const char *extension)
{
    return name && !strchr(name, '/') && !strchr(name, '\\') && !strstr(name, "..") && el__has_extension(name, extension);
}

static void take_current(el__listing *l, const char *file, size_t from)
{
    char *bytes;
    el_plist *p = read_plist(l, file, &bytes);
    if (p) {
        const char *name = el_plist_text(l->arena, el_plist_get(p, p->root, "_XCCurrentVersionName"));
        int found = -1;
        if (!is_plain_name(name, ".xcdatamodel"))
            el__listing_note(l, file, 1, "bad-current-version", "the current version '%s' is not the name of a version", name ? name : "");
        else if ((found = find_version(l, from, el__without_extension(l->arena, name))) < 0)
            el__listing_note(l, file, 1, "missing-current-version", "the current version '%s' does not exist", name);
        if (found >= 0) {
            l->bundle->current = found;
            l->bundle->current_from = "xccurrentversion";
        }
    }
    el_plist_free(p);
    free(bytes);
}

static void settle_current(el__listing *l, const char *path, size_t from)
{
    if (l->bundle->current >= 0)
        return;
    if (l->n - from == 1) {
        l->bundle->current = (int)from;
        l->bundle->current_from = "only-version";
    } else {
        el__listing_note(l, path, 1, "no-current-version", "the bundle does not say which of its %zu versions is current", l->n - from);
    }
}

int el__list_source(el__listing *l, const char *path, el_error *err)
{
    size_t from = l->n;
    int status = list_versions(l, path, ".xcdatamodel", err);
    if (status)
        return status;
    if (l->n == from)
        return el_error_set(err, EL_EMODEL, "no-versions", "'%s' holds no .xcdatamodel", path);
    take_current(l, el_arena_printf(l->arena, "%s/.xccurrentversion", path), from);
    settle_current(l, path, from);
    return EL_OK;
}

static void take_hashes(el__listing *l, const el_plist *p, const el_plist_node *dict, el__version_info *info)
{
    if (!dict || dict->kind != EL_PLIST_DICT)
        return;
    el_entity_hash *hashes = el_arena_array(l->arena, dict->n, sizeof *hashes);
    size_t n = 0;
    for (uint32_t i = 0; i < dict->n; i++) {
        const el_plist_node *value = el_plist_item(p, dict, i);
        char *name = el_plist_text(l->arena, el_plist_key(p, dict, i));
        if (!name || value->kind != EL_PLIST_DATA || value->u.text.n != sizeof hashes->hash)
            continue;
        hashes[n].entity = name;
        memcpy(hashes[n++].hash, value->u.text.s, sizeof hashes->hash);
    }
    info->hashes = hashes;
    info->nhashes = n;
}

static void take_version_info(el__listing *l, const char *file, size_t from)
{
    char *bytes;
    el_plist *p = read_plist(l, file, &bytes);
    if (p) {
        const el_plist_node *hashes = el_plist_get(p, p->root, "NSManagedObjectModel_VersionHashes");
        const el_plist_node *sums = el_plist_get(p, p->root, "NSManagedObjectModel_VersionChecksums");
        const char *current = el_plist_text(l->arena, el_plist_get(p, p->root, "NSManagedObjectModel_CurrentVersionName"));
        for (size_t i = from; i < l->n; i++) {
            take_hashes(l, p, el_plist_get(p, hashes, l->names[i]), &l->infos[i]);
            l->infos[i].checksum = el_plist_text(l->arena, el_plist_get(p, sums, l->names[i]));
        }
        int found = current ? find_version(l, from, current) : -1;
        if (found >= 0) {
            l->bundle->current = found;
            l->bundle->current_from = "VersionInfo.plist";
        } else if (current) {
            el__listing_note(l, file, 1, "missing-current-version", "the current version '%s' does not exist", current);
        }
    }
    el_plist_free(p);
    free(bytes);
}

int el__list_compiled(el__listing *l, const char *path, el_error *err)
{
    size_t from = l->n;
    int status = list_versions(l, path, ".mom", err);
    if (status)
        return status;
    if (l->n == from)
        return el_error_set(err, EL_EMODEL, "no-versions", "'%s' holds no .mom", path);
    take_version_info(l, el_arena_printf(l->arena, "%s/VersionInfo.plist", path), from);
    settle_current(l, path, from);
    return EL_OK;
}

typedef struct search {
    el__listing *l;
    const char **found;
    size_t n, cap, visited;
} search;

static int is_model(const char *name)
{
    return el__has_extension(name, ".xcdatamodeld") || el__has_extension(name, ".xcdatamodel") || el__has_extension(name, ".momd") ||
           el__has_extension(name, ".mom");
}

static int search_folder(search *s, const char *path, int depth, el_error *err)
{
    const char *const *names;
    size_t n;
    /* A folder that may not be read hides its models; it does not hide the others. */
    if (el__folder_list(&names, &n, s->l->arena, path, EL__MAX_FOLDER, depth == 0 ? err : NULL))
        return depth == 0 ? err ? err->status : EL_EIO : EL_OK;
    for (size_t i = 0; i < n; i++) {
        if (++s->visited > EL__MAX_FOLDER)
            return el_error_set(err, EL_ELIMIT, "model-too-large", "'%s' has more than %d files to look through", s->l->bundle->path, EL__MAX_FOLDER);
        const char *file = el_arena_printf(s->l->arena, "%s/%s", path, names[i]);
        struct stat st;
        if (lstat(file, &st) != 0 || S_ISLNK(st.st_mode))
            continue;
        if (is_model(names[i])) {
            if (s->n == s->cap)
                s->found = el_xrealloc(s->found, (s->cap = s->cap ? s->cap * 2 : 8) * sizeof *s->found);
            s->found[s->n++] = file;
        } else if (el__has_extension(names[i], ".cdm") || el__has_extension(names[i], ".xcmappingmodel")) {
            el__listing_note(s->l, file, 0, "mapping-model", "a custom mapping model: some version pair is migrated by the app's own rules");
        } else if (S_ISDIR(st.st_mode) && depth < MAX_SEARCH_DEPTH) {
            int status = search_folder(s, file, depth + 1, err);
            if (status)
                return status;
        }
    }
    return EL_OK;
}

static int take_found(el__listing *l, const search *s, el_error *err)
{
    const char *root = l->bundle->path;
    if (s->n == 1) {
        l->bundle->path = s->found[0];
        return el__list_path(l, s->found[0], err);
    }
    for (size_t i = 0; i < s->n; i++) {
        size_t from = l->n;
        el_error e;
        if (el__list_path(l, s->found[i], &e)) { /* the others may still be what is wanted */
            el__listing_note(l, s->found[i], 1, "unreadable-bundle", "%s", e.message);
            l->n = from;
            continue;
        }
        for (size_t k = from; k < l->n; k++)
            l->names[k] = el_arena_printf(l->arena, "%s/%s", s->found[i] + strlen(root) + 1, l->names[k]);
        l->bundle->current = -1;
    }
    l->bundle->current_from = NULL;
    if (l->n == 0)
        return el_error_set(err, EL_EMODEL, "no-versions", "none of the models in '%s' can be read", root);
    return EL_OK;
}

int el__list_folder(el__listing *l, const char *path, el_error *err)
{
    search s = {.l = l};
    int status = search_folder(&s, path, 0, err);
    if (!status && s.n == 0) {
        status = el_error_set(err, EL_EMODEL, "no-model", "'%s' holds no Core Data model", path);
        el_error_hint(err, "Give a .xcdatamodeld, .xcdatamodel, .momd or .mom, or a folder or app that holds one.");
    }
    if (!status)
        status = take_found(l, &s, err);
    free(s.found);
    return status;
}
