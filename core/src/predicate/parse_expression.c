/* SPDX-License-Identifier: MIT */
/* Values: set operations, arithmetic, key paths and indexes behind an atom. */
#include "predicate/parse.h"

#include "base/arena.h"

#include <string.h>
#include <strings.h>

typedef struct binary_op {
    el_tok_kind kind;
    int id, level;
    el_function fn;     /* or EL_FN_UNKNOWN for a set operation */
    el_expr_kind set;
} binary_op;

/* Higher levels bind tighter; all are left-associative. */
static const binary_op binary_ops[] = {
    {EL_TOK_WORD, EL_W_UNION, 0, EL_FN_UNKNOWN, EL_EXPR_UNION},
    {EL_TOK_WORD, EL_W_INTERSECT, 0, EL_FN_UNKNOWN, EL_EXPR_INTERSECT},
    {EL_TOK_WORD, EL_W_MINUS, 0, EL_FN_UNKNOWN, EL_EXPR_MINUS},
    {EL_TOK_SYMBOL, EL_SYM_OR, 1, EL_FN_BIT_OR, EL_EXPR_FN},
    {EL_TOK_SYMBOL, EL_SYM_XOR, 2, EL_FN_BIT_XOR, EL_EXPR_FN},
    {EL_TOK_SYMBOL, EL_SYM_AND, 3, EL_FN_BIT_AND, EL_EXPR_FN},
    {EL_TOK_SYMBOL, EL_SYM_SHL, 4, EL_FN_SHIFT_LEFT, EL_EXPR_FN},
    {EL_TOK_SYMBOL, EL_SYM_SHR, 4, EL_FN_SHIFT_RIGHT, EL_EXPR_FN},
    {EL_TOK_SYMBOL, EL_SYM_PLUS, 5, EL_FN_ADD, EL_EXPR_FN},
    {EL_TOK_SYMBOL, EL_SYM_MINUS, 5, EL_FN_SUBTRACT, EL_EXPR_FN},
    {EL_TOK_SYMBOL, EL_SYM_STAR, 6, EL_FN_MULTIPLY, EL_EXPR_FN},
    {EL_TOK_SYMBOL, EL_SYM_SLASH, 6, EL_FN_DIVIDE, EL_EXPR_FN},
    {EL_TOK_SYMBOL, EL_SYM_POWER, 7, EL_FN_RAISE, EL_EXPR_FN},
};

static const binary_op *binary_operator(el_parser *p)
{
    const el_lex_token *t = el__peek(p, 0);
    if (t->kind != EL_TOK_WORD && t->kind != EL_TOK_SYMBOL)
        return NULL;
    for (size_t i = 0; i < sizeof binary_ops / sizeof *binary_ops; i++)
        if (binary_ops[i].kind == t->kind && binary_ops[i].id == t->id)
            return &binary_ops[i];
    return NULL;
}

static el_node combine(el_parser *p, const binary_op *op, el_node left, el_node right)
{
    el_expr *l = left.expr, *r = el__need_expr(p, right), *e;
    if (!r || p->panic)
        return el__no_node();
    if (op->fn != EL_FN_UNKNOWN) {
        e = el__function_node(p, op->fn, l->range.start, r->range.end, 2);
    } else {
        e = el__new_expr(p, op->set, l->range.start, r->range.end);
        e->items = el_arena_array(p->arena, 2, sizeof *e->items);
        e->nitems = 2;
    }
    e->items[0] = l;
    e->items[1] = r;
    unsigned height = (left.height > right.height ? left.height : right.height) + 1;
    return el__check_height(p, height) ? el__expr_node(e, height) : el__no_node();
}

/* The key of one component behind a dot; 0 with an error when there is none. */
static int parse_component(el_parser *p, el_step **steps, size_t *nsteps)
{
    const el_lex_token *t = el__peek(p, 0);
    p->at++;
    if (t->kind == EL_TOK_ARG && t->id == EL_ARG_KEY)
        return el__key_argument(p, t, steps, nsteps);
    size_t skip = t->kind == EL_TOK_HASH || t->kind == EL_TOK_VAR;
    if (t->kind != EL_TOK_IDENT && t->kind != EL_TOK_AT && !skip) {
        p->at--;
        if (t->kind == EL_TOK_ERROR || t->kind == EL_TOK_WORD)
            el__fail_token(p, t);
        else
            el__fail_here(p, "a key after the dot");
        return 0;
    }
    el_step *step = el_arena_alloc(p->arena, sizeof *step);
    step->name = el_arena_strndup(p->arena, p->text + t->start + skip, t->end - t->start - skip);
    step->is_variable = t->kind == EL_TOK_VAR;
    step->range = (el_range){t->start, t->end};
    *steps = step;
    *nsteps = 1;
    return 1;
}

static int ends_in_variable(const el_expr *e)
{
    return e->nsteps && e->steps[e->nsteps - 1].is_variable;
}

/* Steps are kept with room to grow so that a long path costs linear time. */
static void append_steps(el_parser *p, el_expr *e, const el_step *steps, size_t n)
{
    size_t have = e->nsteps, cap = 4;
    while (cap < have)
        cap *= 2;
    if (!e->steps || have + n > cap || have == 0) {
        while (cap < have + n)
            cap *= 2;
        el_step *fresh = el_arena_array(p->arena, cap, sizeof *fresh);
        if (have)
            memcpy(fresh, e->steps, have * sizeof *fresh);
        e->steps = fresh;
    }
    memcpy(e->steps + have, steps, n * sizeof *steps);
    e->nsteps = have + n;
}

