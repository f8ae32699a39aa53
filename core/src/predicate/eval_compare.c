/* SPDX-License-Identifier: MIT */
/* One comparison of two values. */
#include "predicate/eval.h"

static el_truth unknown_or_false(const el_eval *ev)
{
    return ev->mode == EL_EVAL_STORE ? EL_UNKNOWN : EL_FALSE;
}

static int is_nil_literal(const el_expr *e)
{
    return e->kind == EL_EXPR_CONST && e->value.kind == EL_NULL;
}

/* A to-many path is no value in the store; only IN takes one at its right and CONTAINS at its left. */
static int needs_modifier(el_eval *ev, const el_expr *e)
{
    int status = el__eval_fail(ev, e->range, "to-many-needs-modifier", NULL, "A to-many relationship is no single value.");
    el_error_hint(ev->err, "Put ANY or ALL in front, or use @count.");
    return status;
}

static int holds(el_op op, int order)
{
    switch (op) {
    case EL_OP_EQ: return order == 0;
    case EL_OP_NE: return order != 0;
    case EL_OP_LT: return order == -1 || (order < 0);
    case EL_OP_LE: return order <= 0;
    case EL_OP_GT: return order > 0 && order != 2;
    default: return order >= 0 && order != 2;
    }
}

static int compare_order(el_eval *ev, const el_pred *p, const el_expr *right, el_op op, const el_value *a, const el_value *b,
                         el_truth *out)
{
    int order;
    if (!el__order(a, b, p->options, &order)) {
        int status = el__eval_fail(ev, right->range, "type-mismatch", NULL, "%s cannot be ordered against %s.",
                                   el__kind_name(a->kind), el__kind_name(b->kind));
        return status;
    }
    if (order == 2 && ev->mode == EL_EVAL_STORE) /* the store keeps NaN as NULL */
        *out = EL_UNKNOWN;
    else
        *out = el__truth(order == 2 ? op == EL_OP_NE : holds(op, order));
    return 0;
}

/* ==, !=, <, … where at least one side is nil.  In the store only a nil that the predicate itself spells can be tested. */
static el_truth compare_nil(el_eval *ev, const el_pred *p, const el_value *a, const el_value *b)
{
    int both = a->kind == EL_NULL && b->kind == EL_NULL;
    if (ev->mode == EL_EVAL_STORE) {
        int literal = is_nil_literal(p->left) || is_nil_literal(p->right);
        if (!literal || (p->op != EL_OP_EQ && p->op != EL_OP_NE))
            return EL_UNKNOWN;
        return el__truth(both == (p->op == EL_OP_EQ));
    }
    if (p->op == EL_OP_NE)
        return el__truth(!both);
    return el__truth(both && p->op != EL_OP_LT && p->op != EL_OP_GT);
}

static int compare_basic(el_eval *ev, const el_pred *p, const el_value *a, const el_value *b, el_truth *out)
{
    if (a->kind == EL_NULL || b->kind == EL_NULL) {
        *out = compare_nil(ev, p, a, b);
        return 0;
    }
    if (p->op != EL_OP_EQ && p->op != EL_OP_NE)
        return compare_order(ev, p, p->right, p->op, a, b, out);
    *out = el__truth(el__equal(ev, a, b, p->options) == (p->op == EL_OP_EQ));
    return 0;
}

static el_truth both(el_truth a, el_truth b)
{
    if (a == EL_FALSE || b == EL_FALSE)
        return EL_FALSE;
    return a == EL_UNKNOWN || b == EL_UNKNOWN ? EL_UNKNOWN : EL_TRUE;
}

static int bound(el_eval *ev, const el_pred *p, el_op op, const el_value *x, const el_value *limit, el_truth *out)
{
    *out = unknown_or_false(ev);
    if (x->kind == EL_NULL || limit->kind == EL_NULL)
        return 0;
    return compare_order(ev, p, p->right, op, x, limit, out);
}

static int compare_between(el_eval *ev, const el_pred *p, const el_value *x, const el_value *bounds, el_truth *out)
{
    if (bounds->kind != EL_LIST)
        return el__eval_fail(ev, p->right->range, "between-needs-array", NULL, "BETWEEN needs a list of two bounds, not %s.",
                             el__kind_name(bounds->kind));
    if (bounds->u.list.n != 2)
        return el__eval_fail(ev, p->right->range, "between-arity", NULL, "BETWEEN needs two bounds, not %zu.", bounds->u.list.n);
    el_truth low, high;
    int status = bound(ev, p, EL_OP_GE, x, &bounds->u.list.items[0], &low);
    if (!status)
        status = bound(ev, p, EL_OP_LE, x, &bounds->u.list.items[1], &high);
    *out = status ? *out : both(low, high);
    return status;
}

