/* SPDX-License-Identifier: MIT */
/* Checking a whole predicate: errors, and remarks that are none. */
#include "predicate/check.h"

#include "base/arena.h"

#include <stdio.h>
#include <string.h>

void el__complain(el_checker *c, el_range range, const char *code, const char *word, const char *fmt, ...)
{
    c->last = c->n < c->max ? &c->errs[c->n] : NULL;
    c->n++;
    va_list ap;
    va_start(ap, fmt);
    el_error_setv(c->last, c->warnings ? EL_OK : EL_EPREDICATE, code, fmt, ap);
    va_end(ap);
    el_error_range(c->last, range.start, range.end);
    if (word)
        el_error_arg(c->last, "%s", word);
    if (c->last && c->last->message[0] >= 'a' && c->last->message[0] <= 'z')
        c->last->message[0] = (char)(c->last->message[0] - 32); /* "a number has no key" begins a sentence */
}

void el__complain_hint(el_checker *c, const char *fmt, ...)
{
    if (!c->last)
        return;
    char text[sizeof c->last->hint];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    el_error_hint(c->last, "%s", text);
}

void el__complain_repair(el_checker *c, const char *fmt, ...)
{
    if (!c->last)
        return;
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(c->last->repair, sizeof c->last->repair, fmt, ap);
    va_end(ap);
    if (n < 0 || (size_t)n >= sizeof c->last->repair)
        c->last->repair[0] = '\0'; /* half a repair is none */
}

const char *el__source(el_checker *c, el_range range)
{
    enum { MOST = 300 }; /* more than any repair can hold */
    size_t end = range.end < c->p->length ? range.end : c->p->length;
    size_t n = range.start < end ? end - range.start : 0;
    if (n > MOST) {
        n = MOST;
        while (n && ((unsigned char)c->p->text[range.start + n] & 0xC0) == 0x80)
            n--;
    }
    return el_arena_strndup(c->arena, c->p->text + range.start, n);
}

void el__check_pred(el_checker *c, const el_pred *p)
{
    for (size_t i = 0; i < p->nitems; i++)
        el__check_pred(c, p->items[i]);
    if (p->kind == EL_PRED_COMPARE)
        el__check_comparison(c, p);
}

int el_predicate_check(const el_predicate *p, const el_entity *entity, el_error *errs, size_t max_errs, size_t *nerrs)
{
    el_checker c = {.p = p, .entity = entity, .errs = errs, .max = errs ? max_errs : 0};
    c.arena = el_arena_new();
    el__check_pred(&c, p->root);
    el_arena_free(c.arena);
    if (nerrs)
        *nerrs = c.n < c.max ? c.n : c.max;
    return c.n ? EL_EPREDICATE : EL_OK;
}
