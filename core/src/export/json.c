/* SPDX-License-Identifier: MIT */
/* Typed JSON: one array, or one object a line. */
#include "export/writer.h"

#include "query/read.h"

#include <string.h>

static int lines(const el_writer *w)
{
    return w->options.format == EL_EXPORT_JSONL;
}

static void begin(el_writer *w)
{
    if (!lines(w))
        el_buf_putc(&w->out, '[');
}

static void start_record(el_writer *w)
{
    if (!lines(w))
        el_buf_puts(&w->out, w->count ? ",\n" : "\n");
}

static void end_record(el_writer *w)
{
    if (lines(w))
        el_buf_putc(&w->out, '\n');
}

static int attribute(el_writer *w, const el_cell *cell, el_buf *out, el_error *err)
{
    el_buf name = {0};
    int done, status = el__export_blob(w, &name, cell, &done, err);
    if (done) {
        el_buf_puts(out, "{\"file\":");
        el_buf_json_string(out, el_buf_str(&name), name.len);
        el_buf_putc(out, '}');
    } else if (!status && cell->value.kind == EL_OBJECT) { /* a to-one as in whole objects: its id */
        el_buf_printf(&name, "%s/%lld", cell->value.u.object.entity ? cell->value.u.object.entity : "?", (long long)cell->value.u.object.key);
        el_buf_json_string(out, el_buf_str(&name), name.len);
    } else if (!status) {
        el_cell_json(out, cell);
    }
    el_buf_free(&name);
    return status;
}

/* Up to the attributes. */
static void start_object(el_buf *out, const el_object *o)
{
    el_buf_puts(out, "{\"id\":");
    el_buf_json_string(out, o->entity->name, (size_t)-1);
    out->len--; /* the closing quote comes after the number */
    el_buf_putc(out, '/');
    el_buf_int64(out, o->key);
    el_buf_puts(out, "\",\"attributes\":{");
}

/* Attributes of the objects that a relationship names, for documents that nest them. */
static int nested(el_writer *w, el_store *store, const el_ref *ref, el_buf *out, el_error *err)
{
    const el_object *target;
    if (!w->reader)
        w->reader = el_reader_new(store);
    int status = el_reader_attributes(&target, w->reader, ref->entity, ref->key, err);
    if (status)
        return status;
    if (!target) {
        el_buf_puts(out, "null");
        return EL_OK;
    }
    start_object(out, target);
    int first = 1;
    for (size_t i = 0; i < target->entity->nall_attributes && !status; i++) {
        if (target->entity->all_attributes[i]->transient)
            continue;
        if (!first)
            el_buf_putc(out, ',');
        first = 0;
        el_buf_json_string(out, target->entity->all_attributes[i]->name, (size_t)-1);
        el_buf_putc(out, ':');
        status = attribute(w, &target->attributes[i], out, err);
    }
    el_buf_puts(out, "}}");
    return status;
}

static int reference(el_writer *w, el_store *store, const el_ref *ref, el_buf *out, el_error *err)
{
    if (!ref->present) {
        el_buf_puts(out, "null");
        return EL_OK;
    }
    if (w->options.relations == EL_RELATIONS_NESTED && ref->entity)
        return nested(w, store, ref, out, err);
    el_buf text = {0};
    el__export_ref(w, &text, ref);
    el_buf_json_string(out, el_buf_str(&text), text.len);
    el_buf_free(&text);
    return EL_OK;
}

static int relations(el_writer *w, el_store *store, const el_object *o, int to_many, el_buf *out, el_error *err)
{
    int first = 1, status = EL_OK;
    for (size_t i = 0; i < o->entity->nall_relationships && !status; i++) {
        const el_relationship *r = o->entity->all_relationships[i];
        if (r->transient || r->to_many != to_many)
            continue;
        if (!first)
            el_buf_putc(out, ',');
        first = 0;
        el_buf_json_string(out, r->name, (size_t)-1);
        el_buf_putc(out, ':');
        if (!to_many) {
            status = reference(w, store, &o->to_one[i], out, err);
            continue;
        }
        el_buf_putc(out, '[');
        for (size_t k = 0; o->to_many && k < o->to_many[i].n && !status; k++) {
            if (k)
                el_buf_putc(out, ',');
            status = reference(w, store, &o->to_many[i].items[k], out, err);
        }
        el_buf_putc(out, ']');
    }
    return status;
}

int el__export_object_json(el_writer *w, el_store *store, const el_object *o, el_buf *out, el_error *err)
{
    if (w->options.relations == EL_RELATIONS_IDS && !w->options.blob_folder) {
        el_object_json(out, o);
        return EL_OK;
    }
    int status = EL_OK, first = 1;
    start_object(out, o);
    for (size_t i = 0; i < o->entity->nall_attributes && !status; i++) {
        if (o->entity->all_attributes[i]->transient)
            continue;
        if (!first)
            el_buf_putc(out, ',');
        first = 0;
        el_buf_json_string(out, o->entity->all_attributes[i]->name, (size_t)-1);
        el_buf_putc(out, ':');
        status = attribute(w, &o->attributes[i], out, err);
    }
    el_buf_puts(out, "},\"toOne\":{");
    if (!status)
        status = relations(w, store, o, 0, out, err);
    el_buf_puts(out, "},\"toMany\":{");
    if (!status)
        status = relations(w, store, o, 1, out, err);
    el_buf_puts(out, "}}");
    return status;
}

static int object(el_writer *w, el_store *store, const el_object *o, el_error *err)
{
    start_record(w);
    int status = el__export_object_json(w, store, o, &w->out, err);
    end_record(w);
    return status;
}

static int row(el_writer *w, const el_cell *cells, size_t n, el_error *err)
{
    int status = EL_OK;
    start_record(w);
    el_buf_putc(&w->out, '{');
    for (size_t i = 0; i < n && !status; i++) {
        if (i)
            el_buf_putc(&w->out, ',');
        el_buf_json_string(&w->out, w->names[i], (size_t)-1);
        el_buf_putc(&w->out, ':');
        status = attribute(w, &cells[i], &w->out, err);
    }
    el_buf_putc(&w->out, '}');
    end_record(w);
    return status;
}

static void end(el_writer *w)
{
    if (!lines(w))
        el_buf_puts(&w->out, w->count ? "\n]\n" : "]\n");
}

const el_writer_class el__json_writer = {begin, object, row, end};
