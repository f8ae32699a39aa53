/* SPDX-License-Identifier: MIT */
/* Images by signature, with their size in pixels where a few bytes tell it. */
#include "value/sniff.h"

#include <string.h>

static unsigned be16(const unsigned char *p)
{
    return (unsigned)p[0] << 8 | p[1];
}

static unsigned long be32(const unsigned char *p)
{
    return (unsigned long)be16(p) << 16 | be16(p + 2);
}

static unsigned le16(const unsigned char *p)
{
    return (unsigned)p[1] << 8 | p[0];
}

static unsigned le24(const unsigned char *p)
{
    return (unsigned)p[2] << 16 | le16(p);
}

static void image(el_payload *out, el_payload_kind kind, const char *name, const char *extension)
{
    *out = (el_payload){kind, name, extension, 1, 0, 0};
}

static void sized(el_payload *out, unsigned long width, unsigned long height)
{
    if (width > 0x7FFFFFFF || height > 0x7FFFFFFF)
        return;
    out->width = (int)width;
    out->height = (int)height;
}

static int png(el_payload *out, const unsigned char *p, size_t n)
{
    if (n < 8 || memcmp(p, "\x89PNG\r\n\x1a\n", 8))
        return 0;
    image(out, EL_PAYLOAD_PNG, "PNG image", "png");
    if (n >= 24 && !memcmp(p + 12, "IHDR", 4))
        sized(out, be32(p + 16), be32(p + 20));
    return 1;
}

/* The frame header stands behind any number of other segments. */
static void jpeg_size(el_payload *out, const unsigned char *p, size_t n)
{
    size_t i = 2;
    while (i + 9 <= n && p[i] == 0xFF) {
        unsigned marker = p[i + 1];
        if (marker == 0xFF) {
            i++; /* fill byte */
            continue;
        }
        if (marker == 0x01 || (marker >= 0xD0 && marker <= 0xD8)) {
            i += 2;
            continue;
        }
        if (marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC) {
            sized(out, be16(p + i + 7), be16(p + i + 5));
            return;
        }
        if (marker == 0xD9 || marker == 0xDA)
            return;
        size_t length = be16(p + i + 2);
        if (length < 2)
            return;
        i += 2 + length;
    }
}

static int jpeg(el_payload *out, const unsigned char *p, size_t n)
{
    if (n < 3 || memcmp(p, "\xff\xd8\xff", 3))
        return 0;
    image(out, EL_PAYLOAD_JPEG, "JPEG image", "jpg");
    jpeg_size(out, p, n);
    return 1;
}

static int gif(el_payload *out, const unsigned char *p, size_t n)
{
    if (n < 10 || (memcmp(p, "GIF87a", 6) && memcmp(p, "GIF89a", 6)))
        return 0;
    image(out, EL_PAYLOAD_GIF, "GIF image", "gif");
    sized(out, le16(p + 6), le16(p + 8));
    return 1;
}

static int webp(el_payload *out, const unsigned char *p, size_t n)
{
    if (n < 16 || memcmp(p, "RIFF", 4) || memcmp(p + 8, "WEBP", 4))
        return 0;
    image(out, EL_PAYLOAD_WEBP, "WebP image", "webp");
    if (!memcmp(p + 12, "VP8X", 4) && n >= 30)
        sized(out, le24(p + 24) + 1ul, le24(p + 27) + 1ul);
    else if (!memcmp(p + 12, "VP8 ", 4) && n >= 30 && !memcmp(p + 23, "\x9d\x01\x2a", 3))
        sized(out, le16(p + 26) & 0x3FFF, le16(p + 28) & 0x3FFF);
    else if (!memcmp(p + 12, "VP8L", 4) && n >= 25 && p[20] == 0x2F)
        sized(out, ((p[21] | (unsigned)p[22] << 8) & 0x3FFF) + 1ul,
              ((p[22] >> 6 | (unsigned)p[23] << 2 | (unsigned)p[24] << 10) & 0x3FFF) + 1ul);
    return 1;
}

/* The size of a HEIC is in an "ispe" box, deep in its metadata; the largest one is the image, others are tiles and
 * thumbnails. */
static void heic_size(el_payload *out, const unsigned char *p, size_t n)
{
    size_t most = n < 64 * 1024 ? n : 64 * 1024;
    for (size_t i = 12; i + 16 <= most; i++) {
        if (memcmp(p + i, "ispe", 4))
            continue;
        unsigned long width = be32(p + i + 8), height = be32(p + i + 12);
        if (width < 1000000 && height < 1000000 && width * height > (unsigned long)out->width * (unsigned long)out->height)
            sized(out, width, height);
    }
}

static int heic(el_payload *out, const unsigned char *p, size_t n)
{
    static const char *const brands[] = {"heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1", "avif"};
    if (n < 16 || memcmp(p + 4, "ftyp", 4))
        return 0;
    for (size_t i = 0; i < sizeof brands / sizeof *brands; i++)
        if (!memcmp(p + 8, brands[i], 4)) {
            int avif = i == 8;
            image(out, EL_PAYLOAD_HEIC, avif ? "AVIF image" : "HEIC image", avif ? "avif" : "heic");
            heic_size(out, p, n);
            return 1;
        }
    return 0;
}

static int tiff(el_payload *out, const unsigned char *p, size_t n)
{
    if (n < 8 || (memcmp(p, "II*\0", 4) && memcmp(p, "MM\0*", 4)))
        return 0;
    image(out, EL_PAYLOAD_TIFF, "TIFF image", "tiff");
    return 1;
}

static int bmp(el_payload *out, const unsigned char *p, size_t n)
{
    /* Two letters are little: the header's size must be one that exists. */
    if (n < 26 || memcmp(p, "BM", 2) || p[15] || p[16] || p[17] || (p[14] != 12 && p[14] != 40 && p[14] != 108 && p[14] != 124))
        return 0;
    image(out, EL_PAYLOAD_BMP, "BMP image", "bmp");
    if (p[14] != 12)
        sized(out, le24(p + 18), le24(p + 22));
    return 1;
}

int el__image(el_payload *out, const unsigned char *p, size_t n)
{
    return png(out, p, n) || jpeg(out, p, n) || gif(out, p, n) || webp(out, p, n) || heic(out, p, n) || tiff(out, p, n) ||
           bmp(out, p, n);
}
