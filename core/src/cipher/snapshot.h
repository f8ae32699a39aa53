/* SPDX-License-Identifier: MIT */
/* A private copy of a database and its sidecars, for files that the engine could only read by writing beside them (a hot
 * journal, a -wal without -shm).  It lies in a folder of mode 0700 in the user's runtime or cache folder, encrypted as the
 * original is, and goes away with the handle; what a crash leaves is swept by the next one. */
#ifndef EL_CIPHER_SNAPSHOT_H
#define EL_CIPHER_SNAPSHOT_H

#include "entitylens/error.h"

struct el_pages;
typedef struct el__snapshot el__snapshot;

enum { EL__WITH_WAL = 1, EL__WITH_JOURNAL = 2 };

/* path: absolute, the database; pages: open on it.  Copied again when a file changed meanwhile; busy after some attempts. */
int el__snapshot_make(el__snapshot **out, const char *path, struct el_pages *pages, unsigned with,
                      int (*progress)(void *, int64_t, int64_t), void *ctx, el_error *err);
const char *el__snapshot_path(const el__snapshot *snapshot);
void el__snapshot_free(el__snapshot *snapshot); /* NULL is fine */
/* Removes copies whose process is gone. */
void el__snapshot_sweep(void);

#endif
