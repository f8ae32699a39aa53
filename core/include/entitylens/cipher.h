/* SPDX-License-Identifier: MIT */
/** @file cipher.h
 *  Keys, cipher parameters, and finding the parameters of a file without trial
 *  and error (guide/format.md, "The container"). */
#ifndef ENTITYLENS_CIPHER_H
#define ENTITYLENS_CIPHER_H

#include "entitylens/error.h"

#ifdef __cplusplus
extern "C" {
#endif

struct el_buf;

typedef enum el_hash { EL_HASH_SHA1 = 1, EL_HASH_SHA256 = 2, EL_HASH_SHA512 = 3 } el_hash;

/** The parameters of an encrypted file. */
typedef struct el_cipher_params {
    int encrypted;        /**< 0: plain SQLite; nothing below applies but page_size */
    int version;          /**< 1–4 when they are the defaults of that SQLCipher, else 0 (custom) */
    int page_size;        /**< bytes */
    int reserve;          /**< bytes at the end of each page: IV and HMAC */
    int use_hmac;
    el_hash hmac_algorithm, kdf_algorithm;
    int kdf_iter;         /**< 0 with a raw key */
    int plaintext_header; /**< bytes left unencrypted at the start, usually 0 */
    int has_salt; unsigned char salt[16]; /**< the salt given by the user (plaintext header) */
} el_cipher_params;

/** A key in locked, wiped-on-free memory. */
typedef struct el_key el_key;
/** From the bytes of a passphrase (copied; n ≥ 1, else EL_EKEYNEEDED). */
int el_key_new_passphrase(el_key **out, const void *bytes, size_t n, el_error *err);
/** From 64 hex digits (key) or 96 (key and salt); an optional x'…' around them is accepted. */
int el_key_new_raw(el_key **out, const char *hex, size_t n, el_error *err);
/** From the hex digits of a passphrase's bytes. */
int el_key_new_hex_passphrase(el_key **out, const char *hex, size_t n, el_error *err);
/** Wipes and frees.  NULL is fine. */
void el_key_free(el_key *key);
el_key *el_key_copy(const el_key *key);
int el_key_is_raw(const el_key *key);

/** One thing that detection looked at: a key derivation together with an HMAC setting, for every legal page size. */
typedef struct el_cipher_try {
    el_cipher_params params; /**< page_size 0: every legal size; kdf_iter 0: raw key */
    const char *result;   /**< "fits", "hmac-mismatch", "not-sqlite", "skipped" (static) */
    const char *why;      /**< a few words (static) */
} el_cipher_try;

/** Something worth telling about the file or the way it was opened. */
typedef struct el_cipher_note {
    const char *code;     /**< stable word: "key-unused", "wal-missing", "wal-foreign", "cut-at-nul", "network-file-system", … (static) */
    char *text;           /**< one sentence */
} el_cipher_note;

/** What detection found: data, never a secret. */
typedef struct el_cipher_report {
    el_cipher_params params;      /**< meaningful when found */
    int found;
    int key_given, key_used;
    int cut_at_nul;               /**< the passphrase fits only up to its first NUL byte */
    el_cipher_try *tried; size_t ntried;
    int derivations;              /**< how many KDF runs it took */
    int64_t file_size;
    char *looks_like;             /**< what the first bytes say when they are no database's, or NULL */
    int looks_random;             /**< the sampled blocks look like encrypted (or compressed) data */
    int key_fits_header;          /**< the key decrypts page 1, whatever its HMAC says */
    el_cipher_note *notes; size_t nnotes;
    int page1_damaged;            /**< page 1 fails its HMAC while others pass */
    int reserved_bytes_on_disk;   /**< byte 20 of the decrypted page 1 */
    int wal_mode;                 /**< bytes 18/19 of the decrypted page 1 say WAL */
    int read_version;             /**< byte 19 of the decrypted page 1 */
    int schema_format;            /**< bytes 44-47 */
    int64_t pages_in_header;      /**< pages that the header promises, or 0 when it does not say */
    int writer_version;           /**< SQLITE_VERSION_NUMBER of the last writer, or 0 */
} el_cipher_report;

void el_cipher_report_free(el_cipher_report *report);
/** `info --format json`'s "cipher" object. */
void el_cipher_report_json(struct el_buf *out, const el_cipher_report *report);
/** The same for a person; can be pasted into a ticket. */
void el_cipher_report_text(struct el_buf *out, const el_cipher_report *report);

/** Reads "auto", "1".."4" or "page_size=1024,kdf_iter=4000,…" (the command line's --cipher). */
typedef struct el_cipher_spec {
    int version; /**< 0 auto */
    int has_page_size, has_use_hmac, has_hmac_algorithm, has_kdf_algorithm, has_kdf_iter, has_plaintext_header;
    el_cipher_params given;
} el_cipher_spec;
int el_cipher_spec_parse(el_cipher_spec *out, const char *text, el_error *err);

/** Finds the parameters of the file at @p path without opening it as a database.
 *  @param report set whatever the outcome (a failed detection has one too); free with el_cipher_report_free.
 *  @param connection_key set on success for an encrypted file: a raw key with its salt, so that nothing is derived twice;
 *         NULL for a plain file.  The caller frees it.
 *  @param key NULL when none was given: then an encrypted file gives EL_EKEYNEEDED.
 *  @param cipher as for --cipher, or NULL for "auto".
 *  @param progress may cancel; its unit is KDF rounds.
 *  Codes: wrong-key, wrong-salt, salt-needed, key-needed, not-a-database, other-cipher, empty-file, not-a-file,
 *  damaged-page1, no-such-file, no-permission, io, bad-cipher, cancelled. */
int el_cipher_detect_file(el_cipher_report **report, el_key **connection_key, const char *path, const el_key *key,
                          const char *cipher, int (*progress)(void *ctx, int64_t done, int64_t total), void *progress_ctx,
                          el_error *err);

struct sqlite3;
/** Keys a fresh connection on which nothing was read yet, with what el_cipher_detect_file found, then keeps its
 *  temporary data in memory.  A plain file (params->encrypted 0) only gets the latter.  The statements are wiped.
 *  Codes: no-cipher-engine, old-cipher-engine. */
int el_cipher_key_connection(struct sqlite3 *db, const el_key *connection_key, const el_cipher_params *params, el_error *err);

/** The parameters as --cipher takes them, e.g. "page_size=1024,use_hmac=on,…"; no secret in it. */
void el_cipher_params_text(struct el_buf *out, const el_cipher_params *params);
/** The parameters as pragmas to run after the key, one a line; no secret in it. */
void el_cipher_params_pragmas(struct el_buf *out, const el_cipher_params *params);
/** "HMAC_SHA512" and the like, or "" */
const char *el_cipher_hmac_name(el_hash hash);
const char *el_cipher_kdf_name(el_hash hash);

/** Frees what the crypto library keeps for the calling thread.  To be called last by a thread that opened stores and is not
 *  joined (a QThread's wait ends before its thread-specific data is destroyed). */
void el_cipher_thread_end(void);

#ifdef __cplusplus
}
#endif
#endif
