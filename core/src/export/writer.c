/* SPDX-License-Identifier: MIT */
#include "export/writer.h"

#include "base/map.h"
#include "query/read.h"

#include <plist/plist.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLUSH_AT = 64 * 1024 };

static const el_writer_class *class_of(el_export_format format)
{
    switch (format) {
    case EL_EXPORT_CSV: return &el__csv_writer;
    case EL_EXPORT_PLIST: return &el__plist_writer;
    case EL_EXPORT_SQL: return &el__sql_writer;
    default: return &el__json_writer;
    }
}

static el_writer *new_writer(const el_export_options *options, el_sink_fn sink, void *ctx)
{
    el_writer *w = el_xmalloc(sizeof *w);
    w->options = *options;
    w->cls = class_of(options->format);
    w->sink = sink;
    w->ctx = ctx;
    w->arena = el_arena_new();
    return w;
}

/* A binary property list has its offsets at the end, so the document is kept and converted as a whole. */
static int is_binary(const el_writer *w)
{
    return w->options.format == EL_EXPORT_PLIST && w->options.binary_plist;
}

static int to_binary(el_writer *w, el_error *err)
{
    plist_t root = NULL;
    char *bytes = NULL;
    uint32_t n = 0;
    if (w->out.len > UINT32_MAX)
        return el_error_set(err, EL_ELIMIT, "too-large", "the document is too large for a binary property list");
    plist_from_xml(w->out.data, (uint32_t)w->out.len, &root);
    if (root)
        plist_to_bin(root, &bytes, &n);
    plist_free(root);
    if (!bytes)
        return el_error_set(err, EL_ELIMIT, "plist", "the document cannot be made a binary property list");
    el_buf_clear(&w->out);
    el_buf_add(&w->out, bytes, n);
    plist_to_bin_free(bytes);
    return EL_OK;
}

static int flush(el_writer *w, el_error *err)
{
    if (is_binary(w) && !w->finished)
        return EL_OK;
    if (w->out.len && w->sink(w->ctx, w->out.data, w->out.len) != 0)
        return el_error_set(err, EL_EIO, "io", "writing the export failed: %s", strerror(errno));
    el_buf_clear(&w->out);
    return EL_OK;
}

static void add_column(el_writer *w, el_map *seen, const char *name, int relationship, int to_many)
{
    if (el_map_get(seen, name))
        return;
    el_map_put(seen, name, w);
    w->columns[w->ncolumns++] = (el_export_column){name, relationship, to_many};
}

static size_t property_count(const el_entity *entity, int subentities)
{
    size_t n = entity->nall_attributes + entity->nall_relationships;
    for (size_t i = 0; subentities && i < entity->nchildren; i++)
        n += property_count(entity->children[i], 1);
    return n;
}

/* Attributes of the whole family first, then relationships, so that columns stay together by kind. */
static void add_family(el_writer *w, el_map *seen, const el_entity *entity, int subentities, int relationships)
{
    if (!relationships) {
        for (size_t i = 0; i < entity->nall_attributes; i++)
            if (!entity->all_attributes[i]->transient)
                add_column(w, seen, entity->all_attributes[i]->name, 0, 0);
    } else {
        for (size_t i = 0; i < entity->nall_relationships; i++)
            if (!entity->all_relationships[i]->transient)
                add_column(w, seen, entity->all_relationships[i]->name, 1, entity->all_relationships[i]->to_many);
    }
    for (size_t i = 0; subentities && i < entity->nchildren; i++)
        add_family(w, seen, entity->children[i], 1, relationships);
}

int el_writer_open(el_writer **out, const el_export_options *options, const el_store *store, const el_entity *entity,
                   int subentities, el_sink_fn sink, void *ctx, el_error *err)
{
    el_writer *w = new_writer(options, sink, ctx);
    w->entity = entity;
    w->places = el_arena_array(w->arena, el_store_model(store)->nentities + 1, sizeof *w->places);
    w->table = entity->name;
    w->columns = el_arena_array(w->arena, property_count(entity, subentities) + 1, sizeof *w->columns);
    el_map *seen = el_map_new();
    add_family(w, seen, entity, subentities, 0);
    add_family(w, seen, entity, subentities, 1);
    el_map_free(seen);
    w->cls->begin(w);
    *out = w;
    return flush(w, err);
}

