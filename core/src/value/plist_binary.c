/* SPDX-License-Identifier: MIT */
#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "value/plist_private.h"

#include <math.h>
#include <string.h>

static const double SECONDS_1970_TO_2001 = 978307200.0;

typedef struct reader {
    el_plist *p;
    el_plist_node *nodes;
    const unsigned char *bytes;
    size_t end;              /* objects lie in [8, end) */
    size_t table;
    unsigned offset_size, ref_size;
    size_t refs, text;       /* spent so far */
    el_error *err;
} reader;

static int bad(reader *r, size_t at, const char *what)
{
    int status = el_error_set(r->err, EL_ECORRUPT, "bad-plist", "the binary property list is damaged at byte %zu: %s", at, what);
    if (r->err)
        r->err->offset = (int64_t)at;
    return status;
}

static uint64_t big_endian(const unsigned char *s, unsigned n)
{
    uint64_t v = 0;
    while (n--)
        v = v << 8 | *s++;
    return v;
}

/* Count of a data, text or container object; advances `*at` to its content. */
static int count_of(uint64_t *out, reader *r, size_t *at, unsigned nibble)
{
    if (nibble != 15) {
        *out = nibble;
        return EL_OK;
    }
    if (*at >= r->end || r->bytes[*at] >> 4 != 1 || (r->bytes[*at] & 15) > 3)
        return bad(r, *at, "a length is missing");
    unsigned size = 1u << (r->bytes[*at] & 15);
    if (r->end - *at - 1 < size)
        return bad(r, *at, "a length is cut");
    *out = big_endian(r->bytes + *at + 1, size);
    *at += 1 + size;
    return EL_OK;
}

static int read_integer(reader *r, el_plist_node *node, size_t at, unsigned nibble)
{
    unsigned size = 1u << (nibble & 7);
    if (nibble > 4 || r->end - at < size)
        return bad(r, at, "an integer is cut or of an unknown size");
    uint64_t high = size == 16 ? big_endian(r->bytes + at, 8) : 0;
    uint64_t v = big_endian(r->bytes + at + (size == 16 ? 8 : 0), size == 16 ? 8 : size);
    if (high != 0 && high != UINT64_MAX)
        return bad(r, at, "an integer has more than 64 bits");
    if (size == 16 && high == 0 && v > INT64_MAX) {
        node->kind = EL_PLIST_UINT;
        node->u.u = v;
    } else {
        node->kind = EL_PLIST_INT;
        node->u.i = (int64_t)v;
    }
    return EL_OK;
}

static int read_real(reader *r, el_plist_node *node, size_t at, unsigned nibble, el_plist_kind kind)
{
    unsigned size = 1u << (nibble & 7);
    if ((size != 4 && size != 8) || nibble > 3 || (kind == EL_PLIST_DATE && size != 8) || r->end - at < size)
        return bad(r, at, "a number is cut or of an unknown size");
    uint64_t v = big_endian(r->bytes + at, size);
    node->kind = kind;
    if (size == 4) {
        uint32_t bits = (uint32_t)v;
        float f;
        memcpy(&f, &bits, sizeof f);
        node->u.d = f;
    } else {
        memcpy(&node->u.d, &v, sizeof v);
    }
    if (kind == EL_PLIST_DATE)
        node->u.d += SECONDS_1970_TO_2001;
    return EL_OK;
}

static int spend_text(reader *r, size_t at, size_t n)
{
    r->text += n;
    if (r->text <= EL__PLIST_MAX_TEXT)
        return EL_OK;
    return el_error_set(r->err, EL_ELIMIT, "plist-too-large", "the texts of the property list take too much room (byte %zu)", at);
}

static void keep(reader *r, el_plist_node *node, el_buf *b)
{
    node->u.text.s = el_arena_strndup(r->p->arena, el_buf_str(b), b->len);
    node->u.text.n = b->len;
    el_buf_free(b);
}

/* "ASCII" text is ASCII by the book; some writers put UTF-8 there, others Latin-1. */
static int read_ascii(reader *r, el_plist_node *node, size_t at, size_t n)
{
    node->kind = EL_PLIST_STRING;
    node->u.text.s = (const char *)r->bytes + at;
    node->u.text.n = n;
    int status = spend_text(r, at, n * 2); /* also what is only looked at: texts may overlap */
    if (status || el_utf8_valid(node->u.text.s, n))
        return status;
    el_buf b = {0};
    for (size_t i = 0; i < n && !status; i++)
        el_buf_utf8(&b, r->bytes[at + i]);
    keep(r, node, &b);
    return status;
}

static int read_utf16(reader *r, el_plist_node *node, size_t at, size_t units)
{
    int status = spend_text(r, at, units * 3);
    el_buf b = {0};
    for (size_t i = 0; i < units && !status; i++) {
        uint32_t c = (uint32_t)big_endian(r->bytes + at + i * 2, 2);
        if (c >= 0xD800 && c < 0xDC00 && i + 1 < units) {
            uint32_t low = (uint32_t)big_endian(r->bytes + at + i * 2 + 2, 2);
            if (low >= 0xDC00 && low < 0xE000) {
                c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
                i++;
            }
        }
        el_buf_utf8(&b, c >= 0xD800 && c < 0xE000 ? 0xFFFD : c);
    }
    node->kind = EL_PLIST_STRING;
    keep(r, node, &b);
    return status;
}

