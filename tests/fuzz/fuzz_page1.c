/* SPDX-License-Identifier: MIT */
/* Any bytes as a file that is to be opened with a raw key: the first look at it, the search for its parameters, and what
 * the report says of them.  A raw key, since a passphrase would spend all the time in key derivation. */
#include "base/buf.h"
#include "cipher/detect.h"
#include "sqlite/pages.h"

#include <jansson.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static const char raw[] = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/* However little was found, the report can be shown, and holds nothing of the key. */
static void check_report(const el_cipher_report *report)
{
    el_buf json = {0}, text = {0};
    json_error_t e;
    el_cipher_report_json(&json, report);
    el_cipher_report_text(&text, report);
    json_t *j = json_loadb(el_buf_str(&json), json.len, 0, &e);
    if (!j || strstr(el_buf_str(&json), raw) || strstr(el_buf_str(&text), raw))
        abort();
    json_decref(j);
    el_buf_free(&json);
    el_buf_free(&text);
}

static void detect(const unsigned char *data, size_t size, const char *spec_text)
{
    el_cipher_report *report = NULL;
    el_key *key = NULL, *found = NULL;
    el_pages *pages = NULL;
    el_cipher_spec spec;
    el_error e;
    el_error_clear(&e);
    if (el_cipher_spec_parse(&spec, spec_text, &e) || el_key_new_raw(&key, raw, strlen(raw), &e) ||
        el_pages_of_memory(&pages, data, size))
        abort();
    int status = el__detect(&report, &found, pages, key, &spec, NULL, NULL, &e);
    if (!report || (status && (!e.code[0] || !e.message[0])) || (!status && !report->found))
        abort();
    check_report(report);
    el_cipher_report_free(report);
    el_pages_close(pages);
    el_key_free(found);
    el_key_free(key);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    detect(data, size, "auto");
    detect(data, size, "page_size=1024,hmac_algorithm=HMAC_SHA256");
    return 0;
}
