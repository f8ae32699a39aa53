/* SPDX-License-Identifier: MIT */
/* Conditions: AND, OR, NOT, comparisons. */
#include "predicate/parse.h"

#include "base/arena.h"

el_pred *el__need_pred(el_parser *p, el_node n)
{
    if (n.expr) {
        el_range r = n.expr->range;
        el__fail(p, EL_EPARSE, "not-a-condition", r.start, r.end, "\"%s\" is a value, not a condition.",
                 el__excerpt(p, r.start, r.end));
        el__hint(p, "Compare it with something, for example %s == YES.", el__excerpt(p, r.start, r.end));
    }
    return n.pred;
}

el_expr *el__need_expr(el_parser *p, el_node n)
{
    if (n.pred) {
        el_range r = n.pred->range;
        el__fail(p, EL_EPARSE, "not-a-value", r.start, r.end, "\"%s\" is a condition, not a value.",
                 el__excerpt(p, r.start, r.end));
        el__hint(p, "A condition becomes a value by TERNARY(condition, YES, NO).");
    }
    return n.expr;
}

static const struct {
    el_tok_kind kind;
    int id;
    el_op op;
} operators[] = {
    {EL_TOK_SYMBOL, EL_SYM_EQ, EL_OP_EQ},        {EL_TOK_SYMBOL, EL_SYM_NE, EL_OP_NE},
    {EL_TOK_SYMBOL, EL_SYM_LT, EL_OP_LT},        {EL_TOK_SYMBOL, EL_SYM_LE, EL_OP_LE},
    {EL_TOK_SYMBOL, EL_SYM_GT, EL_OP_GT},        {EL_TOK_SYMBOL, EL_SYM_GE, EL_OP_GE},
    {EL_TOK_WORD, EL_W_BETWEEN, EL_OP_BETWEEN},  {EL_TOK_WORD, EL_W_IN, EL_OP_IN},
    {EL_TOK_WORD, EL_W_CONTAINS, EL_OP_CONTAINS},{EL_TOK_WORD, EL_W_BEGINSWITH, EL_OP_BEGINSWITH},
    {EL_TOK_WORD, EL_W_ENDSWITH, EL_OP_ENDSWITH},{EL_TOK_WORD, EL_W_LIKE, EL_OP_LIKE},
    {EL_TOK_WORD, EL_W_MATCHES, EL_OP_MATCHES},  {EL_TOK_WORD, EL_W_TOKENMATCHES, EL_OP_TOKENMATCHES},
    {EL_TOK_WORD, EL_W_UTI_CONFORMS_TO, EL_OP_UTI_CONFORMS_TO},
    {EL_TOK_WORD, EL_W_UTI_EQUALS, EL_OP_UTI_EQUALS},
};

static int operator_of(const el_lex_token *t, el_op *op)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].kind == t->kind && operators[i].id == t->id) {
            *op = operators[i].op;
            return 1;
        }
    *op = EL_OP_SELECTOR;
    return t->kind == EL_TOK_SELECTOR;
}

int el__comparison_operator(el_parser *p)
{
    el_op op;
    return operator_of(el__peek(p, 0), &op);
}

static int option_bit(char c)
{
    switch (c | 32) {
    case 'c': return EL_OPT_C;
    case 'd': return EL_OPT_D;
    case 'n': return EL_OPT_N;
    case 'l': return EL_OPT_L;
    default: return 0;
    }
}

/* [cd] behind an operator. */
static int parse_options(el_parser *p, el_op op, unsigned *options)
{
    const el_lex_token *open = el__peek(p, 0), *letters = el__peek(p, 1), *close = el__peek(p, 2);
    int word = letters->kind == EL_TOK_IDENT || letters->kind == EL_TOK_WORD;
    if (!word && (op == EL_OP_IN || op == EL_OP_BETWEEN)) /* a list in the wrong brackets, if anything */
        return 1;
    if (!el__accept_symbol(p, EL_SYM_LBRACKET))
        return 1;
    int good = word && close->kind == EL_TOK_SYMBOL && close->id == EL_SYM_RBRACKET;
    for (size_t i = letters->start; good && i < letters->end; i++) {
        unsigned bit = (unsigned)option_bit(p->text[i]);
        good = bit && !(*options & bit);
        *options |= bit;
    }
    if (!good) {
        size_t end = close->kind == EL_TOK_SYMBOL && close->id == EL_SYM_RBRACKET ? close->end : letters->end;
        el__fail(p, EL_EPARSE, "bad-option", open->start, end, "\"%s\" is no comparison option.",
                 el__excerpt(p, open->start, end));
        el__hint(p, "Options are c (ignore case), d (ignore diacritics), n and l, each once: [cd].");
        el__repair(p, "[cd]");
        return 0;
    }
    p->at += 2;
    return 1;
}

