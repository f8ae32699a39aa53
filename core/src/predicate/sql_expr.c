/* SPDX-License-Identifier: MIT */
/* Expressions as SQL operands. */
#include "predicate/sql_private.h"

#include <string.h>

el_sql_type el__sql_attribute_type(const el_attribute *a)
{
    switch (a->type) {
    case EL_TYPE_INT16:
    case EL_TYPE_INT32:
    case EL_TYPE_INT64: return EL_SQL_INT;
    case EL_TYPE_DECIMAL: return EL_SQL_DECIMAL;
    case EL_TYPE_DOUBLE:
    case EL_TYPE_FLOAT: return EL_SQL_DOUBLE;
    case EL_TYPE_STRING: return EL_SQL_STRING;
    case EL_TYPE_BOOLEAN: return EL_SQL_BOOL;
    case EL_TYPE_DATE: return EL_SQL_DATE;
    case EL_TYPE_BINARY: return EL_SQL_DATA;
    case EL_TYPE_UUID: return EL_SQL_UUID;
    case EL_TYPE_URI: return EL_SQL_URL;
    case EL_TYPE_UNDEFINED:
    case EL_TYPE_OBJECTID: return EL_SQL_ANY;
    default: return EL_SQL_OPAQUE;
    }
}

int el__sql_is_number(el_sql_type type)
{
    return type >= EL_SQL_BOOL && type <= EL_SQL_DECIMAL;
}

const char *el__sql_type_words(const el_operand *o)
{
    static const char *const words[] = {"a value", "nil", "a boolean", "an integer", "a floating number", "a decimal", "a string",
                                        "a date", "binary data", "a UUID", "a URL", "an object", "an entity", "a transformable"};
    if (o->collection)
        return "a collection";
    return words[o->type];
}

static el_sql_type constant_type(el_value_kind kind)
{
    switch (kind) {
    case EL_NULL: return EL_SQL_NIL;
    case EL_BOOL: return EL_SQL_BOOL;
    case EL_INT: return EL_SQL_INT;
    case EL_DOUBLE: return EL_SQL_DOUBLE;
    case EL_DECIMAL: return EL_SQL_DECIMAL;
    case EL_STRING: return EL_SQL_STRING;
    case EL_DATE: return EL_SQL_DATE;
    case EL_DATA: return EL_SQL_DATA;
    case EL_UUID: return EL_SQL_UUID;
    case EL_URL: return EL_SQL_URL;
    case EL_OBJECT: return EL_SQL_OBJECT;
    case EL_ENTITY: return EL_SQL_ENTITY;
    default: return EL_SQL_OPAQUE;
    }
}

/* The entity of an object argument; NULL for an object that this store cannot hold. */
static const el_entity *object_entity(el_translation *t, const el_value *v)
{
    return v->u.object.entity && el_store_model(t->store) ? el_model_entity(el_store_model(t->store), v->u.object.entity) : NULL;
}

void el__sql_constant(el_translation *t, const el_value *v, el_range range, el_operand *out)
{
    memset(out, 0, sizeof *out);
    out->range = range;
    if (v->kind == EL_LIST || v->kind == EL_SET || v->kind == EL_DICT) {
        el__sql_collection_of_constant(t, v, range, out);
        return;
    }
    out->type = constant_type(v->kind);
    out->constant = v;
    out->simple = 1;
    if (v->kind == EL_OBJECT)
        out->entity = object_entity(t, v);
}

const char *el__sql_operand_sql(el_translation *t, el_operand *o)
{
    if (!o->sql)
        o->sql = o->constant && o->constant->kind != EL_NULL ? el_translation_bind(t, *o->constant) : "NULL";
    return o->sql;
}

