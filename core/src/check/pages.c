/* SPDX-License-Identifier: MIT */
#include "entitylens/check.h"

#include "base/arena.h"
#include "base/buf.h"
#include "check/owners.h"
#include "cipher/plain.h"

#include <stdlib.h>
#include <string.h>

enum { POLL_EVERY = 64 };

typedef struct pass {
    el__plain *plain;
    el_page_report *report;
    const el_open_options *options;
    int64_t done, total;
    int cancelled;
    size_t sorted; /* of the damaged pages, those that the first pass found */
} pass;

static int poll(pass *p)
{
    if (!p->cancelled && p->options && p->options->progress && p->done % POLL_EVERY == 0)
        p->cancelled = p->options->progress(p->options->progress_ctx, p->done < p->total ? p->done : p->total, p->total) != 0;
    p->done++;
    return p->cancelled;
}

static int poll_walk(void *ctx)
{
    return poll(ctx);
}

static el_page_damage *add(el_page_report *r, int64_t number, const char *what)
{
    r->damaged = el_xrealloc(r->damaged, (r->ndamaged + 1) * sizeof *r->damaged);
    el_page_damage *d = &r->damaged[r->ndamaged++];
    *d = (el_page_damage){.number = number, .offset = (number - 1) * r->page_size, .what = what, .kind = "unknown"};
    return d;
}

static int by_number(const void *a, const void *b)
{
    const el_page_damage *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number;
}

static el_page_damage *find(const pass *p, int64_t number)
{
    el_page_damage key = {.number = number};
    el_page_report *r = p->report;
    return p->sorted ? bsearch(&key, r->damaged, p->sorted, sizeof *r->damaged, by_number) : NULL;
}

/* A writer may replace a page while it is read, so a wrong HMAC counts only if it is wrong again. */
static int is_bad(el__plain *plain, uint32_t number)
{
    return el__plain_check(plain, number) == EL__PAGE_BAD && el__plain_check(plain, number) == EL__PAGE_BAD;
}

static void check_hmacs(pass *p)
{
    uint32_t lock = el__plain_lock_page(p->plain);
    for (uint32_t number = 1; number <= p->plain->file.pages && !poll(p); number++) {
        el__page_state state = el__plain_check(p->plain, number);
        if (state == EL__PAGE_EMPTY && number != lock)
            p->report->empty++;
        if (state == EL__PAGE_BAD && number != lock && is_bad(p->plain, number))
            add(p->report, number, "hmac");
    }
}

static void tell_owner(void *ctx, const el__owner *owner)
{
    pass *p = ctx;
    el_page_report *r = p->report;
    const char *what = owner->number > r->pages ? "missing" : r->has_hmac ? "hmac" : "structure";
    if (owner->number == 0)
        return;
    el_page_damage *d = find(p, owner->number);
    if (!d)
        d = add(r, owner->number, what);
    /* The HMAC is right and the page is not what its parent says: somebody wrote nonsense on purpose, or the parent lies. */
    if (r->has_hmac && owner->number <= r->pages && !is_bad(p->plain, owner->number))
        d->what = "structure";
    d->kind = owner->kind;
    d->name = el_arena_strdup(r->arena, owner->name);
    d->table = el_arena_strdup(r->arena, owner->table);
    d->has_rows = owner->has_rows;
    d->after = owner->after;
    d->upto = owner->upto;
}

static void fill_facts(el_page_report *r, const el__plain *plain)
{
    const unsigned char *h = plain->header;
    r->page_size = plain->params.page_size;
    r->pages = plain->file.pages;
    r->rest = plain->size % plain->params.page_size;
    r->has_hmac = plain->params.encrypted && plain->params.use_hmac;
    r->opened_by = plain->opened_by;
    /* The count is meant only if the last writer knew of it. */
    if (plain->has_header && !memcmp(h + 24, h + 92, 4))
        r->expected = (int64_t)h[28] << 24 | h[29] << 16 | h[30] << 8 | h[31];
}

/* By number, each once: two parents may point at one missing page. */
static void sort(el_page_report *r)
{
    size_t kept = 0;
    if (r->ndamaged)
        qsort(r->damaged, r->ndamaged, sizeof *r->damaged, by_number);
    for (size_t i = 0; i < r->ndamaged; i++)
        if (!kept || r->damaged[kept - 1].number != r->damaged[i].number)
            r->damaged[kept++] = r->damaged[i];
    r->ndamaged = kept;
}

static int run(pass *p, el_error *err)
{
    el_page_report *r = p->report;
    fill_facts(r, p->plain);
    p->total = r->pages * (r->has_hmac ? 1 : 2);
    if (r->has_hmac)
        check_hmacs(p);
    int suspicious = r->ndamaged || r->rest || r->expected > r->pages || !r->has_hmac;
    if (suspicious && !p->cancelled) {
        p->total = p->done + r->pages;
        p->plain->file.poll = poll_walk;
        p->plain->file.poll_ctx = p;
        p->sorted = r->ndamaged;
        r->free = el__owners_of_damage(p->plain, tell_owner, p);
    }
    if (p->cancelled)
        return el_error_set(err, EL_ECANCELLED, "cancelled", "the check was cancelled");
    if (!p->plain->has_header && !r->has_hmac)
        add(r, 1, "structure")->kind = "schema";
    sort(r);
    return EL_OK;
}

int el_check_pages(el_page_report **out, const char *path, const el_open_options *options, el_error *err)
{
    pass p = {.options = options};
    *out = NULL;
    int status = el__plain_open(&p.plain, path, options, err);
    if (status)
        return status;
    p.report = el_xmalloc(sizeof *p.report);
    p.report->arena = el_arena_new();
    status = run(&p, err);
    el__plain_close(p.plain);
    if (status)
        el_page_report_free(p.report);
    else
        *out = p.report;
    return status;
}

void el_page_report_free(el_page_report *report)
{
    if (!report)
        return;
    el_arena_free(report->arena);
    free(report->damaged);
    free(report);
}
