/* SPDX-License-Identifier: MIT */
/* New tables are filled beside the old ones from the old ones, which then make room. */
#include "migrate/correct.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/cfhash.h"
#include "base/map.h"
#include "layout/layout.h"
#include "migrate/diff.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct maker {
    el_statements *out;
    el_store *store;
    const el_layout *layout;
    const el_model_diff *diff;
} maker;

static void add(maker *m, el_buf *sql)
{
    el_statements *s = m->out;
    if (s->n == s->cap) {
        s->cap = s->cap ? s->cap * 2 : 32;
        s->items = el_xrealloc(s->items, s->cap * sizeof *s->items);
    }
    s->items[s->n++] = el_buf_take(sql);
}

void el__statements_free(el_statements *s)
{
    for (size_t i = 0; i < s->n; i++)
        free(s->items[i]);
    free(s->items);
    memset(s, 0, sizeof *s);
}

static void name2(el_buf *b, const char *prefix, const char *name)
{
    el_buf whole = {0};
    el_buf_printf(&whole, "%s%s", prefix, name);
    el_buf_identifier(b, el_buf_str(&whole));
    el_buf_free(&whole);
}

static void suffixed(el_buf *b, const char *name, const char *suffix)
{
    el_buf whole = {0};
    el_buf_printf(&whole, "%s%s", name, suffix);
    el_buf_identifier(b, el_buf_str(&whole));
    el_buf_free(&whole);
}

/* Visits the stored properties of a hierarchy once each: siblings share columns. */
typedef void property_fn(maker *m, el_buf *b, const el_attribute *a, const el_relationship *r);

static void for_properties(maker *m, el_buf *b, const el_entity *e, el_map *seen, property_fn *fn)
{
    for (size_t i = 0; i < e->nattributes; i++)
        if (!e->attributes[i]->transient && !el_map_put(seen, e->attributes[i]->name, seen))
            fn(m, b, e->attributes[i], NULL);
    for (size_t i = 0; i < e->nrelationships; i++) {
        const el_relationship *r = e->relationships[i];
        el_buf key = {0};
        el_buf_printf(&key, "%s__objectid", r->name);
        if (!r->to_many && !r->transient && !el_map_put(seen, el_buf_str(&key), seen))
            fn(m, b, NULL, r);
        el_buf_free(&key);
    }
    for (size_t i = 0; i < e->nchildren; i++)
        for_properties(m, b, e->children[i], seen, fn);
}

static void column_definition(maker *m, el_buf *b, const el_attribute *a, const el_relationship *r)
{
    (void)m;
    if (a)
        el_buf_printf(b, ", '%s'", a->name);
    else
        el_buf_printf(b, ", '%s__objectid', '%s_order' integer default 0", r->name, r->name);
}

static void create_table(maker *m, const el_entity *root)
{
    el_buf sql = {0};
    el_map *seen = el_map_new();
    el_buf_puts(&sql, "CREATE TABLE ");
    name2(&sql, "_N_ecd", root->name);
    el_buf_puts(&sql, " ('__objectid' integer primary key");
    if (root->nchildren)
        el_buf_puts(&sql, ", '__entityType' integer");
    for_properties(m, &sql, root, seen, column_definition);
    el_buf_puts(&sql, ")");
    el_map_free(seen);
    add(m, &sql);
}

/* A default as the cell that ECD would write. Returns 0 when there is none. */
static int default_literal(el_buf *b, const el_attribute *a)
{
    const el_value *v = &a->default_value;
    char number[32];
    if (!a->has_default || v->kind == EL_NULL)
        return 0;
    switch (v->kind) {
    case EL_BOOL:
    case EL_INT:
        el_buf_printf(b, a->type == EL_TYPE_DOUBLE || a->type == EL_TYPE_FLOAT || a->type == EL_TYPE_DATE ? "%lld.0" : "%lld", (long long)v->u.i);
        return 1;
    case EL_DOUBLE:
    case EL_DATE:
        el_double_text(number, v->u.d);
        el_buf_puts(b, number);
        return 1;
    case EL_STRING:
    case EL_DECIMAL: el_buf_sql_string(b, v->u.text.s, v->u.text.n); return 1;
    default: return 0; /* ECD stores neither UUIDs nor URLs */
    }
}

