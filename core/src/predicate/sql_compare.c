/* SPDX-License-Identifier: MIT */
/* Comparing two values: which types meet, and how each pair compares. */
#include "predicate/sql_private.h"

#include "base/utf8.h"
#include "value/decimal_math.h"

#include <math.h>
#include <string.h>

unsigned el__sql_options_fold(unsigned options)
{
    if (options & EL_OPT_N)
        return 0;
    return (options & EL_OPT_C ? EL_FOLD_CASE : 0u) | (options & EL_OPT_D ? EL_FOLD_DIACRITICS : 0u);
}

const char *el__sql_fold_letters(unsigned fold)
{
    static const char *const letters[] = {"", "c", "d", "cd"};
    return letters[fold & 3];
}

static int is_text(el_sql_type type)
{
    return type == EL_SQL_STRING || type == EL_SQL_URL;
}

int el__sql_common_type(const el_operand *l, const el_operand *r)
{
    if (l->type == r->type || r->type == EL_SQL_NIL || r->type == EL_SQL_ANY)
        return l->type;
    if (l->type == EL_SQL_NIL || l->type == EL_SQL_ANY)
        return r->type;
    if (el__sql_is_number(l->type) && el__sql_is_number(r->type))
        return l->type > r->type ? l->type : r->type;
    if (is_text(l->type) && is_text(r->type))
        return EL_SQL_STRING;
    /* A UUID has no literal, so its text stands for it. */
    if ((l->type == EL_SQL_UUID && r->type == EL_SQL_STRING && r->constant) ||
        (r->type == EL_SQL_UUID && l->type == EL_SQL_STRING && l->constant))
        return EL_SQL_UUID;
    return l->lenient || r->lenient ? EL_SQL_ANY : -1;
}

int el__sql_mismatch(el_translation *t, const el_operand *l, const el_operand *r)
{
    const el_operand *where = l->constant && !r->constant ? l : r;
    el__sql_fail(t, EL_EPREDICATE, where->range, "type-mismatch", "%s cannot be compared with %s", el__sql_type_words(l), el__sql_type_words(r));
    if (l->type == EL_SQL_DATE || r->type == EL_SQL_DATE)
        el_error_hint(t->err, "Give the date as an argument, or as CAST(seconds since 2001, \"NSDate\").");
    else if (el__sql_is_number(l->type) && is_text(r->type))
        el_error_hint(t->err, "Write the number without quotes.");
    return t->status;
}

/* Characters that some other character folds to when its marks are dropped, or that are dropped themselves, must not
 * count as caseless: ";" "<" "=" ">" "`" come out of canonical decompositions. */
