/* SPDX-License-Identifier: MIT */
/* IN, and CONTAINS on collections, which is the same the other way round. */
#include "predicate/sql_private.h"

#include "sqlite/api.h"

#include <math.h>
#include <string.h>

enum { LONG_LIST = 200 /* constants; beyond, one JSON text takes the place of so many parameters */ };

static el_test made(const char *sql, int cost)
{
    el_test test = {sql, cost};
    return test;
}

static el_test in_rows(el_translation *t, unsigned options, el_operand *l, const el_collection *c, el_range range)
{
    el_operand leaf = c->leaf;
    el_test equal = el__sql_compare(t, EL_OP_EQ, options, &leaf, l, range);
    if (!equal.sql)
        return equal;
    return made(el__sql_collection_exists(t, c, equal.sql), EL_COST_QUERY);
}

/* Whether a member can be written into one IN together with the others. */
static int usable(el_translation *t, const el_operand *l, const el_operand *m, int *drop)
{
    *drop = 0;
    if (m->collection) {
        el__sql_fail(t, EL_EPREDICATE, m->range, "type-mismatch", "a list inside the list of IN has no translation to SQL");
        return 0;
    }
    if (m->constant && m->type == EL_SQL_NIL) {
        *drop = 1; /* nil is never a member */
        return 1;
    }
    if (el__sql_common_type(l, m) < 0 || (el__sql_common_type(l, m) == EL_SQL_OPAQUE && l->type != EL_SQL_NIL)) {
        el__sql_mismatch(t, l, m);
        return 0;
    }
    if (l->type == EL_SQL_OBJECT && m->type == EL_SQL_OBJECT)
        *drop = !l->entity || !m->entity || l->entity->root != m->entity->root;
    return 1;
}

static int json_value(el_buf *b, const el_operand *m, unsigned fold, el_translation *t)
{
    const el_value *v = m->constant;
    char text[40];
    switch (v->kind) {
    case EL_BOOL:
    case EL_INT: el_buf_printf(b, "%lld", (long long)v->u.i); return 1;
    case EL_OBJECT: el_buf_printf(b, "%lld", (long long)v->u.object.key); return 1;
    case EL_DOUBLE:
    case EL_DATE:
        if (isnan(v->u.d) || isinf(v->u.d))
            return 0;
        el_double_text(text, v->u.d);
        el_buf_puts(b, text);
        return 1;
    case EL_STRING:
    case EL_URL: {
        el_value folded = fold ? el__sql_folded_constant(t, v, fold) : *v;
        if (memchr(folded.u.text.s, 0, folded.u.text.n))
            return 0;
        el_buf_json_string(b, folded.u.text.s, folded.u.text.n);
        return 1;
    }
    default: return 0;
    }
}

/* One text for all constants: "SELECT value FROM json_each(?)".  NULL where that cannot be. */
static const char *as_json(el_translation *t, const el_collection *c, el_sql_type type, unsigned options, const unsigned char *drop)
{
    if (type == EL_SQL_DECIMAL || type == EL_SQL_UUID)
        return NULL;
    sqlite3_stmt *probe = NULL;
    el_buf b = {0};
    int ok = sqlite3_prepare_v2(el_store_db(t->store), "SELECT value FROM json_each('[1]')", -1, &probe, NULL) == SQLITE_OK;
    sqlite3_finalize(probe);
    el_buf_putc(&b, '[');
    for (size_t i = 0; ok && i < c->n; i++) {
        if (drop[i])
            continue;
        if (b.len > 1)
            el_buf_putc(&b, ',');
        ok = c->items[i].constant && json_value(&b, &c->items[i], type == EL_SQL_STRING ? el__sql_options_fold(options) : 0, t);
    }
    el_buf_putc(&b, ']');
    const char *sql = NULL;
    if (ok) {
        el_value text = el_value_text(EL_STRING, el_arena_strndup(t->arena, el_buf_str(&b), b.len), b.len);
        sql = el__sql(t, "SELECT value FROM json_each(%s)", el_translation_bind(t, text));
    }
    el_buf_free(&b);
    return sql;
}

static const char *as_members(el_translation *t, const el_collection *c, el_sql_type type, unsigned options, const unsigned char *drop)
{
    el_buf b = {0};
    for (size_t i = 0; i < c->n && !t->status; i++) {
        if (drop[i])
            continue;
        el_operand m = c->items[i];
        if (b.len)
            el_buf_puts(&b, ", ");
        el_buf_puts(&b, el__sql_comparable(t, type, options, &m));
    }
    const char *sql = el_arena_strdup(t->arena, el_buf_str(&b));
    el_buf_free(&b);
    return sql;
}

