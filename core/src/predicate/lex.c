/* SPDX-License-Identifier: MIT */
#include "predicate/lex.h"

#include "base/arena.h"
#include "base/utf8.h"

#include <unicode/uchar.h>

#include <string.h>

typedef struct lexer {
    const char *s;
    size_t n, at;
    el_lex_token *tokens;
    size_t count, cap;
} lexer;

static int peek(const lexer *l, size_t ahead)
{
    return l->at + ahead < l->n ? (unsigned char)l->s[l->at + ahead] : -1;
}

static int is_blank(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static int is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static int is_letter(int c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

static int is_hex(int c)
{
    return is_digit(c) || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}

static void push(lexer *l, el_tok_kind kind, int id, size_t start)
{
    if (l->count == l->cap) {
        l->cap = l->cap ? l->cap * 2 : 64;
        l->tokens = el_xrealloc(l->tokens, l->cap * sizeof *l->tokens);
    }
    l->tokens[l->count++] = (el_lex_token){kind, id, start, l->at, 0};
}

/* Where the identifier at `from` ends; `from` when there is none. */
static size_t identifier_end(const lexer *l, size_t from)
{
    size_t i = from;
    while (i < l->n) {
        int c = (unsigned char)l->s[i];
        if (c < 0x80) {
            if (!is_letter(c) && !(i > from && is_digit(c)))
                break;
            i++;
            continue;
        }
        size_t next = i;
        uint32_t u = el_utf8_next(l->s, l->n, &next);
        if (u == 0xFFFD || !(u_isalpha((UChar32)u) ||
                             (i > from && u_isIDPart((UChar32)u) && !u_isIDIgnorable((UChar32)u))))
            break;
        i = next;
    }
    return i;
}

static int follows(const lexer *l, size_t at, const char *word)
{
    for (; *word; word++, at++) {
        int c = at < l->n ? (unsigned char)l->s[at] : 0;
        if (c >= 'a' && c <= 'z')
            c -= 32;
        if (c != *word)
            return 0;
    }
    int next = at < l->n ? (unsigned char)l->s[at] : 0;
    return !is_letter(next) && !is_digit(next);
}

static int single_colon(const lexer *l, size_t at)
{
    return at < l->n && l->s[at] == ':' && !(at + 1 < l->n && l->s[at + 1] == '=');
}

static void lex_name(lexer *l)
{
    size_t start = l->at, end = identifier_end(l, start);
    if (single_colon(l, end)) {
        do {
            l->at = end + 1;
            end = identifier_end(l, l->at);
        } while (end > l->at && single_colon(l, end));
        push(l, EL_TOK_SELECTOR, 0, start);
        return;
    }
    l->at = end;
    if (end - start == 3 && follows(l, start, "UTI")) {
        size_t extra = follows(l, end, "-CONFORMS-TO") ? 12 : follows(l, end, "-EQUALS") ? 7 : 0;
        l->at += extra;
    }
    el_word word = el__word(l->s + start, l->at - start);
    push(l, word ? EL_TOK_WORD : EL_TOK_IDENT, word, start);
}

/* #name, @name, $name */
static void lex_prefixed(lexer *l, el_tok_kind kind, el_lex_error bare)
{
    size_t start = l->at++, end = identifier_end(l, l->at);
    if (end == l->at) {
        push(l, EL_TOK_ERROR, bare, start);
        return;
    }
    l->at = end;
    push(l, kind, 0, start);
}

/* Ends behind the closing quote; 0 when there is none. */
static int skip_string(lexer *l)
{
    char quote = l->s[l->at++];
    while (l->at < l->n) {
        char c = l->s[l->at++];
        if (c == quote)
            return 1;
        if (c == '\\' && l->at < l->n)
            l->at++;
    }
    return 0;
}

static void lex_string(lexer *l, size_t start)
{
    int closed = skip_string(l);
    if (!closed)
        push(l, EL_TOK_ERROR, EL_LEX_UNTERMINATED, start);
    else if (!el_utf8_valid(l->s + start, l->at - start))
        push(l, EL_TOK_ERROR, EL_LEX_NOT_UTF8, start);
    else
        push(l, l->s[start] == '@' ? EL_TOK_ERROR : EL_TOK_STRING, l->s[start] == '@' ? EL_LEX_OBJC_STRING : 0, start);
}

static int radix_digits(lexer *l, int c)
{
    int base = c == 'x' || c == 'X' ? 16 : c == 'o' || c == 'O' ? 8 : c == 'b' || c == 'B' ? 2 : 0;
    if (!base)
        return -1;
    l->at += 2;
    size_t from = l->at;
    while (base == 16 ? is_hex(peek(l, 0)) : is_digit(peek(l, 0)) && peek(l, 0) < '0' + base)
        l->at++;
    return l->at > from;
}

static void lex_number(lexer *l)
{
    size_t start = l->at;
    int good = peek(l, 0) == '0' ? radix_digits(l, peek(l, 1)) : -1;
    if (good < 0) {
        good = 1;
        while (is_digit(peek(l, 0)))
            l->at++;
        if (peek(l, 0) == '.' && is_digit(peek(l, 1))) {
            l->at++;
            while (is_digit(peek(l, 0)))
                l->at++;
        } else if (peek(l, 0) == '.') {
            l->at++; /* "1." is no number */
            good = 0;
        }
        int sign = peek(l, 1) == '+' || peek(l, 1) == '-';
        if (good && (peek(l, 0) == 'e' || peek(l, 0) == 'E') && is_digit(peek(l, 1 + (size_t)sign))) {
            l->at += 1 + (size_t)sign;
            while (is_digit(peek(l, 0)))
                l->at++;
        }
    }
    /* "12abc" is one mistake, not a number and a name. */
    while (is_letter(peek(l, 0)) || is_digit(peek(l, 0)) || peek(l, 0) >= 0x80) {
        size_t end = l->at;
        if (peek(l, 0) >= 0x80 && identifier_end(l, l->at) == l->at)
            break;
        l->at = end + 1;
        good = 0;
    }
    push(l, good ? EL_TOK_NUMBER : EL_TOK_ERROR, good ? 0 : EL_LEX_BAD_NUMBER, start);
}

static void lex_argument(lexer *l)
{
    size_t start = l->at++;
    if (peek(l, 0) == '@' || peek(l, 0) == 'K') {
        int key = l->s[l->at++] == 'K';
        push(l, EL_TOK_ARG, key ? EL_ARG_KEY : EL_ARG_OBJECT, start);
        return;
    }
    size_t modifiers = 0;
    while (modifiers < 2 && peek(l, 0) > 0 && strchr("hlqztjL", peek(l, 0))) {
        l->at++;
        modifiers++;
    }
    int c = peek(l, 0);
    if (c > 0)
        l->at++;
    if (c > 0 && strchr("dDiuUxXoOcC", c))
        push(l, EL_TOK_ARG, EL_ARG_INTEGER, start);
    else if (c > 0 && strchr("fFeEgGaA", c))
        push(l, EL_TOK_ARG, EL_ARG_DOUBLE, start);
    else if (c > 0 && strchr("sSp", c))
        push(l, EL_TOK_ARG, EL_ARG_TEXT, start);
    else {
        while (l->at < l->n && ((unsigned char)l->s[l->at] & 0xC0) == 0x80)
            l->at++;
        if (is_blank(c))
            l->at--;
        push(l, EL_TOK_ERROR, EL_LEX_BAD_SPECIFIER, start);
    }
}

static void lex_comment(lexer *l)
{
    size_t start = l->at;
    int block = peek(l, 1) == '*';
    l->at += 2;
    while (l->at < l->n && !(block ? l->s[l->at] == '*' && peek(l, 1) == '/' : l->s[l->at] == '\n'))
        l->at++;
    if (block)
        l->at = l->at + 2 < l->n ? l->at + 2 : l->n;
    push(l, EL_TOK_ERROR, EL_LEX_COMMENT, start);
}

/* “text” comes from word processors; the whole of it is one mistake with an obvious repair. */
static int lex_curly(lexer *l, uint32_t open, size_t start)
{
    if (open != 0x201C && open != 0x201D && open != 0x201E && open != 0x2018 && open != 0x2019)
        return 0;
    int twofold = open != 0x2018 && open != 0x2019;
    for (size_t i = l->at; i < l->n;) {
        uint32_t c = el_utf8_next(l->s, l->n, &i);
        if (twofold ? c == 0x201C || c == 0x201D : c == 0x2018 || c == 0x2019) {
            l->at = i;
            break;
        }
    }
    push(l, EL_TOK_ERROR, EL_LEX_CURLY_QUOTE, start);
    return 1;
}

static const struct {
    char text[3];
    unsigned char id;
} symbols[] = {
    /* two characters before one: the longest match wins */
    {"**", EL_SYM_POWER},  {"<<", EL_SYM_SHL},     {">>", EL_SYM_SHR},     {"&&", EL_SYM_ANDAND}, {"||", EL_SYM_OROR},
    {"==", EL_SYM_EQ},     {"!=", EL_SYM_NE},      {"<>", EL_SYM_NE},      {"<=", EL_SYM_LE},     {"=<", EL_SYM_LE},
    {">=", EL_SYM_GE},     {"=>", EL_SYM_GE},      {":=", EL_SYM_ASSIGN},  {"(", EL_SYM_LPAREN},  {")", EL_SYM_RPAREN},
    {"{", EL_SYM_LBRACE},  {"}", EL_SYM_RBRACE},   {"[", EL_SYM_LBRACKET}, {"]", EL_SYM_RBRACKET}, {",", EL_SYM_COMMA},
    {".", EL_SYM_DOT},     {"+", EL_SYM_PLUS},     {"-", EL_SYM_MINUS},    {"*", EL_SYM_STAR},    {"/", EL_SYM_SLASH},
    {"&", EL_SYM_AND},     {"|", EL_SYM_OR},       {"^", EL_SYM_XOR},      {"~", EL_SYM_TILDE},   {"!", EL_SYM_BANG},
    {"=", EL_SYM_EQ},      {"<", EL_SYM_LT},       {">", EL_SYM_GT},       {":", EL_SYM_COLON},
};

static int lex_symbol(lexer *l)
{
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        size_t size = strlen(symbols[i].text);
        if (l->at + size > l->n || memcmp(l->s + l->at, symbols[i].text, size))
            continue;
        size_t start = l->at;
        l->at += size;
        push(l, EL_TOK_SYMBOL, symbols[i].id, start);
        return 1;
    }
    return 0;
}

static void lex_other(lexer *l)
{
    size_t start = l->at;
    uint32_t c = el_utf8_next(l->s, l->n, &l->at);
    if (c == 0xFFFD && l->at - start == 1)
        push(l, EL_TOK_ERROR, EL_LEX_NOT_UTF8, start);
    else if (!lex_curly(l, c, start))
        push(l, EL_TOK_ERROR, EL_LEX_BAD_CHARACTER, start);
}

static void lex_token(lexer *l)
{
    int c = peek(l, 0), next = peek(l, 1);
    if (identifier_end(l, l->at) > l->at)
        lex_name(l);
    else if (is_digit(c))
        lex_number(l);
    else if (c == '"' || c == '\'')
        lex_string(l, l->at);
    else if (c == '@' && (next == '"' || next == '\'')) {
        l->at++;
        lex_string(l, l->at - 1);
    } else if (c == '#')
        lex_prefixed(l, EL_TOK_HASH, EL_LEX_BARE_HASH);
    else if (c == '@')
        lex_prefixed(l, EL_TOK_AT, EL_LEX_BARE_AT);
    else if (c == '$')
        lex_prefixed(l, EL_TOK_VAR, EL_LEX_BARE_DOLLAR);
    else if (c == '%')
        lex_argument(l);
    else if (c == '/' && (next == '*' || next == '/'))
        lex_comment(l);
    else if (!lex_symbol(l))
        lex_other(l);
}

int el__token_opens(const el_lex_token *t)
{
    return t->kind == EL_TOK_SYMBOL && (t->id == EL_SYM_LPAREN || t->id == EL_SYM_LBRACE || t->id == EL_SYM_LBRACKET);
}

int el__token_closes(const el_lex_token *t)
{
    return t->kind == EL_TOK_SYMBOL && (t->id == EL_SYM_RPAREN || t->id == EL_SYM_RBRACE || t->id == EL_SYM_RBRACKET);
}

/* While a bracket is open, its `match` links to the open one around it. */
static void match_brackets(el_lex_token *tokens, size_t n)
{
    size_t innermost = SIZE_MAX, outer;
    for (size_t i = 0; i < n; i++) {
        if (el__token_opens(&tokens[i])) {
            tokens[i].match = innermost;
            innermost = i;
        } else if (el__token_closes(&tokens[i]) && innermost != SIZE_MAX) {
            outer = tokens[innermost].match;
            tokens[innermost].match = i;
            innermost = outer;
        }
    }
    for (; innermost != SIZE_MAX; innermost = outer) {
        outer = tokens[innermost].match;
        tokens[innermost].match = n - 1;
    }
}

el_lex_token *el__lex(const char *text, size_t n, size_t *count)
{
    lexer l = {text, n, 0, NULL, 0, 0};
    for (;;) {
        while (is_blank(peek(&l, 0)))
            l.at++;
        if (l.at >= n)
            break;
        lex_token(&l);
    }
    push(&l, EL_TOK_END, 0, n);
    match_brackets(l.tokens, l.count);
    *count = l.count;
    return l.tokens;
}
