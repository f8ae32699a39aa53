/* SPDX-License-Identifier: MIT */
/* Which rows of a hierarchy's table are whose: the type column holds a hash of the entity's name, in one of the forms that
 * ECD has written over the years (guide/format.md, "Entity type"). */
#include "base/arena.h"
#include "base/buf.h"
#include "layout/names.h"
#include "sqlite/api.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct typed_int { int64_t value; const el_entity *entity; } typed_int;
typedef struct typed_real { double value; const el_entity *entity; } typed_real;

/* The values of one hierarchy. */
typedef struct el_type_index {
    typed_int *ints; size_t nints; /* sorted */
    typed_real *reals; size_t nreals;
    const el_entity *null_entity;  /* whose rows those without a type are, or NULL */
} el_type_index;

static const el_entity *owner_of_int(const el_type_index *index, int64_t value)
{
    for (size_t i = 0; i < index->nints; i++)
        if (index->ints[i].value == value)
            return index->ints[i].entity;
    return NULL;
}

/* A form that another entity of the hierarchy claimed first is not this one's: the 64-bit forms, which are unique in
 * practice, are entered before the 32-bit ones. */
static void add_int(el_type_index *index, el_type_values *values, const el_entity *entity, int64_t value)
{
    if (owner_of_int(index, value) || values->nints == sizeof values->ints / sizeof *values->ints)
        return;
    values->ints[values->nints++] = value;
    index->ints[index->nints++] = (typed_int){value, entity};
}

static void add_real(el_type_index *index, el_type_values *values, const el_entity *entity, double value)
{
    for (size_t i = 0; i < index->nreals; i++)
        if (index->reals[i].value == value)
            return;
    if (values->nreals == sizeof values->reals / sizeof *values->reals)
        return;
    values->reals[values->nreals++] = value;
    index->reals[index->nreals++] = (typed_real){value, entity};
}

static void add_wide(el_type_index *index, el_type_values *values, const el_entity *entity)
{
    for (int sign_extend = 0; sign_extend < 2; sign_extend++) {
        uint64_t hash = el_cfhash(entity->name, strlen(entity->name), sign_extend);
        add_int(index, values, entity, (int64_t)hash);
        if (hash > INT64_MAX) /* printed unsigned into the statement, it was too long for an integer */
            add_real(index, values, entity, (double)hash);
    }
}

static void add_narrow(el_type_index *index, el_type_values *values, const el_entity *entity)
{
    uint32_t low = (uint32_t)el_cfhash(entity->name, strlen(entity->name), 0);
    add_int(index, values, entity, (int32_t)low);
    add_int(index, values, entity, low);
}

typedef void add_fn(el_type_index *, el_type_values *, const el_entity *);

static void visit(el_layout *layout, el_type_index *index, const el_entity *entity, add_fn *add)
{
    add(index, &layout->entities[entity->index].type, entity);
    for (size_t i = 0; i < entity->nchildren; i++)
        visit(layout, index, entity->children[i], add);
}

static size_t hierarchy_size(const el_entity *entity)
{
    size_t n = 1;
    for (size_t i = 0; i < entity->nchildren; i++)
        n += hierarchy_size(entity->children[i]);
    return n;
}

static int by_value(const void *a, const void *b)
{
    int64_t x = ((const typed_int *)a)->value, y = ((const typed_int *)b)->value;
    return x < y ? -1 : x > y;
}

void el__layout_types(el_layout *layout)
{
    const el_model *model = layout->model;
    layout->type_index = el_arena_array(layout->arena, model->nentities, sizeof *layout->type_index);
    for (size_t i = 0; i < model->nentities; i++) {
        const el_entity *root = model->entities[i];
        if (root->root != root || !layout->entities[root->index].type_column)
            continue;
        el_type_index *index = &layout->type_index[root->index];
        size_t n = hierarchy_size(root);
        index->ints = el_arena_array(layout->arena, n * 4, sizeof *index->ints);
        index->reals = el_arena_array(layout->arena, n * 2, sizeof *index->reals);
        visit(layout, index, root, add_wide);
        visit(layout, index, root, add_narrow);
        qsort(index->ints, index->nints, sizeof *index->ints, by_value);
        if (!root->abstract) {
            layout->entities[root->index].type.null_too = 1;
            index->null_entity = root;
        }
    }
}

const el_entity *el_layout_row_entity(const el_layout *layout, const el_entity *root, int sqlite_type, int64_t i, double d)
{
    const el_type_index *index = &layout->type_index[root->index];
    if (!layout->entities[root->index].type_column)
        return root;
    if (sqlite_type == SQLITE_NULL)
        return index->null_entity;
    if (sqlite_type == SQLITE_INTEGER) {
        typed_int key = {i, NULL};
        const typed_int *found = bsearch(&key, index->ints, index->nints, sizeof key, by_value);
        return found ? found->entity : NULL;
    }
    if (sqlite_type == SQLITE_FLOAT)
        for (size_t k = 0; k < index->nreals; k++)
            if (index->reals[k].value == d)
                return index->reals[k].entity;
    return NULL;
}

static void add_constants(el_buf *out, const el_layout *layout, const el_entity *entity, int with_subentities, int *n)
{
    const el_type_values *type = &layout->entities[entity->index].type;
    char text[40];
    for (size_t i = 0; i < type->nints; i++)
        el_buf_printf(out, "%s%" PRId64, (*n)++ ? ", " : "", type->ints[i]);
    for (size_t i = 0; i < type->nreals; i++) {
        el_double_text(text, type->reals[i]);
        el_buf_printf(out, "%s%s", (*n)++ ? ", " : "", text);
    }
    for (size_t i = 0; with_subentities && i < entity->nchildren; i++)
        add_constants(out, layout, entity->children[i], 1, n);
}

static void add_column(el_buf *out, const char *alias, const char *column)
{
    if (alias) {
        el_buf_identifier(out, alias);
        el_buf_putc(out, '.');
    }
    el_buf_identifier(out, column);
}

void el_layout_type_condition(el_buf *out, const el_layout *layout, const el_entity *entity, int with_subentities,
                              const char *alias)
{
    const el_layout_entity *e = &layout->entities[entity->index];
    if (!e->type_column) {
        /* Without types all rows are the root's. */
        el_buf_putc(out, entity == entity->root ? '1' : '0');
        return;
    }
    int n = 0;
    if (e->type.null_too)
        el_buf_putc(out, '(');
    add_column(out, alias, e->type_column);
    el_buf_puts(out, " IN (");
    add_constants(out, layout, entity, with_subentities, &n);
    el_buf_putc(out, ')');
    if (e->type.null_too) {
        el_buf_puts(out, " OR ");
        add_column(out, alias, e->type_column);
        el_buf_puts(out, " IS NULL)");
    }
}
