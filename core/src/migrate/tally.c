/* SPDX-License-Identifier: MIT */
#include "migrate/tally.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "layout/layout.h"
#include "sqlite/api.h"

#include <stdlib.h>
#include <string.h>

struct el_tally {
    el_map **values;       /* by entity index: column → count + 1 */
    int64_t *rows;         /* by entity index */
    int64_t *table_rows;   /* by root's index */
    size_t n;
};

enum { MOST_COLUMNS = 900 }; /* the engine's limit on result columns is 2,000 by default */

static void add_columns(const el_layout_entity *le, el_map *columns)
{
    const el_entity *e = le->entity;
    for (size_t i = 0; i < e->nall_attributes; i++)
        if (le->attribute_columns[i])
            el_map_put(columns, le->attribute_columns[i], columns);
    for (size_t i = 0; i < e->nall_relationships; i++)
        if (le->places[i].kind == EL_PLACE_TO_ONE)
            el_map_put(columns, le->places[i].column, columns);
}

static void bump(el_map *map, const char *column, int64_t more)
{
    intptr_t now = (intptr_t)el_map_get(map, column);
    el_map_put(map, column, (void *)(now + (intptr_t)more));
}

static int scan_table(el_tally *c, el_store *store, const el_entity *root, el_error *err)
{
    const el_layout *layout = el_store_layout(store);
    const el_layout_entity *le = el_layout_of(layout, root);
    el_map *columns = el_map_new();
    el_buf sql = {0};
    for (size_t i = 0; i < layout->model->nentities; i++)
        if (layout->model->entities[i]->root == root)
            add_columns(&layout->entities[i], columns);
    size_t n = el_map_count(columns);
    if (n > MOST_COLUMNS)
        n = MOST_COLUMNS;
    el_buf_puts(&sql, "SELECT ");
    if (le->type_column)
        el_buf_identifier(&sql, le->type_column);
    else
        el_buf_puts(&sql, "NULL");
    el_buf_puts(&sql, ", count(*)");
    for (size_t i = 0; i < n; i++) {
        el_buf_puts(&sql, ", count(");
        el_buf_identifier(&sql, el_map_key(columns, i));
        el_buf_putc(&sql, ')');
    }
    el_buf_puts(&sql, " FROM ");
    el_buf_identifier(&sql, le->table);
    if (le->type_column)
        el_buf_puts(&sql, " GROUP BY 1");
    sqlite3_stmt *stmt = NULL;
    int status = el_sql_prepare(&stmt, el_store_db(store), el_buf_str(&sql), err), rc = 0;
    while (!status && (rc = el_sql_step(stmt, err)) > 0) {
        int64_t rows = sqlite3_column_int64(stmt, 1);
        const el_entity *e = le->type_column ? el_layout_row_entity(layout, root, sqlite3_column_type(stmt, 0), sqlite3_column_int64(stmt, 0),
                                                                    sqlite3_column_double(stmt, 0)) : root;
        c->table_rows[root->index] += rows;
        if (!e)
            continue;
        c->rows[e->index] += rows;
        for (size_t i = 0; i < n; i++)
            bump(c->values[e->index], el_map_key(columns, i), sqlite3_column_int64(stmt, (int)i + 2));
    }
    sqlite3_finalize(stmt);
    el_buf_free(&sql);
    el_map_free(columns);
    return status ? status : rc < 0 ? rc : EL_OK;
}

int el__tally_new(el_tally **out, el_store *store, int (*progress)(void *ctx, int64_t done, int64_t total), void *ctx, el_error *err)
{
    const el_model *model = el_store_model(store);
    el_tally *c = el_xmalloc(sizeof *c);
    c->n = model->nentities;
    c->values = el_xmalloc((c->n + 1) * sizeof *c->values);
    c->rows = el_xmalloc((c->n + 1) * sizeof *c->rows);
    c->table_rows = el_xmalloc((c->n + 1) * sizeof *c->table_rows);
    for (size_t i = 0; i < c->n; i++)
        c->values[i] = el_map_new();
    int status = EL_OK;
    for (size_t i = 0; i < c->n && !status; i++) {
        const el_entity *e = model->entities[i];
        if (progress && progress(ctx, (int64_t)i, (int64_t)c->n))
            status = el_error_set(err, EL_ECANCELLED, "cancelled", "cancelled");
        else if (!e->parent && el_layout_of(el_store_layout(store), e)->table)
            status = scan_table(c, store, e, err);
    }
    if (status) {
        el__tally_free(c);
        c = NULL;
    }
    *out = c;
    return status;
}

void el__tally_free(el_tally *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->n; i++)
        el_map_free(c->values[i]);
    free(c->values);
    free(c->rows);
    free(c->table_rows);
    free(c);
}

int64_t el__tally_rows(const el_tally *c, const el_entity *e)
{
    return c->rows[e->index];
}

int64_t el__tally_values(const el_tally *c, const el_entity *e, const char *column)
{
    return column ? (int64_t)(intptr_t)el_map_get(c->values[e->index], column) : 0;
}

int64_t el__tally_table_rows(const el_tally *c, const el_entity *root)
{
    return c->table_rows[root->index];
}

int el__tally_count(int64_t *out, el_store *store, const char *table, el_error *err)
{
    el_buf sql = {0};
    *out = 0;
    el_buf_puts(&sql, "SELECT count(*) FROM ");
    el_buf_identifier(&sql, table);
    int status = el_sql_int64(out, NULL, el_store_db(store), el_buf_str(&sql), err);
    el_buf_free(&sql);
    return status;
}
