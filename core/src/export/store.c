/* SPDX-License-Identifier: MIT */
/* A whole store into a folder that appears complete or not at all. */
#include "entitylens/export.h"

#include "base/arena.h"
#include "base/buf.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct exporter {
    el_store *store;
    const el_export_options *options;
    char *folder;                     /* temporary name */
    int64_t done, total;
    int (*progress)(void *ctx, int64_t done, int64_t total);
    void *ctx;
} exporter;

static int io_error(el_error *err, const char *what, const char *path)
{
    const char *code = errno == EACCES || errno == EPERM ? "no-permission" : errno == ENOSPC ? "disk-full" : "io";
    return el_error_set(err, EL_EIO, code, "%s %s: %s", what, path, strerror(errno));
}

/* Absent or an empty folder. */
static int target_is_free(const char *path, el_error *err)
{
    DIR *dir = opendir(path);
    if (!dir) {
        if (errno == ENOENT)
            return EL_OK;
        if (errno == ENOTDIR) {
            el_error_set(err, EL_EEXISTS, "target-exists", "%s exists and is no folder", path);
            el_error_hint(err, "Name a folder that does not exist; nothing is ever overwritten.");
            return EL_EEXISTS;
        }
        return io_error(err, "cannot look at", path);
    }
    int entries = 0;
    struct dirent *entry;
    while ((entry = readdir(dir)))
        entries += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(dir);
    if (!entries)
        return EL_OK;
    el_error_set(err, EL_EEXISTS, "target-exists", "the folder %s is not empty", path);
    el_error_hint(err, "Name an empty folder or one that does not exist; nothing is ever overwritten.");
    return EL_EEXISTS;
}

static void remove_tree(const char *path)
{
    DIR *dir = opendir(path);
    struct dirent *entry;
    while (dir && (entry = readdir(dir))) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        el_buf child = {0};
        struct stat st;
        el_buf_printf(&child, "%s/%s", path, entry->d_name);
        if (lstat(el_buf_str(&child), &st) == 0 && S_ISDIR(st.st_mode))
            remove_tree(el_buf_str(&child));
        else
            unlink(el_buf_str(&child));
        el_buf_free(&child);
    }
    if (dir)
        closedir(dir);
    rmdir(path);
}

static int to_file(void *ctx, const void *bytes, size_t n)
{
    return fwrite(bytes, 1, n, ctx) == n ? 0 : -1;
}

static const char *extension(const el_export_options *o)
{
    static const char *const names[] = {"csv", "json", "jsonl", "plist", "sql"};
    return names[o->format];
}

static int write_objects(exporter *x, const el_entity *entity, el_writer *writer, int64_t *written, el_error *err)
{
    el_fetch_request request = {.entity = entity->name, .no_subentities = 1, .read_flags = EL_READ_TO_MANY};
    request.read_flags |= x->options->relations == EL_RELATIONS_LABELS ? EL_READ_LABELS : EL_READ_IDS;
    el_fetch *fetch;
    int status = el_fetch_open(&fetch, x->store, &request, err);
    if (status)
        return status;
    const el_object *object;
    int rc;
    while ((rc = el_fetch_next(fetch, &object, err)) > 0) {
        status = el_writer_object(writer, x->store, object, err);
        if (status)
            break;
        ++*written;
        if ((++x->done & 255) == 0 && x->progress && x->progress(x->ctx, x->done, x->total)) {
            status = el_error_set(err, EL_ECANCELLED, "cancelled", "cancelled; nothing was written");
            break;
        }
    }
    el_fetch_close(fetch);
    return rc < 0 ? rc : status;
}

static int finish_file(FILE *f, const char *path, int status, el_error *err)
{
    if (!status && (fflush(f) != 0 || fsync(fileno(f)) != 0))
        status = io_error(err, "cannot write", path);
    if (fclose(f) != 0 && !status)
        status = io_error(err, "cannot write", path);
    return status;
}

