/* SPDX-License-Identifier: MIT */
/** @file watch.h
 *  A store that another process keeps writing: noticing it, reading it again, telling which objects differ. */
#ifndef ENTITYLENS_WATCH_H
#define ENTITYLENS_WATCH_H

#include "entitylens/query.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What the file system says of a store and its -wal.  Found without opening either, so no lock is touched. */
typedef struct el_file_state {
    int exists;
    int64_t device, inode, size, mtime_sec, mtime_nsec;
    int64_t wal_inode, wal_size, wal_mtime_sec, wal_mtime_nsec; /**< 0: no -wal, or an empty one */
} el_file_state;
void el_file_state_read(el_file_state *out, const char *path);
int el_file_state_equal(const el_file_state *a, const el_file_state *b);

/** What became of a store: bits. */
enum {
    EL_CHANGE_DATA = 1,     /**< rows may differ */
    EL_CHANGE_SCHEMA = 2,   /**< tables or columns differ; the layout was read again */
    EL_CHANGE_MODEL = 4,    /**< el_store_model answers another model: entity pointers of before are invalid */
    EL_CHANGE_FILE = 8,     /**< another file lies at the path now, or it was written anew in its place */
    EL_CHANGE_WRITING = 16, /**< somebody is writing; look again (el_watch_look only) */
    EL_CHANGE_GONE = 32     /**< there is no file at the path; what was read stays usable */
};

/** Brings @p store up to what lies at its path: sees commits of other processes, opens a replaced or rewritten file, takes a
 *  new private copy where that is how it is read, reads a changed schema.  The key is not derived again unless the file has
 *  another salt; then @p key (borrowed, may be NULL) is what it is derived from.  Object keys and el_cursors stay good, for they
 *  hold values.  No statement of the store may be open.
 *  A borrowed connection stays what it is: only its schema is read again.
 *  @param changes EL_CHANGE_… bits, 0 when nothing differs.
 *  On an error the store is as before. */
int el_store_refresh(unsigned *changes, el_store *store, const el_key *key, el_error *err);

typedef struct el_watch el_watch;
/** Watches @p store (borrowed).  In rollback mode a reader may get into a writer's way, so the file is read only when it has not
 *  changed for @p quiet_ms (0: 300); in WAL mode it is read at once.  @p key as for el_store_refresh (copied). */
int el_watch_open(el_watch **out, el_store *store, const el_key *key, int quiet_ms, el_error *err);
/** Looks once: a few microseconds when nothing happened.  To be called every now and then on the thread that uses the store.
 *  A lock of the writer is EL_CHANGE_WRITING, not an error. */
int el_watch_look(el_watch *watch, unsigned *changes, el_error *err);
void el_watch_close(el_watch *watch);

/** The result of a request as it develops. */
typedef struct el_follow el_follow;
typedef enum el_follow_kind { EL_FOLLOW_PRESENT, EL_FOLLOW_ADDED, EL_FOLLOW_CHANGED, EL_FOLLOW_REMOVED } el_follow_kind;
/** @param object NULL when it was removed; else valid during the call.
 *  @return non-zero to end the reading with EL_ECANCELLED. */
typedef int (*el_follow_fn)(void *ctx, el_follow_kind kind, const char *id, const el_object *object);
/** @param request (its texts and arrays borrowed) for whole objects: EL_EUSAGE "not-objects" with columns or groups.  24 bytes
 *  are kept for each object of the result. */
int el_follow_open(el_follow **out, el_store *store, const el_fetch_request *request, el_error *err);
/** Reads the result in slices, no statement staying open between two, and tells what differs from the last time; the first time
 *  everything is EL_FOLLOW_PRESENT.  Additions and changes come in the order of the result, then removals by key.
 *  After an error the next call goes on from what was told. */
int el_follow_read(el_follow *follow, el_follow_fn tell, void *ctx, el_error *err);
void el_follow_close(el_follow *follow);

#ifdef __cplusplus
}
#endif
#endif
