/* SPDX-License-Identifier: MIT */
/* Rules over key columns: to-ones and the orders of one-to-many relationships. */
#include "check/lint.h"

#include "base/arena.h"
#include "store/store.h"

#include <stdio.h>

typedef struct link {
    el__lint *lint;
    const el_relationship *r;
    const el_place *place;
    const char *where;
    el_buf from;
} link_rule;

static el__rule rule_of(const link_rule *l, const char *code, const char *severity, const char *text)
{
    return (el__rule){"links", code, severity, l->where, l->r->owner, NULL, NULL, text};
}

/* The rows in which the column is this relationship's: siblings may share it. */
static void add_own_rows(el_buf *sql, const link_rule *l)
{
    el_layout_type_condition(sql, l->lint->layout, l->r->owner, 1, "d");
    el_buf_puts(sql, " AND ");
    el__lint_column(sql, "d", l->place->column);
}

static void add_target(el_buf *sql, const link_rule *l)
{
    const el_layout_entity *target = el_layout_of(l->lint->layout, l->r->destination);
    el_buf_puts(sql, "(SELECT 1 FROM ");
    el__lint_table(sql, target->table, "t");
    el_buf_puts(sql, " WHERE ");
    el__lint_column(sql, "t", target->key_column);
    el_buf_puts(sql, " = ");
    el__lint_column(sql, "d", l->place->column);
}

static int run(link_rule *l, const char *code, const char *severity, const char *text, el_buf *condition)
{
    el__rule rule = rule_of(l, code, severity, text);
    int status = el__lint_rows(l->lint, &rule, l->from.data, condition->data, NULL, NULL);
    el_buf_free(condition);
    return status;
}

static int dangling(link_rule *l)
{
    el_buf c = {0};
    add_own_rows(&c, l);
    el_buf_puts(&c, " IS NOT NULL");
    if (el_layout_of(l->lint->layout, l->r->destination)->table) {
        el_buf_puts(&c, " AND NOT EXISTS ");
        add_target(&c, l);
        el_buf_putc(&c, ')');
    }
    const char *text = el_arena_printf(l->lint->report->arena, "%s points at an object of %s that does not exist", l->where,
                                       l->r->destination->name);
    return run(l, "dangling-key", "warning", text, &c);
}

static int not_integer(link_rule *l)
{
    el_buf c = {0};
    el_layout_type_condition(&c, l->lint->layout, l->r->owner, 1, "d");
    el_buf_puts(&c, " AND typeof(");
    el__lint_column(&c, "d", l->place->column);
    el_buf_puts(&c, ") NOT IN ('integer', 'null')");
    return run(l, "key-not-integer", "warning", el_arena_printf(l->lint->report->arena, "the key in %s is no integer", l->where), &c);
}

static int wrong_target(link_rule *l)
{
    const el_entity *destination = l->r->destination;
    if (destination == destination->root || !el_layout_of(l->lint->layout, destination)->type_column)
        return EL_OK;
    el_buf c = {0};
    add_own_rows(&c, l);
    el_buf_puts(&c, " IS NOT NULL AND EXISTS ");
    add_target(&c, l);
    el_buf_puts(&c, " AND NOT ifnull(");
    el_layout_type_condition(&c, l->lint->layout, destination, 1, "t");
    el_buf_puts(&c, ", 0))");
    const char *text = el_arena_printf(l->lint->report->arena, "%s points at an object that is no %s", l->where, destination->name);
    return run(l, "wrong-destination", "warning", text, &c);
}

/* Both tables of a one-to-one hold a key, and nothing but the app keeps them in step. */
static int one_sided(link_rule *l)
{
    const el_relationship *inverse = l->r->inverse;
    const el_place *back = inverse && !inverse->to_many ? el_layout_place(l->lint->layout, inverse->owner, inverse->name) : NULL;
    if (!back || back->kind != EL_PLACE_TO_ONE)
        return EL_OK;
    el_buf c = {0};
    add_own_rows(&c, l);
    el_buf_puts(&c, " IS NOT NULL AND EXISTS ");
    add_target(&c, l);
    el_buf_puts(&c, " AND ");
    el__lint_column(&c, "t", back->column);
    el_buf_puts(&c, " IS NOT ");
    el__lint_column(&c, "d", el_layout_of(l->lint->layout, l->r->owner)->key_column);
    el_buf_putc(&c, ')');
    const char *text = el_arena_printf(l->lint->report->arena, "%s points at an object whose %s does not point back", l->where,
                                       inverse->name);
    return run(l, "one-sided-link", "notice", text, &c);
}

static int required(link_rule *l)
{
    if (l->r->optional || l->lint->inferred)
        return EL_OK;
    el_buf c = {0};
    add_own_rows(&c, l);
    el_buf_puts(&c, " IS NULL");
    return run(l, "missing-value", "notice", el_arena_printf(l->lint->report->arena, "%s is empty, but not optional", l->where), &c);
}

static int lint_to_one(link_rule *l)
{
    int status = not_integer(l);
    if (!status && l->r->destination)
        status = dangling(l);
    if (!status && l->r->destination && el_layout_of(l->lint->layout, l->r->destination)->table) {
        status = wrong_target(l);
        if (!status)
            status = one_sided(l);
    }
    return status ? status : required(l);
}

/* Owners whose members' positions are not 0 … n - 1.  Normal after reordering: ECD does not rewrite them. */
static int order_gaps(link_rule *l)
{
    const el_layout_entity *owner = el_layout_of(l->lint->layout, l->r->owner);
    if (!l->r->ordered || !l->place->order_column || !owner->table)
        return EL_OK;
    el_buf c = {0};
    el__lint_column(&c, "d", owner->key_column);
    el_buf_puts(&c, " IN (SELECT ");
    el__lint_column(&c, "m", l->place->column);
    el_buf_puts(&c, " FROM ");
    el__lint_table(&c, l->place->table, "m");
    el_buf_puts(&c, " WHERE ");
    el_layout_type_condition(&c, l->lint->layout, l->r->destination, 1, "m");
    el_buf_puts(&c, " GROUP BY 1 HAVING count(DISTINCT ");
    el__lint_column(&c, "m", l->place->order_column);
    el_buf_puts(&c, ") < count(*) OR max(");
    el__lint_column(&c, "m", l->place->order_column);
    el_buf_puts(&c, ") >= count(*) OR min(");
    el__lint_column(&c, "m", l->place->order_column);
    el_buf_puts(&c, ") <> 0)");
    const char *text = el_arena_printf(l->lint->report->arena, "the positions in %s have gaps or doubles, so its order is approximate",
                                       l->where);
    return run(l, "order-gaps", "info", text, &c);
}

int el__lint_links(el__lint *lint, const el_entity *entity)
{
    const el_layout_entity *laid = el_layout_of(lint->layout, entity);
    int status = EL_OK;
    for (size_t i = 0; i < entity->nall_relationships && !status; i++) {
        const el_relationship *r = entity->all_relationships[i];
        if (r->owner != entity)
            continue;
        link_rule l = {lint, r, &laid->places[i], el__lint_where(lint, entity->name, r->name), {0}};
        el__lint_table(&l.from, laid->table, "d");
        if (laid->places[i].kind == EL_PLACE_TO_ONE)
            status = lint_to_one(&l);
        else if (laid->places[i].kind == EL_PLACE_ONE_TO_MANY)
            status = order_gaps(&l);
        el_buf_free(&l.from);
    }
    return status;
}
