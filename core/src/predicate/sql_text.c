/* SPDX-License-Identifier: MIT */
/* CONTAINS, BEGINSWITH, ENDSWITH, LIKE and MATCHES.  A constant is looked at here, once, so that the engine gets the
 * cheapest test that means the same: an equality, a range that an index can serve, instr, GLOB, and only then a
 * function of ours. */
#include "predicate/sql_private.h"

#include "base/utf8.h"
#include "predicate/functions.h"

#include <string.h>

enum { GLOB_LIMIT = 25000 /* half of what SQLite takes by default */ };

static el_test made(const char *sql, int cost)
{
    el_test test = {sql, cost};
    return test;
}

/* A LIKE pattern taken apart: plain text with runs at its ends, or something else. */
typedef struct shape {
    int run_before, run_after; /* "*" at the ends */
    int other;                 /* a wildcard in between */
    const char *text; size_t n;/* the plain text, unescaped */
} shape;

static void take_apart(shape *s, const el_value *pattern, el_arena *arena)
{
    memset(s, 0, sizeof *s);
    const char *p = pattern->u.text.s;
    size_t n = pattern->u.text.n, from = 0, end = n;
    while (from < n && p[from] == '*')
        from++;
    s->run_before = from > 0;
    char *text = el_arena_alloc(arena, n + 1);
    size_t to = 0;
    int pending = 0;
    for (size_t i = from; i < end; i++) {
        if (p[i] == '*') {
            pending = 1;
            continue;
        }
        if (pending || p[i] == '?')
            s->other = 1;
        pending = 0;
        if (p[i] == '\\' && i + 1 < end)
            i++;
        text[to++] = p[i];
    }
    s->run_after = pending || (s->run_before && from == n);
    s->text = text;
    s->n = to;
}

int el__sql_like_is_plain(const el_value *pattern)
{
    for (size_t i = 0; i < pattern->u.text.n; i++) {
        char c = pattern->u.text.s[i];
        if (c == '*' || c == '?')
            return 0;
        if (c == '\\')
            i++;
    }
    return 1;
}

el_value el__sql_like_plain_text(el_translation *t, const el_value *pattern)
{
    shape s;
    take_apart(&s, pattern, t->arena);
    return el_value_text(EL_STRING, s.text, s.n);
}

/* The pattern in GLOB's spelling, which knows no escape but a class. */
static el_value as_glob(el_translation *t, const el_value *pattern)
{
    el_buf b = {0};
    const char *p = pattern->u.text.s;
    size_t n = pattern->u.text.n;
    for (size_t i = 0; i < n; i++) {
        int plain = p[i] == '\\' && i + 1 < n;
        if (plain)
            i++;
        if (p[i] == '[' || (plain && (p[i] == '*' || p[i] == '?')))
            el_buf_printf(&b, "[%c]", p[i]);
        else
            el_buf_putc(&b, p[i]);
    }
    el_value v = el_value_text(EL_STRING, el_arena_strndup(t->arena, el_buf_str(&b), b.len), b.len);
    el_buf_free(&b);
    return v;
}

/* The least text greater than every text that begins with s; 0: there is none. */
static int successor(el_buf *out, const char *s, size_t n)
{
    while (n) {
        size_t from = n - 1;
        while (from && ((unsigned char)s[from] & 0xC0) == 0x80)
            from--;
        size_t i = from;
        uint32_t c = el_utf8_next(s, n, &i);
        if (c < 0x10FFFF && !(c == 0xFFFD && n - from != 3)) {
            el_buf_add(out, s, from);
            el_buf_utf8(out, c == 0xD7FF ? 0xE000 : c + 1);
            return 1;
        }
        n = from;
    }
    return 0;
}

