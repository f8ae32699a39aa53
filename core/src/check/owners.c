/* SPDX-License-Identifier: MIT */
#include "check/owners.h"

#include "cipher/objects.h"

#include <string.h>

typedef struct search {
    void (*tell)(void *ctx, const el__owner *owner);
    void *ctx;
    el__plain *plain;
    el__owner owner;
    int64_t free;
} search;

static void on_lost(void *ctx, uint32_t number, int64_t after, int64_t upto)
{
    search *s = ctx;
    s->owner.number = number;
    /* An overflow page has no range of its own. */
    s->owner.has_rows = !strcmp(s->owner.kind, "table") && after < upto;
    s->owner.after = after;
    s->owner.upto = upto;
    s->tell(s->ctx, &s->owner);
}

/* Pages of the free list hold nothing that counts, but a damaged one shows in the report all the same. */
static void on_page(void *ctx, uint32_t number, el__page_kind kind)
{
    search *s = ctx;
    s->free++;
    if (kind == EL__PAGE_FREE_LEAF && el__plain_check(s->plain, number) == EL__PAGE_BAD)
        on_lost(s, number, INT64_MAX, INT64_MAX);
}

static uint32_t get32(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

int64_t el__owners_of_damage(el__plain *p, void (*tell)(void *ctx, const el__owner *owner), void *ctx)
{
    search s = {.tell = tell, .ctx = ctx, .plain = p};
    const el__btree_visitor v = {.ctx = &s, .lost = on_lost};
    el__objects objects;
    el__btree_forget(&p->file);
    s.owner = (el__owner){.kind = "schema", .name = "sqlite_master", .table = "sqlite_master"};
    el__objects_read(&objects, p, &v);
    /* It was read all the same, but it is damaged. */
    if (p->page1_damaged)
        on_lost(&s, 1, INT64_MAX, INT64_MAX);
    for (size_t i = 0; i < objects.n; i++) {
        const el__object *o = &objects.items[i];
        if (!o->root)
            continue;
        s.owner = (el__owner){.kind = !strcmp(o->type, "index") ? "index" : "table", .name = o->name, .table = o->table};
        if (el__btree_walk(&p->file, o->root, &v))
            break;
    }
    if (p->has_header) {
        const el__btree_visitor free_list = {.ctx = &s, .lost = on_lost, .page = on_page};
        s.owner = (el__owner){.kind = "free"};
        el__btree_walk_free(&p->file, get32(p->header + 32), &free_list);
    }
    el__objects_free(&objects);
    return s.free;
}
