/* SPDX-License-Identifier: MIT */
/* Cancelling what a store's own connection is doing. */
#include "store/store.h"

#include "sqlite/api.h"

/* Virtual machine steps between two questions: a few milliseconds even on an encrypted file. */
enum { STEPS_BETWEEN_QUESTIONS = 1000 };

void el__store_apply_interrupt(el_store *store)
{
    if (store->db && !store->borrowed)
        sqlite3_progress_handler(store->db, store->wish ? STEPS_BETWEEN_QUESTIONS : 0, store->wish, store->wish_ctx);
}

void el_store_set_interrupt(el_store *store, int (*wish)(void *ctx), void *ctx)
{
    store->wish = wish;
    store->wish_ctx = ctx;
    el__store_apply_interrupt(store);
}
