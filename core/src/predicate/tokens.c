/* SPDX-License-Identifier: MIT */
/* Tokens for a highlighter: the parser's own, with what their neighbours say about names. */
#include "predicate/lex.h"

#include "base/arena.h"
#include "entitylens/predicate.h"
#include "predicate/ast_functions.h"

#include <stdlib.h>
#include <strings.h>

static int is_symbol(const el_lex_token *t, el_symbol symbol)
{
    return t->kind == EL_TOK_SYMBOL && t->id == (int)symbol;
}

static int is_comparison(const el_lex_token *t)
{
    if (t->kind == EL_TOK_SYMBOL)
        return t->id >= EL_SYM_EQ && t->id <= EL_SYM_GE;
    if (t->kind != EL_TOK_WORD)
        return 0;
    switch (t->id) {
    case EL_W_IN:
    case EL_W_LIKE:
    case EL_W_MATCHES:
    case EL_W_CONTAINS:
    case EL_W_BEGINSWITH:
    case EL_W_ENDSWITH:
    case EL_W_TOKENMATCHES: return 1;
    default: return 0;
    }
}

static int is_named_index(const char *text, const el_lex_token *t)
{
    size_t n = t->end - t->start;
    const char *s = text + t->start;
    return (n == 5 && !strncasecmp(s, "FIRST", 5)) || (n == 4 && (!strncasecmp(s, "LAST", 4) || !strncasecmp(s, "SIZE", 4)));
}

/* A name: a function before "(", an option or FIRST, LAST, SIZE between brackets, else a key. */
static el_token_kind name_kind(const char *text, const el_lex_token *tokens, size_t i)
{
    const el_lex_token *t = &tokens[i], *next = t + 1;
    if (is_symbol(next, EL_SYM_LPAREN))
        return el__function(text + t->start, t->end - t->start) == EL_FN_UNKNOWN ? EL_TOKEN_ERROR : EL_TOKEN_FUNCTION;
    if (i > 1 && is_symbol(&tokens[i - 1], EL_SYM_LBRACKET) && is_symbol(next, EL_SYM_RBRACKET)) {
        if (is_comparison(&tokens[i - 2]))
            return EL_TOKEN_OPTION;
        if (is_named_index(text, t))
            return EL_TOKEN_KEYWORD;
    }
    return EL_TOKEN_KEY;
}

static el_token_kind word_kind(const el_lex_token *t, const el_lex_token *next)
{
    int call = t->id == EL_W_CAST || t->id == EL_W_SUBQUERY || t->id == EL_W_TERNARY || t->id == EL_W_FUNCTION ||
               t->id == EL_W_FETCH;
    return call && is_symbol(next, EL_SYM_LPAREN) ? EL_TOKEN_FUNCTION : EL_TOKEN_KEYWORD;
}

static el_token_kind kind_of(const char *text, const el_lex_token *tokens, size_t i)
{
    const el_lex_token *t = &tokens[i], *next = t + 1;
    switch (t->kind) {
    case EL_TOK_NUMBER: return EL_TOKEN_NUMBER;
    case EL_TOK_STRING: return EL_TOKEN_STRING;
    case EL_TOK_IDENT: return name_kind(text, tokens, i);
    case EL_TOK_HASH: return EL_TOKEN_KEY;
    case EL_TOK_WORD: return word_kind(t, next);
    case EL_TOK_AT: return EL_TOKEN_COLLECTION_OPERATOR;
    case EL_TOK_VAR: return EL_TOKEN_VARIABLE;
    case EL_TOK_ARG: return EL_TOKEN_ARGUMENT;
    case EL_TOK_SELECTOR: return is_symbol(next, EL_SYM_LPAREN) ? name_kind(text, tokens, i) : EL_TOKEN_OPERATOR;
    case EL_TOK_SYMBOL:
        if (t->id <= EL_SYM_DOT)
            return EL_TOKEN_PUNCTUATION;
        return t->id == EL_SYM_COLON ? EL_TOKEN_ERROR : EL_TOKEN_OPERATOR;
    default: return EL_TOKEN_ERROR;
    }
}

size_t el_predicate_tokens(el_token **out, const char *text, size_t n)
{
    size_t count;
    el_lex_token *tokens = el__lex(n ? text : "", n, &count);
    count--; /* the end is no token to paint */
    *out = el_xmalloc((count + 1) * sizeof **out);
    for (size_t i = 0; i < count; i++)
        (*out)[i] = (el_token){kind_of(text, tokens, i), tokens[i].start, tokens[i].end};
    free(tokens);
    return count;
}

void el_tokens_free(el_token *tokens)
{
    free(tokens);
}
