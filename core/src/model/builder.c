/* SPDX-License-Identifier: MIT */
#include "model/draft.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

el_model_builder *el_model_builder_new(const char *name, const char *source, const char *path, const char *file)
{
    el_model_builder *b = el_xmalloc(sizeof *b);
    b->arena = el_arena_new();
    b->model = el_arena_alloc(b->arena, sizeof *b->model);
    b->model->arena = b->arena;
    b->model->name = el_arena_strdup(b->arena, name ? name : "");
    b->model->source = el_arena_strdup(b->arena, source);
    b->model->path = el_arena_strdup(b->arena, path);
    b->model->identifier = "";
    b->file = el_arena_strdup(b->arena, file ? file : b->model->name);
    b->inferred = !strcmp(source, "inferred") || !strcmp(source, "metadata");
    return b;
}

static void free_drafts(el_model_builder *b)
{
    for (size_t i = 0; i < b->entities.n; i++) {
        el__draft_entity *d = b->entities.items[i];
        free(d->attributes.items);
        free(d->relationships.items);
        free(d->children.items);
        el_map_free(d->names);
    }
    free(b->entities.items);
    free(b->notes);
    b->entities = (el__draft_list){0};
    b->notes = NULL;
}

void el__model_builder_release(el_model_builder *b)
{
    free_drafts(b);
    free(b);
}

void el_model_builder_free(el_model_builder *b)
{
    if (!b)
        return;
    el_map_free(b->model->by_name);
    el_arena *arena = b->arena;
    el__model_builder_release(b);
    el_arena_free(arena);
}

el_arena *el_model_builder_arena(el_model_builder *b)
{
    return b->arena;
}

el_model *el_model_builder_model(el_model_builder *b)
{
    return b->model;
}

void el__draft_push(el__draft_list *list, void *item)
{
    if (list->n == list->cap) {
        list->cap = list->cap ? list->cap * 2 : 8;
        list->items = el_xrealloc(list->items, list->cap * sizeof *list->items);
    }
    list->items[list->n++] = item;
}

el_entity *el_model_builder_entity(el_model_builder *b, const char *name, const char *parent, int line)
{
    el__draft_entity *d = el_arena_alloc(b->arena, sizeof *d);
    d->entity.name = el_arena_strdup(b->arena, name);
    d->entity.model = b->model;
    d->entity.index = (int)b->entities.n;
    d->parent = el_arena_strdup(b->arena, parent);
    d->line = line;
    el__draft_push(&b->entities, d);
    return &d->entity;
}

el_attribute *el_model_builder_attribute(el_model_builder *b, el_entity *entity, const char *name, int line)
{
    el__draft_attribute *d = el_arena_alloc(b->arena, sizeof *d);
    d->attribute.name = el_arena_strdup(b->arena, name);
    d->attribute.owner = entity;
    d->line = line;
    el__draft_push(&((el__draft_entity *)entity)->attributes, d);
    b->nproperties++;
    return &d->attribute;
}

el_attribute *el_model_builder_loose_attribute(el_model_builder *b, const char *name)
{
    el_attribute *a = el_arena_alloc(b->arena, sizeof *a);
    a->name = el_arena_strdup(b->arena, name);
    b->nproperties++;
    return a;
}

el_relationship *el_model_builder_relationship(el_model_builder *b, el_entity *entity, const char *name,
                                               const char *destination, int line)
{
    el__draft_relationship *d = el_arena_alloc(b->arena, sizeof *d);
    d->relationship.name = el_arena_strdup(b->arena, name);
    d->relationship.owner = entity;
    d->relationship.destination_name = el_arena_strdup(b->arena, destination);
    d->relationship.delete_rule = EL_DELETE_NULLIFY;
    d->line = line;
    el__draft_push(&((el__draft_entity *)entity)->relationships, d);
    b->nproperties++;
    return &d->relationship;
}

void el_model_builder_note(el_model_builder *b, int line, int warning, const char *code, const char *fmt, ...)
{
    if (b->nnotes >= EL__MAX_NOTES)
        return;
    if (b->nnotes == b->notes_cap) {
        b->notes_cap = b->notes_cap ? b->notes_cap * 2 : 16;
        b->notes = el_xrealloc(b->notes, b->notes_cap * sizeof *b->notes);
    }
    char text[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    el_model_note *note = &b->notes[b->nnotes++];
    note->file = b->file;
    note->line = line;
    note->code = el_arena_strdup(b->arena, code);
    note->text = el_arena_strdup(b->arena, text);
    note->warning = warning;
}
