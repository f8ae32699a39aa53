/* SPDX-License-Identifier: MIT */
/* Which key somebody probably meant. */
#include "predicate/check.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { LONGEST = 64 };

static size_t least(size_t a, size_t b, size_t c)
{
    size_t m = a < b ? a : b;
    return m < c ? m : c;
}

size_t el__edit_distance(const char *a, const char *b, size_t limit)
{
    size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST || (n > m ? n - m : m - n) > limit)
        return limit + 1;
    size_t rows[3][LONGEST + 1]; /* the last three lines of the table */
    for (size_t j = 0; j <= m; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *now = rows[i % 3], *before = rows[(i - 1) % 3], *earlier = rows[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= m; j++) {
            int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
            now[j] = least(before[j] + 1, now[j - 1] + 1, before[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) && y == tolower((unsigned char)a[i - 2]) &&
                earlier[j - 2] + 1 < now[j])
                now[j] = earlier[j - 2] + 1;
        }
    }
    return rows[n % 3][m];
}

typedef struct ranking {
    const char *key;
    const char *names[EL_NEAR_NAMES];
    size_t distances[EL_NEAR_NAMES], n, limit;
} ranking;

static void consider(ranking *r, const char *name)
{
    size_t distance = el__edit_distance(r->key, name, r->limit), length = strlen(r->key);
    /* "date" for "dateOfBirth": the beginning of a longer name, or the other way round. */
    if (distance > r->limit && length >= 3 && (!strncasecmp(r->key, name, length) || !strncasecmp(r->key, name, strlen(name))))
        distance = r->limit;
    if (distance > r->limit)
        return;
    size_t at = r->n;
    for (size_t i = 0; i < r->n; i++)
        if (!strcmp(r->names[i], name))
            return;
    while (at && r->distances[at - 1] > distance)
        at--;
    if (at == EL_NEAR_NAMES)
        return;
    size_t last = r->n < EL_NEAR_NAMES ? r->n : EL_NEAR_NAMES - 1;
    for (size_t i = last; i > at; i--) {
        r->names[i] = r->names[i - 1];
        r->distances[i] = r->distances[i - 1];
    }
    r->names[at] = name;
    r->distances[at] = distance;
    r->n = last + 1;
}

static void consider_own(ranking *r, const el_entity *e)
{
    for (size_t i = 0; i < e->nattributes; i++)
        consider(r, e->attributes[i]->name);
    for (size_t i = 0; i < e->nrelationships; i++)
        consider(r, e->relationships[i]->name);
    for (size_t i = 0; i < e->nchildren; i++)
        consider_own(r, e->children[i]);
}

size_t el__near_keys(const el_entity *entity, const char *key, const char *near[EL_NEAR_NAMES])
{
    size_t length = strlen(key);
    ranking r = {.key = key, .limit = length < 4 ? 1 : length < 8 ? 2 : 3};
    for (size_t i = 0; i < entity->nall_attributes; i++)
        consider(&r, entity->all_attributes[i]->name);
    for (size_t i = 0; i < entity->nall_relationships; i++)
        consider(&r, entity->all_relationships[i]->name);
    for (size_t i = 0; i < entity->nchildren; i++)
        consider_own(&r, entity->children[i]);
    for (size_t i = 0; i < r.n; i++)
        near[i] = r.names[i];
    return r.n;
}
