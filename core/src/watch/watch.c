/* SPDX-License-Identifier: MIT */
#include "entitylens/watch.h"

#include "base/arena.h"
#include "sqlite/api.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { QUIET_MS = 300, TICK_MS = 50 };

struct el_watch {
    el_store *store;
    el_key *key;
    int quiet_ms;
    int pending;             /* a change was seen and not read yet */
    el_file_state seen;      /* at the last look */
    int64_t since;           /* when `seen` began, milliseconds of the monotonic clock */
};

static int64_t milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int el_watch_open(el_watch **out, el_store *store, const el_key *key, int quiet_ms, el_error *err)
{
    *out = NULL;
    if (!store->db)
        return el_error_set(err, EL_EIO, "abandoned", "the connection of this store was closed");
    el_watch *w = el_xmalloc(sizeof *w);
    w->store = store;
    w->key = key ? el_key_copy(key) : NULL;
    w->quiet_ms = quiet_ms > 0 ? quiet_ms : QUIET_MS;
    w->seen = store->state;
    *out = w;
    return EL_OK;
}

/* Whether reading now cannot keep a writer from committing. */
static int may_read(el_watch *w)
{
    if (!strcmp(w->store->opened_by, "readonly-shm") && w->seen.wal_size > 0 && w->seen.inode == w->store->state.inode)
        return 1;
    return milliseconds() - w->since >= w->quiet_ms;
}

/* Times of files advance in ticks: another commit within the tick of the last one would look the same. */
static int is_young(const el_file_state *state)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    int64_t now = (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
    int64_t main = state->mtime_sec * 1000 + state->mtime_nsec / 1000000, wal = state->wal_mtime_sec * 1000 + state->wal_mtime_nsec / 1000000;
    int64_t age = now - (main > wal ? main : wal);
    return age >= 0 && age < TICK_MS;
}

static int read_changes(el_watch *w, unsigned *changes, el_error *err)
{
    int status = el_store_refresh(changes, w->store, w->key, err);
    if (status == EL_EBUSY) {
        *changes = EL_CHANGE_WRITING;
        w->since = milliseconds();
        return EL_OK;
    }
    w->pending = !status && is_young(&w->store->state); /* a file that cannot be read is told once, and looked at again when it changes */
    return status;
}

int el_watch_look(el_watch *w, unsigned *changes, el_error *err)
{
    *changes = 0;
    el_store *store = w->store;
    if (!store->db)
        return el_error_set(err, EL_EIO, "abandoned", "the connection of this store was closed");
    if (store->borrowed && sqlite3_total_changes(store->db) != store->own_changes)
        return read_changes(w, changes, err);
    if (!store->path)
        return EL_OK;
    el_file_state now;
    el_file_state_read(&now, store->path);
    if (!el_file_state_equal(&now, &w->seen)) {
        w->seen = now;
        w->since = milliseconds();
        w->pending = 1;
    }
    if (!w->pending)
        return EL_OK;
    if (!may_read(w)) {
        *changes = EL_CHANGE_WRITING;
        return EL_OK;
    }
    return read_changes(w, changes, err);
}

void el_watch_close(el_watch *w)
{
    if (!w)
        return;
    el_key_free(w->key);
    free(w);
}
