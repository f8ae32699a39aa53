/* SPDX-License-Identifier: MIT */
/* Where the cursor stands.  The text is usually unfinished, so nothing is parsed: a walk over the tokens before
 * the cursor keeps what is open and what the last value was. */
#include "predicate/complete.h"

#include "base/arena.h"

#include <string.h>

static int is_symbol(const el_lex_token *t, el_symbol symbol)
{
    return t->kind == EL_TOK_SYMBOL && t->id == (int)symbol;
}

static int comparison(const el_lex_token *t, el_op *op)
{
    static const struct { el_tok_kind kind; int id; el_op op; } known[] = {
        {EL_TOK_SYMBOL, EL_SYM_EQ, EL_OP_EQ}, {EL_TOK_SYMBOL, EL_SYM_NE, EL_OP_NE}, {EL_TOK_SYMBOL, EL_SYM_LT, EL_OP_LT},
        {EL_TOK_SYMBOL, EL_SYM_LE, EL_OP_LE}, {EL_TOK_SYMBOL, EL_SYM_GT, EL_OP_GT}, {EL_TOK_SYMBOL, EL_SYM_GE, EL_OP_GE},
        {EL_TOK_WORD, EL_W_IN, EL_OP_IN}, {EL_TOK_WORD, EL_W_BETWEEN, EL_OP_BETWEEN}, {EL_TOK_WORD, EL_W_LIKE, EL_OP_LIKE},
        {EL_TOK_WORD, EL_W_MATCHES, EL_OP_MATCHES}, {EL_TOK_WORD, EL_W_CONTAINS, EL_OP_CONTAINS},
        {EL_TOK_WORD, EL_W_BEGINSWITH, EL_OP_BEGINSWITH}, {EL_TOK_WORD, EL_W_ENDSWITH, EL_OP_ENDSWITH},
        {EL_TOK_WORD, EL_W_TOKENMATCHES, EL_OP_TOKENMATCHES}, {EL_TOK_WORD, EL_W_UTI_EQUALS, EL_OP_UTI_EQUALS},
        {EL_TOK_WORD, EL_W_UTI_CONFORMS_TO, EL_OP_UTI_CONFORMS_TO}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].kind == t->kind && known[i].id == t->id) {
            *op = known[i].op;
            return 1;
        }
    return 0;
}

/* What comes at the beginning of a bracket's content or behind its comma. */
static el_place_in_text opening_place(const el_level *l)
{
    if (l->id == EL_SYM_LBRACKET)
        return EL_AT_INDEX;
    if (l->word == EL_W_SUBQUERY)
        return l->argument == 0 ? EL_AT_COLLECTION : l->argument == 1 ? EL_AT_VARIABLE : EL_AT_CONDITION;
    if (l->word == EL_W_TERNARY)
        return l->argument == 0 ? EL_AT_CONDITION : EL_AT_VALUE;
    if (l->word == EL_W_CAST && l->argument == 1)
        return EL_AT_TYPE;
    if (l->id == EL_SYM_LBRACE || l->call || l->word)
        return EL_AT_VALUE;
    return l->outer && l->outer->has_operator ? EL_AT_VALUE : EL_AT_CONDITION;
}

static void open_level(el_cursor_context *c, size_t i, size_t start, el_word word, int call)
{
    el_level *l = el_arena_alloc(c->arena, sizeof *l);
    l->start = start;
    l->id = c->tokens[i].id;
    l->word = word;
    l->call = call;
    l->outer = c->level;
    c->level = l;
    c->place = opening_place(l);
}

/* "(" behind a name belongs to a call. */
static void open_parenthesis(el_cursor_context *c, size_t i)
{
    const el_lex_token *before = i ? &c->tokens[i - 1] : NULL;
    int word = before && before->kind == EL_TOK_WORD &&
               (before->id == EL_W_SUBQUERY || before->id == EL_W_CAST || before->id == EL_W_TERNARY ||
                before->id == EL_W_FUNCTION || before->id == EL_W_FETCH);
    int call = before && (before->kind == EL_TOK_IDENT || before->kind == EL_TOK_SELECTOR);
    open_level(c, i, word || call ? i - 1 : i, word ? (el_word)before->id : EL_W_NOT_RESERVED, call);
}

