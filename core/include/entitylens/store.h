/* SPDX-License-Identifier: MIT */
/** @file store.h
 *  A store: an open database, its layout, its model. */
#ifndef ENTITYLENS_STORE_H
#define ENTITYLENS_STORE_H

#include "entitylens/cipher.h"
#include "entitylens/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sqlite3 sqlite3;
typedef struct el_store el_store;
struct el_buf;

typedef struct el_open_options {
    const el_key *key;         /**< NULL: none given */
    const char *cipher;        /**< --cipher text or NULL for auto */
    const char *model_path;    /**< model file or bundle, or NULL: saved profile, else inference */
    const el_model *model;     /**< a loaded model (borrowed; outlives the store) instead of model_path */
    const char *overrides_path;/**< text file of what inference shall take for granted, or NULL (see the user guide) */
    int inverted_booleans;     /**< stores written before December 2012 hold booleans the wrong way round */
    int (*progress)(void *ctx, int64_t done, int64_t total); void *progress_ctx; /**< may cancel */
    int busy_timeout_ms;       /**< 0: 2000 */
} el_open_options;

/** Opens @p path for reading without leaving a trace.  The connection is the store's own.
 *  Errors: the codes of `entitylens info` (wrong-key, key-needed, not-a-database, empty-file, not-ecd,
 *  not-a-file, damaged-page1, truncated, no-such-file, no-permission, busy, …). */
int el_store_open(el_store **out, const char *path, const el_open_options *options, el_error *err);
/** Looks at an open connection that somebody else owns and has keyed.  The store never closes it,
 *  keeps no statement open between calls, installs no handler on it, and must be freed before it closes
 *  (or be told by el_store_abandon). */
int el_store_adopt(el_store **out, sqlite3 *db, const el_open_options *options, el_error *err);
/** The borrowed connection is gone: forget it without touching it. */
void el_store_abandon(el_store *store);
/** Re-reads schema, layout and, when inferred, the model.  Borrowed entity pointers become invalid
 *  when el_store_model answers another model afterwards: a model that was given, or read from a file and still fits, stays. */
int el_store_reload(el_store *store, el_error *err);
void el_store_close(el_store *store);

/** Asks @p wish every few milliseconds while a statement of this store runs; non-zero ends the statement and the
 *  call around it with EL_ECANCELLED.  NULL stops asking.  Nothing happens on a borrowed connection: its one slot
 *  for such a question is its owner's. */
void el_store_set_interrupt(el_store *store, int (*wish)(void *ctx), void *ctx);

sqlite3 *el_store_db(el_store *store);
const char *el_store_path(const el_store *store);
const el_model *el_store_model(const el_store *store);
/** "xcdatamodel", "mom", "metadata", "inferred". */
const char *el_store_model_source(const el_store *store);
/** "exact" (hashes equal), "by-structure", "differs", "none". */
const char *el_store_model_match(const el_store *store);
const el_cipher_report *el_store_cipher(const el_store *store);
/** How the file was opened: "read-only", "immutable", "readonly-shm", "private-copy", "borrowed". */
const char *el_store_opened_by(const el_store *store);
/** Generation of the layout, e.g. "3.2", "3.1-or-3.2", "2.0", "3.0", "3.1", "2.0-or-3.0". */
const char *el_store_era(const el_store *store);
/** The store's metadata UUID or NULL. */
const char *el_store_uuid(const el_store *store);
int el_store_is_inferred(const el_store *store);
/** True when ECD has already looked for missing columns (the metadata flag EncryptedStoreMetadataTableCheckVersion). */
int el_store_check_flag(const el_store *store);

/** Something noticed about a store. */
typedef struct el_finding {
    const char *code;     /**< stable word, e.g. "missing-mirror-table" */
    const char *severity; /**< "info", "notice", "warning", "error" */
    const char *where;    /**< entity, property or table */
    const char *text;     /**< one sentence */
    int64_t count;        /**< how many, or -1 */
    const char *sql;      /**< a SELECT that shows them, or NULL */
} el_finding;
size_t el_store_findings(const el_store *store, const el_finding **findings);

/** Objects of exactly @p entity (or with its sub-entities).  One statement. */
int el_store_count(int64_t *out, el_store *store, const el_entity *entity, int with_subentities, el_error *err);

/** `info --format json`, whole. */
int el_store_info_json(struct el_buf *out, el_store *store, el_error *err);
int el_store_info_text(struct el_buf *out, el_store *store, el_error *err);
/** `entities`. */
int el_store_entities_json(struct el_buf *out, el_store *store, el_error *err);
int el_store_entities_text(struct el_buf *out, el_store *store, el_error *err);

#ifdef __cplusplus
}
#endif
#endif
