/* SPDX-License-Identifier: MIT */
#include "model/words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { WORD = 64 };

static const struct { unsigned hint; const char *words; } hints[] = {
    {EL__WORD_DATE, " date time timestamp day at on since until created updated modified changed joined born birth birthday bought sold "
                    "begin began start end due deadline expires expiry expiration when last sent received opened closed published "
                    "visited seen planted departure arrival synced sync moment instant founded established hired "},
    {EL__WORD_FLAG, " is has can should did was will are does needs allows flag enabled disabled active inactive visible hidden deleted "
                    "archived favorite favourite starred pinned locked read unread done completed finished checked selected default "
                    "admin electric public private synced dirty new draft published required optional valid paid muted blocked verified "
                    "approved accepted open closed automatic manual available hardy "},
    {EL__WORD_COUNT, " count number num size age order index idx rank position level score points karma views total year month hour "
                     "minute quantity qty amount width height length duration grade wheels doors version priority sequence page pages "
                     "row rows column stars likes "},
    {EL__WORD_MONEY, " price amount cost total balance rate tax fee sum salary wage budget value net gross discount money revenue vat "},
    {EL__WORD_CODE, " zip code phone mobile fax number id identifier postcode isbn ean sku serial iban account pin version name title "
                    "text label note "},
    {EL__WORD_URL, " url uri link href website homepage webpage "},
    {EL__WORD_UUID, " uuid guid "},
    {EL__WORD_DATA, " data image photo picture avatar thumbnail icon blob bytes attachment file pdf audio video "},
    {EL__WORD_MEASURE, " rating weight height width length distance latitude longitude lat lon lng speed temperature ratio percent factor "
                       "duration amount price payload area volume depth angle x y z score average "},
};

static unsigned hint_of_word(const char *word)
{
    char padded[WORD + 3];
    unsigned found = 0;
    snprintf(padded, sizeof padded, " %s ", word);
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (strstr(hints[i].words, padded))
            found |= hints[i].hint;
    return found;
}

/* The next word of a name in camel case or with underscores, lower-case; NULL at the end. */
static const char *next_word(const char *s, char word[WORD])
{
    size_t n = 0;
    while (*s == '_' || *s == '-' || *s == ' ')
        s++;
    if (!*s)
        return NULL;
    do {
        if (n < WORD - 1)
            word[n++] = (char)tolower((unsigned char)*s);
        s++;
        /* A new word begins at a capital, unless capitals run on ("imageURL"). */
    } while (*s && *s != '_' && *s != '-' && *s != ' ' &&
             !(isupper((unsigned char)*s) && (islower((unsigned char)s[-1]) || isdigit((unsigned char)s[-1]) || islower((unsigned char)s[1]))));
    word[n] = '\0';
    return s;
}

unsigned el__word_hints(const char *name)
{
    char word[WORD];
    unsigned found = 0;
    const char *rest = name;
    while ((rest = next_word(rest, word)))
        found |= hint_of_word(word);
    size_t n = strlen(name);
    /* A participle tells when as often as whether; the storage class decides between the two. */
    if (n > 4 && !strcmp(name + n - 2, "ed"))
        found |= EL__WORD_DATE | EL__WORD_FLAG;
    return found;
}

static int ends(const char *s, size_t n, const char *suffix)
{
    size_t m = strlen(suffix);
    return n >= m && !strncasecmp(s + n - m, suffix, m);
}

void el__word_plural(char *out, size_t size, const char *entity)
{
    size_t n = strlen(entity);
    if (n + 4 > size) {
        snprintf(out, size, "%.*s", (int)size - 1, entity);
    } else if (n > 1 && ends(entity, n, "y") && !strchr("aeiouAEIOU", entity[n - 2])) {
        snprintf(out, size, "%.*sies", (int)n - 1, entity);
    } else if (ends(entity, n, "s") || ends(entity, n, "x") || ends(entity, n, "ch") || ends(entity, n, "sh")) {
        snprintf(out, size, "%ses", entity);
    } else {
        snprintf(out, size, "%ss", entity);
    }
    /* "URLItem" keeps its capitals; "Post" does not. */
    if (n < 2 || !isupper((unsigned char)entity[1]))
        out[0] = (char)tolower((unsigned char)out[0]);
}

int el__word_match(const char *relationship, const char *entity)
{
    char plural[256];
    el__word_plural(plural, sizeof plural, entity);
    if (!strcasecmp(relationship, entity))
        return 3;
    if (!strcasecmp(relationship, plural))
        return 2;
    size_t n = strlen(relationship), m = strlen(entity), p = strlen(plural);
    if (n > m && !strcasecmp(relationship + n - m, entity) && isupper((unsigned char)relationship[n - m]))
        return 1;
    if (n > p && !strcasecmp(relationship + n - p, plural) && isupper((unsigned char)relationship[n - p]))
        return 1;
    return 0;
}
