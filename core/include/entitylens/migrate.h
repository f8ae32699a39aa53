/* SPDX-License-Identifier: MIT */
/** @file migrate.h
 *  What changes between two models, what a lightweight migration makes of it,
 *  and what ECD itself would do to a store (guide/format.md, "Migration"). */
#ifndef ENTITYLENS_MIGRATE_H
#define ENTITYLENS_MIGRATE_H

#include "entitylens/store.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Whether a mapping can be inferred, from best to worst. */
typedef enum el_inferable { EL_INFER_YES = 0, EL_INFER_CONDITIONAL = 1, EL_INFER_UNKNOWN = 2, EL_INFER_NO = 3 } el_inferable;
const char *el_inferable_name(el_inferable i);

/** How much it matters, rising. */
typedef enum el_severity { EL_SEVERITY_INFO = 0, EL_SEVERITY_NOTICE = 1, EL_SEVERITY_WARNING = 2, EL_SEVERITY_ERROR = 3 } el_severity;
const char *el_severity_name(el_severity s);

/** True, false, or not known: whether something changes a version hash. */
typedef enum el_tristate { EL_NO = 0, EL_YES = 1, EL_DONT_KNOW = 2 } el_tristate;

/** One difference between two models. Strings are borrowed from the diff or the models; absent ones are NULL. */
typedef struct el_change {
    const char *kind;              /**< stable word, e.g. "attribute.renamed" */
    const char *entity;            /**< destination name; source name for removals; NULL for changes of the whole model */
    const char *property;
    el_inferable inferable;
    el_severity severity;
    const char *data;              /**< what becomes of the values: "kept", "dropped", "null", "default", … */
    el_tristate changes_hash;
    int error;                     /**< 134110, 134190, or 0 */
    int has_from_to; const char *from, *to; /**< from or to may be NULL (no parent, no modifier) */
    int only_from;                 /**< there is no "to" (renames) */
    const char *renaming_id, *other, *derived, *from_entity;
    const char *const *names; size_t nnames; const char *names_key; /**< "properties", "fromEntities", "keptIn", "sourceRoots" */
    int required, transient;
    const char *sentence;          /**< for a person */
    const char *hint;              /**< what to do about it, or NULL */
} el_change;

typedef struct el_model_diff {
    const el_model *from, *to;     /**< borrowed */
    el_change *changes; size_t nchanges;
    el_inferable inferable;        /**< the worst of the changes */
    el_severity worst;
    el_tristate migration_needed;  /**< whether some version hash changes */
    const el_entity **source_of;   /**< by index of the new model's entity; NULL: added */
    const el_entity **destination_of; /**< by index of the old model's entity; NULL: removed */
    struct el_arena *arena;
} el_model_diff;

/** Compares two models; both must outlive the result. */
int el_model_diff_new(el_model_diff **out, const el_model *from, const el_model *to, el_error *err);
void el_model_diff_free(el_model_diff *diff);
/** {"from","to","migrationNeeded","inferable","worstSeverity","changes":[…]}. */
void el_model_diff_json(struct el_buf *out, const el_model_diff *diff);
/** For a person: entities with their changes below, worst first. */
void el_model_diff_text(struct el_buf *out, const el_model_diff *diff);

/** The attribute or relationship of the old model that @p p comes from, by renaming identifier, among the inherited
 *  properties of the paired entity @p source; NULL when new. */
const el_attribute *el_diff_source_attribute(const el_entity *source, const el_attribute *p);
const el_relationship *el_diff_source_relationship(const el_entity *source, const el_relationship *p);

#ifdef __cplusplus
}
#endif
#endif
