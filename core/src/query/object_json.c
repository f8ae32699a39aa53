/* SPDX-License-Identifier: MIT */
/* The typed JSON of an object. */
#include "entitylens/object.h"

#include "base/buf.h"
#include "layout/layout.h"

#include <string.h>

/* "Entity/5" as a JSON string; an unknown destination has a question mark for its name. */
static void add_id(el_buf *out, const el_entity *entity, int64_t key)
{
    const char *name = entity ? entity->name : "?";
    el_buf_json_string(out, name, (size_t)-1);
    out->len--; /* the closing quote comes after the number, which needs no escaping */
    el_buf_putc(out, '/');
    el_buf_int64(out, key);
    el_buf_putc(out, '"');
}

static void add_key(el_buf *out, const char *name, int *n)
{
    if ((*n)++)
        el_buf_putc(out, ',');
    el_buf_json_string(out, name, (size_t)-1);
    el_buf_putc(out, ':');
}

static void add_refs(el_buf *out, const el_ref_list *list)
{
    el_buf_putc(out, '[');
    for (size_t i = 0; i < list->n; i++) {
        if (i)
            el_buf_putc(out, ',');
        add_id(out, list->items[i].entity, list->items[i].key);
    }
    el_buf_putc(out, ']');
}

static void add_attributes(el_buf *out, const el_object *o)
{
    int n = 0;
    for (size_t i = 0; i < o->laid->nattribute_order; i++) {
        size_t k = o->laid->attribute_order[i];
        add_key(out, o->entity->all_attributes[k]->name, &n);
        el_cell_json(out, &o->attributes[k]);
    }
}

static void add_to_one(el_buf *out, const el_object *o)
{
    int n = 0;
    for (size_t i = 0; i < o->laid->nrelationship_order; i++) {
        size_t k = o->laid->relationship_order[i];
        if (o->entity->all_relationships[k]->to_many)
            continue;
        add_key(out, o->entity->all_relationships[k]->name, &n);
        if (o->to_one[k].present)
            add_id(out, o->to_one[k].entity, o->to_one[k].key);
        else
            el_buf_puts(out, "null");
    }
}

/* Members that were not read are left out: an empty list would be a statement. */
static void add_to_many(el_buf *out, const el_object *o)
{
    int n = 0;
    for (size_t i = 0; i < o->laid->nrelationship_order; i++) {
        size_t k = o->laid->relationship_order[i];
        if (!o->entity->all_relationships[k]->to_many || (o->to_many[k].available && !o->to_many[k].items))
            continue;
        add_key(out, o->entity->all_relationships[k]->name, &n);
        add_refs(out, &o->to_many[k]);
    }
}

static void add_referenced_by(el_buf *out, const el_object *o)
{
    int n = 0;
    for (size_t i = 0; i < o->nreferenced_by; i++) {
        const el_relationship *r = o->referenced_by[i].relationship;
        if (!o->referenced_by[i].from.n)
            continue;
        el_buf name = {0};
        el_buf_printf(&name, "%s.%s", r->owner->name, r->name);
        add_key(out, name.data, &n);
        el_buf_free(&name);
        add_refs(out, &o->referenced_by[i].from);
    }
}

void el_object_json(el_buf *out, const el_object *o)
{
    el_buf_puts(out, "{\"id\":");
    add_id(out, o->entity, o->key);
    el_buf_puts(out, ",\"attributes\":{");
    add_attributes(out, o);
    el_buf_puts(out, "},\"toOne\":{");
    add_to_one(out, o);
    el_buf_puts(out, "},\"toMany\":{");
    add_to_many(out, o);
    el_buf_putc(out, '}');
    if (o->referenced_by) {
        el_buf_puts(out, ",\"referencedBy\":{");
        add_referenced_by(out, o);
        el_buf_putc(out, '}');
    }
    el_buf_putc(out, '}');
}
