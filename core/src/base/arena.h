/* SPDX-License-Identifier: MIT */
/* Memory that is freed as a whole.  Small allocations never fail: out of memory ends the
 * process (sizes that come from a file are checked against limits before they get here). */
#ifndef EL_BASE_ARENA_H
#define EL_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

typedef struct el_arena el_arena;

el_arena *el_arena_new(void);
void el_arena_free(el_arena *arena);
void *el_arena_alloc(el_arena *arena, size_t n);           /* zeroed, aligned for any type */
void *el_arena_array(el_arena *arena, size_t n, size_t size);
size_t el_arena_size(const el_arena *arena);               /* bytes handed out so far */
char *el_arena_strdup(el_arena *arena, const char *s);     /* NULL in, NULL out */
char *el_arena_strndup(el_arena *arena, const char *s, size_t n); /* NUL-terminated copy */
char *el_arena_printf(el_arena *arena, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The same policy for the heap. */
void *el_xmalloc(size_t n);                                /* zeroed */
void *el_xrealloc(void *p, size_t n);
char *el_xstrdup(const char *s);

#endif
