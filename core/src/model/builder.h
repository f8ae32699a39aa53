/* SPDX-License-Identifier: MIT */
/* Making a model, whatever it comes from: loaders draft entities and properties with the names they refer to, and
 * finishing links the names, checks them, and gives the immutable el_model.
 *
 * Entities, attributes and relationships are handed out writable: the loader sets their plain facts (texts in the
 * builder's arena) until it finishes.  Links and the arrays that hold properties are the builder's. */
#ifndef EL_MODEL_BUILDER_H
#define EL_MODEL_BUILDER_H

#include "entitylens/model.h"

struct el_arena;
typedef struct el_model_builder el_model_builder;

/* `source`: "xcdatamodel", "mom", "metadata", "inferred"; `path` may be NULL; messages begin with `file` and a line. */
el_model_builder *el_model_builder_new(const char *name, const char *source, const char *path, const char *file);
void el_model_builder_free(el_model_builder *b); /* gives up; not after finishing */

struct el_arena *el_model_builder_arena(el_model_builder *b);
el_model *el_model_builder_model(el_model_builder *b); /* identifier, composites, fetch requests, configurations, … */

/* Names and texts are copied.  `line` 0: none. */
el_entity *el_model_builder_entity(el_model_builder *b, const char *name, const char *parent, int line);
el_attribute *el_model_builder_attribute(el_model_builder *b, el_entity *entity, const char *name, int line);
el_relationship *el_model_builder_relationship(el_model_builder *b, el_entity *entity, const char *name,
                                               const char *destination, int line);
/* An attribute of no entity, for a composite. */
el_attribute *el_model_builder_loose_attribute(el_model_builder *b, const char *name);

/* Reads the default's text by the attribute's type into default_text and default_value; odd texts become notes. */
void el_model_builder_default(el_model_builder *b, el_attribute *a, const char *text, int line);

/* A date's default in seconds since 2001, exactly as the text has it. */
double el__default_date(const el_attribute *a);

void el_model_builder_note(el_model_builder *b, int line, int warning, const char *code, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

/* Links and checks; frees the builder either way.  Errors (EL_EMODEL): "duplicate-entity", "duplicate-property",
 * "unknown-parent", "parent-cycle", "unknown-destination", "missing-destination", "composite-cycle"; EL_ELIMIT
 * "model-too-large".  In an inferred model a destination may be unknown. */
int el_model_builder_finish(el_model **out, el_model_builder *b, el_error *err);

#endif
