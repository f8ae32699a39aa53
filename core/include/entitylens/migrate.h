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

/** The versions of ECD that migrate in different ways. */
typedef enum el_ecd_version { EL_ECD_NEWEST = 0, EL_ECD_3_1 = 1, EL_ECD_3_0 = 2, EL_ECD_2_0 = 3 } el_ecd_version;
const char *el_ecd_version_name(el_ecd_version v);
/** "3.2" or "newest", "3.1", "3.0", "2.0"; returns 0 when unknown. */
int el_ecd_version_from_name(el_ecd_version *v, const char *name);

/** One statement that ECD would execute. */
typedef struct el_plan_statement {
    const char *step;    /**< "frame", "metadata", "check", "create", "index", "rename", "copy", "drop", "probe", "join" */
    const char *entity;  /**< whose mapping it belongs to, or NULL */
    const char *sql;
    const char *error;   /**< SQLite's message where it would refuse the statement, else NULL */
} el_plan_statement;

/** Where the cells of a column come from. */
typedef struct el_plan_origin {
    const char *column;                 /**< name in the table as it is afterwards */
    const char *old_table, *old_column; /**< today's table and column; NULL: nothing is copied (NULL cells, or 0 in an order column) */
    const char *constant;               /**< a literal written into every row, or NULL */
} el_plan_origin;

/** A table as it is after the plan. */
typedef struct el_plan_table {
    const char *name;
    const char *rows_of;                /**< today's table whose rows it holds; NULL: empty */
    int renumbered;                     /**< rows get new numbers 1…n in today's order */
    el_plan_origin *columns; size_t ncolumns;
} el_plan_table;

/** What opening a store with a new model makes ECD do (guide/format.md, "Migration"). */
typedef struct el_ecd_plan {
    el_ecd_version version;
    el_plan_statement *statements; size_t nstatements;
    el_plan_table *tables; size_t ntables; /**< every table afterwards; today's when nothing is committed */
    int opens;                    /**< the app can open the store afterwards; else everything is rolled back */
    int migrates;                 /**< a mapping was due */
    const char *error_domain; int error_code; const char *error_text; /**< what the app sees when it cannot */
    const char *exception;        /**< ECD raises: the app crashes at every launch; or NULL */
    const char *doubt;            /**< where a device may differ from the recorded runs, or NULL */
    struct el_arena *arena;
} el_ecd_plan;

/** Replays ECD's migration on an empty in-memory copy of the schema of @p db: nothing is read but the schema and
 *  nothing is written.  Cost does not depend on the number of rows.
 *  @param check_flag the metadata holds EncryptedStoreMetadataTableCheckVersion ≥ 1. */
int el_ecd_plan_new(el_ecd_plan **out, sqlite3 *db, int check_flag, const el_model *from, const el_model *to,
                    el_ecd_version version, el_error *err);
void el_ecd_plan_free(el_ecd_plan *plan);

/** One object that shows what a finding means. */
typedef struct el_migration_sample { const char *object, *before, *after; } el_migration_sample;

/** Something that a migration does to this store's data. */
typedef struct el_migration_finding {
    const char *code;        /**< stable word, e.g. "value-lost"; accepted by --allow */
    el_severity severity;
    const char *entity, *property; /**< new names; NULL where the finding is about the store */
    int64_t count, total;    /**< how many of how many; -1 when not counted */
    int by_core_data;        /**< a correct lightweight migration does the same */
    const char *text, *hint; /**< sentence, and what to do */
    el_migration_sample samples[3]; size_t nsamples;
} el_migration_finding;

/** Rows of one entity of the new model. */
typedef struct el_entity_effect {
    const char *entity, *from;     /**< from: old name or NULL */
    int64_t rows_before;           /**< objects today */
    int64_t rows_expected;         /**< after a correct migration */
    int64_t rows_after;            /**< that ECD would show */
} el_entity_effect;

/** What a new model does to this very store, found by reading only. */
typedef struct el_migration_preview {
    el_model_diff *diff;           /**< between the two models, and what a correct migration makes of it */
    el_ecd_plan *plan;             /**< what ECD would execute */
    el_entity_effect *effects; size_t neffects;
    el_migration_finding *findings; size_t nfindings;
    int64_t rows_rewritten;        /**< rows that the plan copies */
    double seconds;                /**< rough prediction of ECD's own time on this machine */
    struct el_arena *arena;
} el_migration_preview;

/** @param store opened with @p from as its model. @param to the new model. Both outlive the preview.
 *  @param progress may cancel; may be NULL. */
int el_migration_preview_new(el_migration_preview **out, el_store *store, const el_model *to, el_ecd_version version,
                             int (*progress)(void *ctx, int64_t done, int64_t total), void *ctx, el_error *err);
void el_migration_preview_free(el_migration_preview *preview);
/** True when a finding loses or blocks something and its code is not among @p allowed. */
int el_migration_preview_alarms(const el_migration_preview *preview, const char *const *allowed, size_t nallowed);
void el_migration_preview_json(struct el_buf *out, const el_migration_preview *preview);
void el_migration_preview_text(struct el_buf *out, const el_migration_preview *preview);
/** One self-contained page. @param title what the store is called in it. */
void el_migration_preview_html(struct el_buf *out, const el_migration_preview *preview, const char *title);

typedef struct el_migration_run_options {
    const el_key *key; const char *cipher; /**< of the store */
    const el_model *from, *to;
    int as_ecd;                    /**< ECD's own statements, faults included; else a correct migration */
    el_ecd_version version;        /**< with as_ecd */
    int dry;                       /**< leave nothing behind: new_path names only the folder's place for the copy */
    int (*progress)(void *ctx, int64_t done, int64_t total); void *progress_ctx;
} el_migration_run_options;

typedef struct el_migration_result {
    double seconds;                /**< of the statements themselves */
    int64_t bytes;                 /**< size of the migrated copy */
    size_t nstatements;
    int hashes_written;            /**< the metadata names the new model's version hashes */
    /** counted 0: ECD's result, which its own reader shows otherwise than ours; rows is then the number predicted. */
    struct el_result_entity { const char *entity; int64_t expected, rows; int counted; } *entities; size_t nentities;
    struct el_arena *arena;
} el_migration_result;

/** Migrates a verified copy of the store at @p path into the new file @p new_path, same cipher and key.  The copy appears
 *  complete and checked (integrity, objects of every entity as predicted) or not at all; the original is only read.
 *  Codes: those of el_copy_run, and refused (ECD would not open the store; the message is SQLite's), not-inferable,
 *  differs (the result is not what was predicted), cancelled. */
int el_migration_run(el_migration_result **out, const char *path, const char *new_path, const el_migration_run_options *options, el_error *err);
void el_migration_result_free(el_migration_result *result);

#ifdef __cplusplus
}
#endif
#endif
