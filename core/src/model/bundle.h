/* SPDX-License-Identifier: MIT */
#ifndef EL_MODEL_BUNDLE_H
#define EL_MODEL_BUNDLE_H

#include "base/arena.h"
#include "model/metadata.h"

/* What VersionInfo.plist says about one version; all NULL or 0 without one. */
typedef struct el__version_info {
    const el_entity_hash *hashes;
    size_t nhashes;
    const char *checksum;
} el__version_info;
struct el_bundle_hashes { const el__version_info *versions; };

enum { EL__MAX_MODEL_BYTES = 16 << 20, EL__MAX_VERSIONS = 1000, EL__MAX_FOLDER = 20000 };

/* A bundle while it is being listed. */
typedef struct el__listing {
    el_model_bundle *bundle;
    el_arena *arena;
    const char **names, **paths;
    el__version_info *infos;
    size_t n, cap;
    el_model_note *notes;
    size_t nnotes, notes_cap;
} el__listing;

int el__listing_add(el__listing *l, const char *name, const char *path, el_error *err);
void el__listing_note(el__listing *l, const char *file, int warning, const char *code, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

int el__list_source(el__listing *l, const char *path, el_error *err);   /* .xcdatamodeld */
int el__list_compiled(el__listing *l, const char *path, el_error *err); /* .momd */
int el__list_folder(el__listing *l, const char *path, el_error *err);   /* whatever holds the above */
int el__list_path(el__listing *l, const char *path, el_error *err);     /* any of them */

/* Writes hashes into the entities of a freshly loaded model. */
void el__model_set_hashes(el_model *model, const el_entity_hash *hashes, size_t n);

#endif
