/* SPDX-License-Identifier: MIT */
#include "cipher/codec.h"

#include "cipher/secret.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <string.h>

enum { HMAC_KEY_ROUNDS = 2, HMAC_SALT_MASK = 0x3a };

struct el__codec {
    el_cipher_params params;
    int page_size;
    EVP_CIPHER_CTX *aes, *encryptor;
    unsigned char salt[EL__SALT_BYTES];
    el__mac mac;
};

int el__reserve(int use_hmac, el_hash hmac)
{
    int n = EL__IV_BYTES + (use_hmac ? (int)el__mac_size(hmac) : 0);
    return (n + EL__BLOCK - 1) / EL__BLOCK * EL__BLOCK;
}

int el__page1_start(int plaintext_header)
{
    return plaintext_header > 0 ? plaintext_header : EL__SALT_BYTES;
}

static EVP_CIPHER_CTX *new_aes(const unsigned char *key)
{
    EVP_CIPHER_CTX *aes = EVP_CIPHER_CTX_new();
    if (aes && (EVP_DecryptInit_ex(aes, EVP_aes_256_cbc(), NULL, key, NULL) != 1 || EVP_CIPHER_CTX_set_padding(aes, 0) != 1)) {
        EVP_CIPHER_CTX_free(aes);
        aes = NULL;
    }
    return aes;
}

static int decrypt(EVP_CIPHER_CTX *aes, const unsigned char *iv, const unsigned char *in, unsigned char *out, int n)
{
    int done = 0;
    return aes && EVP_DecryptInit_ex(aes, NULL, NULL, NULL, iv) == 1 && EVP_DecryptUpdate(aes, out, &done, in, n) == 1 &&
                   done == n
               ? 0
               : -1;
}

int el__aes_decrypt(const unsigned char key[EL__KEY_BYTES], const unsigned char iv[EL__IV_BYTES], const unsigned char *in,
                    unsigned char *out, int n)
{
    EVP_CIPHER_CTX *aes = new_aes(key);
    int status = decrypt(aes, iv, in, out, n);
    EVP_CIPHER_CTX_free(aes); /* wipes its copy of the key */
    return status;
}

void el__hmac_key(unsigned char out[EL__KEY_BYTES], const unsigned char key[EL__KEY_BYTES],
                  const unsigned char salt[EL__SALT_BYTES], el_hash kdf)
{
    unsigned char masked[EL__SALT_BYTES];
    for (int i = 0; i < EL__SALT_BYTES; i++)
        masked[i] = salt[i] ^ HMAC_SALT_MASK;
    el__pbkdf2(out, EL__KEY_BYTES, kdf, key, EL__KEY_BYTES, masked, sizeof masked, HMAC_KEY_ROUNDS, NULL, NULL);
}

static void page_hmac(unsigned char *digest, const el__mac *mac, const unsigned char *page, int start, int end, uint32_t number)
{
    const unsigned char tail[4] = {(unsigned char)number, (unsigned char)(number >> 8), (unsigned char)(number >> 16),
                                   (unsigned char)(number >> 24)};
    el__mac_compute(mac, digest, page + start, (size_t)(end - start), tail, sizeof tail);
}

int el__page_hmac_fits(const el__mac *mac, const unsigned char *page, int page_size, int plaintext_header, uint32_t number)
{
    int start = number == 1 ? el__page1_start(plaintext_header) : 0;
    int end = page_size - el__reserve(1, mac->hash) + EL__IV_BYTES;
    if (start >= end)
        return 0;
    unsigned char digest[EL__MAC_MAX];
    page_hmac(digest, mac, page, start, end, number);
    return CRYPTO_memcmp(digest, page + end, el__mac_size(mac->hash)) == 0;
}

el__codec *el__codec_new(const el_key *key, const el_cipher_params *params)
{
    el__codec *codec = el__secret_new(sizeof *codec);
    codec->params = *params;
    codec->page_size = params->page_size;
    if (!params->encrypted)
        return codec;
    codec->aes = new_aes(key->bytes);
    codec->encryptor = EVP_CIPHER_CTX_new();
    if (!codec->encryptor || EVP_EncryptInit_ex(codec->encryptor, EVP_aes_256_cbc(), NULL, key->bytes, NULL) != 1) {
        EVP_CIPHER_CTX_free(codec->encryptor);
        codec->encryptor = NULL;
    }
    memcpy(codec->salt, key->salt, sizeof codec->salt);
    if (params->use_hmac) {
        unsigned char hmac_key[EL__KEY_BYTES];
        el__hmac_key(hmac_key, key->bytes, key->salt, params->kdf_algorithm);
        el__mac_init(&codec->mac, params->hmac_algorithm, hmac_key, sizeof hmac_key);
        el__wipe(hmac_key, sizeof hmac_key);
    }
    return codec;
}

void el__codec_free(el__codec *codec)
{
    if (!codec)
        return;
    EVP_CIPHER_CTX_free(codec->aes);
    EVP_CIPHER_CTX_free(codec->encryptor);
    el__secret_free(codec);
}

el__page_state el__codec_check(const el__codec *codec, const unsigned char *page, uint32_t number)
{
    if (!codec->params.encrypted || !codec->params.use_hmac)
        return EL__PAGE_UNKNOWN;
    if (el__page_hmac_fits(&codec->mac, page, codec->page_size, codec->params.plaintext_header, number))
        return EL__PAGE_GOOD;
    for (int i = 0; i < codec->page_size; i++)
        if (page[i])
            return EL__PAGE_BAD;
    return EL__PAGE_EMPTY;
}

int el__codec_decrypt(el__codec *codec, unsigned char *out, const unsigned char *page, uint32_t number)
{
    int size = codec->page_size, reserve = codec->params.reserve;
    if (!codec->params.encrypted) {
        memcpy(out, page, (size_t)size);
        return 0;
    }
    int start = number == 1 ? el__page1_start(codec->params.plaintext_header) : 0;
    if (reserve < EL__IV_BYTES || start >= size - reserve)
        return -1;
    memcpy(out, page, (size_t)start);
    if (number == 1)
        memcpy(out, "SQLite format 3", 16);
    memset(out + size - reserve, 0, (size_t)reserve);
    return decrypt(codec->aes, page + size - reserve, page + start, out + start, size - reserve - start);
}

int el__codec_encrypt(el__codec *codec, unsigned char *out, const unsigned char *page, uint32_t number)
{
    int size = codec->page_size, reserve = codec->params.reserve, done = 0;
    if (!codec->params.encrypted) {
        memcpy(out, page, (size_t)size);
        return 0;
    }
    int start = number == 1 ? el__page1_start(codec->params.plaintext_header) : 0, end = size - reserve;
    unsigned char *iv = out + end;
    if (reserve < EL__IV_BYTES || start >= end || !codec->encryptor || RAND_bytes(iv, reserve) != 1)
        return -1;
    if (start)
        memcpy(out, codec->params.plaintext_header ? page : codec->salt, (size_t)start);
    if (EVP_EncryptInit_ex(codec->encryptor, NULL, NULL, NULL, iv) != 1 || EVP_CIPHER_CTX_set_padding(codec->encryptor, 0) != 1 ||
        EVP_EncryptUpdate(codec->encryptor, out + start, &done, page + start, end - start) != 1 || done != end - start)
        return -1;
    if (codec->params.use_hmac) {
        unsigned char digest[EL__MAC_MAX];
        page_hmac(digest, &codec->mac, out, start, end + EL__IV_BYTES, number);
        memcpy(iv + EL__IV_BYTES, digest, el__mac_size(codec->mac.hash));
    }
    return 0;
}
