/* SPDX-License-Identifier: MIT */
/* The other way in: "author.name == 'x'" can be asked of the few authors first and the posts be found by their key.
 * Where the conjunct picks few targets and the key column has an index this beats any scan; the set of keys is made
 * once, and a row without a target is not in it, as it should be. */
#include "predicate/sql_private.h"

#include "sqlite/api.h"

#include <string.h>

/* The highest key of a table: for deciding between plans only, so a wrong guess costs time, never rows. */
static int64_t table_size(el_translation *t, const el_entity *entity)
{
    const el_layout_entity *place = el_layout_of(t->layout, entity);
    int64_t n = 0;
    if (place && place->table)
        el_sql_int64(&n, NULL, el_store_db(t->store), el__sql(t, "SELECT max(%s) FROM main.%s", el__sql_quoted(t, place->key_column), el__sql_quoted(t, place->table)), NULL);
    return n;
}

static int picks_few(const el_pred *p)
{
    if (p->modifier != EL_MOD_DIRECT || p->options || p->left->kind != EL_EXPR_KEY || p->left->nsteps < 2)
        return 0;
    const el_expr *r = p->right;
    int text = r->kind == EL_EXPR_CONST && r->value.kind == EL_STRING;
    if (p->op == EL_OP_LIKE)
        return text && el__sql_like_is_plain(&r->value);
    int scalar = r->kind == EL_EXPR_CONST && r->value.kind != EL_NULL && r->value.kind != EL_LIST && r->value.kind != EL_SET &&
                 r->value.kind != EL_DICT && r->value.kind != EL_BOOL && r->value.kind != EL_KEYPATH && r->value.kind != EL_ENTITY;
    return p->op == EL_OP_EQ && scalar;
}

/* The to-one steps that have an index to come back by. */
static int way_back(el_translation *t, const el_entity *from, const el_step *steps, size_t n)
{
    for (size_t i = 0; i + 1 < n; i++) {
        const el_relationship *r = el_entity_relationship(from, steps[i].name);
        if (!r || r->to_many || !r->destination || steps[i].is_variable)
            return 0;
        const el_place *place = el_layout_place(t->layout, from, r->name);
        if (!place || place->kind != EL_PLACE_TO_ONE || !place->indexed || !el_layout_all_integers(t->store, place->table, place->column))
            return 0;
        const el_layout_entity *to = el_layout_of(t->layout, r->destination);
        if (!to || !to->table)
            return 0;
        if (table_size(t, r->destination) > 4 * table_size(t, from))
            return 0;
        from = r->destination;
    }
    return el_entity_attribute(from, steps[n - 1].name) != NULL;
}

static el_test from_targets(el_translation *t, const el_spot *from, const el_pred *p, size_t step)
{
    el_test none = {NULL, 0};
    const el_expr *path = p->left;
    const el_relationship *r = el_entity_relationship(from->entity, path->steps[step].name);
    el_spot to;
    el_sql_frame *frame = el__sql_frame_new(t, from->frame);
    if (el__sql_spot_table(t, frame, r->destination, &to))
        return none;
    el__sql_frame_where(t, frame, el__sql_spot_type_condition(t, &to, r->destination, 1));
    el_test inner;
    if (step + 2 < path->nsteps) {
        inner = from_targets(t, &to, p, step + 1);
    } else {
        el_operand left;
        el_scope scope = {.spot = to};
        if (el__sql_walk(t, &to, path->steps + step + 1, 1, path->range, &left))
            return none;
        inner = el__sql_compare_any(t, &scope, p, &left);
    }
    if (!inner.sql)
        return none;
    /* The plus keeps the key's affinity away from the foreign key column, see sql_scope.c. */
    const el_place *place = el_layout_place(t->layout, from->entity, r->name);
    inner.sql = el__sql(t, "%s IN (SELECT +%s %s)", el__sql_qualified(t, from->alias, place->column), el__sql_spot_key(t, &to),
                        el__sql_frame_sql(t, frame, inner.sql));
    inner.cost = EL_COST_COLUMN;
    return inner;
}

el_test el__sql_drive(el_translation *t, const el_pred *p)
{
    el_test none = {NULL, 0};
    if (p->kind != EL_PRED_COMPARE || !picks_few(p) || !way_back(t, t->self.entity, p->left->steps, p->left->nsteps))
        return none;
    return from_targets(t, &t->self, p, 0);
}