static const char *prefix_test(el_translation *t, el_operand *x, const char *s, size_t n)
{
    el_value prefix = el_value_text(EL_STRING, s, n);
    const char *column = el__sql_operand_sql(t, x);
    el_buf next = {0};
    const char *sql;
    if (x->simple && memchr(s, 0, n) == NULL && el_utf8_valid(s, n) && successor(&next, s, n)) {
        const char *low = el_translation_bind(t, prefix);
        const char *high = el_translation_bind(t, el_value_text(EL_STRING, el_arena_strndup(t->arena, next.data, next.len), next.len));
        sql = el__sql(t, "(%s >= %s AND %s < %s)", column, low, column, high);
    } else {
        sql = el__sql(t, "substr(%s, 1, %zu) = %s", column, el_utf8_length(s, n), el_translation_bind(t, prefix));
    }
    el_buf_free(&next);
    return sql;
}

/* One of the three searches with a constant that no folding concerns. */
static el_test search_plain(el_translation *t, el_op op, el_operand *x, const char *s, size_t n)
{
    el_value v = el_value_text(EL_STRING, s, n);
    int cost = x->cost > EL_COST_EXPRESSION ? x->cost : EL_COST_EXPRESSION;
    if (op == EL_OP_BEGINSWITH)
        return made(prefix_test(t, x, s, n), cost);
    const char *column = el__sql_operand_sql(t, x), *bound = el_translation_bind(t, v);
    if (op == EL_OP_ENDSWITH)
        return made(el__sql(t, "substr(%s, -%zu) = %s", column, el_utf8_length(s, n), bound), cost);
    return made(el__sql(t, "instr(%s, %s) > 0", column, bound), cost);
}

static const char *function_name(el_op op)
{
    return op == EL_OP_CONTAINS ? "el_contains" : op == EL_OP_BEGINSWITH ? "el_beginswith" : "el_endswith";
}

static el_test search_folded(el_translation *t, el_op op, unsigned fold, el_operand *x, const char *y)
{
    int cost = x->cost > EL_COST_FUNCTION ? x->cost : EL_COST_FUNCTION;
    return made(el__sql(t, "%s(%s, %s, '%s')", function_name(op), el__sql_operand_sql(t, x), y, el__sql_fold_letters(fold)), cost);
}

static el_test search(el_translation *t, el_op op, unsigned fold, el_operand *x, el_operand *y)
{
    const el_value *c = y->constant;
    if (!c || c->kind == EL_NULL)
        return search_folded(t, op, fold, x, el__sql_operand_sql(t, y));
    if (!c->u.text.n)
        return made("0", 0); /* the empty text is found nowhere, not even in nil */
    int caseless = fold && el__sql_caseless(c, fold, op == EL_OP_CONTAINS);
    if (!fold || caseless)
        return search_plain(t, op, x, c->u.text.s, c->u.text.n);
    el_value folded = el__sql_folded_constant(t, c, fold);
    if (!folded.u.text.n)
        return made("0", 0);
    return search_folded(t, op, fold, x, el_translation_bind(t, folded));
}

static el_test equals(el_translation *t, unsigned fold, el_operand *x, const el_value *text)
{
    const char *column = el__sql_operand_sql(t, x);
    if (!fold)
        return made(el__sql(t, "%s = %s", column, el_translation_bind(t, *text)), x->cost);
    int cost = x->cost > EL_COST_FUNCTION ? x->cost : EL_COST_FUNCTION;
    return made(el__sql(t, "el_fold(%s, '%s') = %s", column, el__sql_fold_letters(fold), el_translation_bind(t, *text)), cost);
}

static el_test like(el_translation *t, unsigned fold, el_operand *x, el_operand *y)
{
    int cost = x->cost > EL_COST_FUNCTION ? x->cost : EL_COST_FUNCTION;
    if (!y->constant || y->constant->kind == EL_NULL)
        return made(el__sql(t, "el_like(%s, %s, '%s')", el__sql_operand_sql(t, x), el__sql_operand_sql(t, y), el__sql_fold_letters(fold)), cost);
    el_value pattern = fold ? el__sql_folded_constant(t, y->constant, fold) : *y->constant;
    shape s;
    take_apart(&s, &pattern, t->arena);
    el_value text = el_value_text(EL_STRING, s.text, s.n);
    if (!s.other && !s.run_before && !s.run_after)
        return equals(t, fold, x, &text);
    if (!s.other && s.n) {
        el_op op = s.run_before && s.run_after ? EL_OP_CONTAINS : s.run_after ? EL_OP_BEGINSWITH : EL_OP_ENDSWITH;
        if (!fold || el__sql_caseless(&text, fold, op == EL_OP_CONTAINS))
            return search_plain(t, op, x, s.text, s.n);
        return search_folded(t, op, fold, x, el_translation_bind(t, text));
    }
    const char *column = el__sql_operand_sql(t, x);
    if ((!fold || !s.n) && pattern.u.text.n < GLOB_LIMIT)
        return made(el__sql(t, "%s GLOB %s", column, el_translation_bind(t, as_glob(t, &pattern))), cost);
    return made(el__sql(t, "el_like(%s, %s, '%s')", column, el_translation_bind(t, pattern), el__sql_fold_letters(fold)), cost);
}