/* A key path that came as an argument ("%@" with a key path expression). */
static int key_path_constant(el_translation *t, const el_scope *scope, const el_value *v, el_range range, el_operand *out)
{
    size_t n = 1, at = 0;
    for (size_t i = 0; i < v->u.text.n; i++)
        n += v->u.text.s[i] == '.';
    el_step *steps = el_arena_array(t->arena, n, sizeof *steps);
    for (size_t i = 0, from = 0; i <= v->u.text.n; i++) {
        if (i < v->u.text.n && v->u.text.s[i] != '.')
            continue;
        steps[at].name = el_arena_strndup(t->arena, v->u.text.s + from, i - from);
        steps[at++].range = range;
        from = i + 1;
    }
    return el__sql_walk(t, el__sql_scope_self(scope), steps, n, range, out);
}

static int variable(el_translation *t, const el_scope *scope, const el_expr *e, el_operand *out)
{
    const el_scope *s = el__sql_scope_variable(scope, e->name);
    if (!s) {
        el__sql_fail(t, EL_EPREDICATE, e->range, "unbound", "the variable $%s has no value", e->name);
        return t->status;
    }
    if (s->value)
        *out = *s->value;
    else
        el__sql_spot_operand(t, &s->spot, out);
    out->range = e->range;
    return EL_OK;
}

static int path(el_translation *t, const el_scope *scope, const el_expr *e, el_operand *out)
{
    el_operand of;
    if (el__sql_expr(t, scope, e->operand, &of))
        return t->status;
    if (of.collection)
        return el__sql_walk_collection(t, of.collection, e->steps, e->nsteps, e->range, out);
    return el__sql_walk_value(t, &of, e->steps, e->nsteps, e->range, out);
}

static int out_of_range(el_translation *t, el_range range)
{
    el__sql_fail(t, EL_EPREDICATE, range, "index-out-of-range", "the list has no member at this index");
    return t->status;
}

static int list_member(el_translation *t, const el_collection *c, const el_expr *e, const el_operand *index, el_operand *out)
{
    int64_t i = e->index_kind == EL_INDEX_FIRST ? 0 : e->index_kind == EL_INDEX_LAST ? (int64_t)c->n - 1 : index->constant->u.i;
    if (!c->n && e->index_kind != EL_INDEX_EXPR) { /* the first of nothing is nil */
        static const el_value nil = {.kind = EL_NULL};
        el__sql_constant(t, &nil, e->range, out);
        return EL_OK;
    }
    if (i < 0 || (size_t)i >= c->n)
        return out_of_range(t, e->range);
    *out = c->items[i];
    return EL_OK;
}

static int subscript(el_translation *t, const el_scope *scope, const el_expr *e, el_operand *out)
{
    el_operand of, index = {.type = EL_SQL_NIL};
    if (el__sql_expr(t, scope, e->operand, &of))
        return t->status;
    if (of.collection && e->index_kind == EL_INDEX_SIZE)
        return el__sql_collection_count(t, of.collection, e->range, out);
    if (e->index_kind == EL_INDEX_EXPR && el__sql_scalar(t, scope, e->index, &index))
        return t->status;
    int constant = e->index_kind != EL_INDEX_EXPR || (index.constant && index.constant->kind == EL_INT);
    if (of.collection && of.collection->kind == EL_COLLECTION_LIST && constant)
        return list_member(t, of.collection, e, &index, out);
    el__sql_fail(t, EL_EPREDICATE, e->range, "unsupported-index", "an index other than [SIZE] has no translation to SQL");
    el_error_hint(t->err, "Use SUBQUERY(…).@count or ANY for a condition on members.");
    return t->status;
}

static int list(el_translation *t, const el_scope *scope, const el_expr *e, el_operand *out)
{
    el_collection *c = el_arena_alloc(t->arena, sizeof *c);
    c->kind = EL_COLLECTION_LIST;
    c->n = e->nitems;
    c->items = el_arena_array(t->arena, e->nitems, sizeof *c->items);
    for (size_t i = 0; i < e->nitems; i++)
        if (el__sql_scalar(t, scope, e->items[i], &c->items[i]))
            return t->status;
    memset(out, 0, sizeof *out);
    out->collection = c;
    out->range = e->range;
    return EL_OK;
}