/* Numbers change their storage class with their type; what is no number stays as it is. */
static void converted(el_buf *b, const char *column, el_attribute_type from, el_attribute_type to)
{
    int was_real = from == EL_TYPE_DOUBLE || from == EL_TYPE_FLOAT, is_real = to == EL_TYPE_DOUBLE || to == EL_TYPE_FLOAT;
    int is_integer = to == EL_TYPE_INT16 || to == EL_TYPE_INT32 || to == EL_TYPE_INT64, was_text = from == EL_TYPE_DECIMAL;
    const char *as = from == to ? NULL : is_real && !was_real ? "REAL" : is_integer && (was_real || was_text) ? "INTEGER" : to == EL_TYPE_DECIMAL ? "TEXT" : NULL;
    if (as)
        el_buf_puts(b, "CAST(");
    el_buf_identifier(b, column);
    if (as)
        el_buf_printf(b, " AS %s)", as);
}

/* The cell of attribute `a` of an object that was of entity `source`. */
static void attribute_cell(maker *m, el_buf *b, const el_entity *source, const el_attribute *a)
{
    const el_attribute *q = el_diff_source_attribute(source, a);
    const char *column = q && !q->transient ? el_layout_column(m->layout, source, q->name) : NULL;
    el_buf fallback = {0};
    int has = (!column || (q->optional && !a->optional)) && default_literal(&fallback, a);
    if (column && has)
        el_buf_puts(b, "COALESCE(");
    if (column)
        converted(b, column, q->type, a->type);
    if (column && has)
        el_buf_printf(b, ", %s)", el_buf_str(&fallback));
    if (!column)
        el_buf_puts(b, has ? el_buf_str(&fallback) : "NULL");
    el_buf_free(&fallback);
}

/* The key of to-one `r`: the old key, or one of the old members where it was to-many. */
static void key_cell(maker *m, el_buf *b, const el_entity *source, const el_relationship *r)
{
    const el_relationship *q = el_diff_source_relationship(source, r);
    const el_place *place = q && !q->transient ? el_layout_place(m->layout, source, q->name) : NULL;
    const el_layout_entity *le = el_layout_of(m->layout, source);
    if (place && place->kind == EL_PLACE_TO_ONE) {
        el_buf_identifier(b, place->column);
    } else if (place && place->kind == EL_PLACE_JOIN) {
        el_buf_puts(b, "(SELECT min(");
        el_buf_identifier(b, place->destination_column);
        el_buf_puts(b, ") FROM ");
        el_buf_identifier(b, place->table);
        el_buf_puts(b, " WHERE ");
        el_buf_identifier(b, place->source_column);
        el_buf_puts(b, " = o.");
        el_buf_identifier(b, le->key_column);
        el_buf_putc(b, ')');
    } else {
        el_buf_puts(b, "NULL");
    }
}

/* The position in an ordered inverse is kept where the relationship is the same one. */
static int has_order_column(maker *m, const el_entity *source, const el_relationship *r, el_buf *column)
{
    const el_relationship *q = el_diff_source_relationship(source, r);
    if (!q || q->to_many || !q->inverse)
        return 0;
    const el_place *place = el_layout_place(m->layout, q->destination, q->inverse->name);
    if (place->kind != EL_PLACE_ONE_TO_MANY || !place->order_column)
        return 0;
    el_buf_identifier(column, place->order_column);
    return 1;
}

static void fill_entity(maker *m, const el_entity *source, const el_entity *e)
{
    const el_layout_entity *le = el_layout_of(m->layout, source);
    el_buf to = {0}, from = {0}, sql = {0};
    if (!le->table)
        return;
    el_buf_puts(&to, "\"__objectid\"");
    el_buf_identifier(&from, le->key_column);
    if (el_entity_in_hierarchy(e)) {
        el_buf_puts(&to, ", \"__entityType\"");
        el_buf_printf(&from, ", %lld", (long long)(int64_t)el_cfhash(e->name, strlen(e->name), 0));
    }
    for (size_t i = 0; i < e->nall_attributes; i++) {
        if (e->all_attributes[i]->transient)
            continue;
        el_buf_puts(&to, ", ");
        el_buf_identifier(&to, e->all_attributes[i]->name);
        el_buf_puts(&from, ", ");
        attribute_cell(m, &from, source, e->all_attributes[i]);
    }
    for (size_t i = 0; i < e->nall_relationships; i++) {
        const el_relationship *r = e->all_relationships[i];
        el_buf order = {0};
        if (r->to_many || r->transient)
            continue;
        el_buf_puts(&to, ", ");
        suffixed(&to, r->name, "__objectid");
        el_buf_puts(&from, ", ");
        key_cell(m, &from, source, r);
        if (has_order_column(m, source, r, &order)) {
            el_buf_puts(&to, ", ");
            suffixed(&to, r->name, "_order");
            el_buf_printf(&from, ", %s", el_buf_str(&order));
        }
        el_buf_free(&order);
    }
    el_buf_puts(&sql, "INSERT INTO ");
    name2(&sql, "_N_ecd", e->root->name);
    el_buf_printf(&sql, " (%s) SELECT %s FROM ", el_buf_str(&to), el_buf_str(&from));
    el_buf_identifier(&sql, le->table);
    el_buf_puts(&sql, " AS o WHERE ");
    el_layout_type_condition(&sql, m->layout, source, 0, "o");
    el_buf_free(&to);
    el_buf_free(&from);
    add(m, &sql);
}

