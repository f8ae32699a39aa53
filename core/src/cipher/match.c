/* SPDX-License-Identifier: MIT */
#include "cipher/match.h"

#include "cipher/probe.h"
#include "cipher/secret.h"
#include "cipher/spec.h"
#include "base/arena.h"
#include "sqlite/pages.h"

#include <stdlib.h>
#include <string.h>

static const el_hash hashes[] = {EL_HASH_SHA512, EL_HASH_SHA1, EL_HASH_SHA256};
enum { HASHES = 3 };

int el__spec_allows_hmac(const el_cipher_spec *spec, el_hash hash)
{
    el_cipher_params d = {0};
    int use_known = spec->has_use_hmac, hash_known = spec->has_hmac_algorithm;
    int use = spec->given.use_hmac;
    el_hash wanted = spec->given.hmac_algorithm;
    if (spec->version) {
        el__params_defaults(&d, spec->version);
        if (!use_known && !hash_known) {
            use_known = 1;
            use = d.use_hmac;
        }
        if (!hash_known) {
            hash_known = 1;
            wanted = d.hmac_algorithm;
        }
    }
    if (use_known && use != (hash != 0))
        return 0;
    if (!use_known && hash_known && !hash)
        return 0;
    return !hash || !hash_known || hash == wanted;
}

int el__page_sizes(int out[EL__SIZES], const el_cipher_spec *spec, int64_t file_size)
{
    static const int order[EL__SIZES] = {4096, 1024, 2048, 8192, 16384, 512, 32768, 65536};
    int n = 0;
    if (spec->has_page_size) {
        out[0] = spec->given.page_size;
        return 1;
    }
    for (int divides = 1; divides >= 0; divides--)
        for (int i = 0; i < EL__SIZES; i++)
            if ((file_size % order[i] == 0) == divides)
                out[n++] = order[i];
    return n;
}

/* Bytes 72-91 of page 1 are zero in every database.  In CBC a block needs only the block before it, so neither the IV nor
 * the page size nor the HMAC has to be known. */
static int key_fits(const el__target *t, const unsigned char *key, int plaintext_header)
{
    int start = el__page1_start(plaintext_header), from = start <= 48 ? 64 : 80;
    unsigned char b[32];
    if (start > 64 || t->n < 96 || el__aes_decrypt(key, t->first + from - EL__BLOCK, t->first + from, b, 96 - from))
        return 0;
    int ok = 1;
    for (int i = 0; i < 96 - from; i++)
        if (from + i >= 72 && from + i < 92 && b[i])
            ok = 0;
    el__wipe(b, sizeof b);
    return ok;
}

static int header_bytes(unsigned char *out, const el__target *t, const unsigned char *key, int plaintext_header, int page_size,
                        int reserve)
{
    if (plaintext_header >= 32) {
        memcpy(out, t->first + 16, 8);
        return 0;
    }
    return el__aes_decrypt(key, t->first + page_size - reserve, t->first + 16, out, EL__BLOCK);
}

/* Under a plaintext header of 32 bytes or more the header names the page size but not the reserve in use: a larger one of
 * before stays in it.  The first encrypted block tells, as it alone depends on where the IV lies: bytes 44-47 are the
 * schema format, 56-59 the text encoding, 72-79 zero.  A block beyond them tells nothing. */
static int first_block_fits(const el__target *t, const unsigned char *key, int plaintext_header, int page_size, int reserve)
{
    int start = el__page1_start(plaintext_header);
    unsigned char b[EL__BLOCK];
    if (plaintext_header < 32 || start > 64)
        return 1;
    if (el__aes_decrypt(key, t->first + page_size - reserve, t->first + start, b, EL__BLOCK))
        return 0;
    int ok = start == 32 ? !b[12] && !b[13] && !b[14] && b[15] <= 4 : start == 48 ? !b[8] && !b[9] && !b[10] && b[11] <= 3 : 1;
    for (int i = 8; i < EL__BLOCK && start == 64; i++)
        ok &= !b[i];
    el__wipe(b, sizeof b);
    return ok;
}

/* Finds the page size and reserve under which bytes 16-23 make sense; `strict`: and the first encrypted block, too, which
 * a damaged IV spoils. */
static int find_page_size(el__match *m, const el__target *t, const unsigned char *key, int plaintext_header, int strict)
{
    static const int reserves[] = {80, 48, 16};
    for (int i = 0; i < t->nsizes; i++)
        for (int r = 0; r < 3; r++) {
            unsigned char b[EL__BLOCK];
            if ((size_t)t->sizes[i] > t->n || header_bytes(b, t, key, plaintext_header, t->sizes[i], reserves[r]))
                continue;
            /* The header's own reserve may be larger: the engine never takes back what it reserved before. */
            if (el__header_page_size(b) == t->sizes[i] && b[4] >= reserves[r] &&
                (!strict || first_block_fits(t, key, plaintext_header, t->sizes[i], reserves[r]))) {
                m->header_fits = 1;
                m->page_size = t->sizes[i];
                m->reserve = reserves[r];
                m->plaintext_header = plaintext_header;
                return 1;
            }
        }
    return 0;
}

typedef int (*with_mac)(el__match *m, const el__target *t, const el__mac *mac);

