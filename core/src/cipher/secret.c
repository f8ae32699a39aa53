/* SPDX-License-Identifier: MIT */
#include "cipher/secret.h"

#include <openssl/crypto.h>

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* The length stands before the bytes, so that freeing needs no second argument that could be wrong. */
typedef struct head {
    alignas(max_align_t) size_t mapped;
} head;

void el__wipe(void *p, size_t n)
{
    OPENSSL_cleanse(p, n);
}

void *el__secret_new(size_t n)
{
    long page = sysconf(_SC_PAGESIZE);
    size_t unit = page > 0 ? (size_t)page : 4096;
    size_t mapped = (n + sizeof(head) + unit - 1) / unit * unit;
    head *h = mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (h == MAP_FAILED) {
        fputs("entitylens: out of memory\n", stderr);
        abort();
    }
    /* Both may be refused (limits, containers): a key that may be swapped out is still better than no key. */
    (void)!mlock(h, mapped);
#ifdef MADV_DONTDUMP
    (void)!madvise(h, mapped, MADV_DONTDUMP);
#endif
    h->mapped = mapped;
    return h + 1;
}

void el__secret_free(void *p)
{
    if (!p)
        return;
    head *h = (head *)p - 1;
    size_t mapped = h->mapped;
    el__wipe(h, mapped);
    munlock(h, mapped);
    munmap(h, mapped);
}
