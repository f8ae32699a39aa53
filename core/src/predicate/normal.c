/* SPDX-License-Identifier: MIT */
/* The normal form: one line, fully parenthesised, the same for all spellings of one meaning. */
#include "predicate/ast.h"

#include "base/arena.h"
#include "base/buf.h"
#include "predicate/ast_values.h"

#include <stdlib.h>
#include <string.h>

static void add_expr(el_buf *out, const el_expr *e);
static void add_pred(el_buf *out, const el_pred *p);

static void add_quoted(el_buf *out, const char *head, const char *s, size_t n)
{
    el_buf_printf(out, "(%s ", head);
    el_buf_json_string(out, s, n);
    el_buf_putc(out, ')');
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Members in the order of their text, since neither a set nor a dictionary has one. */
static void add_sorted(el_buf *out, const char *head, char **texts, size_t n)
{
    qsort(texts, n, sizeof *texts, by_text);
    el_buf_printf(out, "(%s", head);
    for (size_t i = 0; i < n; i++) {
        el_buf_printf(out, " %s", texts[i]);
        free(texts[i]);
    }
    el_buf_putc(out, ')');
    free(texts);
}

static void add_set(el_buf *out, const el_value *v)
{
    char **texts = el_xmalloc(v->u.list.n * sizeof *texts);
    for (size_t i = 0; i < v->u.list.n; i++) {
        el_buf one = {0};
        el__normal_value(&one, &v->u.list.items[i]);
        texts[i] = el_buf_take(&one);
    }
    add_sorted(out, "set", texts, v->u.list.n);
}

static void add_dict(el_buf *out, const el_value *v)
{
    char **texts = el_xmalloc(v->u.dict.n * sizeof *texts);
    for (size_t i = 0; i < v->u.dict.n; i++) {
        el_buf one = {0};
        el__normal_value(&one, &v->u.dict.keys[i]);
        el_buf_putc(&one, ' ');
        el__normal_value(&one, &v->u.dict.values[i]);
        texts[i] = el_buf_take(&one);
    }
    add_sorted(out, "dict", texts, v->u.dict.n);
}

static void add_list(el_buf *out, const el_value *v)
{
    el_buf_puts(out, "(list");
    for (size_t i = 0; i < v->u.list.n; i++) {
        el_buf_putc(out, ' ');
        el__normal_value(out, &v->u.list.items[i]);
    }
    el_buf_putc(out, ')');
}

static void add_object(el_buf *out, const el_value *v)
{
    if (v->u.object.name) {
        add_quoted(out, "object", v->u.object.name, strlen(v->u.object.name));
        return;
    }
    el_buf id = {0};
    el_buf_printf(&id, "%s/%lld", v->u.object.entity ? v->u.object.entity : "", (long long)v->u.object.key);
    add_quoted(out, "object", el_buf_str(&id), id.len);
    el_buf_free(&id);
}

static void add_plain_decimal(el_buf *out, const el_value *v)
{
    el_buf text = {0};
    el__decimal_plain(&text, v->u.text.s, v->u.text.n);
    add_quoted(out, "decimal", el_buf_str(&text), text.len);
    el_buf_free(&text);
}

static void add_data(el_buf *out, const el_value *v)
{
    el_buf_puts(out, "(data \"");
    el_buf_hex(out, v->u.text.s, v->u.text.n);
    el_buf_puts(out, "\")");
}

void el__normal_value(el_buf *out, const el_value *v)
{
    switch (v->kind) {
    case EL_NULL: el_buf_puts(out, "null"); break;
    case EL_BOOL: el_buf_puts(out, v->u.i ? "true" : "false"); break;
    case EL_INT: el_buf_printf(out, "%lld", (long long)v->u.i); break;
    case EL_DOUBLE: el__normal_double(out, v->u.d); break;
    case EL_DECIMAL: add_plain_decimal(out, v); break;
    case EL_STRING: el_buf_json_string(out, v->u.text.s, v->u.text.n); break;
    case EL_DATE:
        el_buf_puts(out, "(date ");
        el__normal_double(out, el__reference_seconds(v->u.d));
        el_buf_putc(out, ')');
        break;
    case EL_DATA:
    case EL_ARCHIVE: add_data(out, v); break;
    case EL_UUID: add_quoted(out, "uuid", v->u.text.s, v->u.text.n); break;
    case EL_URL: add_quoted(out, "url", v->u.text.s, v->u.text.n); break;
    case EL_OBJECT: add_object(out, v); break;
    case EL_LIST: add_list(out, v); break;
    case EL_SET: add_set(out, v); break;
    case EL_DICT: add_dict(out, v); break;
    case EL_ENTITY: add_quoted(out, "entity", v->u.text.s, v->u.text.n); break;
    case EL_CLASS: add_quoted(out, "class", v->u.text.s, v->u.text.n); break;
    case EL_KEYPATH: add_quoted(out, "key", v->u.text.s, v->u.text.n); break;
    }
}

static void add_key_path(el_buf *out, const el_step *steps, size_t n)
{
    el_buf path = {0};
    for (size_t i = 0; i < n; i++) {
        if (i)
            el_buf_putc(&path, '.');
        el_buf_puts(&path, steps[i].name);
    }
    el_buf_json_string(out, el_buf_str(&path), path.len);
    el_buf_free(&path);
}

static void add_path(el_buf *out, const el_expr *e)
{
    el_buf_puts(out, "(path ");
    add_expr(out, e->operand);
    el_buf_putc(out, ' ');
    if (e->nsteps == 1 && e->steps[0].is_variable)
        el_buf_printf(out, "(var %s)", e->steps[0].name);
    else
        add_key_path(out, e->steps, e->nsteps);
    el_buf_putc(out, ')');
}

static void add_index(el_buf *out, const el_expr *e)
{
    static const char *const names[] = {[EL_INDEX_FIRST] = "first", [EL_INDEX_LAST] = "last", [EL_INDEX_SIZE] = "size"};
    el_buf_puts(out, "(index ");
    add_expr(out, e->operand);
    el_buf_putc(out, ' ');
    if (e->index_kind == EL_INDEX_EXPR)
        add_expr(out, e->index);
    else
        el_buf_puts(out, names[e->index_kind]);
    el_buf_putc(out, ')');
}

static void add_items(el_buf *out, const char *head, el_expr *const *items, size_t n)
{
    el_buf_printf(out, "(%s", head);
    for (size_t i = 0; i < n; i++) {
        el_buf_putc(out, ' ');
        add_expr(out, items[i]);
    }
    el_buf_putc(out, ')');
}

static void add_function(el_buf *out, const el_expr *e)
{
    el_buf_puts(out, "(fn ");
    el_buf_json_string(out, e->name, (size_t)-1);
    for (size_t i = 0; i < e->nitems; i++) {
        el_buf_putc(out, ' ');
        add_expr(out, e->items[i]);
    }
    el_buf_putc(out, ')');
}

static void add_ternary(el_buf *out, const el_expr *e)
{
    el_buf_puts(out, "(ternary ");
    add_pred(out, e->pred);
    for (size_t i = 0; i < e->nitems; i++) {
        el_buf_putc(out, ' ');
        add_expr(out, e->items[i]);
    }
    el_buf_putc(out, ')');
}

static void add_subquery(el_buf *out, const el_expr *e)
{
    el_buf_puts(out, "(subquery ");
    add_expr(out, e->operand);
    el_buf_printf(out, " %s ", e->name);
    add_pred(out, e->pred);
    el_buf_putc(out, ')');
}

static void add_expr(el_buf *out, const el_expr *e)
{
    switch (e->kind) {
    case EL_EXPR_CONST: el__normal_value(out, &e->value); break;
    case EL_EXPR_SELF: el_buf_puts(out, "self"); break;
    case EL_EXPR_ANYKEY: el_buf_puts(out, "anykey"); break;
    case EL_EXPR_KEY:
        el_buf_puts(out, "(key ");
        add_key_path(out, e->steps, e->nsteps);
        el_buf_putc(out, ')');
        break;
    case EL_EXPR_VAR: el_buf_printf(out, "(var %s)", e->name); break;
    case EL_EXPR_PATH: add_path(out, e); break;
    case EL_EXPR_INDEX: add_index(out, e); break;
    case EL_EXPR_LIST: add_items(out, "list", e->items, e->nitems); break;
    case EL_EXPR_FN: add_function(out, e); break;
    case EL_EXPR_NEG: add_items(out, "neg", (el_expr *const *)&e->operand, 1); break;
    case EL_EXPR_CAST: add_items(out, "cast", e->items, e->nitems); break;
    case EL_EXPR_TERNARY: add_ternary(out, e); break;
    case EL_EXPR_CALL: add_items(out, "call", e->items, e->nitems); break;
    case EL_EXPR_SUBQUERY: add_subquery(out, e); break;
    case EL_EXPR_UNION: add_items(out, "union", e->items, e->nitems); break;
    case EL_EXPR_INTERSECT: add_items(out, "intersect", e->items, e->nitems); break;
    case EL_EXPR_MINUS: add_items(out, "minus", e->items, e->nitems); break;
    case EL_EXPR_FETCH: add_items(out, "fetch", e->items, e->nitems); break;
    case EL_EXPR_ASSIGN:
        el_buf_printf(out, "(:= (var %s) ", e->name);
        add_expr(out, e->operand);
        el_buf_putc(out, ')');
        break;
    }
}

static void add_comparison(el_buf *out, const el_pred *p)
{
    static const char letters[] = "cdnl"; /* bit by bit */
    if (p->modifier != EL_MOD_DIRECT)
        el_buf_puts(out, p->modifier == EL_MOD_ANY ? "(any " : "(all ");
    el_buf_printf(out, "(%s", el_op_name(p->op));
    if (p->op == EL_OP_SELECTOR) {
        el_buf_putc(out, ' ');
        el_buf_json_string(out, p->selector, (size_t)-1);
    }
    if (p->options) {
        el_buf_putc(out, '[');
        for (int i = 0; letters[i]; i++)
            if (p->options & 1u << i)
                el_buf_putc(out, letters[i]);
        el_buf_putc(out, ']');
    }
    el_buf_putc(out, ' ');
    add_expr(out, p->left);
    el_buf_putc(out, ' ');
    add_expr(out, p->right);
    el_buf_puts(out, p->modifier != EL_MOD_DIRECT ? "))" : ")");
}

/* Members of nested groups with the same operator count as members of the outer one. */
static void add_members(el_buf *out, const el_pred *p, el_pred_kind kind)
{
    for (size_t i = 0; i < p->nitems; i++) {
        if (p->items[i]->kind == kind) {
            add_members(out, p->items[i], kind);
            continue;
        }
        el_buf_putc(out, ' ');
        add_pred(out, p->items[i]);
    }
}

static void add_pred(el_buf *out, const el_pred *p)
{
    switch (p->kind) {
    case EL_PRED_TRUE: el_buf_puts(out, "(true)"); break;
    case EL_PRED_FALSE: el_buf_puts(out, "(false)"); break;
    case EL_PRED_NOT:
        el_buf_puts(out, "(not ");
        add_pred(out, p->items[0]);
        el_buf_putc(out, ')');
        break;
    case EL_PRED_AND:
    case EL_PRED_OR:
        el_buf_puts(out, p->kind == EL_PRED_AND ? "(and" : "(or");
        add_members(out, p, p->kind);
        el_buf_putc(out, ')');
        break;
    case EL_PRED_COMPARE: add_comparison(out, p); break;
    }
}

void el_predicate_normal_form(el_buf *out, const el_predicate *p)
{
    add_pred(out, p->root);
}

void el__normal_expr(el_buf *out, const el_expr *e)
{
    add_expr(out, e);
}

void el__normal_pred(el_buf *out, const el_pred *p)
{
    add_pred(out, p);
}
