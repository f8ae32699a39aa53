/* SPDX-License-Identifier: MIT */
/* The language's functions, arithmetic included. */
#include "predicate/sql_private.h"

#include <stdio.h>
#include <string.h>

static const double seconds_1970_to_2001 = 978307200.0;

typedef struct function function;
struct function {
    const char *name;
    size_t argc;
    int (*translate)(el_translation *t, const function *f, const el_expr *e, el_operand *args, el_operand *out);
    const char *sql; /* an operator, or the name for el_math */
};

static void result(el_operand *out, el_sql_type type, const char *sql, const el_operand *args, size_t n, int least, el_range range)
{
    memset(out, 0, sizeof *out);
    out->type = type;
    out->sql = sql;
    out->cost = least;
    out->range = range;
    for (size_t i = 0; i < n; i++) {
        out->lenient |= args[i].lenient;
        if (args[i].cost > out->cost)
            out->cost = args[i].cost;
    }
}

static int needs(el_translation *t, const el_operand *o, int fits, const char *what)
{
    if (!fits && !o->lenient && o->type != EL_SQL_ANY && o->type != EL_SQL_NIL)
        el__sql_fail(t, EL_EPREDICATE, o->range, "type-mismatch", "%s is needed here, and this is %s", what, el__sql_type_words(o));
    return t->status;
}

static int needs_number(el_translation *t, const el_operand *o)
{
    return needs(t, o, el__sql_is_number(o->type), "a number");
}

static int needs_integer(el_translation *t, const el_operand *o)
{
    return needs(t, o, o->type == EL_SQL_INT || o->type == EL_SQL_BOOL, "an integer");
}

static int needs_text(el_translation *t, const el_operand *o)
{
    return needs(t, o, o->type == EL_SQL_STRING || o->type == EL_SQL_URL, "a string");
}

/* The type that an operation on two numbers has. */
static el_sql_type joint_type(const el_operand *a, const el_operand *b)
{
    el_sql_type x = a->type == EL_SQL_BOOL ? EL_SQL_INT : a->type, y = b->type == EL_SQL_BOOL ? EL_SQL_INT : b->type;
    if (x == EL_SQL_NIL)
        x = y;
    if (y == EL_SQL_NIL)
        y = x;
    return x > y ? x : y;
}

/* A cell of an integer attribute may hold 5.0, which would divide as a floating number. */
static const char *as_integer(el_translation *t, const el_operand *o, const char *sql)
{
    return o->attribute ? el__sql(t, "CAST(%s AS INTEGER)", sql) : sql;
}

static int arithmetic(el_translation *t, const function *f, const el_expr *e, el_operand *args, el_operand *out)
{
    if (needs_number(t, &args[0]) || needs_number(t, &args[1]))
        return t->status;
    el_sql_type type = joint_type(&args[0], &args[1]);
    const char *a = el__sql_operand_sql(t, &args[0]), *b = el__sql_operand_sql(t, &args[1]);
    const char *sql;
    int division = f->sql[0] == '/', modulus = f->sql[0] == '%';
    if (type == EL_SQL_DECIMAL) {
        sql = el__sql(t, "el_decimal_math('%s', %s, %s)", f->sql, a, b);
    } else {
        if (type == EL_SQL_INT && (division || modulus)) {
            a = as_integer(t, &args[0], a);
            b = as_integer(t, &args[1], b);
        }
        if (type == EL_SQL_DOUBLE && division)
            a = args[0].type == EL_SQL_DOUBLE && args[0].constant ? a : el__sql(t, "CAST(%s AS REAL)", a);
        sql = modulus ? el__sql(t, "el_modulus(%s, %s)", a, b) : el__sql(t, "(%s %s %s)", a, f->sql, b);
    }
    result(out, type, sql, args, 2, type == EL_SQL_DECIMAL ? EL_COST_FUNCTION : EL_COST_EXPRESSION, e->range);
    return t->status;
}

