/* SPDX-License-Identifier: MIT */
#include "query/columns.h"

#include "base/arena.h"
#include "layout/layout.h"
#include "sqlite/api.h"
#include "value/decode.h"

#include <stdlib.h>
#include <string.h>

/* Group keys stand for the columns when none are given, with the number of objects after them. */
static void choose_names(el__columns *c, el__request *r)
{
    const el_fetch_request *q = r->given;
    if (q->ncolumns) {
        c->names = q->columns;
        c->n = q->ncolumns;
        return;
    }
    const char **names = el_arena_array(r->arena, q->ngroup_by + 1, sizeof *names);
    for (size_t i = 0; i < q->ngroup_by; i++)
        names[i] = q->group_by[i];
    names[q->ngroup_by] = "@count";
    c->names = names;
    c->n = q->ngroup_by + 1;
}

/* The entity of what an object column points to is in the target's row. */
static const char *type_expression(el__request *r, const el_operand *o)
{
    const el_layout_entity *laid = o->entity ? el_layout_of(r->t.layout, o->entity) : NULL;
    if (o->type != EL_SQL_OBJECT || !laid || !laid->table || !laid->type_column || !strcmp(o->sql, "NULL"))
        return NULL;
    el_buf b = {0};
    el_buf_puts(&b, "(SELECT x.");
    el_buf_identifier(&b, laid->type_column);
    el_buf_puts(&b, " FROM main.");
    el_buf_identifier(&b, laid->table);
    el_buf_puts(&b, " AS x WHERE x.");
    el_buf_identifier(&b, laid->key_column);
    el_buf_printf(&b, " = %s)", o->sql);
    const char *sql = el_arena_strdup(r->arena, el_buf_str(&b));
    el_buf_free(&b);
    return sql;
}

static int translate_column(el__columns *c, el__request *r, const char *name, el_operand *out, int *aggregate)
{
    const el_expr *e;
    int status = el__request_expression(r, name, "the column", &e);
    if (status)
        return status;
    int before = r->t.aggregates;
    r->t.grouping = 1;
    status = el_translate_value(&r->t, e, out);
    r->t.grouping = 0;
    *aggregate = r->t.aggregates > before;
    c->aggregated |= *aggregate;
    return status;
}

static int is_grouped(const el_fetch_request *q, const char *name)
{
    for (size_t i = 0; i < q->ngroup_by; i++)
        if (!strcmp(q->group_by[i], name))
            return 1;
    return 0;
}

static int check_groups(const el__columns *c, el__request *r, const int *aggregate)
{
    if (!c->aggregated && !r->given->ngroup_by)
        return EL_OK;
    for (size_t i = 0; i < c->n; i++) {
        if (aggregate[i] || is_grouped(r->given, c->names[i]))
            continue;
        int status = el_error_set(r->err, EL_EUSAGE, "not-grouped", "the column \"%.200s\" is neither an aggregate nor among the group keys", c->names[i]);
        el_error_hint(r->err, "Add it to the group keys, or put an aggregate such as max:(…) around it.");
        return status;
    }
    return EL_OK;
}

static int translate_groups(el__columns *c, el__request *r)
{
    const el_fetch_request *q = r->given;
    el_buf list = {0};
    int status = EL_OK;
    for (size_t i = 0; i < q->ngroup_by && !status; i++) {
        el_operand o;
        int aggregate;
        status = translate_column(c, r, q->group_by[i], &o, &aggregate);
        if (!status && aggregate)
            status = el_error_set(r->err, EL_EUSAGE, "aggregate-group", "the group key \"%.200s\" is an aggregate", q->group_by[i]);
        if (!status)
            el_buf_printf(&list, "%s%s%s", i ? ", " : "", o.sql, o.type == EL_SQL_DECIMAL ? " COLLATE el_decimal" : "");
    }
    if (!status && q->ngroup_by)
        c->group_by = el_arena_strdup(r->arena, el_buf_str(&list));
    el_buf_free(&list);
    return status;
}

