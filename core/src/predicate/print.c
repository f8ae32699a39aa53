/* SPDX-License-Identifier: MIT */
/* A tree as text that a person can read and that parses to the same tree.  Parentheses are generous where
 * people disagree about precedence: around AND and OR inside each other, and around operands of operators. */
#include "predicate/ast.h"

#include "base/arena.h"
#include "base/buf.h"
#include "predicate/ast_functions.h"
#include "predicate/ast_values.h"
#include "predicate/lex.h"

#include <math.h>
#include <string.h>

typedef struct printer {
    el_buf *out;
    el_arena *arena;
    int with_args; /* constants without a literal become arguments */
    el_value *args;
    size_t nargs, cap;
} printer;

static void print_expr(printer *p, const el_expr *e);
static void print_pred(printer *p, const el_pred *pred);

static void add_argument(printer *p, const char *specifier, el_value v)
{
    el_buf_puts(p->out, specifier);
    if (p->nargs == p->cap) {
        p->cap = p->cap ? p->cap * 2 : 4;
        el_value *fresh = el_arena_array(p->arena, p->cap, sizeof *fresh);
        if (p->nargs)
            memcpy(fresh, p->args, p->nargs * sizeof *fresh);
        p->args = fresh;
    }
    p->args[p->nargs++] = v;
}

static void print_string(printer *p, const char *s, size_t n)
{
    el_buf_putc(p->out, '"');
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c == '"' || c == '\\')
            el_buf_printf(p->out, "\\%c", c);
        else if (c == '\n' || c == '\r' || c == '\t')
            el_buf_puts(p->out, c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
        else if (c < 0x20 || c == 0x7F)
            el_buf_printf(p->out, "\\u%04x", c);
        else
            el_buf_putc(p->out, (char)c);
    }
    el_buf_putc(p->out, '"');
}

static void print_cast(printer *p, const char *text, const char *type)
{
    el_buf_printf(p->out, "CAST(%s, \"%s\")", text, type);
}

static void print_date(printer *p, double since_1970)
{
    el_buf text = {0};
    el__normal_double(&text, el__reference_seconds(since_1970));
    print_cast(p, el_buf_str(&text), "NSDate");
    el_buf_free(&text);
}

static void print_key(printer *p, const el_step *steps, size_t n);

static void print_key_text(printer *p, const el_value *v)
{
    el_step step = {el_arena_strndup(p->arena, v->u.text.s, v->u.text.n), 0, {0, 0}};
    print_key(p, &step, 1);
}

static void print_value(printer *p, const el_value *v);

static void print_members(printer *p, const el_value *v)
{
    el_buf_putc(p->out, '{');
    for (size_t i = 0; i < v->u.list.n; i++) {
        if (i)
            el_buf_puts(p->out, ", ");
        print_value(p, &v->u.list.items[i]);
    }
    el_buf_putc(p->out, '}');
}

/* What has no literal, in a text that has no arguments. */
static void print_without_literal(printer *p, const el_value *v)
{
    el_buf text = {0};
    switch (v->kind) {
    case EL_DATE: print_date(p, v->u.d); break;
    case EL_DECIMAL:
        el_buf_printf(&text, "\"%.*s\"", (int)v->u.text.n, v->u.text.s);
        print_cast(p, el_buf_str(&text), "NSDecimalNumber");
        break;
    case EL_SET: print_members(p, v); break;
    case EL_UUID:
    case EL_URL:
    case EL_ENTITY:
    case EL_CLASS: print_string(p, v->u.text.s, v->u.text.n); break;
    default:
        el__normal_value(&text, v);
        print_string(p, el_buf_str(&text), text.len);
    }
    el_buf_free(&text);
}

