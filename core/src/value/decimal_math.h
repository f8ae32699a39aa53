/* SPDX-License-Identifier: MIT */
/* Decimal arithmetic as NSDecimalNumber does it: 38 significant digits, rounded half away from zero. */
#ifndef EL_VALUE_DECIMAL_MATH_H
#define EL_VALUE_DECIMAL_MATH_H

#include <stddef.h>

struct el_value;

enum { EL_DECIMAL_DIGITS = 38, EL_DECIMAL_TEXT = 192 /* room for the text of any result */ };

typedef struct el_decimal {
    int negative;
    int n;        /* digits, most significant first, no zeros at either end; 0: the number is zero */
    int exponent; /* value = DIGITS × 10^exponent, DIGITS read as an integer */
    unsigned char digits[EL_DECIMAL_DIGITS];
} el_decimal;

/* From the text of a decimal ("-1.50", "1E10"), rounded to 38 digits.  @return 0 when it is no number. */
int el_decimal_read(el_decimal *out, const char *s, size_t n);
/* From a BOOL, INT, DOUBLE (by its shortest digits, so 0.1 is 0.1), DECIMAL or numeric text.  0: no number. */
int el_decimal_from_value(el_decimal *out, const struct el_value *v);
/* Plain digits without exponent and trailing zeros, an exponent only beyond what ECD could have written plainly.
 * `out` has EL_DECIMAL_TEXT bytes; returns the length. */
size_t el_decimal_write(char *out, const el_decimal *d);

void el_decimal_add(el_decimal *out, const el_decimal *a, const el_decimal *b);
void el_decimal_subtract(el_decimal *out, const el_decimal *a, const el_decimal *b);
void el_decimal_multiply(el_decimal *out, const el_decimal *a, const el_decimal *b);
/* 0: division by zero, nothing written. */
int el_decimal_divide(el_decimal *out, const el_decimal *a, const el_decimal *b);
/* Remainder of the division cut towards zero; it has the sign of the dividend.
 * 0: by zero, or the two are more than 38 digits apart. */
int el_decimal_modulus(el_decimal *out, const el_decimal *a, const el_decimal *b);

#endif
