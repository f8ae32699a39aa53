/* SPDX-License-Identifier: MIT */
#include "store/store.h"

#include "base/buf.h"
#include "model/metadata.h"
#include "sqlite/api.h"

int el__store_metadata(el_metadata **out, const char **problem, const el_recognition *recognition, sqlite3 *db, el_error *err)
{
    *out = NULL;
    *problem = NULL;
    if (!recognition->meta_column)
        return EL_OK; /* the layout says so */
    el_buf sql = {0};
    el_buf_puts(&sql, "SELECT ");
    el_buf_identifier(&sql, recognition->meta_column);
    el_buf_puts(&sql, " FROM main.meta LIMIT 1");
    sqlite3_stmt *stmt;
    int status = el_sql_prepare(&stmt, db, sql.data, err);
    el_buf_free(&sql);
    if (status)
        return status;
    int rc = el_sql_step(stmt, err);
    if (rc == 0)
        *problem = "the metadata table is empty: ECD cannot open the store";
    else if (rc > 0 && sqlite3_column_type(stmt, 0) != SQLITE_BLOB)
        *problem = "the metadata is no property list: ECD cannot open the store";
    else if (rc > 0 && el_metadata_read(out, sqlite3_column_blob(stmt, 0), (size_t)sqlite3_column_bytes(stmt, 0), NULL))
        *problem = "the metadata does not decode";
    sqlite3_finalize(stmt);
    return rc < 0 ? rc : EL_OK;
}
