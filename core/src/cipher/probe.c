/* SPDX-License-Identifier: MIT */
#include "cipher/probe.h"

#include <string.h>

enum { SAMPLE = 512, SAMPLES = 8 };

int el__header_page_size(const unsigned char *b)
{
    int size = b[0] << 8 | b[1];
    if (size == 1)
        size = 65536;
    if (size < 512 || (size & (size - 1)) || b[2] == 0 || b[2] > 16 || b[3] == 0 || b[3] > 16)
        return 0;
    return b[5] == 64 && b[6] == 32 && b[7] == 32 ? size : 0;
}

/* Chi-square over byte values; for random bytes it is 255 with a standard deviation of 23, whatever the length. */
static int looks_random(const unsigned char *p, size_t n)
{
    unsigned count[256] = {0};
    for (size_t i = 0; i < n; i++)
        count[p[i]]++;
    double expected = (double)n / 256, chi = 0;
    for (int i = 0; i < 256; i++) {
        double d = count[i] - expected;
        chi += d * d / expected;
    }
    return chi < 420;
}

static int all_same(const unsigned char *p, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (p[i] != p[0])
            return 0;
    return 1;
}

static int all_zero(const unsigned char *p, size_t n)
{
    return p[0] == 0 && all_same(p, n);
}

/* Four bytes at least: a shorter one would turn up by chance in one encrypted file of many. */
static const char *known_magic(const unsigned char *p, size_t n)
{
    static const struct {
        size_t offset;
        const char *bytes;
        size_t n;
        const char *name;
    } magics[] = {
        {0, "\x37\x7f\x06\x82", 4, "the -wal file of a database, not the database itself"},
        {0, "\x37\x7f\x06\x83", 4, "the -wal file of a database, not the database itself"},
        {0, "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8, "the rollback journal of a database, not the database itself"},
        {0, "** This file contains an SQLite 2", 33, "an SQLite 2 database"},
        {16, "T-DB", 4, "a Realm database"},
        {8, "DUCK", 4, "a DuckDB database"},
        {4, "Standard Jet DB", 15, "a Microsoft Access database"},
        {4, "Standard ACE DB", 15, "a Microsoft Access database"},
        {0, "\x89PNG\r\n", 6, "a PNG picture"},
        {0, "\xff\xd8\xff\xe0", 4, "a JPEG picture"},
        {0, "\xff\xd8\xff\xe1", 4, "a JPEG picture"},
        {0, "\xff\xd8\xff\xdb", 4, "a JPEG picture"},
        {0, "GIF8", 4, "a GIF picture"},
        {0, "%PDF-", 5, "a PDF document"},
        {0, "PK\x03\x04", 4, "a ZIP archive"},
        {0, "\x1f\x8b\x08\x00", 4, "a gzip archive"},
        {0, "\x1f\x8b\x08\x08", 4, "a gzip archive"},
        {4, "1AY&SY", 6, "a bzip2 archive"},
        {0, "\xfd" "7zXZ", 5, "an xz archive"},
        {0, "7z\xbc\xaf", 4, "a 7-Zip archive"},
        {0, "\x28\xb5\x2f\xfd", 4, "a Zstandard archive"},
        {257, "ustar", 5, "a tar archive"},
        {0, "bplist0", 7, "a binary property list"},
        {0, "<?xml", 5, "an XML document"},
        {0, "\x7f" "ELF", 4, "a program"},
        {0, "\xcf\xfa\xed\xfe", 4, "a program"},
        {0, "version https://git-lfs", 23, "a Git LFS pointer, not the file it stands for"},
        {4, "ftyp", 4, "a video or HEIC picture"},
    };
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
        if (n >= magics[i].offset + magics[i].n && !memcmp(p + magics[i].offset, magics[i].bytes, magics[i].n))
            return magics[i].name;
    return NULL;
}

static int printable(const unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] < 9 || (p[i] > 13 && p[i] < 32) || p[i] == 127)
            return 0;
    return 1;
}

/* SEE, wxSQLite3 and SQLite3 Multiple Ciphers leave bytes 16-23 readable so that the engine can learn the page size. */
static const char *readable_page_size_family(const unsigned char *p)
{
    if (!el__header_page_size(p + 16))
        return NULL;
    switch (p[20]) {
    case 0: return "wxSQLite3 or SQLite3 Multiple Ciphers with AES, or SEE without a nonce";
    case 32: return "SQLite3 Multiple Ciphers with ChaCha20 (sqleet) or Ascon";
    case 48:
    case 80: return "the SQLCipher variant of SQLite3 Multiple Ciphers that keeps part of the header readable";
    default: return "SEE (SQLite Encryption Extension) or SQLite3 Multiple Ciphers";
    }
}

