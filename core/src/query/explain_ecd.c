/* SPDX-License-Identifier: MIT */
/* Both answers side by side: which objects only one of the two returns, and which of ECD's ways is to blame. */
#include "query/explain.h"

#include "base/arena.h"
#include "layout/layout.h"
#include "query/ecd_run.h"
#include "sqlite/api.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ISOLATED = 12 /* comparisons that are tried alone */ };

/* An answer as objects in the order of their keys. */
typedef struct member { int64_t key; const char *entity; } member;
typedef struct answer { member *items; size_t n, cap; } answer;

static void add(answer *a, int64_t key, const char *entity)
{
    if (a->n == a->cap) {
        a->cap = a->cap ? a->cap * 2 : 256;
        a->items = el_xrealloc(a->items, a->cap * sizeof *a->items);
    }
    a->items[a->n++] = (member){key, entity};
}

static int by_key(const void *x, const void *y)
{
    const member *a = x, *b = y;
    return a->key != b->key ? (a->key < b->key ? -1 : 1) : strcmp(a->entity, b->entity);
}

/* Sorted, each object once. */
static void settle(answer *a)
{
    size_t to = 0;
    if (a->n)
        qsort(a->items, a->n, sizeof *a->items, by_key);
    for (size_t i = 0; i < a->n; i++)
        if (!to || by_key(&a->items[to - 1], &a->items[i]))
            a->items[to++] = a->items[i];
    a->n = to;
}

static const char *row_entity(const el__request *r, sqlite3_stmt *stmt)
{
    int type = sqlite3_column_type(stmt, 1);
    const el_entity *e = el_layout_row_entity(r->t.layout, r->entity->root, type, type == SQLITE_INTEGER ? sqlite3_column_int64(stmt, 1) : 0,
                                              type == SQLITE_FLOAT ? sqlite3_column_double(stmt, 1) : 0);
    return e ? e->name : r->entity->name;
}

/* Our objects for a predicate. */
static int ask_here(answer *out, el__request *r, const el_pred *p, el_error *err)
{
    el_arena *arena = el_arena_new();
    el_translation t;
    int status = el_translation_begin(&t, arena, r->store, r->entity, r->given->no_subentities, err);
    const char *where = status ? NULL : el_translate_where(&t, p);
    sqlite3_stmt *stmt = NULL;
    if (where) {
        const el_layout_entity *laid = el_layout_of(r->t.layout, r->entity);
        el_buf sql = {0};
        el_buf_printf(&sql, "SELECT %s.", t.self.alias);
        el_buf_identifier(&sql, laid->key_column);
        el_buf_puts(&sql, ", ");
        if (laid->type_column) {
            el_buf_printf(&sql, "%s.", t.self.alias);
            el_buf_identifier(&sql, laid->type_column);
        } else {
            el_buf_puts(&sql, "NULL");
        }
        el_buf_printf(&sql, " FROM %s WHERE %s", el_translation_from(&t), where);
        status = el_translation_prepare(&t, &stmt, el_buf_str(&sql), err);
        if (!status)
            status = el_translation_apply(&t, stmt, err);
        el_buf_free(&sql);
    } else if (!status) {
        status = t.status;
    }
    int rc = 0;
    while (!status && (rc = el_sql_step(stmt, err)) > 0)
        add(out, sqlite3_column_int64(stmt, 0), row_entity(r, stmt));
    sqlite3_finalize(stmt);
    el_arena_free(arena);
    settle(out);
    return status ? status : rc < 0 ? rc : EL_OK;
}

/* ECD's objects; *error is what the engine refused, or NULL. */
static int ask_ecd(answer *out, el__request *r, const el_pred *p, const char **error, el_arena *keep, el_error *err)
{
    el_arena *arena = el_arena_new();
    el_ecd_request q = {.entity = r->entity, .predicate = p, .no_subentities = r->given->no_subentities};
    el_ecd_statement s;
    el_ecd_answer got;
    *error = NULL;
    el_ecd_translate(&s, arena, &q);
    int status = EL_OK;
    if (s.outcome != EL_ECD_SENDS) {
        *error = s.why ? s.why : "";
    } else {
        status = el_ecd_run(&got, arena, r->store, &q, &s, 0, err);
        if (!status && !got.answered)
            *error = el_arena_strdup(keep, got.error);
        for (size_t i = 0; !status && got.answered && i < got.n; i++)
            add(out, got.objects[i].u.object.key, el_model_entity(el_store_model(r->store), got.objects[i].u.object.entity)->name);
    }
    el_arena_free(arena);
    settle(out);
    return status;
}

/* What only one side has. */
typedef struct split { answer here, ecd; } split;

static void divide(split *out, const answer *here, const answer *ecd)
{
    size_t i = 0, k = 0;
    while (i < here->n || k < ecd->n) {
        int c = i == here->n ? 1 : k == ecd->n ? -1 : by_key(&here->items[i], &ecd->items[k]);
        if (c < 0)
            add(&out->here, here->items[i].key, here->items[i].entity);
        else if (c > 0)
            add(&out->ecd, ecd->items[k].key, ecd->items[k].entity);
        i += c <= 0;
        k += c >= 0;
    }
}

static void split_free(split *s)
{
    free(s->here.items);
    free(s->ecd.items);
}

/* The same rows on both sides, only of another entity. */
static int only_entities_differ(const split *s)
{
    if (s->here.n != s->ecd.n || !s->here.n)
        return 0;
    for (size_t i = 0; i < s->here.n; i++)
        if (s->here.items[i].key != s->ecd.items[i].key)
            return 0;
    return 1;
}