static void print_value(printer *p, const el_value *v)
{
    switch (v->kind) {
    case EL_NULL: el_buf_puts(p->out, "NULL"); return;
    case EL_BOOL: el_buf_puts(p->out, v->u.i ? "TRUE" : "FALSE"); return;
    case EL_INT: el_buf_printf(p->out, "%lld", (long long)v->u.i); return;
    case EL_STRING: print_string(p, v->u.text.s, v->u.text.n); return;
    case EL_LIST: print_members(p, v); return;
    case EL_KEYPATH: print_key_text(p, v); return;
    case EL_DOUBLE:
        if (isfinite(v->u.d)) {
            el__normal_double(p->out, v->u.d);
            return;
        }
        break;
    default: break;
    }
    if (p->with_args)
        add_argument(p, "%@", *v);
    else
        print_without_literal(p, v);
}

static int printable_component(const char *name)
{
    return el__is_identifier(name + (name[0] == '@'), strlen(name) - (name[0] == '@'));
}

static void print_key(printer *p, const el_step *steps, size_t n)
{
    el_buf path = {0};
    int plain = 1;
    for (size_t i = 0; i < n; i++) {
        plain = plain && printable_component(steps[i].name);
        el_buf_printf(&path, "%s%s", i ? "." : "", steps[i].name);
    }
    if (!plain && p->with_args) {
        add_argument(p, "%K", el_value_text(EL_STRING, el_arena_strndup(p->arena, el_buf_str(&path), path.len), path.len));
        el_buf_free(&path);
        return;
    }
    for (size_t i = 0; i < n; i++)
        el_buf_printf(p->out, "%s%s%s", i ? "." : "", el__needs_hash(steps[i].name, strlen(steps[i].name)) ? "#" : "",
                      steps[i].name);
    el_buf_free(&path);
}

static const el_function_info *infix_of(const el_expr *e)
{
    const el_function_info *info = e->kind == EL_EXPR_FN ? el__function_info(el__function_of(e->name)) : NULL;
    return info && info->infix ? info : NULL;
}

/* True when the text of `e` holds together beside an operator. */
static int is_atom(const el_expr *e)
{
    switch (e->kind) {
    case EL_EXPR_NEG:
    case EL_EXPR_UNION:
    case EL_EXPR_INTERSECT:
    case EL_EXPR_MINUS:
    case EL_EXPR_ASSIGN: return 0;
    case EL_EXPR_FN: return !infix_of(e);
    default: return 1;
    }
}

static void print_enclosed(printer *p, const el_expr *e, int bare)
{
    if (!bare)
        el_buf_putc(p->out, '(');
    print_expr(p, e);
    if (!bare)
        el_buf_putc(p->out, ')');
}

static void print_operand(printer *p, const el_expr *e)
{
    print_enclosed(p, e, is_atom(e));
}

/* Before "." and "[": a number would take the dot for its own. */
static void print_base(printer *p, const el_expr *e)
{
    int number = e->kind == EL_EXPR_CONST && (e->value.kind == EL_INT || e->value.kind == EL_DOUBLE);
    print_enclosed(p, e, is_atom(e) && !number);
}

static void print_arguments(printer *p, const char *name, el_expr *const *items, size_t n)
{
    el_buf_printf(p->out, "%s(", name);
    for (size_t i = 0; i < n; i++) {
        if (i)
            el_buf_puts(p->out, ", ");
        print_expr(p, items[i]);
    }
    el_buf_putc(p->out, ')');
}

static void print_infix(printer *p, const char *operator, el_expr *const *items)
{
    print_operand(p, items[0]);
    el_buf_printf(p->out, " %s ", operator);
    print_operand(p, items[1]);
}

static void print_function(printer *p, const el_expr *e)
{
    const el_function_info *info = infix_of(e);
    if (!info) {
        print_arguments(p, e->name, e->items, e->nitems);
    } else if (info->prefix) {
        el_buf_puts(p->out, info->infix);
        print_operand(p, e->items[0]);
    } else {
        print_infix(p, info->infix, e->items);
    }
}

static void print_path(printer *p, const el_expr *e)
{
    print_base(p, e->operand);
    el_buf_putc(p->out, '.');
    if (e->nsteps == 1 && e->steps[0].is_variable)
        el_buf_printf(p->out, "$%s", e->steps[0].name);
    else
        print_key(p, e->steps, e->nsteps);
}

