/* SPDX-License-Identifier: MIT */
/* entitylens_fetch(ENTITY, PREDICATE, ARGUMENT…): the objects that a fetch request with that predicate gives. */
#include "argument.h"
#include "table.h"

#include "base/arena.h"
#include "base/buf.h"

#include <string.h>

enum { COLUMN_ID, COLUMN_ENTITY, COLUMN_OBJECT, COLUMN_ENTITY_NAME, COLUMN_PREDICATE, COLUMN_ARG1 };
enum { ARGUMENTS = 16, HIDDEN = 2 + ARGUMENTS };

/* What xBestIndex tells xFilter: which hidden columns are given, and whether whole objects are wanted. */
enum { WANTS_OBJECT = 1 << HIDDEN };

typedef struct cursor {
    sqlite3_vtab_cursor base;
    el__look *look;
    el_arena *arena;
    el_fetch_request request; /* the fetch borrows it */
    el_fetch *fetch;
    const el_object *object; /* the current one; NULL at the end */
    sqlite3_int64 row;
} cursor;

static int fetch_connect(sqlite3 *db, void *state, int argc, const char *const *argv, sqlite3_vtab **out, char **message)
{
    (void)argc;
    (void)argv;
    return el__table_connect(out, db, state,
                             "CREATE TABLE x(id INTEGER, entity TEXT, object TEXT, entity_name HIDDEN, predicate HIDDEN, "
                             "arg1 HIDDEN, arg2 HIDDEN, arg3 HIDDEN, arg4 HIDDEN, arg5 HIDDEN, arg6 HIDDEN, arg7 HIDDEN, "
                             "arg8 HIDDEN, arg9 HIDDEN, arg10 HIDDEN, arg11 HIDDEN, arg12 HIDDEN, arg13 HIDDEN, "
                             "arg14 HIDDEN, arg15 HIDDEN, arg16 HIDDEN)",
                             message);
}

