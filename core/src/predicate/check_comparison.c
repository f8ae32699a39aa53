/* SPDX-License-Identifier: MIT */
/* Comparisons: which types may meet, and the repairs for those that may not. */
#include "predicate/check.h"

#include "base/arena.h"
#include "predicate/ast_values.h"
#include "predicate/eval.h"
#include "value/number.h"

#include <string.h>
#include <strings.h>

static int open_kind(el_type_kind kind)
{
    return kind == EL_T_UNKNOWN || kind == EL_T_NIL;
}

static int is_text(el_type_kind kind)
{
    return kind == EL_T_STRING || kind == EL_T_URL || kind == EL_T_UUID;
}

static int comparable(el_type_kind a, el_type_kind b)
{
    if (open_kind(a) || open_kind(b) || a == b)
        return 1;
    return is_text(a) && is_text(b) && (a == EL_T_STRING || b == EL_T_STRING); /* identifiers given as text */
}

static int is_string_constant(const el_expr *e)
{
    return e->kind == EL_EXPR_CONST && e->value.kind == EL_STRING;
}

/* True when the constant stands in the text itself and not behind a % specifier. */
static int is_spelt(el_checker *c, const el_expr *e)
{
    return e->range.start < c->p->length && c->p->text[e->range.start] != '%';
}

static int is_placeholder(const el_value *v)
{
    return v->u.text.n == 2 && v->u.text.s[0] == '%' && strchr("@Kdfsiuxp", v->u.text.s[1]);
}

static int is_numeric_text(const el_value *v)
{
    int unordered;
    el_decimal_compare(v->u.text.s, v->u.text.n, "0", 1, &unordered);
    return !unordered;
}

static void repair_date(el_checker *c, const char *text, size_t n)
{
    char copy[40];
    double seconds;
    if (n >= sizeof copy)
        return;
    memcpy(copy, text, n);
    copy[n] = '\0';
    char *blank = strchr(copy, ' ');
    if (blank)
        *blank = 'T'; /* "2016-01-01 12:00:00" is meant as ISO 8601, too */
    char *zone = strchr(copy, ' ');
    if (zone)
        memmove(zone, zone + 1, strlen(zone));
    if (el_date_parse(&seconds, copy, strlen(copy)) != EL_OK)
        return;
    char number[32];
    el_double_text(number, seconds - EL_REFERENCE_DATE);
    size_t length = strlen(number);
    if (length > 2 && !strcmp(number + length - 2, ".0"))
        number[length - 2] = '\0';
    el__complain_repair(c, "CAST(%s, \"NSDate\")", number);
}

/* 2016-01-01 without quotes is a subtraction. */
static int looks_like_date(const char *s)
{
    static const char shape[] = "dddd-dd-dd";
    for (size_t i = 0; shape[i]; i++)
        if (!s[i] || (shape[i] == 'd' ? s[i] < '0' || s[i] > '9' : s[i] != shape[i]))
            return 0;
    return strlen(s) == 10;
}

static void hint_against_date(el_checker *c, const el_expr *e, const el_type *t)
{
    const char *source = el__source(c, e->range);
    el__complain_hint(c, "Give a date as an argument (%%@), or write CAST(seconds, \"NSDate\") with seconds since 2001.");
    if (is_string_constant(e) && is_spelt(c, e))
        repair_date(c, e->value.u.text.s, e->value.u.text.n);
    else if (t->kind == EL_T_NUMBER && looks_like_date(source))
        repair_date(c, source, strlen(source));
}

static void hint_against_number(el_checker *c, const el_expr *e, const el_type *wanted)
{
    const el_value *v = &e->value;
    if (!is_string_constant(e) || !is_spelt(c, e))
        return;
    int yes = !strncasecmp(v->u.text.s, "yes", v->u.text.n + 1) || !strncasecmp(v->u.text.s, "true", v->u.text.n + 1);
    int no = !strncasecmp(v->u.text.s, "no", v->u.text.n + 1) || !strncasecmp(v->u.text.s, "false", v->u.text.n + 1);
    if (wanted->boolean && (yes || no)) {
        el__complain_hint(c, "Write %s without quotes.", yes ? "YES" : "NO");
        el__complain_repair(c, "%s", yes ? "YES" : "NO");
    } else if (is_numeric_text(v)) {
        el__complain_hint(c, "Write the number without quotes.");
        el__complain_repair(c, "%.*s", (int)v->u.text.n, v->u.text.s);
    }
}

