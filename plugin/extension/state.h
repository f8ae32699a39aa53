/* SPDX-License-Identifier: MIT */
/* What the extension keeps for one connection: the store behind it, looked at when first asked for and again when the
 * schema or the model changed. */
#ifndef EL_EXTENSION_STATE_H
#define EL_EXTENSION_STATE_H

#include "entitylens/entitylens.h"
#include "sqlite/api.h"

typedef struct el__state el__state;

/* A look at the store that lives as long as somebody holds it: a cursor goes on over the store as it was when the cursor
 * began, even when the schema changes under it. */
typedef struct el__look {
    el_store *store;
    int64_t schema_version;
    int holders;
} el__look;

/* The connection's state; freed with the last module or function that got it (el__state_release is their destructor). */
el__state *el__state_new(sqlite3 *db);
void el__state_hold(el__state *state);
void el__state_release(void *state);

/* The current look, kept alive for the caller.  Errors: those of el_store_adopt. */
int el__state_look(el__look **out, el__state *state, el_error *err);
void el__look_release(el__look *look);

/* Another model for this connection; an empty path returns to inference.  On failure the former one stays. */
int el__state_set_model(el__state *state, const char *path, el_error *err);

/* "SENTENCE HINT" of an error, allocated by the engine, for a virtual table's zErrMsg. */
char *el__error_text(const el_error *err);
/* Gives the error to a function's caller. */
void el__result_error(sqlite3_context *context, const el_error *err);

#endif
