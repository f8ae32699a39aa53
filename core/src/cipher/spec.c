/* SPDX-License-Identifier: MIT */
#include "cipher/spec.h"

#include "base/buf.h"
#include "cipher/codec.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

void el__params_defaults(el_cipher_params *out, int version)
{
    static const int rounds[] = {0, 4000, 4000, 64000, 256000};
    memset(out, 0, sizeof *out);
    out->encrypted = 1;
    out->version = version;
    out->page_size = version == 4 ? 4096 : 1024;
    out->use_hmac = version > 1;
    out->hmac_algorithm = out->kdf_algorithm = version == 4 ? EL_HASH_SHA512 : EL_HASH_SHA1;
    out->kdf_iter = rounds[version];
    out->reserve = el__reserve(out->use_hmac, out->hmac_algorithm);
}

void el__params_name_version(el_cipher_params *p)
{
    p->version = 0;
    for (int version = 4; version >= 1 && !p->version; version--) {
        el_cipher_params d;
        el__params_defaults(&d, version);
        /* Without an HMAC a raw key makes no use of the KDF. */
        int kdf = p->kdf_iter == 0 ? !p->use_hmac || p->kdf_algorithm == d.kdf_algorithm
                                   : p->kdf_iter == d.kdf_iter && p->kdf_algorithm == d.kdf_algorithm;
        if (p->page_size == d.page_size && p->use_hmac == d.use_hmac && kdf && !p->plaintext_header &&
            (!p->use_hmac || p->hmac_algorithm == d.hmac_algorithm))
            p->version = version;
    }
}

const char *el_cipher_hmac_name(el_hash hash)
{
    return hash == EL_HASH_SHA1 ? "HMAC_SHA1" : hash == EL_HASH_SHA256 ? "HMAC_SHA256" : hash == EL_HASH_SHA512 ? "HMAC_SHA512" : "";
}

const char *el_cipher_kdf_name(el_hash hash)
{
    return hash == EL_HASH_SHA1     ? "PBKDF2_HMAC_SHA1"
           : hash == EL_HASH_SHA256 ? "PBKDF2_HMAC_SHA256"
           : hash == EL_HASH_SHA512 ? "PBKDF2_HMAC_SHA512"
                                    : "";
}

/* One item of the list, as it stands in the text. */
typedef struct item {
    const char *text, *key, *value;
    size_t nkey, nvalue;
} item;

static int refuse(const item *it, el_error *err, const char *hint)
{
    el_error_set(err, EL_EUSAGE, "bad-cipher", "the cipher setting '%.*s' has no value '%.*s'", (int)it->nkey, it->key,
                 (int)(it->nvalue > 60 ? 60 : it->nvalue), it->value);
    el_error_range(err, (size_t)(it->value - it->text), (size_t)(it->value - it->text) + it->nvalue);
    el_error_hint(err, "%s", hint);
    return EL_EUSAGE;
}

static int value_is(const item *it, const char *word)
{
    return it->nvalue == strlen(word) && !strncasecmp(it->value, word, it->nvalue);
}

static int read_number(const item *it, long long *out)
{
    long long v = 0;
    if (it->nvalue == 0 || it->nvalue > 10)
        return -1;
    for (size_t i = 0; i < it->nvalue; i++) {
        if (!isdigit((unsigned char)it->value[i]))
            return -1;
        v = v * 10 + (it->value[i] - '0');
    }
    *out = v;
    return 0;
}

