/* SPDX-License-Identifier: MIT */
/* Text to tokens.  The whole text becomes an array before parsing starts, so that the parser can look
 * ahead for free, recover after an error, and the highlighter sees broken text, too. */
#ifndef EL_PREDICATE_LEX_H
#define EL_PREDICATE_LEX_H

#include <stddef.h>
#include <stdint.h>

typedef enum el_tok_kind {
    EL_TOK_END,
    EL_TOK_ERROR,    /* id: el_lex_error */
    EL_TOK_NUMBER,
    EL_TOK_STRING,   /* quotes included */
    EL_TOK_IDENT,
    EL_TOK_WORD,     /* id: el_word */
    EL_TOK_HASH,     /* #ident */
    EL_TOK_AT,       /* @ident */
    EL_TOK_VAR,      /* $ident */
    EL_TOK_ARG,      /* id: el_arg_class */
    EL_TOK_SELECTOR, /* name: or name:name: */
    EL_TOK_SYMBOL    /* id: el_symbol */
} el_tok_kind;

/* Reserved words.  FIRST, LAST and SIZE are not among them: they are names except inside an index. */
typedef enum el_word {
    EL_W_NOT_RESERVED,
    EL_W_AND, EL_W_OR, EL_W_IN, EL_W_NOT, EL_W_ALL, EL_W_ANY, EL_W_SOME, EL_W_NONE, EL_W_LIKE, EL_W_CASEINSENSITIVE,
    EL_W_CI, EL_W_MATCHES, EL_W_CONTAINS, EL_W_BEGINSWITH, EL_W_ENDSWITH, EL_W_BETWEEN, EL_W_NULL, EL_W_NIL,
    EL_W_SELF, EL_W_TRUE, EL_W_YES, EL_W_FALSE, EL_W_NO, EL_W_ANYKEY, EL_W_SUBQUERY, EL_W_CAST, EL_W_TRUEPREDICATE,
    EL_W_FALSEPREDICATE, EL_W_UTI_CONFORMS_TO, EL_W_UTI_EQUALS, EL_W_FETCH, EL_W_TERNARY, EL_W_FUNCTION, EL_W_UNION,
    EL_W_INTERSECT, EL_W_MINUS, EL_W_TOKENMATCHES,
    EL_W_COUNT
} el_word;

typedef enum el_symbol {
    EL_SYM_LPAREN, EL_SYM_RPAREN, EL_SYM_LBRACE, EL_SYM_RBRACE, EL_SYM_LBRACKET, EL_SYM_RBRACKET, EL_SYM_COMMA,
    EL_SYM_DOT, EL_SYM_PLUS, EL_SYM_MINUS, EL_SYM_STAR, EL_SYM_SLASH, EL_SYM_POWER, EL_SYM_AND, EL_SYM_OR, EL_SYM_XOR,
    EL_SYM_TILDE, EL_SYM_SHL, EL_SYM_SHR, EL_SYM_ANDAND, EL_SYM_OROR, EL_SYM_BANG, EL_SYM_EQ, EL_SYM_NE, EL_SYM_LT,
    EL_SYM_LE, EL_SYM_GT, EL_SYM_GE, EL_SYM_ASSIGN, EL_SYM_COLON
} el_symbol;

typedef enum el_arg_class { EL_ARG_OBJECT, EL_ARG_KEY, EL_ARG_INTEGER, EL_ARG_DOUBLE, EL_ARG_TEXT } el_arg_class;

typedef enum el_lex_error {
    EL_LEX_UNTERMINATED, EL_LEX_BAD_CHARACTER, EL_LEX_BAD_NUMBER, EL_LEX_BAD_SPECIFIER, EL_LEX_BARE_HASH,
    EL_LEX_BARE_DOLLAR, EL_LEX_BARE_AT, EL_LEX_OBJC_STRING, EL_LEX_NOT_UTF8, EL_LEX_COMMENT, EL_LEX_CURLY_QUOTE
} el_lex_error;

typedef struct el_lex_token {
    el_tok_kind kind;
    int id;
    size_t start, end;
    size_t match; /* an opening bracket: index of the token that closes it, else of the last token */
} el_lex_token;

/* Tokens of `text`, ending with EL_TOK_END; free() them.  Never fails: what is no token becomes EL_TOK_ERROR. */
el_lex_token *el__lex(const char *text, size_t n, size_t *count);

int el__token_opens(const el_lex_token *t);
int el__token_closes(const el_lex_token *t);

/* The reserved word that `s` spells in any letter case. */
el_word el__word(const char *s, size_t n);
const char *el__word_text(el_word word);
/* True for a name that a printer must write with "#" as a key: a reserved word, or FIRST, LAST, SIZE. */
int el__needs_hash(const char *s, size_t n);
/* True for text that is one identifier of the language. */
int el__is_identifier(const char *s, size_t n);

struct el_buf;
/* Appends what a string token (quotes included) means. */
void el__string_value(struct el_buf *out, const char *s, size_t n);

typedef struct el_number {
    int is_double, overflow; /* overflow: the integer 2^63 exactly, which only a minus sign can make fit */
    int64_t i;
    double d;
} el_number;
el_number el__number_value(const char *s, size_t n);

#endif
