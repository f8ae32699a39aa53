/* SPDX-License-Identifier: MIT */
/* Rows by entity.  The type column is read once per table rather than grouped by: grouping would sort the whole table. */
#include "store/store.h"

#include "base/arena.h"
#include "base/buf.h"
#include "sqlite/api.h"

#include <inttypes.h>
#include <string.h>

enum { PROGRESS_ROWS = 20000 };

/* What the types of one table looked like. */
typedef struct forms {
    int64_t unknown, null, null_unknown;
    int64_t wide, real;                    /* 64 bits: signed; unsigned, too long for an integer */
    int64_t narrow_signed, narrow_unsigned;/* 32 bits */
} forms;

typedef struct counter {
    el_store *store;
    el_census *census;
    el_error *err;
    int64_t done;
    forms all;
} counter;

static void add_finding(el_census *c, const char *code, const char *severity, const char *where, int64_t count, char *text, char *sql)
{
    c->findings[c->nfindings++] = (el_finding){code, severity, where, text, count, sql};
}

/* Which form of its entity's hash a value is; forms that coincide (those of short names) tell nothing. */
static void count_form(forms *f, const el_entity *entity, int64_t value)
{
    uint64_t h = el_cfhash(entity->name, strlen(entity->name), 0);
    int64_t narrow_signed = (int32_t)(uint32_t)h, narrow_unsigned = (uint32_t)h;
    int fits = (int64_t)h == narrow_signed || (int64_t)h == narrow_unsigned;
    if (value != narrow_signed && value != narrow_unsigned)
        f->wide++;
    else if (!fits && narrow_signed != narrow_unsigned)
        (*(value == narrow_signed ? &f->narrow_signed : &f->narrow_unsigned))++;
    else if (!fits)
        f->narrow_signed++;
}

static void count_row(counter *k, const el_entity *root, sqlite3_stmt *stmt, forms *f)
{
    int type = sqlite3_column_type(stmt, 0);
    int64_t i = type == SQLITE_INTEGER ? sqlite3_column_int64(stmt, 0) : 0;
    const el_entity *e = el_layout_row_entity(k->store->layout, root, type, i, type == SQLITE_FLOAT ? sqlite3_column_double(stmt, 0) : 0);
    if (type == SQLITE_NULL)
        (*(e ? &f->null : &f->null_unknown))++;
    else if (!e)
        f->unknown++;
    if (!e)
        return;
    k->census->own[e->index]++;
    if (type == SQLITE_FLOAT)
        f->real++;
    else if (type == SQLITE_INTEGER)
        count_form(f, e, i);
}

static char *rows_sql(counter *k, const el_entity *root, const char *condition)
{
    const el_layout_entity *laid = el_layout_of(k->store->layout, root);
    el_buf sql = {0}, types = {0};
    el_layout_type_condition(&types, k->store->layout, root, 1, NULL);
    el_buf_puts(&sql, "SELECT * FROM ");
    el_buf_identifier(&sql, laid->table);
    el_buf_puts(&sql, " WHERE ");
    if (condition) {
        el_buf_identifier(&sql, laid->type_column);
        el_buf_puts(&sql, condition);
    } else {
        el_buf_printf(&sql, "NOT ifnull(%s, 1)", types.data);
    }
    char *text = el_arena_strdup(k->census->arena, sql.data);
    el_buf_free(&types);
    el_buf_free(&sql);
    return text;
}