static int power(el_translation *t, const function *f, const el_expr *e, el_operand *args, el_operand *out)
{
    (void)f;
    if (needs_number(t, &args[0]) || needs_number(t, &args[1]))
        return t->status;
    const char *a = el__sql_operand_sql(t, &args[0]), *b = el__sql_operand_sql(t, &args[1]);
    result(out, EL_SQL_DOUBLE, el__sql(t, "el_power(%s, %s)", a, b), args, 2, EL_COST_FUNCTION, e->range);
    return t->status;
}

static int bits(el_translation *t, const function *f, const el_expr *e, el_operand *args, el_operand *out)
{
    for (size_t i = 0; i < f->argc; i++)
        if (needs_integer(t, &args[i]))
            return t->status;
    const char *a = el__sql_operand_sql(t, &args[0]), *b = f->argc > 1 ? el__sql_operand_sql(t, &args[1]) : "";
    const char *sql = f->argc == 1 ? el__sql(t, "(~%s)", a)
                    : f->sql[0] == '^' ? el__sql(t, "el_xor(%s, %s)", a, b) : el__sql(t, "(%s %s %s)", a, f->sql, b);
    result(out, EL_SQL_INT, sql, args, f->argc, EL_COST_EXPRESSION, e->range);
    return t->status;
}

static int math(el_translation *t, const function *f, const el_expr *e, el_operand *args, el_operand *out)
{
    if (needs_number(t, &args[0]))
        return t->status;
    int keeps = !strcmp(f->sql, "abs") || !strcmp(f->sql, "floor") || !strcmp(f->sql, "ceiling") || !strcmp(f->sql, "trunc");
    el_sql_type type = keeps ? joint_type(&args[0], &args[0]) : EL_SQL_DOUBLE;
    result(out, type, el__sql(t, "el_math('%s', %s)", f->sql, el__sql_operand_sql(t, &args[0])), args, 1, EL_COST_FUNCTION, e->range);
    return t->status;
}

static int text(el_translation *t, const function *f, const el_expr *e, el_operand *args, el_operand *out)
{
    if (needs_text(t, &args[0]))
        return t->status;
    const char *a = el__sql_operand_sql(t, &args[0]);
    result(out, !strcmp(f->sql, "el_length(%s)") ? EL_SQL_INT : EL_SQL_STRING, NULL, args, 1, EL_COST_FUNCTION, e->range);
    const char *open = strchr(f->sql, '%');
    out->sql = el__sql(t, "%.*s%s%s", (int)(open - f->sql), f->sql, a, open + 2);
    return t->status;
}

static int now(el_translation *t, const function *f, const el_expr *e, el_operand *args, el_operand *out)
{
    (void)f;
    (void)args;
    el_value *v = el_arena_alloc(t->arena, sizeof *v);
    *v = el_value_date(t->now);
    el__sql_constant(t, v, e->range, out);
    return t->status;
}

static int random_number(el_translation *t, const function *f, const el_expr *e, el_operand *args, el_operand *out)
{
    if (f->argc && needs_integer(t, &args[0]))
        return t->status;
    const char *sql = f->argc ? el__sql(t, "el_randomn(%s)", el__sql_operand_sql(t, &args[0])) : "el_random()";
    result(out, f->argc ? EL_SQL_INT : EL_SQL_DOUBLE, sql, args, f->argc, EL_COST_FUNCTION, e->range);
    return t->status;
}

static int no_index(el_translation *t, const function *f, const el_expr *e, el_operand *args, el_operand *out)
{
    (void)f;
    const char *sql = el__sql(t, "+%s", el__sql_operand_sql(t, &args[0]));
    *out = args[0];
    out->sql = sql;
    out->constant = NULL;
    out->range = e->range;
    return t->status;
}

