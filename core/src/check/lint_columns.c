/* SPDX-License-Identifier: MIT */
/* Columns without a property, values in rows of the wrong entity, uniqueness that the model asks for and ECD ignores. */
#include "check/lint.h"

#include "base/arena.h"
#include "base/map.h"
#include "sqlite/api.h"
#include "store/store.h"

#include <inttypes.h>
#include <string.h>

static int orphan_column(el__lint *lint, const char *table, const char *column)
{
    el_buf from = {0};
    int64_t n = 0;
    el__lint_table(&from, table, "d");
    el_buf_puts(&from, " WHERE ");
    el__lint_column(&from, "d", column);
    el_buf_puts(&from, " IS NOT NULL");
    el_buf sql = {0};
    el_buf_printf(&sql, "SELECT count(*) FROM %s", from.data);
    int status = el_sql_int64(&n, NULL, lint->store->db, sql.data, lint->err);
    if (!status && n) {
        el_check_finding *f = el__check_add(lint->report, "layout", "orphan-values", "notice", el__lint_where(lint, table, column),
                                            "%" PRId64 " value%s in the column %s of %s, for which the model has no property", n,
                                            n == 1 ? "" : "s", column, table);
        f->count = n;
        f->sql = el_arena_printf(lint->report->arena, "SELECT d.* FROM %s", from.data);
    }
    el_buf_free(&from);
    el_buf_free(&sql);
    return status ? status : el__lint_step(lint);
}

/* Appends, joined by OR, the type conditions of the entities that declare an attribute in the column. */
static int add_declarers(el_buf *out, const el__lint *lint, const el_entity *entity, const char *column)
{
    const el_layout_entity *laid = el_layout_of(lint->layout, entity);
    int found = 0;
    for (size_t i = 0; i < entity->nall_attributes; i++) {
        if (entity->all_attributes[i]->owner != entity || !laid->attribute_columns[i] || strcmp(laid->attribute_columns[i], column))
            continue;
        if (out->len)
            el_buf_puts(out, " OR ");
        el_layout_type_condition(out, lint->layout, entity, 1, "d");
        found = 1;
    }
    for (size_t i = 0; i < entity->nchildren; i++)
        found |= add_declarers(out, lint, entity->children[i], column);
    return found;
}

/* A value of a sub-entity's attribute in the row of another entity: left by a change of type, seen by nobody. */
static int stray_values(el__lint *lint, const el_entity *root, const el_attribute *a, const char *column)
{
    el_buf c = {0}, declarers = {0}, from = {0};
    add_declarers(&declarers, lint, root, column);
    el_layout_type_condition(&c, lint->layout, root, 1, "d");
    el_buf_printf(&c, " AND NOT ifnull(%s, 0) AND ", declarers.data);
    el__lint_column(&c, "d", column);
    el_buf_puts(&c, " IS NOT NULL");
    el__lint_table(&from, el_layout_of(lint->layout, root)->table, "d");
    const char *where = el__lint_where(lint, a->owner->name, a->name);
    el__rule rule = {"values", "stray-value", "notice", where, root, NULL, NULL,
                     el_arena_printf(lint->report->arena, "a value of %s lies in the row of an entity without that attribute", where)};
    int status = el__lint_rows(lint, &rule, from.data, c.data, NULL, NULL);
    el_buf_free(&c);
    el_buf_free(&declarers);
    el_buf_free(&from);
    return status;
}

static int lint_stray(el__lint *lint, const el_entity *entity, el_map *done)
{
    const el_layout_entity *laid = el_layout_of(lint->layout, entity);
    int status = EL_OK;
    for (size_t i = 0; i < entity->nall_attributes && !status; i++) {
        const el_attribute *a = entity->all_attributes[i];
        const char *column = laid->attribute_columns[i];
        if (a->owner != entity || a->transient || !column || el_map_get(done, column))
            continue;
        el_map_put(done, column, done);
        if (entity != entity->root)
            status = stray_values(lint, entity->root, a, column);
    }
    for (size_t i = 0; i < entity->nchildren && !status; i++)
        status = lint_stray(lint, entity->children[i], done);
    return status;
}

static int add_unique_columns(el_buf *out, const el__lint *lint, const el_entity *entity, const el_name_list *names, const char *alias)
{
    for (size_t i = 0; i < names->n; i++) {
        const char *column = el_layout_column(lint->layout, entity, names->names[i]);
        if (!column)
            return 0;
        if (i)
            el_buf_puts(out, ", ");
        el__lint_column(out, alias, column);
    }
    return names->n > 0;
}

/* Core Data lets nil be shared. */
static int unique(el__lint *lint, const el_entity *entity, const el_name_list *names)
{
    const el_layout_entity *laid = el_layout_of(lint->layout, entity);
    el_buf outer = {0}, inner = {0}, c = {0}, from = {0}, list = {0};
    int status = EL_OK;
    if (add_unique_columns(&outer, lint, entity, names, "d") && add_unique_columns(&inner, lint, entity, names, "u")) {
        el_layout_type_condition(&c, lint->layout, entity, 1, "d");
        el_buf_printf(&c, " AND (%s) IN (SELECT %s FROM ", outer.data, inner.data);
        el__lint_table(&c, laid->table, "u");
        el_buf_puts(&c, " WHERE ");
        el_layout_type_condition(&c, lint->layout, entity, 1, "u");
        el_buf_printf(&c, " GROUP BY %s HAVING count(*) > 1)", inner.data);
        el__lint_table(&from, laid->table, "d");
        for (size_t i = 0; i < names->n; i++)
            el_buf_printf(&list, "%s%s", i ? ", " : "", names->names[i]);
        el__rule rule = {"values", "not-unique", "notice", entity->name, entity, NULL, NULL,
                         el_arena_printf(lint->report->arena, "%s shares %s with another, which the model forbids and ECD allows",
                                         entity->name, list.data)};
        status = el__lint_rows(lint, &rule, from.data, c.data, NULL, NULL);
    }
    el_buf_free(&outer);
    el_buf_free(&inner);
    el_buf_free(&c);
    el_buf_free(&from);
    el_buf_free(&list);
    return status;
}

static int lint_entity(el__lint *lint, const el_entity *entity)
{
    int status = EL_OK;
    if (!el_layout_of(lint->layout, entity)->table)
        return EL_OK;
    if (entity == entity->root && entity->nchildren && el_layout_of(lint->layout, entity)->type_column) {
        el_map *done = el_map_new();
        status = lint_stray(lint, entity, done);
        el_map_free(done);
    }
    for (size_t i = 0; i < entity->nuniqueness && !status; i++)
        status = unique(lint, entity, &entity->uniqueness[i]);
    return status;
}

int el__lint_columns(el__lint *lint)
{
    int status = EL_OK;
    for (size_t i = 0; i < lint->layout->nunknown_columns && !status; i++)
        status = orphan_column(lint, lint->layout->unknown_columns[i].table, lint->layout->unknown_columns[i].column);
    for (size_t i = 0; i < lint->layout->model->nentities && !status; i++)
        status = lint_entity(lint, lint->layout->model->entities[i]);
    return status;
}
