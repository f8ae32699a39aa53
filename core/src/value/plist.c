/* SPDX-License-Identifier: MIT */
#include "value/plist_private.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 512, MAX_EXPANDED = 2000000, MAX_BYTES = 64 << 20 };

int el_plist_sniff(const void *bytes, size_t n)
{
    const char *s = bytes;
    if (n >= 8 && !memcmp(s, "bplist", 6))
        return 1;
    if (n >= 3 && !memcmp(s, "\xEF\xBB\xBF", 3))
        s += 3, n -= 3;
    while (n && (*s == ' ' || *s == '\n' || *s == '\r' || *s == '\t'))
        s++, n--;
    return (n >= 5 && !memcmp(s, "<?xml", 5)) || (n >= 15 && !memcmp(s, "<!DOCTYPE plist", 15)) || (n >= 6 && !memcmp(s, "<plist", 6)) ||
           (n >= 4 && (!memcmp(s, "\xFF\xFE<", 3) || !memcmp(s, "\xFE\xFF\0<", 4)));
}

/* A frame of the walk that replaces recursion: containers can be nested a million deep in a small file. */
typedef struct frame { uint32_t node, next; } frame;
typedef struct measure { uint8_t state; uint16_t depth; uint32_t size; } measure; /* state 1: open, 2: done */

static uint32_t child_count(const el_plist_node *node)
{
    return node->kind == EL_PLIST_DICT ? node->n * 2 : node->n;
}

static int close_node(const el_plist *p, measure *m, uint32_t i, el_error *err)
{
    const el_plist_node *node = &p->nodes[i];
    uint64_t size = 1;
    unsigned depth = 0;
    for (uint32_t k = 0; k < child_count(node); k++) {
        const measure *c = &m[node->children[k]];
        size += c->size;
        if (c->depth > depth)
            depth = c->depth;
        if (size > MAX_EXPANDED)
            return el_error_set(err, EL_ELIMIT, "plist-too-large", "the property list unfolds to more than %d values", MAX_EXPANDED);
    }
    if (depth + 1 > MAX_DEPTH)
        return el_error_set(err, EL_ELIMIT, "plist-too-deep", "the property list is nested more than %d levels deep", MAX_DEPTH);
    m[i] = (measure){2, (uint16_t)(depth + 1), (uint32_t)size};
    return EL_OK;
}

/* Finds cycles, the depth, and the size as a tree, each node being measured once. */
static int measure_tree(const el_plist *p, el_error *err)
{
    measure *m = el_xmalloc(p->nnodes * sizeof *m);
    size_t cap = 64, n = 0;
    frame *stack = el_xmalloc(cap * sizeof *stack);
    int status = EL_OK;
    stack[n++] = (frame){(uint32_t)(p->root - p->nodes), 0};
    m[stack[0].node].state = 1;
    while (n && !status) {
        frame *f = &stack[n - 1];
        const el_plist_node *node = &p->nodes[f->node];
        if (f->next == child_count(node)) {
            status = close_node(p, m, f->node, err);
            n--;
            continue;
        }
        uint32_t child = node->children[f->next++];
        if (m[child].state == 1) {
            status = el_error_set(err, EL_ECORRUPT, "plist-cycle", "a container of the property list holds itself");
        } else if (m[child].state == 0) {
            m[child].state = 1;
            if (n == cap) {
                cap *= 2;
                stack = el_xrealloc(stack, cap * sizeof *stack);
            }
            stack[n++] = (frame){child, 0};
        }
    }
    free(stack);
    free(m);
    return status;
}

static int check_keys(const el_plist *p, el_error *err)
{
    for (size_t i = 0; i < p->nnodes; i++)
        for (uint32_t k = 0; p->nodes[i].kind == EL_PLIST_DICT && k < p->nodes[i].n; k++)
            if (p->nodes[p->nodes[i].children[k]].kind != EL_PLIST_STRING)
                return el_error_set(err, EL_ECORRUPT, "bad-plist", "a dictionary of the property list has a key that is no string");
    return EL_OK;
}

int el_plist_parse(el_plist **out, const void *bytes, size_t n, el_error *err)
{
    *out = NULL;
    if (!el_plist_sniff(bytes, n))
        return el_error_set(err, EL_EUNSUPPORTED, "not-a-plist", "the bytes are no property list");
    if (n > MAX_BYTES)
        return el_error_set(err, EL_ELIMIT, "plist-too-large", "the property list has %zu bytes; at most %d are read", n, MAX_BYTES);
    el_plist *p = el_xmalloc(sizeof *p);
    p->arena = el_arena_new();
    p->binary = n >= 6 && !memcmp(bytes, "bplist", 6);
    int status = p->binary ? el__plist_binary(p, bytes, n, err) : el__plist_xml(p, bytes, n, err);
    if (!status)
        status = check_keys(p, err);
    if (!status)
        status = measure_tree(p, err);
    if (status) {
        el_plist_free(p);
        return status;
    }
    *out = p;
    return EL_OK;
}

void el_plist_free(el_plist *p)
{
    if (!p)
        return;
    el_arena_free(p->arena);
    free(p);
}

const el_plist_node *el_plist_item(const el_plist *p, const el_plist_node *c, uint32_t i)
{
    if (i >= c->n || c->kind < EL_PLIST_ARRAY)
        return NULL;
    return &p->nodes[c->children[c->kind == EL_PLIST_DICT ? c->n + i : i]];
}

const el_plist_node *el_plist_key(const el_plist *p, const el_plist_node *dict, uint32_t i)
{
    return dict->kind == EL_PLIST_DICT && i < dict->n ? &p->nodes[dict->children[i]] : NULL;
}

int el_plist_is(const el_plist_node *node, const char *text)
{
    return node && node->kind == EL_PLIST_STRING && node->u.text.n == strlen(text) && !memcmp(node->u.text.s, text, node->u.text.n);
}

const el_plist_node *el_plist_get(const el_plist *p, const el_plist_node *dict, const char *key)
{
    if (!dict || dict->kind != EL_PLIST_DICT)
        return NULL;
    for (uint32_t i = 0; i < dict->n; i++)
        if (el_plist_is(&p->nodes[dict->children[i]], key))
            return el_plist_item(p, dict, i);
    return NULL;
}

char *el_plist_text(el_arena *arena, const el_plist_node *node)
{
    if (!node || node->kind != EL_PLIST_STRING || memchr(node->u.text.s, 0, node->u.text.n))
        return NULL;
    return el_arena_strndup(arena, node->u.text.s, node->u.text.n);
}
