/* SPDX-License-Identifier: MIT */
/* Operators on strings. */
#include "predicate/eval.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"

#include <unicode/uregex.h>
#include <unicode/ustring.h>

#include <stdlib.h>
#include <string.h>

unsigned el__fold_flags(unsigned options)
{
    if (options & EL_OPT_N) /* the caller promises that folding changes nothing */
        return 0;
    return (options & EL_OPT_C ? EL_FOLD_CASE : 0u) | (options & EL_OPT_D ? EL_FOLD_DIACRITICS : 0u);
}

/* Next element of a LIKE pattern: a character, or -1 for "*", -2 for "?". */
static int32_t like_next(const char *p, size_t n, size_t *i)
{
    uint32_t c = el_utf8_next(p, n, i);
    if (c == '*')
        return -1;
    if (c == '?')
        return -2;
    if (c == '\\' && *i < n)
        c = el_utf8_next(p, n, i);
    return (int32_t)c;
}

int el__text_like(const char *s, size_t n, const char *pattern, size_t np)
{
    size_t i = 0, j = 0, star = SIZE_MAX, retry = 0;
    while (i < n) {
        size_t next_i = i, next_j = j;
        uint32_t c = el_utf8_next(s, n, &next_i);
        int32_t want = j < np ? like_next(pattern, np, &next_j) : -3;
        if (want == -1) {
            star = next_j;
            retry = i;
            j = next_j;
        } else if (want == -2 || (want >= 0 && (uint32_t)want == c)) {
            i = next_i;
            j = next_j;
        } else if (star != SIZE_MAX) { /* the last star takes one character more */
            el_utf8_next(s, n, &retry);
            i = retry;
            j = star;
        } else {
            return 0;
        }
    }
    while (j < np && pattern[j] == '*')
        j++;
    return j == np;
}

static UChar *utf16(const char *s, size_t n, int32_t *length)
{
    UErrorCode status = U_ZERO_ERROR;
    UChar *u = el_xmalloc((n + 1) * sizeof *u);
    u_strFromUTF8WithSub(u, (int32_t)n + 1, length, s, (int32_t)n, 0xFFFD, NULL, &status);
    return u;
}

enum {
    REGEX_TIME = 2000,             /* ICU's units, about a millisecond each: a hostile pattern ends here */
    REGEX_STACK = 8 * 1024 * 1024, /* bytes */
    REGEX_TEXT = 1 << 28
};

static int match_whole(URegularExpression *re, const UChar *text, int32_t n, int *match, UErrorCode *status)
{
    uregex_setTimeLimit(re, REGEX_TIME, status);
    uregex_setStackLimit(re, REGEX_STACK, status);
    uregex_setText(re, text, n, status);
    *match = uregex_matches(re, -1, status);
    return U_SUCCESS(*status);
}

int el__text_matches(int *match, const char *s, size_t n, const char *pattern, size_t np, unsigned options, el_error *err)
{
    *match = !n;
    if (!np) /* which ICU would refuse */
        return EL_OK;
    if (n > REGEX_TEXT || np > REGEX_TEXT)
        return el_error_set(err, EL_ELIMIT, "regex-too-complex", "The text is too long for a regular expression.");
    el_buf folded = {0};
    if (el__fold_flags(options) & EL_FOLD_DIACRITICS) {
        el_utf8_fold(&folded, s, n, EL_FOLD_DIACRITICS);
        s = el_buf_str(&folded);
        n = folded.len;
    }
    int32_t length, pattern_length;
    UChar *text = utf16(s, n, &length), *expression = utf16(pattern, np, &pattern_length);
    UErrorCode status = U_ZERO_ERROR;
    UParseError where;
    int insensitive = el__fold_flags(options) & EL_FOLD_CASE;
    URegularExpression *re = uregex_open(expression, pattern_length, insensitive ? UREGEX_CASE_INSENSITIVE : 0, &where, &status);
    int result = EL_OK;
    if (U_FAILURE(status)) {
        result = el_error_set(err, EL_EPREDICATE, "bad-regex", "The regular expression \"%.*s\" is not valid (%s).",
                              np > 80 ? 80 : (int)np, pattern, u_errorName(status));
        el_error_hint(err, "In a quoted literal every backslash is written twice: '\\\\d+'.");
    } else if (!match_whole(re, text, length, match, &status)) {
        result = el_error_set(err, EL_ELIMIT, "regex-too-complex", "The regular expression takes too long (%s).",
                              u_errorName(status));
    }
    uregex_close(re);
    free(text);
    free(expression);
    el_buf_free(&folded);
    return result;
}

static int part_of(el_op op, const char *s, size_t n, const char *part, size_t np)
{
    if (!np || np > n) /* an empty text is part of nothing */
        return 0;
    if (op == EL_OP_BEGINSWITH)
        return !memcmp(s, part, np);
    if (op == EL_OP_ENDSWITH)
        return !memcmp(s + n - np, part, np);
    return memmem(s, n, part, np) != NULL;
}

static int folded_operator(el_op op, const el_value *a, const el_value *b, unsigned options)
{
    unsigned flags = el__fold_flags(options);
    el_buf x = {0}, y = {0};
    const char *s = a->u.text.s, *part = b->u.text.s;
    size_t n = a->u.text.n, np = b->u.text.n;
    if (flags) {
        el_utf8_fold(&x, s, n, flags);
        el_utf8_fold(&y, part, np, flags);
        s = el_buf_str(&x);
        part = el_buf_str(&y);
        n = x.len;
        np = y.len;
    }
    int result = op == EL_OP_LIKE ? el__text_like(s, n, part, np) : part_of(op, s, n, part, np);
    el_buf_free(&x);
    el_buf_free(&y);
    return result;
}

int el__text_operator(el_eval *ev, const el_pred *p, el_op op, const el_value *subject, const el_value *pattern, el_truth *out)
{
    int substring = op == EL_OP_CONTAINS || op == EL_OP_BEGINSWITH || op == EL_OP_ENDSWITH;
    int null = subject->kind == EL_NULL || pattern->kind == EL_NULL;
    if (null) {
        int empty = substring && pattern->kind == EL_STRING && !pattern->u.text.n;
        *out = ev->mode == EL_EVAL_STORE && !empty ? EL_UNKNOWN : EL_FALSE;
        return 0;
    }
    if (subject->kind != EL_STRING && subject->kind != EL_URL)
        return el__eval_mismatch(ev, p->op == EL_OP_IN ? p->right->range : p->left->range, subject, "a string");
    if (pattern->kind != EL_STRING && pattern->kind != EL_URL)
        return el__eval_mismatch(ev, p->op == EL_OP_IN ? p->left->range : p->right->range, pattern, "a string");
    int match;
    if (op == EL_OP_MATCHES) {
        int status = el__text_matches(&match, subject->u.text.s, subject->u.text.n, pattern->u.text.s, pattern->u.text.n,
                                      p->options, ev->err);
        if (status)
            return el_error_range(ev->err, p->right->range.start, p->right->range.end), status;
    } else {
        match = folded_operator(op, subject, pattern, p->options);
    }
    *out = el__truth(match);
    return 0;
}
