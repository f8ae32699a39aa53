/* SPDX-License-Identifier: MIT */
/* Evaluating a tree for one object. */
#include "predicate/eval.h"

#include "base/arena.h"
#include "predicate/parse.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

el_truth el__truth(int b)
{
    return b ? EL_TRUE : EL_FALSE;
}

int el__eval_fail(el_eval *ev, el_range range, const char *code, const char *word, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int status = el_error_setv(ev->err, EL_EPREDICATE, code, fmt, ap);
    va_end(ap);
    el_error_range(ev->err, range.start, range.end);
    if (word)
        el_error_arg(ev->err, "%s", word);
    return status;
}

int el__eval_mismatch(el_eval *ev, el_range range, const el_value *v, const char *wanted)
{
    return el__eval_fail(ev, range, "type-mismatch", NULL, "%s is needed here, not %s.", wanted, el__kind_name(v->kind));
}

double el__now(el_eval *ev)
{
    if (!ev->has_now) {
        struct timespec t;
        clock_gettime(CLOCK_REALTIME, &t);
        ev->now = (double)t.tv_sec + (double)t.tv_nsec / 1e9;
        ev->has_now = 1;
    }
    return ev->now;
}

static const el_operand *find_binding(const el_eval *ev, const char *name)
{
    for (const el_binding *b = ev->bindings; b; b = b->outer)
        if (!strcmp(b->name, name))
            return &b->value;
    return NULL;
}

static int eval_variable(el_eval *ev, const char *name, el_range range, el_operand *out)
{
    const el_operand *bound = find_binding(ev, name);
    if (!bound)
        return el__eval_fail(ev, range, "unbound", name, "The variable $%s has no value.", name);
    *out = *bound;
    return 0;
}

/* a.$k: the variable's value is a key path. */
static int eval_variable_step(el_eval *ev, const el_operand *base, const el_step *step, el_operand *out)
{
    el_operand key;
    int status = eval_variable(ev, step->name, step->range, &key);
    if (status)
        return status;
    el_step *steps;
    size_t n;
    if ((key.v.kind != EL_STRING && key.v.kind != EL_KEYPATH) ||
        !el__split_key_path(ev->arena, key.v.u.text.s, key.v.u.text.n, step->range, &steps, &n))
        return el__eval_mismatch(ev, step->range, &key.v, "A key path");
    return el__eval_steps(ev, *base, steps, n, out);
}

static int eval_path(el_eval *ev, const el_expr *e, el_operand *out)
{
    el_operand base;
    int status = el__eval_expr(ev, e->operand, &base);
    if (status)
        return status;
    if (e->nsteps == 1 && e->steps[0].is_variable)
        return eval_variable_step(ev, &base, &e->steps[0], out);
    return el__eval_steps(ev, base, e->steps, e->nsteps, out);
}

static int eval_key_text(el_eval *ev, const el_value *key, el_range range, el_operand *out)
{
    el_step *steps;
    size_t n;
    if (!el__split_key_path(ev->arena, key->u.text.s, key->u.text.n, range, &steps, &n))
        return el__eval_mismatch(ev, range, key, "A key path");
    return el__eval_steps(ev, ev->self, steps, n, out);
}

/* A constant; key paths given inside an array argument are looked up. */
static int eval_constant(el_eval *ev, const el_expr *e, el_operand *out)
{
    *out = (el_operand){e->value, NULL, 0};
    if (!el__is_collection(&e->value))
        return 0;
    el_value_list list = {NULL, 0, 0};
    for (size_t i = 0; i < e->value.u.list.n; i++) {
        const el_value *member = &e->value.u.list.items[i];
        el_operand one = {*member, NULL, 0};
        int status = member->kind == EL_KEYPATH ? eval_key_text(ev, member, e->range, &one) : 0;
        if (status)
            return status;
        el__value_list_add(ev->arena, &list, one.v);
    }
    out->v.u.list.items = list.items;
    return 0;
}

static int eval_list(el_eval *ev, const el_expr *e, el_operand *out)
{
    el_value *items = el_arena_array(ev->arena, e->nitems ? e->nitems : 1, sizeof *items);
    for (size_t i = 0; i < e->nitems; i++) {
        el_operand one;
        int status = el__eval_expr(ev, e->items[i], &one);
        if (status)
            return status;
        items[i] = one.v;
    }
    *out = (el_operand){el__list_value(items, e->nitems), NULL, 0};
    return 0;
}