static void reject_options(el_parser *p, el_pred *c)
{
    if (!c->options || (c->op != EL_OP_BETWEEN && c->op != EL_OP_SELECTOR))
        return;
    el__fail(p, EL_EPARSE, "bad-option", c->op_range.start, c->op_range.end, "This operator takes no options.");
    el__repair(p, "%s", c->op == EL_OP_BETWEEN ? "BETWEEN" : c->selector);
}

static el_pred *parse_operator(el_parser *p, el_expr *left)
{
    const el_lex_token *t = el__peek(p, 0);
    el_op op;
    if (!operator_of(t, &op))
        return NULL;
    p->at++;
    el_pred *c = el__new_pred(p, EL_PRED_COMPARE, left->range.start, t->end);
    c->op = op;
    c->left = left;
    if (op == EL_OP_SELECTOR) {
        c->selector = el_arena_strndup(p->arena, p->text + t->start, t->end - t->start);
    } else if (!parse_options(p, op, &c->options)) {
        return NULL;
    }
    c->op_range = (el_range){t->start, el__last_end(p)};
    reject_options(p, c);
    return p->panic ? NULL : c;
}

/* Stands in for a condition that has been complained about; a tree with one is never handed out. */
static el_node placeholder(el_parser *p, size_t start)
{
    return (el_node){el__new_pred(p, EL_PRED_TRUE, start, el__last_end(p)), NULL, 1};
}

/* Operator and right side of a comparison whose left side has been read. */
static el_node parse_rest(el_parser *p, el_expr *left, el_modifier modifier, unsigned height)
{
    el_pred *c = parse_operator(p, left);
    if (!c)
        return el__no_node();
    c->modifier = modifier;
    el_node right = el__no_node();
    if (!el__mistake_list_in_parentheses(p, c->op)) {
        right = el__parse_expr(p);
        c->right = el__need_expr(p, right);
        if (!c->right || p->panic)
            return el__no_node();
    } else {
        c->right = el__new_expr(p, EL_EXPR_LIST, c->op_range.end, el__last_end(p));
    }
    c->range.end = el__last_end(p);
    el__mistake_after_comparison(p, c);
    if (!p->panic && el__comparison_operator(p)) {
        el__fail_here(p, NULL);
        return el__no_node();
    }
    height = (right.height > height ? right.height : height) + 1;
    el__check_height(p, height);
    return (el_node){c, NULL, height};
}

static el_node negate(el_parser *p, el_node n, size_t start)
{
    if (!n.pred || p->panic)
        return el__no_node();
    el_pred *not = el__new_pred(p, EL_PRED_NOT, start, n.pred->range.end);
    not->items = el_arena_array(p->arena, 1, sizeof *not->items);
    not->items[0] = n.pred;
    not->nitems = 1;
    el__check_height(p, n.height + 1);
    return (el_node){not, NULL, n.height + 1};
}

/* ANY, SOME, ALL or NONE, which need a comparison behind them. */
static el_node parse_modified(el_parser *p)
{
    const el_lex_token *t = el__peek(p, 0);
    p->at++;
    el_modifier modifier = t->id == EL_W_ALL ? EL_MOD_ALL : EL_MOD_ANY;
    el_node n = el__parse_expr(p);
    el_expr *left = el__need_expr(p, n);
    if (!left || p->panic)
        return el__no_node();
    if (!el__comparison_operator(p)) {
        if (el__mistake_after_value(p, left))
            return placeholder(p, t->start);
        el__fail_here(p, "a comparison operator");
        return el__no_node();
    }
    el_node c = parse_rest(p, left, modifier, n.height);
    if (!c.pred)
        return c;
    c.pred->range.start = t->start;
    if (t->id != EL_W_NONE)
        return c;
    c = negate(p, c, t->start);
    if (c.pred)
        c.pred->was_none = 1;
    return c;
}

static int is_modifier(const el_lex_token *t)
{
    return t->kind == EL_TOK_WORD && (t->id == EL_W_ANY || t->id == EL_W_SOME || t->id == EL_W_ALL || t->id == EL_W_NONE);
}

static int separates(const el_lex_token *t)
{
    return (t->kind == EL_TOK_WORD && (t->id == EL_W_AND || t->id == EL_W_OR)) ||
           (t->kind == EL_TOK_SYMBOL && (t->id == EL_SYM_ANDAND || t->id == EL_SYM_OROR || t->id == EL_SYM_COMMA));
}