static int read_text(reader *r, el_plist_node *node, size_t at, unsigned type, unsigned nibble)
{
    uint64_t n;
    int status = count_of(&n, r, &at, nibble);
    if (status)
        return status;
    size_t width = type == 6 ? 2 : 1;
    if (n > (r->end - at) / width)
        return bad(r, at, "a text or data is longer than the file");
    if (type == 6)
        return read_utf16(r, node, at, (size_t)n);
    if (type == 5)
        return read_ascii(r, node, at, (size_t)n);
    node->kind = EL_PLIST_DATA;
    node->u.text.s = (const char *)r->bytes + at;
    node->u.text.n = (size_t)n;
    return EL_OK;
}

static int read_container(reader *r, el_plist_node *node, size_t at, unsigned type, unsigned nibble)
{
    uint64_t n;
    int status = count_of(&n, r, &at, nibble);
    if (status)
        return status;
    uint64_t count = type == 0xD ? 2 : 1;
    if (n > (r->end - at) / r->ref_size / count)
        return bad(r, at, "a container is longer than the file");
    count *= n;
    r->refs += (size_t)count;
    if (r->refs > EL__PLIST_MAX_REFS)
        return el_error_set(r->err, EL_ELIMIT, "plist-too-large", "the containers of the property list have too many members");
    uint32_t *children = el_arena_array(r->p->arena, (size_t)count, sizeof *children);
    for (size_t i = 0; i < count; i++) {
        uint64_t ref = big_endian(r->bytes + at + i * r->ref_size, r->ref_size);
        if (ref >= r->p->nnodes)
            return bad(r, at + i * r->ref_size, "a member does not exist");
        children[i] = (uint32_t)ref;
    }
    node->kind = type == 0xD ? EL_PLIST_DICT : type == 0xA ? EL_PLIST_ARRAY : EL_PLIST_SET;
    node->n = (uint32_t)n;
    node->children = children;
    return EL_OK;
}

static int read_object(reader *r, el_plist_node *node, size_t at)
{
    unsigned marker = r->bytes[at], type = marker >> 4, nibble = marker & 15;
    at++;
    switch (type) {
    case 0x0:
        if (nibble != 0 && nibble != 8 && nibble != 9)
            return bad(r, at - 1, "an unknown object");
        node->kind = nibble ? EL_PLIST_BOOL : EL_PLIST_NULL;
        node->u.i = nibble == 9;
        return EL_OK;
    case 0x1: return read_integer(r, node, at, nibble);
    case 0x2: return read_real(r, node, at, nibble, EL_PLIST_REAL);
    case 0x3: return read_real(r, node, at, nibble, EL_PLIST_DATE);
    case 0x4:
    case 0x5:
    case 0x6: return read_text(r, node, at, type, nibble);
    case 0x8:
        if (nibble > 7 || r->end - at < nibble + 1)
            return bad(r, at, "a reference is cut or of an unknown size");
        node->kind = EL_PLIST_UID;
        node->u.u = big_endian(r->bytes + at, nibble + 1);
        return EL_OK;
    case 0xA:
    case 0xB:
    case 0xC:
    case 0xD: return read_container(r, node, at, type, nibble);
    default: return bad(r, at - 1, "an unknown object");
    }
}

static int read_trailer(reader *r, size_t n, uint64_t *top)
{
    if (n < 40)
        return bad(r, n, "the file is too short");
    if (memcmp(r->bytes, "bplist0", 7))
        return el_error_set(r->err, EL_EUNSUPPORTED, "not-a-plist", "this version of binary property lists is not known");
    const unsigned char *t = r->bytes + n - 32;
    uint64_t count = big_endian(t + 8, 8), table = big_endian(t + 24, 8);
    *top = big_endian(t + 16, 8);
    r->offset_size = t[6];
    r->ref_size = t[7];
    if (r->offset_size < 1 || r->offset_size > 8 || r->ref_size < 1 || r->ref_size > 8)
        return bad(r, n - 26, "the trailer has impossible sizes");
    if (table < 9 || table > n - 32 || count == 0 || *top >= count || count > (n - 32 - table) / r->offset_size)
        return bad(r, n - 24, "the trailer does not fit the file");
    if (count > EL__PLIST_MAX_NODES)
        return el_error_set(r->err, EL_ELIMIT, "plist-too-large", "the property list has more than %d objects", EL__PLIST_MAX_NODES);
    r->table = (size_t)table;
    r->end = (size_t)table;
    r->p->nnodes = (size_t)count;
    return EL_OK;
}

int el__plist_binary(el_plist *p, const unsigned char *bytes, size_t n, el_error *err)
{
    reader r = {.p = p, .bytes = bytes, .err = err};
    uint64_t top = 0;
    int status = read_trailer(&r, n, &top);
    if (status)
        return status;
    r.nodes = el_arena_array(p->arena, p->nnodes, sizeof *r.nodes);
    for (size_t i = 0; i < p->nnodes && !status; i++) {
        uint64_t at = big_endian(bytes + r.table + i * r.offset_size, r.offset_size);
        if (at < 8 || at >= r.end)
            return bad(&r, r.table + i * r.offset_size, "an object lies outside the file");
        status = read_object(&r, &r.nodes[i], (size_t)at);
    }
    p->nodes = r.nodes;
    p->root = &r.nodes[top];
    return status;
}