/* `e` of type `t` stands where `wanted` belongs. */
static void mismatch(el_checker *c, const el_expr *e, const el_type *t, const el_type *wanted)
{
    if (is_string_constant(e) && is_spelt(c, e) && is_placeholder(&e->value)) {
        const char *specifier = el_arena_strndup(c->arena, e->value.u.text.s, 2);
        el__complain(c, e->range, "quoted-placeholder", NULL, "In quotes %s is plain text and takes no argument.", specifier);
        el__complain_hint(c, "Remove the quotes.");
        el__complain_repair(c, "%s", specifier);
        return;
    }
    el__complain(c, e->range, "type-mismatch", NULL, "\"%s\" is %s and cannot be compared with %s.", el__source(c, e->range),
                 el__type_name(t), el__type_name(wanted));
    if (wanted->kind == EL_T_DATE)
        hint_against_date(c, e, t);
    else if (wanted->kind == EL_T_NUMBER)
        hint_against_number(c, e, wanted);
    else if (wanted->kind == EL_T_STRING && t->kind == EL_T_NUMBER && e->kind == EL_EXPR_CONST && is_spelt(c, e))
        el__complain_repair(c, "\"%s\"", el__source(c, e->range));
    else if (wanted->kind == EL_T_ENTITY && t->kind == EL_T_STRING)
        el__complain_hint(c, "Compare entity.name with a string.");
    else if (wanted->kind == EL_T_OBJECT)
        el__complain_hint(c, "Compare a relationship with an object, or one of the object's keys with the value.");
}

/* Complains at the side that is a constant, else at the right one. */
static void check_pair(el_checker *c, const el_expr *a, const el_type *ta, const el_expr *b, const el_type *tb, int ordering)
{
    int list = ta->kind == EL_T_COLLECTION || ta->kind == EL_T_DICT;
    if (list || tb->kind == EL_T_COLLECTION || tb->kind == EL_T_DICT) {
        const el_expr *e = list ? a : b;
        el__complain(c, e->range, "type-mismatch", NULL, "\"%s\" is a list and cannot be compared with a value.", el__source(c, e->range));
        el__complain_hint(c, "Lists stand behind IN and BETWEEN.");
        return;
    }
    int both_constant = ta->constant && tb->constant && !ordering; /* decided at once: they differ */
    if (comparable(ta->kind, tb->kind) || both_constant) {
        if (ordering && (ta->kind == EL_T_DATA || ta->kind == EL_T_OBJECT || ta->kind == EL_T_ENTITY) && ta->kind == tb->kind)
            el__complain(c, b->range, "type-mismatch", NULL, "%s has no order.", ta->kind == EL_T_DATA ? "Data" : "An object");
        return;
    }
    if (ta->constant && !tb->constant)
        mismatch(c, a, ta, tb);
    else
        mismatch(c, b, tb, ta);
}

static el_range whole(const el_pred *p)
{
    return (el_range){p->left->range.start, p->right->range.end};
}

/* rel == nil and rel != nil ask whether there are members. */
static int repair_empty_test(el_checker *c, const el_pred *p)
{
    int nil = p->right->kind == EL_EXPR_CONST && p->right->value.kind == EL_NULL;
    if (!nil || (p->op != EL_OP_EQ && p->op != EL_OP_NE))
        return 0;
    el__complain_hint(c, "Ask for the number of members.");
    el__complain_repair(c, "%s.@count %s 0", el__source(c, p->left->range), p->op == EL_OP_EQ ? "==" : ">");
    return 1;
}

