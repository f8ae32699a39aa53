/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "cipher/key.h"
#include "cipher/mac.h"
#include "entitylens/entitylens.h"

#include <openssl/evp.h>

#include <stdlib.h>
#include <string.h>

static const char *hex64 = "00112233445566778899aabbccddeeff00112233445566778899AABBCCDDEEFF";

static void key_texts_are_accepted_or_refused_politely(void **state)
{
    (void)state;
    char *long_text = malloc(10001);
    memset(long_text, 'a', 10000);
    long_text[10000] = 0;
    const struct {
        const char *text;
        int status;
    } cases[] = {
        {"", EL_EKEYNEEDED}, {"x''", EL_EKEYNEEDED}, {"ab", EL_EUSAGE}, {"zz", EL_EUSAGE}, {"'", EL_EUSAGE}, {"x'", EL_EUSAGE},
        {hex64, EL_OK}, {long_text, EL_EUSAGE},
        {"0x00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff", EL_OK},
        {"x'00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'", EL_OK},
        {"00112233445566778899aabbccddeeff00112233445566778899aabbccddeefg", EL_EUSAGE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        el_key *key;
        el_error err;
        assert_int_equal(el_key_new_raw(&key, cases[i].text, strlen(cases[i].text), &err), cases[i].status);
        assert_int_equal(key != NULL, cases[i].status == EL_OK);
        el_key_free(key);
    }
    el_key *key;
    assert_int_equal(el_key_new_hex_passphrase(&key, "61626", 5, NULL), EL_EUSAGE);
    assert_int_equal(el_key_new_hex_passphrase(&key, "6162", 4, NULL), EL_OK);
    assert_int_equal(key->n, 2);
    assert_memory_equal(key->bytes, "ab", 2);
    el_key *copy = el_key_copy(key);
    assert_memory_equal(copy->bytes, "ab", 2);
    el_key_free(copy);
    el_key_free(key);
    assert_int_equal(el_key_new_passphrase(&key, long_text, 10000, NULL), EL_OK);
    el_key_free(key);
    assert_int_equal(el_key_new_passphrase(&key, "", 0, NULL), EL_EKEYNEEDED);
    free(long_text);
}

static void cipher_texts_are_read_with_ranges(void **state)
{
    (void)state;
    el_cipher_spec s;
    el_error e;
    assert_int_equal(el_cipher_spec_parse(&s, "auto", &e), EL_OK);
    assert_int_equal(s.version, 0);
    assert_int_equal(el_cipher_spec_parse(&s, "4", &e), EL_OK);
    assert_int_equal(s.version, 4);
    assert_int_equal(el_cipher_spec_parse(&s, "page_size=1024,use_hmac=OFF,hmac_algorithm=sha1,kdf_algorithm=PBKDF2_HMAC_SHA512,"
                                              "kdf_iter=1,plaintext_header_size=32,salt=x'0102030405060708090a0b0c0d0e0f10'", &e), EL_OK);
    assert_int_equal(s.given.page_size, 1024);
    assert_int_equal(s.given.use_hmac, 0);
    assert_int_equal(s.given.hmac_algorithm, EL_HASH_SHA1);
    assert_int_equal(s.given.plaintext_header, 32);
    assert_int_equal(s.given.salt[15], 16);
    static const char *const bad[] = {"5", "page_size=1000", "page_size=", "page_size=131072", "use_hmac=maybe", "salt=12", "kdf_iter=0",
                                      "kdf_iter=99999999999999999999", "plaintext_header_size=33", "nonsense=1", "=", ",", "page_size"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(el_cipher_spec_parse(&s, bad[i], &e), EL_EUSAGE);
        assert_string_equal(e.code, "bad-cipher");
        assert_true(e.has_range && e.end <= strlen(bad[i]));
    }
}

/* libcrypto's own PBKDF2 is the measure of ours. */
static void derivation_equals_libcrypto(void **state)
{
    (void)state;
    const EVP_MD *md[] = {NULL, EVP_sha1(), EVP_sha256(), EVP_sha512()};
    char password[300];
    memset(password, 'p', sizeof password);
    const unsigned char salt[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    static const size_t lengths[] = {1, 13, 63, 64, 65, 127, 128, 129, 300};
    static const int rounds[] = {1, 2, 3, 1000};
    for (int h = 1; h <= 3; h++)
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
            for (size_t r = 0; r < sizeof rounds / sizeof *rounds; r++) {
                unsigned char ours[100], theirs[100];
                assert_int_equal(el__pbkdf2(ours, sizeof ours, (el_hash)h, password, lengths[i], salt, 16, rounds[r], NULL, NULL), 0);
                PKCS5_PBKDF2_HMAC(password, (int)lengths[i], salt, 16, rounds[r], md[h], sizeof theirs, theirs);
                assert_memory_equal(ours, theirs, sizeof ours);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivation_equals_libcrypto),
        cmocka_unit_test(key_texts_are_accepted_or_refused_politely),
        cmocka_unit_test(cipher_texts_are_read_with_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