static int read_hash(const item *it, el_hash *out, const char *prefix)
{
    item rest = *it;
    size_t n = strlen(prefix);
    if (rest.nvalue > n && !strncasecmp(rest.value, prefix, n)) {
        rest.value += n;
        rest.nvalue -= n;
    }
    static const struct {
        const char *word;
        el_hash hash;
    } words[] = {{"SHA1", EL_HASH_SHA1}, {"SHA256", EL_HASH_SHA256}, {"SHA512", EL_HASH_SHA512}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (value_is(&rest, words[i].word)) {
            *out = words[i].hash;
            return 0;
        }
    return -1;
}

static int read_switch(const item *it, int *out)
{
    static const char *const on[] = {"on", "1", "true", "yes"}, *const off[] = {"off", "0", "false", "no"};
    for (int i = 0; i < 4; i++) {
        if (value_is(it, on[i]))
            return *out = 1, 0;
        if (value_is(it, off[i]))
            return *out = 0, 0;
    }
    return -1;
}

static int read_salt(const item *it, unsigned char salt[EL__SALT_BYTES])
{
    const char *hex = it->value;
    size_t n = it->nvalue, bad;
    if (n == 35 && (hex[0] == 'x' || hex[0] == 'X') && hex[1] == '\'' && hex[34] == '\'') {
        hex += 2;
        n -= 3;
    }
    return n == 2 * EL__SALT_BYTES ? el__hex_decode(salt, hex, n, &bad) : -1;
}

static int take(el_cipher_spec *out, const item *it, el_error *err)
{
    long long v = 0;
    el_cipher_params *g = &out->given;
    int number = read_number(it, &v) == 0;
#define KEY_IS(word) (it->nkey == sizeof word - 1 && !strncasecmp(it->key, word, it->nkey))
    if (KEY_IS("page_size") || KEY_IS("cipher_page_size")) {
        if (!number || v < EL__PAGE_MIN || v > EL__PAGE_MAX || (v & (v - 1)))
            return refuse(it, err, "The page size is a power of two from 512 to 65536.");
        out->has_page_size = 1;
        g->page_size = (int)v;
    } else if (KEY_IS("use_hmac") || KEY_IS("cipher_use_hmac")) {
        if (read_switch(it, &g->use_hmac))
            return refuse(it, err, "Write on or off.");
        out->has_use_hmac = 1;
    } else if (KEY_IS("hmac_algorithm") || KEY_IS("cipher_hmac_algorithm")) {
        if (read_hash(it, &g->hmac_algorithm, "HMAC_"))
            return refuse(it, err, "Known are HMAC_SHA1, HMAC_SHA256 and HMAC_SHA512.");
        out->has_hmac_algorithm = 1;
    } else if (KEY_IS("kdf_algorithm") || KEY_IS("cipher_kdf_algorithm")) {
        if (read_hash(it, &g->kdf_algorithm, "PBKDF2_HMAC_"))
            return refuse(it, err, "Known are PBKDF2_HMAC_SHA1, PBKDF2_HMAC_SHA256 and PBKDF2_HMAC_SHA512.");
        out->has_kdf_algorithm = 1;
    } else if (KEY_IS("kdf_iter")) {
        if (!number || v < 1 || v > INT32_MAX)
            return refuse(it, err, "The number of rounds is at least 1.");
        out->has_kdf_iter = 1;
        g->kdf_iter = (int)v;
    } else if (KEY_IS("plaintext_header_size") || KEY_IS("cipher_plaintext_header_size")) {
        if (!number || v % EL__BLOCK || v > EL__PAGE_MAX - 80 - EL__BLOCK)
            return refuse(it, err, "The size is a multiple of 16 and smaller than the page; most often it is 32.");
        out->has_plaintext_header = 1;
        g->plaintext_header = (int)v;
    } else if (KEY_IS("salt") || KEY_IS("cipher_salt")) {
        if (read_salt(it, g->salt))
            return refuse(it, err, "The salt has 32 hex digits.");
        g->has_salt = 1;
    } else if (KEY_IS("version") || KEY_IS("compatibility") || KEY_IS("cipher_compatibility")) {
        if (!number || v < 1 || v > 4)
            return refuse(it, err, "Versions are 1 to 4.");
        out->version = (int)v;
    } else {
        el_error_set(err, EL_EUSAGE, "bad-cipher", "there is no cipher setting '%.*s'", (int)(it->nkey > 60 ? 60 : it->nkey), it->key);
        el_error_range(err, (size_t)(it->key - it->text), (size_t)(it->key - it->text) + it->nkey);
        el_error_hint(err, "Known are page_size, use_hmac, hmac_algorithm, kdf_algorithm, kdf_iter, plaintext_header_size and "
                           "salt, or auto, 1, 2, 3, 4.");
        return EL_EUSAGE;
    }
#undef KEY_IS
    return EL_OK;
}

static void trim(const char **s, size_t *n)
{
    while (*n && isspace((unsigned char)**s))
        ++*s, --*n;
    while (*n && isspace((unsigned char)(*s)[*n - 1]))
        --*n;
}

/* "4" alone is short for version=4 and "auto" for nothing at all. */
static int take_item(el_cipher_spec *out, const char *text, const char *s, size_t n, el_error *err)
{
    item it = {.text = text};
    trim(&s, &n);
    const char *equals = memchr(s, '=', n);
    if (equals) {
        it.key = s;
        it.nkey = (size_t)(equals - s);
        it.value = equals + 1;
        it.nvalue = n - it.nkey - 1;
        trim(&it.key, &it.nkey);
        trim(&it.value, &it.nvalue);
        return take(out, &it, err);
    }
    if (n == 4 && !strncasecmp(s, "auto", 4))
        return EL_OK;
    if (n == 1 && *s >= '1' && *s <= '4') {
        out->version = *s - '0';
        return EL_OK;
    }
    it.key = s;
    it.nkey = n;
    it.value = s + n;
    return take(out, &it, err);
}

int el_cipher_spec_parse(el_cipher_spec *out, const char *text, el_error *err)
{
    memset(out, 0, sizeof *out);
    if (!text || !*text)
        return EL_OK;
    for (const char *s = text;;) {
        const char *comma = strchr(s, ',');
        size_t n = comma ? (size_t)(comma - s) : strlen(s);
        int status = take_item(out, text, s, n, err);
        if (status)
            return status;
        if (!comma)
            return EL_OK;
        s = comma + 1;
    }
}