static int eval_subquery(el_eval *ev, const el_expr *e, el_operand *out)
{
    el_operand collection;
    int status = el__eval_expr(ev, e->operand, &collection);
    if (status)
        return status;
    int nil = collection.v.kind == EL_NULL;
    if (!nil && !el__is_collection(&collection.v))
        return el__eval_fail(ev, e->operand->range, "not-a-collection", NULL, "SUBQUERY needs a collection, not %s.",
                             el__kind_name(collection.v.kind));
    el_value_list kept = {NULL, 0, 0};
    for (size_t i = 0; !nil && i < collection.v.u.list.n; i++) {
        el_binding member = {e->name, {collection.v.u.list.items[i], collection.entity, 0}, ev->bindings};
        el_truth truth;
        ev->bindings = &member;
        status = el__eval_pred(ev, e->pred, &truth);
        ev->bindings = member.outer;
        if (status)
            return status;
        if (truth == EL_TRUE)
            el__value_list_add(ev->arena, &kept, member.value.v);
    }
    *out = (el_operand){el__list_value(kept.items, kept.n), collection.entity, 1};
    if (collection.v.kind == EL_SET)
        out->v.kind = EL_SET;
    return 0;
}

static int eval_ternary(el_eval *ev, const el_expr *e, el_operand *out)
{
    el_truth truth;
    int status = el__eval_pred(ev, e->pred, &truth);
    return status ? status : el__eval_expr(ev, e->items[truth == EL_TRUE ? 0 : 1], out);
}

static int member_of(el_eval *ev, const el_value *v, const el_value *collection)
{
    for (size_t i = 0; i < collection->u.list.n; i++)
        if (el__equal(ev, v, &collection->u.list.items[i], 0))
            return 1;
    return 0;
}

static void add_distinct(el_eval *ev, el_value_list *list, const el_value *v)
{
    el_value so_far = el__set_value(list->items, list->n);
    if (!member_of(ev, v, &so_far))
        el__value_list_add(ev->arena, list, *v);
}

static int eval_set_operation(el_eval *ev, const el_expr *e, el_operand *out)
{
    el_operand side[2];
    for (int i = 0; i < 2; i++) {
        int status = el__eval_expr(ev, e->items[i], &side[i]);
        if (status)
            return status;
        if (side[i].v.kind == EL_NULL)
            side[i].v = el__set_value(NULL, 0);
        if (!el__is_collection(&side[i].v))
            return el__eval_fail(ev, e->items[i]->range, "not-a-collection", NULL, "A set operation needs collections, not %s.",
                                 el__kind_name(side[i].v.kind));
    }
    el_value_list list = {NULL, 0, 0};
    for (size_t i = 0; i < side[0].v.u.list.n; i++) {
        const el_value *v = &side[0].v.u.list.items[i];
        int in_other = e->kind != EL_EXPR_UNION && member_of(ev, v, &side[1].v);
        if (e->kind == EL_EXPR_UNION || (e->kind == EL_EXPR_INTERSECT) == in_other)
            add_distinct(ev, &list, v);
    }
    for (size_t i = 0; e->kind == EL_EXPR_UNION && i < side[1].v.u.list.n; i++)
        add_distinct(ev, &list, &side[1].v.u.list.items[i]);
    const char *entity = side[0].entity ? side[0].entity : side[1].entity;
    *out = (el_operand){el__set_value(list.items, list.n), entity, side[0].rows || side[1].rows};
    return 0;
}

static int eval_negative(el_eval *ev, const el_expr *e, el_operand *out)
{
    el_operand x;
    int status = el__eval_expr(ev, e->operand, &x);
    *out = (el_operand){el_value_null(), NULL, 0};
    return status ? status : el__negate(ev, e->operand, &x.v, &out->v);
}

int el__eval_expr(el_eval *ev, const el_expr *e, el_operand *out)
{
    switch (e->kind) {
    case EL_EXPR_CONST: return eval_constant(ev, e, out);
    case EL_EXPR_SELF: *out = ev->self; return 0;
    case EL_EXPR_KEY: return el__eval_steps(ev, ev->self, e->steps, e->nsteps, out);
    case EL_EXPR_VAR: return eval_variable(ev, e->name, e->range, out);
    case EL_EXPR_PATH: return eval_path(ev, e, out);
    case EL_EXPR_INDEX: return el__eval_index(ev, e, out);
    case EL_EXPR_LIST: return eval_list(ev, e, out);
    case EL_EXPR_FN: return el__eval_function(ev, e, out);
    case EL_EXPR_NEG: return eval_negative(ev, e, out);
    case EL_EXPR_CAST: return el__eval_cast(ev, e, out);
    case EL_EXPR_TERNARY: return eval_ternary(ev, e, out);
    case EL_EXPR_CALL: return el__eval_call(ev, e, out);
    case EL_EXPR_SUBQUERY: return eval_subquery(ev, e, out);
    case EL_EXPR_UNION:
    case EL_EXPR_INTERSECT:
    case EL_EXPR_MINUS: return eval_set_operation(ev, e, out);
    case EL_EXPR_ANYKEY: return el__eval_fail(ev, e->range, "unsupported-anykey", NULL, "ANYKEY cannot be evaluated.");
    case EL_EXPR_FETCH: return el__eval_fail(ev, e->range, "unsupported-fetch", NULL, "FETCH cannot be evaluated.");
    case EL_EXPR_ASSIGN: break;
    }
    return el__eval_fail(ev, e->range, "unsupported-assignment", NULL, "An assignment cannot be evaluated.");
}

