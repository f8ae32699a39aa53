/* SPDX-License-Identifier: MIT */
#include "cipher/detect.h"

#include "base/arena.h"
#include "cipher/derive.h"
#include "cipher/diagnose.h"
#include "cipher/match.h"
#include "cipher/probe.h"
#include "cipher/report.h"
#include "cipher/secret.h"
#include "cipher/spec.h"
#include "sqlite/pages.h"

#include <stdlib.h>
#include <string.h>

enum { JOBS_MAX = 64 };

static void add_job(el__search *s, el_hash hash, int rounds, int cut)
{
    if (s->njobs == JOBS_MAX)
        return;
    for (size_t i = 0; i < s->njobs; i++)
        if (s->jobs[i].hash == hash && s->jobs[i].rounds == rounds && s->jobs[i].cut == cut)
            return;
    el__job *job = &s->jobs[s->njobs++];
    job->hash = hash;
    job->rounds = rounds;
    job->password = s->key->bytes;
    job->npassword = s->key->n;
    job->cut = cut;
    if (cut)
        job->npassword = (size_t)((const unsigned char *)memchr(s->key->bytes, 0, s->key->n) - s->key->bytes);
}

/* The derivations of SQLCipher's own defaults, as far as the user's settings leave them open.  The cheap one goes first and
 * costs a hundredth of the dearest, so that old files do not wait; the dearest starts on the second thread. */
static void plan_defaults(el__search *s, int cut)
{
    static const int order[] = {2, 4, 3};
    const el_cipher_spec *spec = s->target.spec;
    for (int i = 0; i < 3; i++) {
        el_cipher_params d;
        int version = spec->version == 1 ? 2 : spec->version; /* both derive alike */
        if (version && version != order[i])
            continue;
        el__params_defaults(&d, order[i]);
        if (spec->has_kdf_algorithm)
            d.kdf_algorithm = spec->given.kdf_algorithm;
        if (spec->has_kdf_iter)
            d.kdf_iter = spec->given.kdf_iter;
        add_job(s, d.kdf_algorithm, d.kdf_iter, cut);
    }
}

/* Every algorithm with every known number of rounds. */
static void plan_others(el__search *s, int cut)
{
    static const el_hash hashes[] = {EL_HASH_SHA512, EL_HASH_SHA256, EL_HASH_SHA1};
    static const int rounds[] = {4000, 64000, 256000};
    const el_cipher_spec *spec = s->target.spec;
    if (spec->version)
        return;
    for (int h = 0; h < 3; h++)
        for (int r = 0; r < 3; r++)
            add_job(s, spec->has_kdf_algorithm ? spec->given.kdf_algorithm : hashes[h],
                    spec->has_kdf_iter ? spec->given.kdf_iter : rounds[r], cut);
}

static const unsigned char *salt_of(const el__search *s)
{
    return s->has_salt ? s->salt : NULL;
}

static int check_job(void *ctx, el__job *job)
{
    el__search *s = ctx;
    el__match m;
    el__match_page1(&m, &s->target, job->key, salt_of(s), job->hash);
    if (m.fits || (m.key_fits && !s->match.key_fits)) {
        s->match = m;
        s->winner = job;
    }
    /* A key that decrypts page 1 is the key, even if the HMAC does not agree: deriving others would find nothing. */
    return m.fits || m.key_fits;
}

/* Runs the jobs from `from` on.  @return EL_OK or EL_ECANCELLED. */
static int run_jobs(el__search *s, size_t from, el__progress progress, void *ctx, el_error *err)
{
    int rc = el__derive(s->jobs + from, s->njobs - from, s->salt, check_job, s, progress, ctx);
    return rc < 0 ? el_error_set(err, EL_ECANCELLED, "cancelled", "looking for the cipher parameters was cancelled") : EL_OK;
}

static int search_passphrase(el__search *s, el__progress progress, void *ctx, el_error *err)
{
    int has_nul = s->key->n && memchr(s->key->bytes, 0, s->key->n) && s->key->bytes[0];
    for (int wide = 0; wide < 2 && !s->winner; wide++) {
        size_t from = s->njobs;
        for (int cut = 0; cut <= has_nul; cut++)
            wide ? plan_others(s, cut) : plan_defaults(s, cut);
        int status = run_jobs(s, from, progress, ctx, err);
        if (status)
            return status;
    }
    return EL_OK;
}

static void search_raw(el__search *s)
{
    el__job *job = &s->jobs[s->njobs++];
    memcpy(job->key, s->key->bytes, EL__KEY_BYTES);
    job->done = 1;
    check_job(s, job);
    if (s->winner && !s->match.fits && s->key->has_salt && !s->target.headers[0]) {
        /* The salt that came with the key is not this file's; its own lies in its first bytes. */
        el__match m;
        memcpy(s->salt, s->target.first, EL__SALT_BYTES);
        if (el__match_page1(&m, &s->target, job->key, s->salt, 0)) {
            s->match = m;
            s->salt_replaced = 1;
        }
    }
}

