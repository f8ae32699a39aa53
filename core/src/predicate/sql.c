/* SPDX-License-Identifier: MIT */
#include "predicate/sql.h"

#include "predicate/functions.h"
#include "predicate/sql_private.h"
#include "sqlite/api.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

void *el__sql_fail(el_translation *t, int status, el_range range, const char *code, const char *fmt, ...)
{
    if (t->status)
        return NULL;
    va_list ap;
    va_start(ap, fmt);
    t->status = el_error_setv(t->err, status, code, fmt, ap);
    va_end(ap);
    if (range.end)
        el_error_range(t->err, range.start, range.end);
    return NULL;
}

const char *el__sql(el_translation *t, const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *s = el_arena_alloc(t->arena, (size_t)(n < 0 ? 0 : n) + 1);
    if (n >= 0)
        vsnprintf(s, (size_t)n + 1, fmt, again);
    va_end(again);
    return s;
}

const char *el__sql_quoted(el_translation *t, const char *name)
{
    el_buf b = {0};
    el_buf_identifier(&b, name);
    const char *s = el_arena_strdup(t->arena, el_buf_str(&b));
    el_buf_free(&b);
    return s;
}

const char *el__sql_qualified(el_translation *t, const char *alias, const char *column)
{
    return el__sql(t, "%s.%s", alias, el__sql_quoted(t, column));
}

static el_test made(const char *sql, int cost)
{
    el_test test = {sql, cost};
    return test;
}

/* --- predicates --- */

static el_test join_tests(el_translation *t, const el_test *tests, size_t n, const char *word)
{
    /* Long chains as a balanced tree: SQLite limits the depth of an expression, not its size. */
    enum { LINEAR = 16 };
    if (n == 1)
        return tests[0];
    int cost = 0;
    const char *sql;
    if (n <= LINEAR) {
        el_buf b = {0};
        for (size_t i = 0; i < n; i++) {
            el_buf_printf(&b, "%s%s", i ? word : "(", tests[i].sql);
            cost = tests[i].cost > cost ? tests[i].cost : cost;
        }
        el_buf_putc(&b, ')');
        sql = el_arena_strdup(t->arena, el_buf_str(&b));
        el_buf_free(&b);
    } else {
        el_test a = join_tests(t, tests, n / 2, word), b = join_tests(t, tests + n / 2, n - n / 2, word);
        cost = a.cost > b.cost ? a.cost : b.cost;
        sql = el__sql(t, "(%s%s%s)", a.sql, word, b.sql);
    }
    return made(sql, cost);
}

/* Cheap tests first, otherwise as written: the engine asks them in order. */
static void by_cost(el_test *tests, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        el_test x = tests[i];
        size_t k = i;
        for (; k && tests[k - 1].cost > x.cost; k--)
            tests[k] = tests[k - 1];
        tests[k] = x;
    }
}

static size_t count_members(const el_pred *p, el_pred_kind kind)
{
    if (p->kind != kind)
        return 1;
    size_t n = 0;
    for (size_t i = 0; i < p->nitems; i++)
        n += count_members(p->items[i], kind);
    return n;
}

static void gather(const el_pred *p, el_pred_kind kind, const el_pred **out, size_t *n)
{
    if (p->kind != kind) {
        out[(*n)++] = p;
        return;
    }
    for (size_t i = 0; i < p->nitems; i++)
        gather(p->items[i], kind, out, n);
}

static el_test compound(el_translation *t, const el_scope *scope, const el_pred *p)
{
    size_t room = count_members(p, p->kind), n = 0;
    const el_pred **members = el_arena_array(t->arena, room, sizeof *members);
    el_test *tests = el_arena_array(t->arena, room, sizeof *tests);
    gather(p, p->kind, members, &n);
    if (!n)
        return made(p->kind == EL_PRED_AND ? "1" : "0", 0);
    for (size_t i = 0; i < n; i++) {
        tests[i] = el__sql_pred(t, scope, members[i]);
        if (!tests[i].sql)
            return tests[i];
    }
    by_cost(tests, n);
    return join_tests(t, tests, n, p->kind == EL_PRED_AND ? " AND " : " OR ");
}

