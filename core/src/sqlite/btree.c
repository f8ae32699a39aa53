/* SPDX-License-Identifier: MIT */
#include "sqlite/btree.h"

#include "base/arena.h"
#include "sqlite/varint.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 40, INTERIOR_INDEX = 2, INTERIOR_TABLE = 5, LEAF_INDEX = 10, LEAF_TABLE = 13 };

typedef struct walk {
    el__btree_file *file;
    const el__btree_visitor *v;
    unsigned char *payload; /* of records that spill over; grows */
    size_t capacity;
    int ended;
} walk;

static uint32_t get32(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static int get16(const unsigned char *p)
{
    return p[0] << 8 | p[1];
}

void el__btree_open(el__btree_file *file)
{
    file->visited = el_xmalloc(file->pages / 8 + 1);
}

void el__btree_close(el__btree_file *file)
{
    free(file->visited);
    file->visited = NULL;
}

void el__btree_forget(el__btree_file *file)
{
    memset(file->visited, 0, file->pages / 8 + 1);
}

int el__btree_was_visited(const el__btree_file *file, uint32_t number)
{
    return number <= file->pages && (file->visited[number / 8] >> (number % 8) & 1);
}

/* @return whether the page is one that nothing pointed at before. */
static int visit(walk *w, uint32_t number, el__page_kind kind)
{
    el__btree_file *f = w->file;
    if (number == 0 || number > f->pages || el__btree_was_visited(f, number))
        return 0;
    f->visited[number / 8] |= (unsigned char)(1 << number % 8);
    if (w->v->page)
        w->v->page(w->v->ctx, number, kind);
    if (f->poll && !w->ended)
        w->ended = f->poll(f->poll_ctx);
    return 1;
}

static int header_at(uint32_t number)
{
    return number == 1 ? 100 : 0;
}

static int header_size(int type)
{
    return type == INTERIOR_TABLE || type == INTERIOR_INDEX ? 12 : 8;
}

int el__btree_page_type(const el__btree_file *file, uint32_t number, const unsigned char *page)
{
    int at = header_at(number), type = page[at];
    if (type != INTERIOR_INDEX && type != INTERIOR_TABLE && type != LEAF_INDEX && type != LEAF_TABLE)
        return 0;
    int cells = get16(page + at + 3), array_end = at + header_size(type) + 2 * cells;
    if (array_end > file->usable)
        return 0;
    for (int i = 0; i < cells; i++) {
        int cell = get16(page + at + header_size(type) + 2 * i);
        if (cell < array_end || cell > file->usable - 4)
            return 0;
    }
    return type;
}

/* How many bytes of a record lie on the b-tree page itself. */
static size_t local_bytes(const el__btree_file *f, int type, uint64_t whole)
{
    uint64_t u = (uint64_t)f->usable;
    uint64_t most = type == LEAF_TABLE ? u - 35 : (u - 12) * 64 / 255 - 23;
    if (whole <= most)
        return (size_t)whole;
    uint64_t least = (u - 12) * 32 / 255 - 23, k = least + (whole - least) % (u - 4);
    return (size_t)(k <= most ? k : least);
}

/* Follows the overflow chain as far as it can be read. @return bytes of the record that are there. */
static size_t read_overflow(walk *w, uint32_t next, size_t have, size_t whole)
{
    el__btree_file *f = w->file;
    unsigned char *page = el_xmalloc((size_t)f->page_size);
    size_t room = (size_t)f->usable - 4;
    while (have < whole && visit(w, next, EL__PAGE_OVERFLOW)) {
        if (f->fetch(f->ctx, next, page)) {
            if (w->v->lost)
                w->v->lost(w->v->ctx, next, INT64_MAX, INT64_MAX);
            break;
        }
        size_t take = whole - have < room ? whole - have : room;
        memcpy(w->payload + have, page + 4, take);
        have += take;
        next = get32(page);
    }
    free(page);
    return have;
}

static void reserve(walk *w, size_t n)
{
    if (n > w->capacity) {
        w->payload = el_xrealloc(w->payload, n);
        w->capacity = n;
    }
}

static void tell_cell(walk *w, int type, uint32_t number, const unsigned char *page, int at)
{
    el__btree_file *f = w->file;
    el__cell cell = {.page = number, .is_table = type == LEAF_TABLE};
    uint64_t whole, rowid = 0;
    size_t end = (size_t)f->usable, p = (size_t)at + (type == INTERIOR_INDEX ? 4 : 0), used;
    if (p >= end || !(used = el__varint(page + p, end - p, &whole)))
        return;
    p += used;
    if (type == LEAF_TABLE) {
        if (!(used = el__varint(page + p, end - p, &rowid)))
            return;
        p += used;
    }
    /* No record is larger than the file. */
    if (whole > (uint64_t)f->pages * (uint64_t)f->page_size)
        return;
    size_t local = local_bytes(f, type, whole);
    if (local > end - p || (local < whole && end - p - local < 4))
        return;
    cell.rowid = (int64_t)rowid;
    cell.payload = page + p;
    cell.n = cell.whole = (size_t)whole;
    if (local < whole) {
        reserve(w, (size_t)whole);
        memcpy(w->payload, page + p, local);
        cell.n = read_overflow(w, get32(page + p + local), local, (size_t)whole);
        cell.payload = w->payload;
    }
    if (w->v->cell && !w->ended)
        w->ended = w->v->cell(w->v->ctx, &cell);
}

static void tell_cells(walk *w, int type, uint32_t number, const unsigned char *page)
{
    int at = header_at(number), cells = get16(page + at + 3);
    for (int i = 0; i < cells && !w->ended; i++)
        tell_cell(w, type, number, page, get16(page + at + header_size(type) + 2 * i));
}

static void lose(walk *w, uint32_t number, int64_t after, int64_t upto)
{
    if (w->v->lost)
        w->v->lost(w->v->ctx, number, after, upto);
}

static void descend(walk *w, uint32_t number, int is_table, int64_t after, int64_t upto, int depth);

static void visit_children(walk *w, int type, uint32_t number, const unsigned char *page, int64_t after, int64_t upto, int depth)
{
    int at = header_at(number), cells = get16(page + at + 3), table = type == INTERIOR_TABLE;
    for (int i = 0; i < cells && !w->ended; i++) {
        int cell = get16(page + at + 12 + 2 * i);
        uint64_t key = 0;
        int64_t last = upto;
        if (table && el__varint(page + cell + 4, (size_t)(w->file->usable - cell - 4), &key))
            last = (int64_t)key;
        descend(w, get32(page + cell), table, after, last, depth + 1);
        if (table)
            after = last;
        else
            tell_cell(w, type, number, page, cell);
    }
    if (!w->ended)
        descend(w, get32(page + at + 8), table, after, upto, depth + 1);
}

static void descend(walk *w, uint32_t number, int is_table, int64_t after, int64_t upto, int depth)
{
    el__btree_file *f = w->file;
    if (depth > DEPTH_MAX || number == 0 || number > f->pages || el__btree_was_visited(f, number)) {
        lose(w, number, after, upto);
        return;
    }
    unsigned char *page = el_xmalloc((size_t)f->page_size);
    int damaged = f->fetch(f->ctx, number, page), type = damaged ? 0 : el__btree_page_type(f, number, page);
    int interior = type == INTERIOR_TABLE || type == INTERIOR_INDEX;
    if (is_table < 0)
        is_table = type == INTERIOR_TABLE || type == LEAF_TABLE;
    visit(w, number, interior ? EL__PAGE_INTERIOR : EL__PAGE_LEAF);
    if (w->ended)
        ;
    else if (!type || is_table != (type == INTERIOR_TABLE || type == LEAF_TABLE))
        lose(w, number, after, upto);
    else if (interior)
        visit_children(w, type, number, page, after, upto, depth);
    else
        tell_cells(w, type, number, page);
    free(page);
}

int el__btree_walk(el__btree_file *file, uint32_t root, const el__btree_visitor *v)
{
    walk w = {.file = file, .v = v};
    descend(&w, root, -1, INT64_MIN, INT64_MAX, 0);
    free(w.payload);
    return w.ended;
}

int el__btree_walk_free(el__btree_file *file, uint32_t first, const el__btree_visitor *v)
{
    walk w = {.file = file, .v = v};
    unsigned char *page = el_xmalloc((size_t)file->page_size);
    while (first && visit(&w, first, EL__PAGE_FREE_TRUNK) && !w.ended) {
        if (file->fetch(file->ctx, first, page)) {
            lose(&w, first, INT64_MAX, INT64_MAX);
            break;
        }
        uint32_t leaves = get32(page + 4);
        for (uint32_t i = 0; i < leaves && i < (uint32_t)file->usable / 4 - 2; i++)
            visit(&w, get32(page + 8 + 4 * i), EL__PAGE_FREE_LEAF);
        first = get32(page);
    }
    free(page);
    return w.ended;
}

int el__btree_leaf(el__btree_file *file, uint32_t number, const unsigned char *page, int want_table, const el__btree_visitor *v)
{
    int type = el__btree_page_type(file, number, page);
    if (type != (want_table ? LEAF_TABLE : LEAF_INDEX))
        return -1;
    walk w = {.file = file, .v = v};
    visit(&w, number, EL__PAGE_LEAF);
    if (!w.ended)
        tell_cells(&w, type, number, page);
    free(w.payload);
    return w.ended;
}
