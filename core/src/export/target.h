/* SPDX-License-Identifier: MIT */
/* A file that appears under its name only when it is complete. */
#ifndef EL_EXPORT_TARGET_H
#define EL_EXPORT_TARGET_H

#include "entitylens/error.h"

typedef struct el__target_file {
    char *path;      /* the name it will have */
    char *temporary; /* beside it; the file exists, mode 0600 */
    int fd;          /* open for writing, or -1 once given to the engine */
} el__target_file;

/* Refuses a name that exists (or has a -wal or -journal beside it, which the engine would apply to the new file). */
int el__target_open(el__target_file *out, const char *path, int64_t expected_size, el_error *err);
/* Closes the descriptor: from now on the engine opens the file. */
int el__target_release(el__target_file *t, el_error *err);
/* Flushes to disk and renames, never over another file. */
int el__target_commit(el__target_file *t, el_error *err);
/* Removes what was not committed; frees the names. */
void el__target_close(el__target_file *t);
int el__target_write(el__target_file *t, const void *p, size_t n, el_error *err);

#endif