/* CAST(x, 'T'). */
static int cast_number(el_translation *t, el_operand *x, el_range range, el_operand *out)
{
    const char *sql = el__sql_operand_sql(t, x);
    if (el__sql_is_number(x->type)) {
        *out = *x;
        out->range = range;
        return EL_OK;
    }
    if (x->type == EL_SQL_DATE)
        sql = el__sql(t, "(%s - %.1f)", sql, seconds_1970_to_2001);
    else
        sql = el__sql(t, "el_number(%s)", sql);
    result(out, EL_SQL_DOUBLE, sql, x, 1, EL_COST_FUNCTION, range);
    return needs(t, x, x->type == EL_SQL_STRING || x->type == EL_SQL_DATE, "a number, a string or a date");
}

static int cast_date(el_translation *t, el_operand *x, el_range range, el_operand *out)
{
    if (x->type == EL_SQL_DATE) {
        *out = *x;
        out->range = range;
        return EL_OK;
    }
    if (x->constant && (x->constant->kind == EL_INT || x->constant->kind == EL_DOUBLE)) {
        el_value *v = el_arena_alloc(t->arena, sizeof *v);
        *v = el_value_date((x->constant->kind == EL_INT ? (double)x->constant->u.i : x->constant->u.d) + seconds_1970_to_2001);
        el__sql_constant(t, v, range, out);
        return t->status;
    }
    const char *sql = el__sql_operand_sql(t, x);
    result(out, EL_SQL_DATE, el__sql(t, "(%s + %.1f)", sql, seconds_1970_to_2001), x, 1, EL_COST_EXPRESSION, range);
    return needs(t, x, el__sql_is_number(x->type), "a number (seconds since 2001) or a date");
}

static int cast_string(el_translation *t, el_operand *x, el_range range, el_operand *out)
{
    const char *sql = el__sql_operand_sql(t, x);
    if (x->type == EL_SQL_STRING) {
        *out = *x;
        out->range = range;
        return EL_OK;
    }
    result(out, EL_SQL_STRING, el__sql(t, "el_text(%s)", sql), x, 1, EL_COST_FUNCTION, range);
    return needs(t, x, el__sql_is_number(x->type) || x->type == EL_SQL_URL || x->type == EL_SQL_UUID, "a number or a string");
}

static int cast_decimal(el_translation *t, el_operand *x, el_range range, el_operand *out)
{
    const char *sql = el__sql_operand_sql(t, x);
    result(out, EL_SQL_DECIMAL, el__sql(t, "el_decimal(%s)", sql), x, 1, EL_COST_FUNCTION, range);
    return needs(t, x, el__sql_is_number(x->type) || x->type == EL_SQL_STRING, "a number or a string");
}

static int cast_to(el_translation *t, el_operand *x, const el_operand *type, el_range range, el_operand *out)
{
    static const struct { const char *name; int (*fn)(el_translation *, el_operand *, el_range, el_operand *); } all[] = {
        {"NSNumber", cast_number}, {"NSDate", cast_date}, {"NSString", cast_string}, {"NSDecimalNumber", cast_decimal}};
    const el_value *name = type->constant;
    for (size_t i = 0; name && (name->kind == EL_STRING || name->kind == EL_CLASS) && i < sizeof all / sizeof *all; i++)
        if (name->u.text.n == strlen(all[i].name) && !memcmp(name->u.text.s, all[i].name, name->u.text.n))
            return all[i].fn(t, x, range, out);
    el__sql_fail(t, EL_EPREDICATE, type->range, "unsupported-cast", "CAST knows NSNumber, NSDate, NSString and NSDecimalNumber");
    return t->status;
}

int el__sql_cast(el_translation *t, const el_scope *scope, const el_expr *e, el_operand *out)
{
    el_operand x, type;
    if (el__sql_scalar(t, scope, e->items[0], &x) || el__sql_scalar(t, scope, e->items[1], &type))
        return t->status;
    return cast_to(t, &x, &type, e->range, out);
}

static int cast_function(el_translation *t, const function *f, const el_expr *e, el_operand *args, el_operand *out)
{
    (void)f;
    return cast_to(t, &args[0], &args[1], e->range, out);
}

