/* SPDX-License-Identifier: MIT */
/* Complaints of the parser. */
#include "predicate/parse.h"

#include "base/arena.h"

#include <stdio.h>
#include <string.h>

void el__fail(el_parser *p, int status, const char *code, size_t start, size_t end, const char *fmt, ...)
{
    p->last = NULL;
    if (p->panic) /* what led here has been reported */
        return;
    p->panic = 1;
    if (!p->nerrs)
        p->status = status;
    if (p->nerrs < p->max_errs)
        p->last = &p->errs[p->nerrs];
    p->nerrs++;
    va_list ap;
    va_start(ap, fmt);
    el_error_setv(p->last, status, code, fmt, ap);
    va_end(ap);
    el_error_range(p->last, start, end);
    el_error_arg(p->last, "%s", el__excerpt(p, start, end));
}

void el__hint(el_parser *p, const char *fmt, ...)
{
    if (!p->last)
        return;
    char text[sizeof p->last->hint];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    el_error_hint(p->last, "%s", text);
}

void el__repair(el_parser *p, const char *fmt, ...)
{
    if (!p->last)
        return;
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(p->last->repair, sizeof p->last->repair, fmt, ap);
    va_end(ap);
    if (n < 0 || (size_t)n >= sizeof p->last->repair)
        p->last->repair[0] = '\0'; /* half a repair is none */
}

const char *el__excerpt(el_parser *p, size_t start, size_t end)
{
    enum { MOST = 60 };
    size_t n = end > start ? end - start : 0;
    if (n <= MOST)
        return el_arena_strndup(p->arena, p->text + start, n);
    n = MOST - 3;
    while (n && ((unsigned char)p->text[start + n] & 0xC0) == 0x80)
        n--;
    return el_arena_printf(p->arena, "%.*s...", (int)n, p->text + start);
}

static void fail_chained(el_parser *p, const el_lex_token *t)
{
    el__fail(p, EL_EPARSE, "chained-comparison", t->start, t->end, "Comparisons cannot be chained: \"%s\" stands behind a complete one.",
             el__excerpt(p, t->start, t->end));
    el__hint(p, "Join two comparisons with AND or OR, or use BETWEEN {low, high}.");
}

static int is_symbol(const el_lex_token *t, el_symbol symbol)
{
    return t->kind == EL_TOK_SYMBOL && t->id == (int)symbol;
}

/* "===" reads as "==" and "=". */
static int fail_triple_equals(el_parser *p, const el_lex_token *t)
{
    const el_lex_token *before = p->at ? t - 1 : NULL;
    if (!before || !is_symbol(t, EL_SYM_EQ) || !is_symbol(before, EL_SYM_EQ) || before->end != t->start)
        return 0;
    el__fail(p, EL_EPARSE, "triple-equals", before->start, t->end, "There is no operator \"%s\".",
             el__excerpt(p, before->start, t->end));
    el__repair(p, "==");
    el__hint(p, "Write == (or =).");
    return 1;
}

/* A modifier or NOT in front of a right side. */
static int fail_word_in_value(el_parser *p, const el_lex_token *t)
{
    if (t->kind != EL_TOK_WORD)
        return 0;
    if (t->id == EL_W_ANY || t->id == EL_W_SOME || t->id == EL_W_ALL || t->id == EL_W_NONE) {
        el__fail(p, EL_EPARSE, "modifier-at-right", t->start, t->end, "%s can stand only in front of a comparison.",
                 el__excerpt(p, t->start, t->end));
        el__hint(p, "Write the collection at the left: ANY rel.key == 5.");
        return 1;
    }
    if (t->id == EL_W_NOT) {
        el__fail(p, EL_EPARSE, "not-behind-operator", t->start, t->end, "NOT cannot stand behind an operator.");
        el__hint(p, "Write NOT in front of the whole comparison: NOT (name CONTAINS \"x\").");
        return 1;
    }
    return 0;
}

