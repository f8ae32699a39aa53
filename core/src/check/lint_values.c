/* SPDX-License-Identifier: MIT */
/* Rules over attribute columns that SQL can tell: storage classes, required values, ranges. */
#include "check/lint.h"

#include "base/arena.h"
#include "store/store.h"
#include "value/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct value_rule {
    el__lint *lint;
    const el_attribute *a;
    const char *column;
    const char *where;
    const char *from;
} value_rule;

static int run(value_rule *v, const char *code, const char *severity, const char *text, el_buf *condition)
{
    el__rule rule = {"values", code, severity, v->where, v->a->owner, NULL, NULL, text};
    int status = el__lint_rows(v->lint, &rule, v->from, condition->data, NULL, NULL);
    el_buf_free(condition);
    return status;
}

static void add_own_rows(el_buf *sql, const value_rule *v)
{
    el_layout_type_condition(sql, v->lint->layout, v->a->owner, 1, "d");
    el_buf_puts(sql, " AND ");
}

static const char *say(value_rule *v, const char *rest)
{
    return el_arena_printf(v->lint->report->arena, "%s %s", v->where, rest);
}

/* The storage classes that ECD writes for a type; NULL: any. */
static const char *classes_of(el_attribute_type type)
{
    switch (type) {
    case EL_TYPE_INT16:
    case EL_TYPE_INT32:
    case EL_TYPE_INT64:
    case EL_TYPE_BOOLEAN: return "'integer', 'null'";
    case EL_TYPE_DOUBLE:
    case EL_TYPE_FLOAT:
    case EL_TYPE_DATE: return "'real', 'null'";
    case EL_TYPE_STRING:
    case EL_TYPE_DECIMAL:
    case EL_TYPE_URI: return "'text', 'null'";
    case EL_TYPE_UUID: return "'text', 'blob', 'null'";
    case EL_TYPE_BINARY:
    case EL_TYPE_TRANSFORMABLE: return "'blob', 'null'";
    default: return NULL;
    }
}

static int storage(value_rule *v)
{
    const char *classes = classes_of(v->a->type);
    if (!classes)
        return EL_OK;
    el_buf c = {0}, text = {0};
    add_own_rows(&c, v);
    el_buf_puts(&c, "typeof(");
    el__lint_column(&c, "d", v->column);
    el_buf_printf(&c, ") NOT IN (%s)", classes);
    el_buf_printf(&text, "is of type %s, but the cell is not stored as ECD stores that", el_attribute_type_name(v->a->type));
    int status = run(v, "storage-mismatch", "warning", say(v, text.data), &c);
    el_buf_free(&text);
    return status;
}

static int required(value_rule *v)
{
    if (v->a->optional || v->lint->inferred || v->a->type == EL_TYPE_UUID || v->a->type == EL_TYPE_URI)
        return EL_OK;
    el_buf c = {0};
    add_own_rows(&c, v);
    el__lint_column(&c, "d", v->column);
    el_buf_puts(&c, " IS NULL");
    return run(v, "missing-value", "notice", say(v, "is empty, but not optional"), &c);
}

static int integer_range(value_rule *v)
{
    const char *range = v->a->type == EL_TYPE_INT16 ? "-32768 AND 32767" : v->a->type == EL_TYPE_INT32 ? "-2147483648 AND 2147483647"
                        : v->a->type == EL_TYPE_BOOLEAN ? "0 AND 1" : NULL;
    if (!range)
        return EL_OK;
    el_buf c = {0};
    add_own_rows(&c, v);
    el_buf_puts(&c, "typeof(");
    el__lint_column(&c, "d", v->column);
    el_buf_puts(&c, ") = 'integer' AND ");
    el__lint_column(&c, "d", v->column);
    el_buf_printf(&c, " NOT BETWEEN %s", range);
    int boolean = v->a->type == EL_TYPE_BOOLEAN;
    return run(v, "out-of-range", "notice", say(v, boolean ? "is a boolean, but neither 0 nor 1" : "does not fit the integer type of the model"), &c);
}

static int date_range(value_rule *v)
{
    if (v->a->type != EL_TYPE_DATE)
        return EL_OK;
    el_buf c = {0};
    add_own_rows(&c, v);
    el_buf_puts(&c, "typeof(");
    el__lint_column(&c, "d", v->column);
    el_buf_puts(&c, ") = 'real' AND ");
    el__lint_column(&c, "d", v->column); /* 1900 to 2200 */
    el_buf_puts(&c, " NOT BETWEEN -2208988800.0 AND 7258118400.0");
    return run(v, "implausible-date", "notice", say(v, "is a date outside the years 1900 to 2200"), &c);
}

/* A number of the model file: digits, a point, an exponent; anything else is no limit. */
static int read_limit(const char *text, double *out)
{
    if (!text || !*text || strspn(text, "+-.eE0123456789") != strlen(text))
        return 0;
    *out = el__strtod(text, strlen(text));
    return isfinite(*out);
}

static int limit(value_rule *v, const char *text, const char *operator, const char *says)
{
    double number;
    el_attribute_type t = v->a->type;
    int numeric = t == EL_TYPE_INT16 || t == EL_TYPE_INT32 || t == EL_TYPE_INT64 || t == EL_TYPE_DOUBLE || t == EL_TYPE_FLOAT;
    if (v->lint->inferred || !read_limit(text, &number) || (!numeric && t != EL_TYPE_STRING && t != EL_TYPE_DECIMAL))
        return EL_OK;
    char shown[40];
    el_double_text(shown, number);
    el_buf c = {0};
    add_own_rows(&c, v);
    /* A string's limits count characters; a decimal is stored as text. */
    el_buf_puts(&c, t == EL_TYPE_STRING ? "length(" : t == EL_TYPE_DECIMAL ? "CAST(" : "(");
    el__lint_column(&c, "d", v->column);
    el_buf_printf(&c, "%s) %s %s", t == EL_TYPE_DECIMAL ? " AS REAL" : "", operator, shown);
    return run(v, "outside-limits", "notice", say(v, says), &c);
}

static int lint_attribute(value_rule *v)
{
    int status = storage(v);
    if (!status)
        status = required(v);
    if (!status)
        status = integer_range(v);
    if (!status)
        status = date_range(v);
    if (!status)
        status = limit(v, v->a->min_text, "<", "is below the minimum of the model");
    return status ? status : limit(v, v->a->max_text, ">", "is above the maximum of the model");
}

int el__lint_values(el__lint *lint, const el_entity *entity)
{
    const el_layout_entity *laid = el_layout_of(lint->layout, entity);
    el_buf from = {0};
    el__lint_table(&from, laid->table, "d");
    int status = EL_OK;
    for (size_t i = 0; i < entity->nall_attributes && !status; i++) {
        const el_attribute *a = entity->all_attributes[i];
        if (a->owner != entity || a->transient || !laid->attribute_columns[i])
            continue;
        value_rule v = {lint, a, laid->attribute_columns[i], el__lint_where(lint, entity->name, a->name), from.data};
        status = lint_attribute(&v);
    }
    el_buf_free(&from);
    return status;
}