/* Page 1 did not answer: perhaps it is damaged, and other pages still tell. */
static void search_other_pages(el__search *s)
{
    for (size_t i = 0; i < s->njobs && !s->match.fits && !s->match.other_fits; i++) {
        el__job *job = &s->jobs[i];
        if (!job->done || (s->winner && s->winner != job))
            continue;
        el__match m = s->match;
        if (el__match_pages(&m, &s->target, job->key, salt_of(s), job->hash)) {
            s->match = m;
            s->winner = job;
        }
    }
}

/* A right key that fits nothing allowed: see whether it fits what the user's settings leave out. */
static void search_beyond_settings(el__search *s)
{
    const el_cipher_spec *given = s->target.spec;
    el_cipher_spec open = {0};
    el__target t = s->target;
    el__match m;
    if (!s->winner || (!given->has_page_size && !given->has_use_hmac && !given->has_hmac_algorithm && !given->version))
        return;
    t.spec = &open;
    t.nsizes = el__page_sizes(t.sizes, &open, t.size);
    if (el__match_page1(&m, &t, s->winner->key, salt_of(s), s->winner->hash)) {
        m.fits = 0;
        s->match = m;
        s->settings_differ = 1;
    }
}

static void choose_salt(el__search *s)
{
    const el_cipher_spec *spec = s->target.spec;
    int external = s->target.headers[0] > 0;
    s->has_salt = 1;
    if (s->key->has_salt)
        memcpy(s->salt, s->key->salt, EL__SALT_BYTES);
    else if (spec->given.has_salt)
        memcpy(s->salt, spec->given.salt, EL__SALT_BYTES);
    else if (!external)
        memcpy(s->salt, s->target.first, EL__SALT_BYTES);
    else
        s->has_salt = 0;
}

static void choose_headers(el__target *t, el__file_kind kind)
{
    static const int sizes[EL__HEADERS] = {32, 16, 48, 64, 80, 96};
    t->nheaders = 1;
    if (t->spec->has_plaintext_header) {
        t->headers[0] = t->spec->given.plaintext_header;
    } else if (kind == EL__FILE_PLAINTEXT_HEADER) {
        t->nheaders = EL__HEADERS;
        memcpy(t->headers, sizes, sizeof sizes);
    }
}

static void fill_params(el__search *s, el_cipher_report *r)
{
    const el__match *m = &s->match;
    el_cipher_params *p = &r->params;
    p->encrypted = 1;
    p->page_size = m->page_size;
    p->reserve = m->reserve;
    p->use_hmac = m->use_hmac;
    p->hmac_algorithm = m->use_hmac ? m->hmac : EL_HASH_SHA1;
    p->kdf_algorithm = m->kdf ? m->kdf : EL_HASH_SHA1;
    p->kdf_iter = s->winner->rounds;
    p->plaintext_header = m->plaintext_header;
    if (m->plaintext_header && s->has_salt) {
        p->has_salt = 1;
        memcpy(p->salt, s->salt, sizeof p->salt);
    }
    el__params_name_version(p);
}

