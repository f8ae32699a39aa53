/* SPDX-License-Identifier: MIT */
/* Searching all entities, table by table, in slices of the key range: nothing is open between two slices. */
#include "query/find.h"
#include "query/read.h"
#include "query/request.h"

#include "base/arena.h"
#include "base/map.h"
#include "layout/layout.h"
#include "predicate/functions.h"
#include "sqlite/api.h"
#include "value/decode.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { SLICE = 4000 /* rows */, LIMIT = 100 };

/* A place where the term may be: a column, read as one type. */
typedef struct field { const char *column; el_attribute_type type; } field;

/* One hierarchy's table. */
typedef struct table {
    const el_entity *root;
    const el_layout_entity *laid;
    field *fields; size_t nfields;
    char *sql;            /* scans one slice */
    char *bound;          /* gives the last key of a slice */
    int64_t next, last;   /* keys to look at */
    int over;             /* nothing is left */
} table;

typedef struct found { const el_entity *entity; int64_t key; int field; /* -1: the key */ } found;

struct el_find {
    el_store *store;
    el_arena *arena;
    el__find_term term;
    const el_entity *only;
    size_t limit;
    table *tables; size_t ntables, at;
    int64_t done, total;
    el_find_count *counts; /* by el_entity.index */
    el_find_count *shown; size_t nshown;
    found *hits; size_t nhits, room, next_hit;
    const el_model *model;
    el_find_hit hit;
    el_arena *hit_arena;
    int sorted;
    atomic_int cancelled;
};

static void add_fields(el_find *s, table *t, const el_entity *e, el_map *known)
{
    const el_layout_entity *laid = el_layout_of(el_store_layout(s->store), e);
    for (size_t i = 0; i < e->nall_attributes; i++) {
        const char *column = laid->attribute_columns[i];
        if (!column || e->all_attributes[i]->transient)
            continue;
        char *name = el_arena_printf(s->arena, "%d %s", e->all_attributes[i]->type, column);
        if (el_map_put(known, name, t))
            continue;
        t->fields = el_xrealloc(t->fields, (t->nfields + 1) * sizeof *t->fields);
        t->fields[t->nfields++] = (field){column, e->all_attributes[i]->type};
    }
    for (size_t i = 0; i < e->nchildren; i++)
        add_fields(s, t, e->children[i], known);
}

/* SELECT key, type, number of the first field that fits. */
static void make_statement(el_find *s, table *t)
{
    el_buf sql = {0}, tests = {0}, column = {0};
    int n = 0;
    for (size_t i = 0; i < t->nfields; i++) {
        size_t before = tests.len;
        el_buf_clear(&column);
        el_buf_identifier(&column, t->fields[i].column);
        el_buf_puts(&tests, " WHEN ");
        if (el__find_test(&tests, &s->term, t->fields[i].type, column.data)) {
            el_buf_printf(&tests, " THEN %zu", i);
            n++;
        } else {
            tests.len = before;
            tests.data[before] = '\0';
        }
    }
    if (n) {
        el_buf_puts(&sql, "SELECT k, t, f FROM (SELECT ");
        el_buf_identifier(&sql, t->laid->key_column);
        el_buf_puts(&sql, " AS k, ");
        if (t->laid->type_column)
            el_buf_identifier(&sql, t->laid->type_column);
        else
            el_buf_puts(&sql, "NULL");
        el_buf_printf(&sql, " AS t, CASE%s END AS f FROM main.", tests.data);
        el_buf_identifier(&sql, t->laid->table);
        el_buf_puts(&sql, " WHERE ");
        el_buf_identifier(&sql, t->laid->key_column);
        el_buf_puts(&sql, " BETWEEN ?7 AND ?8) WHERE f IS NOT NULL ORDER BY k");
        t->sql = el_buf_take(&sql);
        el_buf_clear(&column);
        el_buf_identifier(&column, t->laid->key_column);
        el_buf_printf(&sql, "SELECT %s FROM main.", column.data);
        el_buf_identifier(&sql, t->laid->table);
        el_buf_printf(&sql, " WHERE %s >= ?1 ORDER BY %s LIMIT 1 OFFSET %d", column.data, column.data, SLICE - 1);
        t->bound = el_buf_take(&sql);
    }
    el_buf_free(&sql);
    el_buf_free(&tests);
    el_buf_free(&column);
}

