/* SPDX-License-Identifier: MIT */
/* What string and number tokens mean. */
#include "predicate/lex.h"

#include "base/buf.h"
#include "value/number.h"

#include <string.h>

static int hex_digit(int c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Up to `most` digits of `base` at s[*i]; returns how many there were. */
static int digits(const char *s, size_t n, size_t *i, int base, int most, uint32_t *value)
{
    int count = 0;
    *value = 0;
    while (count < most && *i < n) {
        int d = hex_digit((unsigned char)s[*i]);
        if (d < 0 || d >= base)
            break;
        *value = *value * (uint32_t)base + (uint32_t)d;
        (*i)++;
        count++;
    }
    return count;
}

/* \uHHHH, two of them making one character where they are a surrogate pair. */
static int unicode_escape(el_buf *out, const char *s, size_t n, size_t *i)
{
    size_t at = *i;
    uint32_t high, low;
    if (digits(s, n, &at, 16, 4, &high) != 4)
        return 0;
    if (high >= 0xD800 && high < 0xDC00 && at + 1 < n && s[at] == '\\' && (s[at + 1] == 'u' || s[at + 1] == 'U')) {
        size_t second = at + 2;
        if (digits(s, n, &second, 16, 4, &low) == 4 && low >= 0xDC00 && low < 0xE000) {
            *i = second;
            el_buf_utf8(out, 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
            return 1;
        }
    }
    *i = at;
    el_buf_utf8(out, high >= 0xD800 && high < 0xE000 ? 0xFFFD : high);
    return 1;
}

static void escape(el_buf *out, const char *s, size_t n, size_t *i)
{
    char c = s[(*i)++];
    static const char from[] = "nrtabfv", to[] = "\n\r\t\a\b\f\v";
    const char *known = c ? strchr(from, c) : NULL;
    uint32_t value;
    if (known) {
        el_buf_putc(out, to[known - from]);
    } else if (c >= '0' && c <= '7') {
        (*i)--;
        digits(s, n, i, 8, 3, &value);
        el_buf_utf8(out, value);
    } else if ((c == 'x' || c == 'X') && digits(s, n, i, 16, 2, &value)) {
        el_buf_utf8(out, value);
    } else if ((c == 'u' || c == 'U') && unicode_escape(out, s, n, i)) {
        return;
    } else {
        el_buf_putc(out, c); /* the backslash is dropped; further bytes of the character follow by themselves */
    }
}

void el__string_value(el_buf *out, const char *s, size_t n)
{
    size_t end = n - 1; /* the closing quote */
    for (size_t i = 1; i < end;) {
        if (s[i] == '\\') {
            i++;
            escape(out, s, end, &i);
        } else {
            el_buf_putc(out, s[i++]);
        }
    }
}

static el_number integer(const char *s, size_t n, int base)
{
    el_number r = {0, 0, 0, 0};
    uint64_t v = 0;
    int beyond = 0;
    for (size_t i = 0; i < n; i++) {
        int d = hex_digit((unsigned char)s[i]);
        r.d = r.d * base + d;
        beyond |= __builtin_mul_overflow(v, (uint64_t)base, &v) || __builtin_add_overflow(v, (uint64_t)d, &v);
    }
    r.overflow = !beyond && v == (uint64_t)INT64_MAX + 1;
    r.is_double = beyond || v > INT64_MAX;
    r.i = r.is_double ? 0 : (int64_t)v;
    return r;
}

el_number el__number_value(const char *s, size_t n)
{
    if (n > 2 && s[0] == '0' && strchr("xXoObB", s[1]))
        return integer(s + 2, n - 2, s[1] == 'x' || s[1] == 'X' ? 16 : s[1] == 'o' || s[1] == 'O' ? 8 : 2);
    int fraction = memchr(s, '.', n) || memchr(s, 'e', n) || memchr(s, 'E', n);
    el_number r = fraction ? (el_number){1, 0, 0, 0} : integer(s, n, 10);
    if (r.is_double)
        r.d = el__strtod(s, n); /* correctly rounded, which adding digit by digit is not */
    return r;
}
