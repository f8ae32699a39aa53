/* SPDX-License-Identifier: MIT */
/* UTF-8, and Unicode rules through ICU. */
#ifndef EL_BASE_UTF8_H
#define EL_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

struct el_buf;

int el_utf8_valid(const char *s, size_t n);
/* Decodes one code point at *i (< n) and advances; an invalid byte gives 0xFFFD and advances by one. */
uint32_t el_utf8_next(const char *s, size_t n, size_t *i);
size_t el_utf8_length(const char *s, size_t n);       /* code points */
size_t el_utf8_utf16_length(const char *s, size_t n); /* UTF-16 units */

enum { EL_FOLD_CASE = 1, EL_FOLD_DIACRITICS = 2 };
/* Case: Unicode full case folding.  Diacritics: NFD, combining marks dropped.  Both: decompose, drop, fold.
 * The predicate language's [c] and [d] in the correct mode (guide/predicates.md, "Folding"). */
void el_utf8_fold(struct el_buf *out, const char *s, size_t n, unsigned flags);

/* Case mapping with the root locale. */
void el_utf8_upper(struct el_buf *out, const char *s, size_t n);
void el_utf8_lower(struct el_buf *out, const char *s, size_t n);

#endif