static const char *mirrored(el_op op)
{
    switch (op) {
    case EL_OP_EQ: return "==";
    case EL_OP_NE: return "!=";
    case EL_OP_LT: return ">";
    case EL_OP_LE: return ">=";
    case EL_OP_GT: return "<";
    case EL_OP_GE: return "<=";
    default: return NULL;
    }
}

static void needs_modifier(el_checker *c, const el_pred *p, const el_expr *e)
{
    el_range range = whole(p);
    el__complain(c, range, "to-many-needs-modifier", NULL, "\"%s\" is to-many and no single value.", el__source(c, e->range));
    if (e->kind == EL_EXPR_SUBQUERY) {
        el__complain_hint(c, "A SUBQUERY is a collection; ask for its .@count.");
        const char *tail = el__source(c, (el_range){e->range.end, range.end});
        if (e == p->left)
            el__complain_repair(c, "%s.@count%s", el__source(c, e->range), tail);
        return;
    }
    if (e == p->left && repair_empty_test(c, p))
        return;
    el__complain_hint(c, "Put ANY (some member) or ALL (each member) in front of the comparison.");
    if (e == p->left)
        el__complain_repair(c, "ANY %s", el__source(c, range));
    else if (mirrored(p->op) && !p->options)
        el__complain_repair(c, "ANY %s %s %s", el__source(c, p->right->range), mirrored(p->op), el__source(c, p->left->range));
}

static void check_members(el_checker *c, const el_expr *x, const el_type *tx, const el_expr *list, const el_type *tl)
{
    if (list->kind == EL_EXPR_LIST) {
        for (size_t i = 0; i < list->nitems; i++) {
            /* Types of members were looked at with the list; constants need no second look at keys. */
            if (list->items[i]->kind == EL_EXPR_CONST) {
                el_type t = el__value_type(&list->items[i]->value);
                check_pair(c, x, tx, list->items[i], &t, 0);
            }
        }
        return;
    }
    el_type element = el__plain_type(tl->element);
    if (!comparable(tx->kind, element.kind) && !(tx->constant && tl->constant))
        mismatch(c, tx->constant ? x : list, tx->constant ? tx : &element, tx->constant ? &element : tx);
}

static void check_in(el_checker *c, const el_expr *x, const el_type *tx, const el_expr *list, const el_type *tl)
{
    if (tl->kind == EL_T_COLLECTION) {
        check_members(c, x, tx, list, tl);
    } else if (tl->kind == EL_T_STRING || tl->kind == EL_T_URL) {
        el_type text = el__plain_type(EL_T_STRING);
        if (!comparable(tx->kind, EL_T_STRING))
            mismatch(c, x, tx, &text);
    } else if (!open_kind(tl->kind) && tl->kind != EL_T_DICT) {
        el__complain(c, list->range, "in-needs-collection", NULL, "IN needs a list, a to-many relationship or a string, not %s.",
                     el__type_name(tl));
        if (list->kind == EL_EXPR_CONST) {
            el__complain_hint(c, "A list of one member is written {x}.");
            el__complain_repair(c, "{%s}", el__source(c, list->range));
        }
    }
}

static void check_between(el_checker *c, const el_pred *p, const el_type *left, const el_type *right)
{
    size_t n = p->right->nitems;
    if (right->kind == EL_T_UNKNOWN)
        return;
    if (right->kind != EL_T_COLLECTION || right->rows || (right->value && right->value->kind == EL_SET)) {
        el__complain(c, p->right->range, "between-needs-array", NULL, "BETWEEN needs a list of two bounds, not %s.",
                     el__type_name(right));
        el__complain_hint(c, "Write BETWEEN {low, high}.");
        return;
    }
    if (right->value)
        n = right->value->u.list.n;
    else if (p->right->kind != EL_EXPR_LIST)
        return;
    if (n != 2) {
        el__complain(c, p->right->range, "between-arity", NULL, "BETWEEN needs two bounds, not %zu.", n);
        el__complain_hint(c, "Write BETWEEN {low, high}.");
        return;
    }
    check_members(c, p->left, left, p->right, right);
}

