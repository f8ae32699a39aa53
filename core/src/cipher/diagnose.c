/* SPDX-License-Identifier: MIT */
#include "cipher/diagnose.h"

#include "base/buf.h"
#include "cipher/detect.h"
#include "cipher/report.h"
#include "cipher/spec.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int no_permission(const char *path, el_error *err)
{
    el_error_set(err, EL_EIO, "no-permission", "no permission to read %s", path);
    el_error_arg(err, "%s", path);
    el_error_hint(err, "Ask the owner of the file, or copy it to a place of yours first.");
    return EL_EIO;
}

int el__check_path(const char *path, el_error *err)
{
    struct stat st;
    int status;
    if (!path || !*path)
        return el_error_set(err, EL_EUSAGE, "usage", "no file was named");
    if (stat(path, &st)) {
        if (errno == EACCES)
            return no_permission(path, err);
        if (errno == ENOENT || errno == ENOTDIR) {
            status = el_error_set(err, EL_EIO, "no-such-file", "there is no file %s", path);
            el_error_hint(err, "Check the spelling of the path.");
        } else {
            status = el_error_set(err, EL_EIO, "io", "%s cannot be reached: %s", path, strerror(errno));
        }
        el_error_arg(err, "%s", path);
        return status;
    }
    if (!S_ISREG(st.st_mode)) {
        status = el_error_set(err, EL_ENOTSTORE, "not-a-file", "%s is %s, not a file", path,
                              S_ISDIR(st.st_mode) ? "a folder" : "a device, pipe or socket");
        el_error_arg(err, "%s", path);
        el_error_hint(err, "Name the database file itself.");
        return status;
    }
    if (faccessat(AT_FDCWD, path, R_OK, AT_EACCESS))
        return no_permission(path, err);
    return st.st_size == 0 ? el__empty_file(err) : EL_OK;
}

int el__empty_file(el_error *err)
{
    int status = el_error_set(err, EL_ENOTSTORE, "empty-file", "the file is empty (0 bytes)");
    el_error_hint(err, "Nothing was ever saved in it, or copying it failed; copy it again together with its -wal or -journal.");
    return status;
}

static int not_a_database(const el__search *s, el_error *err)
{
    if (s->facts.looks_like)
        el_error_set(err, EL_ENOTSTORE, "not-a-database", "the file is not a database; it looks like %s", s->facts.looks_like);
    else
        el_error_set(err, EL_ENOTSTORE, "not-a-database", "the file is neither an SQLite database nor an encrypted one: its bytes are not random enough");
    el_error_arg(err, "%s", s->facts.looks_like ? s->facts.looks_like : "");
    el_error_hint(err, "Look for the store itself, often with the ending .sqlite in the app's Documents folder.");
    return EL_ENOTSTORE;
}

static int other_cipher(const el__search *s, el_error *err)
{
    el_error_set(err, EL_ENOTSTORE, "other-cipher", "the file is encrypted, but not by SQLCipher: it looks like %s", s->facts.looks_like);
    el_error_arg(err, "%s", s->facts.looks_like);
    el_error_hint(err, "Only SQLCipher and plain files can be opened; decrypt it with the product that wrote it.");
    return EL_ENOTSTORE;
}

static int bad_plain_header(el_error *err)
{
    el_error_set(err, EL_ECORRUPT, "damaged-page1", "the file begins like a plain SQLite database, but its header is damaged");
    el_error_hint(err, "Run 'entitylens recover' to save what the other pages hold.");
    if (err)
        err->offset = 16;
    return EL_ECORRUPT;
}

static int blank_start(el_error *err)
{
    el_error_set(err, EL_ECORRUPT, "damaged-page1",
                 "the start of the file is overwritten, with it the salt that the key is derived with; the rest looks encrypted");
    el_error_hint(err, "No passphrase opens it any more. A raw key with its salt (96 hex digits) and 'entitylens recover' still can.");
    if (err)
        err->offset = 0;
    return EL_ECORRUPT;
}

static int key_needed(const el__search *s, el_error *err)
{
    if (s->facts.kind == EL__FILE_PLAINTEXT_HEADER) {
        el_error_set(err, EL_EKEYNEEDED, "key-needed", "the file is encrypted behind a readable header; the key is needed, and the salt with it");
        el_error_hint(err, "Give the passphrase and --cipher salt=..., or a raw key of 96 hex digits, which holds the salt.");
    } else {
        el_error_set(err, EL_EKEYNEEDED, "key-needed", "the file is encrypted and no key was given");
        el_error_hint(err, "Give the passphrase (--key-file, --key-env) or the raw key (--raw-key-file).");
    }
    return EL_EKEYNEEDED;
}

static int salt_needed(el_error *err)
{
    el_error_set(err, EL_EKEYNEEDED, "salt-needed",
                 "the file has a plaintext header, so the salt is not in it; the key alone cannot open it");
    el_error_hint(err, "The app keeps the salt elsewhere (often beside the passphrase in the keychain): give it as --cipher salt=32 hex "
                       "digits, or a raw key of 96 hex digits.");
    return EL_EKEYNEEDED;
}

static int wrong_key(const el__search *s, el_error *err)
{
    if (s->facts.kind == EL__FILE_PLAINTEXT_HEADER)
        el_error_set(err, EL_EWRONGKEY, "wrong-key",
                     "the key or the salt is wrong, or the file was written with cipher parameters outside those tried");
    else
        el_error_set(err, EL_EWRONGKEY, "wrong-key",
                     "the key is wrong, or the file was written with cipher parameters outside those tried");
    if (s->key->raw)
        el_error_hint(err, "Check the key; 64 hex digits are the key itself, not a passphrase. Every page size, HMAC and KDF was tried.");
    else
        el_error_hint(err, "Check the passphrase (case, spaces, a line end too many). If the app sets cipher pragmas of its own, name "
                           "them with --cipher, e.g. kdf_iter=10000.");
    return EL_EWRONGKEY;
}