static int translate_having(el__columns *c, el__request *r)
{
    const char *text = r->given->having;
    if (!text)
        return EL_OK;
    if (!r->given->ngroup_by)
        return el_error_set(r->err, EL_EUSAGE, "having-without-groups", "a condition on groups needs group keys");
    el_predicate *p;
    size_t n;
    int status = el_predicate_parse(&p, text, strlen(text), NULL, 0, r->err, r->err ? 1 : 0, &n);
    if (status)
        return status;
    el__request_keep(r, p);
    r->t.grouping = 1;
    c->having = el_translate_condition(&r->t, p->root);
    r->t.grouping = 0;
    return r->t.status;
}

static int translate_all(el__columns *c, el__request *r)
{
    choose_names(c, r);
    c->operands = el_arena_array(r->arena, c->n, sizeof *c->operands);
    c->types = el_arena_array(r->arena, c->n, sizeof *c->types);
    c->type_column = el_arena_array(r->arena, c->n, sizeof *c->type_column);
    int *aggregate = el_arena_array(r->arena, c->n, sizeof *aggregate);
    int next = (int)c->n;
    for (size_t i = 0; i < c->n; i++) {
        int status = translate_column(c, r, c->names[i], &c->operands[i], &aggregate[i]);
        if (status)
            return status;
        c->types[i] = type_expression(r, &c->operands[i]);
        c->type_column[i] = c->types[i] ? next++ : -1;
    }
    int status = check_groups(c, r, aggregate);
    if (!status)
        status = translate_groups(c, r);
    if (!status)
        status = translate_having(c, r);
    if (status)
        return status;
    r->t.grouping = r->given->ngroup_by || c->aggregated;
    status = el__request_orders(r, !r->t.grouping && !r->given->distinct);
    r->t.grouping = 0;
    return status;
}

int el__columns_translate(el__columns *c, el__request *r)
{
    int status = translate_all(c, r);
    if (status && r->err)
        r->err->has_range = 0; /* a place in a key, while callers hold it against the predicate */
    return status;
}

void el__columns_statement(el_buf *sql, const el__columns *c, el__request *r, int ordered)
{
    el_buf_puts(sql, r->given->distinct ? "SELECT DISTINCT " : "SELECT ");
    for (size_t i = 0; i < c->n; i++)
        el_buf_printf(sql, "%s%s", i ? ", " : "", c->operands[i].sql);
    for (size_t i = 0; i < c->n; i++)
        if (c->types[i])
            el_buf_printf(sql, ", %s", c->types[i]);
    el_buf_printf(sql, " %s", el__request_from(r, NULL));
    if (c->group_by)
        el_buf_printf(sql, " GROUP BY %s", c->group_by);
    if (c->having)
        el_buf_printf(sql, " HAVING %s", c->having);
    if (!ordered)
        return;
    el__request_order_by(sql, r, 0);
    if (!c->group_by && !r->given->distinct)
        return;
    /* What no sort key decides is ordered by the columns themselves, from left to right. */
    for (size_t i = 0; i < c->n; i++)
        el_buf_printf(sql, "%s%zu", i || r->norders ? ", " : " ORDER BY ", i + 1);
}

static el_cell object_cell(const el__columns *c, const el__request *r, size_t i, sqlite3_stmt *stmt)
{
    el_cell cell = {el_value_null(), (el_storage)sqlite3_column_type(stmt, (int)i), 0};
    const el_operand *o = &c->operands[i];
    if (cell.storage == EL_STORAGE_NULL)
        return cell;
    const el_entity *entity = o->entity;
    int at = c->type_column[i], type = at >= 0 ? sqlite3_column_type(stmt, at) : SQLITE_NULL;
    if (at >= 0) {
        const el_entity *own = el_layout_row_entity(r->t.layout, entity->root, type, type == SQLITE_INTEGER ? sqlite3_column_int64(stmt, at) : 0,
                                                    type == SQLITE_FLOAT ? sqlite3_column_double(stmt, at) : 0);
        if (own)
            entity = own;
    }
    cell.value = el_value_object(entity ? entity->name : "", sqlite3_column_int64(stmt, (int)i));
    return cell;
}

void el__columns_row(el_cell *cells, const el__columns *c, const el__request *r, sqlite3_stmt *stmt, el_arena *arena)
{
    for (size_t i = 0; i < c->n; i++)
        cells[i] = c->operands[i].type == EL_SQL_OBJECT
                       ? object_cell(c, r, i, stmt)
                       : el_decode_cell(stmt, (int)i, el__decode_type(&c->operands[i]), 0, arena);
}
