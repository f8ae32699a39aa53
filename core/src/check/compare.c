/* SPDX-License-Identifier: MIT */
#include "entitylens/compare.h"

#include "base/arena.h"
#include "base/buf.h"

#include <stdlib.h>
#include <string.h>

enum { TEXTS_KEPT = 64 * 1024 /* bytes of former changes, before their memory is given back */ };

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
    int *attributes, *relationships; /* of the entity: see pair_properties */
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

/* A guess that saves most of the work: equal bytes print equal.  Unequal ones may, too, so those are printed. */
static int same_cell(const el_cell *a, const el_cell *b)
{
    if (a->storage != b->storage || a->value.kind != b->value.kind || (a->flags ^ b->flags) & EL_CELL_MISMATCH)
        return 0;
    switch (a->value.kind) {
    case EL_NULL: return 1;
    case EL_BOOL:
    case EL_INT: return a->value.u.i == b->value.u.i;
    case EL_DOUBLE:
    case EL_DATE: return !memcmp(&a->value.u.d, &b->value.u.d, sizeof a->value.u.d);
    case EL_DECIMAL:
    case EL_STRING:
    case EL_DATA:
    case EL_UUID:
    case EL_URL:
    case EL_ARCHIVE:
        return a->value.u.text.n == b->value.u.text.n && !memcmp(a->value.u.text.s, b->value.u.text.s, a->value.u.text.n);
    default: return 0;
    }
}

static int same_ref(const el_ref *a, const el_ref *b)
{
    if (!a->present || !b->present)
        return a->present == b->present;
    return a->key == b->key && a->entity && b->entity && !strcmp(a->entity->name, b->entity->name);
}

static int same_relationship(const el_object *a, size_t i, const el_object *b, size_t k)
{
    if (!a->entity->all_relationships[i]->to_many)
        return same_ref(&a->to_one[i], &b->to_one[k]);
    const el_ref_list *x = &a->to_many[i], *y = &b->to_many[k];
    if (x->n != y->n)
        return 0;
    for (size_t m = 0; m < x->n; m++)
        if (!same_ref(&x->items[m], &y->items[m]))
            return 0;
    return 1;
}

static int same_text(const el_buf *a, const el_buf *b)
{
    return a->len == b->len && !memcmp(el_buf_str(a), el_buf_str(b), a->len);
}

static void compare_attributes(el_comparison *c, const el_object *a, const el_object *b, el_buf *before, el_buf *after)
{
    for (size_t i = 0; i < a->entity->nall_attributes; i++) {
        int k = c->attributes[i];
        if (k < 0 || same_cell(&a->attributes[i], &b->attributes[k]))
            continue;
        el_buf_clear(before);
        el_buf_clear(after);
        el_cell_json(before, &a->attributes[i]);
        el_cell_json(after, &b->attributes[k]);
        if (!same_text(before, after))
            add_change(c, a->entity->all_attributes[i]->name, before, after);
    }
}

static void compare_relationships(el_comparison *c, const el_object *a, const el_object *b, el_buf *before, el_buf *after)
{
    for (size_t i = 0; i < a->entity->nall_relationships; i++) {
        int k = c->relationships[i];
        if (k < 0 || same_relationship(a, i, b, (size_t)k))
            continue;
        el_buf_clear(before);
        el_buf_clear(after);
        relationship_json(before, a, i);
        relationship_json(after, b, (size_t)k);
        if (!same_text(before, after))
            add_change(c, a->entity->all_relationships[i]->name, before, after);
    }
}

/* Fills change.properties with what differs. */
static void compare_objects(el_comparison *c, const el_object *a, const el_object *b)
{
    el_buf before = {0}, after = {0};
    size_t room = a->entity->nall_attributes + a->entity->nall_relationships + 1;
    if (!c->change.properties || el_arena_size(c->texts) > TEXTS_KEPT) {
        el_arena_free(c->texts);
        c->texts = el_arena_new();
        c->change.properties = el_arena_array(c->texts, room, sizeof *c->change.properties);
    }
    c->change.nproperties = 0;
    compare_attributes(c, a, b, &before, &after);
    compare_relationships(c, a, b, &before, &after);
    el_buf_free(&before);
    el_buf_free(&after);
}

/* For each property of the old entity the place of the new one's with the same name, or -1. */
static void pair_properties(el_comparison *c)
{
    const el_entity *a = c->before.entity, *b = c->after.entity;
    c->change.properties = NULL; /* its room was for another entity */
    c->change.nproperties = 0;
    free(c->attributes);
    free(c->relationships);
    c->attributes = c->relationships = NULL;
    if (!a || !b)
        return;
    c->attributes = el_xmalloc((a->nall_attributes + 1) * sizeof *c->attributes);
    c->relationships = el_xmalloc((a->nall_relationships + 1) * sizeof *c->relationships);
    for (size_t i = 0; i < a->nall_attributes; i++) {
        c->attributes[i] = -1;
        for (size_t k = 0; k < b->nall_attributes && !a->all_attributes[i]->transient; k++)
            if (!b->all_attributes[k]->transient && !strcmp(a->all_attributes[i]->name, b->all_attributes[k]->name))
                c->attributes[i] = (int)k;
    }
    for (size_t i = 0; i < a->nall_relationships; i++) {
        const el_relationship *p = a->all_relationships[i];
        c->relationships[i] = -1;
        for (size_t k = 0; k < b->nall_relationships && !p->transient; k++) {
            const el_relationship *q = b->all_relationships[k];
            if (!q->transient && p->to_many == q->to_many && !strcmp(p->name, q->name))
                c->relationships[i] = (int)k;
        }
    }
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
            pair_properties(c);
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
    free(c->attributes);
    free(c->relationships);
    el_arena_free(c->texts);
    el_arena_free(c->arena);
    free(c);
}
