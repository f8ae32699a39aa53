/* SPDX-License-Identifier: MIT */
#include "model/metadata.h"

#include "base/arena.h"
#include "base/buf.h"
#include "value/archive.h"

#include <openssl/evp.h>

#include <stdlib.h>
#include <string.h>

typedef struct reader {
    el_metadata *m;
    el_archive *a;
    el_archive_item root;
} reader;

static const char *text_of(reader *r, const char *key)
{
    el_archive_item item;
    return el_archive_find(r->a, &r->root, key, &item) ? el_archive_string(r->m->arena, &item) : NULL;
}

static int integer_of(reader *r, const char *key, int64_t *out)
{
    el_archive_item item;
    if (!el_archive_find(r->a, &r->root, key, &item) || item.kind != EL_ARCHIVE_VALUE ||
        (item.value.kind != EL_INT && item.value.kind != EL_BOOL))
        return 0;
    *out = item.value.u.i;
    return 1;
}

static int by_entity(const void *a, const void *b)
{
    return strcmp(((const el_entity_hash *)a)->entity, ((const el_entity_hash *)b)->entity);
}

static void take_hashes(reader *r)
{
    el_archive_item dict;
    if (!el_archive_find(r->a, &r->root, "NSStoreModelVersionHashes", &dict) || dict.kind != EL_ARCHIVE_DICT)
        return;
    el_entity_hash *hashes = el_arena_array(r->m->arena, dict.n, sizeof *hashes);
    size_t n = 0;
    for (size_t i = 0; i < dict.n; i++) {
        el_archive_item key, value;
        el_archive_child(r->a, &dict, i, &key, &value);
        const char *name = el_archive_string(r->m->arena, &key);
        if (!name || value.kind != EL_ARCHIVE_VALUE || value.value.kind != EL_DATA || value.value.u.text.n != sizeof hashes->hash)
            continue;
        hashes[n].entity = name;
        memcpy(hashes[n++].hash, value.value.u.text.s, sizeof hashes->hash);
    }
    if (n > 1)
        qsort(hashes, n, sizeof *hashes, by_entity);
    r->m->hashes = hashes;
    r->m->nhashes = n;
}

static void take_identifiers(reader *r)
{
    el_archive_item list;
    if (!el_archive_find(r->a, &r->root, "NSStoreModelVersionIdentifiers", &list) ||
        (list.kind != EL_ARCHIVE_LIST && list.kind != EL_ARCHIVE_SET))
        return;
    const char **identifiers = el_arena_array(r->m->arena, list.n, sizeof *identifiers);
    for (size_t i = 0; i < list.n; i++) {
        el_archive_item item;
        el_archive_child(r->a, &list, i, NULL, &item);
        const char *text = el_archive_string(r->m->arena, &item);
        if (text)
            identifiers[r->m->nidentifiers++] = text;
    }
    r->m->identifiers = identifiers;
}

/* SHA-512 over each name and hash, by name: tells a damaged dictionary. */
static void check_digest(el_metadata *m)
{
    unsigned char sum[EVP_MAX_MD_SIZE];
    unsigned n = 0;
    if (!m->digest || !*m->digest || !m->nhashes)
        return;
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    int good = ctx && EVP_DigestInit_ex(ctx, EVP_sha512(), NULL);
    for (size_t i = 0; good && i < m->nhashes; i++)
        good = EVP_DigestUpdate(ctx, m->hashes[i].entity, strlen(m->hashes[i].entity)) &&
               EVP_DigestUpdate(ctx, m->hashes[i].hash, sizeof m->hashes[i].hash);
    good = good && EVP_DigestFinal_ex(ctx, sum, &n);
    EVP_MD_CTX_free(ctx);
    el_buf text = {0};
    el_buf_base64(&text, sum, n);
    if (good)
        m->digest_state = strcmp(el_buf_str(&text), m->digest) ? -1 : 1;
    el_buf_free(&text);
}

/* The decoded dictionary, value by value, so that one odd value does not hide the others. */
static void take_all(reader *r, const void *bytes, size_t size)
{
    el_value whole;
    if (el_archive_is_keyed(r->a) && el_archive_to_value(r->m->arena, &whole, bytes, size, NULL) == EL_OK) {
        r->m->all = whole;
        return;
    }
    size_t n = r->root.n;
    el_value *keys = el_arena_array(r->m->arena, n, sizeof *keys), *values = el_arena_array(r->m->arena, n, sizeof *values);
    for (size_t i = 0; i < n; i++) {
        el_archive_item key, value;
        el_archive_child(r->a, &r->root, i, &key, &value);
        const char *name = el_archive_string(r->m->arena, &key);
        keys[i] = el_value_text(EL_STRING, name ? name : "", (size_t)-1);
        values[i] = value.kind == EL_ARCHIVE_VALUE ? el_value_copy(r->m->arena, value.value) : el_value_null();
    }
    r->m->all = (el_value){.kind = EL_DICT, .u.dict = {keys, values, n}};
}

static void take(reader *r, const void *bytes, size_t n)
{
    el_metadata *m = r->m;
    m->uuid = text_of(r, "NSStoreUUID");
    m->store_type = text_of(r, "NSStoreType");
    m->is_ecd = m->store_type && (!strcmp(m->store_type, "EncryptedStore") || !strcmp(m->store_type, "CMDEncryptedSQLiteStore"));
    m->digest = text_of(r, "NSStoreModelVersionHashesDigest");
    m->checksum = text_of(r, "NSStoreModelVersionChecksumKey");
    m->has_hashes_version = integer_of(r, "NSStoreModelVersionHashesVersion", &m->hashes_version);
    m->has_framework_version = integer_of(r, "NSPersistenceFrameworkVersion", &m->framework_version);
    m->has_check_flag = integer_of(r, "EncryptedStoreMetadataTableCheckVersion", &m->check_flag);
    take_hashes(r);
    take_identifiers(r);
    check_digest(m);
    take_all(r, bytes, n);
}

int el_metadata_read(el_metadata **out, const void *bytes, size_t n, el_error *err)
{
    *out = NULL;
    reader r = {0};
    int status = el_archive_open(&r.a, bytes, n, err);
    if (status)
        return status;
    el_archive_root(r.a, &r.root);
    if (r.root.kind != EL_ARCHIVE_DICT) {
        status = el_error_set(err, EL_ECORRUPT, "bad-metadata", "the store's metadata is no dictionary");
    } else {
        el_arena *arena = el_arena_new();
        r.m = el_arena_alloc(arena, sizeof *r.m);
        r.m->arena = arena;
        take(&r, bytes, n);
        *out = r.m;
    }
    el_archive_free(r.a);
    return status;
}

void el_metadata_free(el_metadata *m)
{
    if (m)
        el_arena_free(m->arena); /* it lies in it */
}

const el_entity_hash *el_metadata_hash(const el_metadata *m, const char *entity)
{
    for (size_t i = 0; i < m->nhashes; i++)
        if (!strcmp(m->hashes[i].entity, entity))
            return &m->hashes[i];
    return NULL;
}

void el_metadata_json(el_buf *out, const el_metadata *m)
{
    el_value_json(out, &m->all);
}
