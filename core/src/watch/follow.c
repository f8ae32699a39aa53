/* SPDX-License-Identifier: MIT */
/* What differs between two readings of a request.  Keys are unique in a request's table, so a key is an identity. */
#include "entitylens/watch.h"

#include "base/arena.h"
#include "base/buf.h"

#include <stdlib.h>
#include <string.h>

enum { SLICE = 200 };

/* An object as it was told: its key and a digest of everything about it. */
typedef struct mark { int64_t key; uint64_t digest[2]; } mark;
typedef struct marks { mark *items; size_t n, cap; } marks;

struct el_follow {
    el_store *store;
    el_fetch_request request;
    marks told;      /* by key */
    int began;
};

typedef struct reading {
    el_follow *f;
    el_follow_fn tell;
    void *ctx;
    el_error *err;
    marks found;
    int64_t skip, left; /* objects before and within the limit; left < 0: no limit */
    el_buf text;
} reading;

int el_follow_open(el_follow **out, el_store *store, const el_fetch_request *request, el_error *err)
{
    *out = NULL;
    if (request->ncolumns || request->ngroup_by || request->having || request->distinct) {
        el_error_set(err, EL_EUSAGE, "not-objects", "only whole objects can be followed, not columns or groups");
        el_error_hint(err, "Leave out --columns, --group-by, --having and --distinct.");
        return EL_EUSAGE;
    }
    el_follow *f = el_xmalloc(sizeof *f);
    f->store = store;
    f->request = *request;
    *out = f;
    return EL_OK;
}

static uint64_t digest(const el_buf *b, uint64_t h)
{
    for (size_t i = 0; i < b->len; i++)
        h = (h ^ (unsigned char)b->data[i]) * 0x100000001b3u;
    return h;
}

static void add(marks *m, const mark *item)
{
    if (m->n == m->cap) {
        m->cap = m->cap ? m->cap * 2 : 256;
        m->items = el_xrealloc(m->items, m->cap * sizeof *m->items);
    }
    m->items[m->n++] = *item;
}

static int by_key(const void *a, const void *b)
{
    int64_t x = ((const mark *)a)->key, y = ((const mark *)b)->key;
    return (x > y) - (x < y);
}

static const mark *find(const marks *m, int64_t key)
{
    mark wanted = {.key = key};
    return m->n ? bsearch(&wanted, m->items, m->n, sizeof wanted, by_key) : NULL;
}

static int tell(reading *r, el_follow_kind kind, const el_entity *entity, int64_t key, const el_object *object)
{
    el_buf id = {0};
    el_buf_printf(&id, "%s/%lld", entity->name, (long long)key);
    int end = r->tell(r->ctx, kind, id.data, object);
    el_buf_free(&id);
    return end ? el_error_set(r->err, EL_ECANCELLED, "cancelled", "cancelled") : EL_OK;
}

static int take(reading *r, const el_object *o)
{
    mark now = {.key = o->key};
    el_buf_clear(&r->text);
    el_object_json(&r->text, o);
    now.digest[0] = digest(&r->text, 0xcbf29ce484222325u);
    now.digest[1] = digest(&r->text, 0x9e3779b97f4a7c15u);
    const mark *then = find(&r->f->told, o->key);
    int status = EL_OK;
    if (!then)
        status = tell(r, r->f->began ? EL_FOLLOW_ADDED : EL_FOLLOW_PRESENT, o->entity, o->key, o);
    else if (memcmp(then->digest, now.digest, sizeof now.digest) != 0)
        status = tell(r, EL_FOLLOW_CHANGED, o->entity, o->key, o);
    if (!status)
        add(&r->found, &now);
    return status;
}

static int take_page(reading *r, const el_page *page)
{
    for (size_t i = 0; i < page->n && r->left; i++) {
        if (r->skip > 0) {
            r->skip--;
            continue;
        }
        int status = take(r, page->objects[i]);
        if (status)
            return status;
        if (r->left > 0)
            r->left--;
    }
    return EL_OK;
}

static int read_all(reading *r)
{
    el_cursor *from = NULL;
    int status = EL_OK, end = 0;
    while (!status && !end && r->left) {
        el_page *page;
        status = el_page_read(&page, r->f->store, &r->f->request, from, EL_FORWARD, SLICE, r->err);
        if (status)
            break;
        status = take_page(r, page);
        end = page->at_end || !page->n;
        el_cursor_free(from);
        from = end ? NULL : el_page_cursor(page, page->n - 1);
        el_page_free(page);
    }
    el_cursor_free(from);
    return status;
}

/* A removed object's own entity is not known any more; the request's names its table as well. */
static int tell_removed(reading *r)
{
    const el_entity *entity = el_model_entity(el_store_model(r->f->store), r->f->request.entity);
    for (size_t i = 0; i < r->f->told.n; i++) {
        int64_t key = r->f->told.items[i].key;
        int status = find(&r->found, key) ? EL_OK : tell(r, EL_FOLLOW_REMOVED, entity, key, NULL);
        if (status)
            return status;
    }
    return EL_OK;
}

/* Only part of the result was read: what was not reached counts as it was. */
static void keep_unread(reading *r)
{
    size_t read = r->found.n;
    for (size_t i = 0; i < r->f->told.n; i++) {
        marks sorted = {r->found.items, read, read};
        if (!find(&sorted, r->f->told.items[i].key))
            add(&r->found, &r->f->told.items[i]);
    }
    if (r->found.n)
        qsort(r->found.items, r->found.n, sizeof *r->found.items, by_key);
}

int el_follow_read(el_follow *f, el_follow_fn tell_fn, void *ctx, el_error *err)
{
    reading r = {.f = f, .tell = tell_fn, .ctx = ctx, .err = err, .skip = f->request.offset,
                 .left = f->request.limit > 0 ? f->request.limit : -1};
    int status = read_all(&r);
    if (r.found.n)
        qsort(r.found.items, r.found.n, sizeof *r.found.items, by_key);
    if (status)
        keep_unread(&r);
    else
        status = tell_removed(&r);
    free(f->told.items);
    f->told = r.found;
    f->began = f->began || !status;
    el_buf_free(&r.text);
    return status;
}

void el_follow_close(el_follow *f)
{
    if (!f)
        return;
    free(f->told.items);
    free(f);
}
