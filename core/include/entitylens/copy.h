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

#ifdef __cplusplus
}
#endif
#endif
