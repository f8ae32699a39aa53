/* SPDX-License-Identifier: MIT */
/* Pieces that the files of this folder share. */
#ifndef EL_LAYOUT_NAMES_H
#define EL_LAYOUT_NAMES_H

#include "layout/layout.h"
#include "layout/recognise.h"

int el__has_prefix(const char *s, const char *prefix);
int el__has_suffix(const char *s, const char *suffix); /* and something before it */

/* Sets era and evidence from the schema. */
void el__date_layout(el_recognition *r);

/* Fills the type values of all entities of a model. */
void el__layout_types(el_layout *layout);
/* Fills the places of all relationships; tables and columns of the entities are known. */
int el__layout_places(el_layout *layout, struct sqlite3 *db, el_error *err);

/* The schema's table of an entity's root, or NULL. */
const el_schema_table *el__layout_table(const el_layout *layout, const el_entity *entity);
/* Notes what the store has and the model does not know, and the reverse. */
void el__layout_compare(el_layout *layout);
/* Notes something odd about the store; text is formatted. */
void el__layout_finding(el_layout *layout, const char *code, const char *severity, const char *where, const char *fmt, ...)
    EL_PRINTF(5, 6);

#endif
