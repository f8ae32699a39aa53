/* SPDX-License-Identifier: MIT */
/* Operators and constants as ECD writes them. */
#include "predicate/ecd_private.h"

#include "base/utf8.h"
#include "value/number.h"

#include <math.h>
#include <string.h>

static void bind(el_ecd *d, el_value v)
{
    if (d->nbinds == d->room) {
        d->room = d->room ? d->room * 2 : 8;
        el_value *grown = el_arena_array(d->arena, d->room, sizeof *grown);
        if (d->nbinds)
            memcpy(grown, d->binds, d->nbinds * sizeof *grown);
        d->binds = grown;
    }
    d->binds[d->nbinds++] = v;
}

/* What is bound for a constant.  Classes that ECD does not know stay unbound, which is NULL. */
static el_value bindable(el_value v)
{
    switch (v.kind) {
    case EL_BOOL:
    case EL_INT: return el_value_int(v.u.i);
    case EL_DOUBLE:
    case EL_DATE: return isnan(v.u.d) ? el_value_null() : el_value_double(v.u.d);
    case EL_DECIMAL: return el_value_double(el__strtod(v.u.text.s, v.u.text.n));
    case EL_OBJECT: return el_value_int(v.u.object.key);
    case EL_STRING: return v;
    default: return el_value_null();
    }
}

static unsigned fold_of(const el_pred *p)
{
    return (p->options & EL_OPT_C ? EL_FOLD_CASE : 0u) | (p->options & EL_OPT_D ? EL_FOLD_DIACRITICS : 0u);
}

static el_value text_value(el_ecd *d, el_buf *b)
{
    el_value v = el_value_text(EL_STRING, el_arena_strndup(d->arena, el_buf_str(b), b->len), b->len);
    el_buf_free(b);
    return v;
}

static el_value folded(el_ecd *d, el_value v, unsigned fold)
{
    if (v.kind != EL_STRING || !fold)
        return v;
    el_buf b = {0};
    el_ecd_fold(&b, v.u.text.s, v.u.text.n, fold);
    return text_value(d, &b);
}

static void add_escaped(el_buf *b, el_value v, const char *special)
{
    for (size_t i = 0; i < v.u.text.n; i++) {
        if (v.u.text.s[i] && strchr(special, v.u.text.s[i]))
            el_buf_putc(b, '\\');
        el_buf_putc(b, v.u.text.s[i]);
    }
}

/* LIKE's wildcards become SQL's unless an odd number of backslashes stands before them. */
static void add_like(el_buf *b, el_value v)
{
    size_t backslashes = 0;
    for (size_t i = 0; i < v.u.text.n; i++) {
        char c = v.u.text.s[i];
        if (c == '%' || c == '_')
            el_buf_putc(b, '\\');
        if ((c == '*' || c == '?') && backslashes % 2 == 0)
            c = c == '*' ? '%' : '_';
        backslashes = c == '\\' ? backslashes + 1 : 0;
        el_buf_putc(b, c);
    }
}

/* Every constant string is put through the operator's format, on either side. */
static el_value decorated(el_ecd *d, el_value v, el_op op)
{
    if (v.kind != EL_STRING)
        return v;
    el_buf b = {0};
    switch (op) {
    case EL_OP_IN:
        el_buf_putc(&b, '(');
        el_buf_add(&b, v.u.text.s, v.u.text.n);
        el_buf_putc(&b, ')');
        break;
    case EL_OP_CONTAINS:
    case EL_OP_BEGINSWITH:
    case EL_OP_ENDSWITH:
        if (op != EL_OP_BEGINSWITH)
            el_buf_putc(&b, '%');
        add_escaped(&b, v, "\\%_");
        if (op != EL_OP_ENDSWITH)
            el_buf_putc(&b, '%');
        break;
    case EL_OP_LIKE: add_like(&b, v); break;
    default: return v;
    }
    return text_value(d, &b);
}

