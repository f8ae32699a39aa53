/* SPDX-License-Identifier: MIT */
/* Whether a cipher key belongs to a file, and with which page size and HMAC. */
#ifndef EL_CIPHER_MATCH_H
#define EL_CIPHER_MATCH_H

#include "cipher/codec.h"

struct el_pages;

enum { EL__SIZES = 8, EL__HEADERS = 6, EL__HEADER_BYTES = 100 };

/* The file as the search sees it. */
typedef struct el__target {
    struct el_pages *pages;
    int64_t size;
    const unsigned char *first; /* the beginning: n bytes, at most EL__PAGE_MAX */
    size_t n;
    int headers[EL__HEADERS], nheaders; /* plaintext header sizes to consider */
    int sizes[EL__SIZES], nsizes;       /* page sizes to consider, likelier first */
    const el_cipher_spec *spec;
} el__target;

typedef struct el__match {
    int fits;          /* everything below is proven */
    int key_fits;      /* the key decrypts bytes of page 1 that are the same in every database */
    int header_fits;   /* the header decrypts and names page_size and reserve */
    int other_fits;    /* another page than 1 passes its HMAC */
    int page_size, reserve, plaintext_header;
    int use_hmac;
    el_hash hmac, kdf;
} el__match;

/* By page 1 alone; microseconds.  salt NULL: unknown, so no HMAC can be checked.  kdf 0: unknown (raw key).  @return fits. */
int el__match_page1(el__match *out, const el__target *t, const unsigned char key[EL__KEY_BYTES], const unsigned char *salt, el_hash kdf);
/* By the HMACs of page 1 and of a few other pages under every setting; milliseconds.  For files whose page 1 is damaged.
 * @return fits (page 1 passes after all) or other_fits. */
int el__match_pages(el__match *out, const el__target *t, const unsigned char key[EL__KEY_BYTES], const unsigned char *salt, el_hash kdf);
/* The first 100 bytes of page 1 in plain.  @return 0 or -1. */
int el__match_header(unsigned char out[EL__HEADER_BYTES], const el__match *m, const el__target *t, const unsigned char key[EL__KEY_BYTES]);

/* Whether the user's settings allow this HMAC (hash 0: none). */
int el__spec_allows_hmac(const el_cipher_spec *spec, el_hash hash);
/* The legal page sizes under the user's settings: those that divide the file first, 4096 and 1024 before the others. */
int el__page_sizes(int out[EL__SIZES], const el_cipher_spec *spec, int64_t file_size);

#endif
