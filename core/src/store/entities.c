/* SPDX-License-Identifier: MIT */
/* The entities of a store with their counts, parents first. */
#include "store/store.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "store/listing.h"

#include <inttypes.h>
#include <string.h>

typedef struct listing {
    el_buf *out;
    const el_store *store;
    const el_census *census;
    int n;
    int width; /* text: of the longest name with its indent */
} listing;

static void visit(listing *l, const el_entity *entity, int depth, void (*add)(listing *, const el_entity *, int))
{
    add(l, entity, depth);
    for (size_t i = 0; i < entity->nchildren; i++)
        visit(l, entity->children[i], depth + 1, add);
}

static void visit_all(listing *l, void (*add)(listing *, const el_entity *, int))
{
    const el_model *model = l->store->layout->model;
    for (size_t i = 0; i < model->nentities; i++)
        if (model->entities[i]->root == model->entities[i])
            visit(l, model->entities[i], 0, add);
}

static void add_text_or_null(el_buf *out, const char *key, const char *text)
{
    el_buf_printf(out, ",\"%s\":", key);
    if (text)
        el_buf_json_string(out, text, (size_t)-1);
    else
        el_buf_puts(out, "null");
}

static void add_json(listing *l, const el_entity *entity, int depth)
{
    (void)depth;
    el_buf_puts(l->out, l->n++ ? ",{\"name\":" : "{\"name\":");
    el_buf_json_string(l->out, entity->name, (size_t)-1);
    add_text_or_null(l->out, "parent", entity->parent ? entity->parent->name : NULL);
    el_buf_printf(l->out, ",\"abstract\":%s", entity->abstract ? "true" : "false");
    add_text_or_null(l->out, "table", el_layout_of(l->store->layout, entity)->table);
    el_buf_printf(l->out, ",\"count\":%" PRId64 ",\"countWithSubentities\":%" PRId64, l->census->own[entity->index],
                  l->census->with_subentities[entity->index]);
    if (entity->confidence != EL_CERTAIN)
        add_text_or_null(l->out, "confidence", el_confidence_name(entity->confidence));
    el_buf_putc(l->out, '}');
}

static int width_of(const el_entity *entity, int depth)
{
    return 2 * depth + (int)el_utf8_length(entity->name, strlen(entity->name));
}

static void measure(listing *l, const el_entity *entity, int depth)
{
    int width = width_of(entity, depth);
    if (width > l->width)
        l->width = width;
}

static void add_line(listing *l, const el_entity *entity, int depth)
{
    int64_t own = l->census->own[entity->index], all = l->census->with_subentities[entity->index];
    el_buf_printf(l->out, "%*s%s%*s  %8" PRId64, 2 * depth, "", entity->name, l->width - width_of(entity, depth), "", own);
    if (entity->nchildren)
        el_buf_printf(l->out, "  (%" PRId64 " with sub-entities)", all);
    if (entity->abstract)
        el_buf_puts(l->out, "  abstract");
    if (!el_layout_of(l->store->layout, entity)->table)
        el_buf_puts(l->out, "  no table");
    if (entity->confidence != EL_CERTAIN)
        el_buf_printf(l->out, "  %s", el_confidence_name(entity->confidence));
    el_buf_putc(l->out, '\n');
}

void el__entities_json(el_buf *out, const el_store *store, const el_census *census)
{
    listing l = {out, store, census, 0, 0};
    el_buf_putc(out, '[');
    visit_all(&l, add_json);
    el_buf_putc(out, ']');
}

void el__entities_text(el_buf *out, const el_store *store, const el_census *census)
{
    listing l = {out, store, census, 0, 0};
    visit_all(&l, measure);
    visit_all(&l, add_line);
}

static int listed(el_buf *out, el_store *store, void (*add)(el_buf *, const el_store *, const el_census *), el_error *err)
{
    el_census *census;
    int status = el__census_take(&census, store, err);
    if (status)
        return status;
    add(out, store, census);
    el__census_free(census);
    return EL_OK;
}

int el_store_entities_json(el_buf *out, el_store *store, el_error *err)
{
    return listed(out, store, el__entities_json, err);
}

int el_store_entities_text(el_buf *out, el_store *store, el_error *err)
{
    return listed(out, store, el__entities_text, err);
}
