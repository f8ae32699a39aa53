/* SPDX-License-Identifier: MIT */
#include "base/map.h"

#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry {
    char *key;
    void *value;
    uint32_t hash;
} entry;

struct el_map {
    entry *entries;
    size_t n, cap;
    size_t *slots; /* index + 1, 0 empty */
    size_t nslots; /* a power of two */
};

static uint32_t hash(const char *s)
{
    uint32_t h = 2166136261u; /* FNV-1a */
    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 16777619u;
    return h;
}

el_map *el_map_new(void)
{
    return el_xmalloc(sizeof(el_map));
}

void el_map_free(el_map *map)
{
    if (!map)
        return;
    for (size_t i = 0; i < map->n; i++)
        free(map->entries[i].key);
    free(map->entries);
    free(map->slots);
    free(map);
}

static size_t *find(const el_map *map, const char *key, uint32_t h)
{
    size_t i = h & (map->nslots - 1);
    while (map->slots[i]) {
        const entry *e = &map->entries[map->slots[i] - 1];
        if (e->hash == h && !strcmp(e->key, key))
            break;
        i = (i + 1) & (map->nslots - 1);
    }
    return &map->slots[i];
}

static void grow(el_map *map)
{
    map->nslots = map->nslots ? map->nslots * 2 : 16;
    free(map->slots);
    map->slots = el_xmalloc(map->nslots * sizeof *map->slots);
    for (size_t i = 0; i < map->n; i++)
        *find(map, map->entries[i].key, map->entries[i].hash) = i + 1;
}

void *el_map_get(const el_map *map, const char *key)
{
    if (!map || !map->n)
        return NULL;
    size_t slot = *find(map, key, hash(key));
    return slot ? map->entries[slot - 1].value : NULL;
}

void *el_map_put(el_map *map, const char *key, void *value)
{
    if ((map->n + 1) * 2 > map->nslots)
        grow(map);
    uint32_t h = hash(key);
    size_t *slot = find(map, key, h);
    if (*slot) {
        void *old = map->entries[*slot - 1].value;
        map->entries[*slot - 1].value = value;
        return old;
    }
    if (map->n == map->cap) {
        map->cap = map->cap ? map->cap * 2 : 8;
        map->entries = el_xrealloc(map->entries, map->cap * sizeof *map->entries);
    }
    map->entries[map->n] = (entry){el_xstrdup(key), value, h};
    *slot = ++map->n;
    return NULL;
}

size_t el_map_count(const el_map *map)
{
    return map ? map->n : 0;
}

const char *el_map_key(const el_map *map, size_t i)
{
    return map->entries[i].key;
}

void *el_map_value(const el_map *map, size_t i)
{
    return map->entries[i].value;
}
