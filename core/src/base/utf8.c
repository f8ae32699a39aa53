/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"

#include "base/arena.h"
#include "base/buf.h"

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#include <stdlib.h>

uint32_t el_utf8_next(const char *s, size_t n, size_t *i)
{
    const unsigned char *p = (const unsigned char *)s;
    unsigned char c = p[(*i)++];
    if (c < 0x80)
        return c;
    int more = c >= 0xF0 && c <= 0xF4 ? 3 : c >= 0xE0 && c < 0xF0 ? 2 : c >= 0xC2 && c < 0xE0 ? 1 : 0;
    if (!more || *i + (size_t)more > n)
        return 0xFFFD;
    uint32_t v = c & (0x3Fu >> more);
    for (int k = 0; k < more; k++) {
        unsigned char d = p[*i + (size_t)k];
        if ((d & 0xC0) != 0x80)
            return 0xFFFD;
        v = v << 6 | (d & 0x3F);
    }
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    if (v < least[more] || v > 0x10FFFF || (v >= 0xD800 && v < 0xE000))
        return 0xFFFD;
    *i += (size_t)more;
    return v;
}

int el_utf8_valid(const char *s, size_t n)
{
    for (size_t i = 0; i < n;) {
        uint64_t eight;
        if (n - i >= sizeof eight && (memcpy(&eight, s + i, sizeof eight), !(eight & UINT64_C(0x8080808080808080)))) {
            i += sizeof eight; /* most text is ASCII */
            continue;
        }
        size_t from = i;
        if (el_utf8_next(s, n, &i) == 0xFFFD && !(i - from == 3))
            return 0; /* a real U+FFFD takes three bytes */
    }
    return 1;
}

size_t el_utf8_length(const char *s, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; count++)
        el_utf8_next(s, n, &i);
    return count;
}

size_t el_utf8_utf16_length(const char *s, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n;)
        count += el_utf8_next(s, n, &i) > 0xFFFF ? 2 : 1;
    return count;
}

/* ICU works on UTF-16; both conversions replace what is not Unicode by U+FFFD. */
static UChar *to_utf16(const char *s, size_t n, int32_t *length)
{
    UChar *u = el_xmalloc((n + 1) * sizeof *u);
    int32_t at = 0;
    for (size_t i = 0; i < n;) {
        uint32_t c = el_utf8_next(s, n, &i);
        U16_APPEND_UNSAFE(u, at, c);
    }
    *length = at;
    return u;
}

static void add_utf16(el_buf *out, const UChar *u, int32_t n)
{
    for (int32_t i = 0; i < n;) {
        UChar32 c;
        U16_NEXT(u, i, n, c);
        el_buf_utf8(out, U_IS_SURROGATE(c) ? 0xFFFD : (uint32_t)c);
    }
}

typedef int32_t map_fn(UChar *dest, int32_t capacity, const UChar *src, int32_t length, UErrorCode *status);

static int32_t fold_case(UChar *d, int32_t cap, const UChar *s, int32_t n, UErrorCode *st)
{
    return u_strFoldCase(d, cap, s, n, U_FOLD_CASE_DEFAULT, st);
}

static int32_t upper(UChar *d, int32_t cap, const UChar *s, int32_t n, UErrorCode *st)
{
    return u_strToUpper(d, cap, s, n, "", st);
}

static int32_t lower(UChar *d, int32_t cap, const UChar *s, int32_t n, UErrorCode *st)
{
    return u_strToLower(d, cap, s, n, "", st);
}

static int32_t decompose(UChar *d, int32_t cap, const UChar *s, int32_t n, UErrorCode *st)
{
    const UNormalizer2 *nfd = unorm2_getNFDInstance(st);
    return U_FAILURE(*st) ? 0 : unorm2_normalize(nfd, s, n, d, cap, st);
}

static UChar *apply(map_fn *fn, UChar *u, int32_t *n)
{
    UErrorCode status = U_ZERO_ERROR;
    int32_t need = fn(NULL, 0, u, *n, &status);
    status = U_ZERO_ERROR;
    UChar *v = el_xmalloc(((size_t)need + 1) * sizeof *v);
    *n = fn(v, need + 1, u, *n, &status);
    free(u);
    return v;
}

static int32_t drop_marks(UChar *u, int32_t n)
{
    int32_t to = 0;
    for (int32_t i = 0; i < n;) {
        UChar32 c;
        U16_NEXT(u, i, n, c);
        int8_t type = u_charType(c);
        if (type == U_NON_SPACING_MARK || type == U_COMBINING_SPACING_MARK || type == U_ENCLOSING_MARK)
            continue;
        U16_APPEND_UNSAFE(u, to, c);
    }
    return to;
}

static int is_ascii(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)s[i] >= 0x80)
            return 0;
    return 1;
}

void el_utf8_fold(el_buf *out, const char *s, size_t n, unsigned flags)
{
    if (is_ascii(s, n)) { /* the common case needs no ICU */
        size_t from = out->len;
        el_buf_add(out, s, n);
        if (flags & EL_FOLD_CASE)
            for (size_t i = from; i < out->len; i++)
                if (out->data[i] >= 'A' && out->data[i] <= 'Z')
                    out->data[i] = (char)(out->data[i] + 32);
        return;
    }
    int32_t length;
    UChar *u = to_utf16(s, n, &length);
    if (flags & EL_FOLD_DIACRITICS) {
        u = apply(decompose, u, &length);
        length = drop_marks(u, length);
    }
    if (flags & EL_FOLD_CASE)
        u = apply(fold_case, u, &length);
    add_utf16(out, u, length);
    free(u);
}

static void mapped(el_buf *out, const char *s, size_t n, map_fn *fn)
{
    int32_t length;
    UChar *u = apply(fn, to_utf16(s, n, &length), &length);
    add_utf16(out, u, length);
    free(u);
}

void el_utf8_upper(el_buf *out, const char *s, size_t n)
{
    mapped(out, s, n, upper);
}

void el_utf8_lower(el_buf *out, const char *s, size_t n)
{
    mapped(out, s, n, lower);
}