static void open_bracket(el_cursor_context *c, size_t i)
{
    el_op op;
    if (i && comparison(&c->tokens[i - 1], &op)) {
        open_level(c, i, i, EL_W_NOT_RESERVED, 0);
        c->level->option = 1;
        c->place = EL_AT_OPTION;
        return;
    }
    open_level(c, i, c->value_from, EL_W_NOT_RESERVED, 0);
}

static void end_value(el_cursor_context *c, size_t from, size_t to)
{
    int connected = c->place == EL_AT_CONNECTIVE;
    c->value_from = from;
    c->value_to = to;
    if (!connected)
        c->place = c->level->has_operator ? EL_AT_CONNECTIVE : EL_AT_OPERATOR;
}

static void close_level(el_cursor_context *c, size_t i)
{
    el_level *l = c->level;
    if (!l->outer)
        return;
    int condition = l->id == EL_SYM_LPAREN && !l->call && !l->word && l->has_operator;
    c->level = l->outer;
    c->place = EL_AT_VALUE;
    if (l->option)
        return;
    end_value(c, l->start, i + 1);
    if (condition)
        c->place = EL_AT_CONNECTIVE;
}

static void next_condition(el_cursor_context *c)
{
    c->level->has_operator = c->level->has_modifier = 0;
    c->place = opening_place(c->level);
    if (c->place == EL_AT_VALUE || c->place == EL_AT_INDEX)
        c->place = EL_AT_CONDITION; /* AND inside what looked like a value */
}

static void at_comma(el_cursor_context *c)
{
    el_level *l = c->level;
    if (l->argument == 0) {
        l->first_from = l->start + 2; /* behind the name and its "(" */
        l->first_to = c->value_to;
    }
    l->argument++;
    l->has_operator = l->has_modifier = 0;
    c->place = opening_place(l);
}

static void at_word(el_cursor_context *c, size_t i)
{
    switch (c->tokens[i].id) {
    case EL_W_AND:
    case EL_W_OR:
    case EL_W_NOT: next_condition(c); break;
    case EL_W_ANY:
    case EL_W_ALL:
    case EL_W_SOME:
    case EL_W_NONE:
        c->level->has_modifier = 1;
        c->place = EL_AT_COLLECTION;
        break;
    case EL_W_TRUEPREDICATE:
    case EL_W_FALSEPREDICATE: c->place = EL_AT_CONNECTIVE; break;
    case EL_W_SUBQUERY:
    case EL_W_CAST:
    case EL_W_TERNARY:
    case EL_W_FUNCTION:
    case EL_W_FETCH: break; /* the bracket follows */
    case EL_W_UNION:
    case EL_W_INTERSECT:
    case EL_W_MINUS: c->place = EL_AT_VALUE; break;
    default: end_value(c, i, i + 1);
    }
}

static void at_symbol(el_cursor_context *c, size_t i)
{
    switch (c->tokens[i].id) {
    case EL_SYM_LPAREN: open_parenthesis(c, i); break;
    case EL_SYM_LBRACE: open_level(c, i, i, EL_W_NOT_RESERVED, 0); break;
    case EL_SYM_LBRACKET: open_bracket(c, i); break;
    case EL_SYM_RPAREN:
    case EL_SYM_RBRACE:
    case EL_SYM_RBRACKET: close_level(c, i); break;
    case EL_SYM_COMMA: at_comma(c); break;
    case EL_SYM_DOT: c->place = EL_AT_KEY; break;
    case EL_SYM_ANDAND:
    case EL_SYM_OROR:
    case EL_SYM_BANG: next_condition(c); break;
    default: c->place = EL_AT_VALUE;
    }
}