static el_test unsupported(el_translation *t, const el_pred *p, const char *code)
{
    const char *name = p->op == EL_OP_SELECTOR && p->selector ? p->selector : el_op_name(p->op);
    el__sql_fail(t, EL_EPREDICATE, p->op_range, code, "%s cannot be translated to SQL", name);
    return made(NULL, 0);
}

el_test el__sql_compare_any(el_translation *t, const el_scope *scope, const el_pred *p, el_operand *l)
{
    el_operand r;
    if (el__sql_expr(t, scope, p->right, &r))
        return made(NULL, 0);
    switch (p->op) {
    case EL_OP_BETWEEN: return el__sql_between(t, p->options, l, &r, p->range);
    case EL_OP_IN: return el__sql_in(t, p->options, l, &r, p->range);
    case EL_OP_CONTAINS:
    case EL_OP_BEGINSWITH:
    case EL_OP_ENDSWITH:
    case EL_OP_LIKE:
    case EL_OP_MATCHES: return el__sql_match(t, p->op, p->options, l, &r, p->range);
    case EL_OP_TOKENMATCHES:
    case EL_OP_UTI_CONFORMS_TO:
    case EL_OP_UTI_EQUALS: return unsupported(t, p, "unsupported-operator");
    case EL_OP_SELECTOR: return unsupported(t, p, "unsupported-selector");
    default: return el__sql_compare(t, p->op, p->options, l, &r, p->range);
    }
}

/* ANY and ALL over rows: each has a witness of its own.  ALL asks that no member fails or stays unknown. */
static el_test quantified_rows(el_translation *t, const el_scope *scope, const el_pred *p, const el_collection *c)
{
    el_operand leaf = c->leaf;
    leaf.range = p->left->range;
    el_test each = el__sql_compare_any(t, scope, p, &leaf);
    if (!each.sql)
        return each;
    if (p->modifier == EL_MOD_ANY)
        return made(el__sql_collection_exists(t, c, el__sql(t, "(%s)", each.sql)), EL_COST_QUERY);
    return made(el__sql(t, "NOT %s", el__sql_collection_exists(t, c, el__sql(t, "(%s) IS NOT TRUE", each.sql))), EL_COST_QUERY);
}

static el_test quantified_list(el_translation *t, const el_scope *scope, const el_pred *p, const el_collection *c)
{
    int any = p->modifier == EL_MOD_ANY;
    if (!c->n)
        return made(any ? "0" : "1", 0);
    el_test *tests = el_arena_array(t->arena, c->n, sizeof *tests);
    for (size_t i = 0; i < c->n; i++) {
        el_operand item = c->items[i];
        tests[i] = el__sql_compare_any(t, scope, p, &item);
        if (!tests[i].sql)
            return tests[i];
        tests[i].sql = el__sql(t, "(%s) IS TRUE", tests[i].sql);
    }
    return join_tests(t, tests, c->n, any ? " OR " : " AND ");
}

/* Over the result of a set operation, whose members exist only as the rows of a sub-query. */
static el_test quantified_set(el_translation *t, const el_scope *scope, const el_pred *p, const el_collection *c)
{
    el_sql_type type;
    const char *select = el__sql_collection_select(t, c, &type);
    const char *alias = el__sql(t, "s%u", ++t->aliases);
    el_operand member = {.type = type, .sql = el__sql(t, "%s.v", alias), .simple = 1, .range = p->left->range};
    if (type == EL_SQL_OBJECT)
        member.entity = c->a->kind == EL_COLLECTION_ROWS ? c->a->leaf.entity : NULL;
    el_test each = el__sql_compare_any(t, scope, p, &member);
    if (!each.sql)
        return each;
    int any = p->modifier == EL_MOD_ANY;
    return made(el__sql(t, "%sEXISTS (SELECT 1 FROM (%s) AS %s WHERE (%s) IS %sTRUE)", any ? "" : "NOT ", select, alias, each.sql,
                        any ? "" : "NOT "), EL_COST_QUERY);
}

