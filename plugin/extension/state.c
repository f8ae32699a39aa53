/* SPDX-License-Identifier: MIT */
#include "state.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

struct el__state {
    sqlite3 *db;
    char *model_path; /* NULL: inferred */
    el__look *look;   /* NULL: not looked yet */
    int holders;
};

el__state *el__state_new(sqlite3 *db)
{
    el__state *state = el_xmalloc(sizeof *state);
    state->db = db;
    state->holders = 1;
    return state;
}

void el__state_hold(el__state *state)
{
    state->holders++;
}

/* The engine destroys modules and functions in its close, when no statement of the connection is left. */
void el__state_release(void *p)
{
    el__state *state = p;
    if (--state->holders > 0)
        return;
    if (state->look) {
        el_store_abandon(state->look->store);
        el__look_release(state->look);
    }
    free(state->model_path);
    free(state);
}

void el__look_release(el__look *look)
{
    if (!look || --look->holders > 0)
        return;
    el_store_close(look->store);
    free(look);
}

static int adopt(el__look **out, el__state *state, const char *model_path, el_error *err)
{
    el_open_options options = {0};
    int64_t version = 0;
    *out = NULL;
    options.model_path = model_path;
    int status = el_sql_int64(&version, NULL, state->db, "PRAGMA main.schema_version", err);
    if (status)
        return status;
    el_store *store = NULL;
    status = el_store_adopt(&store, state->db, &options, err);
    if (status)
        return status;
    *out = el_xmalloc(sizeof **out);
    (*out)->store = store;
    (*out)->schema_version = version;
    (*out)->holders = 1;
    return EL_OK;
}

int el__state_look(el__look **out, el__state *state, el_error *err)
{
    *out = NULL;
    int64_t version = 0;
    int status = el_sql_int64(&version, NULL, state->db, "PRAGMA main.schema_version", err);
    if (status)
        return status;
    if (!state->look || state->look->schema_version != version) {
        el__look *fresh = NULL;
        status = adopt(&fresh, state, state->model_path, err);
        if (status)
            return status;
        el__look_release(state->look);
        state->look = fresh;
    }
    state->look->holders++;
    *out = state->look;
    return EL_OK;
}

int el__state_set_model(el__state *state, const char *path, el_error *err)
{
    const char *wanted = path && *path ? path : NULL;
    el__look *fresh = NULL;
    int status = adopt(&fresh, state, wanted, err);
    if (status)
        return status;
    el__look_release(state->look);
    state->look = fresh;
    free(state->model_path);
    state->model_path = wanted ? el_xstrdup(wanted) : NULL;
    return EL_OK;
}

char *el__error_text(const el_error *err)
{
    return err->hint[0] ? sqlite3_mprintf("%s. %s", err->message, err->hint) : sqlite3_mprintf("%s", err->message);
}

void el__result_error(sqlite3_context *context, const el_error *err)
{
    char *text = el__error_text(err);
    if (!text) {
        sqlite3_result_error_nomem(context);
        return;
    }
    sqlite3_result_error(context, text, -1);
    sqlite3_free(text);
}
