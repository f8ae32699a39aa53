/* SPDX-License-Identifier: MIT */
#include "picture.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

typedef struct png {
    unsigned char *bytes;
    size_t n;
} png;

static void put32(unsigned char *p, uint32_t v)
{
    p[0] = (unsigned char)(v >> 24);
    p[1] = (unsigned char)(v >> 16);
    p[2] = (unsigned char)(v >> 8);
    p[3] = (unsigned char)v;
}

static void chunk(png *out, const char type[4], const unsigned char *data, size_t n)
{
    out->bytes = realloc(out->bytes, out->n + n + 12);
    if (!out->bytes)
        abort();
    unsigned char *p = out->bytes + out->n;
    put32(p, (uint32_t)n);
    memcpy(p + 4, type, 4);
    if (n)
        memcpy(p + 8, data, n);
    put32(p + 8 + n, (uint32_t)crc32(0, p + 4, (uInt)(n + 4)));
    out->n += n + 12;
}

/* Colours of the palette: the ground, then one colour with a hue from the seed. */
static void palette(unsigned char out[6], uint32_t seed)
{
    static const unsigned char hues[8][3] = {
        {46, 125, 50},  {21, 101, 192}, {173, 20, 87}, {230, 120, 0},
        {106, 27, 154}, {0, 121, 107},  {109, 76, 65}, {198, 40, 40},
    };
    static const unsigned char ground[3] = {245, 242, 234};
    memcpy(out, ground, 3);
    memcpy(out + 3, hues[seed % 8], 3);
}

static int filled(uint32_t seed, unsigned x, unsigned y, unsigned blocks)
{
    unsigned mirrored = x < (blocks + 1) / 2 ? x : blocks - 1 - x;
    uint32_t h = (seed ^ 0x9E3779B9u) + mirrored * 0x85EBCA6Bu + y * 0xC2B2AE35u;
    h ^= h >> 15;
    h *= 0x2C1B3C6Du;
    h ^= h >> 12;
    return h & 1;
}

unsigned char *sample_picture(size_t *n, uint32_t seed, unsigned blocks, unsigned scale)
{
    unsigned side = blocks * scale, stride = side + 1; /* a filter byte, then a palette index a pixel */
    unsigned char *rows = calloc(stride, side);
    if (!rows)
        abort();
    for (unsigned y = 0; y < side; y++)
        for (unsigned x = 0; x < side; x++)
            rows[(size_t)y * stride + 1 + x] = (unsigned char)filled(seed, x / scale, y / scale, blocks);
    uLongf packed_size = compressBound((uLong)stride * side);
    unsigned char *packed = malloc(packed_size), header[13] = {0}, colours[6];
    if (!packed || compress2(packed, &packed_size, rows, (uLong)stride * side, 9) != Z_OK)
        abort();
    put32(header, side);
    put32(header + 4, side);
    header[8] = 8; /* bits */
    header[9] = 3; /* palette */
    palette(colours, seed);
    png out = {malloc(8), 8};
    if (!out.bytes)
        abort();
    memcpy(out.bytes, "\x89PNG\r\n\x1a\n", 8);
    chunk(&out, "IHDR", header, sizeof header);
    chunk(&out, "PLTE", colours, sizeof colours);
    chunk(&out, "IDAT", packed, packed_size);
    chunk(&out, "IEND", NULL, 0);
    free(rows);
    free(packed);
    *n = out.n;
    return out.bytes;
}
