/* SPDX-License-Identifier: MIT */
/* Atoms: literals, names, arguments, brackets and calls. */
#include "predicate/parse.h"

#include "base/arena.h"
#include "base/buf.h"

#include <stdio.h>
#include <string.h>

static el_node constant(el_parser *p, const el_lex_token *t, el_value value)
{
    p->at++;
    el_expr *e = el__new_expr(p, EL_EXPR_CONST, t->start, t->end);
    e->value = value;
    return el__expr_node(e, 1);
}

static el_node number(el_parser *p, const el_lex_token *t)
{
    el_number n = el__number_value(p->text + t->start, t->end - t->start);
    return constant(p, t, n.is_double ? el_value_double(n.d) : el_value_int(n.i));
}

static el_node string(el_parser *p, const el_lex_token *t)
{
    el_buf text = {0};
    el__string_value(&text, p->text + t->start, t->end - t->start);
    const char *copy = el_arena_strndup(p->arena, el_buf_str(&text), text.len);
    el_node n = constant(p, t, el_value_text(EL_STRING, copy, text.len));
    el_buf_free(&text);
    return n;
}

/* name, #name or @name: the start of a key path. */
static el_node key(el_parser *p, const el_lex_token *t)
{
    p->at++;
    size_t skip = t->kind == EL_TOK_HASH;
    el_expr *e = el__new_expr(p, EL_EXPR_KEY, t->start, t->end);
    e->steps = el_arena_array(p->arena, 4, sizeof *e->steps);
    e->nsteps = 1;
    e->steps[0].name = el_arena_strndup(p->arena, p->text + t->start + skip, t->end - t->start - skip);
    e->steps[0].range = e->range;
    return el__expr_node(e, 1);
}

static el_node variable(el_parser *p, const el_lex_token *t)
{
    p->at++;
    el_expr *e = el__new_expr(p, EL_EXPR_VAR, t->start, t->end);
    e->name = el_arena_strndup(p->arena, p->text + t->start + 1, t->end - t->start - 1);
    if (!el__accept_symbol(p, EL_SYM_ASSIGN))
        return el__expr_node(e, 1);
    e->kind = EL_EXPR_ASSIGN;
    if (!el__enter(p))
        return el__no_node();
    el_node n = el__parse_expr(p);
    p->depth--;
    e->operand = el__need_expr(p, n);
    e->range.end = el__last_end(p);
    return e->operand && !p->panic && el__check_height(p, n.height + 1) ? el__expr_node(e, n.height + 1) : el__no_node();
}

/* ( condition-or-value ) */
static el_node parenthesised(el_parser *p)
{
    size_t start = el__peek(p, 0)->start;
    p->at++;
    if (!el__enter(p))
        return el__no_node();
    el_node n = el__parse_or(p);
    p->depth--;
    if (p->panic)
        return el__no_node();
    if (!el__accept_symbol(p, EL_SYM_RPAREN)) {
        el__fail_here(p, n.expr ? "an operator or )" : "AND, OR or )");
        return el__no_node();
    }
    el_range range = {start, el__last_end(p)};
    if (n.expr)
        n.expr->range = range;
    else if (n.pred)
        n.pred->range = range;
    return n;
}

/* Values up to the closing symbol, which is consumed.  Behind the opening one. */
static int arguments(el_parser *p, el_items *items, unsigned *height, el_symbol close, const char *close_text)
{
    if (el__accept_symbol(p, close))
        return 1;
    if (!el__enter(p))
        return 0;
    do {
        if (items->n && el__at_symbol(p, close)) {
            const el_lex_token *comma = &p->tokens[p->at - 1];
            el__fail(p, EL_EPARSE, "trailing-comma", comma->start, comma->end, "A comma must be followed by a value.");
            el__hint(p, "Remove the last comma.");
            return 0;
        }
        el_node n = el__parse_expr(p);
        el_expr *e = el__need_expr(p, n);
        if (!e || p->panic)
            return 0;
        el__items_add(p, items, e);
        *height = n.height > *height ? n.height : *height;
    } while (el__accept_symbol(p, EL_SYM_COMMA));
    p->depth--;
    if (el__accept_symbol(p, close))
        return 1;
    el__fail_here(p, close_text);
    return 0;
}

static el_node list(el_parser *p)
{
    size_t start = el__peek(p, 0)->start;
    p->at++;
    el_items items = {NULL, 0, 0};
    unsigned height = 0;
    if (!arguments(p, &items, &height, EL_SYM_RBRACE, ", or }"))
        return el__no_node();
    el_expr *e = el__new_expr(p, EL_EXPR_LIST, start, el__last_end(p));
    e->items = (el_expr **)items.items;
    e->nitems = items.n;
    return el__check_height(p, height + 1) ? el__expr_node(e, height + 1) : el__no_node();
}

static int open_call(el_parser *p)
{
    if (el__accept_symbol(p, EL_SYM_LPAREN))
        return 1;
    el__fail_here(p, "(");
    return 0;
}