/* Keys are whatever the file says: their distances may not fit. */
static int64_t span(int64_t from, int64_t to)
{
    uint64_t n = (uint64_t)to - (uint64_t)from + 1;
    return n > INT64_MAX || !n ? INT64_MAX : (int64_t)n;
}

static int64_t plus(int64_t a, int64_t b)
{
    return a > INT64_MAX - b ? INT64_MAX : a + b;
}

static int key_limits(el_find *s, table *t, el_error *err)
{
    el_buf sql = {0};
    el_buf_puts(&sql, "SELECT min(");
    el_buf_identifier(&sql, t->laid->key_column);
    el_buf_puts(&sql, ") FROM main.");
    el_buf_identifier(&sql, t->laid->table);
    int status = el_sql_int64(&t->next, NULL, el_store_db(s->store), sql.data, err);
    memcpy(strstr(sql.data, "min("), "max", 3);
    if (!status)
        status = el_sql_int64(&t->last, NULL, el_store_db(s->store), sql.data, err);
    el_buf_free(&sql);
    if (!status)
        s->total = plus(s->total, span(t->next, t->last));
    return status;
}

static int add_table(el_find *s, const el_entity *root, el_error *err)
{
    const el_layout_entity *laid = el_layout_of(el_store_layout(s->store), root);
    if (root->parent || !laid->table || (s->only && s->only->root != root))
        return EL_OK;
    s->tables = el_xrealloc(s->tables, (s->ntables + 1) * sizeof *s->tables);
    table *t = &s->tables[s->ntables++];
    *t = (table){.root = root, .laid = laid};
    el_map *known = el_map_new();
    add_fields(s, t, root, known);
    el_map_free(known);
    make_statement(s, t);
    return key_limits(s, t, err);
}

static void take(el_find *s, const el_entity *e, int64_t key, int field)
{
    if (!e || (s->only && !el_entity_is_kind_of(e, s->only)))
        return;
    if ((size_t)s->counts[e->index].objects++ >= s->limit)
        return;
    if (s->nhits == s->room) {
        s->room = s->room ? s->room * 2 : 64;
        s->hits = el_xrealloc(s->hits, s->room * sizeof *s->hits);
    }
    s->hits[s->nhits++] = (found){e, key, field};
}

static const el_attribute *attribute_of(el_find *s, const table *t, const el_entity *e, int field)
{
    const el_layout_entity *laid = el_layout_of(el_store_layout(s->store), e);
    for (size_t i = 0; field >= 0 && i < e->nall_attributes; i++)
        if (laid->attribute_columns[i] && !strcmp(laid->attribute_columns[i], t->fields[field].column) &&
            e->all_attributes[i]->type == t->fields[field].type)
            return e->all_attributes[i];
    return NULL;
}

static const table *table_of(const el_find *s, const el_entity *e)
{
    for (size_t i = 0; i < s->ntables; i++)
        if (s->tables[i].root == e->root)
            return &s->tables[i];
    return NULL;
}

/* Keys are asked for once, before the table is scanned. */
static int key_hits(el_find *s, const table *t, el_error *err)
{
    if (!s->term.has_key || (s->term.key_entity && (!el_model_entity(s->model, s->term.key_entity) ||
                                                     el_model_entity(s->model, s->term.key_entity)->root != t->root)))
        return EL_OK;
    el_arena *arena = el_arena_new();
    el_object *o = NULL;
    int status = el_read_objects(&o, s->store, t->root, &s->term.key, 1, 0, arena, err);
    if (!status && o && (!s->term.key_entity || el_entity_is_kind_of(o->entity, el_model_entity(s->model, s->term.key_entity))))
        take(s, o->entity, o->key, -1);
    el_arena_free(arena);
    return status;
}

