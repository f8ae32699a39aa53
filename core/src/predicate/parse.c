/* SPDX-License-Identifier: MIT */
#include "predicate/parse.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

const el_lex_token *el__peek(el_parser *p, size_t ahead)
{
    p->steps++;
    size_t i = p->at + ahead;
    return &p->tokens[i < p->ntokens ? i : p->ntokens - 1];
}

int el__at_symbol(el_parser *p, el_symbol symbol)
{
    const el_lex_token *t = el__peek(p, 0);
    return t->kind == EL_TOK_SYMBOL && t->id == (int)symbol;
}

int el__at_word(el_parser *p, el_word word)
{
    const el_lex_token *t = el__peek(p, 0);
    return t->kind == EL_TOK_WORD && t->id == (int)word;
}

int el__accept_symbol(el_parser *p, el_symbol symbol)
{
    if (!el__at_symbol(p, symbol))
        return 0;
    p->at++;
    return 1;
}

int el__accept_word(el_parser *p, el_word word)
{
    if (!el__at_word(p, word))
        return 0;
    p->at++;
    return 1;
}

size_t el__last_end(const el_parser *p)
{
    return p->at ? p->tokens[p->at - 1].end : 0;
}

int el__enter(el_parser *p)
{
    if (p->depth < EL_PARSE_DEPTH) {
        p->depth++;
        return 1;
    }
    return el__check_height(p, EL_PARSE_DEPTH + 1);
}

int el__check_height(el_parser *p, unsigned height)
{
    if (height <= EL_PARSE_DEPTH)
        return 1;
    const el_lex_token *t = el__peek(p, 0);
    el__fail(p, EL_ELIMIT, "too-deep", t->start, t->end, "The predicate is nested more than %d levels deep.", EL_PARSE_DEPTH);
    el__hint(p, "Remove parentheses that are not needed, or split the predicate.");
    p->at = p->ntokens - 1; /* nothing after this is worth a complaint */
    return 0;
}

void el__items_add(el_parser *p, el_items *list, void *item)
{
    if (list->n == list->cap) {
        size_t cap = list->cap ? list->cap * 2 : 4;
        void **fresh = el_arena_array(p->arena, cap, sizeof *fresh);
        if (list->n)
            memcpy(fresh, list->items, list->n * sizeof *fresh);
        list->items = fresh;
        list->cap = cap;
    }
    list->items[list->n++] = item;
}

el_node el__no_node(void)
{
    return (el_node){NULL, NULL, 0};
}

el_node el__expr_node(el_expr *e, unsigned height)
{
    return (el_node){NULL, e, height};
}

el_expr *el__new_expr(el_parser *p, el_expr_kind kind, size_t start, size_t end)
{
    el_expr *e = el_arena_alloc(p->arena, sizeof *e);
    e->kind = kind;
    e->range = (el_range){start, end};
    return e;
}

el_pred *el__new_pred(el_parser *p, el_pred_kind kind, size_t start, size_t end)
{
    el_pred *pred = el_arena_alloc(p->arena, sizeof *pred);
    pred->kind = kind;
    pred->range = (el_range){start, end};
    return pred;
}

el_expr *el__function_node(el_parser *p, el_function fn, size_t start, size_t end, size_t nitems)
{
    el_expr *e = el__new_expr(p, EL_EXPR_FN, start, end);
    e->name = el__function_info(fn)->name;
    e->items = el_arena_array(p->arena, nitems ? nitems : 1, sizeof *e->items);
    e->nitems = nitems;
    return e;
}

static el_pred *parse_all(el_parser *p)
{
    if (el__peek(p, 0)->kind == EL_TOK_END) {
        el__fail(p, EL_EPARSE, "empty-predicate", 0, p->length, "The predicate is empty.");
        el__hint(p, "Write a comparison such as name == \"Ann\", or TRUEPREDICATE for every object.");
        return NULL;
    }
    el_pred *root = NULL;
    for (;;) {
        el_pred *part = el__need_pred(p, el__parse_or(p));
        root = root ? root : part;
        if (el__peek(p, 0)->kind == EL_TOK_END || p->nerrs >= EL_PARSE_ERRORS || p->status == EL_ELIMIT)
            return root;
        if (!p->panic)
            el__fail_here(p, "AND or OR");
        p->panic = 0;
        p->at++; /* goes on behind the token that does not belong here */
        if (el__peek(p, 0)->kind == EL_TOK_END)
            return root;
    }
}

static int too_long(el_error *errs, size_t max_errs, size_t *nerrs)
{
    if (nerrs)
        *nerrs = 1;
    return el_error_set(max_errs ? errs : NULL, EL_ELIMIT, "too-long", "The predicate is longer than %d MiB.",
                        EL_PARSE_BYTES / 1024 / 1024);
}

int el_predicate_parse(el_predicate **out, const char *text, size_t n, const el_value *args, size_t nargs,
                       el_error *errs, size_t max_errs, size_t *nerrs)
{
    *out = NULL;
    if (n > EL_PARSE_BYTES)
        return too_long(errs, max_errs, nerrs);
    el_arena *arena = el_arena_new();
    el_predicate *result = el_arena_alloc(arena, sizeof *result);
    result->arena = arena;
    result->text = el_arena_strndup(arena, n ? text : "", n);
    result->length = n;
    el_parser p = {.arena = arena, .text = result->text, .length = n, .args = args, .nargs = nargs, .errs = errs,
                   .max_errs = errs ? max_errs : 0};
    p.tokens = el__lex(result->text, n, &p.ntokens);
    result->root = parse_all(&p);
    result->steps = p.steps;
    free(p.tokens);
    if (nerrs)
        *nerrs = p.nerrs < p.max_errs ? p.nerrs : p.max_errs;
    if (p.nerrs) {
        el_arena_free(arena);
        return p.status;
    }
    *out = result;
    return EL_OK;
}

size_t el_predicate_argument_count(const char *text, size_t n)
{
    size_t ntokens, count = 0;
    el_lex_token *tokens = el__lex(n ? text : "", n, &ntokens);
    for (size_t i = 0; i < ntokens; i++)
        count += tokens[i].kind == EL_TOK_ARG;
    free(tokens);
    return count;
}
