/* SPDX-License-Identifier: MIT */
/* Databases of every cipher format, written by the linked SQLCipher, and the bytes of a folder before and after. */
#ifndef TEST_CIPHER_FIXTURE_H
#define TEST_CIPHER_FIXTURE_H

#include <stddef.h>
#include <stdint.h>

struct sqlite3;

/* A fresh folder under TMPDIR; removed with everything in it by fixture_folder_remove. */
char *fixture_folder(void);
void fixture_folder_remove(char *folder); /* frees the name too */
char *fixture_path(const char *folder, const char *name); /* the caller frees */

/* Creates the file with `key_pragmas` (NULL: plain) run first, then a table t(id integer primary key, body) of `rows` rows
 * with an index, user_version 42 and application_id 7.  Left open with fixture_open; exits the process on failure. */
void fixture_make(const char *path, const char *key_pragmas, int rows);
struct sqlite3 *fixture_open(const char *path, const char *key_pragmas);
void fixture_exec(struct sqlite3 *db, const char *sql);

/* Reads and overwrites bytes of a file. */
unsigned char *fixture_bytes(const char *path, size_t *n); /* the caller frees */
void fixture_write_bytes(const char *path, const void *bytes, size_t n);
void fixture_poke(const char *path, int64_t offset, const void *bytes, size_t n);
void fixture_copy(const char *from, const char *to);

/* Names, sizes, times (mtime, ctime to the nanosecond) and contents of all files of a folder as text; the caller frees. */
char *fixture_state(const char *folder);

#endif
