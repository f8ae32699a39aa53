/* SPDX-License-Identifier: MIT */
#include "cipher/objects.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { FIELDS = 5, UTF16LE = 2, UTF16BE = 3, TEXT = 3, INTEGER = 1 };

static void add_utf16(el_buf *out, const unsigned char *p, size_t n, int big)
{
    for (size_t i = 0; i + 1 < n; i += 2) {
        uint32_t c = big ? (uint32_t)p[i] << 8 | p[i + 1] : (uint32_t)p[i + 1] << 8 | p[i];
        if (c >= 0xD800 && c < 0xDC00 && i + 3 < n) {
            uint32_t low = big ? (uint32_t)p[i + 2] << 8 | p[i + 3] : (uint32_t)p[i + 3] << 8 | p[i + 2];
            if (low >= 0xDC00 && low < 0xE000) {
                c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
                i += 2;
            }
        }
        el_buf_utf8(out, c >= 0xD800 && c < 0xE000 ? 0xFFFD : c);
    }
}

char *el__plain_text(const el__plain *p, const el__field *f)
{
    if (f->type != TEXT)
        return NULL;
    el_buf b = {0};
    int encoding = p->has_header ? p->header[59] : 0;
    if (encoding == UTF16LE || encoding == UTF16BE)
        add_utf16(&b, f->bytes, f->n, encoding == UTF16BE);
    else
        el_buf_add(&b, f->bytes, f->n);
    return el_buf_take(&b);
}

static int is_sound(const el__object *o, const el__plain *p)
{
    static const char *const types[] = {"table", "index", "view", "trigger"};
    int known = 0;
    for (int i = 0; o->type && i < 4; i++)
        known |= !strcmp(o->type, types[i]);
    if (!known || !o->name || !*o->name || !o->table || !*o->table || o->root > p->file.pages + ((uint32_t)1 << 20))
        return 0;
    if (!el_utf8_valid(o->name, strlen(o->name)) || !el_utf8_valid(o->table, strlen(o->table)))
        return 0;
    return o->sql ? !strncasecmp(o->sql, "CREATE", 6) && el_utf8_valid(o->sql, strlen(o->sql)) : !strcmp(o->type, "index");
}

static void clear(el__object *o)
{
    free(o->type);
    free(o->name);
    free(o->table);
    free(o->sql);
}

int el__objects_take(el__objects *out, const el__plain *p, const el__cell *cell)
{
    el__field f[FIELDS];
    if (!cell->is_table || el__record_decode(f, FIELDS, cell->payload, cell->n, cell->whole) != FIELDS)
        return 0;
    el__object o = {.type = el__plain_text(p, &f[0]), .name = el__plain_text(p, &f[1]), .table = el__plain_text(p, &f[2]),
                    .root = f[3].type == INTEGER && f[3].i > 0 && f[3].i <= UINT32_MAX ? (uint32_t)f[3].i : 0,
                    .sql = el__plain_text(p, &f[4])};
    if (!is_sound(&o, p)) {
        clear(&o);
        return 0;
    }
    out->items = el_xrealloc(out->items, (out->n + 1) * sizeof *out->items);
    out->items[out->n++] = o;
    return 1;
}

typedef struct reader {
    el__objects *out;
    const el__plain *plain;
    const el__btree_visitor *watch;
} reader;

static void on_page(void *ctx, uint32_t number, el__page_kind kind)
{
    const reader *r = ctx;
    if (r->watch && r->watch->page)
        r->watch->page(r->watch->ctx, number, kind);
}

static void on_lost(void *ctx, uint32_t number, int64_t after, int64_t upto)
{
    const reader *r = ctx;
    r->out->lost++;
    if (r->watch && r->watch->lost)
        r->watch->lost(r->watch->ctx, number, after, upto);
}

static int on_cell(void *ctx, const el__cell *cell)
{
    const reader *r = ctx;
    el__objects_take(r->out, r->plain, cell);
    return 0;
}

void el__objects_read(el__objects *out, el__plain *p, const el__btree_visitor *watch)
{
    memset(out, 0, sizeof *out);
    reader r = {out, p, watch};
    const el__btree_visitor v = {.ctx = &r, .page = on_page, .lost = on_lost, .cell = on_cell};
    /* A damaged page 1 is often damaged in a few bytes only, and each record is looked at. */
    p->trust_page1 = out->unverified = p->page1_damaged;
    el__btree_walk(&p->file, 1, &v);
    p->trust_page1 = 0;
}

void el__objects_free(el__objects *o)
{
    for (size_t i = 0; i < o->n; i++)
        clear(&o->items[i]);
    free(o->items);
    memset(o, 0, sizeof *o);
}
