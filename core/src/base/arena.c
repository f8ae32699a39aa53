/* SPDX-License-Identifier: MIT */
#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct block {
    struct block *next;
    size_t used, size;
    alignas(max_align_t) unsigned char bytes[];
} block;

struct el_arena {
    block *head;
    size_t used;
};

enum { BLOCK_SIZE = 16 * 1024 };

static void out_of_memory(void)
{
    /* Nothing sensible can be undone here: callers check hostile sizes beforehand. */
    fputs("entitylens: out of memory\n", stderr);
    abort();
}

void *el_xmalloc(size_t n)
{
    void *p = calloc(1, n ? n : 1);
    if (!p)
        out_of_memory();
    return p;
}

void *el_xrealloc(void *p, size_t n)
{
    p = realloc(p, n ? n : 1);
    if (!p)
        out_of_memory();
    return p;
}

char *el_xstrdup(const char *s)
{
    if (!s)
        return NULL;
    size_t n = strlen(s) + 1;
    return memcpy(el_xmalloc(n), s, n);
}

el_arena *el_arena_new(void)
{
    return el_xmalloc(sizeof(el_arena));
}

void el_arena_free(el_arena *arena)
{
    if (!arena)
        return;
    for (block *b = arena->head, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    free(arena);
}

void *el_arena_alloc(el_arena *arena, size_t n)
{
    const size_t align = alignof(max_align_t);
    if (n > SIZE_MAX / 2)
        out_of_memory();
    n = (n + align - 1) / align * align;
    if (n == 0)
        n = align;
    block *b = arena->head;
    if (!b || b->size - b->used < n) {
        size_t size = n > BLOCK_SIZE ? n : BLOCK_SIZE;
        block *fresh = el_xmalloc(sizeof *fresh + size);
        fresh->size = size;
        /* A block made for one large piece goes behind the head, so that the head's room is still used. */
        if (b && n > BLOCK_SIZE) {
            fresh->next = b->next;
            b->next = fresh;
        } else {
            fresh->next = b;
            arena->head = fresh;
        }
        b = fresh;
    }
    void *p = b->bytes + b->used;
    b->used += n;
    arena->used += n;
    return p;
}

size_t el_arena_size(const el_arena *arena)
{
    return arena->used;
}

void *el_arena_array(el_arena *arena, size_t n, size_t size)
{
    if (size && n > SIZE_MAX / 2 / size)
        out_of_memory();
    return el_arena_alloc(arena, n * size);
}

char *el_arena_strndup(el_arena *arena, const char *s, size_t n)
{
    if (!s)
        return NULL;
    char *p = el_arena_alloc(arena, n + 1);
    memcpy(p, s, n);
    p[n] = '\0';
    return p;
}

char *el_arena_strdup(el_arena *arena, const char *s)
{
    return s ? el_arena_strndup(arena, s, strlen(s)) : NULL;
}

char *el_arena_printf(el_arena *arena, const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *p = el_arena_alloc(arena, (size_t)(n < 0 ? 0 : n) + 1);
    if (n >= 0)
        vsnprintf(p, (size_t)n + 1, fmt, again);
    va_end(again);
    return p;
}
