/* SPDX-License-Identifier: MIT */
#include "base/buf.h"
#include "model/infer_private.h"

#include <stdio.h>
#include <string.h>

static int ends(const char *s, const char *suffix)
{
    size_t n = strlen(s), m = strlen(suffix);
    return n > m && !strcmp(s + n - m, suffix);
}

static int begins(const char *s, const char *prefix)
{
    return !strncmp(s, prefix, strlen(prefix));
}

static const char *key_of(const el_schema_table *t)
{
    static const char *const names[] = {"__objectid", "ecdid", "id"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const el_schema_column *c = el_schema_column_named(t, names[i]);
        if (c && c->primary_key)
            return c->name;
    }
    return NULL;
}

int el__infer_is_join(const el_schema_table *t, const char **first, const char **second)
{
    const char *found[2] = {NULL, NULL};
    size_t n = 0;
    if (!begins(t->name, "ecd_") || key_of(t))
        return 0;
    for (size_t i = 0; i < t->ncolumns; i++)
        if (ends(t->columns[i].name, "__objectid")) {
            if (n < 2)
                found[n] = t->columns[i].name;
            n++;
        }
    *first = found[0];
    *second = found[1];
    return n == 2;
}

static int is_entity_table(const el_schema_table *t, int prefixed)
{
    const char *a, *b;
    return key_of(t) && !begins(t->name, "_T_") && strcmp(t->name, "meta") && begins(t->name, "ecd") == prefixed && !el__infer_is_join(t, &a, &b);
}

static const char *strip(el_arena *arena, const char *s, const char *prefix, const char *suffix)
{
    size_t n = strlen(s), p = begins(s, prefix) ? strlen(prefix) : 0, q = ends(s, suffix) ? strlen(suffix) : 0;
    return el_arena_strndup(arena, s + p, n - p - q);
}

/* Is there an entity (table or metadata) of this name? */
static int names_entity(const el__inference *f, const char *name)
{
    for (size_t i = 0; i < f->schema->ntables; i++) {
        const el_schema_table *t = &f->schema->tables[i];
        if (is_entity_table(t, f->prefixed) && !strcmp(t->name + (f->prefixed ? 3 : 0), name))
            return 1;
    }
    return f->meta && el_metadata_hash(f->meta, name);
}

/* The key column's relationship: "author__objectid", earlier "author_id", in February 2014 "ecdauthor_id", before May 2013
 * "User_id" after the destination. */
static int key_column(el__inference *f, const el__table *t, const el_schema_column *c, el__column *out)
{
    if (!strcmp(t->key, "__objectid")) {
        if (!ends(c->name, "__objectid"))
            return 0;
        out->property = strip(f->arena, c->name, "", "__objectid");
    } else {
        if (!ends(c->name, "_id") || !strcmp(c->name, t->key))
            return 0;
        int prefixed = !strcmp(t->key, "ecdid");
        out->property = strip(f->arena, c->name, prefixed ? "ecd" : "", "_id");
        if (prefixed)
            out->property = strip(f->arena, out->property, "ecd", "");
        if (names_entity(f, out->property) && out->property[0] >= 'A' && out->property[0] <= 'Z') {
            char *lower = el_arena_strdup(f->arena, out->property);
            lower[0] = (char)(lower[0] - 'A' + 'a');
            out->property = lower;
            out->key_names_entity = 1;
        }
    }
    char order[512];
    snprintf(order, sizeof order, "%s_order", out->property);
    const el_schema_column *o = el_schema_column_named(t->schema, order);
    out->order = o ? o->name : NULL;
    out->role = EL__ROLE_KEY;
    return 1;
}

static int is_double(const el__table *t, const char *property)
{
    for (size_t i = 0; i < t->ncolumns; i++)
        if (!strcmp(t->columns[i].property, property))
            return 1;
    return 0;
}

static void classify_columns(el__inference *f, el__table *t)
{
    t->columns = el_arena_array(f->arena, t->schema->ncolumns, sizeof *t->columns);
    int prefixed = !strcmp(t->key, "ecdid");
    for (size_t i = 0; i < t->schema->ncolumns && t->ncolumns < EL__MAX_COLUMNS; i++) {
        const el_schema_column *s = &t->schema->columns[i];
        el__column c = {.schema = s};
        if (!strcmp(s->name, t->key) || strstr(s->name, "(null)") || s->generated)
            continue;
        if (!strcmp(s->name, "__entityType") || !strcmp(s->name, "_entityType")) {
            t->type_column = s->name;
            continue;
        }
        if (!key_column(f, t, s, &c))
            c.property = prefixed ? strip(f->arena, s->name, "ecd", "") : s->name;
        if (is_double(t, c.property)) /* two columns cannot be one property; the first stays */
            c.role = EL__ROLE_OTHER;
        t->columns[t->ncolumns++] = c;
    }
    for (size_t i = 0; i < t->ncolumns; i++) /* "x_order" beside a key "x__objectid" is no attribute */
        for (size_t k = 0; t->columns[i].role == EL__ROLE_KEY && t->columns[i].order && k < t->ncolumns; k++)
            if (t->columns[k].schema->name == t->columns[i].order)
                t->columns[k].role = EL__ROLE_OTHER;
}

int el__infer_tables(el__inference *f)
{
    const el_schema *s = f->schema;
    for (size_t i = 0; i < s->ntables && !f->prefixed; i++)
        f->prefixed = is_entity_table(&s->tables[i], 1);
    f->tables = el_arena_array(f->arena, s->ntables, sizeof *f->tables);
    for (size_t i = 0; i < s->ntables; i++) {
        const el_schema_table *schema = &s->tables[i];
        const char *name = schema->name + (f->prefixed ? 3 : 0);
        if (!is_entity_table(schema, f->prefixed) || !*name)
            continue;
        el__table *t = &f->tables[f->ntables++];
        t->schema = schema;
        t->name = name;
        t->key = key_of(schema);
        classify_columns(f, t);
    }
    return EL_OK;
}
