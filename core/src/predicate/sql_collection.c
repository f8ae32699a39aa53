/* SPDX-License-Identifier: MIT */
/* Collections: members of a to-many path, of a list, of a SUBQUERY, and what can be asked of them. */
#include "predicate/sql_private.h"

#include <string.h>

const char *el__sql_frame_sql(el_translation *t, const el_sql_frame *frame, const char *condition)
{
    if (frame->where && condition)
        return el__sql(t, "FROM %s WHERE %s AND %s", frame->from, frame->where, condition);
    if (frame->where || condition)
        return el__sql(t, "FROM %s WHERE %s", frame->from, frame->where ? frame->where : condition);
    return el__sql(t, "FROM %s", frame->from);
}

static const char *leaf_sql(el_translation *t, const el_collection *c)
{
    el_operand leaf = c->leaf;
    return el__sql_operand_sql(t, &leaf);
}

static const char *list_select(el_translation *t, const el_collection *c, el_operand *of)
{
    el_buf b = {0};
    if (!c->n)
        return "SELECT NULL AS v WHERE 0";
    /* Not VALUES alone: the engine names its column after the first value where that is a column. */
    el_buf_puts(&b, "SELECT ");
    for (size_t i = 0; i < c->n; i++) {
        el_operand o = c->items[i];
        if (o.collection) {
            el__sql_fail(t, EL_EPREDICATE, o.range, "type-mismatch", "a list inside a list has no translation to SQL");
            break;
        }
        int type = i ? el__sql_common_type(of, &o) : (int)o.type;
        of->type = type < 0 ? EL_SQL_ANY : (el_sql_type)type;
        of->lenient |= o.lenient;
        el_buf_printf(&b, i ? "%s(%s)" : "%s%s AS v", i == 0 ? "" : i == 1 ? " UNION ALL VALUES " : ", ", el__sql_operand_sql(t, &o));
    }
    const char *sql = el_arena_strdup(t->arena, el_buf_str(&b));
    el_buf_free(&b);
    return sql;
}

/* SELECT of the members as a column "v"; `of` tells their type. */
static const char *members(el_translation *t, const el_collection *c, el_operand *of)
{
    memset(of, 0, sizeof *of);
    if (c->kind == EL_COLLECTION_LIST)
        return list_select(t, c, of);
    if (c->kind == EL_COLLECTION_ROWS) {
        *of = c->leaf;
        return el__sql(t, "SELECT %s%s AS v %s", c->distinct ? "DISTINCT " : "", leaf_sql(t, c), el__sql_frame_sql(t, c->frame, NULL));
    }
    el_operand other;
    const char *a = members(t, c->a, of), *b = members(t, c->b, &other);
    int type = el__sql_common_type(of, &other);
    of->type = type < 0 ? EL_SQL_ANY : (el_sql_type)type;
    of->attribute = NULL;
    const char *word = c->kind == EL_COLLECTION_UNION ? "UNION" : c->kind == EL_COLLECTION_INTERSECT ? "INTERSECT" : "EXCEPT";
    return el__sql(t, "SELECT v FROM (%s) %s SELECT v FROM (%s)", a, word, b);
}

const char *el__sql_collection_select(el_translation *t, const el_collection *c, el_sql_type *type)
{
    el_operand of;
    const char *sql = members(t, c, &of);
    *type = of.type;
    return sql;
}

const char *el__sql_collection_exists(el_translation *t, const el_collection *c, const char *condition)
{
    return el__sql(t, "EXISTS (SELECT 1 %s)", el__sql_frame_sql(t, c->frame, condition));
}

static void query_operand(el_operand *out, el_sql_type type, const char *sql, el_range range)
{
    memset(out, 0, sizeof *out);
    out->type = type;
    out->sql = sql;
    out->cost = EL_COST_QUERY;
    out->range = range;
}

int el__sql_collection_count(el_translation *t, const el_collection *c, el_range range, el_operand *out)
{
    el_operand of;
    if (c->kind == EL_COLLECTION_LIST) {
        el_value *n = el_arena_alloc(t->arena, sizeof *n);
        *n = el_value_int((int64_t)c->n);
        el__sql_constant(t, n, range, out);
        return t->status;
    }
    if (c->kind != EL_COLLECTION_ROWS) {
        const char *all = members(t, c, &of);
        query_operand(out, EL_SQL_INT, el__sql(t, "(SELECT COUNT(*) FROM (%s))", all), range);
        return t->status;
    }
    const char *from = el__sql_frame_sql(t, c->frame, NULL);
    if (c->distinct) {
        of = c->leaf;
        const char *value = el__sql_comparable(t, of.type, 0, &of);
        query_operand(out, EL_SQL_INT, el__sql(t, "(SELECT COUNT(DISTINCT %s) %s)", value, from), range);
    } else { /* leaves of the chain, nil ones too */
        query_operand(out, EL_SQL_INT, el__sql(t, "(SELECT COUNT(*) %s)", from), range);
        out->counted = c;
    }
    return t->status;
}

typedef enum aggregate { COUNT, SUM, AVERAGE, LEAST, GREATEST, MEDIAN, DEVIATION, NO_AGGREGATE } aggregate;

