/* SPDX-License-Identifier: MIT */
#include "value/sniff.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "value/archive.h"
#include "value/plist.h"

#include <string.h>
#include <zlib.h>

static el_payload payload(el_payload_kind kind, const char *name, const char *extension)
{
    return (el_payload){kind, name, extension, 0, 0, 0};
}

static int begins(const void *bytes, size_t n, const char *with, size_t m)
{
    return n >= m && !memcmp(bytes, with, m);
}

/* Two header bytes of zlib occur by chance in one of about a thousand blobs: the first bytes must unpack, too. */
static int unpacks(const void *bytes, size_t n)
{
    z_stream z;
    unsigned char out[256];
    memset(&z, 0, sizeof z);
    if (inflateInit2(&z, 15 + 32) != Z_OK)
        return 0;
    z.next_in = (unsigned char *)bytes;
    z.avail_in = (uInt)(n < 4096 ? n : 4096);
    z.next_out = out;
    z.avail_out = sizeof out;
    int rc = inflate(&z, Z_SYNC_FLUSH);
    int good = rc == Z_STREAM_END || (rc == Z_OK && z.avail_out < sizeof out);
    inflateEnd(&z);
    return good;
}

static int is_zlib(const unsigned char *p, size_t n)
{
    return n >= 8 && (p[0] & 0x0F) == 8 && p[0] >> 4 <= 7 && (p[0] * 256 + p[1]) % 31 == 0 && unpacks(p, n);
}

/* Any XML may be a property list; its element says whether it is. */
static int is_plist(const char *s, size_t n)
{
    return el_plist_sniff(s, n) && (*s != '<' || memmem(s, n < 1024 ? n : 1024, "<plist", 6));
}

typedef struct scanner { const char *s; size_t n, i; } scanner;

static int skip_string(scanner *in)
{
    for (in->i++; in->i < in->n; in->i++) {
        if (in->s[in->i] == '\\')
            in->i++;
        else if (in->s[in->i] == '"')
            return 1;
    }
    return 0;
}

static int is_json_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

int el__looks_like_json(const char *s, size_t n)
{
    enum { DEPTH = 256 };
    char open[DEPTH];
    int depth = 0;
    scanner in = {s, n, 0};
    while (in.i < n && is_json_space(s[in.i]))
        in.i++;
    if (in.i == n || (s[in.i] != '{' && s[in.i] != '['))
        return 0;
    for (; in.i < n; in.i++) {
        char c = s[in.i];
        if (c == '"') {
            if (!skip_string(&in))
                return 0;
        } else if (c == '{' || c == '[') {
            if (depth == DEPTH)
                return 0;
            open[depth++] = c;
        } else if (c == '}' || c == ']') {
            if (!depth || open[--depth] != (c == '}' ? '{' : '['))
                return 0;
            if (!depth)
                break;
        } else if (!is_json_space(c) && !strchr(",:+-.eE0123456789truefalsn", c)) {
            return 0;
        }
    }
    for (in.i++; in.i < n; in.i++)
        if (!is_json_space(s[in.i]))
            return 0;
    return depth == 0;
}

/* Text: valid UTF-8 without control characters but line breaks and tabs. */
static int is_text(const char *s, size_t n)
{
    if (!n || !el_utf8_valid(s, n))
        return 0;
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)s[i] < 0x20 && s[i] != '\n' && s[i] != '\r' && s[i] != '\t')
            return 0;
    return 1;
}

static int is_uuid(const unsigned char *p, size_t n)
{
    return n == 16 && p[6] >> 4 >= 1 && p[6] >> 4 <= 8 && (p[8] & 0xC0) == 0x80;
}

el_payload el_payload_of(const void *bytes, size_t n)
{
    el_payload image;
    if (el__image(&image, bytes, n))
        return image;
    if (begins(bytes, n, "%PDF-", 5))
        return payload(EL_PAYLOAD_PDF, "PDF document", "pdf");
    if (begins(bytes, n, "PK\3\4", 4))
        return payload(EL_PAYLOAD_ZIP, "ZIP archive", "zip");
    if (begins(bytes, n, "\x1f\x8b\x08", 3))
        return payload(EL_PAYLOAD_GZIP, "gzip data", "gz");
    if (el_archive_sniff(bytes, n))
        return payload(EL_PAYLOAD_ARCHIVE, "keyed archive", "plist");
    if (is_plist(bytes, n))
        return payload(EL_PAYLOAD_PLIST, "property list", "plist");
    if (is_zlib(bytes, n))
        return payload(EL_PAYLOAD_ZLIB, "zlib data", "zlib");
    if (is_text(bytes, n)) {
        if (el__looks_like_json(bytes, n))
            return payload(EL_PAYLOAD_JSON, "JSON", "json");
        if (begins(bytes, n, "<?xml", 5))
            return payload(EL_PAYLOAD_XML, "XML", "xml");
        return payload(EL_PAYLOAD_TEXT, "text", "txt");
    }
    if (is_uuid(bytes, n))
        return payload(EL_PAYLOAD_UUID, "UUID", "bin");
    return payload(EL_PAYLOAD_UNKNOWN, "data", "bin");
}

int el_payload_unpack(el_buf *out, const void *bytes, size_t n, size_t limit, el_error *err)
{
    z_stream z;
    unsigned char chunk[16 * 1024];
    memset(&z, 0, sizeof z);
    if (inflateInit2(&z, 15 + 32) != Z_OK) /* either header */
        return el_error_set(err, EL_ECORRUPT, "not-packed", "the bytes cannot be unpacked");
    size_t before = out->len, taken = 0;
    int rc = Z_OK, status = EL_OK;
    while (rc == Z_OK && !status) {
        if (!z.avail_in && taken < n) {
            size_t part = n - taken < (1u << 30) ? n - taken : 1u << 30;
            z.next_in = (unsigned char *)bytes + taken;
            z.avail_in = (uInt)part;
            taken += part;
        }
        z.next_out = chunk;
        z.avail_out = sizeof chunk;
        rc = inflate(&z, Z_NO_FLUSH);
        if (rc == Z_OK || rc == Z_STREAM_END)
            el_buf_add(out, chunk, sizeof chunk - z.avail_out);
        if (out->len - before > limit)
            status = el_error_set(err, EL_ELIMIT, "too-large", "the bytes unpack to more than %zu bytes", limit);
    }
    inflateEnd(&z);
    if (!status && rc != Z_STREAM_END)
        status = el_error_set(err, EL_ECORRUPT, "not-packed", "the bytes cannot be unpacked, or end too early");
    if (status)
        out->len = before;
    return status;
}

enum { PREVIEW = 8 };

void el_payload_text(el_buf *out, const void *bytes, size_t n)
{
    el_payload p = el_payload_of(bytes, n);
    if (p.kind != EL_PAYLOAD_UNKNOWN) {
        el_buf_puts(out, p.name);
        if (p.width && p.height)
            el_buf_printf(out, ", %d × %d", p.width, p.height);
        el_buf_printf(out, ", %zu byte%s", n, n == 1 ? "" : "s");
        return;
    }
    el_buf_printf(out, "%zu byte%s", n, n == 1 ? "" : "s");
    if (!n)
        return;
    el_buf_putc(out, ' ');
    el_buf_hex(out, bytes, n < PREVIEW ? n : PREVIEW);
    if (n > PREVIEW)
        el_buf_puts(out, "…");
}
