/* SPDX-License-Identifier: MIT */
#include "sqlite/schema.h"

#include "base/arena.h"
#include "sqlite/api.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_TABLES = 20000 };

typedef struct reader {
    el_schema *schema;
    size_t table_cap, column_cap, index_cap, part_cap;
} reader;

static char *text(el_arena *arena, sqlite3_stmt *stmt, int column)
{
    return el_arena_strdup(arena, (const char *)sqlite3_column_text(stmt, column));
}

/* Grows a heap array while it is filled; it moves into the arena afterwards. */
static void *grown(void *items, size_t n, size_t *cap, size_t size)
{
    if (n < *cap)
        return items;
    *cap = *cap ? *cap * 2 : 8;
    return el_xrealloc(items, *cap * size);
}

static void *settled(el_arena *arena, void *items, size_t n, size_t size)
{
    void *p = el_arena_array(arena, n, size);
    if (n)
        memcpy(p, items, n * size);
    free(items);
    return p;
}

static void add_column(reader *r, el_schema_table *table, sqlite3_stmt *stmt)
{
    table->columns = grown(table->columns, table->ncolumns, &r->column_cap, sizeof *table->columns);
    el_schema_column *c = &table->columns[table->ncolumns++];
    const char *type = text(r->schema->arena, stmt, 3);
    *c = (el_schema_column){text(r->schema->arena, stmt, 2), type ? type : "", sqlite3_column_int(stmt, 4),
                            sqlite3_column_int(stmt, 5), sqlite3_column_int(stmt, 6) >= 2};
}

static el_schema_table *add_table(reader *r, const char *name, sqlite3_stmt *stmt)
{
    el_schema *s = r->schema;
    s->tables = grown(s->tables, s->ntables, &r->table_cap, sizeof *s->tables);
    el_schema_table *table = &s->tables[s->ntables++];
    memset(table, 0, sizeof *table);
    table->name = el_arena_strdup(s->arena, name);
    table->sql = text(s->arena, stmt, 1);
    r->column_cap = 0;
    return table;
}

static void settle_columns(el_schema *s, el_schema_table *table)
{
    table->columns = settled(s->arena, table->columns, table->ncolumns, sizeof *table->columns);
}

/* Virtual tables (no root page) are left out: asking for their columns would run, or miss, their modules. */
static int read_tables(reader *r, sqlite3 *db, el_error *err)
{
    sqlite3_stmt *stmt;
    int status = el_sql_prepare(&stmt, db,
                                "SELECT m.name, m.sql, c.name, c.type, c.\"notnull\", c.pk, c.hidden FROM main.sqlite_master m, "
                                "pragma_table_xinfo(m.name, 'main') c WHERE m.type = 'table' AND m.rootpage > 0 AND m.name NOT LIKE "
                                "'sqlite\\_%' ESCAPE '\\' ORDER BY m.rowid, c.cid",
                                err);
    el_schema_table *table = NULL;
    int rc = 0;
    while (!status && (rc = el_sql_step(stmt, err)) > 0) {
        const char *name = (const char *)sqlite3_column_text(stmt, 0);
        if (!name)
            continue;
        if (!table || strcmp(table->name, name)) {
            if (table)
                settle_columns(r->schema, table);
            if (r->schema->ntables == MAX_TABLES) {
                status = el_error_set(err, EL_ELIMIT, "too-many-tables", "the database has more than %d tables", MAX_TABLES);
                table = NULL;
                break;
            }
            table = add_table(r, name, stmt);
        }
        if (sqlite3_column_type(stmt, 2) != SQLITE_NULL)
            add_column(r, table, stmt);
    }
    if (table)
        settle_columns(r->schema, table);
    sqlite3_finalize(stmt);
    return status ? status : rc < 0 ? rc : EL_OK;
}

static void settle_indexes(el_schema *s, el_schema_table *table)
{
    table->indexes = settled(s->arena, table->indexes, table->nindexes, sizeof *table->indexes);
}

