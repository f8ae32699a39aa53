/* SPDX-License-Identifier: MIT */
/* Archived expressions and predicates back into text.
 *
 * Their layout is not documented, so this goes by the fields that are there: key paths, constants, functions,
 * comparisons and compounds become text, and what is not understood becomes the name of its class in brackets. */
#include "base/arena.h"
#include "base/buf.h"
#include "model/mom_private.h"

#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 16, MAX_TEXT = 4096 };

static void expression(el__mom *m, el_buf *out, const el_archive_item *e, int depth);

static const char *operator_text(int64_t type)
{
    static const char *const names[] = {"<", "<=", ">", ">=", "==", "!=", "MATCHES", "LIKE", "BEGINSWITH", "ENDSWITH", "IN"};
    return type >= 0 && type < 11 ? names[type] : type == 99 ? "CONTAINS" : type == 100 ? "BETWEEN" : NULL;
}

static void constant(el_buf *out, const el_archive_item *v)
{
    if (v->kind == EL_ARCHIVE_VALUE)
        el_value_json(out, &v->value);
    else
        el_buf_puts(out, "{…}");
}

static int is_like(const el_archive_item *e, const char *part)
{
    return e->class_name && strstr(e->class_name, part);
}

static void list(el__mom *m, el_buf *out, const el_archive_item *items, const char *between, int depth)
{
    for (size_t i = 0; i < items->n && i < 50 && out->len < MAX_TEXT; i++) {
        el_archive_item item;
        el_archive_child(m->a, items, i, NULL, &item);
        el_buf_puts(out, i ? between : "");
        expression(m, out, &item, depth + 1);
    }
}

static int key_path(el__mom *m, el_buf *out, const el_archive_item *e, int depth)
{
    const char *path = el__mom_text(m, e, "NSKeyPath");
    el_archive_item arguments, operand;
    if (path) {
        el_buf_puts(out, path);
        return 1;
    }
    if (!is_like(e, "KeyPath") || !el__mom_object(m, e, "NSArguments", &arguments))
        return 0;
    if (el__mom_object(m, e, "NSOperand", &operand) && !is_like(&operand, "SelfExpression")) {
        expression(m, out, &operand, depth + 1);
        el_buf_putc(out, '.');
    }
    list(m, out, &arguments, ".", depth);
    return 1;
}

static int function(el__mom *m, el_buf *out, const el_archive_item *e, int depth)
{
    el_archive_item arguments;
    const char *selector = el__mom_text(m, e, "NSSelectorName");
    if (!selector)
        return 0;
    el_buf_printf(out, "%.200s(", selector);
    if (el__mom_object(m, e, "NSArguments", &arguments))
        list(m, out, &arguments, ", ", depth);
    el_buf_putc(out, ')');
    return 1;
}

static int comparison(el__mom *m, el_buf *out, const el_archive_item *e, int depth)
{
    el_archive_item left, right, operation;
    int64_t type = -1;
    if (!el__mom_object(m, e, "NSLeftExpression", &left) || !el__mom_object(m, e, "NSRightExpression", &right) ||
        !el__mom_object(m, e, "NSPredicateOperator", &operation) || !el__mom_integer(m, &operation, "NSOperatorType", &type) || !operator_text(type))
        return 0;
    expression(m, out, &left, depth + 1);
    el_buf_printf(out, " %s ", operator_text(type));
    expression(m, out, &right, depth + 1);
    return 1;
}

static int compound(el__mom *m, el_buf *out, const el_archive_item *e, int depth)
{
    el_archive_item members;
    int64_t type = -1;
    if (!el__mom_object(m, e, "NSSubpredicates", &members) || !el__mom_integer(m, e, "NSCompoundPredicateType", &type))
        return 0;
    el_buf_puts(out, type == 0 ? "NOT (" : "(");
    list(m, out, &members, type == 2 ? " OR " : " AND ", depth);
    el_buf_putc(out, ')');
    return 1;
}

static void expression(el__mom *m, el_buf *out, const el_archive_item *e, int depth)
{
    el_archive_item value;
    if (depth > MAX_DEPTH || out->len > MAX_TEXT || !el__mom_spend(m, 1)) {
        el_buf_puts(out, "…");
        return;
    }
    if (is_like(e, "SelfExpression")) {
        el_buf_puts(out, "SELF");
    } else if (e->kind != EL_ARCHIVE_OBJECT) {
        constant(out, e);
    } else if (el_archive_field(m->a, e, "NSConstantValue", &value)) {
        constant(out, &value);
    } else if (is_like(e, "VariableExpression") && el__mom_text(m, e, "NSVariable")) {
        el_buf_printf(out, "$%.200s", el__mom_text(m, e, "NSVariable"));
    } else if (!comparison(m, out, e, depth) && !compound(m, out, e, depth) && !key_path(m, out, e, depth) && !function(m, out, e, depth)) {
        el_buf_printf(out, "[%.100s]", e->class_name ? e->class_name : "?");
    }
}

const char *el__mom_expression(el__mom *m, const el_archive_item *object)
{
    el_buf text = {0};
    expression(m, &text, object, 0);
    char *copy = el_arena_strndup(m->arena, el_buf_str(&text), text.len);
    el_buf_free(&text);
    return copy;
}

/* "SELF >= 1", "length <= 80", "SELF MATCHES …": what the model editor's fields become. */
static void take_bound(el__mom *m, const el_archive_item *predicate, el_attribute *a)
{
    el_archive_item right, operation, value;
    int64_t type = -1;
    if (!el__mom_object(m, predicate, "NSRightExpression", &right) || !el__mom_object(m, predicate, "NSPredicateOperator", &operation) ||
        !el__mom_integer(m, &operation, "NSOperatorType", &type) || !el_archive_field(m->a, &right, "NSConstantValue", &value) ||
        value.kind != EL_ARCHIVE_VALUE)
        return;
    const char *text = el_archive_string(m->arena, &value);
    if (!text) {
        el_buf b = {0};
        if (value.value.kind == EL_DATE)
            value.value = el_value_double(value.value.u.d - 978307200.0);
        el_value_json(&b, &value.value);
        text = el_arena_strndup(m->arena, el_buf_str(&b), b.len);
        el_buf_free(&b);
    }
    if (type == 6)
        a->regex = text;
    else if (type == 3)
        *(a->type == EL_TYPE_DATE ? &a->min_date_text : &a->min_text) = text;
    else if (type == 1)
        *(a->type == EL_TYPE_DATE ? &a->max_date_text : &a->max_text) = text;
}

void el__mom_validation(el__mom *m, const el_archive_item *object, el_attribute *a)
{
    el_archive_item predicates;
    if (!el__mom_object(m, object, "NSValidationPredicates", &predicates) || predicates.kind != EL_ARCHIVE_LIST)
        return;
    for (size_t i = 0; i < predicates.n && i < 20; i++) {
        el_archive_item predicate;
        el_archive_child(m->a, &predicates, i, NULL, &predicate);
        take_bound(m, &predicate, a);
    }
}