static const function functions[] = {
    {"add:to:", 2, arithmetic, "+"}, {"from:subtract:", 2, arithmetic, "-"}, {"multiply:by:", 2, arithmetic, "*"},
    {"divide:by:", 2, arithmetic, "/"}, {"modulus:by:", 2, arithmetic, "%"}, {"raise:toPower:", 2, power, NULL},
    {"bitwiseAnd:with:", 2, bits, "&"}, {"bitwiseOr:with:", 2, bits, "|"}, {"bitwiseXor:with:", 2, bits, "^"},
    {"leftshift:by:", 2, bits, "<<"}, {"rightshift:by:", 2, bits, ">>"}, {"onesComplement:", 1, bits, "~"},
    {"sqrt:", 1, math, "sqrt"}, {"log:", 1, math, "log"}, {"ln:", 1, math, "ln"}, {"exp:", 1, math, "exp"},
    {"abs:", 1, math, "abs"}, {"floor:", 1, math, "floor"}, {"ceiling:", 1, math, "ceiling"}, {"trunc:", 1, math, "trunc"},
    {"uppercase:", 1, text, "el_upper(%s)"}, {"lowercase:", 1, text, "el_lower(%s)"}, {"canonical:", 1, text, "el_fold(%s, 'cd')"},
    {"length:", 1, text, "el_length(%s)"}, {"now", 0, now, NULL}, {"random", 0, random_number, NULL},
    {"randomn:", 1, random_number, NULL}, {"noindex:", 1, no_index, NULL}, {"castObject:toType:", 2, cast_function, NULL},
};

static int is_aggregate(const char *name)
{
    static const char *const all[] = {"sum:", "count:", "min:", "max:", "average:", "median:", "stddev:"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(name, all[i]))
            return 1;
    return 0;
}

/* sum:(items.price), max:(a, b), and in columns and HAVING sum:(price) over the rows of the group. */
static int aggregate(el_translation *t, const el_scope *scope, const el_expr *e, el_operand *out)
{
    el_collection *c = el_arena_alloc(t->arena, sizeof *c);
    c->kind = EL_COLLECTION_LIST;
    c->n = e->nitems;
    c->items = el_arena_array(t->arena, e->nitems, sizeof *c->items);
    for (size_t i = 0; i < e->nitems; i++)
        if (el__sql_expr(t, scope, e->items[i], &c->items[i]))
            return t->status;
    if (e->nitems == 1 && c->items[0].collection) {
        const el_collection *only = c->items[0].collection;
        int values = only->kind == EL_COLLECTION_ROWS && !only->leaf_is_row; /* count: skips nil, @count does not */
        return strcmp(e->name, "count:") || values ? el__sql_collection_aggregate(t, only, e->name, e->range, out)
                                                   : el__sql_collection_count(t, only, e->range, out);
    }
    if (e->nitems == 1 && t->grouping)
        return el_translate_aggregate(t, e->name, &c->items[0], out);
    return el__sql_collection_aggregate(t, c, e->name, e->range, out);
}

static int not_known(el_translation *t, const el_expr *e)
{
    el__sql_fail(t, EL_EPREDICATE, e->range, "unsupported-function", "the function %s has no translation to SQL", e->name);
    return t->status;
}

int el__sql_function(el_translation *t, const el_scope *scope, const el_expr *e, el_operand *out)
{
    if (is_aggregate(e->name) && e->nitems)
        return aggregate(t, scope, e, out);
    if (!strcmp(e->name, "objectFrom:withIndex:") && e->nitems == 2) {
        el_expr index = {.kind = EL_EXPR_INDEX, .range = e->range, .operand = e->items[0], .index_kind = EL_INDEX_EXPR, .index = e->items[1]};
        return el__sql_expr(t, scope, &index, out);
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        const function *f = &functions[i];
        if (strcmp(f->name, e->name))
            continue;
        el_operand args[2];
        if (e->nitems != f->argc)
            break;
        for (size_t k = 0; k < f->argc; k++)
            if (el__sql_scalar(t, scope, e->items[k], &args[k]))
                return t->status;
        return f->translate(t, f, e, args, out);
    }
    return not_known(t, e);
}