static void print_index(printer *p, const el_expr *e)
{
    static const char *const names[] = {[EL_INDEX_FIRST] = "FIRST", [EL_INDEX_LAST] = "LAST", [EL_INDEX_SIZE] = "SIZE"};
    print_base(p, e->operand);
    el_buf_putc(p->out, '[');
    if (e->index_kind == EL_INDEX_EXPR)
        print_expr(p, e->index);
    else
        el_buf_puts(p->out, names[e->index_kind]);
    el_buf_putc(p->out, ']');
}

static void print_ternary(printer *p, const el_expr *e)
{
    el_buf_puts(p->out, "TERNARY(");
    print_pred(p, e->pred);
    for (size_t i = 0; i < e->nitems; i++) {
        el_buf_puts(p->out, ", ");
        print_expr(p, e->items[i]);
    }
    el_buf_putc(p->out, ')');
}

static void print_subquery(printer *p, const el_expr *e)
{
    el_buf_puts(p->out, "SUBQUERY(");
    print_expr(p, e->operand);
    el_buf_printf(p->out, ", $%s, ", e->name);
    print_pred(p, e->pred);
    el_buf_putc(p->out, ')');
}

static void print_list(printer *p, const el_expr *e)
{
    el_buf_putc(p->out, '{');
    for (size_t i = 0; i < e->nitems; i++) {
        if (i)
            el_buf_puts(p->out, ", ");
        print_expr(p, e->items[i]);
    }
    el_buf_putc(p->out, '}');
}

static void print_expr(printer *p, const el_expr *e)
{
    switch (e->kind) {
    case EL_EXPR_CONST: print_value(p, &e->value); break;
    case EL_EXPR_SELF: el_buf_puts(p->out, "SELF"); break;
    case EL_EXPR_ANYKEY: el_buf_puts(p->out, "ANYKEY"); break;
    case EL_EXPR_KEY: print_key(p, e->steps, e->nsteps); break;
    case EL_EXPR_VAR: el_buf_printf(p->out, "$%s", e->name); break;
    case EL_EXPR_PATH: print_path(p, e); break;
    case EL_EXPR_INDEX: print_index(p, e); break;
    case EL_EXPR_LIST: print_list(p, e); break;
    case EL_EXPR_FN: print_function(p, e); break;
    case EL_EXPR_NEG: /* "-3" would be the literal */
        el_buf_putc(p->out, '-');
        print_enclosed(p, e->operand, is_atom(e->operand) && e->operand->kind != EL_EXPR_CONST);
        break;
    case EL_EXPR_CAST: print_arguments(p, "CAST", e->items, e->nitems); break;
    case EL_EXPR_TERNARY: print_ternary(p, e); break;
    case EL_EXPR_CALL: print_arguments(p, "FUNCTION", e->items, e->nitems); break;
    case EL_EXPR_SUBQUERY: print_subquery(p, e); break;
    case EL_EXPR_UNION: print_infix(p, "UNION", e->items); break;
    case EL_EXPR_INTERSECT: print_infix(p, "INTERSECT", e->items); break;
    case EL_EXPR_MINUS: print_infix(p, "MINUS", e->items); break;
    case EL_EXPR_FETCH: print_arguments(p, "FETCH", e->items, e->nitems); break;
    case EL_EXPR_ASSIGN:
        el_buf_printf(p->out, "$%s := ", e->name);
        print_expr(p, e->operand);
        break;
    }
}

static int is_bit_operation(const el_expr *e)
{
    const el_function_info *info = infix_of(e);
    return info && strchr("&|^<>", info->infix[0]);
}

/* A side of a comparison: arithmetic needs no parentheses there, bit operations get them since people doubt. */
static void print_side(printer *p, const el_expr *e)
{
    print_enclosed(p, e, e->kind != EL_EXPR_ASSIGN && !is_bit_operation(e));
}

