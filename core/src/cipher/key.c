/* SPDX-License-Identifier: MIT */
#include "cipher/key.h"

#include "cipher/secret.h"

#include <string.h>

static el_key *new_key(size_t n)
{
    el_key *key = el__secret_new(sizeof *key + n);
    key->n = n;
    return key;
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

int el__hex_decode(unsigned char *out, const char *hex, size_t n, size_t *bad)
{
    for (size_t i = 0; i < n; i++)
        if (digit(hex[i]) < 0) {
            *bad = i;
            return -1;
        }
    for (size_t i = 0; i + 1 < n; i += 2)
        out[i / 2] = (unsigned char)(digit(hex[i]) << 4 | digit(hex[i + 1]));
    return 0;
}

/* x'…' is how SQLCipher writes a raw key. */
static void strip_blob_quotes(const char **hex, size_t *n)
{
    if (*n >= 3 && ((*hex)[0] == 'x' || (*hex)[0] == 'X') && (*hex)[1] == '\'' && (*hex)[*n - 1] == '\'') {
        *hex += 2;
        *n -= 3;
    }
}

static void strip_0x(const char **hex, size_t *n)
{
    if (*n >= 2 && (*hex)[0] == '0' && ((*hex)[1] == 'x' || (*hex)[1] == 'X')) {
        *hex += 2;
        *n -= 2;
    }
}

/* What SQLCipher itself takes as a raw key though it was given as a passphrase. */
static int is_raw_literal(const char *s, size_t n)
{
    size_t bad;
    unsigned char unused[64];
    if ((n != 67 && n != 99) || (s[0] != 'x' && s[0] != 'X') || s[1] != '\'' || s[n - 1] != '\'')
        return 0;
    int ok = el__hex_decode(unused, s + 2, n - 3, &bad) == 0;
    el__wipe(unused, sizeof unused);
    return ok;
}

int el_key_new_passphrase(el_key **out, const void *bytes, size_t n, el_error *err)
{
    *out = NULL;
    if (n == 0) {
        el_error_set(err, EL_EKEYNEEDED, "key-needed", "the passphrase is empty");
        el_error_hint(err, "Give the passphrase of the store; an empty one never encrypts.");
        return EL_EKEYNEEDED;
    }
    if (is_raw_literal(bytes, n))
        return el_key_new_raw(out, bytes, n, err);
    *out = new_key(n);
    memcpy((*out)->bytes, bytes, n);
    return EL_OK;
}

int el_key_new_raw(el_key **out, const char *hex, size_t n, el_error *err)
{
    *out = NULL;
    strip_blob_quotes(&hex, &n);
    strip_0x(&hex, &n);
    if (n == 0)
        return el_error_set(err, EL_EKEYNEEDED, "key-needed", "the raw key is empty");
    if (n != 64 && n != 96) {
        el_error_set(err, EL_EUSAGE, "bad-raw-key", "a raw key has 64 hex digits (the key) or 96 (key and salt), not %zu", n);
        el_error_arg(err, "%zu", n);
        el_error_hint(err, "A shorter or longer text is a passphrase: give it as one. Hex digits of a passphrase's bytes have their own option.");
        return EL_EUSAGE;
    }
    unsigned char bytes[48];
    size_t bad;
    if (el__hex_decode(bytes, hex, n, &bad)) {
        el_error_set(err, EL_EUSAGE, "bad-raw-key", "character %zu of the raw key is not a hex digit", bad + 1);
        el_error_arg(err, "%zu", bad + 1);
        el_error_hint(err, "A raw key consists of the digits 0-9 and a-f only.");
        return EL_EUSAGE;
    }
    *out = el__key_of_bytes(bytes, n == 96 ? bytes + EL__KEY_BYTES : NULL);
    el__wipe(bytes, sizeof bytes);
    return EL_OK;
}

int el_key_new_hex_passphrase(el_key **out, const char *hex, size_t n, el_error *err)
{
    *out = NULL;
    strip_blob_quotes(&hex, &n);
    strip_0x(&hex, &n);
    if (n == 0)
        return el_key_new_passphrase(out, "", 0, err);
    if (n % 2) {
        el_error_set(err, EL_EUSAGE, "bad-hex", "the hex digits of a passphrase come in pairs; there are %zu", n);
        el_error_hint(err, "Two digits stand for one byte.");
        return EL_EUSAGE;
    }
    size_t bad;
    el_key *key = new_key(n / 2);
    if (el__hex_decode(key->bytes, hex, n, &bad)) {
        el_key_free(key);
        el_error_set(err, EL_EUSAGE, "bad-hex", "character %zu is not a hex digit", bad + 1);
        el_error_arg(err, "%zu", bad + 1);
        return EL_EUSAGE;
    }
    *out = key;
    return EL_OK;
}

el_key *el__key_of_bytes(const unsigned char key[EL__KEY_BYTES], const unsigned char salt[EL__SALT_BYTES])
{
    el_key *k = new_key(EL__KEY_BYTES);
    k->raw = 1;
    memcpy(k->bytes, key, EL__KEY_BYTES);
    if (salt) {
        k->has_salt = 1;
        memcpy(k->salt, salt, EL__SALT_BYTES);
    }
    return k;
}

void el_key_free(el_key *key)
{
    el__secret_free(key);
}

el_key *el_key_copy(const el_key *key)
{
    if (!key)
        return NULL;
    el_key *copy = new_key(key->n);
    memcpy(copy, key, sizeof *key + key->n);
    return copy;
}

int el_key_is_raw(const el_key *key)
{
    return key->raw;
}
