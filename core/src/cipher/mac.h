/* SPDX-License-Identifier: MIT */
/* HMAC and PBKDF2 over libcrypto's compression functions.
 *
 * libcrypto's own PBKDF2 can be neither stopped nor asked how far it is, and copies heavy contexts in every round; keeping
 * the two half-finished hash states here takes about 0.6 (SHA-512) and 0.4 (SHA-1) of its time. */
#ifndef EL_CIPHER_MAC_H
#define EL_CIPHER_MAC_H

#include "entitylens/cipher.h"

#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

enum { EL__MAC_MAX = SHA512_DIGEST_LENGTH };

/* A keyed HMAC before its first byte; copying it is how a message starts. */
typedef struct el__mac {
    el_hash hash;
    union {
        SHA_CTX sha1;
        SHA256_CTX sha256;
        SHA512_CTX sha512;
    } inner, outer;
} el__mac;

size_t el__mac_size(el_hash hash); /* bytes of a digest */
void el__mac_init(el__mac *mac, el_hash hash, const void *key, size_t n);
/* HMAC of two pieces one after the other. */
void el__mac_compute(const el__mac *mac, unsigned char *out, const void *a, size_t na, const void *b, size_t nb);

/* Asked every few milliseconds with the rounds done so far; non-zero stops. */
typedef int (*el__kdf_poll)(void *ctx, int64_t rounds);
/* PBKDF2-HMAC.  @return 0, or -1 when stopped (out is then wiped). */
int el__pbkdf2(unsigned char *out, size_t n, el_hash hash, const void *password, size_t npassword, const void *salt,
               size_t nsalt, int rounds, el__kdf_poll poll, void *ctx);

#endif
