/* SPDX-License-Identifier: MIT */
/* Files and folders of model bundles: bounded, regular files only, and never out of the bundle by a link. */
#ifndef EL_MODEL_FILES_H
#define EL_MODEL_FILES_H

#include "entitylens/error.h"

struct el_arena;

/* Whole content; the caller frees `*bytes`.  EL_EIO "no-such-file", "no-permission", "not-a-file", "io"; EL_ELIMIT "model-too-large". */
int el__file_read(char **bytes, size_t *n, const char *path, size_t limit, el_error *err);
int el__file_is_regular(const char *path);
int el__file_is_folder(const char *path);
/* Names in a folder in natural order ("v2" before "v10"), without "." and "..", at most `limit`. */
int el__folder_list(const char *const **names, size_t *n, struct el_arena *arena, const char *path, size_t limit, el_error *err);
/* True when `path`, links followed, lies in `folder`. */
int el__path_inside(const char *path, const char *folder);
int el__has_extension(const char *name, const char *extension); /* with the dot; case matters not */
const char *el__base_name(struct el_arena *arena, const char *path);   /* last component */
const char *el__without_extension(struct el_arena *arena, const char *name);
int el__natural_compare(const char *a, const char *b);

#endif
