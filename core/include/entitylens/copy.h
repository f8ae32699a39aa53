/* SPDX-License-Identifier: MIT */
/** @file copy.h
 *  Verified copies of a store: decrypted, under another key, in SQLCipher's newest format, or salvaged from damage. */
#ifndef ENTITYLENS_COPY_H
#define ENTITYLENS_COPY_H

#include "entitylens/store.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum el_copy_kind {
    EL_COPY_DECRYPT, /**< plain SQLite; of a plain store a copy */
    EL_COPY_REKEY,   /**< the same format under new_key; a plain store becomes SQLCipher 4 */
    EL_COPY_UPGRADE  /**< SQLCipher 4 defaults, under new_key or the same key */
} el_copy_kind;

typedef struct el_copy_options {
    el_copy_kind kind;
    const el_key *key;     /**< of the source, or NULL */
    const char *cipher;    /**< of the source: --cipher text or NULL for auto */
    const el_key *new_key; /**< needed by EL_COPY_REKEY */
    int (*progress)(void *ctx, int64_t done, int64_t total); void *progress_ctx; /**< bytes, all passes counted; may cancel */
} el_copy_options;

typedef struct el_copy_table {
    char *name;
    int64_t rows;
    unsigned char digest[32]; /**< SHA-256 over all values in table order; equal in source and copy */
} el_copy_table;

/** What was copied, every number checked on the finished copy. */
typedef struct el_copy_report {
    el_cipher_params from, to;
    const char *opened_by; /**< as el_store_opened_by */
    int64_t pages, bytes;  /**< of the copy */
    int64_t rows;
    el_copy_table *tables; size_t ntables; /**< by name */
} el_copy_report;

/** Copies @p from to @p to, which must not exist.  The copy is written under a temporary name in the folder of @p to, compared
 *  with the source table by table, checked for integrity, flushed to disk and only then renamed; whatever happens before leaves
 *  nothing behind.  user_version, application_id, encoding, auto-vacuum, journal mode and (but for EL_COPY_UPGRADE and for a plain
 *  store that becomes encrypted, which get the default of 4096) the page size are the source's.  The source is only read.
 *  @param report may be NULL; free with el_copy_report_free.
 *  Codes: those of el_store_open, and target-exists, no-room, damaged-page (with the offset), copy-differs, changed-meanwhile,
 *  key-needed (no new key), cancelled, io. */
int el_copy_run(el_copy_report **report, const char *from, const char *to, const el_copy_options *options, el_error *err);
void el_copy_report_free(el_copy_report *report);
void el_copy_report_json(struct el_buf *out, const el_copy_report *report);
void el_copy_report_text(struct el_buf *out, const el_copy_report *report);

/** Row ids above after, up to upto (INT64_MIN, INT64_MAX: open at that end). */
typedef struct el_recover_range {
    int64_t after, upto;
} el_recover_range;

/** What became of one table. */
typedef struct el_recover_table {
    char *name;
    char *entity;            /**< root entity when the table is one of ECD's entity tables, else NULL */
    int64_t rows;            /**< saved, found ones included */
    int64_t found;           /**< of these: on pages that only a damaged page pointed at */
    int64_t partial;         /**< of these: rows with a value that lay on a damaged page; it is NULL in the copy */
    int64_t refused;         /**< rows that cannot be decoded, or that the table's own constraints refuse */
    int64_t lost_pages;      /**< damaged pages of the table */
    el_recover_range *lost; size_t nlost; /**< where rows are missing */
    int64_t lost_at_most;    /**< upper bound of missing rows, or -1 when a range is open */
    char *problem;           /**< why the table could not be made, or NULL */
} el_recover_table;

typedef struct el_recover_report {
    el_cipher_params params;
    int64_t pages, damaged_pages;
    int schema_unverified;   /**< page 1 is damaged; the schema was read from it all the same */
    int schema_incomplete;   /**< pages of the schema are lost; tables may be missing */
    int free_unknown;        /**< the free list cannot be read: found rows may be deleted ones */
    el_recover_table *tables; size_t ntables; /**< by name */
    int64_t lost_and_found;  /**< rows that no table claims, in a table of that name */
    char **problems; size_t nproblems; /**< indexes, views, triggers that could not be made */
} el_recover_report;

/** Saves everything that can be read from a damaged store into the new file @p to: a walk of our own over all tables that
 *  skips damaged pages, then over pages that nothing readable points at.  The copy has the format and key of the source and is
 *  written, checked and renamed as el_copy_run does.
 *  @param options key, cipher and progress (pages) are used.
 *  Codes: as el_check_pages, and target-exists, no-room, nothing-to-save, cancelled, io. */
int el_recover_run(el_recover_report **report, const char *from, const char *to, const el_open_options *options, el_error *err);
void el_recover_report_free(el_recover_report *report);
/** Whether anything is missing, partial or in doubt. */
int el_recover_report_has_losses(const el_recover_report *report);
void el_recover_report_json(struct el_buf *out, const el_recover_report *report);
void el_recover_report_text(struct el_buf *out, const el_recover_report *report);

#ifdef __cplusplus
}
#endif
#endif
