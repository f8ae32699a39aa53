/* SPDX-License-Identifier: MIT */
#include "sqlite/schema.h"

#include "base/arena.h"
#include "base/buf.h"
#include "sqlite/api.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_TABLES = 20000, MAX_INDEXES = 20000 };

typedef struct reader {
    el_schema *schema;
    size_t table_cap, column_cap, index_cap;
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

/* One statement per table or index, "PRAGMA main.table_info(NAME)": the pragmas as tables, which could be joined, came
 * with SQLite 3.16, and the oldest engine is 3.15.2. */
static int prepare_pragma(sqlite3_stmt **out, sqlite3 *db, const char *pragma, const char *name, el_error *err)
{
    el_buf sql = {0};
    el_buf_printf(&sql, "PRAGMA main.%s(", pragma);
    el_buf_identifier(&sql, name);
    el_buf_putc(&sql, ')');
    int status = el_sql_prepare(out, db, el_buf_str(&sql), err);
    el_buf_free(&sql);
    return status;
}

/* table_xinfo also shows generated columns, which came with 3.31. */
static int read_columns(reader *r, el_schema_table *table, sqlite3 *db, el_error *err)
{
    sqlite3_stmt *stmt;
    int has_hidden = sqlite3_libversion_number() >= 3026000, rc = 0;
    int status = prepare_pragma(&stmt, db, has_hidden ? "table_xinfo" : "table_info", table->name, err);
    if (status == EL_ESQL) {
        /* A virtual table whose module is not here; it is none of ECD's. */
        el_error_clear(err);
        return EL_OK;
    }
    r->column_cap = 0;
    while (!status && (rc = el_sql_step(stmt, err)) > 0) {
        table->columns = grown(table->columns, table->ncolumns, &r->column_cap, sizeof *table->columns);
        const char *type = text(r->schema->arena, stmt, 2);
        table->columns[table->ncolumns++] =
            (el_schema_column){text(r->schema->arena, stmt, 1), type ? type : "", sqlite3_column_int(stmt, 3),
                               sqlite3_column_int(stmt, 5), has_hidden && sqlite3_column_int(stmt, 6) >= 2};
    }
    sqlite3_finalize(stmt);
    table->columns = settled(r->schema->arena, table->columns, table->ncolumns, sizeof *table->columns);
    return status ? status : rc < 0 ? rc : EL_OK;
}

/* Virtual tables (no root page) are left out: asking for their columns would run, or miss, their modules. */
static int read_tables(reader *r, sqlite3 *db, el_error *err)
{
    el_schema *s = r->schema;
    sqlite3_stmt *stmt;
    int rc = 0;
    int status = el_sql_prepare(&stmt, db,
                                "SELECT name, sql FROM main.sqlite_master WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE "
                                "'sqlite\\_%' ESCAPE '\\' ORDER BY rowid",
                                err);
    while (!status && (rc = el_sql_step(stmt, err)) > 0) {
        if (sqlite3_column_type(stmt, 0) == SQLITE_NULL)
            continue;
        if (s->ntables == MAX_TABLES) {
            status = el_error_set(err, EL_ELIMIT, "too-many-tables", "the database has more than %d tables", MAX_TABLES);
            break;
        }
        s->tables = grown(s->tables, s->ntables, &r->table_cap, sizeof *s->tables);
        s->tables[s->ntables++] = (el_schema_table){.name = text(s->arena, stmt, 0), .sql = text(s->arena, stmt, 1)};
    }
    sqlite3_finalize(stmt);
    status = status ? status : rc < 0 ? rc : EL_OK;
    for (size_t i = 0; !status && i < s->ntables; i++)
        status = read_columns(r, &s->tables[i], db, err);
    return status;
}

static int read_parts(el_arena *arena, el_schema_index *index, sqlite3 *db, el_error *err)
{
    sqlite3_stmt *stmt;
    size_t cap = 0;
    int rc = 0;
    int status = prepare_pragma(&stmt, db, "index_info", index->name, err);
    while (!status && (rc = el_sql_step(stmt, err)) > 0) {
        index->columns = grown(index->columns, index->ncolumns, &cap, sizeof *index->columns);
        index->columns[index->ncolumns++] = text(arena, stmt, 2);
    }
    sqlite3_finalize(stmt);
    index->columns = settled(arena, index->columns, index->ncolumns, sizeof *index->columns);
    return status ? status : rc < 0 ? rc : EL_OK;
}

static void settle_indexes(el_schema *s, el_schema_table *table)
{
    if (table)
        table->indexes = settled(s->arena, table->indexes, table->nindexes, sizeof *table->indexes);
}

/* The names come table by table. */
static int read_index_names(reader *r, sqlite3 *db, el_error *err)
{
    sqlite3_stmt *stmt;
    el_schema_table *table = NULL;
    int rc = 0;
    int status = el_sql_prepare(
        &stmt, db, "SELECT tbl_name, name, sql FROM main.sqlite_master WHERE type = 'index' ORDER BY tbl_name, rowid", err);
    while (!status && (rc = el_sql_step(stmt, err)) > 0) {
        const char *name = (const char *)sqlite3_column_text(stmt, 0);
        if (!name || sqlite3_column_type(stmt, 1) == SQLITE_NULL)
            continue;
        if (!table || strcmp(table->name, name)) {
            settle_indexes(r->schema, table);
            table = (el_schema_table *)el_schema_table_named(r->schema, name);
            r->index_cap = 0;
            /* Two spellings of one table's name: only a damaged schema has that. */
            if (table && table->nindexes)
                table = NULL;
        }
        if (!table || table->nindexes == MAX_INDEXES)
            continue;
        table->indexes = grown(table->indexes, table->nindexes, &r->index_cap, sizeof *table->indexes);
        table->indexes[table->nindexes++] =
            (el_schema_index){text(r->schema->arena, stmt, 1), text(r->schema->arena, stmt, 2), NULL, 0};
    }
    settle_indexes(r->schema, table);
    sqlite3_finalize(stmt);
    return status ? status : rc < 0 ? rc : EL_OK;
}

static int read_indexes(reader *r, sqlite3 *db, el_error *err)
{
    int status = read_index_names(r, db, err);
    for (size_t i = 0; !status && i < r->schema->ntables; i++)
        for (size_t k = 0; !status && k < r->schema->tables[i].nindexes; k++)
            status = read_parts(r->schema->arena, &r->schema->tables[i].indexes[k], db, err);
    return status;
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
    reader r = {schema, 0, 0, 0};
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
