/* SPDX-License-Identifier: MIT */
/* Text to pointer.  Keys are copied. */
#ifndef EL_BASE_MAP_H
#define EL_BASE_MAP_H

#include <stddef.h>

typedef struct el_map el_map;

el_map *el_map_new(void);
void el_map_free(el_map *map);
void *el_map_get(const el_map *map, const char *key);
void *el_map_put(el_map *map, const char *key, void *value); /* returns the former value */
size_t el_map_count(const el_map *map);
/* Visits in insertion order. */
const char *el_map_key(const el_map *map, size_t i);
void *el_map_value(const el_map *map, size_t i);

#endif
