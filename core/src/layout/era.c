/* SPDX-License-Identifier: MIT */
/* Which generation of ECD wrote these tables: only what the schema shows counts, and each conclusion names its evidence.
 * A store that lacks what two generations differ in is dated to both. */
#include "base/arena.h"
#include "layout/names.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_EVIDENCE = 24 };

/* What the tables show. */
typedef struct traits {
    const char *old_type, *new_type;      /* a table with _entityType, __entityType */
    const char *to_one_key, *order;       /* a key column; an order column (as table.column) */
    const char *join_without_order, *join_with_order, *null_column;
    const char *mirrored, *single, *non_root_join;
    int key_indexed, backtick, plain_index;
    const char *id_key, *ecdid_key, *quoted_id;
} traits;

static void add(el_recognition *r, const char *fmt, ...) EL_PRINTF(2, 3);
static void add(el_recognition *r, const char *fmt, ...)
{
    char text[400];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (r->nevidence < MAX_EVIDENCE)
        r->evidence[r->nevidence++] = el_arena_strdup(r->arena, text);
}

static const char *column_name(el_recognition *r, const el_schema_table *t, const char *column)
{
    return el_arena_printf(r->arena, "%s.%s", t->name, column);
}

static void look_at_index(traits *x, const el_schema_index *index)
{
    if (!index->sql)
        return;
    if (strchr(index->sql, '`'))
        x->backtick = 1;
    else
        x->plain_index = 1;
}

static void look_at_entity(el_recognition *r, traits *x, const el_schema_table *t)
{
    if (el_schema_column_named(t, "__entityType"))
        x->new_type = t->name;
    if (el_schema_column_named(t, "_entityType"))
        x->old_type = t->name;
    if (el_schema_column_named(t, "ecdid"))
        x->ecdid_key = t->name;
    else if (!el_schema_column_named(t, "__objectid"))
        x->id_key = t->name;
    if (x->id_key == t->name && t->sql && strstr(t->sql, "'id'"))
        x->quoted_id = t->name;
    for (size_t i = 0; i < t->ncolumns; i++) {
        const char *name = t->columns[i].name;
        size_t n = strlen(name), suffix = strlen("__objectid");
        if (!el__has_suffix(name, "__objectid"))
            continue;
        x->to_one_key = column_name(r, t, name);
        x->key_indexed |= el_schema_indexed(t, name);
        char order[512];
        snprintf(order, sizeof order, "%.*s_order", (int)(n - suffix), name);
        if (el_schema_column_named(t, order))
            x->order = column_name(r, t, order);
    }
    for (size_t i = 0; i < t->nindexes; i++)
        look_at_index(x, &t->indexes[i]);
}

/* True when "<name>__objectid" or "<name>_1__objectid" names an entity table. */
static int is_root_column(el_recognition *r, const char *column)
{
    char name[512];
    int n = (int)(strlen(column) - strlen("__objectid"));
    snprintf(name, sizeof name, "ecd%.*s", n, column);
    if (el_recognise_table(r, el_schema_table_named(r->schema, name)) == EL_TABLE_ENTITY)
        return 1;
    if (!el__has_suffix(name, "_1") && !el__has_suffix(name, "_2"))
        return 0;
    name[strlen(name) - 2] = '\0';
    return el_recognise_table(r, el_schema_table_named(r->schema, name)) == EL_TABLE_ENTITY;
}

static void look_at_join(el_recognition *r, traits *x, const el_schema_table *t)
{
    int order = 0;
    for (size_t i = 0; i < t->ncolumns; i++)
        order |= el__has_suffix(t->columns[i].name, "_order");
    if (order)
        x->join_with_order = t->name;
    else
        x->join_without_order = t->name;
    if (el_schema_column_named(t, "(null)"))
        x->null_column = t->name;
    const char *a, *b;
    if (el_join_columns(t, &a, &b) && (!is_root_column(r, a) || !is_root_column(r, b)))
        x->non_root_join = t->name;
    const el_schema_table *mirror = el_join_mirror(r, t);
    if (!mirror)
        x->single = t->name;
    else if (mirror != t)
        x->mirrored = t->name;
}

