/* SPDX-License-Identifier: MIT */
#include "base/cfhash.h"

#include "base/arena.h"
#include "base/utf8.h"

#include <stdlib.h>

static uint64_t mix(uint64_t r, const uint16_t *c, size_t n, int sign_extend)
{
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        uint64_t q;
        if (sign_extend) {
            /* Each product is an int; its sign reaches the upper half of the accumulator. */
            uint64_t a = (uint64_t)(int64_t)(int32_t)((uint32_t)c[i] * 16974593u);
            uint64_t b = (uint64_t)(int64_t)(int32_t)((uint32_t)c[i + 1] * 66049u);
            q = a + b + (uint64_t)c[i + 2] * 257u + c[i + 3];
        } else {
            q = ((((uint32_t)c[i] * 257u + c[i + 1]) * 257u + c[i + 2]) * 257u + c[i + 3]) & 0xFFFFFFFFu;
        }
        r = r * 67503105u + q;
    }
    for (; i < n; i++)
        r = r * 257u + c[i];
    return r;
}

uint64_t el_cfhash(const char *utf8, size_t bytes, int sign_extend)
{
    uint16_t *u = el_xmalloc((bytes + 1) * sizeof *u);
    size_t n = 0;
    for (size_t i = 0; i < bytes;) {
        uint32_t c = el_utf8_next(utf8, bytes, &i);
        if (c > 0xFFFF) {
            c -= 0x10000;
            u[n++] = (uint16_t)(0xD800 + (c >> 10));
            u[n++] = (uint16_t)(0xDC00 + (c & 0x3FF));
        } else {
            u[n++] = (uint16_t)c;
        }
    }
    uint64_t r = n;
    if (n <= 96) {
        r = mix(r, u, n, sign_extend);
    } else { /* three windows of 32 units; each is whole groups of four */
        r = mix(r, u, 32, sign_extend);
        r = mix(r, u + n / 2 - 16, 32, sign_extend);
        r = mix(r, u + n - 32, 32, sign_extend);
    }
    free(u);
    return r + (r << (n & 31));
}