static int negate(el_translation *t, const el_scope *scope, const el_expr *e, el_operand *out)
{
    el_operand of;
    if (el__sql_scalar(t, scope, e->operand, &of))
        return t->status;
    if (!el__sql_is_number(of.type) && of.type != EL_SQL_NIL && of.type != EL_SQL_ANY && !of.lenient) {
        el__sql_fail(t, EL_EPREDICATE, e->range, "type-mismatch", "minus needs a number, and this is %s", el__sql_type_words(&of));
        return t->status;
    }
    const char *sql = el__sql_operand_sql(t, &of);
    memset(out, 0, sizeof *out);
    out->type = of.type == EL_SQL_BOOL ? EL_SQL_INT : of.type;
    out->lenient = of.lenient;
    out->cost = of.cost > EL_COST_EXPRESSION ? of.cost : EL_COST_EXPRESSION;
    out->sql = el__sql(t, of.type == EL_SQL_DECIMAL ? "el_decimal_math('-', 0, %s)" : "(-%s)", sql);
    out->range = e->range;
    return EL_OK;
}

static int ternary(el_translation *t, const el_scope *scope, const el_expr *e, el_operand *out)
{
    el_operand a, b;
    el_test p = el__sql_pred(t, scope, e->pred);
    if (!p.sql || el__sql_scalar(t, scope, e->items[0], &a) || el__sql_scalar(t, scope, e->items[1], &b))
        return t->status;
    memset(out, 0, sizeof *out);
    int type = el__sql_common_type(&a, &b);
    out->type = type < 0 ? EL_SQL_ANY : (el_sql_type)type;
    out->lenient = a.lenient || b.lenient;
    out->entity = a.entity ? a.entity : b.entity;
    out->cost = p.cost > EL_COST_EXPRESSION ? p.cost : EL_COST_EXPRESSION;
    const char *yes = el__sql_operand_sql(t, &a), *no = el__sql_operand_sql(t, &b);
    out->sql = el__sql(t, "CASE WHEN %s THEN %s ELSE %s END", p.sql, yes, no);
    out->range = e->range;
    return EL_OK;
}

/* SUBQUERY(c, $v, p): the chain of c with p among its conditions. */
static int subquery(el_translation *t, const el_scope *scope, const el_expr *e, el_operand *out)
{
    el_operand of;
    if (el__sql_expr(t, scope, e->operand, &of))
        return t->status;
    if (!of.collection || of.collection->kind != EL_COLLECTION_ROWS) {
        el__sql_fail(t, EL_EPREDICATE, e->operand->range, "not-a-collection",
                     "SUBQUERY needs a to-many key path, and this is %s", el__sql_type_words(&of));
        return t->status;
    }
    el_collection *c = el_arena_alloc(t->arena, sizeof *c);
    *c = *of.collection;
    el_scope inner = {.outer = scope, .variable = e->name};
    if (c->leaf_is_row || c->leaf_relationship) {
        if (el__sql_collection_rows(t, c, e->operand->range))
            return t->status;
        inner.spot = c->row;
    } else {
        inner.value = &c->leaf;
    }
    el_test p = el__sql_pred(t, &inner, e->pred);
    if (!p.sql)
        return t->status;
    el__sql_frame_where(t, c->frame, p.sql);
    memset(out, 0, sizeof *out);
    out->collection = c;
    out->range = e->range;
    return EL_OK;
}

