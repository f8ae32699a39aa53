/* SPDX-License-Identifier: MIT */
#include "predicate/ecd_private.h"

#include "base/cfhash.h"

#include <inttypes.h>
#include <string.h>

void *el__ecd_raise(el_ecd *d, el_ecd_outcome outcome, const char *why)
{
    if (d->outcome == EL_ECD_SENDS) {
        d->outcome = outcome;
        d->why = why;
    }
    return NULL;
}

const char *el__ecd_spaced(el_ecd *d, const char *a, const char *b)
{
    return *a && *b ? el_arena_printf(d->arena, "%s %s", a, b) : *a ? a : b;
}

const char *el__ecd_table(el_ecd *d, const el_entity *entity)
{
    return el_arena_printf(d->arena, "ecd%s", entity->root->name);
}

static void add_hashes(el_buf *b, const el_entity *entity)
{
    uint64_t hash = el_cfhash(entity->name, strlen(entity->name), 0);
    el_buf_printf(b, "%s%" PRId64, b->len ? ", " : "", (int64_t)hash);
    for (size_t i = 0; i < entity->nchildren; i++)
        add_hashes(b, entity->children[i]);
}

const char *el__ecd_type_condition(el_ecd *d, const char *column, const el_entity *entity, int with_subentities)
{
    el_buf b = {0};
    const char *sql;
    if (with_subentities && entity->nchildren) {
        add_hashes(&b, entity);
        sql = el_arena_printf(d->arena, "%s IN (%s)", column, b.data);
    } else {
        sql = el_arena_printf(d->arena, "%s = %" PRId64, column, (int64_t)el_cfhash(entity->name, strlen(entity->name), 0));
    }
    el_buf_free(&b);
    return sql;
}

/* A compound joins the texts of its members with one blank each, empty ones too. */
static const char *predicate_joins(el_ecd *d, const el_pred *p)
{
    switch (p->kind) {
    case EL_PRED_AND:
    case EL_PRED_OR: {
        el_buf b = {0};
        for (size_t i = 0; i < p->nitems; i++)
            el_buf_printf(&b, "%s%s", i ? " " : "", predicate_joins(d, p->items[i]));
        const char *sql = el_arena_strdup(d->arena, el_buf_str(&b));
        el_buf_free(&b);
        return sql;
    }
    case EL_PRED_NOT: return predicate_joins(d, p->items[0]);
    case EL_PRED_COMPARE: return el__ecd_comparison_joins(d, p);
    default: return "";
    }
}

static const char *sort_joins(el_ecd *d)
{
    const char *joins = "";
    for (size_t i = 0; i < d->q->nsorts; i++) {
        el_ecd_path path = el__ecd_path_of_text(d, d->q->sorts[i].key, strlen(d->q->sorts[i].key));
        if (path.n > 1)
            joins = el__ecd_spaced(d, joins, el__ecd_joins(d, &path));
    }
    return joins;
}

static const char *where(el_ecd *d)
{
    const el_ecd_request *q = d->q;
    const char *type = el_entity_in_hierarchy(q->entity)
                           ? el__ecd_type_condition(d, el_arena_printf(d->arena, "%s.__entityType", d->table), q->entity, !q->no_subentities)
                           : NULL;
    const char *condition = q->predicate ? el__ecd_where(d, q->predicate) : NULL;
    if (type && condition)
        return el_arena_printf(d->arena, " WHERE %s AND %s", type, condition);
    return type || condition ? el_arena_printf(d->arena, " WHERE %s", type ? type : condition) : "";
}

static const char *order(el_ecd *d)
{
    const char *sql = "";
    for (size_t i = 0; i < d->q->nsorts; i++) {
        const el_ecd_sort *s = &d->q->sorts[i];
        const char *last = strrchr(s->key, '.');
        const char *column = last ? el_arena_printf(d->arena, "[%.*s]%s", (int)(last - s->key), s->key, last)
                                  : el_arena_printf(d->arena, "%s.%s", d->table, s->key);
        sql = el_arena_printf(d->arena, "%s%s%s %s %s", sql, i ? ", " : " ORDER BY ", column, s->ignore_case ? "COLLATE NOCASE" : "",
                              s->descending ? "DESC" : "ASC");
    }
    return sql;
}

