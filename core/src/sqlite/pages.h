/* SPDX-License-Identifier: MIT */
/* Bytes of a store, read the only allowed way: through the engine's own file handle, or from memory.
 * Nothing of ours opens a database file by open/fopen: closing such a descriptor drops POSIX locks. */
#ifndef EL_SQLITE_PAGES_H
#define EL_SQLITE_PAGES_H

#include "entitylens/error.h"

typedef struct el_pages el_pages;
struct sqlite3;

/* Opens `path` by a fresh, never-keyed engine connection (mode=ro) and reads through its sqlite3_file. */
int el_pages_open(el_pages **out, const char *path, el_error *err);
/* Opens a -wal or -journal through the engine's VFS, for reading only, without locks. `path` is the sidecar's own. */
int el_pages_open_sidecar(el_pages **out, const char *path, el_error *err);
/* Reads through an existing connection's file. */
int el_pages_of_connection(el_pages **out, struct sqlite3 *db, el_error *err);
int el_pages_of_memory(el_pages **out, const void *bytes, size_t n);
/* Reads exactly n bytes at offset; short files give EL_ECORRUPT "truncated". */
int el_pages_read(el_pages *pages, void *out, int64_t offset, size_t n, el_error *err);
int64_t el_pages_size(el_pages *pages);
void el_pages_close(el_pages *pages);

/* Whether el_sqlite_leave_owners is in force. */
int el_sqlite_leaves_owners(void);

/* `path` as a URI file name of the engine with `query` ("mode=ro"); the caller frees. */
char *el_sqlite_uri(const char *path, const char *query);

#endif
