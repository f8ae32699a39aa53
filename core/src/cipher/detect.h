/* SPDX-License-Identifier: MIT */
/* Finding the parameters of a file: facts first, then one derivation per distinct KDF (two threads at most), each
 * answered by page 1 alone for all page sizes and HMAC settings. */
#ifndef EL_CIPHER_DETECT_H
#define EL_CIPHER_DETECT_H

#include "entitylens/cipher.h"

struct el_pages;

typedef int (*el__progress)(void *ctx, int64_t done, int64_t total);

/* As el_cipher_detect_file, on pages that are open already.
 * A damaged page 1 whose parameters are known all the same is EL_ECORRUPT "damaged-page1" with *connection_key and
 * report->found set: check and recover go on from there. */
int el__detect(el_cipher_report **report, el_key **connection_key, struct el_pages *pages, const el_key *key,
               const el_cipher_spec *spec, el__progress progress, void *ctx, el_error *err);

/* The first checks that need no byte of the file: no-such-file, no-permission, not-a-file, empty-file. */
int el__check_path(const char *path, el_error *err);

#endif
