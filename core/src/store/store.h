/* SPDX-License-Identifier: MIT */
/* What a store consists of. */
#ifndef EL_STORE_STORE_H
#define EL_STORE_STORE_H

#include "entitylens/store.h"
#include "entitylens/watch.h"
#include "layout/layout.h"
#include "layout/recognise.h"

struct el_connection;
struct el_map;
struct el_metadata;

struct el_store {
    sqlite3 *db;
    struct el_connection *connection; /* NULL when borrowed */
    int borrowed;
    char *path;                 /* NULL for a borrowed connection without file */
    const char *opened_by;
    const el_cipher_report *cipher; /* the connection's; NULL when borrowed */
    unsigned decode_flags;      /* EL_DECODE_… */
    char *model_path, *overrides_path;
    const el_model *given_model;/* borrowed, or NULL */
    el_model *own_model;        /* loaded or inferred */
    int inferred;
    el_schema *schema;
    el_recognition *recognition;
    el_layout *layout;
    struct el_metadata *metadata; /* NULL when there is none that can be read */
    el_finding *findings; size_t nfindings; /* the layout's and those about metadata and model */
    struct el_arena *finding_arena;
    const char *match;
    char match_reason[400];     /* a sentence; empty when there is nothing to say */
    struct el_map *numeric_columns; /* what el_layout_all_integers found */
    struct el_map *labels;      /* entity name to the name of the attribute that labels it; values are heap texts */
    int (*progress)(void *ctx, int64_t done, int64_t total);
    void *progress_ctx;
    int (*wish)(void *ctx);     /* el_store_set_interrupt */
    void *wish_ctx;
    int busy_timeout_ms;
    el_file_state state;        /* of the file before it was opened, or before it was last looked into */
    int64_t data_version, schema_version; /* of the connection as it was then */
    int own_changes;            /* of a borrowed connection */
};

/* Opens the connection of a store: sets db, opened_by, cipher. */
int el__store_connect(el_store *store, const char *path, const el_open_options *options, el_error *err);
void el__store_disconnect(el_store *store);
/* Lets the connection ask what el_store_set_interrupt was given. */
void el__store_apply_interrupt(el_store *store);
/* The engine's counters: of commits by others, of changes to the schema. */
int el__store_versions(int64_t *data, int64_t *schema, el_store *store, el_error *err);
/* What el_layout_all_integers found holds until rows change. */
void el__store_forget_numeric(el_store *store);
/* Finds, loads or infers the model and lays it out; replaces what was there only when all went well. */
int el__store_lay_out(el_store *store, el_error *err);
void el__store_forget_layout(el_store *store);
/* Reads the metadata row.  *out is NULL, without error, when the store has none that can be read; `problem` then says why. */
int el__store_metadata(struct el_metadata **out, const char **problem, const el_recognition *recognition, sqlite3 *db, el_error *err);
/* Reports progress; EL_ECANCELLED when the caller wants to end. */
int el__store_progress(el_store *store, int64_t done, int64_t total, el_error *err);

/* How many rows of each entity there are: one pass over the type column of each table. */
typedef struct el_census {
    int64_t *own, *with_subentities; /* by el_entity.index */
    el_finding *findings; size_t nfindings; /* unknown types, rows without type, forms of the type that are mixed */
    struct el_arena *arena;
} el_census;
int el__census_take(el_census **out, el_store *store, el_error *err);
void el__census_free(el_census *census);

#endif
