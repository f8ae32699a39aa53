/* SPDX-License-Identifier: MIT */
#include "export/recover.h"

#include "base/arena.h"
#include "base/buf.h"
#include "cipher/key.h"
#include "cipher/spec.h"
#include "sqlite/pages.h"

#include <openssl/rand.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { POLL_EVERY = 64, HANDLER_OPS = 1000 };

int el__salvage_poll(void *salvage)
{
    el__salvage *s = salvage;
    const el_open_options *o = s->options;
    if (!s->cancelled && o && o->progress && s->done % POLL_EVERY == 0)
        s->cancelled = o->progress(o->progress_ctx, s->done < s->total ? s->done : s->total, s->total) != 0;
    s->done++;
    return s->cancelled;
}

void el__salvage_problem(el__salvage *s, const char *fmt, ...)
{
    el_recover_report *r = s->report;
    el_buf text = {0};
    va_list ap;
    va_start(ap, fmt);
    el_buf_vprintf(&text, fmt, ap);
    va_end(ap);
    r->problems = el_xrealloc(r->problems, (r->nproblems + 1) * sizeof *r->problems);
    r->problems[r->nproblems++] = el_buf_take(&text);
}

/* The copy's parameters are the source's.  Where the source's HMAC could not be told, its reserve says which it was. */
static int choose_params(el__salvage *s, el_key **key)
{
    el_cipher_params *p = &s->report->params;
    unsigned char salt[EL__SALT_BYTES];
    *p = s->plain->params;
    *key = NULL;
    if (!p->encrypted)
        return 0;
    if (!p->use_hmac && p->reserve > EL__IV_BYTES) {
        p->use_hmac = 1;
        p->hmac_algorithm = p->kdf_algorithm = p->reserve >= 80 ? EL_HASH_SHA512 : EL_HASH_SHA1;
    }
    /* Of an encrypted file the engine makes no pages of 512 bytes any more. */
    if (p->page_size == EL__PAGE_MIN)
        p->page_size = 2 * EL__PAGE_MIN;
    p->reserve = el__reserve(p->use_hmac, p->hmac_algorithm);
    if (!s->plain->key->has_salt && RAND_bytes(salt, sizeof salt) != 1)
        return -1;
    *key = el__key_of_bytes(s->plain->key->bytes, s->plain->key->has_salt ? s->plain->key->salt : salt);
    return 0;
}

static int set_up_copy(el__salvage *s)
{
    static const char *const encodings[] = {"UTF-8", "UTF-8", "UTF-16le", "UTF-16be"};
    int encoding = s->plain->has_header ? s->plain->header[59] & 3 : 1;
    el_buf sql = {0};
    if (!s->report->params.encrypted)
        el_buf_printf(&sql, "PRAGMA page_size = %d; ", s->report->params.page_size);
    el_buf_printf(&sql, "PRAGMA encoding = '%s'; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA ignore_check_constraints = ON;"
                        "PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = OFF; BEGIN", encodings[encoding]);
    /* Old schemas quote as they like. */
    sqlite3_db_config(s->out, SQLITE_DBCONFIG_DQS_DDL, 1, (int *)NULL);
    int status = el_sql_exec(s->out, el_buf_str(&sql), s->err);
    el_buf_free(&sql);
    return status;
}

