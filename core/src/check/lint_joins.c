/* SPDX-License-Identifier: MIT */
/* Rules over join tables. */
#include "check/lint.h"

#include "base/arena.h"
#include "store/store.h"

#include <string.h>

typedef struct join_rule {
    el__lint *lint;
    const el_relationship *r;
    const el_place *place;
    const char *where;
    el_buf from;
} join_rule;

static int run(join_rule *l, const char *code, const char *severity, const char *text, el_buf *condition)
{
    el__rule rule = {"links", code, severity, l->where, NULL, l->r->owner, l->r->destination, text};
    int status = el__lint_rows(l->lint, &rule, l->from.data, condition->data, l->place->source_column, l->place->destination_column);
    el_buf_free(condition);
    return status;
}

static const char *text(join_rule *l, const char *fmt, const char *a, const char *b)
{
    el_buf out = {0};
    for (; *fmt; fmt++) {
        if (*fmt == '1')
            el_buf_puts(&out, a);
        else if (*fmt == '2')
            el_buf_puts(&out, b);
        else
            el_buf_putc(&out, *fmt);
    }
    char *copy = el_arena_strdup(l->lint->report->arena, out.data);
    el_buf_free(&out);
    return copy;
}

static void add_lookup(el_buf *sql, const join_rule *l, const el_entity *entity, const char *column)
{
    const el_layout_entity *target = el_layout_of(l->lint->layout, entity);
    el_buf_puts(sql, "(SELECT 1 FROM ");
    el__lint_table(sql, target->table, "t");
    el_buf_puts(sql, " WHERE ");
    el__lint_column(sql, "t", target->key_column);
    el_buf_puts(sql, " = ");
    el__lint_column(sql, "j", column);
}

static int missing_end(join_rule *l, const el_entity *entity, const char *column, const char *code)
{
    el_buf c = {0};
    if (el_layout_of(l->lint->layout, entity)->table) {
        el_buf_puts(&c, "NOT EXISTS ");
        add_lookup(&c, l, entity, column);
        el_buf_putc(&c, ')');
    } else {
        el_buf_putc(&c, '1');
    }
    return run(l, code, "warning", text(l, "a row of the join table of 1 names an object of 2 that does not exist", l->where, entity->name), &c);
}

static int wrong_end(join_rule *l, const el_entity *entity, const char *column)
{
    if (entity == entity->root || !el_layout_of(l->lint->layout, entity)->type_column)
        return EL_OK;
    el_buf c = {0};
    el_buf_puts(&c, "EXISTS ");
    add_lookup(&c, l, entity, column);
    el_buf_puts(&c, " AND NOT ifnull(");
    el_layout_type_condition(&c, l->lint->layout, entity, 1, "t");
    el_buf_puts(&c, ", 0))");
    return run(l, "wrong-destination", "warning", text(l, "a row of the join table of 1 names an object that is no 2", l->where, entity->name), &c);
}

/* Each direction has a table of its own (or, of a relationship that is its own inverse, a row of its own). */
static int one_sided(join_rule *l)
{
    const el_place *p = l->place;
    int self = l->r->inverse == l->r;
    if (p->from_mirror || (!self && !p->mirror_table))
        return EL_OK;
    el_buf c = {0};
    el_buf_puts(&c, "NOT EXISTS (SELECT 1 FROM ");
    el__lint_table(&c, self ? p->table : p->mirror_table, "m");
    el_buf_puts(&c, " WHERE ");
    el__lint_column(&c, "m", self ? p->destination_column : p->mirror_source_column);
    el_buf_puts(&c, " = ");
    el__lint_column(&c, "j", p->source_column);
    el_buf_puts(&c, " AND ");
    el__lint_column(&c, "m", self ? p->source_column : p->mirror_destination_column);
    el_buf_puts(&c, " = ");
    el__lint_column(&c, "j", p->destination_column);
    el_buf_putc(&c, ')');
    return run(l, "one-sided-link", "warning",
               text(l, "1 has a link that its inverse 2 lacks", l->where,
                    el__lint_where(l->lint, l->r->inverse->owner->name, l->r->inverse->name)), &c);
}