/* `SELECT source AS s, destination AS d, order AS p FROM table`; links without an order column all stand at 0. */
static void select_links(el_buf *b, const char *source, const char *destination, const char *order, const char *table)
{
    el_buf_puts(b, "SELECT ");
    el_buf_identifier(b, source);
    el_buf_puts(b, " AS s, ");
    el_buf_identifier(b, destination);
    el_buf_puts(b, " AS d, ");
    if (order)
        el_buf_identifier(b, order);
    else
        el_buf_putc(b, '0');
    el_buf_puts(b, " AS p FROM ");
    el_buf_identifier(b, table);
}

/* Of the rows of a table that holds keys in `column`: those of `entity` that have one. */
static void where_linked(maker *m, el_buf *b, const char *column, const el_entity *entity)
{
    el_buf_puts(b, " WHERE ");
    el_buf_identifier(b, column);
    el_buf_puts(b, " IS NOT NULL AND ");
    el_layout_type_condition(b, m->layout, entity, 1, NULL);
}

/* Where the links of a many-to-many relationship come from: (source, destination, position) rows. */
static int link_rows(maker *m, el_buf *b, const el_entity *source, const el_relationship *q)
{
    const el_place *place = el_layout_place(m->layout, source, q->name);
    const el_layout_entity *le = el_layout_of(m->layout, source);
    if (place->kind == EL_PLACE_JOIN) {
        select_links(b, place->source_column, place->destination_column, place->order_column, place->table);
        return 1;
    }
    if (place->kind == EL_PLACE_ONE_TO_MANY) { /* was the many end: the keys lie with the members */
        const el_layout_entity *members = el_layout_of(m->layout, q->destination);
        select_links(b, place->column, members->key_column, place->order_column, place->table);
        where_linked(m, b, place->column, q->destination);
        return 1;
    }
    if (place->kind != EL_PLACE_TO_ONE)
        return 0;
    select_links(b, le->key_column, place->column, NULL, le->table);
    where_linked(m, b, place->column, source);
    return 1;
}

static void join_table(maker *m, const el_relationship *r)
{
    const el_entity *s = r->owner->root, *d = r->destination->root;
    int same = s == d, swap = !same && strcasecmp(s->name, d->name) > 0;
    const char *a = same || !swap ? s->name : d->name, *z = same || !swap ? d->name : s->name;
    const char *one = same ? "_1" : "", *two = same ? "_2" : "";
    el_buf sql = {0}, rows = {0};
    el_buf_printf(&sql, "CREATE TABLE \"_N_ecd_%s_%s\" ('%s%s__objectid' INTEGER NOT NULL, '%s%s__objectid' INTEGER NOT NULL, '%s%s_order' INTEGER DEFAULT 0, "
                        "'%s%s_order' INTEGER DEFAULT 0, PRIMARY KEY('%s%s__objectid', '%s%s__objectid'))",
                  r->name, r->inverse->name, a, one, z, two, a, one, z, two, a, one, z, two);
    add(m, &sql);
    const el_entity *source = m->diff->source_of[r->owner->index];
    const el_relationship *q = source ? el_diff_source_relationship(source, r) : NULL;
    if (!q || q->transient || !link_rows(m, &rows, source, q))
        return;
    /* Positions are 1…n in the source's list; the other column counts insertions for each destination. */
    el_buf_printf(&sql, "INSERT OR IGNORE INTO \"_N_ecd_%s_%s\" SELECT %s, %s, %s, %s FROM (SELECT s, d, row_number() OVER (PARTITION BY s ORDER BY p, d) AS ps, "
                        "row_number() OVER (PARTITION BY d ORDER BY s) AS pd FROM (%s))",
                  r->name, r->inverse->name, swap ? "d" : "s", swap ? "s" : "d", swap ? "ps" : "pd", swap ? "pd" : "ps", el_buf_str(&rows));
    el_buf_free(&rows);
    add(m, &sql);
}

