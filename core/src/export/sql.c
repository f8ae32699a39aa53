/* SPDX-License-Identifier: MIT */
/* SQL that any SQLite shell runs: one table for the entity, one for each of its to-many relationships. */
#include "export/writer.h"

#include <math.h>
#include <string.h>

static const el_attribute *attribute_in_family(const el_entity *entity, const char *name)
{
    const el_attribute *a = el_entity_attribute(entity, name);
    for (size_t i = 0; !a && i < entity->nchildren; i++)
        a = attribute_in_family(entity->children[i], name);
    return a;
}

/* The type is for a reader only: declared, it would turn a text "12" among numbers into a number. */
static void add_type(el_buf *b, const el_entity *entity, const char *name)
{
    const el_attribute *a = attribute_in_family(entity, name);
    if (a)
        el_buf_printf(b, " /* %s */", el_attribute_type_name(a->type));
}

static void members_table(el_buf *b, const el_writer *w, const char *relationship)
{
    el_buf name = {0};
    el_buf_printf(&name, "%s.%s", w->table, relationship);
    el_buf_identifier(b, el_buf_str(&name));
    el_buf_free(&name);
}

static void begin(el_writer *w)
{
    el_buf *b = &w->out;
    el_buf_puts(b, "BEGIN;\nCREATE TABLE ");
    el_buf_identifier(b, w->table);
    if (!w->entity) {
        for (size_t i = 0; i < w->nnames; i++) {
            el_buf_puts(b, i ? ", " : " (");
            el_buf_identifier(b, w->names[i]);
        }
        el_buf_puts(b, ");\n");
        return;
    }
    el_buf_puts(b, " (\"id\" INTEGER PRIMARY KEY, \"entity\" TEXT");
    for (size_t i = 0; i < w->ncolumns; i++) {
        if (w->columns[i].to_many)
            continue;
        el_buf_puts(b, ", ");
        /* The two fixed columns own their names. */
        if (!strcmp(w->columns[i].name, "id") || !strcmp(w->columns[i].name, "entity")) {
            el_buf name = {0};
            el_buf_printf(&name, "%s.%s", w->table, w->columns[i].name);
            el_buf_identifier(b, el_buf_str(&name));
            el_buf_free(&name);
        } else {
            el_buf_identifier(b, w->columns[i].name);
        }
        if (w->columns[i].relationship)
            el_buf_puts(b, " INTEGER");
        else
            add_type(b, w->entity, w->columns[i].name);
    }
    el_buf_puts(b, ");\n");
    for (size_t i = 0; i < w->ncolumns; i++) {
        if (!w->columns[i].to_many)
            continue;
        el_buf_puts(b, "CREATE TABLE ");
        members_table(b, w, w->columns[i].name);
        el_buf_puts(b, " (\"source\" INTEGER, \"position\" INTEGER, \"entity\" TEXT, \"destination\" INTEGER);\n");
    }
}

/* A literal.  Infinities have none; an over-large number reads back as one. */
static void literal(el_buf *b, const el_cell *cell)
{
    const el_value *v = &cell->value;
    char number[32];
    switch (v->kind) {
    case EL_NULL: el_buf_puts(b, "NULL"); break;
    case EL_BOOL:
    case EL_INT: el_buf_printf(b, "%lld", (long long)v->u.i); break;
    case EL_DOUBLE:
    case EL_DATE:
        if (isnan(v->u.d))
            el_buf_puts(b, "NULL");
        else if (isinf(v->u.d))
            el_buf_puts(b, v->u.d > 0 ? "9e999" : "-9e999");
        else {
            el_double_text(number, v->u.d);
            el_buf_puts(b, number);
        }
        break;
    case EL_DATA:
    case EL_ARCHIVE:
        el_buf_puts(b, "X'");
        el_buf_hex(b, v->u.text.s, v->u.text.n);
        el_buf_putc(b, '\'');
        break;
    default:
        /* A NUL would end the script's text, and bytes that are not UTF-8 would be altered on the way. */
        if ((cell->flags & EL_CELL_NOT_UTF8) || memchr(v->u.text.s ? v->u.text.s : "", '\0', v->u.text.n)) {
            el_buf_puts(b, "CAST(X'");
            el_buf_hex(b, v->u.text.s, v->u.text.n);
            el_buf_puts(b, "' AS TEXT)");
        } else {
            el_buf_sql_string(b, v->u.text.s ? v->u.text.s : "", v->u.text.n);
        }
    }
}

static void members(el_writer *w, const el_object *o, const char *relationship, const el_ref_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        el_buf_puts(&w->out, "INSERT INTO ");
        members_table(&w->out, w, relationship);
        el_buf_printf(&w->out, " VALUES (%lld, %zu, ", (long long)o->key, i);
        if (list->items[i].entity)
            el_buf_sql_string(&w->out, list->items[i].entity->name, (size_t)-1);
        else
            el_buf_puts(&w->out, "NULL"); /* an inferred model need not know what a key points at */
        el_buf_printf(&w->out, ", %lld);\n", (long long)list->items[i].key);
    }
}

static int object(el_writer *w, el_store *store, const el_object *o, el_error *err)
{
    (void)store;
    (void)err;
    el_buf *b = &w->out;
    el_buf_puts(b, "INSERT INTO ");
    el_buf_identifier(b, w->table);
    el_buf_printf(b, " VALUES (%lld, ", (long long)o->key);
    el_buf_sql_string(b, o->entity->name, (size_t)-1);
    const int *places = el__export_places(w, o->entity);
    for (size_t i = 0; i < w->ncolumns; i++) {
        const el_export_column *c = &w->columns[i];
        if (c->to_many)
            continue;
        el_buf_puts(b, ", ");
        int at = places[i];
        if (at < 0 || (c->relationship && !o->to_one[at].present))
            el_buf_puts(b, "NULL");
        else if (c->relationship)
            el_buf_int64(b, o->to_one[at].key);
        else
            literal(b, &o->attributes[at]);
    }
    el_buf_puts(b, ");\n");
    for (size_t i = 0; i < o->entity->nall_relationships; i++)
        if (o->entity->all_relationships[i]->to_many && !o->entity->all_relationships[i]->transient && o->to_many)
            members(w, o, o->entity->all_relationships[i]->name, &o->to_many[i]);
    return EL_OK;
}

static int row(el_writer *w, const el_cell *cells, size_t n, el_error *err)
{
    (void)err;
    el_buf_puts(&w->out, "INSERT INTO ");
    el_buf_identifier(&w->out, w->table);
    for (size_t i = 0; i < n; i++) {
        el_buf_puts(&w->out, i ? ", " : " VALUES (");
        literal(&w->out, &cells[i]);
    }
    el_buf_puts(&w->out, ");\n");
    return EL_OK;
}

static void end(el_writer *w)
{
    el_buf_puts(&w->out, "COMMIT;\n");
}

const el_writer_class el__sql_writer = {begin, object, row, end};