static el_truth negated(el_truth t)
{
    return t == EL_UNKNOWN ? EL_UNKNOWN : el__truth(t == EL_FALSE);
}

/* The first member that decides ends the work, as in both engines. */
static int eval_compound(el_eval *ev, const el_pred *p, el_truth *out)
{
    el_truth decides = p->kind == EL_PRED_AND ? EL_FALSE : EL_TRUE, result = negated(decides);
    for (size_t i = 0; i < p->nitems; i++) {
        el_truth one;
        int status = el__eval_pred(ev, p->items[i], &one);
        if (status)
            return status;
        if (one == decides) {
            *out = decides;
            return 0;
        }
        if (one == EL_UNKNOWN)
            result = EL_UNKNOWN;
    }
    *out = result;
    return 0;
}

/* ANY: some member is known to satisfy.  ALL: none is known not to, or unknown. */
static int eval_modified(el_eval *ev, const el_pred *p, const el_operand *left, const el_operand *right, el_truth *out)
{
    *out = el__truth(p->modifier == EL_MOD_ALL);
    if (left->v.kind == EL_NULL)
        return 0;
    if (!el__is_collection(&left->v))
        return el__eval_fail(ev, p->left->range, "any-all-needs-collection", NULL, "%s needs a collection, not %s.",
                             p->modifier == EL_MOD_ANY ? "ANY" : "ALL", el__kind_name(left->v.kind));
    el_value_list members = {NULL, 0, 0};
    el__flatten(ev->arena, &members, &left->v);
    for (size_t i = 0; i < members.n; i++) {
        el_operand member = {members.items[i], left->entity, 0};
        el_truth one;
        int status = el__compare(ev, p, &member, right, &one);
        if (status)
            return status;
        if ((one == EL_TRUE) == (p->modifier == EL_MOD_ANY)) {
            *out = el__truth(p->modifier == EL_MOD_ANY);
            return 0;
        }
    }
    return 0;
}

int el__eval_comparison(el_eval *ev, const el_pred *p, el_truth *out, el_operand *left, el_operand *right)
{
    el_operand sides[2];
    left = left ? left : &sides[0];
    right = right ? right : &sides[1];
    int status = el__eval_expr(ev, p->left, left);
    if (!status)
        status = el__eval_expr(ev, p->right, right);
    if (status)
        return status;
    return p->modifier == EL_MOD_DIRECT ? el__compare(ev, p, left, right, out) : eval_modified(ev, p, left, right, out);
}

int el__eval_pred(el_eval *ev, const el_pred *p, el_truth *out)
{
    switch (p->kind) {
    case EL_PRED_TRUE:
    case EL_PRED_FALSE: *out = el__truth(p->kind == EL_PRED_TRUE); return 0;
    case EL_PRED_AND:
    case EL_PRED_OR: return eval_compound(ev, p, out);
    case EL_PRED_COMPARE: return el__eval_comparison(ev, p, out, NULL, NULL);
    case EL_PRED_NOT: break;
    }
    int status = el__eval_pred(ev, p->items[0], out);
    *out = status ? *out : negated(*out);
    return status;
}

void el__eval_begin(el_eval *ev, const el_value *self, const el_eval_source *source, el_eval_mode mode, el_error *err)
{
    memset(ev, 0, sizeof *ev);
    ev->arena = el_arena_new();
    ev->source = source;
    ev->mode = mode;
    ev->err = err;
    ev->self.v = self ? *self : el_value_null();
    if (ev->self.v.kind == EL_OBJECT)
        ev->self.entity = source && source->entity ? source->entity(source->ctx, &ev->self.v) : ev->self.v.u.object.entity;
}

int el_predicate_evaluate(el_truth *out, const el_predicate *p, const el_value *self, const el_eval_source *source,
                          el_eval_mode mode, el_error *err)
{
    el_eval ev;
    *out = EL_UNKNOWN;
    el__eval_begin(&ev, self, source, mode, err);
    int status = el__eval_pred(&ev, p->root, out);
    el_arena_free(ev.arena);
    return status;
}
