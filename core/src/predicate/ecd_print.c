/* SPDX-License-Identifier: MIT */
/* A comparison as Foundation's predicateFormat prints it.  Only the search for key paths depends on it. */
#include "predicate/ecd_private.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double seconds_1970_to_2001 = 978307200.0;

static void print_string(el_buf *b, const el_value *v)
{
    el_buf_putc(b, '"');
    for (size_t i = 0; i < v->u.text.n; i++) {
        char c = v->u.text.s[i];
        if (c == '"' || c == '\\')
            el_buf_putc(b, '\\');
        el_buf_putc(b, c);
    }
    el_buf_putc(b, '"');
}

static void print_members(el_buf *b, const el_value *v);

static void print_double(el_buf *b, double d)
{
    char text[40];
    el_double_text(text, d);
    size_t n = strlen(text);
    if (n > 2 && !strcmp(text + n - 2, ".0"))
        text[n - 2] = '\0';
    el_buf_puts(b, text);
}

static void print_constant(el_buf *b, const el_value *v)
{
    switch (v->kind) {
    case EL_NULL: el_buf_puts(b, "nil"); break;
    case EL_BOOL:
    case EL_INT: el_buf_printf(b, "%" PRId64, v->u.i); break;
    case EL_DOUBLE: print_double(b, v->u.d); break;
    case EL_STRING: print_string(b, v); break;
    case EL_DATE: {
        char text[400]; /* snprintf for the plain notation; the point is put back where a locale changed it */
        int n = snprintf(text, sizeof text, "%.6f", v->u.d - seconds_1970_to_2001);
        if (n > 7 && n < (int)sizeof text)
            text[n - 7] = '.';
        el_buf_printf(b, "CAST(%s, \"NSDate\")", text);
        break;
    }
    case EL_OBJECT:
        el_buf_printf(b, "<%s/p%" PRId64 ">", v->u.object.entity ? v->u.object.entity : "", v->u.object.key);
        break;
    case EL_LIST:
    case EL_SET: print_members(b, v); break;
    case EL_DATA:
        el_buf_putc(b, '<');
        el_buf_hex(b, v->u.text.s, v->u.text.n);
        el_buf_putc(b, '>');
        break;
    case EL_DICT: break;
    default: el_buf_add(b, v->u.text.s, v->u.text.n);
    }
}

static void print_members(el_buf *b, const el_value *v)
{
    el_buf_putc(b, '{');
    for (size_t i = 0; i < v->u.list.n; i++) {
        if (i)
            el_buf_puts(b, ", ");
        print_constant(b, &v->u.list.items[i]);
    }
    el_buf_putc(b, '}');
}

/* Expressions that ECD does not support raise before their text matters. */
static void print_expression(el_buf *b, const el_expr *e)
{
    switch (e->kind) {
    case EL_EXPR_CONST: print_constant(b, &e->value); break;
    case EL_EXPR_SELF: el_buf_puts(b, "SELF"); break;
    case EL_EXPR_KEY:
        for (size_t i = 0; i < e->nsteps; i++)
            el_buf_printf(b, "%s%s", i ? "." : "", e->steps[i].name);
        break;
    case EL_EXPR_LIST:
        el_buf_putc(b, '{');
        for (size_t i = 0; i < e->nitems; i++) {
            if (i)
                el_buf_puts(b, ", ");
            print_expression(b, e->items[i]);
        }
        el_buf_putc(b, '}');
        break;
    default: break;
    }
}

static const char *operator_text(el_op op)
{
    static const char *const texts[] = {"==", "!=", "<", "<=", ">", ">=", "BETWEEN", "IN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE",
                                        "MATCHES", "TOKENMATCHES", "UTI-CONFORMS-TO", "UTI-EQUALS", ""};
    return texts[op];
}

void el_ecd_print(el_buf *out, const el_pred *p)
{
    if (p->modifier != EL_MOD_DIRECT)
        el_buf_puts(out, p->modifier == EL_MOD_ANY ? "ANY " : "ALL ");
    print_expression(out, p->left);
    el_buf_printf(out, " %s", operator_text(p->op));
    if (p->options) {
        el_buf_putc(out, '[');
        static const char letters[] = "cdnl";
        for (int i = 0; i < 4; i++)
            if (p->options & (1u << i))
                el_buf_putc(out, letters[i]);
        el_buf_putc(out, ']');
    }
    el_buf_putc(out, ' ');
    print_expression(out, p->right);
}
