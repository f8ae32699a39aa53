/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <string.h>

int el__table_connect(sqlite3_vtab **out, sqlite3 *db, void *state, const char *declaration, char **message)
{
    int rc = sqlite3_declare_vtab(db, declaration);
    if (rc != SQLITE_OK) {
        *message = sqlite3_mprintf("%s", sqlite3_errmsg(db));
        return rc;
    }
    el__table *table = sqlite3_malloc(sizeof *table);
    if (!table)
        return SQLITE_NOMEM;
    memset(table, 0, sizeof *table);
    table->state = state;
    el__state_hold(state);
    *out = &table->base;
    return SQLITE_OK;
}

int el__table_disconnect(sqlite3_vtab *base)
{
    el__state_release(((el__table *)base)->state);
    sqlite3_free(base);
    return SQLITE_OK;
}

int el__cursor_open(sqlite3_vtab_cursor **out, size_t size)
{
    *out = sqlite3_malloc64(size);
    if (!*out)
        return SQLITE_NOMEM;
    memset(*out, 0, size);
    return SQLITE_OK;
}

static int engine_code(const el_error *err)
{
    switch (err->status) {
    case EL_EBUSY: return SQLITE_BUSY;
    case EL_ECANCELLED: return SQLITE_INTERRUPT;
    case EL_ECORRUPT: return SQLITE_CORRUPT;
    case EL_EIO: return SQLITE_IOERR;
    default: return SQLITE_ERROR;
    }
}

int el__table_fail(sqlite3_vtab *table, const el_error *err)
{
    sqlite3_free(table->zErrMsg);
    table->zErrMsg = el__error_text(err);
    return engine_code(err);
}

int el__table_register(sqlite3 *db, const char *name, const sqlite3_module *module, el__state *state)
{
    el__state_hold(state);
    return sqlite3_create_module_v2(db, name, module, state, el__state_release);
}
