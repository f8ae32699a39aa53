/* SPDX-License-Identifier: MIT */
/* A growing byte string, always NUL-terminated.  Zero-initialise, free with el_buf_free. */
#ifndef EL_BASE_BUF_H
#define EL_BASE_BUF_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef struct el_buf { char *data; size_t len, cap; } el_buf;

void el_buf_free(el_buf *b);
void el_buf_clear(el_buf *b);                              /* keeps the memory */
char *el_buf_take(el_buf *b);                              /* the caller frees; never NULL */
const char *el_buf_str(const el_buf *b);                   /* never NULL */
void el_buf_add(el_buf *b, const void *p, size_t n);
void el_buf_puts(el_buf *b, const char *s);
void el_buf_putc(el_buf *b, char c);
void el_buf_int64(el_buf *b, int64_t i);
size_t el_int64_text(char *out, int64_t i);              /* at most 20 characters and a NUL; their number */
void el_buf_printf(el_buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void el_buf_vprintf(el_buf *b, const char *fmt, va_list ap);

void el_buf_utf8(el_buf *b, uint32_t code_point);
void el_buf_json_string(el_buf *b, const char *s, size_t n); /* with quotes; non-ASCII as is; n = (size_t)-1: NUL-terminated */
void el_buf_base64(el_buf *b, const void *p, size_t n);
void el_buf_hex(el_buf *b, const void *p, size_t n);       /* lower case */
void el_buf_identifier(el_buf *b, const char *name);       /* "name" with inner quotes doubled: the one place that quotes SQL identifiers */
void el_buf_sql_string(el_buf *b, const char *s, size_t n);/* 'text' for display; values are bound, not pasted */

#endif