static int is_key_hit(const el_find *s, const el_entity *e, int64_t key)
{
    for (size_t i = 0; i < s->nhits && s->term.has_key && key == s->term.key; i++)
        if (s->hits[i].field < 0 && s->hits[i].entity == e)
            return 1;
    return 0;
}

/* The key at which a slice of so many rows ends. */
static int slice_end(el_find *s, const table *t, int64_t *to, el_error *err)
{
    sqlite3_stmt *stmt;
    int status = el_sql_prepare(&stmt, el_store_db(s->store), t->bound, err);
    if (status)
        return status;
    sqlite3_bind_int64(stmt, 1, t->next);
    int rc = el_sql_step(stmt, err);
    *to = rc > 0 ? sqlite3_column_int64(stmt, 0) : t->last;
    sqlite3_finalize(stmt);
    return rc < 0 ? rc : EL_OK;
}

static int scan_slice(el_find *s, table *t, el_error *err)
{
    sqlite3_stmt *stmt = NULL;
    int64_t to;
    int rc = 0, status = slice_end(s, t, &to, err);
    if (!status)
        status = el_sql_prepare(&stmt, el_store_db(s->store), t->sql, err);
    if (status)
        return status;
    if (!el__find_bind(stmt, &s->term)) {
        sqlite3_bind_int64(stmt, 7, t->next);
        sqlite3_bind_int64(stmt, 8, to);
    }
    while ((rc = el_sql_step(stmt, err)) > 0) {
        int type = sqlite3_column_type(stmt, 1);
        const el_entity *e = el_layout_row_entity(el_store_layout(s->store), t->root, type, type == SQLITE_INTEGER ? sqlite3_column_int64(stmt, 1) : 0,
                                                  type == SQLITE_FLOAT ? sqlite3_column_double(stmt, 1) : 0);
        int64_t key = sqlite3_column_int64(stmt, 0);
        int field = sqlite3_column_int(stmt, 2);
        if (e && attribute_of(s, t, e, field) && !is_key_hit(s, e, key))
            take(s, e, key, field);
    }
    sqlite3_finalize(stmt);
    s->done = plus(s->done, span(t->next, to));
    t->over = to >= t->last;
    t->next = t->over ? to : to + 1;
    return rc < 0 ? rc : EL_OK;
}

/* One more slice of counting; *more is cleared when all tables are through. */
static int count_slice(el_find *s, int *more, el_error *err)
{
    *more = 1;
    while (s->at < s->ntables) {
        table *t = &s->tables[s->at];
        if (!t->over && t->sql)
            return scan_slice(s, t, err);
        if (!t->over)
            s->done = plus(s->done, span(t->next, t->last)); /* nothing in it can mean the term */
        s->at++;
    }
    *more = 0;
    return EL_OK;
}

static int in_order(const void *a, const void *b)
{
    const found *x = a, *y = b;
    if (x->entity != y->entity)
        return x->entity->index - y->entity->index;
    return x->key < y->key ? -1 : x->key > y->key;
}

