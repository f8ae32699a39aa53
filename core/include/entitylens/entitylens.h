/* SPDX-License-Identifier: MIT */
/** @file entitylens.h
 *  The whole public face of the core, and the one place where SQLite enters. */
#ifndef ENTITYLENS_ENTITYLENS_H
#define ENTITYLENS_ENTITYLENS_H

#include "entitylens/check.h"
#include "entitylens/cipher.h"
#include "entitylens/compare.h"
#include "entitylens/copy.h"
#include "entitylens/error.h"
#include "entitylens/export.h"
#include "entitylens/migrate.h"
#include "entitylens/model.h"
#include "entitylens/object.h"
#include "entitylens/predicate.h"
#include "entitylens/profile.h"
#include "entitylens/query.h"
#include "entitylens/search.h"
#include "entitylens/store.h"
#include "entitylens/value.h"
#include "entitylens/watch.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sqlite3_api_routines;

/** Gives the core the SQLite of this process.  Core calls SQLite only through
 *  this table: an extension passes what its host handed it, a program passes
 *  the table of the library it links.  Call before anything else; calling
 *  again with the same table is harmless. */
void el_sqlite_use(const struct sqlite3_api_routines *routines);

/** For programs that link their own SQLite and create no file beside a user's: the engine, run by root, sets the owner of
 *  every -wal, -shm and -journal that it opens, which changes the file's ctime even when the owner stays the same.  After
 *  this call it does not.  Not for a plugin: its host may rely on it (root then reads a private copy instead). */
void el_sqlite_leave_owners(void);

/** Version text of EntityLens, e.g. "0.1.0". */
const char *el_version(void);

/** Called from long work. @return non-zero to cancel: the work ends with EL_ECANCELLED within 100 ms.
 *  @param done,total in the unit of the work (rows, pages, bytes); total 0 when unknown. */
typedef int (*el_progress_fn)(void *ctx, int64_t done, int64_t total);

#ifdef __cplusplus
}
#endif
#endif