static void report(counter *k, const el_entity *root, const forms *f)
{
    el_arena *arena = k->census->arena;
    const char *table = el_layout_of(k->store->layout, root)->table;
    if (f->unknown)
        add_finding(k->census, "unknown-entity-type", "warning", table, f->unknown,
                    el_arena_printf(arena, "%" PRId64 " row%s of %s belong%s to no entity of the model: no app sees them", f->unknown,
                                    f->unknown == 1 ? "" : "s", table, f->unknown == 1 ? "s" : ""),
                    rows_sql(k, root, NULL));
    if (f->null_unknown)
        add_finding(k->census, "missing-entity-type", "warning", table, f->null_unknown,
                    el_arena_printf(arena, "%" PRId64 " row%s of %s have no entity type, and %s is abstract: no app sees them",
                                    f->null_unknown, f->null_unknown == 1 ? "" : "s", table, root->name),
                    rows_sql(k, root, " IS NULL"));
    if (f->null)
        add_finding(k->census, "untyped-rows", "notice", table, f->null,
                    el_arena_printf(arena, "%" PRId64 " row%s of %s have no entity type and count as %s; ECD of 2016 and later does not see them",
                                    f->null, f->null == 1 ? "" : "s", table, root->name),
                    rows_sql(k, root, " IS NULL"));
    int64_t narrow = f->narrow_signed + f->narrow_unsigned;
    if (narrow && (f->wide || f->real))
        add_finding(k->census, "mixed-type-forms", "warning", table, narrow,
                    el_arena_printf(arena, "%s holds entity types of 32-bit and of 64-bit devices: one app sees only one kind", table), NULL);
    k->all.wide += f->wide;
    k->all.real += f->real;
    k->all.narrow_signed += f->narrow_signed;
    k->all.narrow_unsigned += f->narrow_unsigned;
}

/* On which devices, and how, the types were written. */
static void report_forms(counter *k)
{
    const forms *f = &k->all;
    const char *text = NULL;
    if (f->real)
        text = "entity types are unsigned 64-bit numbers, large ones stored as REAL: ECD of 2014";
    else if (f->wide && !f->narrow_signed && !f->narrow_unsigned)
        text = "entity types are those of 64-bit devices";
    else if (f->narrow_unsigned && !f->wide)
        text = "entity types are unsigned 32-bit numbers: ECD of 2013 or 2014";
    else if (f->narrow_signed && !f->wide)
        text = "entity types are those of 32-bit devices";
    if (text)
        add_finding(k->census, "entity-type-form", "info", "entities", -1, el_arena_strdup(k->census->arena, text), NULL);
}

static int count_typed(counter *k, const el_entity *root, const el_layout_entity *laid)
{
    el_buf sql = {0};
    el_buf_puts(&sql, "SELECT ");
    el_buf_identifier(&sql, laid->type_column);
    el_buf_puts(&sql, " FROM main.");
    el_buf_identifier(&sql, laid->table);
    sqlite3_stmt *stmt;
    int status = el_sql_prepare(&stmt, k->store->db, sql.data, k->err), rc = 0;
    forms f;
    memset(&f, 0, sizeof f);
    while (!status && (rc = el_sql_step(stmt, k->err)) > 0) {
        count_row(k, root, stmt, &f);
        if (++k->done % PROGRESS_ROWS == 0)
            status = el__store_progress(k->store, k->done, 0, k->err);
    }
    sqlite3_finalize(stmt);
    el_buf_free(&sql);
    if (!status && rc == 0)
        report(k, root, &f);
    return status ? status : rc;
}

static int64_t add_up(el_census *c, const el_entity *entity)
{
    int64_t n = c->own[entity->index];
    for (size_t i = 0; i < entity->nchildren; i++)
        n += add_up(c, entity->children[i]);
    c->with_subentities[entity->index] = n;
    return n;
}

int el__census_take(el_census **out, el_store *store, el_error *err)
{
    const el_model *model = store->layout->model;
    el_arena *arena = el_arena_new();
    el_census *c = el_arena_alloc(arena, sizeof *c);
    c->arena = arena;
    c->own = el_arena_array(arena, model->nentities, sizeof *c->own);
    c->with_subentities = el_arena_array(arena, model->nentities, sizeof *c->with_subentities);
    c->findings = el_arena_array(arena, model->nentities * 4 + 1, sizeof *c->findings);
    counter k = {store, c, err, 0, {0}};
    int status = EL_OK;
    for (size_t i = 0; i < model->nentities && !status; i++) {
        const el_entity *root = model->entities[i];
        const el_layout_entity *laid = el_layout_of(store->layout, root);
        if (root->root != root)
            continue;
        if (laid->type_column)
            status = count_typed(&k, root, laid);
        else
            status = el_store_count(&c->own[i], store, root, 0, err);
    }
    for (size_t i = 0; i < model->nentities && !status; i++)
        if (model->entities[i]->root == model->entities[i])
            add_up(c, model->entities[i]);
    if (!status)
        report_forms(&k);
    if (status) {
        el__census_free(c);
        c = NULL;
    }
    *out = c;
    return status;
}

void el__census_free(el_census *census)
{
    if (census)
        el_arena_free(census->arena);
}
