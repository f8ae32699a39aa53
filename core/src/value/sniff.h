/* SPDX-License-Identifier: MIT */
/* Pieces of payload recognition. */
#ifndef EL_VALUE_SNIFF_H
#define EL_VALUE_SNIFF_H

#include "entitylens/value.h"

/* Recognises an image by its signature and reads its size; 0 when it is none. */
int el__image(el_payload *out, const unsigned char *p, size_t n);

/* True when the whole is one JSON array or object by its tokens (numbers and words are not looked at closely). */
int el__looks_like_json(const char *s, size_t n);

#endif
