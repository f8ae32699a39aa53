/* SPDX-License-Identifier: MIT */
#include "export/copy.h"

#include "base/arena.h"
#include "cipher/codec.h"
#include "sqlite/pages.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 18 };

static const int64_t lock_byte = 0x40000000; /* the page that holds it is never used */

typedef struct pass {
    el__copy *copy;
    el__codec *from, *to;
    int size;
    unsigned char *plain;
} pass;

static int damaged(const pass *p, uint32_t number, el_error *err)
{
    int64_t offset = (int64_t)(number - 1) * p->size;
    el_error_set(err, EL_ECORRUPT, "damaged-page", "page %lu (at byte %lld) is damaged: its HMAC is wrong", (unsigned long)number, (long long)offset);
    el_error_arg(err, "%lu", (unsigned long)number);
    el_error_hint(err, "A damaged store is not copied as if it were whole; 'entitylens recover' saves what is readable.");
    if (err)
        err->offset = offset;
    return EL_ECORRUPT;
}

static int transcode(pass *p, unsigned char *page, uint32_t number, el_error *err)
{
    if ((int64_t)(number - 1) * p->size == lock_byte / p->size * p->size) {
        memset(page, 0, (size_t)p->size);
        return EL_OK;
    }
    el__page_state state = el__codec_check(p->from, page, number);
    if (state == EL__PAGE_EMPTY)
        return EL_OK; /* zeros stay zeros under every key */
    if (state == EL__PAGE_BAD)
        return damaged(p, number, err);
    if (el__codec_decrypt(p->from, p->plain, page, number) || el__codec_encrypt(p->to, page, p->plain, number))
        return el_error_set(err, EL_EIO, "io", "page %lu cannot be decrypted or encrypted", (unsigned long)number);
    return EL_OK;
}

static int copy_chunk(pass *p, unsigned char *chunk, uint32_t first, int pages, el_error *err)
{
    int status = EL_OK;
    for (int i = 0; i < pages && !status; i++)
        status = transcode(p, chunk + (size_t)i * (size_t)p->size, first + (uint32_t)i, err);
    return status ? status : el__target_write(&p->copy->target, chunk, (size_t)pages * (size_t)p->size, err);
}

static int copy_all(pass *p, el_pages *source, unsigned char *chunk, el_error *err)
{
    int64_t count = el_pages_size(source) / p->size;
    int per_chunk = CHUNK / p->size;
    int status = EL_OK;
    p->copy->report->pages = count;
    for (int64_t number = 1; number <= count && !status;) {
        int n = count - number + 1 < per_chunk ? (int)(count - number + 1) : per_chunk;
        size_t bytes = (size_t)n * (size_t)p->size;
        status = el_pages_read(source, chunk, (number - 1) * p->size, bytes, err);
        if (!status)
            status = copy_chunk(p, chunk, (uint32_t)number, n, err);
        if (!status)
            status = el__copy_advance(p->copy, (int64_t)bytes, err);
        number += n;
    }
    return status;
}

int el__copy_pages(el__copy *c, el_error *err)
{
    const el_cipher_params *from = &c->source->report->params;
    el_pages *source;
    int status = el_pages_of_connection(&source, c->source->db, err);
    if (status)
        return status;
    pass p = {.copy = c, .size = from->page_size, .from = el__codec_new(c->source->key, from), .to = el__codec_new(c->key, &c->params)};
    unsigned char *chunk = el_xmalloc(CHUNK);
    p.plain = el_xmalloc((size_t)p.size);
    status = copy_all(&p, source, chunk, err);
    if (!status)
        status = el__target_release(&c->target, err);
    free(p.plain);
    free(chunk);
    el__codec_free(p.from);
    el__codec_free(p.to);
    el_pages_close(source);
    return status;
}
