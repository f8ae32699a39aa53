/* SPDX-License-Identifier: MIT */
/* From a type value back to a name.
 *
 * The hash works on groups of four letters with a multiplier that is odd, so each step can be undone modulo 2^64; what
 * was lost are the bits that overflowed.  For names of up to twelve letters few enough are missing to try them all, and
 * nearly every wrong try falls apart into things that are no letters. */
#include "model/infer_private.h"
#include "sqlite/api.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 12, MANY_INVERSIONS = 24 };
static const uint64_t K = 67503105; /* 257 to the fourth, modulo 2^32 */
static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

typedef struct search {
    char name[LONGEST + 1]; /* being tried, filled from the end */
    size_t n;
    char found[LONGEST + 1];
    int solutions;
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
        if (run > 3)
            return 0;
    }
    return vowels > 0 && (size_t)vowels * 5 >= n;
}

static void solution(search *s)
{
    if (!looks_like_a_name(s->name, s->n))
        return;
    s->solutions++;
    memcpy(s->found, s->name, s->n);
    s->found[s->n] = '\0';
}

/* r = (n·K + q1)·K + q2 with q2 below 2^31: a few dozen quotients to try. */
static void two_groups(search *s, uint64_t r)
{
    uint64_t least = r > UINT32_MAX ? (r - INT32_MAX) / K : 0, most = r / K;
    if (r >> 60)
        return;
    for (uint64_t a = most; a + 1 > least && a >= s->n * K; a--)
        if (r - a * K <= INT32_MAX && unpack(r - a * K, s->name + 4) && unpack(a - s->n * K, s->name))
            solution(s);
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
            solution(s);
        break;
    case 1:
        if (r >= s->n * K && r - s->n * K <= INT32_MAX && unpack(r - s->n * K, s->name))
            solution(s);
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

void el__infer_invert(el__inference *f, el__table *t, el__bucket *b)
{
    if (b->storage != SQLITE_INTEGER || f->inversions >= MANY_INVERSIONS)
        return;
    f->inversions++;
    search s = {.n = 0};
    for (s.n = 2; s.n <= LONGEST && (s.n < LONGEST || !s.solutions); s.n++)
        singles(&s, (uint64_t)b->i * inverse(1 + (UINT64_C(1) << s.n)), s.n % 4);
    if (s.solutions != 1 || el__infer_candidate(f, s.found))
        return;
    el__candidate *c = el__infer_add_candidate(f, s.found);
    c->from_guess = 1;
    c->table = t;
    c->placed_by_value = 1;
    b->owner = c;
}