static const char *wrapped(el_ecd *d, const char *column, unsigned fold)
{
    static const char *const names[] = {"", "STRIP_CASE", "STRIP_DIACRITICS", "STRIP_CASE_DIACRITICS"};
    static const char *const letters[] = {"", "c", "d", "cd"};
    if (!column || !fold)
        return column;
    if (d->runnable)
        return el_arena_printf(d->arena, "el_ecd_strip(%s, '%s')", column, letters[fold & 3]);
    return el_arena_printf(d->arena, "%s(%s)", names[fold & 3], column);
}

/* Dotted paths that make the result DISTINCT even where nothing is joined for them. */
static void note_path(el_ecd *d, const el_ecd_path *path)
{
    const el_entity *entity = d->q->entity;
    int all = path->n > 1;
    for (size_t i = 0; i < path->n && path->n > 1; i++) {
        const el_relationship *of_fetched = el_entity_relationship(d->q->entity, path->names[i]);
        d->distinct |= of_fetched && el_relationship_is_many_to_many(of_fetched);
        const el_relationship *r = entity ? el_entity_relationship(entity, path->names[i]) : NULL;
        all &= r != NULL;
        entity = r ? r->destination : NULL;
    }
    d->distinct |= all;
}

static int is_key(const el_expr *e)
{
    return e->kind == EL_EXPR_KEY || (e->kind == EL_EXPR_CONST && e->value.kind == EL_KEYPATH);
}

static const char *key(el_ecd *d, const el_expr *e, unsigned fold)
{
    el_ecd_path path = e->kind == EL_EXPR_KEY ? el__ecd_path_of_key(d, e) : el__ecd_path_of_text(d, e->value.u.text.s, e->value.u.text.n);
    note_path(d, &path);
    return wrapped(d, el__ecd_key(d, &path), fold);
}

/* One side of a comparison. */
static const char *operand(el_ecd *d, const el_expr *e, const el_pred *p)
{
    if (e->kind == EL_EXPR_SELF)
        return "__objectid";
    if (is_key(e))
        return key(d, e, fold_of(p));
    if (e->kind == EL_EXPR_CONST) {
        bind(d, bindable(decorated(d, folded(d, e->value, fold_of(p)), p->op)));
        return "?";
    }
    return el__ecd_raise(d, EL_ECD_RAISES, "an expression that ECD does not support");
}

static const char *constant_members(el_ecd *d, const el_value *list)
{
    const char *sql = "(";
    for (size_t i = 0; i < list->u.list.n; i++) {
        bind(d, bindable(list->u.list.items[i])); /* not folded */
        sql = el_arena_printf(d->arena, "%s%s?", sql, i ? ", " : "");
    }
    return el_arena_printf(d->arena, "%s)", sql);
}

static const char *literal_members(el_ecd *d, const el_expr *e, const el_pred *p)
{
    const char *sql = "(";
    for (size_t i = 0; i < e->nitems; i++) {
        const char *member = "?";
        if (e->items[i]->kind == EL_EXPR_CONST && e->items[i]->value.kind != EL_KEYPATH)
            bind(d, bindable(folded(d, e->items[i]->value, fold_of(p))));
        else
            member = operand(d, e->items[i], p);
        if (!member)
            return NULL;
        sql = el_arena_printf(d->arena, "%s%s%s", sql, i ? "," : "", member);
    }
    return el_arena_printf(d->arena, "%s)", sql);
}

static const char *membership(el_ecd *d, const char *left, const el_pred *p)
{
    const el_expr *r = p->right;
    int list = r->kind == EL_EXPR_CONST && (r->value.kind == EL_LIST || r->value.kind == EL_SET);
    const char *right = list ? constant_members(d, &r->value) : r->kind == EL_EXPR_LIST ? literal_members(d, r, p) : operand(d, r, p);
    return right ? el_arena_printf(d->arena, "%s IN %s", left, right) : NULL;
}

