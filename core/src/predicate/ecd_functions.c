/* SPDX-License-Identifier: MIT */
/* What ECD's SQL functions compute, and LIKE as it is under ECD's setting of case-sensitivity. */
#include "predicate/ecd_dialect.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "predicate/functions.h"
#include "sqlite/api.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uregex.h>
#include <unicode/ustring.h>

#include <stdlib.h>
#include <string.h>

enum { LAST_STRIPPED_BASE = 0x50F /* Latin, Greek and Cyrillic lose their marks, other scripts do not */ };

static int is_mark(uint32_t c)
{
    return u_hasBinaryProperty((UChar32)c, UCHAR_GRAPHEME_EXTEND) != 0;
}

/* The first character of the canonical decomposition, or c. */
static uint32_t decomposed_base(uint32_t c)
{
    UErrorCode status = U_ZERO_ERROR;
    const UNormalizer2 *nfd = unorm2_getNFDInstance(&status);
    UChar buffer[32];
    int32_t n = unorm2_getDecomposition(nfd, (UChar32)c, buffer, 32, &status);
    if (U_FAILURE(status) || n <= 0)
        return c;
    UChar32 first;
    U16_GET(buffer, 0, 0, n, first);
    return (uint32_t)first;
}

static void add_folded(el_buf *out, uint32_t c, unsigned fold)
{
    el_buf one = {0}, many = {0};
    el_buf_utf8(&one, c);
    el_utf8_fold(&many, one.data, one.len, EL_FOLD_CASE);
    for (size_t i = 0; i < many.len;) {
        size_t from = i;
        uint32_t f = el_utf8_next(many.data, many.len, &i);
        if (!(fold & EL_FOLD_DIACRITICS && from && is_mark(f))) /* marks that folding brings in */
            el_buf_utf8(out, f);
    }
    el_buf_free(&one);
    el_buf_free(&many);
}

/* One base character; returns it as it came out of stripping. */
static uint32_t fold_base(el_buf *out, uint32_t c, unsigned fold)
{
    if (c < 0x80) {
        el_buf_putc(out, fold & EL_FOLD_CASE && c >= 'A' && c <= 'Z' ? (char)(c + 32) : (char)c);
        return c;
    }
    uint32_t base = c;
    if (fold & EL_FOLD_DIACRITICS) {
        uint32_t first = decomposed_base(c);
        if (first <= LAST_STRIPPED_BASE)
            base = first;
    }
    if (fold & EL_FOLD_CASE)
        add_folded(out, base, fold);
    else
        el_buf_utf8(out, base);
    return base;
}

void el_ecd_fold(el_buf *out, const char *s, size_t n, unsigned fold)
{
    for (size_t i = 0; i < n;) {
        uint32_t base = fold_base(out, el_utf8_next(s, n, &i), fold);
        for (int first = 1; i < n; first = 0) {
            size_t next = i;
            uint32_t mark = el_utf8_next(s, n, &next);
            if (!is_mark(mark))
                break;
            i = next;
            int drop = fold & EL_FOLD_DIACRITICS && (base <= LAST_STRIPPED_BASE || (first && mark <= LAST_STRIPPED_BASE));
            if (!drop)
                el_buf_utf8(out, mark);
        }
    }
}

static void strip_function(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    (void)argc;
    const char *s = (const char *)sqlite3_value_text(argv[0]);
    if (!s || sqlite3_value_type(argv[0]) == SQLITE_NULL)
        return;
    el_buf out = {0};
    el_ecd_fold(&out, s, (size_t)sqlite3_value_bytes(argv[0]), el__sql_fold_flags(argv[1]));
    sqlite3_result_text64(ctx, el_buf_str(&out), out.len, SQLITE_TRANSIENT, SQLITE_UTF8);
    el_buf_free(&out);
}