static int doubled(join_rule *l)
{
    const el_schema_table *t = el_schema_table_named(l->lint->layout->recognition->schema, l->place->table);
    for (size_t i = 0; t && i < t->ncolumns; i++)
        if (t->columns[i].primary_key)
            return EL_OK; /* the primary key forbids it */
    el_buf c = {0};
    el_buf_puts(&c, "(SELECT count(*) FROM ");
    el__lint_table(&c, l->place->table, "m");
    el_buf_puts(&c, " WHERE ");
    el__lint_column(&c, "m", l->place->source_column);
    el_buf_puts(&c, " = ");
    el__lint_column(&c, "j", l->place->source_column);
    el_buf_puts(&c, " AND ");
    el__lint_column(&c, "m", l->place->destination_column);
    el_buf_puts(&c, " = ");
    el__lint_column(&c, "j", l->place->destination_column);
    el_buf_puts(&c, ") > 1");
    return run(l, "doubled-link", "warning", text(l, "1 has the same link more than once", l->where, ""), &c);
}

/* Positions count from 1 in the table of the relationship's own direction. */
static int order_gaps(join_rule *l)
{
    const el_place *p = l->place;
    if (!l->r->ordered || !p->order_column || p->from_mirror)
        return EL_OK;
    el_buf c = {0};
    el__lint_column(&c, "j", p->source_column);
    el_buf_puts(&c, " IN (SELECT ");
    el__lint_column(&c, "m", p->source_column);
    el_buf_puts(&c, " FROM ");
    el__lint_table(&c, p->table, "m");
    el_buf_puts(&c, " GROUP BY 1 HAVING count(DISTINCT ");
    el__lint_column(&c, "m", p->order_column);
    el_buf_puts(&c, ") < count(*) OR max(");
    el__lint_column(&c, "m", p->order_column);
    el_buf_puts(&c, ") <> count(*) OR min(");
    el__lint_column(&c, "m", p->order_column);
    el_buf_puts(&c, ") <> 1)");
    return run(l, "order-gaps", "info", text(l, "the positions in 1 have gaps or doubles, so its order is approximate", l->where, ""), &c);
}

/* The one table of older versions serves both relationships: its rows are looked at once. */
static int is_second_reader(const join_rule *l)
{
    const el_relationship *i = l->r->inverse;
    const el_place *other = el_layout_place(l->lint->layout, i->owner, i->name);
    if (i == l->r || !other || other->kind != EL_PLACE_JOIN || strcmp(other->table, l->place->table))
        return 0;
    return i->owner != l->r->owner ? i->owner->index < l->r->owner->index : strcmp(i->name, l->r->name) < 0;
}

static int lint_join(join_rule *l)
{
    if (is_second_reader(l))
        return order_gaps(l);
    int status = missing_end(l, l->r->destination, l->place->destination_column, "dangling-join-row");
    if (!status)
        status = missing_end(l, l->r->owner, l->place->source_column, "orphan-join-row");
    if (!status)
        status = wrong_end(l, l->r->destination, l->place->destination_column);
    if (!status)
        status = wrong_end(l, l->r->owner, l->place->source_column);
    if (!status)
        status = one_sided(l);
    if (!status)
        status = doubled(l);
    return status ? status : order_gaps(l);
}

int el__lint_joins(el__lint *lint, const el_entity *entity)
{
    const el_layout_entity *laid = el_layout_of(lint->layout, entity);
    int status = EL_OK;
    for (size_t i = 0; i < entity->nall_relationships && !status; i++) {
        const el_relationship *r = entity->all_relationships[i];
        if (r->owner != entity || laid->places[i].kind != EL_PLACE_JOIN)
            continue;
        join_rule l = {lint, r, &laid->places[i], el__lint_where(lint, entity->name, r->name), {0}};
        el__lint_table(&l.from, laid->places[i].table, "j");
        status = lint_join(&l);
        el_buf_free(&l.from);
    }
    return status;
}