/* Calls `fn` with the HMAC of every allowed algorithm and key derivation that has this reserve (0: any). */
static int each_mac(el__match *m, const el__target *t, const unsigned char *key, const unsigned char *salt, el_hash kdf,
                    int reserve, with_mac fn)
{
    el__mac *mac = el__secret_new(sizeof *mac);
    unsigned char hmac_key[EL__KEY_BYTES];
    int found = 0;
    for (int h = 0; h < HASHES && !found; h++) {
        if (!el__spec_allows_hmac(t->spec, hashes[h]) || (reserve && el__reserve(1, hashes[h]) != reserve))
            continue;
        for (int k = 0; k < HASHES && !found; k++) {
            /* A raw key comes without a KDF, yet the HMAC key is made by one; like the HMAC's most often, so that first. */
            el_hash with = kdf ? kdf : hashes[(h + k) % HASHES];
            if (kdf && k > 0)
                break;
            el__hmac_key(hmac_key, key, salt, with);
            el__mac_init(mac, hashes[h], hmac_key, sizeof hmac_key);
            m->use_hmac = 1;
            m->hmac = hashes[h];
            m->kdf = with;
            found = fn(m, t, mac);
        }
    }
    el__wipe(hmac_key, sizeof hmac_key);
    el__secret_free(mac);
    return found;
}

static int page1_passes(el__match *m, const el__target *t, const el__mac *mac)
{
    return el__page_hmac_fits(mac, t->first, m->page_size, m->plaintext_header, 1);
}

int el__match_page1(el__match *out, const el__target *t, const unsigned char key[EL__KEY_BYTES], const unsigned char *salt, el_hash kdf)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < t->nheaders && !out->fits; i++) {
        int h = t->headers[i];
        /* With a long plaintext header there is no known plain text left; then the HMAC alone decides. */
        int known = key_fits(t, key, h);
        if (!known && el__page1_start(h) <= 64)
            continue;
        out->key_fits |= known;
        out->plaintext_header = h;
        if (!find_page_size(out, t, key, h, 1) && !find_page_size(out, t, key, h, 0))
            continue;
        if (out->reserve == 16) {
            out->use_hmac = 0;
            out->kdf = kdf;
            out->fits = el__spec_allows_hmac(t->spec, 0) && known;
        } else if (salt) {
            out->fits = each_mac(out, t, key, salt, kdf, out->reserve, page1_passes);
        }
    }
    return out->fits;
}

/* Any page may carry the proof.  The page at the lock byte (1 GiB) is never used, but then it fails and others decide. */
static int some_page_passes(el__match *m, const el__target *t, const el__mac *mac)
{
    unsigned char *page = el_xmalloc(EL__PAGE_MAX);
    int found = 0;
    for (int i = 0; i < t->nsizes && !found; i++) {
        int size = t->sizes[i];
        int64_t count = t->size / size;
        if (m->header_fits && size != m->page_size)
            continue;
        for (int h = 0; h < t->nheaders && !found && (size_t)size <= t->n; h++)
            if (el__page_hmac_fits(mac, t->first, size, t->headers[h], 1)) {
                m->page_size = size;
                m->plaintext_header = t->headers[h];
                found = m->fits = m->key_fits = 1;
            }
        /* Sizes that do not divide the file are for truncated ones, of which page 1 is proof enough. */
        if (t->size % size && t->size % t->sizes[0] == 0)
            continue;
        const int64_t numbers[] = {2, 3, count / 2, count - 1, count};
        for (int k = 0; k < 5 && !found; k++)
            if (numbers[k] >= 2 && numbers[k] <= count && numbers[k] <= UINT32_MAX &&
                !el_pages_read(t->pages, page, (numbers[k] - 1) * size, (size_t)size, NULL) &&
                el__page_hmac_fits(mac, page, size, 0, (uint32_t)numbers[k])) {
                m->page_size = size;
                found = m->other_fits = m->key_fits = 1;
            }
    }
    free(page);
    return found;
}

int el__match_pages(el__match *out, const el__target *t, const unsigned char key[EL__KEY_BYTES], const unsigned char *salt, el_hash kdf)
{
    if (!salt || !each_mac(out, t, key, salt, kdf, 0, some_page_passes))
        return 0;
    out->reserve = el__reserve(1, out->hmac);
    return 1;
}

int el__match_header(unsigned char out[EL__HEADER_BYTES], const el__match *m, const el__target *t, const unsigned char key[EL__KEY_BYTES])
{
    unsigned char plain[144]; /* whole blocks that cover the header */
    int start = el__page1_start(m->plaintext_header), n = (EL__HEADER_BYTES - start + EL__BLOCK - 1) / EL__BLOCK * EL__BLOCK;
    if ((size_t)m->page_size > t->n)
        return -1;
    memcpy(plain, t->first, sizeof plain);
    memcpy(plain, "SQLite format 3", 16);
    if (n > 0 && el__aes_decrypt(key, t->first + m->page_size - m->reserve, t->first + start, plain + start, n))
        return -1;
    memcpy(out, plain, EL__HEADER_BYTES);
    el__wipe(plain, sizeof plain);
    return 0;
}