static const el_find_hit *give(el_find *s, const el_object *o, const found *f)
{
    const table *t = table_of(s, f->entity);
    s->hit = (el_find_hit){.entity = f->entity, .key = f->key, .label = o ? o->label : NULL};
    s->hit.attribute = attribute_of(s, t, f->entity, f->field);
    el_buf text = {0};
    if (!s->hit.attribute)
        el_buf_printf(&text, "%s/%lld", f->entity->name, (long long)f->key);
    for (size_t i = 0; o && s->hit.attribute && i < f->entity->nall_attributes; i++)
        if (f->entity->all_attributes[i] == s->hit.attribute) {
            const el_cell *c = &o->attributes[i];
            if (c->value.kind == EL_STRING || c->value.kind == EL_URL)
                el_buf_add(&text, c->value.u.text.s, c->value.u.text.n);
            else
                el_cell_text(&text, c);
        }
    s->hit.excerpt = el__find_excerpt(s->hit_arena, &s->term, el_buf_str(&text), text.len);
    el_buf_free(&text);
    return &s->hit;
}

static int next_hit(el_find *s, const el_find_hit **hit, el_error *err)
{
    if (!s->sorted && s->nhits)
        qsort(s->hits, s->nhits, sizeof *s->hits, in_order);
    s->sorted = 1;
    if (s->next_hit == s->nhits)
        return 0;
    const found *f = &s->hits[s->next_hit++];
    el_arena_free(s->hit_arena);
    s->hit_arena = el_arena_new();
    el_object *o = NULL;
    int status = el_read_objects(&o, s->store, f->entity, &f->key, 1, EL_READ_LABELS, s->hit_arena, err);
    if (status)
        return status;
    *hit = give(s, o, f);
    return 1;
}

int el_find_open(el_find **out, el_store *store, const char *text, const el_find_options *options, el_error *err)
{
    *out = NULL;
    static const el_find_options usual;
    const el_find_options *o = options ? options : &usual;
    const el_entity *only = NULL;
    int status = EL_OK;
    if (!text || !*text)
        return el_error_set(err, EL_EUSAGE, "empty-search", "there is nothing to search for");
    if (o->entity && (status = el__find_entity(&only, store, o->entity, err)))
        return status;
    if ((status = el_functions_register(el_store_db(store), err)))
        return status;
    el_find *s = el_xmalloc(sizeof *s);
    s->store = store;
    s->model = el_store_model(store);
    s->arena = el_arena_new();
    s->only = only;
    s->limit = o->limit ? o->limit : LIMIT;
    s->counts = el_arena_array(s->arena, s->model->nentities, sizeof *s->counts);
    s->shown = el_arena_array(s->arena, s->model->nentities, sizeof *s->shown);
    el__find_term_read(&s->term, s->arena, text, o->case_sensitive);
    for (size_t i = 0; i < s->model->nentities && !status; i++) {
        s->counts[i].entity = s->model->entities[i];
        status = add_table(s, s->model->entities[i], err);
    }
    for (size_t i = 0; i < s->ntables && !status; i++)
        status = key_hits(s, &s->tables[i], err);
    if (status) {
        el_find_close(s);
        return status;
    }
    *out = s;
    return EL_OK;
}

int el_find_step(el_find *s, const el_find_hit **hit, el_error *err)
{
    int more;
    *hit = NULL;
    if (s->cancelled)
        return el_error_set(err, EL_ECANCELLED, "cancelled", "cancelled");
    int status = count_slice(s, &more, err);
    if (status)
        return status;
    return more ? 1 : next_hit(s, hit, err);
}

size_t el_find_counts(const el_find *s, const el_find_count **counts)
{
    size_t n = 0;
    for (size_t i = 0; i < s->model->nentities; i++)
        if (s->counts[i].objects)
            s->shown[n++] = s->counts[i];
    *counts = s->shown;
    return n;
}

void el_find_progress(const el_find *s, int64_t *done, int64_t *total)
{
    *done = s->done;
    *total = s->total;
}

void el_find_cancel(el_find *s)
{
    s->cancelled = 1;
}

void el_find_close(el_find *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->ntables; i++) {
        free(s->tables[i].fields);
        free(s->tables[i].sql);
        free(s->tables[i].bound);
    }
    free(s->tables);
    free(s->hits);
    el_arena_free(s->hit_arena);
    el_arena_free(s->arena);
    free(s);
}
