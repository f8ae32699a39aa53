/* SPDX-License-Identifier: MIT */
/* One document being written, and what each format adds to it. */
#ifndef EL_EXPORT_WRITER_H
#define EL_EXPORT_WRITER_H

#include "entitylens/export.h"

#include "base/arena.h"
#include "base/buf.h"

/* A column of a document of objects: the property's name; in an object's own entity it may be absent. */
typedef struct el_export_column {
    const char *name;
    int relationship, to_many;
} el_export_column;

struct el_writer {
    el_export_options options;
    const struct el_writer_class *cls;
    el_sink_fn sink;
    void *ctx;
    el_arena *arena;
    const char *table;                  /* name of the entity or result */
    const el_entity *entity;            /* NULL for rows */
    el_export_column *columns; size_t ncolumns;
    int **places;                       /* by el_entity.index: see el__export_places */
    const char *const *names; size_t nnames; /* rows */
    el_buf out;                         /* not yet handed to the sink */
    int64_t count;                      /* records so far */
    int64_t blobs;                      /* files written beside */
    int finished;
    struct el_reader *reader;           /* of nested targets, or NULL */
};

typedef struct el_writer_class {
    void (*begin)(el_writer *w);
    int (*object)(el_writer *w, el_store *store, const el_object *o, el_error *err);
    int (*row)(el_writer *w, const el_cell *cells, size_t n, el_error *err);
    void (*end)(el_writer *w);
} el_writer_class;

extern const el_writer_class el__csv_writer, el__json_writer, el__plist_writer, el__sql_writer;

/* "User/44", or the label. Nothing for nil. */
void el__export_ref(const el_writer *w, el_buf *out, const el_ref *ref);
/* For each column the position of its property among all attributes or relationships of the object's own entity, or -1. */
const int *el__export_places(el_writer *w, const el_entity *own);
/* True when the cell's bytes are to go to a file; then writes it and appends its name to `out`. */
int el__export_blob(el_writer *w, el_buf *out, const el_cell *cell, int *done, el_error *err);
/* The typed JSON of an object under the writer's options. */
int el__export_object_json(el_writer *w, el_store *store, const el_object *o, el_buf *out, el_error *err);

#endif