static const char *limits(el_ecd *d)
{
    const el_ecd_request *q = d->q;
    const char *limit = q->limit > 0 ? el_arena_printf(d->arena, " LIMIT %" PRId64, q->limit) : "";
    return q->offset > 0 ? el_arena_printf(d->arena, "%s OFFSET %" PRId64, limit, q->offset) : limit;
}

static const char *property_column(el_ecd *d, const el_ecd_property *p)
{
    static const struct { const char *name, *sql; } functions[] = {
        {"sum:", "sum"}, {"average:", "avg"}, {"count:", "count"}, {"min:", "min"}, {"max:", "max"}};
    for (size_t i = 0; p->function && i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(functions[i].name, p->function))
            return el_arena_printf(d->arena, "%s(%s)", functions[i].sql, p->name);
    if (p->function)
        return NULL;
    const el_relationship *r = el_entity_relationship(d->q->entity, p->name);
    if (r)
        return r->to_many ? NULL : el_arena_printf(d->arena, "%s__objectid", r->name);
    return p->name;
}

static const char *columns(el_ecd *d, const char *distinct, int typed)
{
    if (d->q->result == EL_ECD_OBJECTS)
        return typed ? el_arena_printf(d->arena, "%s%s.__objectID, %s.__entityType", distinct, d->table, d->table)
                     : el_arena_printf(d->arena, "%s%s.__objectID", distinct, d->table);
    if (d->q->result == EL_ECD_COUNT)
        return "COUNT(*)";
    const char *sql = distinct;
    int n = 0;
    for (size_t i = 0; i < d->q->nproperties; i++) {
        const char *column = property_column(d, &d->q->properties[i]);
        if (column)
            sql = el_arena_printf(d->arena, "%s%s%s", sql, n++ ? ", " : "", column);
    }
    return sql;
}

/* An object fetch whose text holds the marker of @sum is put together anew: all that stood before the marker is gone,
 * all that stood behind it stays, and order and limit are added once more. */
static const char *rebuilt_for_sum(el_ecd *d, const char *text, const char *head, const char *joins, const char *tail)
{
    static const char marker[] = "END_HAVING";
    const char *having = strstr(text, "HAVING "), *end = having ? strstr(having, marker) : NULL;
    if (!end || d->q->result != EL_ECD_OBJECTS)
        return text;
    return el_arena_printf(d->arena, "SELECT %s FROM %s %s GROUP BY %s.__objectID %.*s %s%s;", head, d->table, joins, d->table,
                           (int)(end - having), having, end + strlen(marker), tail);
}

static const char *statement(el_ecd *d, int *typed)
{
    const el_ecd_request *q = d->q;
    const char *joins = sort_joins(d);
    if (q->predicate)
        joins = el__ecd_spaced(d, joins, predicate_joins(d, q->predicate));
    const char *condition = where(d);
    if (d->outcome != EL_ECD_SENDS)
        return NULL;
    int distinct = q->distinct || d->distinct || d->njoins > 0;
    *typed = q->result == EL_ECD_OBJECTS && !distinct && el_entity_in_hierarchy(q->entity);
    const char *head = columns(d, distinct ? "DISTINCT " : "", *typed);
    const char *tail = el_arena_printf(d->arena, "%s%s", q->result == EL_ECD_COUNT ? "" : order(d), limits(d));
    const char *text = el_arena_printf(d->arena, "SELECT %s FROM %s %s%s%s;", head, d->table, joins, condition, tail);
    return rebuilt_for_sum(d, text, head, joins, tail);
}

void el_ecd_translate(el_ecd_statement *out, el_arena *arena, const el_ecd_request *request)
{
    memset(out, 0, sizeof *out);
    if (request->result == EL_ECD_DICTIONARIES && !request->nproperties) {
        out->outcome = EL_ECD_NOTHING;
        return;
    }
    for (int runnable = 0; runnable < 2; runnable++) {
        el_ecd d = {.arena = arena, .q = request, .runnable = runnable};
        d.table = el__ecd_table(&d, request->entity);
        const char *sql = statement(&d, &out->typed);
        out->outcome = d.outcome;
        out->why = d.why;
        if (!sql)
            return;
        *(runnable ? &out->runnable : &out->sql) = sql;
        out->binds = d.binds;
        out->nbinds = d.nbinds;
    }
}
