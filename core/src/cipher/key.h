/* SPDX-License-Identifier: MIT */
#ifndef EL_CIPHER_KEY_H
#define EL_CIPHER_KEY_H

#include "entitylens/cipher.h"

enum { EL__KEY_BYTES = 32, EL__SALT_BYTES = 16 };

/* Lives in secret memory as a whole. */
struct el_key {
    int raw;      /* bytes are the 32 of the cipher key */
    int has_salt; /* only with raw */
    unsigned char salt[EL__SALT_BYTES];
    size_t n;
    unsigned char bytes[];
};

/* The raw key that a connection gets. */
el_key *el__key_of_bytes(const unsigned char key[EL__KEY_BYTES], const unsigned char salt[EL__SALT_BYTES]);

/* Reads n hex digits into n/2 bytes. @return 0, or -1 at the first character that is none (its place in *bad). */
int el__hex_decode(unsigned char *out, const char *hex, size_t n, size_t *bad);

#endif
