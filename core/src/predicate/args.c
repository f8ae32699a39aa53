/* SPDX-License-Identifier: MIT */
/* What the % specifiers take. */
#include "predicate/parse.h"

#include "base/arena.h"
#include "value/number.h"

#include <math.h>
#include <string.h>

static const el_value *next_value(el_parser *p, const el_lex_token *t)
{
    if (p->next_arg < p->nargs)
        return &p->args[p->next_arg++];
    el__fail(p, EL_EPARSE, "missing-argument", t->start, t->end, "There is no argument for %s (number %zu).",
             el__excerpt(p, t->start, t->end), p->next_arg + 1);
    el__hint(p, "Give one value for each %% specifier, in their order.");
    p->next_arg++;
    return NULL;
}

static void fail_kind(el_parser *p, const el_lex_token *t, const char *wanted)
{
    el__fail(p, EL_EPARSE, "bad-argument", t->start, t->end, "The argument for %s is not %s.",
             el__excerpt(p, t->start, t->end), wanted);
}

int el__split_key_path(el_arena *arena, const char *s, size_t n, el_range range, el_step **steps, size_t *nsteps)
{
    size_t count = 1, cap = 4;
    for (size_t i = 0; i < n; i++)
        count += s[i] == '.';
    while (cap < count)
        cap *= 2;
    *steps = el_arena_array(arena, cap, sizeof **steps);
    *nsteps = count;
    size_t from = 0, at = 0;
    for (size_t i = 0; i <= n; i++) {
        if (i < n && s[i] != '.' && s[i] != '\0')
            continue;
        if (i == from || (i < n && s[i] == '\0') || (s[from] == '@' && i == from + 1))
            return 0;
        (*steps)[at].name = el_arena_strndup(arena, s + from, i - from);
        (*steps)[at++].range = range;
        from = i + 1;
    }
    return 1;
}

int el__key_argument(el_parser *p, const el_lex_token *t, el_step **steps, size_t *nsteps)
{
    const el_value *v = next_value(p, t);
    if (!v)
        return 0;
    if (v->kind != EL_STRING && v->kind != EL_KEYPATH) {
        fail_kind(p, t, "a key path");
        el__hint(p, "%%K takes a text such as \"author.name\".");
        return 0;
    }
    if (el__split_key_path(p->arena, v->u.text.s, v->u.text.n, (el_range){t->start, t->end}, steps, nsteps))
        return 1;
    fail_kind(p, t, "a key path (a component is empty)");
    return 0;
}

static el_expr *key_path(el_parser *p, const el_lex_token *t, el_step *steps, size_t nsteps)
{
    el_expr *e = el__new_expr(p, EL_EXPR_KEY, t->start, t->end);
    e->steps = steps;
    e->nsteps = nsteps;
    return e;
}

static el_expr *constant(el_parser *p, const el_lex_token *t, el_value v)
{
    el_expr *e = el__new_expr(p, EL_EXPR_CONST, t->start, t->end);
    e->value = v;
    return e;
}

static el_expr *object(el_parser *p, const el_lex_token *t, const el_value *v)
{
    if (v->kind != EL_KEYPATH)
        return constant(p, t, el_value_copy(p->arena, *v));
    el_step *steps;
    size_t nsteps;
    if (!el__split_key_path(p->arena, v->u.text.s, v->u.text.n, (el_range){t->start, t->end}, &steps, &nsteps)) {
        fail_kind(p, t, "a key path (a component is empty)");
        return NULL;
    }
    return key_path(p, t, steps, nsteps);
}

static el_expr *integer(el_parser *p, const el_lex_token *t, const el_value *v)
{
    if (v->kind == EL_INT || v->kind == EL_BOOL)
        return constant(p, t, el_value_int(v->u.i));
    if (v->kind == EL_DOUBLE && v->u.d == floor(v->u.d) && fabs(v->u.d) < 9e18)
        return constant(p, t, el_value_int((int64_t)v->u.d));
    fail_kind(p, t, "an integer");
    return NULL;
}

static el_expr *floating(el_parser *p, const el_lex_token *t, const el_value *v)
{
    if (v->kind == EL_DOUBLE)
        return constant(p, t, el_value_double(v->u.d));
    if (v->kind == EL_INT || v->kind == EL_BOOL)
        return constant(p, t, el_value_double((double)v->u.i));
    if (v->kind == EL_DECIMAL)
        return constant(p, t, el_value_double(el__strtod(v->u.text.s, v->u.text.n)));
    fail_kind(p, t, "a number");
    return NULL;
}

el_expr *el__argument(el_parser *p, const el_lex_token *t)
{
    if (t->id == EL_ARG_KEY) {
        el_step *steps;
        size_t nsteps;
        return el__key_argument(p, t, &steps, &nsteps) ? key_path(p, t, steps, nsteps) : NULL;
    }
    const el_value *v = next_value(p, t);
    if (!v)
        return NULL;
    switch (t->id) {
    case EL_ARG_INTEGER: return integer(p, t, v);
    case EL_ARG_DOUBLE: return floating(p, t, v);
    case EL_ARG_TEXT:
        if (v->kind == EL_STRING)
            return constant(p, t, el_value_copy(p->arena, *v));
        fail_kind(p, t, "a text");
        return NULL;
    default: return object(p, t, v);
    }
}
