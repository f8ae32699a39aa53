/* SPDX-License-Identifier: MIT */
/* MATCHES through ICU, the engine behind NSPredicate.  A compiled pattern stays with its argument for the statement. */
#include "predicate/functions.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"

#include <unicode/uregex.h>
#include <unicode/ustring.h>

#include <stdlib.h>
#include <string.h>

typedef struct regex {
    URegularExpression *re;
    UChar *subject;
    int32_t room;
    unsigned flags;
} regex;

/* Backtracking steps before a pattern counts as hostile; about a second. */
enum { STEP_LIMIT = 1000, STACK_LIMIT = 16 * 1024 * 1024 };

static void regex_free(void *p)
{
    regex *r = p;
    if (r->re)
        uregex_close(r->re);
    free(r->subject);
    free(r);
}

static UChar *to_utf16(UChar *u, int32_t *room, const char *s, size_t n, int32_t *length)
{
    if ((size_t)*room < n + 1) {
        u = el_xrealloc(u, (n + 1) * sizeof *u);
        *room = (int32_t)(n + 1);
    }
    int32_t at = 0;
    for (size_t i = 0; i < n;) {
        uint32_t c = (unsigned char)s[i] < 0x80 ? (unsigned char)s[i++] : el_utf8_next(s, n, &i);
        U16_APPEND_UNSAFE(u, at, c);
    }
    *length = at;
    return u;
}

static regex *compile(const char *pattern, size_t n, unsigned flags, UErrorCode *status)
{
    regex *r = el_xmalloc(sizeof *r);
    if (!n) { /* ICU refuses the empty pattern, which only the empty text matches */
        pattern = "(?:)";
        n = 4;
    }
    UChar *u = NULL;
    int32_t room = 0, length;
    if (!n) { /* matches the empty text only; ICU would refuse it */
        pattern = "(?:)";
        n = 4;
    }
    u = to_utf16(u, &room, pattern, n, &length);
    UParseError where;
    r->re = uregex_open(u, length, flags & EL_FOLD_CASE ? UREGEX_CASE_INSENSITIVE : 0, &where, status);
    r->flags = flags;
    free(u);
    if (U_SUCCESS(*status)) {
        uregex_setTimeLimit(r->re, STEP_LIMIT, status);
        uregex_setStackLimit(r->re, STACK_LIMIT, status);
    }
    return r;
}

int el__sql_regex_valid(const char *pattern, size_t n)
{
    UErrorCode status = U_ZERO_ERROR;
    regex_free(compile(pattern, n, 0, &status));
    return U_SUCCESS(status);
}

/* The pattern of argument 1, compiled once a statement when it is constant; `*owned` must be freed otherwise. */
static regex *pattern_of(sqlite3_context *ctx, sqlite3_value *v, unsigned flags, UErrorCode *status, int *owned)
{
    *owned = 0;
    regex *r = sqlite3_get_auxdata(ctx, 1);
    if (r)
        return r;
    r = compile((const char *)sqlite3_value_text(v), (size_t)sqlite3_value_bytes(v), flags, status);
    if (U_FAILURE(*status)) {
        regex_free(r);
        return NULL;
    }
    sqlite3_set_auxdata(ctx, 1, r, regex_free);
    r = sqlite3_get_auxdata(ctx, 1);
    if (!r) { /* not a constant, the engine has freed it */
        *owned = 1;
        r = compile((const char *)sqlite3_value_text(v), (size_t)sqlite3_value_bytes(v), flags, status);
    }
    return r;
}

static void bad_pattern(sqlite3_context *ctx, sqlite3_value *v)
{
    char *text = sqlite3_mprintf("bad-regex: '%s' is not a regular expression", (const char *)sqlite3_value_text(v));
    sqlite3_result_error(ctx, text ? text : "bad-regex", -1);
    sqlite3_free(text);
}

static void matches_function(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
    (void)argc;
    if (sqlite3_value_type(argv[0]) == SQLITE_NULL || sqlite3_value_type(argv[1]) == SQLITE_NULL)
        return;
    UErrorCode status = U_ZERO_ERROR;
    int owned;
    regex *r = pattern_of(ctx, argv[1], el__sql_fold_flags(argv[2]), &status, &owned);
    if (!r) {
        bad_pattern(ctx, argv[1]);
        return;
    }
    const char *s = (const char *)sqlite3_value_text(argv[0]);
    size_t n = (size_t)sqlite3_value_bytes(argv[0]);
    el_buf folded = {0};
    if (r->flags & EL_FOLD_DIACRITICS) { /* the pattern stays as it is: folding could change its meaning */
        el_utf8_fold(&folded, s, n, EL_FOLD_DIACRITICS);
        s = el_buf_str(&folded);
        n = folded.len;
    }
    int32_t length;
    r->subject = to_utf16(r->subject, &r->room, s, n, &length);
    uregex_setText(r->re, r->subject, length, &status);
    UBool yes = uregex_matches(r->re, -1, &status);
    el_buf_free(&folded);
    if (U_FAILURE(status))
        sqlite3_result_error(ctx, "regex-too-complex: the regular expression takes too long on a value", -1);
    else
        sqlite3_result_int(ctx, yes != 0);
    if (owned)
        regex_free(r);
}

int el__sql_register_regex_functions(sqlite3 *db)
{
    return sqlite3_create_function_v2(db, "el_matches", 3, EL__FUNCTION_FLAGS, NULL, matches_function, NULL, NULL, NULL);
}