static el_test in_entities(el_translation *t, el_operand *l, const el_collection *c, el_range range)
{
    const char *sql = NULL;
    for (size_t i = 0; i < c->n; i++) {
        el_operand m = c->items[i], row = *l;
        el_test is = el__sql_compare(t, EL_OP_EQ, 0, &row, &m, range);
        if (!is.sql)
            return is;
        sql = sql ? el__sql(t, "%s OR %s", sql, is.sql) : is.sql;
    }
    return made(sql ? el__sql(t, "(%s)", sql) : "0", EL_COST_EXPRESSION);
}

static el_test in_list(el_translation *t, unsigned options, el_operand *l, const el_collection *c, el_range range)
{
    if (l->type == EL_SQL_ENTITY)
        return in_entities(t, l, c, range);
    unsigned char *drop = el_arena_alloc(t->arena, c->n + 1);
    size_t left = 0, constants = 0, foreign = 0;
    int type = l->type;
    for (size_t i = 0; i < c->n; i++) {
        int dropped;
        if (!usable(t, l, &c->items[i], &dropped))
            return made(NULL, 0);
        drop[i] = (unsigned char)dropped;
        if (dropped) {
            foreign += c->items[i].type != EL_SQL_NIL;
            continue;
        }
        left++;
        constants += c->items[i].constant != NULL;
        el_operand so_far = *l;
        so_far.type = (el_sql_type)type;
        type = el__sql_common_type(&so_far, &c->items[i]);
        if (type < 0)
            type = EL_SQL_ANY;
    }
    if (!left && foreign) { /* objects of other tables: false, but unknown for nil */
        const char *x = el__sql_operand_sql(t, l);
        return made(el__sql(t, "%s <> %s", x, x), l->cost);
    }
    if (!left)
        return made("0", 0);
    if (l->type == EL_SQL_NIL)
        return made("NULL", 0);
    const char *members = constants > LONG_LIST && constants == left ? as_json(t, c, (el_sql_type)type, options, drop) : NULL;
    const char *x = el__sql_comparable(t, (el_sql_type)type, options, l);
    if (!members)
        members = as_members(t, c, (el_sql_type)type, options, drop);
    int function = (type == EL_SQL_STRING && el__sql_options_fold(options)) || type == EL_SQL_DECIMAL || type == EL_SQL_UUID;
    int cost = function && l->cost < EL_COST_FUNCTION ? EL_COST_FUNCTION : l->cost;
    return made(el__sql(t, "%s IN (%s)", x, members), cost);
}

static el_test in_set(el_translation *t, unsigned options, el_operand *l, const el_collection *c, el_range range)
{
    el_operand a = {.collection = c->a, .range = range}, b = {.collection = c->b, .range = range};
    el_operand again = *l;
    el_test x = el__sql_in(t, options, l, &a, range), y = el__sql_in(t, options, &again, &b, range);
    if (!x.sql || !y.sql)
        return made(NULL, 0);
    const char *sql = c->kind == EL_COLLECTION_UNION ? el__sql(t, "(%s OR %s)", x.sql, y.sql)
                    : c->kind == EL_COLLECTION_INTERSECT ? el__sql(t, "(%s AND %s)", x.sql, y.sql)
                    : el__sql(t, "(%s AND NOT (%s))", x.sql, y.sql);
    return made(sql, x.cost > y.cost ? x.cost : y.cost);
}

el_test el__sql_in(el_translation *t, unsigned options, el_operand *l, el_operand *r, el_range range)
{
    if (t->status)
        return made(NULL, 0);
    if (l->collection) {
        el__sql_fail(t, EL_EPREDICATE, l->range, "to-many-needs-modifier", "a collection cannot be a member; write ANY before it");
        return made(NULL, 0);
    }
    if (r->collection) {
        switch (r->collection->kind) {
        case EL_COLLECTION_ROWS: return in_rows(t, options, l, r->collection, range);
        case EL_COLLECTION_LIST: return in_list(t, options, l, r->collection, range);
        default: return in_set(t, options, l, r->collection, range);
        }
    }
    if (r->type == EL_SQL_NIL)
        return made("NULL", 0);
    int text = r->type == EL_SQL_STRING || r->type == EL_SQL_URL || r->type == EL_SQL_ANY;
    if (text && (l->type == EL_SQL_STRING || l->type == EL_SQL_ANY || l->type == EL_SQL_NIL || l->lenient))
        return el__sql_match(t, EL_OP_CONTAINS, options, r, l, range);
    el__sql_fail(t, EL_EPREDICATE, r->range, "in-needs-collection", "IN needs a list or a to-many key path at its right, and this is %s",
                 el__sql_type_words(r));
    el_error_hint(t->err, "Write the values in braces: IN {1, 2}.");
    return made(NULL, 0);
}
