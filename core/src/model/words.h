/* SPDX-License-Identifier: MIT */
/* What the name of a property suggests about its type.  Suggestions only: the values decide first. */
#ifndef EL_MODEL_WORDS_H
#define EL_MODEL_WORDS_H

#include <stddef.h>

enum {
    EL__WORD_DATE = 1, EL__WORD_FLAG = 2, EL__WORD_COUNT = 4, EL__WORD_MONEY = 8, EL__WORD_CODE = 16 /* digits, but no number */,
    EL__WORD_URL = 32, EL__WORD_UUID = 64, EL__WORD_DATA = 128, EL__WORD_MEASURE = 256
};
unsigned el__word_hints(const char *name);

/* English plural of a name, lower-case first letter: "Post" → "posts", "Category" → "categories".  `out` has `size` bytes. */
void el__word_plural(char *out, size_t size, const char *entity);
/* How well a relationship's name says that it leads to an entity: 3 it is its name ("author" → "Author"), 2 its plural,
 * 1 the name's last word or words are the entity's ("parentFolder" → "Folder"), 0 not at all. */
int el__word_match(const char *relationship, const char *entity);

#endif