/* True when the nil member `i` is a constant, which the store leaves out of the list. */
static int constant_member(const el_expr *list, size_t i)
{
    return list->kind != EL_EXPR_LIST || (i < list->nitems && is_nil_literal(list->items[i]));
}

/* x among the members of a list, of an argument, or of rows of the store. */
static int compare_member(el_eval *ev, const el_pred *p, const el_expr *list, const el_value *x, const el_operand *collection,
                          el_truth *out)
{
    int store = ev->mode == EL_EVAL_STORE, open = 0;
    size_t considered = 0;
    unsigned options = store ? p->options : 0;
    const el_value *items = collection->v.u.list.items;
    for (size_t i = 0; i < collection->v.u.list.n; i++) {
        if (items[i].kind == EL_NULL) {
            open = open || !constant_member(list, i);
            considered += !constant_member(list, i);
            continue;
        }
        considered++;
        if (x->kind != EL_NULL && el__equal(ev, x, &items[i], options)) {
            *out = EL_TRUE;
            return 0;
        }
    }
    *out = EL_FALSE;
    if (store && !collection->rows && considered && (x->kind == EL_NULL || open))
        *out = EL_UNKNOWN;
    return 0;
}

static int compare_in(el_eval *ev, const el_pred *p, const el_expr *list, const el_value *x, const el_operand *collection,
                      el_truth *out)
{
    el_operand values = *collection;
    if (values.v.kind == EL_DICT)
        values.v = el__list_value(values.v.u.dict.values, values.v.u.dict.n);
    if (el__is_collection(&values.v))
        return compare_member(ev, p, list, x, &values, out);
    if (values.v.kind == EL_STRING || (values.v.kind == EL_NULL && x->kind == EL_STRING))
        return el__text_operator(ev, p, EL_OP_CONTAINS, &values.v, x, out);
    *out = unknown_or_false(ev);
    if (values.v.kind == EL_NULL)
        return 0;
    return el__eval_fail(ev, list->range, "in-needs-collection", NULL, "IN needs a list, a collection or a string, not %s.",
                         el__kind_name(values.v.kind));
}

static int unsupported(el_eval *ev, const el_pred *p)
{
    const char *name = p->op == EL_OP_SELECTOR ? p->selector : el_op_name(p->op);
    return el__eval_fail(ev, p->op_range, p->op == EL_OP_SELECTOR ? "unsupported-selector" : "unsupported-operator", name, "The operator %s cannot be evaluated.", name);
}

static int compare_rows(el_eval *ev, const el_pred *p, const el_operand *left, const el_operand *right)
{
    if (ev->mode != EL_EVAL_STORE)
        return 0;
    if (left->rows && el__is_collection(&left->v) && p->op != EL_OP_CONTAINS)
        return needs_modifier(ev, p->left);
    if (right->rows && el__is_collection(&right->v) && p->op != EL_OP_IN)
        return needs_modifier(ev, p->right);
    return 0;
}

int el__compare(el_eval *ev, const el_pred *p, const el_operand *left, const el_operand *right, el_truth *out)
{
    int status = compare_rows(ev, p, left, right);
    if (status)
        return status;
    switch (p->op) {
    case EL_OP_BETWEEN: return compare_between(ev, p, &left->v, &right->v, out);
    case EL_OP_IN: return compare_in(ev, p, p->right, &left->v, right, out);
    case EL_OP_CONTAINS:
        if (el__is_collection(&left->v) || left->v.kind == EL_DICT)
            return compare_in(ev, p, p->left, &right->v, left, out);
        return el__text_operator(ev, p, p->op, &left->v, &right->v, out);
    case EL_OP_BEGINSWITH:
    case EL_OP_ENDSWITH:
    case EL_OP_LIKE:
    case EL_OP_MATCHES: return el__text_operator(ev, p, p->op, &left->v, &right->v, out);
    case EL_OP_TOKENMATCHES:
    case EL_OP_UTI_CONFORMS_TO:
    case EL_OP_UTI_EQUALS:
    case EL_OP_SELECTOR: return unsupported(ev, p);
    default: return compare_basic(ev, p, &left->v, &right->v, out);
    }
}
