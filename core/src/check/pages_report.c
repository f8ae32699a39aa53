/* SPDX-License-Identifier: MIT */
#include "base/buf.h"
#include "check/report.h"
#include "cipher/connection.h"
#include "sqlite/api.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { INTEGRITY_LINES = 100, HANDLER_OPS = 1000 };

static void json_or_null(el_buf *out, const char *key, const char *value)
{
    el_buf_printf(out, ",\"%s\":", key);
    if (value)
        el_buf_json_string(out, value, (size_t)-1);
    else
        el_buf_puts(out, "null");
}

static void bound_json(el_buf *out, const char *key, int64_t v)
{
    if (v == INT64_MIN || v == INT64_MAX)
        el_buf_printf(out, ",\"%s\":null", key);
    else
        el_buf_printf(out, ",\"%s\":%" PRId64, key, v);
}

void el_page_report_json(el_buf *out, const el_page_report *r)
{
    el_buf_printf(out, "{\"pageSize\":%d,\"pages\":%" PRId64 ",\"expected\":%" PRId64 ",\"rest\":%" PRId64 ",\"hmac\":%s,\"empty\":%" PRId64
                       ",\"free\":%" PRId64, r->page_size, r->pages, r->expected, r->rest, r->has_hmac ? "true" : "false", r->empty, r->free);
    json_or_null(out, "openedBy", r->opened_by);
    el_buf_puts(out, ",\"damaged\":[");
    for (size_t i = 0; i < r->ndamaged; i++) {
        const el_page_damage *d = &r->damaged[i];
        el_buf_printf(out, "%s{\"page\":%" PRId64 ",\"offset\":%" PRId64, i ? "," : "", d->number, d->offset);
        json_or_null(out, "what", d->what);
        json_or_null(out, "kind", d->kind);
        json_or_null(out, "name", d->name);
        json_or_null(out, "table", d->table);
        if (d->has_rows) {
            bound_json(out, "after", d->after);
            bound_json(out, "upTo", d->upto);
        }
        el_buf_putc(out, '}');
    }
    el_buf_puts(out, "]}");
}

static void describe_rows(el_buf *out, const el_page_damage *d)
{
    if (d->after == INT64_MIN && d->upto == INT64_MAX)
        el_buf_puts(out, ", which holds all of its rows");
    else if (d->after == INT64_MIN)
        el_buf_printf(out, ", which holds its rows up to id %" PRId64, d->upto);
    else if (d->upto == INT64_MAX)
        el_buf_printf(out, ", which holds its rows above id %" PRId64, d->after);
    else
        el_buf_printf(out, ", which holds its rows above id %" PRId64 " up to id %" PRId64, d->after, d->upto);
}

static void describe_owner(el_buf *out, const el_page_damage *d)
{
    if (!strcmp(d->kind, "table"))
        el_buf_printf(out, "it belongs to table %s", d->name);
    else if (!strcmp(d->kind, "index"))
        el_buf_printf(out, "it belongs to index %s of table %s; no object is lost with it", d->name, d->table);
    else if (!strcmp(d->kind, "schema"))
        el_buf_puts(out, "it belongs to the schema");
    else if (!strcmp(d->kind, "free"))
        el_buf_puts(out, "it is free, so nothing is lost with it");
    else
        el_buf_puts(out, "nothing that can be read points at it");
    if (d->has_rows)
        describe_rows(out, d);
}

static void add_damage(el_check_report *out, const el_page_damage *d)
{
    static const struct {
        const char *what, *code, *sentence;
    } words[] = {{"hmac", "damaged-page", "its HMAC is wrong"},
                 {"structure", "malformed-page", "it is not a page of the kind that it must be"},
                 {"missing", "missing-page", "the file ends before it"}};
    int w = !strcmp(d->what, "hmac") ? 0 : !strcmp(d->what, "structure") ? 1 : 2;
    char where[80];
    el_buf owner = {0};
    snprintf(where, sizeof where, "page %" PRId64 ", byte %" PRId64, d->number, d->offset);
    describe_owner(&owner, d);
    el__check_add(out, "pages", words[w].code, "error", where, "Page %" PRId64 " is damaged: %s; %s.", d->number, words[w].sentence,
                  el_buf_str(&owner));
    el_buf_free(&owner);
}

static void add_pages(el_check_report *out, const el_page_report *r)
{
    out->nrules++;
    for (size_t i = 0; i < r->ndamaged; i++)
        add_damage(out, &r->damaged[i]);
    if (r->rest)
        el__check_add(out, "pages", "truncated", "error", "the file", "The file is cut off: behind the last whole page there are %" PRId64 " bytes.", r->rest);
    if (r->expected > r->pages)
        el__check_add(out, "pages", "truncated", "error", "the file", "The file is cut off: its header promises %" PRId64 " pages, it has %" PRId64 ".",
                      r->expected, r->pages);
}

typedef struct poller {
    const el_open_options *options;
    int cancelled;
} poller;

static int poll(void *ctx)
{
    poller *p = ctx;
    if (!p->cancelled && p->options && p->options->progress)
        p->cancelled = p->options->progress(p->options->progress_ctx, 0, 0) != 0;
    return p->cancelled;
}

static int check_integrity(el_check_report *out, sqlite3 *db, el_error *err)
{
    sqlite3_stmt *stmt;
    char sql[60];
    snprintf(sql, sizeof sql, "PRAGMA integrity_check(%d)", INTEGRITY_LINES);
    int status = el_sql_prepare(&stmt, db, sql, err), rc = 0;
    out->nrules++;
    while (!status && (rc = el_sql_step(stmt, err)) == 1) {
        const char *line = (const char *)sqlite3_column_text(stmt, 0);
        if (line && strcmp(line, "ok"))
            el__check_add(out, "integrity", "integrity", "error", "the database", "The integrity check of the engine says: %s.", line);
    }
    sqlite3_finalize(stmt);
    return status ? status : rc;
}

static int add_integrity(el_check_report *out, const char *path, const el_open_options *options, el_error *err)
{
    el_connection *c;
    poller p = {options, 0};
    int status = el_connection_open(&c, path, options, err);
    if (status)
        return status;
    sqlite3_progress_handler(c->db, HANDLER_OPS, poll, &p);
    status = check_integrity(out, c->db, err);
    el_connection_close(c);
    return p.cancelled ? el_error_set(err, EL_ECANCELLED, "cancelled", "the check was cancelled") : status;
}

int el_check_file(el_check_report **out, const char *path, const el_open_options *options, el_error *err)
{
    el_page_report *pages;
    *out = NULL;
    int status = el_check_pages(&pages, path, options, err);
    if (status)
        return status;
    el_check_report *report = el__check_report_new();
    add_pages(report, pages);
    int sound = report->nfindings == 0;
    el_page_report_free(pages);
    /* Of damaged pages the engine would only say that it stopped there. */
    if (sound)
        status = add_integrity(report, path, options, err);
    if (status) {
        el_check_report_free(report);
        return status;
    }
    el__check_sort(report);
    *out = report;
    return EL_OK;
}