void el__fail_here(el_parser *p, const char *expected)
{
    const el_lex_token *t = el__peek(p, 0);
    if (t->kind == EL_TOK_ERROR) {
        el__fail_token(p, t);
    } else if (!expected) {
        fail_chained(p, t);
    } else if (t->kind == EL_TOK_END) {
        /* The caret belongs behind the last token, not behind trailing blanks. */
        size_t end = el__last_end(p);
        el__fail(p, EL_EPARSE, "unexpected-end", end, p->length, "The predicate ends where %s should follow.", expected);
    } else if (!strcmp(expected, "a value") && (fail_triple_equals(p, t) || fail_word_in_value(p, t))) {
        return;
    } else if (t->kind == EL_TOK_WORD && !strcmp(expected, "a value")) {
        el__fail_token(p, t);
    } else {
        el__fail(p, EL_EPARSE, "unexpected-token", t->start, t->end, "Expected %s, found \"%s\".", expected,
                 el__excerpt(p, t->start, t->end));
    }
}

static void fail_reserved(el_parser *p, const el_lex_token *t)
{
    const char *text = el__excerpt(p, t->start, t->end);
    el__fail(p, EL_EPARSE, "reserved-word", t->start, t->end, "\"%s\" is a reserved word and no value.", text);
    el__hint(p, "If it is a key, write #%s.", text);
    el__repair(p, "#%s", text);
}

static void fail_curly(el_parser *p, const el_lex_token *t)
{
    enum { QUOTE_BYTES = 3 };
    size_t n = t->end - t->start;
    el__fail(p, EL_EPARSE, "curly-quotes", t->start, t->end, "Typographic quotes do not mark a string.");
    el__hint(p, "Write straight quotes.");
    if (n >= 2 * QUOTE_BYTES && !memchr(p->text + t->start, '"', n))
        el__repair(p, "\"%.*s\"", (int)(n - 2 * QUOTE_BYTES), p->text + t->start + QUOTE_BYTES);
}

static const struct {
    const char *code, *message, *hint;
} lex_errors[] = {
    [EL_LEX_UNTERMINATED] = {"unterminated-string", "The string has no closing quote.",
                             "Add the quote; a quote inside is written \\' or \\\"."},
    [EL_LEX_BAD_CHARACTER] = {"bad-character", "This character has no meaning outside a string.", ""},
    [EL_LEX_BAD_NUMBER] = {"bad-number", "This is no number.",
                           "Write 1.0 and 0.5 with digits on both sides of the point; a name cannot begin with a digit."},
    [EL_LEX_BAD_SPECIFIER] = {"bad-specifier", "This is no argument.",
                              "Use %@ for a value, %K for a key path, %d for an integer, %f for a floating number."},
    [EL_LEX_BARE_HASH] = {"bare-hash", "# must be followed directly by a key.", ""},
    [EL_LEX_BARE_DOLLAR] = {"bare-dollar", "$ must be followed directly by a variable's name.", ""},
    [EL_LEX_BARE_AT] = {"bare-at", "@ must be followed directly by a collection operator such as @count.", ""},
    [EL_LEX_OBJC_STRING] = {"objc-string", "A string inside a predicate has no @ before its quote.", "Remove the @."},
    [EL_LEX_NOT_UTF8] = {"not-utf8", "These bytes are not UTF-8 text.", ""},
    [EL_LEX_COMMENT] = {"comment", "Predicates have no comments.", "Remove it."},
    [EL_LEX_CURLY_QUOTE] = {"curly-quotes", "", ""},
};

void el__fail_token(el_parser *p, const el_lex_token *t)
{
    if (t->kind == EL_TOK_WORD) {
        if (!fail_word_in_value(p, t))
            fail_reserved(p, t);
        return;
    }
    if (t->id == EL_LEX_CURLY_QUOTE) {
        fail_curly(p, t);
        return;
    }
    el__fail(p, EL_EPARSE, lex_errors[t->id].code, t->start, t->end, "%s", lex_errors[t->id].message);
    if (lex_errors[t->id].hint[0])
        el__hint(p, "%s", lex_errors[t->id].hint);
    if (t->id == EL_LEX_OBJC_STRING)
        el__repair(p, "%.*s", (int)(t->end - t->start - 1), p->text + t->start + 1);
    if (t->id == EL_LEX_UNTERMINATED && t->end - t->start < 200)
        el__repair(p, "%.*s%c", (int)(t->end - t->start), p->text + t->start, p->text[t->start]);
}