static int open_copy(el__salvage *s, const char *to)
{
    el_key *key;
    int status = el__target_open(&s->target, to, s->plain->size + s->plain->size / 8, s->err);
    if (!status)
        status = el__target_release(&s->target, s->err);
    if (status)
        return status;
    if (choose_params(s, &key))
        return el_error_set(s->err, EL_EIO, "io", "the system gives no random bytes");
    char *uri = el_sqlite_uri(s->target.temporary, "mode=rw");
    int rc = sqlite3_open_v2(uri, &s->out, SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
    free(uri);
    status = rc == SQLITE_OK ? el_cipher_key_connection(s->out, key, &s->report->params, s->err) : el_sql_error(s->out, s->err);
    el_key_free(key);
    return status ? status : set_up_copy(s);
}

typedef struct table_walk {
    el__salvage *s;
    el__salvage_table *t;
} table_walk;

static int on_cell(void *ctx, const el__cell *cell)
{
    table_walk *w = ctx;
    w->s->status = el__salvage_insert(w->s, w->t, cell);
    return w->s->status != EL_OK;
}

static void on_lost(void *ctx, uint32_t number, int64_t after, int64_t upto)
{
    (void)number;
    el_recover_table *r = ((table_walk *)ctx)->t->report;
    r->lost_pages++;
    if (after >= upto)
        return; /* an overflow page: its row is there in part */
    r->lost = el_xrealloc(r->lost, (r->nlost + 1) * sizeof *r->lost);
    r->lost[r->nlost++] = (el_recover_range){after, upto};
}

/* The engine counts sequences itself while rows go in; the stored ones replace that afterwards. */
static int walk_tables(el__salvage *s, int sequences)
{
    for (size_t i = 0; i < s->ntables; i++) {
        table_walk w = {s, &s->tables[i]};
        const el__btree_visitor v = {.ctx = &w, .cell = on_cell, .lost = on_lost};
        if (strcasecmp(w.t->object->name, "sqlite_sequence") == 0 ? !sequences : sequences)
            continue;
        if (sequences && w.t->made && (s->status = el_sql_exec(s->out, "DELETE FROM sqlite_sequence", s->err)))
            return s->status;
        if (w.t->made && w.t->object->root)
            el__btree_walk(&s->plain->file, w.t->object->root, &v);
        if (s->status || s->cancelled)
            return s->status;
    }
    return EL_OK;
}

static uint32_t get32(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void on_free_lost(void *ctx, uint32_t number, int64_t after, int64_t upto)
{
    (void)number;
    (void)after;
    (void)upto;
    ((el__salvage *)ctx)->report->free_unknown = 1;
}

/* What is on free pages was deleted and must not come back. */
static void walk_free(el__salvage *s)
{
    const el__btree_visitor v = {.ctx = s, .lost = on_free_lost};
    if (s->plain->has_header && !s->plain->page1_damaged)
        el__btree_walk_free(&s->plain->file, get32(s->plain->header + 32), &v);
    else
        s->report->free_unknown = 1;
}

/* Indexes have no pages to walk: they are neither table nor lost, so that their pages are not taken for somebody's. */
static void pass_over_indexes(el__salvage *s)
{
    const el__btree_visitor v = {0};
    for (size_t i = 0; i < s->objects.n && !s->cancelled; i++)
        if (!strcmp(s->objects.items[i].type, "index") && s->objects.items[i].root)
            el__btree_walk(&s->plain->file, s->objects.items[i].root, &v);
}

static void make_rest(el__salvage *s)
{
    static const char *const order[] = {"index", "view", "trigger"};
    for (int k = 0; k < 3; k++)
        for (size_t i = 0; i < s->objects.n && !s->cancelled; i++) {
            const el__object *o = &s->objects.items[i];
            if (strcmp(o->type, order[k]) || !o->sql)
                continue;
            if (sqlite3_exec(s->out, o->sql, NULL, NULL, NULL) != SQLITE_OK && !s->cancelled)
                el__salvage_problem(s, "%s %s could not be made: %s", o->type, o->name, sqlite3_errmsg(s->out));
        }
}

static int carry_over(el__salvage *s)
{
    const unsigned char *h = s->plain->header;
    el_buf sql = {0};
    if (!s->plain->has_header)
        return EL_OK;
    el_buf_printf(&sql, "PRAGMA user_version = %d; PRAGMA application_id = %d", (int)get32(h + 60), (int)get32(h + 68));
    int status = el_sql_exec(s->out, el_buf_str(&sql), s->err);
    el_buf_free(&sql);
    return status;
}

static int check_copy(el__salvage *s)
{
    sqlite3_stmt *stmt;
    int status = el_sql_exec(s->out, "PRAGMA cache_size = -65536", s->err);
    if (!status)
        status = el_sql_prepare(&stmt, s->out, "PRAGMA integrity_check(1)", s->err);
    if (status)
        return status;
    int rc = el_sql_step(stmt, s->err);
    if (rc == 1 && strcmp((const char *)sqlite3_column_text(stmt, 0), "ok"))
        rc = el_error_set(s->err, EL_EIO, "copy-differs", "the salvaged copy fails its integrity check: %s", sqlite3_column_text(stmt, 0));
    sqlite3_finalize(stmt);
    return rc < 0 ? rc : EL_OK;
}

static void count_losses(el_recover_table *t)
{
    int64_t sum = 0;
    for (size_t i = 0; i < t->nlost && sum >= 0; i++) {
        el_recover_range r = t->lost[i];
        sum = r.after == INT64_MIN || r.upto == INT64_MAX || r.upto - r.after > INT64_MAX - sum ? -1 : sum + (r.upto - r.after);
    }
    /* What was found afterwards lay in one of these ranges. */
    t->lost_at_most = sum > 0 ? (sum > t->found ? sum - t->found : 0) : sum;
}

static int nothing_to_save(el__salvage *s)
{
    int64_t rows = s->report->lost_and_found;
    for (size_t i = 0; i < s->report->ntables; i++)
        rows += s->report->tables[i].rows;
    if (rows || !s->report->damaged_pages)
        return EL_OK;
    el_error_set(s->err, EL_ECORRUPT, "nothing-to-save", "no row of the store can be read; %lld of %lld pages are damaged",
                 (long long)s->report->damaged_pages, (long long)s->report->pages);
    el_error_hint(s->err, "Look for a backup of the file.");
    return EL_ECORRUPT;
}

static int fill(el__salvage *s)
{
    el__objects_read(&s->objects, s->plain, NULL);
    s->report->schema_unverified = s->objects.unverified;
    walk_free(s);
    if (s->objects.lost || s->objects.unverified)
        el__salvage_find_schema(s);
    s->report->schema_incomplete = s->objects.lost > 0;
    int status = el__salvage_make_tables(s);
    if (!status)
        status = walk_tables(s, 0);
    if (!status && !s->cancelled)
        status = walk_tables(s, 1);
    if (!status)
        pass_over_indexes(s);
    if (!status && !s->cancelled)
        status = el__salvage_find_rows(s);
    for (size_t i = 0; i < s->ntables && !status; i++)
        count_losses(s->tables[i].report);
    if (!status)
        status = nothing_to_save(s);
    return status;
}

static int finish(el__salvage *s)
{
    el__salvage_free_tables(s); /* no statement may be open from here on */
    sqlite3_progress_handler(s->out, HANDLER_OPS, el__salvage_poll, s);
    make_rest(s);
    int status = carry_over(s);
    if (!status)
        status = el_sql_exec(s->out, "COMMIT", s->err);
    if (!status)
        status = check_copy(s);
    sqlite3_close_v2(s->out);
    s->out = NULL;
    return status || s->cancelled ? status : el__target_commit(&s->target, s->err);
}

int el_recover_run(el_recover_report **report, const char *from, const char *to, const el_open_options *options, el_error *err)
{
    el_error unused;
    el__salvage s = {.options = options, .err = err ? err : &unused, .target = {.fd = -1}};
    if (report)
        *report = NULL;
    int status = el__plain_open(&s.plain, from, options, s.err);
    if (status)
        return status;
    s.report = el_xmalloc(sizeof *s.report);
    s.report->pages = s.plain->file.pages;
    s.total = s.report->pages * 3;
    s.plain->file.poll = el__salvage_poll;
    s.plain->file.poll_ctx = &s;
    status = open_copy(&s, to);
    if (!status)
        status = fill(&s);
    if (!status && !s.cancelled)
        status = finish(&s);
    if (s.cancelled)
        status = el_error_set(s.err, EL_ECANCELLED, "cancelled", "the recovery was cancelled; nothing is left of the copy");
    el__salvage_free_tables(&s);
    sqlite3_close_v2(s.out);
    el__target_close(&s.target);
    el__objects_free(&s.objects);
    el__plain_close(s.plain);
    if (status || !report)
        el_recover_report_free(s.report);
    else
        *report = s.report;
    if (!status)
        el_error_clear(err);
    return status;
}