static void at_name(el_cursor_context *c, size_t i)
{
    const el_lex_token *t = &c->tokens[i];
    if (c->place == EL_AT_KEY) { /* a further component of the value before */
        c->place = EL_AT_VALUE;
        end_value(c, c->value_from, i + 1);
        return;
    }
    if (t->kind == EL_TOK_VAR && c->place == EL_AT_VARIABLE)
        c->level->variable = el_arena_strndup(c->arena, c->text + t->start + 1, t->end - t->start - 1);
    if (i + 1 < c->n && is_symbol(&c->tokens[i + 1], EL_SYM_LPAREN))
        return; /* a function's name */
    if (c->place == EL_AT_OPTION)
        return;
    end_value(c, i, i + 1);
}

static void walk(el_cursor_context *c)
{
    el_op op;
    for (size_t i = 0; i < c->n; i++) {
        const el_lex_token *t = &c->tokens[i];
        if (comparison(t, &op) || t->kind == EL_TOK_SELECTOR) {
            if (t->kind == EL_TOK_SELECTOR && i + 1 < c->n && is_symbol(&c->tokens[i + 1], EL_SYM_LPAREN))
                continue;
            c->level->has_operator = 1;
            c->level->op = t->kind == EL_TOK_SELECTOR ? EL_OP_SELECTOR : op;
            c->level->left_from = c->value_from;
            c->level->left_to = c->value_to;
            c->place = EL_AT_VALUE;
        } else if (t->kind == EL_TOK_WORD) {
            at_word(c, i);
        } else if (t->kind == EL_TOK_SYMBOL) {
            at_symbol(c, i);
        } else if (t->kind != EL_TOK_ERROR) {
            at_name(c, i);
        }
    }
}

static int is_name_like(const el_lex_token *t)
{
    return t->kind == EL_TOK_IDENT || t->kind == EL_TOK_WORD || t->kind == EL_TOK_HASH || t->kind == EL_TOK_AT ||
           t->kind == EL_TOK_VAR || (t->kind == EL_TOK_ERROR && (t->id == EL_LEX_BARE_AT || t->id == EL_LEX_BARE_DOLLAR ||
                                                                 t->id == EL_LEX_BARE_HASH));
}

static int is_closed_to_words(const el_lex_token *t)
{
    return t->kind == EL_TOK_NUMBER || t->kind == EL_TOK_ARG ||
           (t->kind == EL_TOK_ERROR && (t->id == EL_LEX_UNTERMINATED || t->id == EL_LEX_BAD_NUMBER || t->id == EL_LEX_BAD_SPECIFIER));
}

/* The end of the word that goes on behind the cursor. */
static size_t word_end(const char *text, size_t n, size_t offset)
{
    while (offset < n && (el__is_identifier(text + offset, 1) || (text[offset] >= '0' && text[offset] <= '9')))
        offset++;
    return offset;
}

void el__cursor_context(el_cursor_context *c, const char *text, size_t n, size_t offset)
{
    offset = offset < n ? offset : n;
    c->text = text;
    c->length = n;
    c->replace_start = c->replace_end = offset;
    c->tokens = el__lex(text, offset, &c->n);
    c->n--; /* the end */
    c->level = el_arena_alloc(c->arena, sizeof *c->level);
    c->typed = text + offset;
    const el_lex_token *last = c->n ? &c->tokens[c->n - 1] : NULL;
    if (last && last->end == offset && is_closed_to_words(last)) {
        c->place = EL_AT_NOTHING;
        return;
    }
    if (last && last->end == offset && is_name_like(last)) {
        size_t hash = text[last->start] == '#';
        c->replace_start = last->start;
        c->replace_end = word_end(text, n, offset);
        c->typed = text + last->start + hash;
        c->typed_length = last->end - last->start - hash;
        c->n--;
    }
    walk(c);
}
