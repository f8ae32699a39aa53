/* SPDX-License-Identifier: MIT */
/* Nothing is taken on trust: the finished copy is opened as anybody would open it, checked, and compared value by value. */
#include "export/copy.h"

#include "base/arena.h"
#include "base/buf.h"
#include "cipher/codec.h"
#include "cipher/probe.h"
#include "sqlite/api.h"
#include "sqlite/pages.h"

#include <openssl/evp.h>

#include <stdlib.h>
#include <string.h>

enum { HANDLER_OPS = 1000, DIGEST_CHUNK = 32 * 1024 };

static int differs(el_error *err, const char *what)
{
    el_error_set(err, EL_EIO, "copy-differs", "the copy is not what was to be written (%s); it was removed", what);
    el_error_arg(err, "%s", what);
    el_error_hint(err, "The source is untouched. Please report this with the output of 'entitylens check'.");
    return EL_EIO;
}

static int open_copy(el__copy *c, sqlite3 **db, el_error *err)
{
    char *uri = el_sqlite_uri(c->target.temporary, "mode=ro&immutable=1");
    int rc = sqlite3_open_v2(uri, db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
    free(uri);
    if (rc != SQLITE_OK)
        return el_sql_error(*db, err);
    int status = el_cipher_key_connection(*db, c->key, &c->params, err);
    /* The file is ours alone, so it may be mapped: a plain copy is then checked without a system call a page. */
    return status ? status : el_sql_exec(*db, "PRAGMA mmap_size = 1073741824", err);
}

/* Where every page is the source's and its HMAC was right, the indexes agree with their tables as they did there, and looking
 * each row up in each index would take twice as long as all the rest.  What the engine wrote anew gets the full check, with
 * room for the pages of the indexes, which are read in no order. */
static int check_integrity(const el__copy *c, sqlite3 *db, el_error *err)
{
    sqlite3_stmt *stmt;
    int status = el_sql_exec(db, "PRAGMA cache_size = -65536", err);
    if (!status)
        status = el_sql_prepare(&stmt, db, c->authentic ? "PRAGMA quick_check(1)" : "PRAGMA integrity_check(1)", err);
    if (status)
        return status;
    int rc = el_sql_step(stmt, err);
    if (rc == 1 && strcmp((const char *)sqlite3_column_text(stmt, 0), "ok"))
        rc = differs(err, "the integrity check fails");
    sqlite3_finalize(stmt);
    return rc < 0 ? rc : EL_OK;
}

/* Value after value: its storage class, its length, its bytes. */
typedef struct digester {
    EVP_MD_CTX *md;
    size_t n;
    unsigned char pending[DIGEST_CHUNK];
} digester;

static void flush(digester *d)
{
    EVP_DigestUpdate(d->md, d->pending, d->n);
    d->n = 0;
}

static void feed(digester *d, const void *p, size_t n)
{
    if (n > sizeof d->pending - d->n)
        flush(d);
    if (n > sizeof d->pending) {
        EVP_DigestUpdate(d->md, p, n);
        return;
    }
    memcpy(d->pending + d->n, p, n);
    d->n += n;
}

static void feed_value(digester *d, sqlite3_value *value)
{
    unsigned char head[9] = {(unsigned char)sqlite3_value_type(value)};
    int64_t number = 0;
    double real = 0;
    const void *bytes = NULL;
    switch (head[0]) {
    case SQLITE_INTEGER: number = sqlite3_value_int64(value); break;
    case SQLITE_FLOAT:
        real = sqlite3_value_double(value);
        memcpy(&number, &real, sizeof number);
        break;
    case SQLITE_TEXT:
    case SQLITE_BLOB:
        bytes = sqlite3_value_blob(value);
        number = sqlite3_value_bytes(value);
        break;
    default: break;
    }
    memcpy(head + 1, &number, sizeof number);
    feed(d, head, head[0] == SQLITE_NULL ? 1 : sizeof head);
    if (bytes && number)
        feed(d, bytes, (size_t)number);
}

/* In the order of the table itself, which no index shortens: rows are the same in the same order or the copy is wrong. */
static int digest_query(el_copy_table *out, sqlite3 *db, const char *sql, el_error *err)
{
    sqlite3_stmt *stmt;
    int status = el_sql_prepare(&stmt, db, sql, err), rc = 0;
    if (status)
        return status;
    digester *d = el_xmalloc(sizeof *d);
    d->md = EVP_MD_CTX_new();
    EVP_DigestInit_ex(d->md, EVP_sha256(), NULL);
    int columns = sqlite3_column_count(stmt);
    while ((rc = el_sql_step(stmt, err)) == 1) {
        out->rows++;
        for (int i = 0; i < columns; i++)
            feed_value(d, sqlite3_column_value(stmt, i));
    }
    sqlite3_finalize(stmt);
    unsigned n = 0;
    flush(d);
    EVP_DigestFinal_ex(d->md, out->digest, &n);
    EVP_MD_CTX_free(d->md);
    free(d);
    return rc;
}

static void table_query(el_buf *sql, const char *name)
{
    el_buf_clear(sql);
    el_buf_puts(sql, "SELECT * FROM main.");
    el_buf_identifier(sql, name);
    el_buf_puts(sql, " NOT INDEXED");
}

static int compare_table(el__copy *c, sqlite3 *copy, const char *name, el_error *err)
{
    el_buf sql = {0};
    el_copy_report *r = c->report;
    el_copy_table theirs = {0};
    r->tables = el_xrealloc(r->tables, (r->ntables + 1) * sizeof *r->tables);
    el_copy_table *mine = &r->tables[r->ntables++];
    memset(mine, 0, sizeof *mine);
    mine->name = el_xstrdup(name);
    table_query(&sql, name);
    int status = digest_query(mine, c->source->db, el_buf_str(&sql), err);
    if (!status)
        status = digest_query(&theirs, copy, el_buf_str(&sql), err);
    if (!status && (mine->rows != theirs.rows || memcmp(mine->digest, theirs.digest, sizeof mine->digest)))
        status = differs(err, name);
    r->rows += mine->rows;
    el_buf_free(&sql);
    return status;
}

static int compare_tables(el__copy *c, sqlite3 *copy, el_error *err)
{
    sqlite3_stmt *stmt;
    /* Virtual tables have no pages of their own; what they store lies in ordinary tables beside them. */
    int status = el_sql_prepare(&stmt, c->source->db,
                                "SELECT name FROM main.sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name COLLATE BINARY", err);
    int rc = 0;
    while (!status && (rc = el_sql_step(stmt, err)) == 1)
        status = compare_table(c, copy, (const char *)sqlite3_column_text(stmt, 0), err);
    sqlite3_finalize(stmt);
    return status ? status : rc;
}

static int compare_pragma(el__copy *c, sqlite3 *copy, const char *pragma, el_error *err)
{
    el_copy_table mine = {0}, theirs = {0};
    int status = digest_query(&mine, c->source->db, pragma, err);
    if (!status)
        status = digest_query(&theirs, copy, pragma, err);
    if (!status && memcmp(mine.digest, theirs.digest, sizeof mine.digest))
        status = differs(err, pragma);
    return status;
}

static int compare_facts(el__copy *c, sqlite3 *copy, el_error *err)
{
    static const char *const facts[] = {"PRAGMA main.user_version", "PRAGMA main.application_id", "PRAGMA main.encoding", "PRAGMA main.auto_vacuum",
                                        "SELECT type, name, tbl_name, sql FROM main.sqlite_master ORDER BY type, name"};
    int status = EL_OK;
    for (size_t i = 0; i < sizeof facts / sizeof *facts && !status; i++)
        status = compare_pragma(c, copy, facts[i], err);
    return status;
}

/* Page size and journal mode: of an encrypted or immutable database the engine answers both wrongly, so the header is asked. */
static int compare_header(el__copy *c, sqlite3 *copy, el_error *err)
{
    unsigned char *page = el_xmalloc(65536), *plain = el_xmalloc(65536);
    el_pages *pages;
    int status = el_pages_of_connection(&pages, copy, err);
    if (!status) {
        status = el_pages_read(pages, page, 0, (size_t)c->params.page_size, err);
        el__codec *codec = el__codec_new(c->key, &c->params);
        if (!status && (el__codec_decrypt(codec, plain, page, 1) || el__header_page_size(plain + 16) != c->params.page_size))
            status = differs(err, "page size");
        if (!status && (plain[18] == 2) != (c->source->report->wal_mode != 0))
            status = differs(err, "journal mode");
        c->report->bytes = el_pages_size(pages);
        c->report->pages = c->report->bytes / c->params.page_size;
        el__codec_free(codec);
        el_pages_close(pages);
    }
    free(page);
    free(plain);
    return status;
}

static int verify(el__copy *c, sqlite3 *copy, el_error *err)
{
    int64_t size = c->source->report->file_size;
    int status = check_integrity(c, copy, err);
    if (!status)
        status = el__copy_advance(c, size, err);
    if (!status)
        status = compare_facts(c, copy, err);
    if (!status)
        status = compare_header(c, copy, err);
    return status ? status : compare_tables(c, copy, err);
}

int el__copy_verify(el__copy *c, el_error *err)
{
    sqlite3 *copy = NULL;
    int status = open_copy(c, &copy, err);
    if (!status) {
        sqlite3_progress_handler(copy, HANDLER_OPS, el__copy_poll, c);
        sqlite3_progress_handler(c->source->db, HANDLER_OPS, el__copy_poll, c);
        status = verify(c, copy, err);
        sqlite3_progress_handler(c->source->db, 0, NULL, NULL);
    }
    sqlite3_close_v2(copy);
    return status;
}