static el_test quantified(el_translation *t, const el_scope *scope, const el_pred *p)
{
    el_operand l;
    if (el__sql_expr(t, scope, p->left, &l))
        return made(NULL, 0);
    const char *word = p->modifier == EL_MOD_ANY ? "ANY" : "ALL";
    if (!l.collection) {
        el__sql_fail(t, EL_EPREDICATE, p->left->range, "any-all-needs-collection",
                     "%s needs a to-many key path at its left, and this is %s", word, el__sql_type_words(&l));
        return made(NULL, 0);
    }
    switch (l.collection->kind) {
    case EL_COLLECTION_ROWS: return quantified_rows(t, scope, p, l.collection);
    case EL_COLLECTION_LIST: return quantified_list(t, scope, p, l.collection);
    default: return quantified_set(t, scope, p, l.collection);
    }
}

static el_test comparison(el_translation *t, const el_scope *scope, const el_pred *p)
{
    if (p->modifier != EL_MOD_DIRECT)
        return quantified(t, scope, p);
    el_operand l;
    if (el__sql_expr(t, scope, p->left, &l))
        return made(NULL, 0);
    return el__sql_compare_any(t, scope, p, &l);
}

static el_test negation(el_translation *t, const el_scope *scope, const el_pred *p)
{
    const el_pred *inner = p->items[0];
    if (inner->kind == EL_PRED_NOT)
        return el__sql_pred(t, scope, inner->items[0]); /* also in three values */
    el_test test = el__sql_pred(t, scope, inner);
    if (test.sql)
        test.sql = el__sql(t, "NOT (%s)", test.sql);
    return test;
}

static el_test predicate(el_translation *t, const el_scope *scope, const el_pred *p)
{
    switch (p->kind) {
    case EL_PRED_TRUE: return made("1", 0);
    case EL_PRED_FALSE: return made("0", 0);
    case EL_PRED_NOT: return negation(t, scope, p);
    case EL_PRED_COMPARE: return comparison(t, scope, p);
    default: return compound(t, scope, p);
    }
}

el_test el__sql_pred(el_translation *t, const el_scope *scope, const el_pred *p)
{
    el_test test = {NULL, 0};
    if (t->status)
        return test;
    if (++t->depth > EL_TRANSLATE_DEPTH)
        el__sql_fail(t, EL_ELIMIT, p->range, "too-complex", "the predicate is nested too deeply");
    else
        test = predicate(t, scope, p);
    t->depth--;
    return t->status ? made(NULL, 0) : test;
}

/* --- the statement --- */

int el_translation_begin(el_translation *t, el_arena *arena, el_store *store, const el_entity *entity, int no_subentities,
                         el_error *err)
{
    memset(t, 0, sizeof *t);
    t->store = store;
    t->layout = el_store_layout(store);
    t->arena = arena;
    t->err = err;
    t->now = (double)time(NULL);
    t->no_subentities = no_subentities;
    t->status = el_functions_register(el_store_db(store), err);
    if (t->status)
        return t->status;
    t->frame = el__sql_frame_new(t, NULL);
    return el__sql_spot_table(t, t->frame, entity, &t->self);
}

const char *el_translate_where(el_translation *t, const el_pred *p)
{
    if (t->status)
        return NULL;
    el_scope scope = {.spot = t->self};
    size_t room = (p ? count_members(p, EL_PRED_AND) : 0) + 1, n = 0, used = 0;
    const el_pred **members = el_arena_array(t->arena, room, sizeof *members);
    el_test *tests = el_arena_array(t->arena, room, sizeof *tests);
    const char *type = el__sql_spot_type_condition(t, &t->self, t->self.entity, !t->no_subentities);
    if (strcmp(type, "1") != 0)
        tests[used++] = made(type, 0);
    if (p)
        gather(p, EL_PRED_AND, members, &n);
    for (size_t i = 0; i < n; i++) {
        el_test test = el__sql_drive(t, members[i]);
        if (!test.sql && !t->status)
            test = el__sql_pred(t, &scope, members[i]);
        if (!test.sql)
            return NULL;
        if (strcmp(test.sql, "1") != 0)
            tests[used++] = test;
    }
    by_cost(tests, used);
    return used ? join_tests(t, tests, used, " AND ").sql : "1";
}