static aggregate aggregate_of(const char *op)
{
    static const struct { const char *name; aggregate what; } all[] = {
        {"@count", COUNT}, {"count:", COUNT}, {"@sum", SUM}, {"sum:", SUM}, {"@avg", AVERAGE}, {"average:", AVERAGE},
        {"@min", LEAST}, {"min:", LEAST}, {"@max", GREATEST}, {"max:", GREATEST}, {"median:", MEDIAN}, {"stddev:", DEVIATION}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(op, all[i].name))
            return all[i].what;
    return NO_AGGREGATE;
}

static int fits(aggregate what, const el_operand *of)
{
    if (of->lenient || of->type == EL_SQL_ANY || of->type == EL_SQL_NIL || what == COUNT || el__sql_is_number(of->type))
        return 1;
    return (what == LEAST || what == GREATEST) && (of->type == EL_SQL_STRING || of->type == EL_SQL_DATE || of->type == EL_SQL_URL);
}

/* Sixteen and thirty-two bit integers cannot overflow SQLite's sum with any number of rows that a file holds. */
static int small_integer(const el_operand *of)
{
    return of->type == EL_SQL_BOOL ||
           (of->attribute && (of->attribute->type == EL_TYPE_INT16 || of->attribute->type == EL_TYPE_INT32));
}

static const char *sum_call(el_translation *t, const el_operand *of, const char *value, const char *distinct, el_sql_type *result)
{
    int decimal = of->type == EL_SQL_DECIMAL;
    *result = decimal || of->type == EL_SQL_DOUBLE || of->type == EL_SQL_ANY ? of->type : EL_SQL_INT;
    const char *fn = of->type == EL_SQL_DOUBLE || small_integer(of) ? "SUM" : "el_sum";
    return el__sql(t, "COALESCE(%s(%s%s), %s)", fn, distinct, value, decimal ? "'0'" : "0");
}

const char *el__sql_aggregate_call(el_translation *t, const char *op, const el_operand *of, const char *value, int distinct,
                               el_sql_type *result)
{
    aggregate what = aggregate_of(op);
    if (what == NO_AGGREGATE || !fits(what, of)) {
        el__sql_fail(t, EL_EPREDICATE, of->range, what == NO_AGGREGATE ? "unsupported-function" : "type-mismatch",
                     "%s does not apply to %s", op, el__sql_type_words(of));
        return NULL;
    }
    int decimal = of->type == EL_SQL_DECIMAL;
    const char *d = distinct ? "DISTINCT " : "";
    *result = what == COUNT ? EL_SQL_INT : what == LEAST || what == GREATEST || decimal ? of->type : EL_SQL_DOUBLE;
    switch (what) {
    case COUNT: return el__sql(t, "COUNT(%s%s)", d, value);
    case SUM: return sum_call(t, of, value, d, result);
    case AVERAGE: return el__sql(t, "%s(%s%s)", decimal ? "el_avg" : "AVG", d, value);
    case LEAST: return el__sql(t, "%s(%s)", decimal ? "el_min" : "MIN", value);
    case GREATEST: return el__sql(t, "%s(%s)", decimal ? "el_max" : "MAX", value);
    case MEDIAN: *result = EL_SQL_DOUBLE; return el__sql(t, "el_median(%s%s)", d, value);
    default: *result = EL_SQL_DOUBLE; return el__sql(t, "el_stddev(%s%s)", d, value);
    }
}

int el__sql_collection_aggregate(el_translation *t, const el_collection *c, const char *op, el_range range, el_operand *out)
{
    el_operand of;
    el_sql_type type = EL_SQL_ANY;
    const char *call, *sql;
    if (c->kind == EL_COLLECTION_ROWS) {
        of = c->leaf;
        of.range = range;
        call = el__sql_aggregate_call(t, op, &of, leaf_sql(t, c), c->distinct, &type);
        sql = call ? el__sql(t, "(SELECT %s %s)", call, el__sql_frame_sql(t, c->frame, NULL)) : NULL;
    } else {
        const char *all = members(t, c, &of);
        of.range = range;
        call = el__sql_aggregate_call(t, op, &of, "v", c->distinct, &type);
        sql = call ? el__sql(t, "(SELECT %s FROM (%s))", call, all) : NULL;
    }
    query_operand(out, type, sql, range);
    return t->status;
}

int el__sql_collection_of_constant(el_translation *t, const el_value *v, el_range range, el_operand *out)
{
    el_collection *c = el_arena_alloc(t->arena, sizeof *c);
    int dictionary = v->kind == EL_DICT;
    const el_value *items = dictionary ? v->u.dict.values : v->u.list.items;
    c->kind = EL_COLLECTION_LIST;
    c->n = dictionary ? v->u.dict.n : v->u.list.n;
    c->items = el_arena_array(t->arena, c->n, sizeof *c->items);
    for (size_t i = 0; i < c->n; i++)
        el__sql_constant(t, &items[i], range, &c->items[i]);
    out->collection = c;
    out->range = range;
    return t->status;
}