static void look(el_recognition *r, traits *x)
{
    for (size_t i = 0; i < r->schema->ntables; i++) {
        const el_schema_table *t = &r->schema->tables[i];
        if (r->classes[i] == EL_TABLE_ENTITY)
            look_at_entity(r, x, t);
        else if (r->classes[i] == EL_TABLE_JOIN)
            look_at_join(r, x, t);
    }
}

static const char *early(el_recognition *r, const traits *x)
{
    if (r->meta_column && !strcmp(r->meta_column, "data")) {
        add(r, "meta has the column \"data\": August 2012");
        return "before-0.1";
    }
    if (!x->id_key && !x->ecdid_key)
        return NULL;
    if (x->ecdid_key)
        add(r, "%s has the key column \"ecdid\" and prefixed columns: January or February 2014", x->ecdid_key);
    else if (r->prefixed)
        add(r, "%s has the key column \"id\": January to March 2014", x->id_key);
    else
        add(r, "%s has no prefix \"ecd\" and the key column \"id\": before January 2014", x->id_key);
    if (x->old_type)
        add(r, "%s has a type column: July 2013 or later", x->old_type);
    if (x->quoted_id)
        add(r, "the key column of %s was quoted when it was created: September 2013 or later", x->quoted_id);
    return "before-2.0";
}

static const char *without_order(el_recognition *r, const traits *x)
{
    if (x->old_type) {
        add(r, "%s has the type column \"_entityType\" (one underscore)", x->old_type);
        return "2.0";
    }
    if (x->non_root_join) {
        add(r, "the columns of %s are named after entities without a table of their own", x->non_root_join);
        return "2.0";
    }
    if (x->new_type)
        add(r, "%s has the type column \"__entityType\"", x->new_type);
    if (x->join_without_order)
        add(r, "%s has no order columns", x->join_without_order);
    else if (x->to_one_key)
        add(r, "%s has no order column beside it", x->to_one_key);
    if (!x->to_one_key && !x->join_without_order) {
        add(r, "no relationship is stored, so order columns cannot be missed");
        return x->new_type ? "3.0-or-later" : "2.0-or-later";
    }
    if (x->new_type)
        return "3.0";
    if (x->to_one_key && !x->key_indexed && !x->join_without_order) {
        add(r, "no key column is indexed: March 2014");
        return "before-2.0";
    }
    add(r, "no entity table has a type column: 2.0 and 3.0 look the same");
    return "2.0-or-3.0";
}

static const char *with_order(el_recognition *r, const traits *x)
{
    if (x->order)
        add(r, "%s exists: April 2015 or later", x->order);
    if (x->null_column)
        add(r, "%s has a column \"(null)\": made before July 2016", x->null_column);
    if (x->mirrored) {
        add(r, "%s has a mirror table for the other direction", x->mirrored);
        if (x->single)
            add(r, "%s has none: made by an older version, or left over", x->single);
        return "3.2";
    }
    if (x->single) {
        add(r, "%s has order columns and no mirror table", x->single);
        return "3.1";
    }
    if (x->null_column)
        return "3.1";
    add(r, "no many-to-many relationship tells 3.1 and 3.2 apart");
    return "3.1-or-3.2";
}

void el__date_layout(el_recognition *r)
{
    traits x;
    memset(&x, 0, sizeof x);
    r->evidence = el_arena_array(r->arena, MAX_EVIDENCE, sizeof *r->evidence);
    look(r, &x);
    const char *era = early(r, &x);
    if (!era && !r->nentity_tables) {
        add(r, "there are no entity tables");
        era = "unknown";
    }
    if (!era)
        era = x.order || x.join_with_order ? with_order(r, &x) : without_order(r, &x);
    if (x.backtick)
        add(r, "index definitions quote their columns with back-ticks: September 2014 or later");
    else if (x.plain_index)
        add(r, "index definitions do not quote their columns: before September 2014");
    r->era = era;
}
