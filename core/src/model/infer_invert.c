/* SPDX-License-Identifier: MIT */
/* From a type value back to a name.
 *
 * The hash works on groups of four letters with a multiplier that is odd, so each step can be undone modulo 2^64; what
 * was lost are the bits that overflowed.  For names of up to twelve letters few enough are missing to try them all, and
 * nearly every wrong try falls apart into things that are no letters. */
#include "model/infer_private.h"
#include "sqlite/api.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 12, LOSSLESS = 7, MANY_INVERSIONS = 24 };
static const uint64_t K = 67503105; /* 257 to the fourth, modulo 2^32 */
static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

enum { MANY_SOLUTIONS = 64 };

typedef struct solution { char name[LONGEST + 1]; int score; } solution;

typedef struct search {
    char name[LONGEST + 1]; /* being tried, filled from the end */
    size_t n;
    solution found[MANY_SOLUTIONS];
    int nfound;
} search;

/* Newton's iteration doubles the number of right bits. */
static uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd;
    for (int i = 0; i < 6; i++)
        x *= 2 - odd * x;
    return x;
}

static int unpack(uint64_t q, char *four)
{
    for (int i = 3; i >= 0; i--) {
        unsigned c = i ? (unsigned)(q % 257) : (unsigned)q;
        if (c > 127 || !isalpha((int)c))
            return 0;
        four[i] = (char)c;
        q /= 257;
    }
    return 1;
}

/* "PowerTool" looks like an entity, "AxqWzrtK" does not. */
static int looks_like_a_name(const char *s, size_t n)
{
    int vowels = 0, run = 0;
    if (!isupper((unsigned char)s[0]))
        return 0;
    for (size_t i = 0; i < n; i++) {
        int vowel = strchr("aeiouyAEIOUY", s[i]) != NULL;
        if (i > 0 && isupper((unsigned char)s[i]) && (i + 1 == n || !islower((unsigned char)s[i - 1]) || !islower((unsigned char)s[i + 1])))
            return 0;
        vowels += vowel;
        run = vowel || isupper((unsigned char)s[i]) ? 0 : run + 1;
        if (run > 4)
            return 0;
    }
    return vowels > 0 && (size_t)vowels * 5 >= n;
}

/* Letters that often follow each letter in English words; nineteen pairs of twenty in ordinary text are among these. */
static const char *const followers[26] = {
    "bcdfgiklmnprstuvwxy", "aeijlorsuy", "acehiklmorstu", "adeilorsu", "abcdefgilmnopqrstvwxy", "aefilorstu", "aehilnorsu", "aeiot",
    "abcdefglmnoprstvxz", "aou", "eis", "acdeilopstuy", "abdeimopsu", "acdefgiklnopstuv", "abcdfgiklmnoprstuvw", "aehiloprstuy", "u",
    "acdefgiklmnoprstuy", "acefhiklopstuy", "acdefhilmoprstuy", "abcdefilmnprst", "aei", "aehiors", "ceipt", "inpst", "e",
};

/* Share of usual pairs, in percent; the seam between two words does not count. */
static int score_of(const char *s, size_t n)
{
    int usual = 0, pairs = 0;
    for (size_t i = 0; i + 1 < n; i++) {
        if (isupper((unsigned char)s[i + 1]))
            continue;
        pairs++;
        usual += strchr(followers[tolower((unsigned char)s[i]) - 'a'], s[i + 1]) != NULL;
    }
    return pairs ? usual * 100 / pairs : 0;
}

static void keep(search *s)
{
    if (!looks_like_a_name(s->name, s->n) || s->nfound == MANY_SOLUTIONS)
        return;
    solution *found = &s->found[s->nfound++];
    memcpy(found->name, s->name, s->n);
    found->name[s->n] = '\0';
    /* Up to seven letters no bit is lost, so that a name of letters is hardly ever there by chance. */
    found->score = score_of(s->name, s->n) + (s->n <= LOSSLESS ? 100 : 0);
}

/* r = (n·K + q1)·K + q2 with q2 below 2^31: a few dozen quotients to try. */
static void two_groups(search *s, uint64_t r)
{
    uint64_t least = r > UINT32_MAX ? (r - INT32_MAX) / K : 0, most = r / K;
    if (r >> 60)
        return;
    for (uint64_t a = most; a + 1 > least && a >= s->n * K; a--)
        if (r - a * K <= INT32_MAX && unpack(r - a * K, s->name + 4) && unpack(a - s->n * K, s->name))
            keep(s);
}

static void three_groups(search *s, uint64_t r)
{
    const uint64_t back = inverse(K);
    for (const char *a = letters; *a; a++)
        for (const char *b = letters; *b; b++)
            for (const char *c = letters; *c; c++)
                for (const char *d = letters; *d; d++) {
                    uint64_t q = (((uint64_t)*a * 257 + (uint64_t)*b) * 257 + (uint64_t)*c) * 257 + (uint64_t)*d;
                    uint64_t before = (r - q) * back;
                    if (before >> 60)
                        continue;
                    s->name[8] = *a, s->name[9] = *b, s->name[10] = *c, s->name[11] = *d;
                    two_groups(s, before);
                }
}

static void groups(search *s, uint64_t r)
{
    switch (s->n / 4) {
    case 0:
        if (r == s->n)
            keep(s);
        break;
    case 1:
        if (r >= s->n * K && r - s->n * K <= INT32_MAX && unpack(r - s->n * K, s->name))
            keep(s);
        break;
    case 2: two_groups(s, r); break;
    default: three_groups(s, r);
    }
}

/* The letters after the last whole group, one by one from the end. */
static void singles(search *s, uint64_t r, size_t left)
{
    if (left == 0) {
        groups(s, r);
        return;
    }
    const uint64_t back = inverse(257);
    for (const char *c = letters; *c; c++) {
        s->name[s->n / 4 * 4 + left - 1] = *c;
        singles(s, (r - (uint64_t)*c) * back, left - 1);
    }
}

static int by_score(const void *a, const void *b)
{
    return ((const solution *)b)->score - ((const solution *)a)->score;
}

enum { GOOD_SCORE = 80, CLEAR_LEAD = 15 };

const char *el__infer_invert(el__inference *f, el__table *t, el__bucket *b)
{
    if (b->storage != SQLITE_INTEGER || f->inversions >= MANY_INVERSIONS)
        return NULL;
    f->inversions++;
    search *s = el_arena_alloc(f->arena, sizeof *s);
    for (s->n = 2; s->n <= LONGEST; s->n++)
        singles(s, (uint64_t)b->i * inverse(1 + (UINT64_C(1) << s->n)), s->n % 4);
    if (!s->nfound)
        return NULL;
    qsort(s->found, (size_t)s->nfound, sizeof *s->found, by_score);
    int clear = s->found[0].score >= GOOD_SCORE && (s->nfound == 1 || s->found[0].score - s->found[1].score >= CLEAR_LEAD);
    if (!clear || el__infer_candidate(f, s->found[0].name)) {
        const char *names = s->found[0].name;
        for (int i = 1; i < s->nfound && i < 4; i++)
            names = el_arena_printf(f->arena, "%s, %s", names, s->found[i].name);
        return names;
    }
    el__candidate *c = el__infer_add_candidate(f, s->found[0].name);
    c->from_guess = 1;
    c->table = t;
    c->placed_by_value = 1;
    b->owner = c;
    return NULL;
}
