/* SPDX-License-Identifier: MIT */
#include "sqlite/btree.h"
#include "sqlite/varint.h"

#include <string.h>

size_t el__varint(const unsigned char *p, size_t n, uint64_t *out)
{
    uint64_t v = 0;
    for (size_t i = 0; i < n && i < 9; i++) {
        if (i == 8) {
            *out = v << 8 | p[8];
            return 9;
        }
        v = v << 7 | (p[i] & 0x7f);
        if (p[i] < 0x80) {
            *out = v;
            return i + 1;
        }
    }
    return 0;
}

static int64_t big_endian(const unsigned char *p, size_t n)
{
    uint64_t v = n && (p[0] & 0x80) ? ~(uint64_t)0 : 0;
    for (size_t i = 0; i < n; i++)
        v = v << 8 | p[i];
    return (int64_t)v;
}

static uint64_t length_of(uint64_t serial)
{
    static const unsigned char lengths[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0};
    return serial < 12 ? lengths[serial] : (serial - 12) / 2;
}

static void decode(el__field *f, uint64_t serial, const unsigned char *p, size_t n)
{
    memset(f, 0, sizeof *f);
    if (serial == 0) {
        f->type = 5;
    } else if (serial == 8 || serial == 9) {
        f->type = 1;
        f->i = serial == 9;
    } else if (serial == 7) {
        int64_t bits = big_endian(p, 8);
        f->type = 2;
        memcpy(&f->d, &bits, sizeof f->d);
    } else if (serial < 7) {
        f->type = 1;
        f->i = big_endian(p, n);
    } else {
        f->type = serial % 2 ? 3 : 4;
        f->bytes = p;
        f->n = n;
    }
}

int el__record_decode(el__field *out, int max, const unsigned char *record, size_t n, size_t whole)
{
    uint64_t header, serial;
    size_t at = el__varint(record, n, &header);
    if (!at || header < at || header > n || header > whole)
        return -1;
    size_t body = (size_t)header;
    int count = 0;
    while (at < header && count < max) {
        size_t used = el__varint(record + at, (size_t)header - at, &serial);
        if (!used || serial == 10 || serial == 11)
            return -1;
        at += used;
        uint64_t length = length_of(serial);
        if (length > whole - body)
            return -1;
        if (body + length > n) /* its page is lost, and with it all that follows but for values without bytes */
            memset(&out[count], 0, sizeof *out);
        else
            decode(&out[count], serial, record + body, (size_t)length);
        body += (size_t)length;
        count++;
    }
    return at < header ? -1 : count;
}
