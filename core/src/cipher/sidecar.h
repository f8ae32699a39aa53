/* SPDX-License-Identifier: MIT */
/* The files beside a database: which are there, and whether they are its own. */
#ifndef EL_CIPHER_SIDECAR_H
#define EL_CIPHER_SIDECAR_H

#include "entitylens/cipher.h"

typedef struct el__sidecars {
    int64_t wal, journal; /* bytes, -1: not there */
    int shm;
} el__sidecars;

void el__sidecars_look(el__sidecars *out, const char *path);
/* Whether the first page in it, being complete, cannot be a page of the database: another page size, or its HMAC is wrong. */
int el__sidecar_is_foreign_wal(const char *path, const el_key *key, const el_cipher_params *params);
int el__sidecar_is_foreign_journal(const char *path, const el_key *key, const el_cipher_params *params);
/* Whether the journal has a header, so that an unfinished change may be in it. */
int el__sidecar_journal_is_live(const char *path);
/* "NFS" and the like when the file lies there, else NULL (static). */
const char *el__network_file_system(const char *path);

#endif