static el_node parse_dot(el_parser *p, el_node n)
{
    el_step *steps;
    size_t nsteps;
    if (!parse_component(p, &steps, &nsteps))
        return el__no_node();
    el_expr *e = n.expr;
    int variable = steps[0].is_variable;
    int extends = !variable && (e->kind == EL_EXPR_KEY || e->kind == EL_EXPR_SELF ||
                                (e->kind == EL_EXPR_PATH && !ends_in_variable(e)));
    if (extends && e->kind == EL_EXPR_SELF)
        e->kind = EL_EXPR_KEY;
    if (!extends) {
        el_expr *path = el__new_expr(p, EL_EXPR_PATH, e->range.start, 0);
        path->operand = e;
        e = path;
        n.height++;
    }
    append_steps(p, e, steps, nsteps);
    e->range.end = el__last_end(p);
    return el__check_height(p, n.height) ? el__expr_node(e, n.height) : el__no_node();
}

/* FIRST, LAST and SIZE are words only as the whole content of the brackets. */
static int named_index(el_parser *p, el_index_kind *kind)
{
    const el_lex_token *t = el__peek(p, 0), *close = el__peek(p, 1);
    if (t->kind != EL_TOK_IDENT || close->kind != EL_TOK_SYMBOL || close->id != EL_SYM_RBRACKET)
        return 0;
    size_t n = t->end - t->start;
    const char *s = p->text + t->start;
    if (n == 5 && !strncasecmp(s, "FIRST", 5))
        *kind = EL_INDEX_FIRST;
    else if (n == 4 && !strncasecmp(s, "LAST", 4))
        *kind = EL_INDEX_LAST;
    else if (n == 4 && !strncasecmp(s, "SIZE", 4))
        *kind = EL_INDEX_SIZE;
    else
        return 0;
    p->at++;
    return 1;
}

static el_node parse_index(el_parser *p, el_node n)
{
    el_expr *e = el__new_expr(p, EL_EXPR_INDEX, n.expr->range.start, 0);
    e->operand = n.expr;
    if (!named_index(p, &e->index_kind)) {
        if (!el__enter(p))
            return el__no_node();
        el_node index = el__parse_expr(p);
        p->depth--;
        e->index = el__need_expr(p, index);
        if (!e->index || p->panic)
            return el__no_node();
        n.height = index.height > n.height ? index.height : n.height;
    }
    if (!el__accept_symbol(p, EL_SYM_RBRACKET)) {
        el__fail_here(p, "]");
        return el__no_node();
    }
    e->range.end = el__last_end(p);
    return el__check_height(p, n.height + 1) ? el__expr_node(e, n.height + 1) : el__no_node();
}

static el_node parse_postfix(el_parser *p)
{
    el_node n = el__parse_atom(p);
    while (n.expr && !p->panic) {
        if (el__accept_symbol(p, EL_SYM_DOT))
            n = parse_dot(p, n);
        else if (el__accept_symbol(p, EL_SYM_LBRACKET))
            n = parse_index(p, n);
        else
            break;
    }
    return p->panic ? el__no_node() : n;
}

/* A minus directly before a numeric literal belongs to the literal. */
static int fold_minus(el_expr *e, const char *literal, size_t n)
{
    if (e->kind != EL_EXPR_CONST || (e->value.kind != EL_INT && e->value.kind != EL_DOUBLE))
        return 0;
    el_number number = el__number_value(literal, n);
    if (number.overflow)
        e->value = el_value_int(INT64_MIN);
    else if (e->value.kind == EL_INT)
        e->value.u.i = -e->value.u.i;
    else
        e->value.u.d = -e->value.u.d;
    return 1;
}

static el_node parse_unary(el_parser *p)
{
    const el_lex_token *t = el__peek(p, 0), *next = el__peek(p, 1);
    int minus = el__at_symbol(p, EL_SYM_MINUS);
    if (!minus && !el__at_symbol(p, EL_SYM_TILDE))
        return parse_postfix(p);
    p->at++;
    if (!el__enter(p))
        return el__no_node();
    el_node n = parse_unary(p);
    p->depth--;
    el_expr *operand = el__need_expr(p, n);
    if (!operand || p->panic)
        return el__no_node();
    if (minus && next->kind == EL_TOK_NUMBER && fold_minus(operand, p->text + next->start, next->end - next->start)) {
        operand->range.start = t->start;
        return n;
    }
    el_expr *e = minus ? el__new_expr(p, EL_EXPR_NEG, t->start, operand->range.end)
                       : el__function_node(p, EL_FN_COMPLEMENT, t->start, operand->range.end, 1);
    if (minus)
        e->operand = operand;
    else
        e->items[0] = operand;
    return el__check_height(p, n.height + 1) ? el__expr_node(e, n.height + 1) : el__no_node();
}

static el_node parse_level(el_parser *p, int level)
{
    el_node left = parse_unary(p);
    const binary_op *op;
    while (!p->panic && left.expr && (op = binary_operator(p)) && op->level >= level) {
        p->at++;
        el_node right = parse_level(p, op->level + 1);
        if (p->panic)
            return el__no_node();
        left = combine(p, op, left, right);
    }
    return p->panic ? el__no_node() : left;
}

el_node el__parse_expr(el_parser *p)
{
    return parse_level(p, 0);
}
