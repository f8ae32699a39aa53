/* SPDX-License-Identifier: MIT */
/* A connection of our own for reading a file without leaving a trace beside it. */
#ifndef EL_CIPHER_CONNECTION_H
#define EL_CIPHER_CONNECTION_H

#include "entitylens/cipher.h"
#include "entitylens/store.h"

struct sqlite3;
struct el__snapshot;

/* May be used and closed on any thread, by one at a time.  No statement of the connection may be open at close. */
typedef struct el_connection {
    struct sqlite3 *db;
    const char *opened_by;      /* "read-only", "immutable", "readonly-shm", "private-copy" (static) */
    el_cipher_report *report;   /* owned */
    char *path;                 /* absolute; the user's file, also when a copy is read */
    el_key *key;                /* raw, with salt, or NULL for a plain file */
    struct el__snapshot *snapshot;
    int64_t device, inode, size, mtime_sec, mtime_nsec, wal_size, wal_mtime_sec, wal_mtime_nsec; /* of the file when it was opened */
} el_connection;

/* Finds the cipher parameters, opens `path` in the way that its journal mode and sidecars ask for, keys the connection with
 * the derived key, keeps its temporary data in memory and proves that the schema can be read.
 * options: key, cipher, progress, busy_timeout_ms are used.
 * On failure *out is NULL.  Codes: those of el_cipher_detect_file, and busy, truncated, damaged, schema-too-new,
 * no-cipher-engine, old-cipher-engine, no-room. */
int el_connection_open(el_connection **out, const char *path, const el_open_options *options, el_error *err);
/* As above; when detection ran its report is handed out even if opening fails (the caller frees it). */
int el_connection_open_reporting(el_connection **out, el_cipher_report **failed, const char *path, const el_open_options *options,
                                 el_error *err);
/* For copying: what a -wal holds is in the file that `db` reads (a private copy then), and another database may be attached
 * for writing. */
int el__connection_open_for_copy(el_connection **out, const char *path, const el_open_options *options, el_error *err);
void el_connection_close(el_connection *connection); /* NULL is fine */
/* Whether the file (or its -wal) is no longer what it was when it was opened. */
int el_connection_changed(const el_connection *connection);

#endif