static void drop_old(maker *m)
{
    const el_model *from = m->layout->model;
    el_map *seen = el_map_new();
    for (size_t i = 0; i < from->nentities; i++) {
        const el_layout_entity *le = &m->layout->entities[i];
        if (le->table)
            el_map_put(seen, le->table, seen);
        for (size_t k = 0; k < le->entity->nall_relationships; k++)
            if (le->places[k].kind == EL_PLACE_JOIN) {
                el_map_put(seen, le->places[k].table, seen);
                if (le->places[k].mirror_table)
                    el_map_put(seen, le->places[k].mirror_table, seen);
            }
    }
    for (size_t i = 0; i < el_map_count(seen); i++) {
        el_buf sql = {0};
        el_buf_puts(&sql, "DROP TABLE ");
        el_buf_identifier(&sql, el_map_key(seen, i));
        add(m, &sql);
    }
    el_map_free(seen);
}

static void move_in(maker *m, const char *table)
{
    el_buf sql = {0};
    el_buf_puts(&sql, "ALTER TABLE ");
    name2(&sql, "_N_", table);
    el_buf_puts(&sql, " RENAME TO ");
    el_buf_identifier(&sql, table);
    add(m, &sql);
}

static void index_columns(maker *m, el_buf *root, const el_attribute *a, const el_relationship *r)
{
    static const char *const suffixes[] = {"__objectid", "_order"};
    if (a && !a->indexed)
        return;
    for (int i = 0; i < (a ? 1 : 2); i++) {
        el_buf sql = {0};
        const char *name = a ? a->name : r->name, *suffix = a ? "" : suffixes[i];
        el_buf_printf(&sql, "CREATE INDEX \"ecd%s_%s%s_INDEX\" ON \"ecd%s\" (`%s%s`)", el_buf_str(root), name, suffix, el_buf_str(root), name, suffix);
        add(m, &sql);
    }
}

static void create_indexes(maker *m, const el_entity *root)
{
    el_buf name = {0};
    el_map *seen = el_map_new();
    el_buf_puts(&name, root->name);
    for_properties(m, &name, root, seen, index_columns);
    el_map_free(seen);
    el_buf_free(&name);
}

/* Calls fn for each direction of each many-to-many pair. */
static void for_joins(maker *m, void (*fn)(maker *m, const el_relationship *r))
{
    for (size_t i = 0; i < m->diff->to->nentities; i++) {
        const el_entity *e = m->diff->to->entities[i];
        for (size_t k = 0; k < e->nrelationships; k++)
            if (!e->relationships[k]->transient && el_relationship_is_many_to_many(e->relationships[k]))
                fn(m, e->relationships[k]);
    }
}

static void move_join(maker *m, const el_relationship *r)
{
    el_buf name = {0};
    el_buf_printf(&name, "ecd_%s_%s", r->name, r->inverse->name);
    move_in(m, el_buf_str(&name));
    el_buf_free(&name);
}

int el__correct_statements(el_statements *out, el_store *store, const el_model_diff *diff, el_error *err)
{
    maker m = {out, store, el_store_layout(store), diff};
    const el_model *to = diff->to;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < diff->nchanges; i++)
        if (diff->changes[i].inferable == EL_INFER_NO) {
            el_error_set(err, EL_EUNSUPPORTED, "not-inferable", "no mapping can be inferred: %s", diff->changes[i].sentence);
            el_error_hint(err, "%s", diff->changes[i].hint ? diff->changes[i].hint : "Take the step in two versions, or move the values in code.");
            return EL_EUNSUPPORTED;
        }
    for (size_t i = 0; i < to->nentities; i++)
        if (!to->entities[i]->parent)
            create_table(&m, to->entities[i]);
    for (size_t i = 0; i < to->nentities; i++)
        if (diff->source_of[i])
            fill_entity(&m, diff->source_of[i], to->entities[i]);
    for_joins(&m, join_table);
    drop_old(&m);
    for (size_t i = 0; i < to->nentities; i++)
        if (!to->entities[i]->parent) {
            el_buf name = {0};
            el_buf_printf(&name, "ecd%s", to->entities[i]->name);
            move_in(&m, el_buf_str(&name));
            el_buf_free(&name);
            create_indexes(&m, to->entities[i]);
        }
    for_joins(&m, move_join);
    return EL_OK;
}