const char *el_translate_condition(el_translation *t, const el_pred *p)
{
    el_scope scope = {.spot = t->self};
    return el__sql_pred(t, &scope, p).sql;
}

int el_translate_value(el_translation *t, const el_expr *expr, el_operand *out)
{
    el_scope scope = {.spot = t->self};
    if (el__sql_scalar(t, &scope, expr, out))
        return t->status;
    if (out->type == EL_SQL_ENTITY) { /* shown by its name */
        el_step step = {.name = "name"};
        return el__sql_walk_value(t, out, &step, 1, expr->range, out);
    }
    el__sql_operand_sql(t, out);
    return t->status;
}

int el_translate_key(el_translation *t, const char *key, el_operand *out)
{
    el_value path = el_value_text(EL_KEYPATH, el_arena_strdup(t->arena, key), strlen(key));
    el_expr e = {.kind = EL_EXPR_CONST, .value = path};
    return el_translate_value(t, &e, out);
}

int el_translate_aggregate(el_translation *t, const char *name, const el_operand *of, el_operand *out)
{
    el_operand value = *of;
    el_sql_type type = EL_SQL_ANY;
    t->aggregates++;
    const char *sql = el__sql_aggregate_call(t, name, &value, el__sql_operand_sql(t, &value), 0, &type);
    memset(out, 0, sizeof *out);
    out->type = type;
    out->sql = sql;
    out->range = of->range;
    if (!strcmp(name, "min:") || !strcmp(name, "max:"))
        out->attribute = of->attribute; /* one of the values themselves */
    return t->status;
}

const char *el_translation_from(el_translation *t)
{
    return t->frame->from;
}

const char *el_translation_bind(el_translation *t, el_value v)
{
    if (t->nbinds == t->binds_room) {
        size_t room = t->binds_room ? t->binds_room * 2 : 8;
        el_value *grown = el_arena_array(t->arena, room, sizeof *grown);
        if (t->nbinds)
            memcpy(grown, t->binds, t->nbinds * sizeof *grown);
        t->binds = grown;
        t->binds_room = room;
    }
    t->binds[t->nbinds++] = v;
    return el__sql(t, "?%zu", t->nbinds);
}

int el_translation_apply(const el_translation *t, sqlite3_stmt *stmt, el_error *err)
{
    /* Another statement of the same translation may know fewer of the values. */
    size_t known = (size_t)sqlite3_bind_parameter_count(stmt);
    for (size_t i = 0; i < t->nbinds && i < known; i++)
        if (el_sql_bind(stmt, (int)i + 1, &t->binds[i]) != SQLITE_OK)
            return el_sql_error(sqlite3_db_handle(stmt), err);
    return EL_OK;
}

int el_translation_prepare(el_translation *t, sqlite3_stmt **out, const char *sql, el_error *err)
{
    static const char *const limits[] = {"parser stack overflow", "Expression tree is too large", "too many SQL variables", "at most 64 tables",
                                         "variable number must be", "string or blob too big", "too many terms", "statement too long"};
    int status = el_sql_prepare(out, el_store_db(t->store), sql, err);
    const char *said = status == EL_ESQL ? sqlite3_errmsg(el_store_db(t->store)) : "";
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        if (strstr(said, limits[i])) {
            status = el_error_set(err, EL_ELIMIT, "too-complex", "the request is too large for the database engine: %s", limits[i]);
            el_error_hint(err, "Split the predicate, or shorten its lists.");
            break;
        }
    }
    return status;
}
