/* SPDX-License-Identifier: MIT */
#include "entitylens/compare.h"

#include "base/arena.h"
#include "base/buf.h"

#include <stdlib.h>
#include <string.h>

/* One of the two stores at the entity that is being walked. */
typedef struct side {
    el_store *store;
    const el_entity *entity; /* NULL when its model lacks it */
    el_fetch *fetch;
    const el_object *object; /* not yet dealt with, or NULL at the end */
} side;

struct el_comparison {
    side before, after;
    el_arena *arena;         /* names and totals */
    el_arena *texts;         /* of the present change */
    el_entity_comparison *entities;
    size_t n, at;
    int open;                /* the entity at `at` is being walked */
    el_object_change change;
};

static void lacks(el_comparison *c, const el_entity *has, const el_entity *other, const char *const **names, size_t *n)
{
    const char **list = el_arena_array(c->arena, has->nall_attributes + has->nall_relationships + 1, sizeof *list);
    *n = 0;
    for (size_t i = 0; i < has->nall_attributes; i++)
        if (!has->all_attributes[i]->transient && !el_entity_attribute(other, has->all_attributes[i]->name))
            list[(*n)++] = has->all_attributes[i]->name;
    for (size_t i = 0; i < has->nall_relationships; i++) {
        const el_relationship *r = el_entity_relationship(other, has->all_relationships[i]->name);
        if (!has->all_relationships[i]->transient && (!r || r->to_many != has->all_relationships[i]->to_many))
            list[(*n)++] = has->all_relationships[i]->name;
    }
    *names = list;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const el_entity_comparison *)a)->entity, ((const el_entity_comparison *)b)->entity);
}

static void list_entities(el_comparison *c)
{
    const el_model *old = el_store_model(c->before.store), *new_model = el_store_model(c->after.store);
    c->entities = el_arena_array(c->arena, old->nentities + new_model->nentities + 1, sizeof *c->entities);
    for (size_t i = 0; i < old->nentities + new_model->nentities; i++) {
        const el_entity *e = i < old->nentities ? old->entities[i] : new_model->entities[i - old->nentities];
        const el_entity *a = el_model_entity(old, e->name), *b = el_model_entity(new_model, e->name);
        if (i >= old->nentities && a)
            continue;
        el_entity_comparison *t = &c->entities[c->n++];
        t->entity = el_arena_strdup(c->arena, e->name);
        t->in_old = a != NULL;
        t->in_new = b != NULL;
        if (a && b) {
            lacks(c, a, b, &t->only_old, &t->nonly_old);
            lacks(c, b, a, &t->only_new, &t->nonly_new);
        }
    }
    qsort(c->entities, c->n, sizeof *c->entities, by_name);
}

int el_comparison_open(el_comparison **out, el_store *before, el_store *after, el_error *err)
{
    (void)err;
    el_comparison *c = el_xmalloc(sizeof *c);
    c->before.store = before;
    c->after.store = after;
    c->arena = el_arena_new();
    c->texts = el_arena_new();
    list_entities(c);
    *out = c;
    return EL_OK;
}

static int advance(side *s, el_error *err)
{
    s->object = NULL;
    return s->fetch ? el_fetch_next(s->fetch, &s->object, err) : 0;
}

static int start_side(side *s, const char *name, el_error *err)
{
    s->entity = el_model_entity(el_store_model(s->store), name);
    s->fetch = NULL;
    s->object = NULL;
    if (!s->entity)
        return EL_OK;
    el_fetch_request request = {.entity = name, .no_subentities = 1, .read_flags = EL_READ_TO_MANY | EL_READ_IDS};
    int status = el_fetch_open(&s->fetch, s->store, &request, err);
    if (status)
        return status;
    int rc = advance(s, err);
    return rc < 0 ? rc : EL_OK;
}

static void end_side(side *s)
{
    el_fetch_close(s->fetch);
    s->fetch = NULL;
    s->object = NULL;
}

static void ref_json(el_buf *b, const el_ref *ref)
{
    if (!ref->present) {
        el_buf_puts(b, "null");
        return;
    }
    el_buf id = {0};
    el_buf_printf(&id, "%s/%lld", ref->entity ? ref->entity->name : "?", (long long)ref->key);
    el_buf_json_string(b, el_buf_str(&id), id.len);
    el_buf_free(&id);
}

static void relationship_json(el_buf *b, const el_object *o, size_t i)
{
    if (!o->entity->all_relationships[i]->to_many) {
        ref_json(b, &o->to_one[i]);
        return;
    }
    el_buf_putc(b, '[');
    for (size_t k = 0; o->to_many && k < o->to_many[i].n; k++) {
        if (k)
            el_buf_putc(b, ',');
        ref_json(b, &o->to_many[i].items[k]);
    }
    el_buf_putc(b, ']');
}

