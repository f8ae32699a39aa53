/* SPDX-License-Identifier: MIT */
/* The diff being built. */
#ifndef EL_MIGRATE_DIFF_H
#define EL_MIGRATE_DIFF_H

#include "entitylens/migrate.h"

#include "base/arena.h"

typedef struct el_diff_builder {
    el_model_diff *diff;
    el_arena *arena;
    size_t cap;
} el_diff_builder;

/* Adds a change; the caller sets what the defaults (yes, info, kept, hash changes) leave open. */
el_change *el__diff_add(el_diff_builder *b, const char *kind, const char *entity, const char *property);
void el__diff_verdict(el_change *c, el_inferable inferable, el_severity severity, const char *data, el_tristate hash);
void el__diff_from_to(el_change *c, const char *from, const char *to);
const char **el__diff_sorted(el_diff_builder *b, const char **names, size_t n);

/* rid: the renaming identifier, or the name. */
const char *el__rid(const char *renaming_id, const char *name);
int el__same_text(const char *a, const char *b); /* NULL equals NULL and "" */
/* True when everything that a version hash covers is equal on both sides. */
int el__same_hash_inputs(const el_entity *a, const el_entity *b);

void el__diff_attributes(el_diff_builder *b, const el_entity *source, const el_entity *destination);
void el__diff_relationships(el_diff_builder *b, const el_entity *source, const el_entity *destination);
/* Fills sentence and hint. */
void el__diff_explain(el_diff_builder *b, el_change *c);

#endif
