/* SPDX-License-Identifier: MIT */
/** @file profile.h
 *  What is remembered about a file, and where a key may come from. */
#ifndef ENTITYLENS_PROFILE_H
#define ENTITYLENS_PROFILE_H

#include "entitylens/cipher.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Settings saved for one file: JSON in the user's configuration folder ($XDG_CONFIG_HOME/entitylens/profiles).
 *
 *  A profile belongs to the file, not to its path, so a copy or a moved file finds it again: it is known by the salt in its
 *  first bytes or, when plain, by the store's UUID (by device and inode as long as no UUID is known).  It never holds a key.
 *
 *  Sections and names:
 *    "open"     "cipher" (as --cipher takes it), "inverted_booleans" ("1")
 *    "model"    "path", "overrides" (their text)
 *    "queries"  any name; the value is the caller's JSON text
 *    "view"     any name; what a window wants to remember */
typedef struct el_profile el_profile;

/** The saved profile of @p store_path, or an empty one.  @p uuid: of the store, or NULL while it is not known.
 *  Codes: no-such-file, no-permission, bad-profile (the hint names the file), io. */
int el_profile_open(el_profile **out, const char *store_path, const char *uuid, el_error *err);
void el_profile_free(el_profile *profile);
/** Whether something was saved before. */
int el_profile_is_saved(const el_profile *profile);
/** The profile's own file. */
const char *el_profile_path(const el_profile *profile);
/** NULL when there is no such value; valid until the value is set anew. */
const char *el_profile_get(const el_profile *profile, const char *section, const char *name);
/** @p value NULL removes.  Codes: usage (no such section or name), bad-cipher. */
int el_profile_set(el_profile *profile, const char *section, const char *name, const char *value, el_error *err);
/** Names of a section, sorted by code point. */
size_t el_profile_count(const el_profile *profile, const char *section);
const char *el_profile_name_at(const el_profile *profile, const char *section, size_t i);
/** Writes (mode 0600, complete or not at all); an empty profile's file is removed. */
int el_profile_save(el_profile *profile, el_error *err);

typedef enum el_key_form {
    EL_KEY_PASSPHRASE,
    EL_KEY_HEX_PASSPHRASE, /**< hex digits of the passphrase's bytes */
    EL_KEY_RAW             /**< 64 or 96 hex digits */
} el_key_form;

/** The first line of a file ("-": standard input) without its LF or CR LF.  It never lies in ordinary memory.
 *  Codes: key-needed (empty line), no-such-file, no-permission, io, bad-raw-key, bad-hex. */
int el_key_from_file(el_key **out, const char *path, el_key_form form, el_error *err);
/** The value of an environment variable.  Codes: usage (not set), key-needed (empty). */
int el_key_from_environment(el_key **out, const char *name, el_key_form form, el_error *err);
/** From an inherited descriptor, which is read to its first line end and closed. */
int el_key_from_descriptor(el_key **out, int fd, el_key_form form, el_error *err);

/** A remark about a line of a `.env` file. */
typedef struct el_dotenv_warning {
    int line; /**< from 1 */
    char *text;
} el_dotenv_warning;

/** What DB Browser's `.env` beside a file says about it.  DB Browser 3.12 takes everything behind "=" as it stands, 3.13 and
 *  later read the file as INI (quotes, escapes, comments); where they differ both readings are candidates. */
typedef struct el_dotenv {
    el_key *keys[4]; size_t nkeys;     /**< owned; likelier first */
    char *cipher;                      /**< as --cipher takes it, or NULL when the file names no parameters */
    el_dotenv_warning *warnings; size_t nwarnings;
    int line;                          /**< of the key */
} el_dotenv;

/** @p out NULL and EL_OK when there is no such file or it does not name this one.  Codes: no-permission, io, bad-raw-key. */
int el_dotenv_read(el_dotenv **out, const char *store_path, el_error *err);
void el_dotenv_free(el_dotenv *dotenv);
/** The candidate that opens the file (borrowed) and the parameters to open it with: those of the file or, if they are
 *  wrong, NULL (auto).  With one candidate and no parameters nothing is tried.  Codes: those of el_cipher_detect_file. */
int el_dotenv_choose(const el_key **key, const char **cipher, const el_dotenv *dotenv, const char *store_path,
                     int (*progress)(void *ctx, int64_t done, int64_t total), void *progress_ctx, el_error *err);

#ifdef __cplusplus
}
#endif
#endif
