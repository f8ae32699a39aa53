/* SPDX-License-Identifier: MIT */
/* A database as pages in plain, read by ourselves: whole, damaged or truncated. */
#ifndef EL_CIPHER_PLAIN_H
#define EL_CIPHER_PLAIN_H

#include "cipher/codec.h"
#include "entitylens/store.h"
#include "sqlite/btree.h"

struct el_connection;
struct el_pages;

typedef struct el__plain {
    el__btree_file file;        /* fetch gives pages whose HMAC is right (or that have none) */
    el_cipher_report *report;   /* borrowed or owned, see below */
    el_cipher_params params;
    el_key *key;                /* raw with salt, NULL when plain */
    const char *opened_by;
    int64_t size;               /* bytes of the file that is read */
    int has_header;
    unsigned char header[100];  /* of page 1, when has_header; from a damaged page 1 too if its fields make sense */
    int page1_damaged;
    int trust_page1;            /* fetch gives page 1 whatever its HMAC says */
    /* private */
    struct el_connection *connection;
    struct el_pages *pages;
    el__codec *codec;
    unsigned char *raw;
} el__plain;

/* Finds the parameters as for opening, but goes on where page 1 is damaged or the file is cut off.  What a journal or -wal
 * holds is in the pages (read from a private copy then).
 * Codes: as el_cipher_detect_file where no key or page size can be known. */
int el__plain_open(el__plain **out, const char *path, const el_open_options *options, el_error *err);
void el__plain_close(el__plain *p);
/* The state of a page without decrypting it; EL__PAGE_BAD also when it cannot be read. */
el__page_state el__plain_check(el__plain *p, uint32_t number);
/* A page whatever its HMAC says.  @return 0, or -1 when it cannot be read. */
int el__plain_fetch_unchecked(el__plain *p, uint32_t number, unsigned char *out);
/* The page at 1 GiB, which holds the lock bytes and is never used; 0 when the file is smaller. */
uint32_t el__plain_lock_page(const el__plain *p);

#endif