/* The arguments of a table-valued function arrive as equalities on its hidden columns. */
static int fetch_best_index(sqlite3_vtab *table, sqlite3_index_info *info)
{
    int constraint_of[HIDDEN], given = 0, next = 1;
    memset(constraint_of, -1, sizeof constraint_of);
    for (int i = 0; i < info->nConstraint; i++) {
        int hidden = info->aConstraint[i].iColumn - COLUMN_ENTITY_NAME;
        if (hidden < 0 || hidden >= HIDDEN || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (!info->aConstraint[i].usable)
            return SQLITE_CONSTRAINT; /* another order of the join makes it usable */
        constraint_of[hidden] = i;
    }
    if (constraint_of[0] < 0) {
        sqlite3_free(table->zErrMsg);
        table->zErrMsg = sqlite3_mprintf("entitylens_fetch needs an entity: entitylens_fetch('Entity', 'predicate')");
        return SQLITE_ERROR;
    }
    for (int hidden = 0; hidden < HIDDEN; hidden++)
        if (constraint_of[hidden] >= 0) {
            info->aConstraintUsage[constraint_of[hidden]].argvIndex = next++;
            info->aConstraintUsage[constraint_of[hidden]].omit = 1;
            given |= 1 << hidden;
        }
    info->idxNum = given | (info->colUsed & (1u << COLUMN_OBJECT) ? WANTS_OBJECT : 0);
    info->estimatedCost = 10000;
    info->estimatedRows = 1000;
    return SQLITE_OK;
}

static int fetch_open(sqlite3_vtab *table, sqlite3_vtab_cursor **out)
{
    (void)table;
    return el__cursor_open(out, sizeof(cursor));
}

static void forget(cursor *c)
{
    el_fetch_close(c->fetch);
    el_arena_free(c->arena);
    el__look_release(c->look);
    c->fetch = NULL;
    c->arena = NULL;
    c->look = NULL;
    c->object = NULL;
    c->row = 0;
}

static int fetch_close(sqlite3_vtab_cursor *base)
{
    forget((cursor *)base);
    sqlite3_free(base);
    return SQLITE_OK;
}

static int fetch_next(sqlite3_vtab_cursor *base)
{
    cursor *c = (cursor *)base;
    el_error err;
    el_error_clear(&err);
    int got = el_fetch_next(c->fetch, &c->object, &err);
    if (got < 0)
        return el__table_fail(base->pVtab, &err);
    if (!got)
        c->object = NULL;
    c->row++;
    return SQLITE_OK;
}

static const char *text_of(cursor *c, sqlite3_value *value)
{
    const char *text = (const char *)sqlite3_value_text(value);
    return text ? el_arena_strdup(c->arena, text) : NULL;
}

/* Arguments up to the last one that was given. */
static int read_arguments(cursor *c, el_fetch_request *request, int given, sqlite3_value **argv, el_error *err)
{
    el_value *values = el_arena_array(c->arena, ARGUMENTS, sizeof *values);
    for (int i = 0; i < ARGUMENTS; i++) {
        if (!(given & 1 << (2 + i)))
            continue;
        if ((size_t)i > request->nargs)
            return el_error_set(err, EL_EUSAGE, "argument-gap", "argument %d is given, but argument %zu is not", i + 1,
                                request->nargs + 1);
        int status = el__argument_value(&values[i], c->arena, *argv++, err);
        if (status)
            return status;
        request->nargs = (size_t)i + 1;
    }
    request->args = values;
    return EL_OK;
}

static int start(cursor *c, int given, sqlite3_value **argv, el_error *err)
{
    el_fetch_request *request = &c->request;
    memset(request, 0, sizeof *request);
    int status = el__state_look(&c->look, ((el__table *)c->base.pVtab)->state, err);
    if (status)
        return status;
    c->arena = el_arena_new();
    request->entity = text_of(c, *argv++);
    if (!request->entity)
        return el_error_set(err, EL_EUSAGE, "no-entity", "the entity is NULL");
    if (given & 2)
        request->where = text_of(c, *argv++);
    status = read_arguments(c, request, given, argv, err);
    if (status)
        return status;
    request->read_flags = given & WANTS_OBJECT ? EL_READ_TO_MANY : 0;
    return el_fetch_open(&c->fetch, c->look->store, request, err);
}

static int fetch_filter(sqlite3_vtab_cursor *base, int given, const char *text, int argc, sqlite3_value **argv)
{
    (void)text;
    (void)argc;
    cursor *c = (cursor *)base;
    el_error err;
    el_error_clear(&err);
    forget(c);
    if (start(c, given, argv, &err))
        return el__table_fail(base->pVtab, &err);
    return fetch_next(base);
}

static int fetch_eof(sqlite3_vtab_cursor *base)
{
    return !((cursor *)base)->object;
}

static int fetch_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
    const el_object *object = ((cursor *)base)->object;
    el_buf json = {0};
    switch (column) {
    case COLUMN_ID: sqlite3_result_int64(context, object->key); break;
    case COLUMN_ENTITY: sqlite3_result_text(context, object->entity->name, -1, SQLITE_TRANSIENT); break;
    case COLUMN_OBJECT:
        el_object_json(&json, object);
        sqlite3_result_text64(context, el_buf_str(&json), json.len, SQLITE_TRANSIENT, SQLITE_UTF8);
        el_buf_free(&json);
        break;
    default: sqlite3_result_null(context); /* what was asked, not what was found */
    }
    return SQLITE_OK;
}

static int fetch_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid)
{
    *rowid = ((cursor *)base)->row;
    return SQLITE_OK;
}

const sqlite3_module el__fetch_module = {
    .xConnect = fetch_connect, .xBestIndex = fetch_best_index, .xDisconnect = el__table_disconnect,
    .xOpen = fetch_open, .xClose = fetch_close, .xFilter = fetch_filter, .xNext = fetch_next, .xEof = fetch_eof,
    .xColumn = fetch_column, .xRowid = fetch_rowid,
};