static void add_change(el_comparison *c, const char *name, const el_buf *before, const el_buf *after)
{
    el_property_change *list = (el_property_change *)c->change.properties;
    list[c->change.nproperties++] = (el_property_change){name, el_arena_strdup(c->texts, el_buf_str(before)), el_arena_strdup(c->texts, el_buf_str(after))};
}

/* Fills change.properties with what differs. */
static void compare_objects(el_comparison *c, const el_object *a, const el_object *b)
{
    el_buf before = {0}, after = {0};
    size_t room = a->entity->nall_attributes + a->entity->nall_relationships + 1;
    el_arena_free(c->texts);
    c->texts = el_arena_new();
    c->change.properties = el_arena_array(c->texts, room, sizeof *c->change.properties);
    c->change.nproperties = 0;
    for (size_t i = 0; i < a->entity->nall_attributes; i++) {
        const el_attribute *p = a->entity->all_attributes[i];
        for (size_t k = 0; k < b->entity->nall_attributes; k++) {
            if (p->transient || b->entity->all_attributes[k]->transient || strcmp(b->entity->all_attributes[k]->name, p->name) != 0)
                continue;
            el_buf_clear(&before);
            el_buf_clear(&after);
            el_cell_json(&before, &a->attributes[i]);
            el_cell_json(&after, &b->attributes[k]);
            if (before.len != after.len || memcmp(before.data, after.data, before.len) != 0)
                add_change(c, p->name, &before, &after);
            break;
        }
    }
    for (size_t i = 0; i < a->entity->nall_relationships; i++) {
        const el_relationship *p = a->entity->all_relationships[i];
        for (size_t k = 0; k < b->entity->nall_relationships; k++) {
            const el_relationship *q = b->entity->all_relationships[k];
            if (p->transient || q->transient || p->to_many != q->to_many || strcmp(q->name, p->name) != 0)
                continue;
            el_buf_clear(&before);
            el_buf_clear(&after);
            relationship_json(&before, a, i);
            relationship_json(&after, b, k);
            if (strcmp(el_buf_str(&before), el_buf_str(&after)) != 0)
                add_change(c, p->name, &before, &after);
            break;
        }
    }
    el_buf_free(&before);
    el_buf_free(&after);
}

/* What one object is worth reporting.  The caller advances past it at the next call. */
static int report(el_comparison *c, el_change_kind kind, const el_object *object, const el_object_change **out)
{
    c->change.kind = kind;
    c->change.entity = c->entities[c->at].entity;
    c->change.key = object->key;
    c->change.object = object;
    if (kind != EL_OBJECT_CHANGED)
        c->change.nproperties = 0;
    *out = &c->change;
    return 1;
}

/* Moves past what was reported last. */
static int pass(el_comparison *c, el_error *err)
{
    int rc = 0;
    if (!c->change.entity)
        return 0;
    c->change.entity = NULL;
    if (c->change.kind != EL_OBJECT_ADDED)
        rc = advance(&c->before, err);
    if (rc >= 0 && c->change.kind != EL_OBJECT_REMOVED)
        rc = advance(&c->after, err);
    return rc < 0 ? rc : 0;
}

static int step(el_comparison *c, const el_object_change **out, el_error *err)
{
    el_entity_comparison *t = &c->entities[c->at];
    for (;;) {
        const el_object *a = c->before.object, *b = c->after.object;
        if (!a && !b)
            return 0;
        if (a && (!b || a->key < b->key)) {
            t->removed++;
            return report(c, EL_OBJECT_REMOVED, a, out);
        }
        if (!a || b->key < a->key) {
            t->added++;
            return report(c, EL_OBJECT_ADDED, b, out);
        }
        compare_objects(c, a, b);
        if (c->change.nproperties) {
            t->changed++;
            return report(c, EL_OBJECT_CHANGED, b, out);
        }
        t->equal++;
        int rc = advance(&c->before, err);
        if (rc >= 0)
            rc = advance(&c->after, err);
        if (rc < 0)
            return rc;
    }
}

int el_comparison_next(el_comparison *c, const el_object_change **change, el_error *err)
{
    int rc = pass(c, err);
    if (rc < 0)
        return rc;
    for (; c->at < c->n; c->at++) {
        if (!c->open) {
            int status = start_side(&c->before, c->entities[c->at].entity, err);
            if (!status)
                status = start_side(&c->after, c->entities[c->at].entity, err);
            if (status)
                return status;
            c->open = 1;
        }
        rc = step(c, change, err);
        if (rc)
            return rc;
        end_side(&c->before);
        end_side(&c->after);
        c->open = 0;
    }
    return 0;
}

size_t el_comparison_entities(const el_comparison *c, const el_entity_comparison **entities)
{
    *entities = c->entities;
    return c->n;
}

void el_comparison_close(el_comparison *c)
{
    if (!c)
        return;
    end_side(&c->before);
    end_side(&c->after);
    el_arena_free(c->texts);
    el_arena_free(c->arena);
    free(c);
}
