/* SPDX-License-Identifier: MIT */
/* A copy of a tree in which variables have become values. */
#include "predicate/parse.h"

#include "base/arena.h"

#include <string.h>

typedef struct scope { const char *name; const struct scope *outer; } scope;

typedef struct copier {
    el_arena *arena;
    const char *const *names;
    const el_value *values;
    size_t n;
    const scope *hidden; /* variables of the subqueries around */
    el_error *err;
    int status;
} copier;

static el_pred *copy_pred(copier *c, const el_pred *p);
static el_expr *copy_expr(copier *c, const el_expr *e);

static const el_value *lookup(const copier *c, const char *name)
{
    for (const scope *s = c->hidden; s; s = s->outer)
        if (!strcmp(s->name, name))
            return NULL;
    for (size_t i = 0; i < c->n; i++)
        if (!strcmp(c->names[i], name))
            return &c->values[i];
    return NULL;
}

static void fail(copier *c, const char *name, el_range range)
{
    if (c->status)
        return;
    c->status = el_error_set(c->err, EL_EPREDICATE, "type-mismatch", "The value of $%s is used as a key, but is no key path.", name);
    el_error_range(c->err, range.start, range.end);
}

static el_expr **copy_items(copier *c, el_expr *const *items, size_t n)
{
    el_expr **copy = el_arena_array(c->arena, n ? n : 1, sizeof *copy);
    for (size_t i = 0; i < n; i++)
        copy[i] = copy_expr(c, items[i]);
    return copy;
}

static el_step *copy_steps(copier *c, const el_step *steps, size_t n)
{
    size_t cap = 4;
    while (cap < n)
        cap *= 2;
    el_step *copy = el_arena_array(c->arena, cap, sizeof *copy);
    for (size_t i = 0; i < n; i++) {
        copy[i] = steps[i];
        copy[i].name = el_arena_strdup(c->arena, steps[i].name);
    }
    return copy;
}

/* Variable → constant, or the key path that the value is. */
static void replace_variable(copier *c, el_expr *e, const el_value *v)
{
    e->kind = EL_EXPR_CONST;
    e->value = el_value_copy(c->arena, *v);
    if (v->kind != EL_KEYPATH)
        return;
    e->kind = EL_EXPR_KEY;
    if (!el__split_key_path(c->arena, v->u.text.s, v->u.text.n, e->range, &e->steps, &e->nsteps))
        fail(c, e->name, e->range);
}

/* a.$k with a known k; and any path whose operand has become a plain key path, which then is one itself. */
static el_expr *settle_path(copier *c, el_expr *e)
{
    const el_step *last = &e->steps[e->nsteps - 1];
    const el_value *v = last->is_variable ? lookup(c, last->name) : NULL;
    if (v && v->kind != EL_STRING && v->kind != EL_KEYPATH) {
        fail(c, last->name, last->range);
        return e;
    }
    if (v && !el__split_key_path(c->arena, v->u.text.s, v->u.text.n, last->range, &e->steps, &e->nsteps)) {
        fail(c, last->name, last->range);
        return e;
    }
    el_expr *base = e->operand;
    int plain = !e->steps[0].is_variable;
    int joins = plain && (base->kind == EL_EXPR_KEY || base->kind == EL_EXPR_SELF ||
                          (base->kind == EL_EXPR_PATH && !base->steps[base->nsteps - 1].is_variable));
    if (!joins)
        return e;
    el_step *all = el_arena_array(c->arena, base->nsteps + e->nsteps, sizeof *all);
    if (base->nsteps)
        memcpy(all, base->steps, base->nsteps * sizeof *all);
    memcpy(all + base->nsteps, e->steps, e->nsteps * sizeof *all);
    base->steps = all;
    base->nsteps += e->nsteps;
    base->range.end = e->range.end;
    base->kind = base->kind == EL_EXPR_SELF ? EL_EXPR_KEY : base->kind;
    return base;
}

static el_pred *copy_inner(copier *c, const el_expr *e)
{
    if (e->kind != EL_EXPR_SUBQUERY)
        return copy_pred(c, e->pred);
    scope inner = {e->name, c->hidden};
    c->hidden = &inner;
    el_pred *p = copy_pred(c, e->pred);
    c->hidden = inner.outer;
    return p;
}

static el_expr *copy_expr(copier *c, const el_expr *e)
{
    el_expr *copy = el_arena_alloc(c->arena, sizeof *copy);
    *copy = *e;
    copy->name = el_arena_strdup(c->arena, e->name);
    if (e->kind == EL_EXPR_CONST)
        copy->value = el_value_copy(c->arena, e->value);
    if (e->nsteps)
        copy->steps = copy_steps(c, e->steps, e->nsteps);
    if (e->operand)
        copy->operand = copy_expr(c, e->operand);
    if (e->index)
        copy->index = copy_expr(c, e->index);
    if (e->nitems)
        copy->items = copy_items(c, e->items, e->nitems);
    if (e->pred)
        copy->pred = copy_inner(c, e);
    const el_value *v = e->kind == EL_EXPR_VAR ? lookup(c, e->name) : NULL;
    if (v)
        replace_variable(c, copy, v);
    return e->kind == EL_EXPR_PATH ? settle_path(c, copy) : copy;
}

static el_pred *copy_pred(copier *c, const el_pred *p)
{
    el_pred *copy = el_arena_alloc(c->arena, sizeof *copy);
    *copy = *p;
    copy->selector = el_arena_strdup(c->arena, p->selector);
    if (p->nitems) {
        copy->items = el_arena_array(c->arena, p->nitems, sizeof *copy->items);
        for (size_t i = 0; i < p->nitems; i++)
            copy->items[i] = copy_pred(c, p->items[i]);
    }
    if (p->left)
        copy->left = copy_expr(c, p->left);
    if (p->right)
        copy->right = copy_expr(c, p->right);
    return copy;
}

int el_predicate_substitute(el_predicate **out, const el_predicate *p, const char *const *names, const el_value *values,
                            size_t n, el_error *err)
{
    *out = NULL;
    el_arena *arena = el_arena_new();
    copier c = {.arena = arena, .names = names, .values = values, .n = n, .err = err};
    el_predicate *copy = el_arena_alloc(arena, sizeof *copy);
    *copy = *p;
    copy->arena = arena;
    copy->text = el_arena_strndup(arena, p->text, p->length);
    copy->root = copy_pred(&c, p->root);
    if (c.status) {
        el_arena_free(arena);
        return c.status;
    }
    *out = copy;
    return EL_OK;
}
