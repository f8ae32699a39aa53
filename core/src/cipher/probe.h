/* SPDX-License-Identifier: MIT */
/* What a file says about itself before any key is tried. */
#ifndef EL_CIPHER_PROBE_H
#define EL_CIPHER_PROBE_H

#include "sqlite/pages.h"

#include <stdint.h>

typedef enum el__file_kind {
    EL__FILE_UNKNOWN,          /* looks random: encrypted, as far as one can tell */
    EL__FILE_PLAIN,            /* plain SQLite */
    EL__FILE_PLAIN_BAD_HEADER, /* SQLite's magic, then a header that cannot be */
    EL__FILE_PLAINTEXT_HEADER, /* SQLite's magic (and perhaps more), then encrypted */
    EL__FILE_OTHER_CIPHER,     /* encrypted by something that is not SQLCipher */
    EL__FILE_BLANK_START,      /* the first 512 bytes are one byte repeated, what follows looks random */
    EL__FILE_OTHER             /* no database at all */
} el__file_kind;

typedef struct el__facts {
    el__file_kind kind;
    const char *looks_like; /* a noun phrase, or NULL (static) */
    int64_t size;
    int random_blocks, blocks; /* of the sampled 512-byte blocks */
    int plain_page_size;       /* when the header is readable */
    int header_reserve;
} el__facts;

/* The header fields that never vary: page size, versions, payload fractions.  b begins at byte 16 of page 1.
 * @return the page size, or 0. */
int el__header_page_size(const unsigned char *b);
/* first: the beginning of the file, n bytes (at most 64 KiB). */
void el__probe(el__facts *out, el_pages *pages, const unsigned char *first, size_t n);

#endif
