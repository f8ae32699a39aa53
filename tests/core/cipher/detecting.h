/* SPDX-License-Identifier: MIT */
/* What the tests of detection have in common: a folder with one file, and what detection finds in it. */
#ifndef TEST_DETECTING_H
#define TEST_DETECTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "cipher_fixture.h"
#include "entitylens/entitylens.h"

#include <stdlib.h>

static const char pass[] = "correct horse";
static char *folder, *path;

static int set_up(void **state)
{
    (void)state;
    folder = fixture_folder();
    path = fixture_path(folder, "store.sqlite");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(path);
    fixture_folder_remove(folder);
    return 0;
}

typedef struct outcome {
    int status;
    el_error err;
    el_cipher_report *report;
    el_key *key;
} outcome;

static outcome detect(el_key *key, const char *cipher)
{
    outcome o;
    o.status = el_cipher_detect_file(&o.report, &o.key, path, key, cipher, NULL, NULL, &o.err);
    el_key_free(key);
    return o;
}

static void drop(outcome *o)
{
    el_cipher_report_free(o->report);
    el_key_free(o->key);
}

static el_key *passphrase(const char *s, size_t n)
{
    el_key *key;
    assert_int_equal(el_key_new_passphrase(&key, s, n, NULL), EL_OK);
    return key;
}

#endif