static int may_follow_value(const el_lex_token *t)
{
    return t->kind == EL_TOK_END || el__token_closes(t) || separates(t);
}

static el_node parse_comparison(el_parser *p)
{
    const el_lex_token *t = el__peek(p, 0);
    if (t->kind == EL_TOK_WORD && (t->id == EL_W_TRUEPREDICATE || t->id == EL_W_FALSEPREDICATE)) {
        p->at++;
        return (el_node){el__new_pred(p, t->id == EL_W_TRUEPREDICATE ? EL_PRED_TRUE : EL_PRED_FALSE, t->start, t->end),
                         NULL, 1};
    }
    if (is_modifier(t))
        return parse_modified(p);
    el_node left = el__parse_expr(p);
    if (p->panic)
        return el__no_node();
    if (el__comparison_operator(p)) {
        el_expr *e = el__need_expr(p, left);
        return e ? parse_rest(p, e, EL_MOD_DIRECT, left.height) : el__no_node();
    }
    if (left.expr && el__mistake_after_value(p, left.expr))
        return placeholder(p, t->start);
    if (left.expr && !may_follow_value(el__peek(p, 0)))
        el__fail_here(p, "an operator");
    return left;
}

/* After an error: skips to the AND, OR, comma or closing bracket that ends the condition which began at
 * token `from`, and stands in for it with a true condition, so that what follows is still checked. */
static el_node recover(el_parser *p, size_t from, unsigned depth)
{
    size_t failed = p->at, nesting = 0, i = from;
    p->depth = depth;
    for (; p->tokens[i].kind != EL_TOK_END; i++) {
        const el_lex_token *t = &p->tokens[i];
        if (!nesting && i >= failed && (separates(t) || el__token_closes(t)))
            break;
        if (el__token_opens(t))
            nesting++;
        else if (el__token_closes(t) && nesting)
            nesting--;
    }
    p->at = i;
    if (p->nerrs >= EL_PARSE_ERRORS || p->status == EL_ELIMIT) {
        p->at = p->ntokens - 1;
        return el__no_node();
    }
    p->panic = 0;
    return placeholder(p, p->tokens[from].start);
}

static el_node parse_not(el_parser *p)
{
    const el_lex_token *t = el__peek(p, 0);
    size_t from = p->at;
    unsigned depth = p->depth;
    if (el__accept_word(p, EL_W_NOT) || el__accept_symbol(p, EL_SYM_BANG)) {
        if (!el__enter(p))
            return el__no_node();
        el_node n = parse_not(p);
        p->depth--;
        el_pred *operand = el__need_pred(p, n);
        if (operand)
            return negate(p, n, t->start);
        return p->panic ? recover(p, from, depth) : el__no_node();
    }
    el_node n = parse_comparison(p);
    return p->panic ? recover(p, from, depth) : n;
}

/* One level of AND or OR: a single member stays as it is. */
static el_node parse_chain(el_parser *p, el_node (*member)(el_parser *), el_pred_kind kind, el_word word, el_symbol symbol)
{
    el_node first = member(p);
    if (p->panic || !(el__at_word(p, word) || el__at_symbol(p, symbol)))
        return first;
    el_items items = {NULL, 0, 0};
    unsigned height = first.height;
    el_pred *pred = el__need_pred(p, first);
    p->panic = 0; /* a bare value beside AND has been reported; the other members are still worth reading */
    size_t start = pred ? pred->range.start : first.expr ? first.expr->range.start : 0;
    el__items_add(p, &items, pred);
    while (!p->panic && p->nerrs < EL_PARSE_ERRORS && (el__accept_word(p, word) || el__accept_symbol(p, symbol))) {
        el_node next = member(p);
        height = next.height > height ? next.height : height;
        el__items_add(p, &items, el__need_pred(p, next));
        if (next.expr)
            p->panic = 0;
    }
    if (p->panic)
        return el__no_node();
    el_pred *chain = el__new_pred(p, kind, start, el__last_end(p));
    chain->items = (el_pred **)items.items;
    chain->nitems = items.n;
    el__check_height(p, height + 1);
    return (el_node){chain, NULL, height + 1};
}

static el_node parse_and(el_parser *p)
{
    return parse_chain(p, parse_not, EL_PRED_AND, EL_W_AND, EL_SYM_ANDAND);
}

el_node el__parse_or(el_parser *p)
{
    return parse_chain(p, parse_and, EL_PRED_OR, EL_W_OR, EL_SYM_OROR);
}