static int expect(el_parser *p, el_symbol symbol, const char *text)
{
    if (el__accept_symbol(p, symbol))
        return 1;
    el__fail_here(p, text);
    return 0;
}

static int check_count(el_parser *p, const char *name, size_t start, size_t n, int min, int max)
{
    if (n >= (size_t)min && (max < 0 || n <= (size_t)max))
        return 1;
    char want[40] = "at least 1 argument";
    if (max >= 0)
        snprintf(want, sizeof want, "%d argument%s", min, min == 1 ? "" : "s");
    else if (min != 1)
        snprintf(want, sizeof want, "at least %d arguments", min);
    el__fail(p, EL_EPARSE, "function-arity", start, el__last_end(p), "%s takes %s, not %zu.", name, want, n);
    return 0;
}

/* CAST, FUNCTION and FETCH: a word and plain arguments. */
static el_node call_word(el_parser *p, el_expr_kind kind, int min, int max)
{
    const el_lex_token *t = el__peek(p, 0);
    p->at++;
    el_items items = {NULL, 0, 0};
    unsigned height = 0;
    if (!open_call(p) || !arguments(p, &items, &height, EL_SYM_RPAREN, ", or )") ||
        !check_count(p, el__word_text((el_word)t->id), t->start, items.n, min, max))
        return el__no_node();
    el_expr *e = el__new_expr(p, kind, t->start, el__last_end(p));
    e->items = (el_expr **)items.items;
    e->nitems = items.n;
    return el__check_height(p, height + 1) ? el__expr_node(e, height + 1) : el__no_node();
}

static el_node ternary(el_parser *p)
{
    const el_lex_token *t = el__peek(p, 0);
    p->at++;
    if (!open_call(p) || !el__enter(p))
        return el__no_node();
    el_expr *e = el__new_expr(p, EL_EXPR_TERNARY, t->start, 0);
    el_node condition = el__parse_or(p);
    e->pred = el__need_pred(p, condition);
    if (!e->pred || p->panic || !expect(p, EL_SYM_COMMA, ",")) {
        p->depth--;
        return el__no_node();
    }
    el_items items = {NULL, 0, 0};
    unsigned height = condition.height;
    int good = arguments(p, &items, &height, EL_SYM_RPAREN, ", or )");
    p->depth--;
    if (!good || !check_count(p, "TERNARY", t->start, items.n + 1, 3, 3))
        return el__no_node();
    e->items = (el_expr **)items.items;
    e->nitems = items.n;
    e->range.end = el__last_end(p);
    return el__check_height(p, height + 1) ? el__expr_node(e, height + 1) : el__no_node();
}

static int subquery_variable(el_parser *p, el_expr *e)
{
    const el_lex_token *t = el__peek(p, 0);
    if (t->kind == EL_TOK_IDENT) {
        const char *name = el__excerpt(p, t->start, t->end);
        el__fail(p, EL_EPARSE, "variable-without-dollar", t->start, t->end, "The variable of a SUBQUERY begins with $.");
        el__hint(p, "Write $%s here and before each key of the member: $%s.key.", name, name);
        el__repair(p, "$%s", name);
        return 0;
    }
    if (t->kind != EL_TOK_VAR) {
        el__fail_here(p, "a variable such as $x");
        return 0;
    }
    p->at++;
    e->name = el_arena_strndup(p->arena, p->text + t->start + 1, t->end - t->start - 1);
    return 1;
}

static el_node subquery(el_parser *p)
{
    const el_lex_token *t = el__peek(p, 0);
    p->at++;
    if (!open_call(p) || !el__enter(p))
        return el__no_node();
    el_expr *e = el__new_expr(p, EL_EXPR_SUBQUERY, t->start, 0);
    el_node collection = el__parse_expr(p), condition = el__no_node();
    e->operand = el__need_expr(p, collection);
    int good = e->operand && !p->panic && expect(p, EL_SYM_COMMA, ", and a variable") && subquery_variable(p, e) &&
               expect(p, EL_SYM_COMMA, ", and a condition");
    if (good) {
        condition = el__parse_or(p);
        e->pred = el__need_pred(p, condition);
        good = e->pred && !p->panic && expect(p, EL_SYM_RPAREN, ")");
    }
    p->depth--;
    if (!good)
        return el__no_node();
    e->range.end = el__last_end(p);
    unsigned height = (collection.height > condition.height ? collection.height : condition.height) + 1;
    return el__check_height(p, height) ? el__expr_node(e, height) : el__no_node();
}

static void fail_unknown_function(el_parser *p, const el_lex_token *t)
{
    size_t n = t->end - t->start;
    el__fail(p, EL_EPARSE, "unknown-function", t->start, t->end, "There is no function \"%s\".",
             el__excerpt(p, t->start, t->end));
    el_function guess = el__function_guess(p->text + t->start, n);
    if (guess == EL_FN_UNKNOWN) {
        el__hint(p, "Write parentheses only after a function such as count, sum, lowercase or now.");
        return;
    }
    el__hint(p, "Did you mean %s?", el__function_info(guess)->signature);
    el__repair(p, "%s", el__function_info(guess)->name);
}

