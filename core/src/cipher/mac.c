/* SPDX-License-Identifier: MIT */
#include "cipher/mac.h"

#include "cipher/secret.h"

#include <stdint.h>
#include <string.h>

enum { BLOCK_MAX = SHA512_CBLOCK, ROUNDS_BETWEEN_POLLS = 4096 };

size_t el__mac_size(el_hash hash)
{
    return hash == EL_HASH_SHA1 ? SHA_DIGEST_LENGTH : hash == EL_HASH_SHA256 ? SHA256_DIGEST_LENGTH : SHA512_DIGEST_LENGTH;
}

static size_t block_size(el_hash hash)
{
    return hash == EL_HASH_SHA512 ? SHA512_CBLOCK : SHA_CBLOCK;
}

static void hash_once(el_hash hash, const void *p, size_t n, unsigned char *out)
{
    switch (hash) {
    case EL_HASH_SHA1: SHA1(p, n, out); break;
    case EL_HASH_SHA256: SHA256(p, n, out); break;
    case EL_HASH_SHA512: SHA512(p, n, out); break;
    }
}

void el__mac_init(el__mac *mac, el_hash hash, const void *key, size_t n)
{
    unsigned char inner[BLOCK_MAX] = {0}, outer[BLOCK_MAX];
    size_t block = block_size(hash);
    if (n > block)
        hash_once(hash, key, n, inner);
    else
        memcpy(inner, key, n);
    for (size_t i = 0; i < block; i++) {
        outer[i] = inner[i] ^ 0x5c;
        inner[i] ^= 0x36;
    }
    mac->hash = hash;
    switch (hash) {
    case EL_HASH_SHA1:
        SHA1_Init(&mac->inner.sha1);
        SHA1_Update(&mac->inner.sha1, inner, block);
        SHA1_Init(&mac->outer.sha1);
        SHA1_Update(&mac->outer.sha1, outer, block);
        break;
    case EL_HASH_SHA256:
        SHA256_Init(&mac->inner.sha256);
        SHA256_Update(&mac->inner.sha256, inner, block);
        SHA256_Init(&mac->outer.sha256);
        SHA256_Update(&mac->outer.sha256, outer, block);
        break;
    case EL_HASH_SHA512:
        SHA512_Init(&mac->inner.sha512);
        SHA512_Update(&mac->inner.sha512, inner, block);
        SHA512_Init(&mac->outer.sha512);
        SHA512_Update(&mac->outer.sha512, outer, block);
        break;
    }
    el__wipe(inner, sizeof inner);
    el__wipe(outer, sizeof outer);
}

void el__mac_compute(const el__mac *mac, unsigned char *out, const void *a, size_t na, const void *b, size_t nb)
{
    el__mac m = *mac;
    unsigned char digest[EL__MAC_MAX];
    switch (m.hash) {
    case EL_HASH_SHA1:
        SHA1_Update(&m.inner.sha1, a, na);
        SHA1_Update(&m.inner.sha1, b, nb);
        SHA1_Final(digest, &m.inner.sha1);
        SHA1_Update(&m.outer.sha1, digest, SHA_DIGEST_LENGTH);
        SHA1_Final(out, &m.outer.sha1);
        break;
    case EL_HASH_SHA256:
        SHA256_Update(&m.inner.sha256, a, na);
        SHA256_Update(&m.inner.sha256, b, nb);
        SHA256_Final(digest, &m.inner.sha256);
        SHA256_Update(&m.outer.sha256, digest, SHA256_DIGEST_LENGTH);
        SHA256_Final(out, &m.outer.sha256);
        break;
    case EL_HASH_SHA512:
        SHA512_Update(&m.inner.sha512, a, na);
        SHA512_Update(&m.inner.sha512, b, nb);
        SHA512_Final(digest, &m.inner.sha512);
        SHA512_Update(&m.outer.sha512, digest, SHA512_DIGEST_LENGTH);
        SHA512_Final(out, &m.outer.sha512);
        break;
    }
    el__wipe(&m, sizeof m);
}

