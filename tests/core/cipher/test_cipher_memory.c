/* SPDX-License-Identifier: MIT */
/* After a store is closed neither its passphrase nor its key is anywhere in the writable memory of the process. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "cipher/connection.h"
#include "cipher/key.h"
#include "cipher_fixture.h"
#include "sqlite_library.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* The sanitizer keeps freed memory aside, unwiped and unused; an ordinary allocator gives it out again. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "quarantine_size_mb=0:thread_local_quarantine_size_kb=0";
}

enum { VEIL = 0x5a, CHUNK = 1 << 20 };

/* "correct horse battery staple", never in clear outside of a key. */
static const unsigned char veiled[] = {0x39, 0x35, 0x28, 0x28, 0x3f, 0x39, 0x2e, 0x7a, 0x32, 0x35, 0x28, 0x29, 0x3f, 0x7a,
                                       0x38, 0x3b, 0x2e, 0x2e, 0x3f, 0x28, 0x23, 0x7a, 0x29, 0x2e, 0x3b, 0x2a, 0x36, 0x3f};

static void unveil(char *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (char)(veiled[i] ^ VEIL);
}

static void make_in_child(const char *path)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        char pragma[100] = "PRAGMA key='";
        unveil(pragma + 12, sizeof veiled);
        strcat(pragma, "'");
        fixture_make(path, pragma, 300);
        _exit(0);
    }
    int status;
    waitpid(pid, &status, 0);
    assert_int_equal(status, 0);
}

static int count_in(const unsigned char *p, size_t n, const unsigned char *needle, size_t m)
{
    int count = 0;
    for (size_t i = 0; i + m <= n; i++) {
        size_t k = 0;
        while (k < m && p[i + k] == (needle[k] ^ VEIL))
            k++;
        count += k == m;
    }
    return count;
}

/* Reads in overlapping pieces, into a buffer that is left out itself. */
static int occurrences(const unsigned char *needle, size_t m)
{
    static const size_t overlap = 128;
    unsigned char *piece = mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    FILE *maps = fopen("/proc/self/maps", "r");
    int memory = open("/proc/self/mem", O_RDONLY), count = 0;
    char line[600];
    assert_non_null(maps);
    assert_true(memory >= 0);
    while (fgets(line, sizeof line, maps)) {
        unsigned long from, to;
        char mode[5];
        if (sscanf(line, "%lx-%lx %4s", &from, &to, mode) != 3 || mode[0] != 'r' || mode[1] != 'w')
            continue;
        if (to - from > (1ul << 33)) /* the sanitizer's shadow */
            continue;
        for (unsigned long at = from; at < to; at += CHUNK - overlap) {
            size_t n = to - at < CHUNK ? to - at : CHUNK;
            if ((unsigned char *)at < piece + CHUNK && (unsigned char *)at + n > piece)
                continue;
            ssize_t got = pread(memory, piece, n, (off_t)at);
            if (got > 0)
                count += count_in(piece, (size_t)got, needle, m);
        }
    }
    fclose(maps);
    close(memory);
    munmap(piece, CHUNK);
    return count;
}

static void nothing_is_left_after_close(void **state)
{
    (void)state;
    char *folder = fixture_folder(), *path = fixture_path(folder, "store.sqlite");
    make_in_child(path);
    char *buffer = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    el_key *key;
    unveil(buffer, sizeof veiled);
    assert_int_equal(el_key_new_passphrase(&key, buffer, sizeof veiled, NULL), EL_OK);
    munmap(buffer, 4096);
    assert_true(occurrences(veiled, sizeof veiled) >= 1); /* the search does find */

    el_open_options options = {.key = key};
    el_connection *c;
    el_error err;
    assert_int_equal(el_connection_open(&c, path, &options, &err), EL_OK);
    unsigned char veiled_key[32], veiled_hex[64];
    for (int i = 0; i < 32; i++) {
        static const char digits[] = "0123456789abcdef";
        veiled_key[i] = c->key->bytes[i] ^ VEIL;
        veiled_hex[2 * i] = (unsigned char)(digits[c->key->bytes[i] >> 4] ^ VEIL);
        veiled_hex[2 * i + 1] = (unsigned char)(digits[c->key->bytes[i] & 15] ^ VEIL);
    }
    assert_true(occurrences(veiled_key, 32) >= 1);
    el_key_free(key);
    el_connection_close(c);
    assert_int_equal(occurrences(veiled, sizeof veiled), 0);
    assert_int_equal(occurrences(veiled_key, 32), 0);
    assert_int_equal(occurrences(veiled_hex, 64), 0);
    free(path);
    fixture_folder_remove(folder);
}

int main(void)
{
    test_use_linked_sqlite();
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_left_after_close)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