static el_test matches(el_translation *t, unsigned fold, el_operand *x, el_operand *y)
{
    const el_value *c = y->constant;
    if (c && c->kind != EL_NULL && !el__sql_regex_valid(c->u.text.s, c->u.text.n)) {
        el__sql_fail(t, EL_EPREDICATE, y->range, "bad-regex", "the regular expression \"%.*s\" is not valid", (int)c->u.text.n, c->u.text.s);
        el_error_hint(t->err, "Inside a predicate's text every backslash of the pattern is written twice.");
        return made(NULL, 0);
    }
    int cost = x->cost > EL_COST_FUNCTION ? x->cost : EL_COST_FUNCTION;
    return made(el__sql(t, "el_matches(%s, %s, '%s')", el__sql_operand_sql(t, x), el__sql_operand_sql(t, y), el__sql_fold_letters(fold)), cost + 1);
}

static int text_operand(el_translation *t, const el_operand *o, el_op op)
{
    if (o->type == EL_SQL_STRING || o->type == EL_SQL_URL || o->type == EL_SQL_ANY || o->type == EL_SQL_NIL || o->lenient)
        return 1;
    el__sql_fail(t, EL_EPREDICATE, o->range, "type-mismatch", "%s works on strings, and this is %s", el_op_name(op), el__sql_type_words(o));
    if (el__sql_is_number(o->type))
        el_error_hint(t->err, "CAST(n, \"NSString\") gives a number's text.");
    return 0;
}

static int is_search(el_op op)
{
    return op == EL_OP_CONTAINS || op == EL_OP_BEGINSWITH || op == EL_OP_ENDSWITH;
}

el_test el__sql_match(el_translation *t, el_op op, unsigned options, el_operand *l, el_operand *r, el_range range)
{
    if (t->status)
        return made(NULL, 0);
    if (op == EL_OP_CONTAINS && l->collection)
        return el__sql_in(t, options, r, l, range);
    const el_operand *many = l->collection ? l : r->collection ? r : NULL;
    if (many) {
        el__sql_fail(t, EL_EPREDICATE, many->range, many->collection->kind == EL_COLLECTION_ROWS ? "to-many-needs-modifier" : "type-mismatch",
                     "%s works on strings, and this is a collection", el_op_name(op));
        el_error_hint(t->err, "Write ANY before the comparison.");
        return made(NULL, 0);
    }
    if (!text_operand(t, l, op) || !text_operand(t, r, op))
        return made(NULL, 0);
    if (r->constant && r->type == EL_SQL_ANY)
        return made(NULL, 0);
    unsigned fold = el__sql_options_fold(options);
    int nil = l->type == EL_SQL_NIL || r->type == EL_SQL_NIL;
    if (nil && !(is_search(op) && r->constant && r->type == EL_SQL_STRING && !r->constant->u.text.n))
        return made("NULL", 0);
    if (r->constant && r->constant->kind != EL_STRING && r->constant->kind != EL_URL && r->constant->kind != EL_NULL)
        r->constant = (el__sql_operand_sql(t, r), NULL); /* a number where the attribute's type is only a guess */
    if (is_search(op))
        return search(t, op, fold, l, r);
    return op == EL_OP_LIKE ? like(t, fold, l, r) : matches(t, fold, l, r);
}
