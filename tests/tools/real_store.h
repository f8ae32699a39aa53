/* SPDX-License-Identifier: MIT */
/* The real stores, opened with SQLCipher directly: the reader's second opinion, not the code under test. */
#ifndef TEST_REAL_STORE_H
#define TEST_REAL_STORE_H

#include <stddef.h>

struct sqlite3;

/* Opens a store read-only: keyed with the passphrase of the test stores where it is encrypted, with the parameters of
 * the SQLCipher version that fits.  Ends the program when none does. */
struct sqlite3 *real_store_open(const char *path);
/* The metadata cell; the caller frees. */
unsigned char *real_store_metadata(struct sqlite3 *db, size_t *n);
/* Paths below `folder` that end in ".sqlite", `before.sqlite` and `after.sqlite` of migrations included, sorted.
 * NULL-terminated; free each and the list. */
char **real_store_list(const char *folder);
void real_store_list_free(char **list);

#endif