/* SQL's LIKE with '\' as escape, minding case: % any run, _ one character. */
static int sql_like(const char *s, size_t n, const char *p, size_t np)
{
    size_t i = 0, j = 0, retry_i = 0, retry_j = (size_t)-1;
    for (;;) {
        size_t next_j = j, next_i = i;
        uint32_t c = j < np ? el_utf8_next(p, np, &next_j) : 0;
        int end = j >= np, plain = 0;
        if (!end && c == '%') {
            retry_i = i;
            retry_j = j = next_j;
            continue;
        }
        if (!end && c == '\\') {
            if (next_j >= np)
                return 0;
            c = el_utf8_next(p, np, &next_j);
            plain = 1;
        }
        if (i >= n && end)
            return 1;
        if (i < n && !end) {
            uint32_t x = el_utf8_next(s, n, &next_i);
            if (x == c || (c == '_' && !plain)) {
                i = next_i;
                j = next_j;
                continue;
            }
        }
        if (retry_j == (size_t)-1 || retry_i >= n)
            return 0;
        el_utf8_next(s, n, &retry_i);
        i = retry_i;
        j = retry_j;
    }
}

static void like_function(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    (void)argc;
    if (sqlite3_value_type(argv[0]) == SQLITE_NULL || sqlite3_value_type(argv[1]) == SQLITE_NULL)
        return;
    const char *s = (const char *)sqlite3_value_text(argv[0]), *p = (const char *)sqlite3_value_text(argv[1]);
    sqlite3_result_int(ctx, s && p && sql_like(s, (size_t)sqlite3_value_bytes(argv[0]), p, (size_t)sqlite3_value_bytes(argv[1])));
}

static UChar *utf16(sqlite3_value *v, int32_t *n)
{
    const char *s = (const char *)sqlite3_value_text(v);
    int32_t bytes = sqlite3_value_bytes(v);
    UErrorCode status = U_ZERO_ERROR;
    UChar *u = el_xmalloc(((size_t)bytes + 1) * sizeof *u);
    u_strFromUTF8WithSub(u, bytes + 1, n, s ? s : "", s ? bytes : 0, 0xFFFD, NULL, &status);
    return u;
}

/* Any match anywhere, whatever the case; no text or no valid pattern is simply no match. */
static void regexp_function(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    (void)argc;
    sqlite3_result_int(ctx, 0);
    if (sqlite3_value_type(argv[0]) == SQLITE_NULL || sqlite3_value_type(argv[1]) == SQLITE_NULL)
        return;
    UErrorCode status = U_ZERO_ERROR;
    int32_t np = 0, n = 0;
    UChar *pattern = utf16(argv[1], &np), *subject = utf16(argv[0], &n);
    URegularExpression *re = uregex_open(pattern, np, UREGEX_CASE_INSENSITIVE, NULL, &status);
    if (U_SUCCESS(status)) {
        uregex_setTimeLimit(re, 1000, &status);
        uregex_setText(re, subject, n, &status);
        sqlite3_result_int(ctx, uregex_find(re, 0, &status) && U_SUCCESS(status));
    }
    if (re)
        uregex_close(re);
    free(pattern);
    free(subject);
}

int el_ecd_functions_register(sqlite3 *db, el_error *err)
{
    static const struct { const char *name; void (*fn)(sqlite3_context *, int, sqlite3_value **); } all[] = {
        {"el_ecd_strip", strip_function}, {"el_ecd_like", like_function}, {"el_ecd_regexp", regexp_function}};
    sqlite3_stmt *probe = NULL;
    int there = sqlite3_prepare_v2(db, "SELECT el_ecd_regexp('', '')", -1, &probe, NULL) == SQLITE_OK;
    sqlite3_finalize(probe);
    for (size_t i = 0; i < sizeof all / sizeof *all && !there; i++)
        if (sqlite3_create_function_v2(db, all[i].name, 2, EL__FUNCTION_FLAGS, NULL, all[i].fn, NULL, NULL, NULL) != SQLITE_OK)
            return el_sql_error(db, err);
    return EL_OK;
}