/* Other spellings of constructs that have a node of their own. */
static el_expr *named_construct(el_parser *p, el_function fn, el_items *items, size_t start)
{
    el_expr **args = (el_expr **)items->items;
    el_expr *e = el__new_expr(p, fn == EL_FN_CAST ? EL_EXPR_CAST : EL_EXPR_INDEX, start, el__last_end(p));
    if (fn == EL_FN_CAST) {
        e->items = args;
        e->nitems = items->n;
    } else {
        e->operand = args[0];
        e->index_kind = EL_INDEX_EXPR;
        e->index = args[1];
    }
    return e;
}

static el_node function_call(el_parser *p)
{
    const el_lex_token *t = el__peek(p, 0);
    el_function fn = el__function(p->text + t->start, t->end - t->start);
    if (fn == EL_FN_UNKNOWN) {
        fail_unknown_function(p, t);
        return el__no_node();
    }
    p->at += 2;
    el_items items = {NULL, 0, 0};
    unsigned height = 0;
    const el_function_info *info = el__function_info(fn);
    if (!arguments(p, &items, &height, EL_SYM_RPAREN, ", or )") ||
        !check_count(p, info->name, t->start, items.n, info->min, info->max))
        return el__no_node();
    el_expr *e;
    if (fn == EL_FN_CAST || fn == EL_FN_INDEX) {
        e = named_construct(p, fn, &items, t->start);
    } else {
        e = el__function_node(p, fn, t->start, el__last_end(p), items.n);
        if (items.n)
            memcpy(e->items, items.items, items.n * sizeof *e->items);
    }
    return el__check_height(p, height + 1) ? el__expr_node(e, height + 1) : el__no_node();
}

static el_node failed_word(el_parser *p, const el_lex_token *t)
{
    el__fail_token(p, t);
    return el__no_node();
}

static el_node called_word(el_parser *p, const el_lex_token *t)
{
    switch (t->id) {
    case EL_W_SUBQUERY: return subquery(p);
    case EL_W_CAST: return call_word(p, EL_EXPR_CAST, 2, 2);
    case EL_W_FUNCTION: return call_word(p, EL_EXPR_CALL, 2, -1);
    case EL_W_FETCH: return call_word(p, EL_EXPR_FETCH, 1, -1);
    case EL_W_TERNARY: return ternary(p);
    default: return failed_word(p, t);
    }
}

static el_node word(el_parser *p, const el_lex_token *t, int call)
{
    switch (t->id) {
    case EL_W_NULL:
    case EL_W_NIL: return constant(p, t, el_value_null());
    case EL_W_TRUE:
    case EL_W_YES: return constant(p, t, el_value_bool(1));
    case EL_W_FALSE:
    case EL_W_NO: return constant(p, t, el_value_bool(0));
    case EL_W_SELF:
    case EL_W_ANYKEY:
        p->at++;
        return el__expr_node(el__new_expr(p, t->id == EL_W_SELF ? EL_EXPR_SELF : EL_EXPR_ANYKEY, t->start, t->end), 1);
    default: return call ? called_word(p, t) : failed_word(p, t);
    }
}

static el_node symbol(el_parser *p, const el_lex_token *t)
{
    if (t->id == EL_SYM_LPAREN)
        return parenthesised(p);
    if (t->id == EL_SYM_LBRACE)
        return list(p);
    if (t->id != EL_SYM_LBRACKET || !el__mistake_list_in_brackets(p))
        el__fail_here(p, "a value");
    return el__no_node();
}

el_node el__parse_atom(el_parser *p)
{
    const el_lex_token *t = el__peek(p, 0), *next = el__peek(p, 1);
    int call = next->kind == EL_TOK_SYMBOL && next->id == EL_SYM_LPAREN;
    el_expr *e;
    switch (t->kind) {
    case EL_TOK_NUMBER: return number(p, t);
    case EL_TOK_STRING: return string(p, t);
    case EL_TOK_IDENT:
    case EL_TOK_SELECTOR:
        if (call)
            return function_call(p);
        if (t->kind == EL_TOK_IDENT)
            return key(p, t);
        el__fail_here(p, "a value");
        return el__no_node();
    case EL_TOK_HASH:
    case EL_TOK_AT: return key(p, t);
    case EL_TOK_VAR: return variable(p, t);
    case EL_TOK_ARG:
        p->at++;
        e = el__argument(p, t);
        return e ? el__expr_node(e, 1) : el__no_node();
    case EL_TOK_WORD: return word(p, t, call);
    case EL_TOK_SYMBOL: return symbol(p, t);
    case EL_TOK_ERROR: el__fail_token(p, t); return el__no_node();
    default: el__fail_here(p, "a value"); return el__no_node();
    }
}