static void check_regex(el_checker *c, const el_expr *pattern)
{
    int match;
    el_error err;
    if (!is_string_constant(pattern))
        return;
    int status = el__text_matches(&match, "", 0, pattern->value.u.text.s, pattern->value.u.text.n, 0, &err);
    if (status != EL_EPREDICATE)
        return;
    el__complain(c, pattern->range, "bad-regex", NULL, "%s", err.message);
    el__complain_hint(c, "%s", err.hint);
}

static void check_text_side(el_checker *c, const el_expr *e, const el_type *t)
{
    if (is_text(t->kind) || open_kind(t->kind))
        return;
    el__complain(c, e->range, "type-mismatch", NULL, "\"%s\" is %s; this operator needs strings.", el__source(c, e->range),
                 el__type_name(t));
    if (t->kind == EL_T_NUMBER && e->kind == EL_EXPR_CONST && is_spelt(c, e)) {
        el__complain_repair(c, "\"%s\"", el__source(c, e->range));
    } else if (t->kind == EL_T_NUMBER && e->kind != EL_EXPR_CONST) {
        el__complain_hint(c, "CAST(x, \"NSString\") makes a string of a number.");
        el__complain_repair(c, "CAST(%s, \"NSString\")", el__source(c, e->range));
    }
}

static void check_operator(el_checker *c, const el_pred *p, const el_type *left, const el_type *right)
{
    switch (p->op) {
    case EL_OP_BETWEEN: check_between(c, p, left, right); break;
    case EL_OP_IN: check_in(c, p->left, left, p->right, right); break;
    case EL_OP_CONTAINS:
        if (left->kind == EL_T_COLLECTION || left->kind == EL_T_DICT) {
            check_in(c, p->right, right, p->left, left);
            break;
        } /* fall through */
    case EL_OP_BEGINSWITH:
    case EL_OP_ENDSWITH:
    case EL_OP_LIKE:
    case EL_OP_MATCHES:
        check_text_side(c, p->left, left);
        check_text_side(c, p->right, right);
        if (p->op == EL_OP_MATCHES)
            check_regex(c, p->right);
        break;
    case EL_OP_TOKENMATCHES:
    case EL_OP_UTI_CONFORMS_TO:
    case EL_OP_UTI_EQUALS:
    case EL_OP_SELECTOR: {
        const char *name = p->op == EL_OP_SELECTOR ? p->selector : el_op_name(p->op);
        el__complain(c, p->op_range, p->op == EL_OP_SELECTOR ? "unsupported-selector" : "unsupported-operator", name,
                     "The operator %s has no meaning in a store.", name);
        break;
    }
    default: check_pair(c, p->left, left, p->right, right, p->op != EL_OP_EQ && p->op != EL_OP_NE);
    }
}

/* The one member that ANY and ALL look at. */
static el_type member_type(el_checker *c, const el_pred *p, const el_type *left)
{
    if (left->kind == EL_T_COLLECTION) {
        el_type t = el__plain_type(left->element);
        t.entity = left->entity;
        t.constant = left->constant;
        return t;
    }
    if (!open_kind(left->kind)) {
        const char *word = p->modifier == EL_MOD_ANY ? "ANY" : "ALL";
        el__complain(c, p->left->range, "any-all-needs-collection", NULL, "%s needs a to-many relationship, not %s.", word,
                     el__type_name(left));
        el__complain_hint(c, "A single value is compared without %s.", word);
    }
    return el__plain_type(EL_T_UNKNOWN);
}

void el__check_comparison(el_checker *c, const el_pred *p)
{
    el_type left = el__type_of(c, p->left), right = el__type_of(c, p->right);
    if (right.rows && right.kind == EL_T_COLLECTION && p->op != EL_OP_IN) {
        needs_modifier(c, p, p->right);
        return;
    }
    if (p->modifier != EL_MOD_DIRECT) {
        left = member_type(c, p, &left);
    } else if (left.rows && left.kind == EL_T_COLLECTION && p->op != EL_OP_CONTAINS) {
        needs_modifier(c, p, p->left);
        return;
    }
    check_operator(c, p, &left, &right);
}