static const char *operator_text(el_op op)
{
    static const char *const words[] = {
        [EL_OP_BETWEEN] = "BETWEEN", [EL_OP_IN] = "IN", [EL_OP_CONTAINS] = "CONTAINS", [EL_OP_BEGINSWITH] = "BEGINSWITH",
        [EL_OP_ENDSWITH] = "ENDSWITH", [EL_OP_LIKE] = "LIKE", [EL_OP_MATCHES] = "MATCHES",
        [EL_OP_TOKENMATCHES] = "TOKENMATCHES", [EL_OP_UTI_CONFORMS_TO] = "UTI-CONFORMS-TO",
        [EL_OP_UTI_EQUALS] = "UTI-EQUALS",
    };
    return op >= EL_OP_BETWEEN && op < EL_OP_SELECTOR ? words[op] : el_op_name(op);
}

static void print_comparison(printer *p, const el_pred *c, const char *modifier)
{
    static const char letters[] = "cdnl";
    el_buf_puts(p->out, modifier);
    print_side(p, c->left);
    el_buf_printf(p->out, " %s", c->op == EL_OP_SELECTOR ? c->selector : operator_text(c->op));
    if (c->options) {
        el_buf_putc(p->out, '[');
        for (int i = 0; letters[i]; i++)
            if (c->options & 1u << i)
                el_buf_putc(p->out, letters[i]);
        el_buf_putc(p->out, ']');
    }
    el_buf_putc(p->out, ' ');
    print_side(p, c->right);
}

static int has_arithmetic(const el_pred *c)
{
    return !is_atom(c->left) || !is_atom(c->right);
}

static void print_not(printer *p, const el_pred *pred)
{
    const el_pred *operand = pred->items[0];
    int compare = operand->kind == EL_PRED_COMPARE;
    if (pred->was_none && compare && operand->modifier == EL_MOD_ANY) {
        print_comparison(p, operand, "NONE ");
        return;
    }
    int bare = operand->kind == EL_PRED_TRUE || operand->kind == EL_PRED_FALSE || (compare && !has_arithmetic(operand));
    el_buf_puts(p->out, bare ? "NOT " : "NOT (");
    print_pred(p, operand);
    if (!bare)
        el_buf_putc(p->out, ')');
}

static void print_compound(printer *p, const el_pred *pred)
{
    for (size_t i = 0; i < pred->nitems; i++) {
        int nested = pred->items[i]->kind == EL_PRED_AND || pred->items[i]->kind == EL_PRED_OR;
        if (i)
            el_buf_puts(p->out, pred->kind == EL_PRED_AND ? " AND " : " OR ");
        if (nested)
            el_buf_putc(p->out, '(');
        print_pred(p, pred->items[i]);
        if (nested)
            el_buf_putc(p->out, ')');
    }
}

static void print_pred(printer *p, const el_pred *pred)
{
    switch (pred->kind) {
    case EL_PRED_TRUE: el_buf_puts(p->out, "TRUEPREDICATE"); break;
    case EL_PRED_FALSE: el_buf_puts(p->out, "FALSEPREDICATE"); break;
    case EL_PRED_NOT: print_not(p, pred); break;
    case EL_PRED_AND:
    case EL_PRED_OR: print_compound(p, pred); break;
    case EL_PRED_COMPARE:
        print_comparison(p, pred, pred->modifier == EL_MOD_ANY ? "ANY " : pred->modifier == EL_MOD_ALL ? "ALL " : "");
        break;
    }
}

void el_predicate_print(el_buf *out, const el_predicate *p, const el_value **args, size_t *nargs)
{
    printer state = {.out = out, .arena = p->arena, .with_args = args != NULL};
    print_pred(&state, p->root);
    if (args)
        *args = state.args;
    if (nargs)
        *nargs = state.nargs;
}

void el__print_pred(el_buf *out, const el_predicate *p, const el_pred *pred)
{
    printer state = {.out = out, .arena = p->arena};
    print_pred(&state, pred);
}
