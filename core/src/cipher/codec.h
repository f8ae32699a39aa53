/* SPDX-License-Identifier: MIT */
/* One page of an encrypted file: its HMAC and its plain text (guide/format.md, "The container").
 *
 *   page n:  cipher text | IV (16) | HMAC | padding         the last three are the reserve
 *   page 1:  begins with the salt (16 bytes) or the plaintext header, neither encrypted nor under the HMAC */
#ifndef EL_CIPHER_CODEC_H
#define EL_CIPHER_CODEC_H

#include "cipher/key.h"
#include "cipher/mac.h"

enum { EL__IV_BYTES = 16, EL__BLOCK = 16, EL__PAGE_MIN = 512, EL__PAGE_MAX = 65536 };

/* Bytes at the end of each page under these settings. */
int el__reserve(int use_hmac, el_hash hmac);
/* Where encryption starts on page 1. */
int el__page1_start(int plaintext_header);

/* AES-256-CBC of whole blocks, no padding.  @return 0 or -1. */
int el__aes_decrypt(const unsigned char key[EL__KEY_BYTES], const unsigned char iv[EL__IV_BYTES], const unsigned char *in,
                    unsigned char *out, int n);

/* The HMAC key of a file. */
void el__hmac_key(unsigned char out[EL__KEY_BYTES], const unsigned char key[EL__KEY_BYTES],
                  const unsigned char salt[EL__SALT_BYTES], el_hash kdf);
/* Whether the stored HMAC of page `number` is right. */
int el__page_hmac_fits(const el__mac *mac, const unsigned char *page, int page_size, int plaintext_header, uint32_t number);

/* A key with everything prepared, for reading many pages. Lives in secret memory. */
typedef struct el__codec el__codec;
/* key: raw, from detection (NULL and params->encrypted 0: a plain file, whose pages are passed through). */
el__codec *el__codec_new(const el_key *key, const el_cipher_params *params);
void el__codec_free(el__codec *codec);

typedef enum el__page_state {
    EL__PAGE_GOOD,
    EL__PAGE_EMPTY,  /* all bytes zero: never written, which is no damage */
    EL__PAGE_BAD,    /* the HMAC differs */
    EL__PAGE_UNKNOWN /* no HMAC in this file */
} el__page_state;
el__page_state el__codec_check(const el__codec *codec, const unsigned char *page, uint32_t number);
/* Decrypts a whole page, whatever its HMAC says; page 1 gets its magic back.  @return 0 or -1. */
int el__codec_decrypt(el__codec *codec, unsigned char *out, const unsigned char *page, uint32_t number);
/* The other way: a fresh IV, the HMAC, and on page 1 the salt (or the plaintext header) in front.  @return 0 or -1. */
int el__codec_encrypt(el__codec *codec, unsigned char *out, const unsigned char *page, uint32_t number);

#endif
