/* SPDX-License-Identifier: MIT */
/* Numbers as decimal digits, without the C library's locale. */
#ifndef EL_VALUE_NUMBER_H
#define EL_VALUE_NUMBER_H

#include <stddef.h>
#include <stdint.h>

/* The fewest digits that read back as the finite, non-zero |d|, as 0.DIGITS × 10^exponent; no zeros at either end.
 * `digits` has room for 20 bytes; returns their number. */
int el__shortest_digits(double d, char *digits, int *exponent);
/* The same for a positive d of everyday size; 0 when d is none. */
int el__everyday_digits(double d, char *digits, int *exponent);

/* Reads decimal text ("." always) whatever the locale says; the text must be a number as strtod knows it. */
double el__strtod(const char *s, size_t n);

#endif