static void add_index_part(reader *r, el_schema_table *table, sqlite3_stmt *stmt)
{
    el_arena *arena = r->schema->arena;
    const char *name = (const char *)sqlite3_column_text(stmt, 1);
    if (!name)
        return;
    el_schema_index *last = table->nindexes ? &table->indexes[table->nindexes - 1] : NULL;
    if (!last || strcmp(last->name, name)) {
        table->indexes = grown(table->indexes, table->nindexes, &r->index_cap, sizeof *table->indexes);
        last = &table->indexes[table->nindexes++];
        /* An index rarely has more than a few columns; the count comes with the row. */
        size_t n = (size_t)sqlite3_column_int(stmt, 4);
        *last = (el_schema_index){el_arena_strdup(arena, name), text(arena, stmt, 2),
                                  el_arena_array(arena, n ? n : 1, sizeof(char *)), 0};
        r->part_cap = n;
    }
    if (last->ncolumns < r->part_cap)
        last->columns[last->ncolumns++] = text(arena, stmt, 3);
}

static int read_indexes(reader *r, sqlite3 *db, el_error *err)
{
    sqlite3_stmt *stmt;
    int status = el_sql_prepare(&stmt, db,
                                "SELECT m.tbl_name, m.name, m.sql, i.name, (SELECT count(*) FROM pragma_index_info(m.name, 'main')) "
                                "FROM main.sqlite_master m, pragma_index_info(m.name, 'main') i WHERE m.type = 'index' "
                                "ORDER BY m.tbl_name, m.rowid, i.seqno",
                                err);
    el_schema_table *table = NULL;
    int rc = 0;
    while (!status && (rc = el_sql_step(stmt, err)) > 0) {
        const char *name = (const char *)sqlite3_column_text(stmt, 0);
        if (!name)
            continue;
        if (!table || strcmp(table->name, name)) {
            if (table)
                settle_indexes(r->schema, table);
            table = (el_schema_table *)el_schema_table_named(r->schema, name);
            r->index_cap = 0;
        }
        if (table)
            add_index_part(r, table, stmt);
    }
    if (table)
        settle_indexes(r->schema, table);
    sqlite3_finalize(stmt);
    return status ? status : rc < 0 ? rc : EL_OK;
}

static int count_others(el_schema *s, sqlite3 *db, el_error *err)
{
    int64_t views = 0, triggers = 0;
    int status = el_sql_int64(&views, NULL, db, "SELECT count(*) FROM main.sqlite_master WHERE type = 'view'", err);
    if (!status)
        status = el_sql_int64(&triggers, NULL, db, "SELECT count(*) FROM main.sqlite_master WHERE type = 'trigger'", err);
    s->nviews = (size_t)views;
    s->ntriggers = (size_t)triggers;
    return status;
}

int el_schema_read(el_schema **out, sqlite3 *db, el_error *err)
{
    el_arena *arena = el_arena_new();
    el_schema *schema = el_arena_alloc(arena, sizeof *schema);
    schema->arena = arena;
    reader r = {schema, 0, 0, 0, 0};
    int status = read_tables(&r, db, err);
    schema->tables = settled(arena, schema->tables, schema->ntables, sizeof *schema->tables);
    if (!status)
        status = read_indexes(&r, db, err);
    if (!status)
        status = count_others(schema, db, err);
    if (status) {
        el_schema_free(schema);
        schema = NULL;
    }
    *out = schema;
    return status;
}

void el_schema_free(el_schema *schema)
{
    if (schema)
        el_arena_free(schema->arena);
}

const el_schema_table *el_schema_table_named(const el_schema *schema, const char *name)
{
    const el_schema_table *similar = NULL;
    for (size_t i = 0; i < schema->ntables; i++) {
        if (!strcmp(schema->tables[i].name, name))
            return &schema->tables[i];
        if (!similar && !sqlite3_stricmp(schema->tables[i].name, name))
            similar = &schema->tables[i];
    }
    return similar;
}

const el_schema_column *el_schema_column_named(const el_schema_table *table, const char *name)
{
    const el_schema_column *similar = NULL;
    for (size_t i = 0; i < table->ncolumns; i++) {
        if (!strcmp(table->columns[i].name, name))
            return &table->columns[i];
        if (!similar && !sqlite3_stricmp(table->columns[i].name, name))
            similar = &table->columns[i];
    }
    return similar;
}

int el_schema_indexed(const el_schema_table *table, const char *column)
{
    for (size_t i = 0; i < table->nindexes; i++)
        if (table->indexes[i].ncolumns && table->indexes[i].columns[0] && !sqlite3_stricmp(table->indexes[i].columns[0], column))
            return 1;
    for (size_t i = 0; i < table->ncolumns; i++)
        if (table->columns[i].primary_key == 1 && !sqlite3_stricmp(table->columns[i].name, column))
            return 1;
    return 0;
}
