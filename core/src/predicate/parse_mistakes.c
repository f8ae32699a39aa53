/* SPDX-License-Identifier: MIT */
/* Habits from SQL and from programming languages that the format language does not share.  Each gets its own
 * code, the range of the whole slip and the text that should stand there. */
#include "predicate/parse.h"

#include <string.h>
#include <strings.h>

static int is_ident(el_parser *p, const el_lex_token *t, const char *word)
{
    size_t n = strlen(word);
    return t->kind == EL_TOK_IDENT && t->end - t->start == n && !strncasecmp(p->text + t->start, word, n);
}

static int is_symbol(const el_lex_token *t, el_symbol symbol)
{
    return t->kind == EL_TOK_SYMBOL && t->id == (int)symbol;
}

static int is_word(const el_lex_token *t, el_word word)
{
    return t->kind == EL_TOK_WORD && t->id == (int)word;
}

static int length_of(size_t start, size_t end)
{
    return end > start && end - start < 4096 ? (int)(end - start) : 0;
}

/* First token at or behind `i` that ends a comparison at this level. */
static size_t comparison_end(const el_parser *p, size_t i)
{
    for (; i < p->ntokens - 1; i++) {
        const el_lex_token *t = &p->tokens[i];
        if (el__token_opens(t))
            i = t->match;
        else if (el__token_closes(t) || is_word(t, EL_W_AND) || is_word(t, EL_W_OR) || is_symbol(t, EL_SYM_ANDAND) ||
                 is_symbol(t, EL_SYM_OROR) || is_symbol(t, EL_SYM_COMMA))
            return i;
    }
    return p->ntokens - 1;
}

/* x IS NULL, x IS NOT NULL, x IS 5 */
static int mistake_is(el_parser *p, el_expr *left)
{
    const el_lex_token *is = el__peek(p, 0), *next = el__peek(p, 1);
    if (!is_ident(p, is, "IS") || next->kind == EL_TOK_END)
        return 0;
    int negated = is_word(next, EL_W_NOT);
    size_t from = p->at + 1 + (size_t)negated, to = comparison_end(p, from);
    if (to <= from)
        return 0;
    size_t end = p->tokens[to - 1].end, value = p->tokens[from].start;
    int null = to == from + 1 && (is_word(&p->tokens[from], EL_W_NULL) || is_word(&p->tokens[from], EL_W_NIL));
    el__fail(p, EL_EPARSE, "is-null", left->range.start, end, "There is no operator IS.");
    el__hint(p, "Write %s nil.", negated ? "!=" : "==");
    el__repair(p, "%.*s %s %.*s", length_of(left->range.start, left->range.end), p->text + left->range.start,
               negated ? "!=" : "==", null ? 3 : length_of(value, end), null ? "nil" : p->text + value);
    p->at = to;
    return 1;
}

/* x NOT IN {…}, x NOT LIKE … */
static int mistake_not_operator(el_parser *p, el_expr *left)
{
    const el_lex_token *not = el__peek(p, 0), *op = el__peek(p, 1);
    if (!is_word(not, EL_W_NOT) || op->kind != EL_TOK_WORD)
        return 0;
    size_t from = p->at + 1, at = p->at;
    p->at = from;
    int known = el__comparison_operator(p);
    p->at = at;
    if (!known)
        return 0;
    size_t to = comparison_end(p, from), end = p->tokens[to - 1].end;
    el__fail(p, EL_EPARSE, "not-in", left->range.start, end, "NOT cannot stand before an operator.");
    el__hint(p, "Write NOT in front of the comparison: NOT (x %s ...).", el__word_text((el_word)op->id));
    el__repair(p, "NOT (%.*s %.*s)", length_of(left->range.start, left->range.end), p->text + left->range.start,
               length_of(op->start, end), p->text + op->start);
    p->at = to;
    return 1;
}

/* x ! = 1 */
static int mistake_split_operator(el_parser *p)
{
    const el_lex_token *bang = el__peek(p, 0), *equals = el__peek(p, 1);
    if (!is_symbol(bang, EL_SYM_BANG) || !is_symbol(equals, EL_SYM_EQ))
        return 0;
    el__fail(p, EL_EPARSE, "split-operator", bang->start, equals->end, "There is no operator \"%s\".",
             el__excerpt(p, bang->start, equals->end));
    el__hint(p, "Write != without a blank.");
    el__repair(p, "!=");
    p->at = comparison_end(p, p->at + 2);
    return 1;
}

/* SELECT … FROM …, WHERE … */
static int mistake_statement(el_parser *p, el_expr *left)
{
    const el_lex_token *t = el__peek(p, 0);
    int where = left->kind == EL_EXPR_KEY && left->nsteps == 1 && !strcasecmp(left->steps[0].name, "WHERE");
    /* An attribute may be called select; a statement has its FROM, too. */
    int select = !strncasecmp(p->text + left->range.start, "SELECT ", 7) && strcasestr(p->text + left->range.start, " FROM ");
    if (t->kind == EL_TOK_END || (!where && !select))
        return 0;
    size_t end = where ? left->range.end : p->length;
    el__fail(p, EL_EPARSE, "sql-statement", left->range.start, end, "A predicate is only the condition, not a statement.");
    el__hint(p, "Write what would follow WHERE.");
    p->at = comparison_end(p, p->at);
    return 1;
}

int el__mistake_after_value(el_parser *p, el_expr *left)
{
    int found = mistake_is(p, left) || mistake_not_operator(p, left) || mistake_split_operator(p) ||
                mistake_statement(p, left);
    if (found)
        p->panic = 0;
    return found;
}