static int64_t get32(const unsigned char *p)
{
    return (int64_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
}

static void fill_header(el_cipher_report *r, const unsigned char *h)
{
    r->reserved_bytes_on_disk = h[20];
    r->wal_mode = h[18] == 2 && h[19] == 2;
    r->read_version = h[19];
    r->schema_format = (int)get32(h + 44);
    r->writer_version = (int)(get32(h + 96) & 0x7fffffff);
    /* The count is only meant when the last writer knew of it. */
    r->pages_in_header = get32(h + 24) == get32(h + 92) ? get32(h + 28) : 0;
}

static int found_plain(el__search *s, el_cipher_report *r, el_error *err)
{
    if (s->target.size < EL__HEADER_BYTES) {
        int status = el_error_set(err, EL_ECORRUPT, "truncated", "the file ends within the header of an SQLite database");
        el_error_hint(err, "Copy the file again; this copy is incomplete.");
        return status;
    }
    r->found = 1;
    r->params.page_size = s->facts.plain_page_size;
    fill_header(r, s->target.first);
    if (r->key_given)
        el__report_note(r, "key-unused", "The file is not encrypted; the key that was given is not used.");
    return EL_OK;
}

static int finish(el__search *s, el_cipher_report *r, el_key **connection_key, el_error *err)
{
    unsigned char header[EL__HEADER_BYTES];
    r->key_fits_header = s->match.key_fits;
    if (s->winner && !s->settings_differ && (s->match.fits || s->match.other_fits || (s->match.header_fits && s->match.reserve == 16))) {
        r->found = r->key_used = 1;
        r->cut_at_nul = s->winner->cut;
        fill_params(s, r);
        *connection_key = el__key_of_bytes(s->winner->key, salt_of(s));
        if (el__match_header(header, &s->match, &s->target, s->winner->key) == 0)
            fill_header(r, header);
        if (r->cut_at_nul)
            el__report_note(r, "cut-at-nul", "The passphrase fits only up to its first NUL byte, as old versions of the library took it.");
        if (s->salt_replaced)
            el__report_note(r, "salt-unused", "The salt given with the raw key is not this file's; the one in the file is used.");
    }
    if (!r->found && s->winner && !s->settings_differ && s->match.header_fits) {
        /* Not to be opened, yet readable page by page without looking at HMACs: for recovery. */
        fill_params(s, r);
        r->params.use_hmac = 0;
        *connection_key = el__key_of_bytes(s->winner->key, salt_of(s));
    }
    el__report_tries(s, r);
    if (s->match.fits)
        return EL_OK;
    return el__diagnose(s, r, err);
}

static int search(el__search *s, el_cipher_report *r, el_key **connection_key, el__progress progress, void *ctx, el_error *err)
{
    el__file_kind kind = s->facts.kind;
    if (kind == EL__FILE_PLAIN && !s->target.spec->given.plaintext_header)
        return found_plain(s, r, err);
    if (kind == EL__FILE_OTHER || kind == EL__FILE_OTHER_CIPHER || kind == EL__FILE_PLAIN_BAD_HEADER || !s->key)
        return el__diagnose(s, r, err);
    choose_headers(&s->target, kind);
    s->target.nsizes = el__page_sizes(s->target.sizes, s->target.spec, s->target.size);
    choose_salt(s);
    if (s->key->raw) {
        search_raw(s);
    } else if (!s->has_salt) {
        return el__diagnose(s, r, err);
    } else {
        int status = search_passphrase(s, progress, ctx, err);
        if (status)
            return status;
    }
    if (!s->match.fits)
        search_beyond_settings(s);
    if (!s->match.fits && !s->settings_differ)
        search_other_pages(s);
    return finish(s, r, connection_key, err);
}

static int detect_once(el_cipher_report **report, el_key **connection_key, el_pages *pages, const el_key *key,
                       const el_cipher_spec *spec, el__progress progress, void *ctx, el_error *err, unsigned char *first)
{
    el_cipher_report *r = *report = el__report_new();
    int64_t size = el_pages_size(pages);
    size_t n = size < EL__PAGE_MAX ? (size_t)size : EL__PAGE_MAX;
    r->key_given = key != NULL;
    r->file_size = size;
    if (n == 0)
        return el__empty_file(err);
    int status = el_pages_read(pages, first, 0, n, err);
    if (status)
        return status;
    el__search s = {.key = key};
    s.target = (el__target){.pages = pages, .size = size, .first = first, .n = n, .spec = spec};
    el__probe(&s.facts, pages, first, n);
    r->looks_like = el_xstrdup(s.facts.looks_like);
    r->looks_random = s.facts.random_blocks * 2 >= s.facts.blocks;
    s.jobs = el__secret_new(JOBS_MAX * sizeof *s.jobs);
    status = search(&s, r, connection_key, progress, ctx, err);
    for (size_t i = 0; i < s.njobs; i++)
        r->derivations += s.jobs[i].done && s.jobs[i].hash;
    el__secret_free(s.jobs);
    return status;
}

int el__detect(el_cipher_report **report, el_key **connection_key, el_pages *pages, const el_key *key,
               const el_cipher_spec *spec, el__progress progress, void *ctx, el_error *err)
{
    unsigned char *first = el_xmalloc(EL__PAGE_MAX), *again = el_xmalloc(EL__PAGE_MAX);
    int status = EL_OK;
    *report = NULL;
    *connection_key = NULL;
    /* Nothing is locked, so a writer may have replaced page 1 while it was read: a failure must come from the same bytes twice. */
    for (int attempt = 0; attempt < 3; attempt++) {
        el_cipher_report_free(*report);
        el_key_free(*connection_key);
        *connection_key = NULL;
        status = detect_once(report, connection_key, pages, key, spec, progress, ctx, err, first);
        size_t n = (*report)->file_size < EL__PAGE_MAX ? (size_t)(*report)->file_size : EL__PAGE_MAX;
        if (!status || status == EL_ECANCELLED || status == EL_EIO || el_pages_read(pages, again, 0, n, NULL) ||
            !memcmp(first, again, n))
            break;
    }
    free(first);
    free(again);
    if (!status)
        el_error_clear(err);
    return status;
}

int el_cipher_detect_file(el_cipher_report **report, el_key **connection_key, const char *path, const el_key *key,
                          const char *cipher, int (*progress)(void *ctx, int64_t done, int64_t total), void *progress_ctx,
                          el_error *err)
{
    el_cipher_spec spec;
    el_pages *pages;
    *report = el__report_new();
    *connection_key = NULL;
    int status = el_cipher_spec_parse(&spec, cipher, err);
    if (!status)
        status = el__check_path(path, err);
    if (!status)
        status = el_pages_open(&pages, path, err);
    if (status)
        return status;
    el_cipher_report_free(*report);
    status = el__detect(report, connection_key, pages, key, &spec, progress, progress_ctx, err);
    el_pages_close(pages);
    return status;
}
