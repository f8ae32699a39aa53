/* SPDX-License-Identifier: MIT */
/* The order of a result.  nil comes first ascending and last descending, as NULL does in SQLite; the row's key is
 * always the last sort key, so that every order is total and the same tomorrow. */
#include "query/request.h"

#include "base/arena.h"
#include "layout/layout.h"
#include "sqlite/schema.h"
#include "store/store.h"

#include <string.h>

static const char *collated(el__request *r, const el_operand *o, el_sort_mode mode)
{
    int text = o->type == EL_SQL_STRING || o->type == EL_SQL_URL || o->type == EL_SQL_ANY;
    if (o->type == EL_SQL_DECIMAL)
        return el_arena_printf(r->arena, "%s COLLATE el_decimal", o->sql);
    if (o->type == EL_SQL_UUID)
        return el_arena_printf(r->arena, "el_uuid(%s)", o->sql);
    if (text && mode == EL_SORT_CASE_INSENSITIVE)
        return el_arena_printf(r->arena, "el_fold(%s, 'c')", o->sql);
    if (text && mode == EL_SORT_LOCALIZED)
        return el_arena_printf(r->arena, "%s COLLATE el_localized", o->sql);
    return o->sql;
}

static int has_index(el__request *r, const el_operand *o, const char *sql)
{
    const el_layout_entity *laid = el_layout_of(r->t.layout, r->entity);
    const el_schema_table *table = el_schema_table_named(r->store->schema, laid->table);
    if (!o->attribute || sql != o->sql || !table || strncmp(sql, r->t.self.alias, strlen(r->t.self.alias)) || sql[strlen(r->t.self.alias)] != '.')
        return 0;
    const char *column = el_layout_column(r->t.layout, o->attribute->owner, o->attribute->name);
    return column && el_schema_indexed(table, column);
}

static int add_order(el__request *r, const el_sort *sort)
{
    const el_expr *e;
    el_operand o;
    int status = el__request_expression(r, sort->key, "the sort key", &e);
    if (status)
        return status;
    if (el_translate_value(&r->t, e, &o))
        return r->t.status;
    el__order *order = &r->orders[r->norders++];
    order->sql = collated(r, &o, sort->mode);
    order->descending = sort->descending;
    order->is_key = o.type == EL_SQL_OBJECT && o.spot.alias == r->t.self.alias;
    order->indexed = order->is_key || has_index(r, &o, order->sql);
    return EL_OK;
}

int el__request_orders(el__request *r, int with_key)
{
    const el_fetch_request *q = r->given;
    r->orders = el_arena_array(r->arena, q->nsorts + 1, sizeof *r->orders);
    for (size_t i = 0; i < q->nsorts; i++) {
        int status = add_order(r, &q->sorts[i]);
        if (status && r->err)
            r->err->has_range = 0; /* a place in the key, while callers hold it against the predicate */
        if (status)
            return status;
        if (r->orders[i].is_key)
            return EL_OK;
    }
    if (with_key) {
        el_buf b = {0};
        el_buf_printf(&b, "%s.", r->t.self.alias);
        el_buf_identifier(&b, el_layout_of(r->t.layout, r->entity)->key_column);
        r->orders[r->norders++] = (el__order){el_arena_strdup(r->arena, el_buf_str(&b)), 0, 1, 1};
        el_buf_free(&b);
    }
    return EL_OK;
}

void el__request_order_by(el_buf *sql, const el__request *r, int backward)
{
    for (size_t i = 0; i < r->norders; i++)
        el_buf_printf(sql, "%s%s%s", i ? ", " : " ORDER BY ", r->orders[i].sql, r->orders[i].descending != backward ? " DESC" : "");
}