/* The end of one plain value (a literal, an argument, a name with dots) beginning at token `i`, or i. */
static size_t plain_value_end(const el_parser *p, size_t i)
{
    size_t from = i;
    if (is_symbol(&p->tokens[i], EL_SYM_MINUS))
        i++;
    el_tok_kind kind = p->tokens[i].kind;
    if (kind == EL_TOK_NUMBER || kind == EL_TOK_STRING || kind == EL_TOK_VAR || kind == EL_TOK_ARG)
        return i + 1;
    if (kind != EL_TOK_IDENT && kind != EL_TOK_HASH)
        return from;
    i++;
    while (is_symbol(&p->tokens[i], EL_SYM_DOT) && p->tokens[i + 1].kind != EL_TOK_END)
        i += 2;
    return i;
}

static int ends_condition(const el_lex_token *t)
{
    return t->kind == EL_TOK_END || is_word(t, EL_W_AND) || is_word(t, EL_W_OR) || is_symbol(t, EL_SYM_ANDAND) ||
           is_symbol(t, EL_SYM_OROR) || is_symbol(t, EL_SYM_RPAREN) || is_symbol(t, EL_SYM_COMMA);
}

/* x BETWEEN 1 AND 2: what follows AND is a bare value, which could not stand there otherwise. */
static void mistake_between_and(el_parser *p, el_pred *c)
{
    if (c->op != EL_OP_BETWEEN || !is_word(el__peek(p, 0), EL_W_AND))
        return;
    size_t from = p->at + 1, to = plain_value_end(p, from);
    if (to == from || !ends_condition(&p->tokens[to]))
        return;
    size_t start = c->right->range.start, end = p->tokens[to - 1].end, high = p->tokens[from].start;
    el__fail(p, EL_EPARSE, "between-and", start, end, "The bounds of BETWEEN are one list.");
    el__hint(p, "Write BETWEEN {low, high}.");
    el__repair(p, "{%.*s, %.*s}", length_of(start, c->right->range.end), p->text + start, length_of(high, end),
               p->text + high);
    p->at = to;
    p->panic = 0;
}

/* name LIKE 'a!%' ESCAPE '!' */
static void mistake_escape(el_parser *p, el_pred *c)
{
    const el_lex_token *t = el__peek(p, 0), *next = el__peek(p, 1);
    if (c->op != EL_OP_LIKE || !is_ident(p, t, "ESCAPE") || next->kind == EL_TOK_END)
        return;
    el__fail(p, EL_EPARSE, "like-escape", c->right->range.end, next->end, "LIKE has no ESCAPE.");
    el__hint(p, "The wildcards are * and ?; a backslash in the pattern makes them plain, and %% and _ mean themselves.");
    p->at += 2;
    p->panic = 0;
}

/* a == 1 & b == 2: the bit operator took the place of &&. */
static void mistake_single_ampersand(el_parser *p, el_pred *c)
{
    const el_expr *e = c->right;
    if (!el__comparison_operator(p) || e->kind != EL_EXPR_FN || e->nitems != 2)
        return;
    el_function fn = el__function_of(e->name);
    if (fn != EL_FN_BIT_AND && fn != EL_FN_BIT_OR)
        return;
    const char *s = p->text;
    size_t start = e->items[0]->range.end, end = e->items[1]->range.start;
    while (start < end && s[start] != '&' && s[start] != '|')
        start++;
    if (start == end) /* written as a function */
        return;
    el__fail(p, EL_EPARSE, "single-ampersand", start, start + 1, "A single %c joins bits, not conditions.", s[start]);
    el__hint(p, "Write %s.", fn == EL_FN_BIT_AND ? "&& or AND" : "|| or OR");
    el__repair(p, "%s", fn == EL_FN_BIT_AND ? "&&" : "||");
    p->at = comparison_end(p, p->at);
    p->panic = 0;
}

int el__mistake_after_comparison(el_parser *p, el_pred *c)
{
    size_t before = p->nerrs;
    mistake_between_and(p, c);
    mistake_escape(p, c);
    mistake_single_ampersand(p, c);
    return p->nerrs > before;
}

/* x IN (1, 2) and x BETWEEN (1, 2): a comma directly inside the parentheses. */
int el__mistake_list_in_parentheses(el_parser *p, el_op op)
{
    if ((op != EL_OP_IN && op != EL_OP_BETWEEN) || !el__at_symbol(p, EL_SYM_LPAREN))
        return 0;
    size_t first = p->at + 1, comma = comparison_end(p, first), close = p->tokens[p->at].match;
    if (!is_symbol(&p->tokens[comma], EL_SYM_COMMA) || !is_symbol(&p->tokens[close], EL_SYM_RPAREN))
        return 0;
    size_t start = p->tokens[p->at].start, end = p->tokens[close].end;
    el__fail(p, EL_EPARSE, "list-in-parentheses", start, end, "A list is written in braces.");
    el__hint(p, "Write {...} instead of (...).");
    el__repair(p, "{%.*s}", length_of(start + 1, end - 1), p->text + start + 1);
    p->at = close + 1;
    p->panic = 0;
    return 1;
}

int el__mistake_list_in_brackets(el_parser *p)
{
    size_t close = p->tokens[p->at].match, start = p->tokens[p->at].start, end = p->tokens[close].end;
    if (!is_symbol(&p->tokens[close], EL_SYM_RBRACKET))
        return 0;
    el__fail(p, EL_EPARSE, "list-in-brackets", start, end, "A list is written in braces.");
    el__hint(p, "Write {...} instead of [...].");
    el__repair(p, "{%.*s}", length_of(start + 1, end - 1), p->text + start + 1);
    return 1;
}
