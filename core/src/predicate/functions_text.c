/* SPDX-License-Identifier: MIT */
/* Text functions.  Most cells are ASCII, so every test has a way that neither allocates nor asks ICU. */
#include "predicate/functions.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "entitylens/value.h"

#include <stdlib.h>
#include <string.h>

typedef struct text { const char *s; size_t n; } text;

unsigned el__sql_fold_flags(sqlite3_value *letters)
{
    const unsigned char *s = sqlite3_value_text(letters);
    unsigned flags = 0;
    for (; s && *s; s++)
        flags |= *s == 'c' ? EL_FOLD_CASE : *s == 'd' ? EL_FOLD_DIACRITICS : 0u;
    return flags;
}

static text value_text(sqlite3_value *v)
{
    const char *s = (const char *)sqlite3_value_text(v);
    text t = {s ? s : "", (size_t)sqlite3_value_bytes(v)};
    return t;
}

static int any_null(int n, sqlite3_value **v)
{
    for (int i = 0; i < n; i++)
        if (sqlite3_value_type(v[i]) == SQLITE_NULL)
            return 1;
    return 0;
}

static int is_ascii(text t)
{
    size_t i = 0;
    for (; i + 8 <= t.n; i += 8) {
        uint64_t w;
        memcpy(&w, t.s + i, 8);
        if (w & UINT64_C(0x8080808080808080))
            return 0;
    }
    for (; i < t.n; i++)
        if ((unsigned char)t.s[i] >= 0x80)
            return 0;
    return 1;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* The folded text, in `memory` when folding changes anything. */
static text folded(text t, unsigned flags, el_buf *memory)
{
    if (!flags || (is_ascii(t) && !(flags & EL_FOLD_CASE)))
        return t;
    el_utf8_fold(memory, t.s, t.n, flags);
    text f = {el_buf_str(memory), memory->len};
    return f;
}

static void result_buf(sqlite3_context *ctx, el_buf *b)
{
    sqlite3_result_text64(ctx, el_buf_str(b), b->len, SQLITE_TRANSIENT, SQLITE_UTF8);
    el_buf_free(b);
}

static void fold_function(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    if (any_null(argc, argv))
        return;
    el_buf out = {0};
    text t = value_text(argv[0]);
    el_utf8_fold(&out, t.s, t.n, el__sql_fold_flags(argv[1]));
    result_buf(ctx, &out);
}

enum { CONTAINS, BEGINSWITH, ENDSWITH };

static int same(const char *a, const char *b, size_t n, int ignore_case)
{
    if (!ignore_case)
        return !memcmp(a, b, n);
    for (size_t i = 0; i < n; i++)
        if (lower(a[i]) != b[i])
            return 0;
    return 1;
}

/* y is folded already; x is compared through `ignore_case` when it is ASCII. */
static int found(text x, text y, int where, int ignore_case)
{
    if (!y.n || x.n < y.n)
        return 0;
    if (where == BEGINSWITH)
        return same(x.s, y.s, y.n, ignore_case);
    if (where == ENDSWITH)
        return same(x.s + x.n - y.n, y.s, y.n, ignore_case);
    if (!ignore_case)
        return memmem(x.s, x.n, y.s, y.n) != NULL;
    for (size_t i = 0; i + y.n <= x.n; i++)
        if (lower(x.s[i]) == y.s[0] && same(x.s + i, y.s, y.n, 1))
            return 1;
    return 0;
}

static void find_function(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    text y = value_text(argv[1]);
    /* The empty text decides alone, as in memory: it is found nowhere, not even in nil. */
    if (sqlite3_value_type(argv[1]) != SQLITE_NULL && !y.n) {
        sqlite3_result_int(ctx, 0);
        return;
    }
    if (any_null(argc, argv))
        return;
    int where = (int)(intptr_t)sqlite3_user_data(ctx);
    unsigned flags = el__sql_fold_flags(argv[2]);
    text x = value_text(argv[0]);
    el_buf fx = {0}, fy = {0};
    y = folded(y, flags, &fy);
    int answer;
    if (is_ascii(x))
        answer = found(x, y, where, (flags & EL_FOLD_CASE) != 0);
    else
        answer = found(folded(x, flags, &fx), y, where, 0);
    el_buf_free(&fx);
    el_buf_free(&fy);
    sqlite3_result_int(ctx, answer);
}

/* One item of a pattern: a plain character, any one character, or any run. */
enum { ANY_ONE = 0x110000, ANY_RUN = 0x110001, PATTERN_END = 0x110002 };

static uint32_t pattern_item(const char *p, size_t n, size_t *i)
{
    if (*i >= n)
        return PATTERN_END;
    uint32_t c = el_utf8_next(p, n, i);
    if (c == '*')
        return ANY_RUN;
    if (c == '?')
        return ANY_ONE;
    if (c == '\\' && *i < n)
        return el_utf8_next(p, n, i);
    return c;
}

int el__sql_like(const char *s, size_t n, const char *pattern, size_t np)
{
    size_t i = 0, j = 0, retry_i = 0, retry_j = (size_t)-1;
    for (;;) {
        size_t next_j = j;
        uint32_t item = pattern_item(pattern, np, &next_j);
        if (item == ANY_RUN) {
            retry_i = i;
            retry_j = j = next_j;
            continue;
        }
        if (i < n && item != PATTERN_END) {
            size_t next_i = i;
            uint32_t c = el_utf8_next(s, n, &next_i);
            if (item == ANY_ONE || item == c) {
                i = next_i;
                j = next_j;
                continue;
            }
        } else if (i >= n && item == PATTERN_END) {
            return 1;
        }
        /* Back to the last run, which takes one character more: earlier runs need not be tried again. */
        if (retry_j == (size_t)-1 || retry_i >= n)
            return 0;
        el_utf8_next(s, n, &retry_i);
        i = retry_i;
        j = retry_j;
    }
}

static void like_function(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    if (any_null(argc, argv))
        return;
    unsigned flags = el__sql_fold_flags(argv[2]);
    el_buf fx = {0}, fp = {0};
    text x = folded(value_text(argv[0]), flags, &fx), p = folded(value_text(argv[1]), flags, &fp);
    sqlite3_result_int(ctx, el__sql_like(x.s, x.n, p.s, p.n));
    el_buf_free(&fx);
    el_buf_free(&fp);
}

static void length_function(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    if (any_null(argc, argv))
        return;
    text t = value_text(argv[0]);
    sqlite3_result_int64(ctx, (sqlite3_int64)(is_ascii(t) ? t.n : el_utf8_utf16_length(t.s, t.n)));
}

static void map_function(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    if (any_null(argc, argv))
        return;
    el_buf out = {0};
    text t = value_text(argv[0]);
    (sqlite3_user_data(ctx) ? el_utf8_upper : el_utf8_lower)(&out, t.s, t.n);
    result_buf(ctx, &out);
}

static int hex_digits(const unsigned char *s, size_t n, char *out)
{
    size_t to = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = s[i];
        if (c == '-')
            continue;
        if (to == 32 || !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')))
            return 0;
        out[to++] = (char)(c >= 'a' ? c - 32 : c);
    }
    return to == 32;
}

static void uuid_function(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    if (any_null(argc, argv))
        return;
    const unsigned char *s = sqlite3_value_blob(argv[0]);
    size_t n = (size_t)sqlite3_value_bytes(argv[0]);
    char hex[32], out[37];
    if (sqlite3_value_type(argv[0]) == SQLITE_BLOB && n == 16) {
        static const char digits[] = "0123456789ABCDEF";
        for (size_t i = 0; i < 16; i++) {
            hex[2 * i] = digits[s[i] >> 4];
            hex[2 * i + 1] = digits[s[i] & 15];
        }
    } else if (!s || !hex_digits(s, n, hex)) {
        sqlite3_result_value(ctx, argv[0]);
        return;
    }
    size_t to = 0;
    for (size_t i = 0; i < 32; i++) {
        if (i == 8 || i == 12 || i == 16 || i == 20)
            out[to++] = '-';
        out[to++] = hex[i];
    }
    sqlite3_result_text(ctx, out, 36, SQLITE_TRANSIENT);
}

int el__sql_register_text_functions(sqlite3 *db)
{
    static const struct { const char *name; int argc; intptr_t data; void (*fn)(sqlite3_context *, int, sqlite3_value **); } all[] = {
        {"el_fold", 2, 0, fold_function},
        {"el_contains", 3, CONTAINS, find_function},
        {"el_beginswith", 3, BEGINSWITH, find_function},
        {"el_endswith", 3, ENDSWITH, find_function},
        {"el_like", 3, 0, like_function},
        {"el_length", 1, 0, length_function},
        {"el_upper", 1, 1, map_function},
        {"el_lower", 1, 0, map_function},
        {"el_uuid", 1, 0, uuid_function},
    };
    int rc = SQLITE_OK;
    for (size_t i = 0; i < sizeof all / sizeof *all && rc == SQLITE_OK; i++)
        rc = sqlite3_create_function_v2(db, all[i].name, all[i].argc, EL__FUNCTION_FLAGS, (void *)all[i].data, all[i].fn,
                                        NULL, NULL, NULL);
    return rc;
}
