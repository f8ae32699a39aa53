/* SPDX-License-Identifier: MIT */
#include "cipher/plain.h"

#include "base/arena.h"
#include "cipher/connection.h"
#include "cipher/detect.h"
#include "cipher/probe.h"
#include "cipher/report.h"
#include "cipher/sidecar.h"
#include "sqlite/api.h"
#include "sqlite/pages.h"

#include <stdlib.h>
#include <string.h>

static const int64_t lock_byte = 0x40000000;

uint32_t el__plain_lock_page(const el__plain *p)
{
    int64_t page = lock_byte / p->params.page_size + 1;
    return page <= p->file.pages ? (uint32_t)page : 0;
}

static int read_raw(el__plain *p, uint32_t number)
{
    size_t size = (size_t)p->params.page_size;
    return el_pages_read(p->pages, p->raw, (int64_t)(number - 1) * (int64_t)size, size, NULL) ? -1 : 0;
}

el__page_state el__plain_check(el__plain *p, uint32_t number)
{
    return read_raw(p, number) ? EL__PAGE_BAD : el__codec_check(p->codec, p->raw, number);
}

int el__plain_fetch_unchecked(el__plain *p, uint32_t number, unsigned char *out)
{
    return read_raw(p, number) ? -1 : el__codec_decrypt(p->codec, out, p->raw, number);
}

static int fetch(void *ctx, uint32_t number, unsigned char *out)
{
    el__plain *p = ctx;
    el__page_state state = el__plain_check(p, number);
    if (state == EL__PAGE_BAD && !(number == 1 && p->trust_page1 && number <= p->file.pages))
        return -1;
    if (state == EL__PAGE_EMPTY) {
        memset(out, 0, (size_t)p->params.page_size);
        return 0;
    }
    return el__codec_decrypt(p->codec, out, p->raw, number);
}

/* A file with a writer's unfinished change, or with pages that are still in its -wal, is read as the engine would see it. */
static int through_engine(el__plain *p, const char *path, const el_open_options *options)
{
    el__sidecars s;
    el__sidecars_look(&s, path);
    if (s.wal <= 0 && (s.journal <= 0 || !el__sidecar_journal_is_live(path)))
        return 0;
    if (el__connection_open_for_copy(&p->connection, path, options, NULL))
        return 0;
    int64_t unused;
    /* As long as the read transaction lasts nobody changes what is read. */
    if (el_sql_exec(p->connection->db, "BEGIN", NULL) ||
        el_sql_int64(&unused, NULL, p->connection->db, "SELECT count(*) FROM sqlite_master", NULL) ||
        el_pages_of_connection(&p->pages, p->connection->db, NULL)) {
        el_connection_close(p->connection);
        p->connection = NULL;
        return 0;
    }
    p->report = p->connection->report;
    p->key = el_key_copy(p->connection->key);
    p->opened_by = p->connection->opened_by;
    return 1;
}

/* A plain file whose header is damaged: the page size under which most pages look like pages. */
static int guess_page_size(el_pages *pages)
{
    int best = 0, best_count = 0;
    unsigned char *page = el_xmalloc(EL__PAGE_MAX);
    for (int size = EL__PAGE_MAX; size >= EL__PAGE_MIN; size /= 2) {
        el__btree_file f = {.page_size = size, .usable = size};
        int64_t n = el_pages_size(pages) / size;
        int count = 0;
        for (int64_t number = 2; number <= n && number <= 200; number++)
            if (el_pages_read(pages, page, (number - 1) * size, (size_t)size, NULL) == EL_OK && el__btree_page_type(&f, 2, page))
                count++;
        /* Of halves of a page at most every second one begins like a page. */
        if (count * (int64_t)size > best_count * (int64_t)best) {
            best = size;
            best_count = count;
        }
    }
    free(page);
    return best;
}

static int directly(el__plain *p, const char *path, const el_open_options *options, el_error *err)
{
    el_cipher_spec spec;
    int status = el_cipher_spec_parse(&spec, options ? options->cipher : NULL, err);
    if (!status)
        status = el_pages_open(&p->pages, path, err);
    if (status)
        return status;
    p->opened_by = "read-only";
    status = el__detect(&p->report, &p->key, p->pages, options ? options->key : NULL, &spec, options ? options->progress : NULL,
                        options ? options->progress_ctx : NULL, err);
    if (!status || (status == EL_ECORRUPT && p->report->found))
        return EL_OK;
    if (p->key && p->report->params.page_size)
        return EL_OK; /* the key decrypts, only no HMAC can be checked */
    if (status == EL_ECORRUPT && p->report->page1_damaged && !p->report->looks_random) {
        p->report->params.page_size = guess_page_size(p->pages);
        if (p->report->params.page_size)
            return EL_OK;
    }
    return status;
}

static void look_at_header(el__plain *p)
{
    unsigned char *page = el_xmalloc((size_t)p->params.page_size);
    p->page1_damaged = p->file.pages < 1 || p->file.fetch(p->file.ctx, 1, page) != 0;
    if (p->file.pages >= 1 && (!p->page1_damaged || el__plain_fetch_unchecked(p, 1, page) == 0)) {
        memcpy(p->header, page, sizeof p->header);
        p->has_header = el__header_page_size(page + 16) == p->params.page_size;
    }
    /* The header's reserve may be larger than what the cipher needs. */
    if (p->has_header && p->header[20] > p->params.reserve)
        p->file.usable = p->params.page_size - p->header[20];
    free(page);
}

int el__plain_open(el__plain **out, const char *path, const el_open_options *options, el_error *err)
{
    *out = NULL;
    int status = el__check_path(path, err);
    if (status)
        return status;
    el__plain *p = el_xmalloc(sizeof *p);
    if (!through_engine(p, path, options))
        status = directly(p, path, options, err);
    if (status) {
        el__plain_close(p);
        return status;
    }
    p->params = p->report->params;
    p->size = el_pages_size(p->pages);
    p->raw = el_xmalloc((size_t)p->params.page_size);
    p->codec = el__codec_new(p->key, &p->params);
    int64_t pages = p->size / p->params.page_size;
    p->file = (el__btree_file){.page_size = p->params.page_size, .usable = p->params.page_size - p->params.reserve,
                               .pages = (uint32_t)(pages > UINT32_MAX - 1 ? UINT32_MAX - 1 : pages), .fetch = fetch, .ctx = p};
    el__btree_open(&p->file);
    look_at_header(p);
    el_error_clear(err);
    *out = p;
    return EL_OK;
}

void el__plain_close(el__plain *p)
{
    if (!p)
        return;
    el__btree_close(&p->file);
    el__codec_free(p->codec);
    el_pages_close(p->pages);
    if (p->connection)
        el_connection_close(p->connection);
    else
        el_cipher_report_free(p->report);
    el_key_free(p->key);
    free(p->raw);
    free(p);
}