static int export_entity(exporter *x, const el_entity *entity, int64_t count, el_error *err)
{
    el_buf path = {0}, blobs = {0}, prefix = {0};
    el_export_options options = *x->options;
    el_buf_printf(&path, "%s/%s.%s", x->folder, entity->name, extension(&options));
    if (options.blob_folder) {
        el_buf_printf(&blobs, "%s/%s", x->folder, entity->name);
        el_buf_printf(&prefix, "%s/", entity->name);
        options.blob_folder = el_buf_str(&blobs);
        options.blob_prefix = el_buf_str(&prefix);
    }
    int status = EL_OK;
    int64_t written = 0;
    FILE *f = fopen(el_buf_str(&path), "wbx");
    if (!f)
        status = io_error(err, "cannot create", el_buf_str(&path));
    if (!status && options.blob_folder && mkdir(options.blob_folder, 0777) != 0)
        status = io_error(err, "cannot create", options.blob_folder);
    el_writer *writer = NULL;
    if (!status)
        status = el_writer_open(&writer, &options, x->store, entity, 0, to_file, f, err);
    if (!status)
        status = write_objects(x, entity, writer, &written, err);
    if (!status)
        status = el_writer_finish(writer, err);
    if (!status && written != count)
        status = el_error_set(err, EL_EBUSY, "changed", "%s has %lld objects, but %lld were written: the store changed meanwhile",
                              entity->name, (long long)count, (long long)written);
    el_writer_free(writer);
    if (f)
        status = finish_file(f, el_buf_str(&path), status, err);
    el_buf_free(&path);
    el_buf_free(&blobs);
    el_buf_free(&prefix);
    return status;
}

static int wanted(const el_entity *e, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(names[i], e->name))
            return 1;
    return names == NULL;
}

static int export_all(exporter *x, const char *const *names, size_t n, el_error *err)
{
    const el_model *model = el_store_model(x->store);
    int64_t *counts = el_xmalloc((model->nentities + 1) * sizeof *counts);
    int status = EL_OK;
    for (size_t i = 0; i < n && !status; i++)
        if (!el_model_entity(model, names[i]))
            status = el_error_set(err, EL_ENOTFOUND, "no-such-entity", "the store has no entity %s", names[i]);
    for (size_t i = 0; i < model->nentities && !status; i++) {
        if (!wanted(model->entities[i], names, n))
            continue;
        status = el_store_count(&counts[i], x->store, model->entities[i], 0, err);
        x->total += counts[i];
    }
    for (size_t i = 0; i < model->nentities && !status; i++)
        if (counts[i] > 0 || (names && wanted(model->entities[i], names, n)))
            status = export_entity(x, model->entities[i], counts[i], err);
    free(counts);
    return status;
}

int el_export_store(el_store *store, const char *directory, const el_export_options *options, const char *const *entities,
                    size_t nentities, int (*progress)(void *ctx, int64_t done, int64_t total), void *ctx, el_error *err)
{
    int status = target_is_free(directory, err);
    if (status)
        return status;
    el_buf name = {0};
    size_t n = strlen(directory);
    while (n > 1 && directory[n - 1] == '/')
        n--;
    el_buf_add(&name, directory, n);
    char *target = el_xstrdup(el_buf_str(&name));
    el_buf_puts(&name, ".partial-XXXXXX");
    exporter x = {.store = store, .options = options, .progress = progress, .ctx = ctx};
    x.folder = el_buf_take(&name);
    if (!mkdtemp(x.folder)) {
        status = io_error(err, "cannot create a folder beside", target);
    } else {
        mode_t mask = umask(0);
        umask(mask);
        chmod(x.folder, 0777 & ~mask); /* mkdtemp makes 0700; the result gets what a plain mkdir gives */
        status = export_all(&x, entities, nentities, err);
        if (!status && rename(x.folder, target) != 0) /* replaces an empty folder */
            status = io_error(err, "cannot put in place", target);
        if (status)
            remove_tree(x.folder);
    }
    free(x.folder);
    free(target);
    return status;
}
