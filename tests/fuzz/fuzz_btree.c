/* SPDX-License-Identifier: MIT */
/* Any bytes as the pages of a database: every tree and the free list are walked to the end, and no byte outside is read. */
#include "cipher/probe.h"
#include "sqlite/btree.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { MOST_FIELDS = 64, MOST_ROOTS = 16, HEADER = 16, SMALLEST_USABLE = 480 };

typedef struct bytes { const unsigned char *data; size_t page_size; } bytes;
typedef struct seen { el__btree_file *file; unsigned sum; uint32_t pages; } seen;

static int fetch(void *ctx, uint32_t number, unsigned char *out)
{
    const bytes *b = ctx;
    memcpy(out, b->data + (number - 1) * b->page_size, b->page_size);
    return 0;
}

static void page(void *ctx, uint32_t number, el__page_kind kind)
{
    seen *s = ctx;
    (void)kind;
    if (number < 1 || number > s->file->pages)
        abort();
    s->pages++;
}

static void lost(void *ctx, uint32_t number, int64_t after, int64_t upto)
{
    seen *s = ctx;
    s->sum += number + (after < upto);
}

static int cell(void *ctx, const el__cell *c)
{
    seen *s = ctx;
    el__field fields[MOST_FIELDS];
    if (c->n > c->whole || c->page > s->file->pages)
        abort();
    int n = el__record_decode(fields, MOST_FIELDS, c->payload, c->n, c->whole);
    for (int i = 0; i < n; i++)
        for (size_t k = 0; k < fields[i].n; k++)
            s->sum += fields[i].bytes[k];
    return 0;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    int page_size = size > 2 * HEADER ? el__header_page_size(data + HEADER) : 0;
    if (!page_size)
        page_size = 512;
    if (size < (size_t)page_size)
        return 0;
    bytes b = {data, (size_t)page_size};
    int reserve = data[20];
    el__btree_file file = {.page_size = page_size,
                           .usable = page_size - reserve < SMALLEST_USABLE ? page_size : page_size - reserve,
                           .pages = (uint32_t)(size / (size_t)page_size),
                           .fetch = fetch,
                           .ctx = &b};
    el__btree_open(&file);
    seen s = {.file = &file};
    const el__btree_visitor v = {.ctx = &s, .page = page, .lost = lost, .cell = cell};
    for (uint32_t root = 1; root <= file.pages && root <= MOST_ROOTS; root++) {
        s.pages = 0;
        el__btree_forget(&file);
        if (el__btree_walk(&file, root, &v) || s.pages > file.pages)
            abort();
    }
    el__btree_forget(&file);
    s.pages = 0;
    if (el__btree_walk_free(&file, size > 36 ? (uint32_t)data[35] : 1, &v) || s.pages > file.pages)
        abort();
    el__btree_close(&file);
    return 0;
}
