/* SPDX-License-Identifier: MIT */
/* What the builder holds before a model is finished. */
#ifndef EL_MODEL_DRAFT_H
#define EL_MODEL_DRAFT_H

#include "base/arena.h"
#include "base/map.h"
#include "model/builder.h"

#include <stdio.h>

enum {
    EL__MAX_NOTES = 2000,
    EL__MAX_ENTITIES = 10000,
    EL__MAX_PROPERTIES = 100000,
    EL__MAX_HIERARCHY_DEPTH = 200,
    EL__MAX_INHERITED = 4000000 /* sum of the inherited property lists */
};

typedef struct el__draft_list { void **items; size_t n, cap; } el__draft_list;
void el__draft_push(el__draft_list *list, void *item);

/* Each begins with what it becomes, so that a pointer to one is a pointer to the other. */
typedef struct el__draft_attribute { el_attribute attribute; int line; } el__draft_attribute;
typedef struct el__draft_relationship { el_relationship relationship; int line; } el__draft_relationship;
typedef struct el__draft_entity {
    el_entity entity;
    const char *parent;
    int line;
    el__draft_list attributes, relationships, children;
    el_map *names; /* of its own properties, while finishing */
} el__draft_entity;

struct el_model_builder {
    el_arena *arena;
    el_model *model;
    const char *file;
    int inferred; /* facts may be missing */
    el__draft_list entities;
    size_t nproperties;
    el_model_note *notes;
    size_t nnotes, notes_cap;
};

/* Frees the builder and keeps the model's arena. */
void el__model_builder_release(el_model_builder *b);

#endif
