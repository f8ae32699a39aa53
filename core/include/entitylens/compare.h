/* SPDX-License-Identifier: MIT */
/** @file compare.h
 *  Two stores, object by object.  Ciphers, layouts and models may differ. */
#ifndef ENTITYLENS_COMPARE_H
#define ENTITYLENS_COMPARE_H

#include "entitylens/query.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum el_change_kind { EL_OBJECT_ADDED, EL_OBJECT_REMOVED, EL_OBJECT_CHANGED } el_change_kind;

/** A property whose value differs: typed JSON before and after. */
typedef struct el_property_change { const char *name, *before, *after; } el_property_change;

typedef struct el_object_change {
    el_change_kind kind;
    const char *entity;
    int64_t key;
    const el_object *object;      /**< as it is where it exists; the new one when changed */
    const el_property_change *properties; size_t nproperties; /**< changed objects only, in the model's order */
} el_object_change;

/** Totals of one entity. */
typedef struct el_entity_comparison {
    const char *entity;
    int in_old, in_new;           /**< the model has it */
    int64_t added, removed, changed, equal;
    const char *const *only_old; size_t nonly_old; /**< properties that only the old model has; not compared */
    const char *const *only_new; size_t nonly_new;
} el_entity_comparison;

/** Walks both stores in step, by entity and key.  Objects are the same when their own entity's name and key are. */
typedef struct el_comparison el_comparison;
int el_comparison_open(el_comparison **out, el_store *before, el_store *after, el_error *err);
/** Next difference. @return 1 with *change (valid until the next call), 0 at the end, <0 on error. */
int el_comparison_next(el_comparison *comparison, const el_object_change **change, el_error *err);
/** Totals; complete after the end was reached. */
size_t el_comparison_entities(const el_comparison *comparison, const el_entity_comparison **entities);
void el_comparison_close(el_comparison *comparison);

#ifdef __cplusplus
}
#endif
#endif
