/* SPDX-License-Identifier: MIT */
/* Cancelling what a store's own connection is doing. */
#include "entitylens/store.h"

#include "sqlite/api.h"

#include <string.h>

/* Virtual machine steps between two questions: a few milliseconds even on an encrypted file. */
enum { STEPS_BETWEEN_QUESTIONS = 1000 };

void el_store_set_interrupt(el_store *store, int (*wish)(void *ctx), void *ctx)
{
    if (strcmp(el_store_opened_by(store), "borrowed") != 0)
        sqlite3_progress_handler(el_store_db(store), wish ? STEPS_BETWEEN_QUESTIONS : 0, wish, ctx);
}