static int compare(split *out, el__request *r, const el_pred *p, const char **error, el_arena *keep, el_error *err)
{
    answer here = {0}, ecd = {0};
    int status = ask_here(&here, r, p, err);
    if (!status)
        status = ask_ecd(&ecd, r, p, error, keep, err);
    if (!status && !*error)
        divide(out, &here, &ecd);
    free(here.items);
    free(ecd.items);
    return status;
}

/* Whether a comparison makes a difference when it is asked alone. */
static int differs_alone(int *yes, el__request *r, const el__reason *reason, el_error *err)
{
    el_pred node = *reason->node, *inner = &node, around = {.kind = EL_PRED_NOT, .items = &inner, .nitems = 1};
    split s = {0};
    const char *error = NULL;
    int status = compare(&s, r, reason->negated ? &around : &node, &error, r->arena, err);
    *yes = !status && !error && (s.here.n || s.ecd.n) && !only_entities_differ(&s);
    split_free(&s);
    return status;
}

static const char *const *ids(el_explanation *x, const answer *a, size_t *n)
{
    *n = a->n < EL_DIFFERENCE_IDS ? a->n : EL_DIFFERENCE_IDS;
    const char **out = el_arena_array(x->arena, *n + 1, sizeof *out);
    for (size_t i = 0; i < *n; i++)
        out[i] = el_arena_printf(x->arena, "%s/%" PRId64, a->items[i].entity, a->items[i].key);
    return out;
}

static void add_difference(el_explanation *x, const char *code, const split *s)
{
    for (size_t i = 0; i < x->ndifferences; i++)
        if (!strcmp(x->differences[i].code, code))
            return;
    el_difference *grown = el_arena_array(x->arena, x->ndifferences + 1, sizeof *grown);
    if (x->ndifferences)
        memcpy(grown, x->differences, x->ndifferences * sizeof *grown);
    el_difference *d = &grown[x->ndifferences++];
    d->code = code;
    d->text = el__reason_text(code);
    if (s) {
        d->only_here = ids(x, &s->here, &d->nonly_here);
        d->only_ecd = ids(x, &s->ecd, &d->nonly_ecd);
        d->total_here = (int64_t)s->here.n;
        d->total_ecd = (int64_t)s->ecd.n;
    }
    x->differences = grown;
}

/* Of the reasons in the text those stay that make a difference in this store; all of them where only together they do. */
static int blame(el_explanation *x, el__request *r, const split *s, el_error *err)
{
    if (only_entities_differ(s)) {
        add_difference(x, "distinct-loses-entity", s);
        return EL_OK;
    }
    el__reasons reasons;
    el__reasons_of_answer(&reasons, x->arena, r->store, r->entity, r->where ? r->where->root : NULL);
    int found = 0;
    for (size_t i = 0; i < reasons.n && i < ISOLATED; i++) {
        int yes = 0, status = reasons.items[i].node ? differs_alone(&yes, r, &reasons.items[i], err) : EL_OK;
        if (status)
            return status;
        if (yes) {
            add_difference(x, reasons.items[i].code, s);
            found = 1;
        }
    }
    for (size_t i = 0; i < reasons.n && !found; i++)
        add_difference(x, reasons.items[i].code, s);
    if (!x->ndifferences)
        add_difference(x, "other", s);
    return EL_OK;
}

static void fill_request(el_ecd_request *q, el_arena *arena, const el__request *r)
{
    const el_fetch_request *given = r->given;
    el_ecd_sort *sorts = el_arena_array(arena, given->nsorts + 1, sizeof *sorts);
    for (size_t i = 0; i < given->nsorts; i++)
        sorts[i] = (el_ecd_sort){given->sorts[i].key, given->sorts[i].descending, given->sorts[i].mode == EL_SORT_CASE_INSENSITIVE};
    memset(q, 0, sizeof *q);
    q->entity = r->entity;
    q->predicate = r->where ? r->where->root : NULL;
    q->sorts = sorts;
    q->nsorts = given->nsorts;
    q->limit = given->limit;
    q->offset = given->offset;
    q->distinct = given->distinct;
    q->no_subentities = given->no_subentities;
}

static void refused(el_explanation *x, const el_ecd_request *q, const el_ecd_statement *s, const char *word, const char *message)
{
    x->ecd_answer = el_arena_printf(x->arena, "%s: %s", word, message);
    const char *code = el__reason_of_error(q, s, message);
    if (code)
        add_difference(x, code, NULL);
}

int el__explain_ecd(el_explanation *x, el__request *r, el_error *err)
{
    el_ecd_request q;
    el_ecd_statement s;
    fill_request(&q, x->arena, r);
    el_ecd_translate(&s, x->arena, &q);
    if (s.outcome != EL_ECD_SENDS) {
        refused(x, &q, &s, s.outcome == EL_ECD_CRASHES ? "crash" : "exception", s.why ? s.why : "");
        return EL_OK;
    }
    x->ecd_sql = s.sql;
    sqlite3_stmt *stmt = NULL;
    el_error ignored;
    int status = el_ecd_functions_register(el_store_db(r->store), err);
    if (status)
        return status;
    int prepared = el_sql_prepare(&stmt, el_store_db(r->store), s.runnable, &ignored);
    sqlite3_finalize(stmt);
    if (prepared) {
        refused(x, &q, &s, "error", sqlite3_errmsg(el_store_db(r->store)));
        return EL_OK;
    }
    split sides = {0};
    const char *error = NULL;
    status = compare(&sides, r, q.predicate, &error, x->arena, err);
    if (!status && error)
        refused(x, &q, &s, "error", error);
    else if (!status)
        x->ecd_answer = sides.here.n || sides.ecd.n ? "differs" : "same";
    if (!status && (sides.here.n || sides.ecd.n))
        status = blame(x, r, &sides, err);
    split_free(&sides);
    return status;
}
