/* SPDX-License-Identifier: MIT */
#include "base/buf.h"

#include "base/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void el_buf_free(el_buf *b)
{
    free(b->data);
    memset(b, 0, sizeof *b);
}

void el_buf_clear(el_buf *b)
{
    b->len = 0;
    if (b->data)
        b->data[0] = '\0';
}

static void reserve(el_buf *b, size_t more)
{
    size_t need = b->len + more + 1;
    if (need <= b->cap)
        return;
    size_t cap = b->cap ? b->cap : 64;
    while (cap < need)
        cap *= 2;
    b->data = el_xrealloc(b->data, cap);
    b->cap = cap;
}

char *el_buf_take(el_buf *b)
{
    reserve(b, 0);
    b->data[b->len] = '\0';
    char *p = b->data;
    memset(b, 0, sizeof *b);
    return p;
}

const char *el_buf_str(const el_buf *b)
{
    return b->data ? b->data : "";
}

void el_buf_add(el_buf *b, const void *p, size_t n)
{
    reserve(b, n);
    if (n)
        memcpy(b->data + b->len, p, n);
    b->len += n;
    b->data[b->len] = '\0';
}

void el_buf_puts(el_buf *b, const char *s)
{
    el_buf_add(b, s, strlen(s));
}

void el_buf_putc(el_buf *b, char c)
{
    if (b->len + 1 >= b->cap)
        reserve(b, 1);
    b->data[b->len++] = c;
    b->data[b->len] = '\0';
}

size_t el_int64_text(char *out, int64_t i)
{
    char reversed[20];
    size_t n = 0, to = 0;
    uint64_t rest = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
    do
        reversed[n++] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (i < 0)
        out[to++] = '-';
    while (n)
        out[to++] = reversed[--n];
    out[to] = '\0';
    return to;
}

void el_buf_int64(el_buf *b, int64_t i)
{
    char text[24];
    el_buf_add(b, text, el_int64_text(text, i));
}

void el_buf_vprintf(el_buf *b, const char *fmt, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    if (n > 0) {
        reserve(b, (size_t)n);
        vsnprintf(b->data + b->len, (size_t)n + 1, fmt, again);
        b->len += (size_t)n;
    }
    va_end(again);
}

void el_buf_printf(el_buf *b, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    el_buf_vprintf(b, fmt, ap);
    va_end(ap);
}

void el_buf_utf8(el_buf *b, uint32_t c)
{
    char s[4];
    size_t n;
    if (c < 0x80) {
        s[0] = (char)c;
        n = 1;
    } else if (c < 0x800) {
        s[0] = (char)(0xC0 | c >> 6);
        s[1] = (char)(0x80 | (c & 0x3F));
        n = 2;
    } else if (c < 0x10000) {
        s[0] = (char)(0xE0 | c >> 12);
        s[1] = (char)(0x80 | (c >> 6 & 0x3F));
        s[2] = (char)(0x80 | (c & 0x3F));
        n = 3;
    } else {
        s[0] = (char)(0xF0 | (c >> 18 & 7));
        s[1] = (char)(0x80 | (c >> 12 & 0x3F));
        s[2] = (char)(0x80 | (c >> 6 & 0x3F));
        s[3] = (char)(0x80 | (c & 0x3F));
        n = 4;
    }
    el_buf_add(b, s, n);
}

void el_buf_json_string(el_buf *b, const char *s, size_t n)
{
    if (n == (size_t)-1)
        n = strlen(s);
    el_buf_putc(b, '"');
    size_t from = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c >= 0x20 && c != '"' && c != '\\' && c != 0x7F)
            continue;
        el_buf_add(b, s + from, i - from);
        from = i + 1;
        switch (c) {
        case '"': el_buf_puts(b, "\\\""); break;
        case '\\': el_buf_puts(b, "\\\\"); break;
        case '\n': el_buf_puts(b, "\\n"); break;
        case '\r': el_buf_puts(b, "\\r"); break;
        case '\t': el_buf_puts(b, "\\t"); break;
        case '\b': el_buf_puts(b, "\\b"); break;
        case '\f': el_buf_puts(b, "\\f"); break;
        default: el_buf_printf(b, "\\u%04x", c);
        }
    }
    el_buf_add(b, s + from, n - from);
    el_buf_putc(b, '"');
}

void el_buf_base64(el_buf *b, const void *p, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *s = p;
    for (size_t i = 0; i < n; i += 3) {
        unsigned v = (unsigned)s[i] << 16 | (i + 1 < n ? (unsigned)s[i + 1] << 8 : 0) | (i + 2 < n ? s[i + 2] : 0);
        char out[4] = {digits[v >> 18], digits[v >> 12 & 63], i + 1 < n ? digits[v >> 6 & 63] : '=',
                       i + 2 < n ? digits[v & 63] : '='};
        el_buf_add(b, out, 4);
    }
}

void el_buf_hex(el_buf *b, const void *p, size_t n)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char *s = p;
    for (size_t i = 0; i < n; i++) {
        char out[2] = {digits[s[i] >> 4], digits[s[i] & 15]};
        el_buf_add(b, out, 2);
    }
}

static void quoted(el_buf *b, const char *s, size_t n, char quote)
{
    el_buf_putc(b, quote);
    for (size_t i = 0; i < n; i++) {
        if (s[i] == quote)
            el_buf_putc(b, quote);
        el_buf_putc(b, s[i]);
    }
    el_buf_putc(b, quote);
}

void el_buf_identifier(el_buf *b, const char *name)
{
    quoted(b, name, strlen(name), '"');
}

void el_buf_sql_string(el_buf *b, const char *s, size_t n)
{
    quoted(b, s, n == (size_t)-1 ? strlen(s) : n, '\'');
}