static const char *between(el_ecd *d, const char *left, const el_pred *p)
{
    const el_expr *r = p->right;
    if (r->kind == EL_EXPR_LIST)
        return el__ecd_raise(d, EL_ECD_CRASHES, "BETWEEN with a list that is written in the text");
    if (r->kind != EL_EXPR_CONST || (r->value.kind != EL_LIST && r->value.kind != EL_SET) || r->value.u.list.n != 2)
        return el__ecd_raise(d, EL_ECD_RAISES, "BETWEEN without two bounds");
    bind(d, bindable(r->value.u.list.items[0]));
    bind(d, bindable(r->value.u.list.items[1]));
    return el_arena_printf(d->arena, "%s BETWEEN ? AND ?", left);
}

static const char *symbol(el_op op)
{
    switch (op) {
    case EL_OP_EQ: return "=";
    case EL_OP_NE: return "!=";
    case EL_OP_LT: return "<";
    case EL_OP_LE: return "<=";
    case EL_OP_GT: return ">";
    case EL_OP_GE: return ">=";
    default: return NULL;
    }
}

static const char *with_constant(el_ecd *d, const char *left, const char *right, const el_pred *p)
{
    if (symbol(p->op))
        return el_arena_printf(d->arena, "%s %s %s", left, symbol(p->op), right);
    switch (p->op) {
    case EL_OP_CONTAINS:
    case EL_OP_BEGINSWITH:
    case EL_OP_ENDSWITH:
    case EL_OP_LIKE:
        if (d->runnable)
            return el_arena_printf(d->arena, "el_ecd_like(%s, %s)", left, right);
        return el_arena_printf(d->arena, "%s LIKE %s ESCAPE '\\'", left, right);
    case EL_OP_MATCHES:
        if (d->runnable)
            return el_arena_printf(d->arena, "el_ecd_regexp(%s, %s)", left, right);
        return el_arena_printf(d->arena, "%s REGEXP %s", left, right);
    default: return el__ecd_raise(d, EL_ECD_RAISES, "an operator that ECD does not support");
    }
}

static const char *comparison(el_ecd *d, const el_pred *p)
{
    if (p->modifier == EL_MOD_ANY)
        d->distinct = 1;
    const el_expr *r = p->right;
    const char *left = p->left->kind == EL_EXPR_LIST ? literal_members(d, p->left, p) : operand(d, p->left, p);
    if (!left)
        return NULL;
    if (r->kind == EL_EXPR_CONST && r->value.kind == EL_NULL)
        return el_arena_printf(d->arena, "%s IS %sNULL", left, p->op == EL_OP_NE ? "NOT " : "");
    if (p->op == EL_OP_IN && !is_key(r) && r->kind != EL_EXPR_SELF)
        return membership(d, left, p);
    if (p->op == EL_OP_BETWEEN)
        return between(d, left, p);
    if (r->kind == EL_EXPR_LIST)
        return el__ecd_raise(d, EL_ECD_RAISES, "a list where ECD expects one value");
    const char *right = operand(d, r, p);
    if (!right)
        return NULL;
    if (r->kind != EL_EXPR_CONST || r->value.kind == EL_KEYPATH) /* two columns: always equality */
        return el_arena_printf(d->arena, "%s IS %s%s", left, p->op == EL_OP_NE ? "NOT " : "", right);
    return with_constant(d, left, right, p);
}

const char *el__ecd_where(el_ecd *d, const el_pred *p)
{
    switch (p->kind) {
    case EL_PRED_TRUE: return "1";
    case EL_PRED_FALSE: return "0";
    case EL_PRED_COMPARE: return comparison(d, p);
    case EL_PRED_NOT: {
        const char *inner = el__ecd_where(d, p->items[0]);
        return inner ? el_arena_printf(d->arena, "(NOT %s)", inner) : NULL;
    }
    default: break;
    }
    const char *sql = "(";
    for (size_t i = 0; i < p->nitems; i++) {
        const char *member = el__ecd_where(d, p->items[i]);
        if (!member)
            return NULL;
        sql = el_arena_printf(d->arena, "%s%s%s", sql, i ? (p->kind == EL_PRED_AND ? " AND " : " OR ") : "", member);
    }
    return el_arena_printf(d->arena, "%s)", sql);
}