/* A stream cipher restarted on every page (RC4 as in System.Data.SQLite) gives itself away: the XOR of two pages is the XOR
 * of their plain texts, and those have many equal bytes (mostly zeros) in equal places. */
static int same_keystream(const unsigned char *first, size_t n)
{
    for (size_t page = 1024; page * 2 <= n; page *= 2) {
        size_t equal = 0;
        for (size_t i = 0; i < page; i++)
            equal += first[i] == first[page + i];
        if (equal * 20 > page) /* chance alone gives one in 256 */
            return 1;
    }
    return 0;
}

static void sample(el__facts *f, el_pages *pages)
{
    unsigned char block[SAMPLE];
    int64_t n = f->size / SAMPLE;
    for (int i = 0; i < SAMPLES && i < n; i++) {
        int64_t at = n <= SAMPLES ? i : (n - 1) * i / (SAMPLES - 1);
        if (el_pages_read(pages, block, at * SAMPLE, SAMPLE, NULL))
            continue;
        f->blocks++;
        f->random_blocks += looks_random(block, SAMPLE);
    }
}

/* Page 1 is the root of the schema's table: whether its b-tree header, behind the database header, can be one. */
static int schema_root_fits(const unsigned char *p, size_t n, int page_size)
{
    if (n < 108)
        return 1;
    return (p[100] == 5 || p[100] == 13) && (p[101] << 8 | p[102]) < page_size && (p[103] << 8 | p[104]) * 2 < page_size && p[107] <= 60;
}

static el__file_kind with_magic(el__facts *f, const unsigned char *p, size_t n)
{
    int page_size = n >= 24 ? el__header_page_size(p + 16) : 0;
    /* Bytes 72-91 are zero in every database; only encryption fills them. */
    int reserved_is_zero = n < 92 || all_zero(p + 72, 20);
    f->plain_page_size = page_size;
    f->header_reserve = n > 20 ? p[20] : 0;
    /* A plaintext header that reaches beyond those bytes shows in what follows it. */
    if (reserved_is_zero && page_size && f->header_reserve >= 16 && f->random_blocks * 2 >= f->blocks &&
        !schema_root_fits(p, n, page_size))
        return EL__FILE_PLAINTEXT_HEADER;
    if (reserved_is_zero)
        return page_size ? EL__FILE_PLAIN : EL__FILE_PLAIN_BAD_HEADER;
    if (page_size && f->header_reserve < 16)
        return EL__FILE_PLAIN;
    return f->random_blocks * 2 >= f->blocks ? EL__FILE_PLAINTEXT_HEADER : EL__FILE_PLAIN_BAD_HEADER;
}

static el__file_kind without_magic(el__facts *f, const unsigned char *p, size_t n)
{
    f->looks_like = known_magic(p, n);
    if (f->looks_like)
        return EL__FILE_OTHER;
    if (n < SAMPLE) {
        f->looks_like = printable(p, n) ? "a text file" : "too short for a database";
        return EL__FILE_OTHER;
    }
    if (f->random_blocks < f->blocks && printable(p, SAMPLE)) {
        f->looks_like = "a text file";
        return EL__FILE_OTHER;
    }
    f->looks_like = readable_page_size_family(p);
    if (f->looks_like)
        return EL__FILE_OTHER_CIPHER;
    if (same_keystream(p, n) && looks_random(p, SAMPLE)) {
        f->looks_like = "RC4 as in System.Data.SQLite, or another cipher that treats all pages alike";
        return EL__FILE_OTHER_CIPHER;
    }
    if (all_same(p, SAMPLE) && f->random_blocks * 2 > f->blocks)
        return EL__FILE_BLANK_START;
    if (f->random_blocks == 0)
        return EL__FILE_OTHER;
    return EL__FILE_UNKNOWN;
}

void el__probe(el__facts *out, el_pages *pages, const unsigned char *first, size_t n)
{
    memset(out, 0, sizeof *out);
    out->size = el_pages_size(pages);
    sample(out, pages);
    int magic = n >= 16 && !memcmp(first, "SQLite format 3", 16);
    out->kind = magic ? with_magic(out, first, n) : without_magic(out, first, n);
}