static int set_operation(el_translation *t, const el_scope *scope, const el_expr *e, el_operand *out)
{
    el_operand a, b;
    if (el__sql_expr(t, scope, e->items[0], &a) || el__sql_expr(t, scope, e->items[1], &b))
        return t->status;
    if (!a.collection || !b.collection) {
        el__sql_fail(t, EL_EPREDICATE, a.collection ? b.range : a.range, "not-a-collection",
                     "UNION, INTERSECT and MINUS work on collections, and this is %s", el__sql_type_words(a.collection ? &b : &a));
        return t->status;
    }
    el_collection *c = el_arena_alloc(t->arena, sizeof *c);
    c->kind = e->kind == EL_EXPR_UNION ? EL_COLLECTION_UNION
            : e->kind == EL_EXPR_INTERSECT ? EL_COLLECTION_INTERSECT : EL_COLLECTION_MINUS;
    c->a = a.collection;
    c->b = b.collection;
    memset(out, 0, sizeof *out);
    out->collection = c;
    out->range = e->range;
    return EL_OK;
}

static int unsupported(el_translation *t, const el_expr *e, const char *code, const char *what)
{
    el__sql_fail(t, EL_EPREDICATE, e->range, code, "%s cannot be translated to SQL", what);
    return t->status;
}

static int expression(el_translation *t, const el_scope *scope, const el_expr *e, el_operand *out)
{
    switch (e->kind) {
    case EL_EXPR_CONST:
        if (e->value.kind == EL_KEYPATH)
            return key_path_constant(t, scope, &e->value, e->range, out);
        el__sql_constant(t, &e->value, e->range, out);
        return t->status;
    case EL_EXPR_SELF: el__sql_spot_operand(t, el__sql_scope_self(scope), out); out->range = e->range; return EL_OK;
    case EL_EXPR_KEY: return el__sql_walk(t, el__sql_scope_self(scope), e->steps, e->nsteps, e->range, out);
    case EL_EXPR_VAR: return variable(t, scope, e, out);
    case EL_EXPR_PATH: return path(t, scope, e, out);
    case EL_EXPR_INDEX: return subscript(t, scope, e, out);
    case EL_EXPR_LIST: return list(t, scope, e, out);
    case EL_EXPR_FN: return el__sql_function(t, scope, e, out);
    case EL_EXPR_NEG: return negate(t, scope, e, out);
    case EL_EXPR_CAST: return el__sql_cast(t, scope, e, out);
    case EL_EXPR_TERNARY: return ternary(t, scope, e, out);
    case EL_EXPR_SUBQUERY: return subquery(t, scope, e, out);
    case EL_EXPR_UNION:
    case EL_EXPR_INTERSECT:
    case EL_EXPR_MINUS: return set_operation(t, scope, e, out);
    case EL_EXPR_CALL: return unsupported(t, e, "unsupported-function", "FUNCTION sends a message to an object, which");
    case EL_EXPR_ANYKEY: return unsupported(t, e, "unsupported-expression", "ANYKEY");
    case EL_EXPR_FETCH: return unsupported(t, e, "unsupported-expression", "FETCH");
    case EL_EXPR_ASSIGN: return unsupported(t, e, "unsupported-expression", "an assignment");
    }
    return unsupported(t, e, "unsupported-expression", "this expression");
}

int el__sql_expr(el_translation *t, const el_scope *scope, const el_expr *e, el_operand *out)
{
    memset(out, 0, sizeof *out);
    if (t->status)
        return t->status;
    if (++t->depth > EL_TRANSLATE_DEPTH)
        el__sql_fail(t, EL_ELIMIT, e->range, "too-complex", "the predicate is nested too deeply");
    else
        expression(t, scope, e, out);
    t->depth--;
    return t->status;
}

int el__sql_scalar(el_translation *t, const el_scope *scope, const el_expr *e, el_operand *out)
{
    if (el__sql_expr(t, scope, e, out) || !out->collection)
        return t->status;
    if (out->collection->kind == EL_COLLECTION_ROWS)
        el__sql_fail(t, EL_EPREDICATE, e->range, "to-many-needs-modifier", "this is a collection and is used as one value");
    else
        el__sql_fail(t, EL_EPREDICATE, e->range, "type-mismatch", "this is a list and is used as one value");
    el_error_hint(t->err, "Write ANY, ALL or NONE before the comparison, or use @count, @sum, @min or @max.");
    return t->status;
}
