/* SPDX-License-Identifier: MIT */
/* What the user knows better than inference does: a small text file.
 *
 *     # comment
 *     [Post]                               an entity (also one that inference did not find)
 *     rating = Double                      type of an attribute
 *     author -> User inverse posts         to-one: destination and, if wanted, its inverse
 *     tags ->> Tag inverse posts ordered   to-many
 *     [Car : Vehicle]                      with its parent
 *     abstract = yes                       "abstract" is a word of its own; quote it as an attribute: "abstract" = String
 */
#ifndef EL_MODEL_OVERRIDES_H
#define EL_MODEL_OVERRIDES_H

#include "entitylens/model.h"

struct el_buf;

typedef struct el_overrides el_overrides;

typedef enum el_override_kind { EL_OVERRIDE_ENTITY, EL_OVERRIDE_ATTRIBUTE, EL_OVERRIDE_RELATIONSHIP } el_override_kind;

typedef struct el_override {
    el_override_kind kind;
    const char *entity;
    const char *name;              /* of the property; NULL for the entity itself */
    const char *parent;            /* ENTITY; NULL: not said */
    int abstract;                  /* ENTITY: 0, 1, or -1 when not said */
    el_attribute_type type;        /* ATTRIBUTE */
    const char *destination, *inverse; /* RELATIONSHIP; inverse may be NULL */
    int to_many, ordered;
    int line;
} el_override;

/* Errors: EL_EPARSE "bad-override" with file and line. */
int el_overrides_parse(el_overrides **out, const char *text, size_t n, const char *file, el_error *err);
int el_overrides_load(el_overrides **out, const char *path, el_error *err);
void el_overrides_free(el_overrides *o);
size_t el_overrides_count(const el_overrides *o);
const el_override *el_overrides_at(const el_overrides *o, size_t i);
/* The override of an entity (name NULL) or of a property of exactly this entity, or NULL. */
const el_override *el_overrides_find(const el_overrides *o, const char *entity, const char *name);
const char *el_overrides_file(const el_overrides *o);
/* Appends the overrides in the form that is read. */
void el_overrides_text(struct el_buf *out, const el_overrides *o);

#endif
