/* SPDX-License-Identifier: MIT */
/* Digits of everyday doubles by exact integer arithmetic: many times faster than asking the C library for digits and reading
 * them back, which an export of a column of numbers would feel.
 * The number is taken apart into its whole part and a binary fraction; decimal digits are drawn from the fraction until what
 * is left is less than half the distance to the neighbouring double (Steele and White's free-format algorithm). */
#include "value/number.h"

#include <stdint.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

typedef struct fraction {
    int shift;
    wide rest, one;      /* rest / one is what is left; one is 2 to the shift */
    wide half;           /* half the distance to the next double, in the same unit */
    int inclusive;       /* that distance itself still reads back: ties go to the even one */
} fraction;

/* The next digit, and whether it is the last. */
static int draw(fraction *f, int *last)
{
    f->rest *= 10;
    f->half *= 10;
    int digit = (int)(f->rest >> f->shift);
    f->rest &= f->one - 1;
    int low = f->inclusive ? f->rest <= f->half : f->rest < f->half;
    int high = f->inclusive ? f->rest + f->half >= f->one : f->rest + f->half > f->one;
    *last = low || high;
    if (low && high)
        return digit + (2 * f->rest > f->one || (2 * f->rest == f->one && digit % 2));
    return digit + high;
}

static int whole_digits(char *digits, uint64_t whole)
{
    char reversed[24];
    int n = 0;
    for (; whole; whole /= 10)
        reversed[n++] = (char)('0' + whole % 10);
    for (int i = 0; i < n; i++)
        digits[i] = reversed[n - 1 - i];
    return n;
}

int el__everyday_digits(double d, char *digits, int *exponent)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    uint64_t m = bits & ((UINT64_C(1) << 52) - 1);
    if (d < 1e-4 || d >= 4503599627370496.0 || !m) /* uneven gaps around powers of two are for the general way */
        return 0;
    m |= UINT64_C(1) << 52;
    int shift = 1075 - (int)(bits >> 52) + 1; /* one bit more, for the half */
    fraction f = {.shift = shift, .one = (wide)1 << shift, .half = 1, .inclusive = !(m & 1)};
    wide value = (wide)m << 1;
    int n = whole_digits(digits, (uint64_t)(value >> shift)), last = 0;
    f.rest = value & (f.one - 1);
    *exponent = n;
    while (f.rest && !last) {
        int digit = draw(&f, &last);
        if (!n && !digit)
            --*exponent;
        else
            digits[n++] = (char)('0' + digit);
    }
    while (n > 1 && digits[n - 1] == '0')
        n--;
    digits[n] = '\0';
    return n;
}
