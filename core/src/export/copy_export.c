/* SPDX-License-Identifier: MIT */
#include "export/copy.h"

#include "base/buf.h"
#include "cipher/key.h"
#include "cipher/secret.h"
#include "sqlite/api.h"
#include "sqlite/pages.h"

#include <stdlib.h>
#include <string.h>

enum { HANDLER_OPS = 1000 };

/* The key goes in as a bound value, never as text of a statement. */
static int attach(el__copy *c, el_error *err)
{
    static const char digits[] = "0123456789abcdef";
    sqlite3_stmt *stmt;
    char *uri = el_sqlite_uri(c->target.temporary, "mode=rw"), *spec = el__secret_new(110), *p = spec;
    *p++ = 'x';
    *p++ = '\'';
    for (size_t i = 0; i < EL__KEY_BYTES + EL__SALT_BYTES; i++) {
        unsigned char b = i < EL__KEY_BYTES ? c->key->bytes[i] : c->key->salt[i - EL__KEY_BYTES];
        *p++ = digits[b >> 4];
        *p++ = digits[b & 15];
    }
    *p++ = '\'';
    int status = el_sql_prepare(&stmt, c->source->db, "ATTACH ?1 AS el_copy KEY ?2", err);
    if (!status) {
        sqlite3_bind_text(stmt, 1, uri, -1, SQLITE_STATIC);
        sqlite3_bind_text(stmt, 2, spec, (int)(p - spec), SQLITE_STATIC);
        status = el_sql_step(stmt, err);
        sqlite3_finalize(stmt);
    }
    el__secret_free(spec);
    free(uri);
    return status;
}

/* Everything that must stand before the first page is written.  Neither journal nor flushing: an unfinished copy is thrown
 * away, a finished one is flushed as a whole. */
static int prepare_target(el__copy *c, el_error *err)
{
    el_buf sql = {0};
    int64_t vacuum = 0;
    int status = el_sql_int64(&vacuum, NULL, c->source->db, "PRAGMA main.auto_vacuum", err);
    el_buf_printf(&sql, "PRAGMA el_copy.cipher_page_size = %d; PRAGMA el_copy.auto_vacuum = %d; PRAGMA el_copy.journal_mode = OFF; "
                        "PRAGMA el_copy.synchronous = OFF", c->params.page_size, (int)vacuum);
    if (!status)
        status = el_sql_exec(c->source->db, el_buf_str(&sql), err);
    el_buf_free(&sql);
    return status;
}

static int carry_over(el__copy *c, el_error *err)
{
    static const char *const names[] = {"user_version", "application_id"};
    sqlite3 *db = c->source->db;
    el_buf sql = {0};
    int status = EL_OK;
    for (int i = 0; i < 2 && !status; i++) {
        int64_t v = 0;
        el_buf_clear(&sql);
        el_buf_printf(&sql, "PRAGMA main.%s", names[i]);
        status = el_sql_int64(&v, NULL, db, el_buf_str(&sql), err);
        el_buf_clear(&sql);
        el_buf_printf(&sql, "PRAGMA el_copy.%s = %lld", names[i], (long long)v);
        if (!status)
            status = el_sql_exec(db, el_buf_str(&sql), err);
    }
    el_buf_free(&sql);
    return status;
}

int el__copy_export(el__copy *c, el_error *err)
{
    sqlite3 *db = c->source->db;
    int64_t unused;
    int status = el__target_release(&c->target, err);
    /* Attaching is refused within a transaction; the export opens its own over both. */
    if (!status)
        status = el_sql_exec(db, "COMMIT", err);
    if (!status)
        status = attach(c, err);
    if (status)
        return status;
    status = prepare_target(c, err);
    sqlite3_progress_handler(db, HANDLER_OPS, el__copy_poll, c);
    if (!status)
        status = el_sql_exec(db, "BEGIN", err);
    if (!status)
        status = el_sql_int64(&unused, NULL, db, "SELECT sqlcipher_export('el_copy')", err);
    sqlite3_progress_handler(db, 0, NULL, NULL);
    if (!status)
        status = carry_over(c, err);
    if (!sqlite3_get_autocommit(db)) {
        int ended = el_sql_exec(db, status ? "ROLLBACK" : "COMMIT", status ? NULL : err);
        status = status ? status : ended;
    }
    if (!status && c->source->report->wal_mode)
        status = el_sql_exec(db, "PRAGMA el_copy.journal_mode = WAL", err);
    int detached = el_sql_exec(db, "DETACH el_copy", status ? NULL : err);
    if (!status)
        status = detached;
    if (!status)
        status = el_sql_exec(db, "BEGIN", err);
    if (!status)
        status = el_sql_int64(&unused, NULL, db, "SELECT count(*) FROM sqlite_master", err);
    return status ? status : el__copy_advance(c, c->source->report->file_size, err);
}
