/* SPDX-License-Identifier: MIT */
#include "query/find.h"

#include "base/arena.h"
#include "base/utf8.h"
#include "sqlite/api.h"
#include "value/decimal_math.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DAY = 86400, BEFORE = 30, EXCERPT = 120 };

static int all_digits(const char *s)
{
    size_t n = strspn(s + (*s == '-'), "0123456789");
    return n > 0 && n < 19 && !s[n + (*s == '-')];
}

static void read_number(el__find_term *t, el_arena *arena, const char *text)
{
    el_decimal d;
    char canonical[EL_DECIMAL_TEXT];
    if (!el_decimal_read(&d, text, strlen(text)))
        return;
    size_t n = el_decimal_write(canonical, &d);
    t->is_number = 1;
    t->number = el_value_text(EL_DECIMAL, el_arena_strndup(arena, canonical, n), n);
    if (d.exponent >= 0 && n < 19)
        t->number = el_value_int(strtoll(canonical, NULL, 10));
}

static void read_date(el__find_term *t, const char *text)
{
    size_t n = strlen(text);
    if (n < 10 || text[4] != '-' || el_date_parse(&t->from, text, n))
        return;
    t->is_date = 1;
    t->to = t->from + (n == 10 ? DAY : 1);
}

static const char *read_uuid(el_arena *arena, const char *text)
{
    char *out = el_arena_alloc(arena, 37);
    if (strlen(text) != 36)
        return NULL;
    for (size_t i = 0; i < 36; i++) {
        int dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? text[i] != '-' : !isxdigit((unsigned char)text[i]))
            return NULL;
        out[i] = (char)toupper((unsigned char)text[i]);
    }
    return out;
}

static void read_key(el__find_term *t, el_arena *arena, const char *text)
{
    const char *slash = strrchr(text, '/');
    const char *digits = slash ? slash + 1 : text;
    if (!all_digits(digits))
        return;
    t->has_key = 1;
    t->key = strtoll(digits, NULL, 10);
    t->key_entity = slash ? el_arena_strndup(arena, text, (size_t)(slash - text)) : NULL;
}

void el__find_term_read(el__find_term *out, el_arena *arena, const char *text, int case_sensitive)
{
    memset(out, 0, sizeof *out);
    el_buf folded = {0};
    el_utf8_fold(&folded, text, strlen(text), case_sensitive ? 0 : EL_FOLD_CASE | EL_FOLD_DIACRITICS);
    out->text = el_arena_strndup(arena, el_buf_str(&folded), folded.len);
    out->n = folded.len;
    out->letters = case_sensitive ? "" : "cd";
    el_buf_free(&folded);
    read_number(out, arena, text);
    read_date(out, text);
    out->uuid = read_uuid(arena, text);
    read_key(out, arena, text);
}

int el__find_test(el_buf *sql, const el__find_term *t, el_attribute_type type, const char *column)
{
    switch (type) {
    case EL_TYPE_STRING:
    case EL_TYPE_URI:
    case EL_TYPE_UNDEFINED: el_buf_printf(sql, "el_contains(%s, ?1, '%s')", column, t->letters); return 1;
    case EL_TYPE_INT16:
    case EL_TYPE_INT32:
    case EL_TYPE_INT64:
    case EL_TYPE_DOUBLE:
    case EL_TYPE_FLOAT:
        if (t->is_number)
            el_buf_printf(sql, t->number.kind == EL_INT ? "%s = ?2" : "el_decimal_cmp(%s, ?2) = 0", column);
        return t->is_number;
    case EL_TYPE_DECIMAL:
        if (t->is_number)
            el_buf_printf(sql, "el_decimal_cmp(%s, ?2) = 0", column);
        return t->is_number;
    case EL_TYPE_DATE:
        if (t->is_date)
            el_buf_printf(sql, "(%s >= ?3 AND %s < ?4)", column, column);
        return t->is_date;
    case EL_TYPE_UUID:
        el_buf_printf(sql, t->uuid ? "el_uuid(%s) = ?5" : "el_contains(el_uuid(%s), ?1, 'c')", column);
        return 1;
    case EL_TYPE_BINARY:
        if (t->uuid)
            el_buf_printf(sql, "%s = ?6", column);
        return t->uuid != NULL;
    default: return 0;
    }
}

static unsigned hex_value(char c)
{
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'A' + 10);
}

int el__find_bind(sqlite3_stmt *stmt, const el__find_term *t)
{
    unsigned char bytes[16] = {0};
    int known = sqlite3_bind_parameter_count(stmt);
    for (size_t i = 0, at = 0; t->uuid && i < 36 && at < 32; i++)
        if (t->uuid[i] != '-') {
            bytes[at / 2] = (unsigned char)(bytes[at / 2] << 4 | hex_value(t->uuid[i]));
            at++;
        }
    el_value values[] = {el_value_text(EL_STRING, t->text, t->n), t->is_number ? t->number : el_value_null(), el_value_double(t->from),
                         el_value_double(t->to), t->uuid ? el_value_text(EL_STRING, t->uuid, 36) : el_value_null(),
                         el_value_text(EL_DATA, (const char *)bytes, 16)};
    for (int i = 0; i < 6 && i < known; i++)
        if (el_sql_bind(stmt, i + 1, &values[i]) != SQLITE_OK)
            return EL_ESQL;
    return EL_OK;
}

/* Where the match is, as far as one can tell without folding back. */
static size_t place(const el__find_term *t, const char *s, size_t n)
{
    for (size_t i = 0; i + t->n <= n; i++) {
        size_t k = 0;
        while (k < t->n && tolower((unsigned char)s[i + k]) == tolower((unsigned char)t->text[k]))
            k++;
        if (k == t->n)
            return i;
    }
    return 0;
}

const char *el__find_excerpt(el_arena *arena, const el__find_term *t, const char *s, size_t n)
{
    size_t at = place(t, s, n), from = at > BEFORE ? at - BEFORE : 0;
    while (from && ((unsigned char)s[from] & 0xC0) == 0x80)
        from--;
    el_buf b = {0};
    if (from)
        el_buf_puts(&b, "…");
    size_t i = from;
    for (size_t shown = 0; i < n && shown < EXCERPT; shown++) {
        uint32_t c = el_utf8_next(s, n, &i);
        el_buf_utf8(&b, c < 0x20 || c == 0x7F ? ' ' : c);
    }
    if (i < n)
        el_buf_puts(&b, "…");
    const char *text = el_arena_strndup(arena, el_buf_str(&b), b.len);
    el_buf_free(&b);
    return text;
}
