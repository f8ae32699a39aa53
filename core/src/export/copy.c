/* SPDX-License-Identifier: MIT */
#include "export/copy.h"

#include "base/arena.h"
#include "cipher/codec.h"
#include "cipher/key.h"
#include "cipher/secret.h"
#include "cipher/spec.h"
#include "sqlite/api.h"

#include <openssl/rand.h>

#include <stdlib.h>
#include <string.h>

/* Writing, checking and comparing each pass over all bytes; comparing reads source and copy. */
enum { PASSES = 4, NEW_PAGE_SIZE = 4096 };

static int cancelled(el_error *err)
{
    return el_error_set(err, EL_ECANCELLED, "cancelled", "the copy was cancelled; nothing is left of it");
}

int el__copy_advance(el__copy *c, int64_t step, el_error *err)
{
    c->done += step;
    return el__copy_poll(c) ? cancelled(err) : EL_OK;
}

int el__copy_poll(void *ctx)
{
    el__copy *c = ctx;
    if (!c->cancelled && c->options->progress)
        c->cancelled = c->options->progress(c->options->progress_ctx, c->done < c->total ? c->done : c->total, c->total) != 0;
    return c->cancelled;
}

static int poll_kdf(void *ctx, int64_t rounds)
{
    (void)rounds;
    return el__copy_poll(ctx);
}

/* The rounds that a passphrase gets in a format whose own are unknown, since a raw key opened it. */
static int usual_rounds(const el_cipher_params *p)
{
    return p->kdf_algorithm != EL_HASH_SHA1 ? 256000 : p->use_hmac ? 64000 : 4000;
}

/* A copy of its own salt, but where the app keeps the salt outside of the file it must stay. */
static int choose_key(el__copy *c, const el_key *key, el_error *err)
{
    unsigned char salt[EL__SALT_BYTES], bytes[EL__KEY_BYTES];
    el_cipher_params *p = &c->params;
    size_t n = key->n;
    if (key == c->options->key && c->source->report->cut_at_nul)
        n = (size_t)((const unsigned char *)memchr(key->bytes, 0, n) - key->bytes); /* the part that the store is known by */
    if (p->plaintext_header && p->has_salt)
        memcpy(salt, p->salt, sizeof salt);
    else if (key->has_salt)
        memcpy(salt, key->salt, sizeof salt);
    else if (RAND_bytes(salt, sizeof salt) != 1)
        return el_error_set(err, EL_EIO, "io", "the system gives no random bytes");
    if (key->raw) {
        p->kdf_iter = 0;
        c->key = el__key_of_bytes(key->bytes, salt);
        return EL_OK;
    }
    if (!p->kdf_iter)
        p->kdf_iter = usual_rounds(p);
    if (el__pbkdf2(bytes, sizeof bytes, p->kdf_algorithm, key->bytes, n, salt, sizeof salt, p->kdf_iter, poll_kdf, c))
        return cancelled(err);
    c->key = el__key_of_bytes(bytes, salt);
    el__wipe(bytes, sizeof bytes);
    return EL_OK;
}

static int key_missing(el_error *err)
{
    int status = el_error_set(err, EL_EKEYNEEDED, "key-needed", "a new key is needed for this copy");
    el_error_hint(err, "Give it with --new-key-file or --new-key-env.");
    return status;
}

/* Decides what the copy will be. `same_pages`: only the cipher differs. */
static int plan(el__copy *c, int *same_pages, el_error *err)
{
    const el_copy_options *o = c->options;
    const el_cipher_params *from = &c->source->report->params;
    const el_key *key = o->new_key ? o->new_key : o->kind == EL_COPY_UPGRADE ? o->key : NULL;
    *same_pages = 1;
    if (o->kind == EL_COPY_DECRYPT) {
        c->params = (el_cipher_params){.page_size = from->page_size};
        return EL_OK;
    }
    if (!key)
        return key_missing(err);
    c->params = *from;
    if (o->kind == EL_COPY_UPGRADE || !from->encrypted) {
        el__params_defaults(&c->params, 4);
        *same_pages = from->encrypted && from->version == 4;
    }
    int status = choose_key(c, key, err);
    el__params_name_version(&c->params);
    return status;
}

/* The read transaction keeps writers away until it ends (a private or immutable copy has none). */
static int hold_source(el__copy *c, el_error *err)
{
    int64_t n;
    int status = el_sql_exec(c->source->db, "BEGIN", err);
    return status ? status : el_sql_int64(&n, NULL, c->source->db, "SELECT count(*) FROM sqlite_master", err);
}

static int check_unchanged(const el__copy *c, el_error *err)
{
    if (strcmp(c->source->opened_by, "immutable") || !el_connection_changed(c->source))
        return EL_OK;
    int status = el_error_set(err, EL_EBUSY, "changed-meanwhile", "the store changed while it was copied");
    el_error_hint(err, "Stop the app that writes to it, or try again.");
    return status;
}

static int copy(el__copy *c, const char *to, el_error *err)
{
    int same_pages = 0;
    int status = hold_source(c, err);
    if (!status)
        status = plan(c, &same_pages, err);
    c->authentic = !status && same_pages && c->source->report->params.use_hmac;
    int64_t size = c->source->report->file_size;
    c->total = size * PASSES;
    if (!status)
        status = el__target_open(&c->target, to, size + size / 8, err);
    if (!status)
        status = same_pages ? el__copy_pages(c, err) : el__copy_export(c, err);
    if (!status)
        status = el__copy_verify(c, err);
    if (!status)
        status = check_unchanged(c, err);
    if (!status)
        status = el__target_commit(&c->target, err);
    return status;
}

int el_copy_run(el_copy_report **report, const char *from, const char *to, const el_copy_options *options, el_error *err)
{
    el__copy c = {.options = options, .target = {.fd = -1}};
    el_open_options open = {.key = options->key, .cipher = options->cipher, .progress = options->progress, .progress_ctx = options->progress_ctx};
    if (report)
        *report = NULL;
    int status = el__connection_open_for_copy(&c.source, from, &open, err);
    if (status)
        return status;
    c.report = el_xmalloc(sizeof *c.report);
    c.report->from = c.source->report->params;
    c.report->opened_by = c.source->opened_by;
    status = copy(&c, to, err);
    if (status && c.cancelled) /* the engine has several words for being interrupted */
        status = cancelled(err);
    c.report->to = c.params;
    if (!status && report)
        *report = c.report;
    else
        el_copy_report_free(c.report);
    el__target_close(&c.target);
    el_key_free(c.key);
    el_connection_close(c.source);
    if (!status)
        el_error_clear(err);
    return status;
}