static void put32(unsigned char *p, uint32_t v)
{
    p[0] = (unsigned char)(v >> 24);
    p[1] = (unsigned char)(v >> 16);
    p[2] = (unsigned char)(v >> 8);
    p[3] = (unsigned char)v;
}

/* From the second round on every message is one digest, so it fits one block whose padding never changes: one call of the
 * compression function a hash, and the digest goes straight into the next block. */
static void round_sha1(const el__mac *mac, unsigned char *block)
{
    for (int half = 0; half < 2; half++) {
        SHA_CTX c = half ? mac->outer.sha1 : mac->inner.sha1;
        SHA1_Transform(&c, block);
        put32(block, c.h0);
        put32(block + 4, c.h1);
        put32(block + 8, c.h2);
        put32(block + 12, c.h3);
        put32(block + 16, c.h4);
    }
}

static void round_sha256(const el__mac *mac, unsigned char *block)
{
    for (int half = 0; half < 2; half++) {
        SHA256_CTX c = half ? mac->outer.sha256 : mac->inner.sha256;
        SHA256_Transform(&c, block);
        for (int i = 0; i < 8; i++)
            put32(block + 4 * i, c.h[i]);
    }
}

static void round_sha512(const el__mac *mac, unsigned char *block)
{
    for (int half = 0; half < 2; half++) {
        SHA512_CTX c = half ? mac->outer.sha512 : mac->inner.sha512;
        SHA512_Transform(&c, block);
        for (int i = 0; i < 8; i++) {
            put32(block + 8 * i, (uint32_t)(c.h[i] >> 32));
            put32(block + 8 * i + 4, (uint32_t)c.h[i]);
        }
    }
}

/* One block of output: rounds XORed together.  The message of each hash is pad block + digest, hence its length. */
static int derive_block(const el__mac *mac, unsigned char *out, const unsigned char *first, int rounds, el__kdf_poll poll,
                        void *ctx)
{
    unsigned char block[BLOCK_MAX] = {0};
    size_t size = el__mac_size(mac->hash), width = block_size(mac->hash);
    memcpy(block, first, size);
    memcpy(out, first, size);
    block[size] = 0x80;
    size_t bits = (width + size) * 8;
    block[width - 2] = (unsigned char)(bits >> 8);
    block[width - 1] = (unsigned char)bits;
    int stopped = 0;
    for (int i = 1; i < rounds && !stopped; i++) {
        switch (mac->hash) {
        case EL_HASH_SHA1: round_sha1(mac, block); break;
        case EL_HASH_SHA256: round_sha256(mac, block); break;
        case EL_HASH_SHA512: round_sha512(mac, block); break;
        }
        for (size_t k = 0; k < size; k++)
            out[k] ^= block[k];
        if (poll && i % ROUNDS_BETWEEN_POLLS == 0)
            stopped = poll(ctx, i);
    }
    el__wipe(block, sizeof block);
    return stopped ? -1 : 0;
}

int el__pbkdf2(unsigned char *out, size_t n, el_hash hash, const void *password, size_t npassword, const void *salt,
               size_t nsalt, int rounds, el__kdf_poll poll, void *ctx)
{
    el__mac mac;
    unsigned char first[EL__MAC_MAX], t[EL__MAC_MAX];
    el__mac_init(&mac, hash, password, npassword);
    size_t size = el__mac_size(hash), at = 0;
    int status = 0;
    for (uint32_t index = 1; at < n && !status; index++) {
        unsigned char number[4];
        put32(number, index);
        el__mac_compute(&mac, first, salt, nsalt, number, sizeof number);
        status = derive_block(&mac, t, first, rounds, poll, ctx);
        size_t take = n - at < size ? n - at : size;
        memcpy(out + at, t, take);
        at += take;
    }
    el__wipe(&mac, sizeof mac);
    el__wipe(first, sizeof first);
    el__wipe(t, sizeof t);
    if (status)
        el__wipe(out, n);
    return status;
}