int el_writer_open_rows(el_writer **out, const el_export_options *options, const char *const *names, size_t n,
                        const char *table, el_sink_fn sink, void *ctx, el_error *err)
{
    el_writer *w = new_writer(options, sink, ctx);
    w->table = table;
    w->names = names;
    w->nnames = n;
    w->cls->begin(w);
    *out = w;
    return flush(w, err);
}

int el_writer_object(el_writer *w, el_store *store, const el_object *object, el_error *err)
{
    int status = w->cls->object(w, store, object, err);
    w->count++;
    return status ? status : w->out.len >= FLUSH_AT ? flush(w, err) : EL_OK;
}

int el_writer_row(el_writer *w, const el_cell *cells, size_t n, el_error *err)
{
    int status = w->cls->row(w, cells, n, err);
    w->count++;
    return status ? status : w->out.len >= FLUSH_AT ? flush(w, err) : EL_OK;
}

int el_writer_finish(el_writer *w, el_error *err)
{
    w->cls->end(w);
    w->finished = 1;
    int status = is_binary(w) ? to_binary(w, err) : EL_OK;
    return status ? status : flush(w, err);
}

void el_writer_free(el_writer *w)
{
    if (!w)
        return;
    el_reader_free(w->reader);
    el_buf_free(&w->out);
    el_arena_free(w->arena);
    free(w);
}

void el__export_ref(const el_writer *w, el_buf *out, const el_ref *ref)
{
    if (!ref->present)
        return;
    if (w->options.relations == EL_RELATIONS_LABELS && ref->label)
        el_buf_puts(out, ref->label);
    else {
        el_buf_puts(out, ref->entity ? ref->entity->name : "?");
        el_buf_putc(out, '/');
        el_buf_int64(out, ref->key);
    }
}

static int place_of(const el_entity *own, const el_export_column *c)
{
    if (c->relationship) {
        for (size_t i = 0; i < own->nall_relationships; i++)
            if (!strcmp(own->all_relationships[i]->name, c->name))
                return (int)i;
    } else {
        for (size_t i = 0; i < own->nall_attributes; i++)
            if (!strcmp(own->all_attributes[i]->name, c->name))
                return (int)i;
    }
    return -1;
}

const int *el__export_places(el_writer *w, const el_entity *own)
{
    int **known = &w->places[own->index];
    if (!*known) {
        *known = el_arena_array(w->arena, w->ncolumns + 1, sizeof **known);
        for (size_t i = 0; i < w->ncolumns; i++)
            (*known)[i] = place_of(own, &w->columns[i]);
    }
    return *known;
}

int el__export_blob(el_writer *w, el_buf *out, const el_cell *cell, int *done, el_error *err)
{
    *done = 0;
    if (!w->options.blob_folder || (cell->value.kind != EL_DATA && cell->value.kind != EL_ARCHIVE))
        return EL_OK;
    el_buf path = {0};
    char name[96];
    snprintf(name, sizeof name, "%" PRId64 ".bin", ++w->blobs);
    el_buf_printf(&path, "%s/%s", w->options.blob_folder, name);
    FILE *f = fopen(el_buf_str(&path), "wbx");
    int status = EL_OK;
    size_t n = cell->value.u.text.n;
    if (!f || (n && fwrite(cell->value.u.text.s, 1, n, f) != n) || fclose(f) != 0)
        status = el_error_set(err, EL_EIO, "io", "the file %s cannot be written: %s", el_buf_str(&path), strerror(errno));
    el_buf_free(&path);
    el_buf_printf(out, "%s%s", w->options.blob_prefix ? w->options.blob_prefix : "", name);
    *done = 1;
    return status;
}
