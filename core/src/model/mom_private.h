/* SPDX-License-Identifier: MIT */
#ifndef EL_MODEL_MOM_PRIVATE_H
#define EL_MODEL_MOM_PRIVATE_H

#include "base/map.h"
#include "model/builder.h"
#include "value/archive.h"

/* A compiled model being read. */
typedef struct el__mom {
    el_archive *a;
    el_archive_item root;
    el_model_builder *b;
    struct el_arena *arena; /* the model's */
    const char *file;
    el_composite *composites; size_t ncomposites, composite_room;
    int nesting;            /* of composites */
    size_t spent;           /* members taken: containers may be shared, so that a small file unfolds to a large model */
} el__mom;

typedef struct el__mom_member { const char *name; el_archive_item item; } el__mom_member;

typedef struct el__mom_entity {
    const char *name, *parent_name;
    const struct el__mom_entity *parent;
    el_archive_item item;
    el__mom_member *properties; size_t nproperties;
    el_map *names;          /* of the properties */
} el__mom_entity;

/* Fields of an archived object. */
int el__mom_flag(el__mom *m, const el_archive_item *object, const char *key);
int el__mom_integer(el__mom *m, const el_archive_item *object, const char *key, int64_t *out);
/* A flag that has a key of its own and, in all but old files, a bit in the field of common ones. */
enum { EL__MOM_OPTIONAL = 0x02, EL__MOM_TRANSIENT = 0x08, EL__MOM_ORDERED = 0x400 };
int el__mom_common(el__mom *m, const el_archive_item *object, const char *key, int bit);
const char *el__mom_text(el__mom *m, const el_archive_item *object, const char *key); /* NULL for an empty one, too */
int el__mom_object(el__mom *m, const el_archive_item *object, const char *key, el_archive_item *out); /* 0 for nil */
size_t el__mom_members(el__mom *m, const el_archive_item *object, const char *key, el__mom_member **out);
void el__mom_pairs(el__mom *m, const el_archive_item *object, const el_pair **pairs, size_t *n);
int el__mom_spend(el__mom *m, size_t n); /* 0 once the budget is gone */

/* mom_attribute.c; `owner` is the name of the entity, or of the composite, that has the attribute */
void el__mom_attribute(el__mom *m, const el_archive_item *object, const char *owner, el_attribute *a);
/* mom_composite.c: the elements of a composite attribute as a composite of the model's. */
void el__mom_composite(el__mom *m, const el_archive_item *object, const char *owner, el_attribute *a);
/* mom_expression.c: the text of an archived expression or predicate, as far as it is understood; never NULL. */
const char *el__mom_expression(el__mom *m, const el_archive_item *object);
/* Bounds and pattern that validation predicates speak of. */
void el__mom_validation(el__mom *m, const el_archive_item *object, el_attribute *a);

/* mom_inflate.c: a store's model cache is raw DEFLATE; the caller frees. */
int el__mom_inflate(unsigned char **out, size_t *size, const unsigned char *bytes, size_t n, const char *file, el_error *err);

#endif