/* The key decrypts page 1, yet no HMAC agrees, not even those of other pages. */
static int key_without_hmac(const el__search *s, el_error *err)
{
    if (s->facts.kind == EL__FILE_PLAINTEXT_HEADER && s->has_salt) {
        el_error_set(err, EL_EWRONGKEY, "wrong-salt", "the key is right, but the salt that was given is not this file's");
        el_error_hint(err, "Give the salt that the app keeps for this file.");
        return EL_EWRONGKEY;
    }
    if (!s->has_salt)
        return salt_needed(err);
    if (s->key->raw && s->match.header_fits) {
        el_error_set(err, EL_ECORRUPT, "damaged-salt",
                     "the key is right, but no page passes its HMAC: the salt in the first 16 bytes of the file is damaged");
        el_error_hint(err, "If the salt is known, give a raw key of 96 hex digits (key, then salt).");
    } else {
        el_error_set(err, EL_ECORRUPT, "damaged-page1", "page 1 decrypts with this key, but its HMAC is wrong: the page is damaged");
        el_error_hint(err, "Run 'entitylens check' for the damaged pages and 'entitylens recover' to save the rest.");
    }
    if (err)
        err->offset = 0;
    return EL_ECORRUPT;
}

/* The user's own settings stand in the way. */
static int wrong_parameters(const el__search *s, el_error *err)
{
    const el__match *m = &s->match;
    el_buf text = {0};
    el_buf_printf(&text, "page_size=%d,use_hmac=%s", m->page_size, m->use_hmac ? "on" : "off");
    if (m->use_hmac)
        el_buf_printf(&text, ",hmac_algorithm=%s", el_cipher_hmac_name(m->hmac));
    el_error_set(err, EL_EWRONGKEY, "wrong-parameters", "the key is right, but the file has other cipher parameters than those given: %s",
                 el_buf_str(&text));
    el_error_arg(err, "%s", el_buf_str(&text));
    el_error_hint(err, "Leave --cipher out, so that the parameters are found, or correct it.");
    el_buf_free(&text);
    return EL_EWRONGKEY;
}

static int damaged_page1(el_cipher_report *r, el_error *err)
{
    r->page1_damaged = 1;
    el_error_set(err, EL_ECORRUPT, "damaged-page1",
                 "page 1 is damaged: its HMAC is wrong, while other pages pass under the same key, so the key is right");
    el_error_hint(err, "Run 'entitylens check' for the damaged pages and 'entitylens recover' to save the rest.");
    if (err)
        err->offset = 0;
    return EL_ECORRUPT;
}

int el__diagnose(const el__search *s, el_cipher_report *r, el_error *err)
{
    switch (s->facts.kind) {
    case EL__FILE_OTHER: return not_a_database(s, err);
    case EL__FILE_OTHER_CIPHER: return other_cipher(s, err);
    case EL__FILE_PLAIN_BAD_HEADER: r->page1_damaged = 1; return bad_plain_header(err);
    default: break;
    }
    if (!s->key)
        return s->facts.kind == EL__FILE_BLANK_START ? blank_start(err) : key_needed(s, err);
    if (s->settings_differ)
        return wrong_parameters(s, err);
    if (s->match.other_fits)
        return damaged_page1(r, err);
    if (s->winner && s->match.key_fits) {
        r->page1_damaged = s->has_salt && s->facts.kind != EL__FILE_PLAINTEXT_HEADER;
        return key_without_hmac(s, err);
    }
    if (s->facts.kind == EL__FILE_BLANK_START)
        return blank_start(err);
    return s->has_salt ? wrong_key(s, err) : salt_needed(err);
}

/* Names the version whose defaults these are, the page size left open. */
static void name_any_page_size(el_cipher_params *p)
{
    for (int size = 1024; size <= 4096 && !p->version; size *= 4) {
        p->page_size = size;
        el__params_name_version(p);
    }
    p->page_size = 0;
}

static void report_try(const el__search *s, el_cipher_report *r, const el__job *job, el_hash hmac)
{
    el_cipher_params p = {.encrypted = 1, .use_hmac = hmac != 0, .hmac_algorithm = hmac, .kdf_algorithm = job->hash, .kdf_iter = job->rounds};
    p.reserve = el__reserve(p.use_hmac, hmac);
    const el__match *m = &s->match;
    int mine = s->winner == job && m->use_hmac == p.use_hmac && (!hmac || m->hmac == hmac);
    if (s->winner == job && mine && m->fits) {
        el__report_try(r, &r->params, "fits", hmac ? "the HMAC of page 1 is right" : "the header decrypts");
        return;
    }
    name_any_page_size(&p);
    if (!job->done)
        el__report_try(r, &p, "skipped", "not needed any more");
    else if (s->winner == job && mine && m->other_fits)
        el__report_try(r, &r->params, "hmac-mismatch", "page 1 fails, another page passes");
    else if (s->winner == job && m->key_fits)
        el__report_try(r, &p, "hmac-mismatch", "the key decrypts page 1, this HMAC does not fit it");
    else
        el__report_try(r, &p, "not-sqlite", "page 1 does not decrypt to a database, with any page size");
}

void el__report_tries(const el__search *s, el_cipher_report *r)
{
    static const el_hash hmacs[] = {EL_HASH_SHA512, EL_HASH_SHA1, EL_HASH_SHA256, 0};
    for (size_t i = 0; i < s->njobs; i++)
        for (int h = 0; h < 4; h++)
            if (el__spec_allows_hmac(s->target.spec, hmacs[h]))
                report_try(s, r, &s->jobs[i], hmacs[h]);
}
