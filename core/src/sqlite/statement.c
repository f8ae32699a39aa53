/* SPDX-License-Identifier: MIT */
#include "sqlite/api.h"

#include "entitylens/value.h"

int el_sql_error(sqlite3 *db, el_error *err)
{
    int code = sqlite3_extended_errcode(db);
    const char *text = sqlite3_errmsg(db);
    int status;
    switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        status = el_error_set(err, EL_EBUSY, "busy", "the store is locked by another process");
        el_error_hint(err, "Wait until the app has finished writing, or copy the file together with its -journal or -wal and open the copy.");
        break;
    case SQLITE_CORRUPT:
        status = el_error_set(err, EL_ECORRUPT, "damaged", "the database is damaged: %s", text);
        el_error_hint(err, "Run 'entitylens check' to see which pages are affected.");
        break;
    case SQLITE_NOTADB:
        status = el_error_set(err, EL_ENOTSTORE, "not-a-database", "the engine does not take the file for a database");
        break;
    case SQLITE_INTERRUPT:
        status = el_error_set(err, EL_ECANCELLED, "cancelled", "cancelled");
        break;
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_FULL:
        status = el_error_set(err, EL_EIO, "io", "the file cannot be read: %s", text);
        break;
    default:
        status = el_error_set(err, EL_ESQL, "sql", "the engine refused a statement: %s", text);
    }
    if (err)
        err->sqlite_code = code;
    return status;
}

int el_sql_prepare(sqlite3_stmt **out, sqlite3 *db, const char *sql, el_error *err)
{
    *out = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, out, NULL) == SQLITE_OK)
        return EL_OK;
    return el_sql_error(db, err);
}

int el_sql_step(sqlite3_stmt *stmt, el_error *err)
{
    int rc = sqlite3_step(stmt);
    if (rc == SQLITE_ROW)
        return 1;
    if (rc == SQLITE_DONE)
        return 0;
    return el_sql_error(sqlite3_db_handle(stmt), err);
}

int el_sql_exec(sqlite3 *db, const char *sql, el_error *err)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK)
        return EL_OK;
    return el_sql_error(db, err);
}

int el_sql_int64(int64_t *out, int *found, sqlite3 *db, const char *sql, el_error *err)
{
    sqlite3_stmt *stmt;
    int status = el_sql_prepare(&stmt, db, sql, err);
    if (status)
        return status;
    int rc = el_sql_step(stmt, err);
    if (rc > 0)
        *out = sqlite3_column_int64(stmt, 0);
    if (found)
        *found = rc > 0;
    sqlite3_finalize(stmt);
    return rc < 0 ? rc : EL_OK;
}

int el_sql_bind(sqlite3_stmt *stmt, int index, const el_value *v)
{
    switch (v->kind) {
    case EL_BOOL:
    case EL_INT: return sqlite3_bind_int64(stmt, index, v->u.i);
    case EL_DOUBLE:
    case EL_DATE: return sqlite3_bind_double(stmt, index, v->u.d);
    case EL_OBJECT: return sqlite3_bind_int64(stmt, index, v->u.object.key);
    case EL_DATA:
    case EL_ARCHIVE: return sqlite3_bind_blob64(stmt, index, v->u.text.s ? v->u.text.s : "", v->u.text.n, SQLITE_TRANSIENT);
    case EL_STRING:
    case EL_DECIMAL:
    case EL_UUID:
    case EL_URL:
    case EL_ENTITY:
    case EL_CLASS:
    case EL_KEYPATH: return sqlite3_bind_text64(stmt, index, v->u.text.s ? v->u.text.s : "", v->u.text.n, SQLITE_TRANSIENT, SQLITE_UTF8);
    default: return sqlite3_bind_null(stmt, index);
    }
}
