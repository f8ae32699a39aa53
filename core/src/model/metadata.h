/* SPDX-License-Identifier: MIT */
/* What a store says about itself: the archived dictionary in the table `meta` (guide/format.md, "Metadata"). */
#ifndef EL_MODEL_METADATA_H
#define EL_MODEL_METADATA_H

#include "entitylens/model.h"

struct el_arena;
struct el_buf;

/* The 32-byte version hash of an entity. */
typedef struct el_entity_hash { const char *entity; unsigned char hash[32]; } el_entity_hash;

typedef struct el_metadata {
    const char *uuid;                 /* NULL where missing, like the other texts */
    const char *store_type;           /* "EncryptedStore", before May 2013 "CMDEncryptedSQLiteStore" */
    int is_ecd;                       /* the type is one of those two */
    const el_entity_hash *hashes; size_t nhashes; /* by entity name; legal to be absent */
    const char *const *identifiers; size_t nidentifiers; /* of the model that created the store */
    int has_hashes_version; int64_t hashes_version;
    int has_framework_version; int64_t framework_version;
    int has_check_flag; int64_t check_flag; /* EncryptedStoreMetadataTableCheckVersion */
    const char *digest;               /* NSStoreModelVersionHashesDigest */
    int digest_state;                 /* 1: right, 0: there is none (or it is empty), -1: differs from the hashes */
    const char *checksum;             /* NSStoreModelVersionChecksumKey */
    el_value all;                     /* the whole dictionary (EL_DICT); a value that does not decode is EL_NULL there */
    struct el_arena *arena;
} el_metadata;

/* Reads the archive (or a plain property list).  Errors: those of el_archive_open; EL_ECORRUPT "bad-metadata" when it is no dictionary. */
int el_metadata_read(el_metadata **out, const void *bytes, size_t n, el_error *err);
void el_metadata_free(el_metadata *m);
const el_entity_hash *el_metadata_hash(const el_metadata *m, const char *entity);
/* Appends the dictionary as typed JSON. */
void el_metadata_json(struct el_buf *out, const el_metadata *m);

#endif