int el__sql_caseless(const el_value *v, unsigned fold, int within)
{
    if (v->kind != EL_STRING || !v->u.text.n)
        return 0;
    if (fold & EL_FOLD_DIACRITICS && (!within || v->u.text.n != 1))
        return 0; /* dropping a mark brings the characters around it together */
    for (size_t i = 0; i < v->u.text.n; i++) {
        unsigned char c = (unsigned char)v->u.text.s[i];
        if (c >= 0x80 || c < 0x20 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
            return 0;
        if (fold & EL_FOLD_DIACRITICS && strchr(";<=>`", c))
            return 0;
    }
    return 1;
}

el_value el__sql_folded_constant(el_translation *t, const el_value *v, unsigned fold)
{
    el_buf b = {0};
    el_utf8_fold(&b, v->u.text.s ? v->u.text.s : "", v->u.text.n, fold);
    el_value out = el_value_text(v->kind, el_arena_strndup(t->arena, el_buf_str(&b), b.len), b.len);
    el_buf_free(&b);
    return out;
}

static const char *bind_decimal(el_translation *t, const el_value *v)
{
    el_decimal d;
    char text[EL_DECIMAL_TEXT];
    if (!el_decimal_from_value(&d, v))
        return el_translation_bind(t, *v);
    size_t n = el_decimal_write(text, &d);
    return el_translation_bind(t, el_value_text(EL_DECIMAL, el_arena_strndup(t->arena, text, n), n));
}

static const char *bind_uuid(el_translation *t, const el_value *v)
{
    char *s = el_arena_strndup(t->arena, v->u.text.s, v->u.text.n);
    for (size_t i = 0; i < v->u.text.n; i++)
        if (s[i] >= 'a' && s[i] <= 'z')
            s[i] = (char)(s[i] - 32);
    return el_translation_bind(t, el_value_text(EL_UUID, s, v->u.text.n));
}

const char *el__sql_comparable(el_translation *t, el_sql_type type, unsigned options, el_operand *o)
{
    unsigned fold = is_text(type) ? el__sql_options_fold(options) : 0;
    const el_value *c = o->sql ? NULL : o->constant;
    int text_constant = c && (c->kind == EL_STRING || c->kind == EL_URL);
    if (type == EL_SQL_DECIMAL)
        return c && c->kind != EL_NULL ? bind_decimal(t, c) : el__sql(t, "el_decimal(%s)", el__sql_operand_sql(t, o));
    if (type == EL_SQL_UUID)
        return c && (c->kind == EL_UUID || c->kind == EL_STRING) ? bind_uuid(t, c) : el__sql(t, "el_uuid(%s)", el__sql_operand_sql(t, o));
    if (fold && text_constant)
        return el_translation_bind(t, el__sql_folded_constant(t, c, fold));
    if (fold)
        return el__sql(t, "el_fold(%s, '%s')", el__sql_operand_sql(t, o), el__sql_fold_letters(fold));
    return el__sql_operand_sql(t, o);
}

static const char *symbol(el_op op)
{
    switch (op) {
    case EL_OP_EQ: return "=";
    case EL_OP_NE: return "<>";
    case EL_OP_LT: return "<";
    case EL_OP_LE: return "<=";
    case EL_OP_GT: return ">";
    default: return ">=";
    }
}

static el_test made(const char *sql, int cost)
{
    el_test test = {sql, cost};
    return test;
}

static const char *nil_subject(el_translation *t, el_operand *o)
{
    return o->type == EL_SQL_ENTITY && o->spot.alias ? el__sql_spot_key(t, &o->spot) : el__sql_operand_sql(t, o);
}

static el_test compare_nil(el_translation *t, el_op op, el_operand *l, el_operand *r)
{
    el_operand *other = l->type == EL_SQL_NIL ? r : l;
    if (op != EL_OP_EQ && op != EL_OP_NE)
        return made("NULL", 0);
    if (other->constant) {
        int equal = other->type == EL_SQL_NIL;
        return made(equal == (op == EL_OP_EQ) ? "1" : "0", 0);
    }
    return made(el__sql(t, "%s IS %sNULL", nil_subject(t, other), op == EL_OP_EQ ? "" : "NOT "), other->cost);
}

/* A test that is false for every value and unknown for nil, or the reverse. */
static const char *never_equal(el_translation *t, el_op op, const char *sql)
{
    return el__sql(t, op == EL_OP_EQ ? "%s <> %s" : "%s = %s", sql, sql);
}

/* The entity that a constant names, or NULL; `known` is cleared when the operand is no such constant. */
static const el_entity *named_entity(el_translation *t, const el_operand *o, int *known)
{
    const el_value *v = o->constant;
    *known = v && (v->kind == EL_ENTITY || v->kind == EL_STRING);
    if (!*known)
        return NULL;
    return el_model_entity(el_store_model(t->store), el_arena_strndup(t->arena, v->u.text.s, v->u.text.n));
}

static el_test compare_entity(el_translation *t, el_op op, el_operand *l, el_operand *r, el_range range)
{
    el_operand *row = l->spot.alias ? l : r, *other = row == l ? r : l;
    int known = 0;
    const el_entity *e = row->spot.alias ? named_entity(t, other, &known) : NULL;
    if (!known || (op != EL_OP_EQ && op != EL_OP_NE)) {
        el__sql_fail(t, EL_EPREDICATE, range, "type-mismatch", "an entity is compared by == and != with an entity argument");
        el_error_hint(t->err, "Write entity.name == \"Name\".");
        return made(NULL, 0);
    }
    const char *key = el__sql_spot_key(t, &row->spot);
    if (!e || e->root != row->spot.entity->root)
        return made(never_equal(t, op, key), EL_COST_EXPRESSION);
    const char *is = el__sql_spot_type_condition(t, &row->spot, e, 0);
    if (row->spot.alias == t->self.alias) /* the row itself is always there */
        return made(el__sql(t, op == EL_OP_EQ ? "(%s)" : "NOT (%s)", is), EL_COST_EXPRESSION);
    return made(el__sql(t, "CASE WHEN %s IS NOT NULL THEN %s(%s) END", key, op == EL_OP_EQ ? "" : "NOT ", is), EL_COST_EXPRESSION);
}

static el_test compare_objects(el_translation *t, el_op op, el_operand *l, el_operand *r)
{
    int cost = l->cost > r->cost ? l->cost : r->cost;
    /* Keys count only within a hierarchy: the same number elsewhere is another object. */
    if (!l->entity || !r->entity || l->entity->root != r->entity->root) {
        el_operand *given = l->constant ? r : l;
        if (given->constant)
            return made(op == EL_OP_EQ ? "0" : "1", 0);
        return made(never_equal(t, op, el__sql_operand_sql(t, given)), cost);
    }
    const char *a = el__sql_operand_sql(t, l), *b = el__sql_operand_sql(t, r);
    return made(el__sql(t, "%s %s %s", a, symbol(op), b), cost);
}

/* "How many" against nothing needs no counting. */
static const char *count_as_existence(el_translation *t, el_op op, const el_operand *l, const el_operand *r)
{
    if (!l->counted || !r->constant || r->constant->kind != EL_INT)
        return NULL;
    int64_t n = r->constant->u.i;
    int some = (n == 0 && (op == EL_OP_GT || op == EL_OP_NE)) || (n == 1 && op == EL_OP_GE);
    int none = (n == 0 && (op == EL_OP_EQ || op == EL_OP_LE)) || (n == 1 && op == EL_OP_LT);
    if (!some && !none)
        return NULL;
    return el__sql(t, "%s%s", none ? "NOT " : "", el__sql_collection_exists(t, l->counted, NULL));
}

static el_op mirrored(el_op op)
{
    switch (op) {
    case EL_OP_LT: return EL_OP_GT;
    case EL_OP_LE: return EL_OP_GE;
    case EL_OP_GT: return EL_OP_LT;
    case EL_OP_GE: return EL_OP_LE;
    default: return op;
    }
}

static int not_scalar(el_translation *t, const el_operand *l, const el_operand *r)
{
    const el_operand *o = l->collection ? l : r;
    if (o->collection->kind == EL_COLLECTION_ROWS) {
        el__sql_fail(t, EL_EPREDICATE, o->range, "to-many-needs-modifier", "a to-many key path is used as one value");
        el_error_hint(t->err, "Write ANY, ALL or NONE before the comparison; for an empty relationship compare its @count with 0.");
    } else {
        el__sql_fail(t, EL_EPREDICATE, o->range, "type-mismatch", "a list is compared as if it were one value");
    }
    return t->status;
}

static int orderable(el_translation *t, el_op op, int type, el_range range)
{
    int only_equality = type == EL_SQL_DATA || type == EL_SQL_OBJECT || type == EL_SQL_UUID || type == EL_SQL_OPAQUE;
    if (only_equality && op != EL_OP_EQ && op != EL_OP_NE) {
        el__sql_fail(t, EL_EPREDICATE, range, "type-mismatch", "these values are equal or not, but have no order");
        return 0;
    }
    return 1;
}

el_test el__sql_compare(el_translation *t, el_op op, unsigned options, el_operand *l, el_operand *r, el_range range)
{
    if (t->status)
        return made(NULL, 0);
    if (l->collection || r->collection) {
        not_scalar(t, l, r);
        return made(NULL, 0);
    }
    if (l->type == EL_SQL_NIL || r->type == EL_SQL_NIL)
        return compare_nil(t, op, l, r);
    if (l->type == EL_SQL_ENTITY || r->type == EL_SQL_ENTITY)
        return compare_entity(t, op, l, r, range);
    int known;
    if ((l->spot.alias && l->type == EL_SQL_STRING && !options && (op == EL_OP_EQ || op == EL_OP_NE) && (named_entity(t, r, &known), known)))
        return compare_entity(t, op, l, r, range);
    const char *existence = count_as_existence(t, op, l, r);
    if (!existence)
        existence = count_as_existence(t, mirrored(op), r, l);
    if (existence)
        return made(existence, EL_COST_QUERY);
    int type = el__sql_common_type(l, r);
    if (type < 0 || type == EL_SQL_OPAQUE) {
        el__sql_mismatch(t, l, r);
        return made(NULL, 0);
    }
    if (!orderable(t, op, type, range))
        return made(NULL, 0);
    if (type == EL_SQL_OBJECT)
        return compare_objects(t, op, l, r);
    int cost = l->cost > r->cost ? l->cost : r->cost;
    unsigned fold = is_text((el_sql_type)type) ? el__sql_options_fold(options) : 0;
    if (fold && (op == EL_OP_EQ || op == EL_OP_NE) && ((r->constant && el__sql_caseless(r->constant, fold, 0)) || (l->constant && el__sql_caseless(l->constant, fold, 0))))
        options = fold = 0;
    if (type == EL_SQL_DECIMAL) {
        const char *a = el__sql_operand_sql(t, l), *b = el__sql_operand_sql(t, r);
        return made(el__sql(t, "el_decimal_cmp(%s, %s) %s 0", a, b, symbol(op)), cost > EL_COST_FUNCTION ? cost : EL_COST_FUNCTION);
    }
    if ((fold || type == EL_SQL_UUID) && cost < EL_COST_FUNCTION)
        cost = EL_COST_FUNCTION;
    const char *a = el__sql_comparable(t, (el_sql_type)type, options, l), *b = el__sql_comparable(t, (el_sql_type)type, options, r);
    return made(el__sql(t, "%s %s %s", a, symbol(op), b), cost);
}

el_test el__sql_between(el_translation *t, unsigned options, el_operand *l, const el_operand *r, el_range range)
{
    if (t->status)
        return made(NULL, 0);
    if (!r->collection || r->collection->kind != EL_COLLECTION_LIST) {
        el__sql_fail(t, EL_EPREDICATE, r->range, "between-needs-array", "BETWEEN needs a list of two values, and this is %s", el__sql_type_words(r));
        el_error_hint(t->err, "Write BETWEEN {low, high}.");
        return made(NULL, 0);
    }
    if (r->collection->n != 2) {
        el__sql_fail(t, EL_EPREDICATE, r->range, "between-arity", "BETWEEN needs two values, and this list has %zu", r->collection->n);
        return made(NULL, 0);
    }
    el_operand low = r->collection->items[0], high = r->collection->items[1], again = *l;
    el_test from = el__sql_compare(t, EL_OP_GE, options, l, &low, range);
    int a = el__sql_common_type(l, &low), b = el__sql_common_type(l, &high);
    int plain = from.sql && !el__sql_options_fold(options) && a == b && a != EL_SQL_DECIMAL && a != EL_SQL_NIL && low.type != EL_SQL_NIL &&
                high.type != EL_SQL_NIL && l->type != EL_SQL_NIL;
    if (plain) {
        const char *x = el__sql_operand_sql(t, l), *y = el__sql_operand_sql(t, &low), *z = el__sql_operand_sql(t, &high);
        return made(el__sql(t, "%s BETWEEN %s AND %s", x, y, z), from.cost);
    }
    again.sql = l->sql;
    el_test to = el__sql_compare(t, EL_OP_LE, options, &again, &high, range);
    if (!from.sql || !to.sql)
        return made(NULL, 0);
    return made(el__sql(t, "(%s AND %s)", from.sql, to.sql), from.cost > to.cost ? from.cost : to.cost);
}
