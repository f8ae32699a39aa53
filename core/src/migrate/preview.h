/* SPDX-License-Identifier: MIT */
/* A preview being made. */
#ifndef EL_MIGRATE_PREVIEW_H
#define EL_MIGRATE_PREVIEW_H

#include "migrate/tally.h"
#include "migrate/plan.h"

typedef struct el_previewer {
    el_migration_preview *preview;
    el_arena *arena;
    el_store *store;
    el_tally *tally;
    size_t cap;
    el_error *err;
} el_previewer;

el_migration_finding *el__preview_add(el_previewer *p, const char *code, el_severity severity, const char *entity,
                                      const char *property, int64_t count, int64_t total);
void el__preview_text(el_previewer *p, el_migration_finding *f, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Up to three objects of `entity` with a value in `column`, and what becomes of it. */
int el__preview_samples(el_previewer *p, el_migration_finding *f, const el_entity *entity, const char *column, const char *after);
const el_plan_table *el__preview_table(const el_previewer *p, const char *name);
const el_plan_origin *el__preview_origin(const el_plan_table *t, const char *column);

int el__preview_attributes(el_previewer *p, const el_entity *source, const el_entity *e, const el_plan_table *t);
int el__preview_relationships(el_previewer *p, const el_entity *source, const el_entity *e, const el_plan_table *t);

#endif
