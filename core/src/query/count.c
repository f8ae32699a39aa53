/* SPDX-License-Identifier: MIT */
#include "query/columns.h"

#include "sqlite/api.h"

#include <stdlib.h>

static int run(int64_t *out, el__request *r, const char *sql)
{
    sqlite3_stmt *stmt = NULL;
    int status = el_translation_prepare(&r->t, &stmt, sql, r->err);
    if (!status)
        status = el_translation_apply(&r->t, stmt, r->err);
    if (!status) {
        int rc = el_sql_step(stmt, r->err);
        status = rc < 0 ? rc : EL_OK;
        *out = rc > 0 ? sqlite3_column_int64(stmt, 0) : 0;
    }
    sqlite3_finalize(stmt);
    return status;
}

int el_fetch_count(int64_t *out, el_store *store, const el_fetch_request *request, el_error *err)
{
    *out = 0;
    el__request r;
    el_buf sql = {0};
    int status = el__request_begin(&r, store, request, err);
    int rows = request->ncolumns && (request->distinct || request->ngroup_by);
    el__columns columns = {0};
    if (!status && (rows || request->ngroup_by)) {
        status = el__columns_translate(&columns, &r);
        if (!status) {
            el_buf_puts(&sql, "SELECT COUNT(*) FROM (");
            el__columns_statement(&sql, &columns, &r, 0);
            el_buf_putc(&sql, ')');
        }
    } else if (!status) {
        el_buf_printf(&sql, "SELECT COUNT(*) %s", el__request_from(&r, NULL));
    }
    int64_t n = 0;
    if (!status)
        status = run(&n, &r, el_buf_str(&sql));
    if (!status) {
        n = request->offset > 0 ? (n > request->offset ? n - request->offset : 0) : n;
        *out = request->limit > 0 && n > request->limit ? request->limit : n;
    }
    el_buf_free(&sql);
    el__request_end(&r);
    return status;
}
