/* SPDX-License-Identifier: MIT */
/* Several key derivations, two at a time at most, until one gives the key. */
#ifndef EL_CIPHER_DERIVE_H
#define EL_CIPHER_DERIVE_H

#include "cipher/codec.h"
#include "cipher/detect.h"

typedef struct el__job {
    el_hash hash;          /* 0: the key was given raw, nothing to derive */
    int rounds;
    const unsigned char *password; /* borrowed, secret */
    size_t npassword;
    int cut;               /* the password ends at its first NUL byte */
    int done;              /* key is there */
    unsigned char key[EL__KEY_BYTES]; /* the array of jobs lives in secret memory */
} el__job;

/* Asked after each derivation, never by two threads at once; non-zero ends the rest. */
typedef int (*el__job_check)(void *ctx, el__job *job);

/* @return 1 when a check said so, 0 when none did, -1 when the progress function cancelled. */
int el__derive(el__job *jobs, size_t n, const unsigned char salt[EL__SALT_BYTES], el__job_check check, void *check_ctx,
               el__progress progress, void *progress_ctx);

#endif
