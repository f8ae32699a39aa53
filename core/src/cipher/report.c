/* SPDX-License-Identifier: MIT */
#include "cipher/report.h"

#include "base/arena.h"
#include "base/buf.h"

#include <stdlib.h>
#include <string.h>

el_cipher_report *el__report_new(void)
{
    return el_xmalloc(sizeof(el_cipher_report));
}

void el_cipher_report_free(el_cipher_report *report)
{
    if (!report)
        return;
    for (size_t i = 0; i < report->nnotes; i++)
        free(report->notes[i].text);
    free(report->notes);
    free(report->tried);
    free(report->looks_like);
    free(report);
}

void el__report_try(el_cipher_report *r, const el_cipher_params *p, const char *result, const char *why)
{
    r->tried = el_xrealloc(r->tried, (r->ntried + 1) * sizeof *r->tried);
    r->tried[r->ntried++] = (el_cipher_try){*p, result, why};
}

void el__report_note(el_cipher_report *r, const char *code, const char *fmt, ...)
{
    el_buf text = {0};
    va_list ap;
    va_start(ap, fmt);
    el_buf_vprintf(&text, fmt, ap);
    va_end(ap);
    r->notes = el_xrealloc(r->notes, (r->nnotes + 1) * sizeof *r->notes);
    r->notes[r->nnotes++] = (el_cipher_note){code, el_buf_take(&text)};
}

static const char *on_off(int v)
{
    return v ? "on" : "off";
}

void el_cipher_params_text(el_buf *out, const el_cipher_params *p)
{
    const char *comma = "";
    if (p->page_size) {
        el_buf_printf(out, "page_size=%d", p->page_size);
        comma = ",";
    }
    if (!p->encrypted)
        return;
    el_buf_printf(out, "%suse_hmac=%s", comma, on_off(p->use_hmac));
    if (p->use_hmac)
        el_buf_printf(out, ",hmac_algorithm=%s", el_cipher_hmac_name(p->hmac_algorithm));
    if (p->kdf_algorithm)
        el_buf_printf(out, ",kdf_algorithm=%s", el_cipher_kdf_name(p->kdf_algorithm));
    if (p->kdf_iter)
        el_buf_printf(out, ",kdf_iter=%d", p->kdf_iter);
    if (p->plaintext_header)
        el_buf_printf(out, ",plaintext_header_size=%d", p->plaintext_header);
    if (p->has_salt) {
        el_buf_puts(out, ",salt=");
        el_buf_hex(out, p->salt, sizeof p->salt);
    }
}

void el_cipher_params_pragmas(el_buf *out, const el_cipher_params *p)
{
    if (!p->encrypted)
        return;
    if (p->has_salt) {
        el_buf_puts(out, "PRAGMA cipher_salt = \"x'");
        el_buf_hex(out, p->salt, sizeof p->salt);
        el_buf_puts(out, "'\";\n");
    }
    if (p->plaintext_header)
        el_buf_printf(out, "PRAGMA cipher_plaintext_header_size = %d;\n", p->plaintext_header);
    el_buf_printf(out, "PRAGMA cipher_page_size = %d;\nPRAGMA cipher_use_hmac = %s;\n", p->page_size, p->use_hmac ? "ON" : "OFF");
    if (p->use_hmac)
        el_buf_printf(out, "PRAGMA cipher_hmac_algorithm = %s;\n", el_cipher_hmac_name(p->hmac_algorithm));
    if (p->kdf_algorithm)
        el_buf_printf(out, "PRAGMA cipher_kdf_algorithm = %s;\n", el_cipher_kdf_name(p->kdf_algorithm));
    if (p->kdf_iter)
        el_buf_printf(out, "PRAGMA kdf_iter = %d;\n", p->kdf_iter);
}

/* JSON. */

static void json_key(el_buf *out, const char *key)
{
    char last = out->len ? out->data[out->len - 1] : '{';
    if (last != '{' && last != '[')
        el_buf_putc(out, ',');
    el_buf_printf(out, "\"%s\":", key);
}

static void json_text(el_buf *out, const char *key, const char *value)
{
    json_key(out, key);
    if (value)
        el_buf_json_string(out, value, (size_t)-1);
    else
        el_buf_puts(out, "null");
}

static void json_bool(el_buf *out, const char *key, int value)
{
    json_key(out, key);
    el_buf_puts(out, value ? "true" : "false");
}

static void json_number(el_buf *out, const char *key, int64_t value)
{
    json_key(out, key);
    el_buf_printf(out, "%lld", (long long)value);
}

static void params_json(el_buf *out, const el_cipher_params *p)
{
    el_buf_putc(out, '{');
    json_bool(out, "encrypted", p->encrypted);
    json_key(out, "page_size");
    if (p->page_size)
        el_buf_printf(out, "%d", p->page_size);
    else
        el_buf_puts(out, "null");
    if (p->encrypted) {
        json_number(out, "reserve", p->reserve);
        json_bool(out, "use_hmac", p->use_hmac);
        json_text(out, "hmac_algorithm", p->use_hmac ? el_cipher_hmac_name(p->hmac_algorithm) : NULL);
        json_text(out, "kdf_algorithm", p->kdf_algorithm ? el_cipher_kdf_name(p->kdf_algorithm) : NULL);
        json_number(out, "kdf_iter", p->kdf_iter);
        json_number(out, "plaintext_header_size", p->plaintext_header);
        if (p->has_salt) {
            json_key(out, "salt");
            el_buf_putc(out, '"');
            el_buf_hex(out, p->salt, sizeof p->salt);
            el_buf_putc(out, '"');
        }
    }
    el_buf_putc(out, '}');
}

static void version_json(el_buf *out, int version)
{
    json_key(out, "version");
    if (version)
        el_buf_printf(out, "%d", version);
    else
        el_buf_puts(out, "null");
}

static void tried_json(el_buf *out, const el_cipher_report *r)
{
    json_key(out, "tried");
    el_buf_putc(out, '[');
    for (size_t i = 0; i < r->ntried; i++) {
        const el_cipher_try *t = &r->tried[i];
        if (i)
            el_buf_putc(out, ',');
        el_buf_putc(out, '{');
        version_json(out, t->params.version);
        json_key(out, "parameters");
        params_json(out, &t->params);
        json_text(out, "result", t->result);
        json_text(out, "why", t->why);
        el_buf_putc(out, '}');
    }
    el_buf_putc(out, ']');
}

void el_cipher_report_json(el_buf *out, const el_cipher_report *r)
{
    el_buf text = {0};
    el_buf_putc(out, '{');
    version_json(out, r->found ? r->params.version : 0);
    json_bool(out, "found", r->found);
    json_key(out, "parameters");
    if (r->found)
        params_json(out, &r->params);
    else
        el_buf_puts(out, "null");
    tried_json(out, r);
    if (r->found && r->params.encrypted) {
        el_cipher_params_pragmas(&text, &r->params);
        json_text(out, "pragmas", el_buf_str(&text));
    }
    json_bool(out, "keyGiven", r->key_given);
    json_bool(out, "keyUsed", r->key_used);
    json_bool(out, "cutAtNul", r->cut_at_nul);
    json_number(out, "derivations", r->derivations);
    json_number(out, "fileSize", r->file_size);
    json_bool(out, "page1Damaged", r->page1_damaged);
    json_text(out, "journalMode", !r->found ? NULL : r->wal_mode ? "wal" : "rollback");
    json_text(out, "looksLike", r->looks_like);
    json_key(out, "notes");
    el_buf_putc(out, '[');
    for (size_t i = 0; i < r->nnotes; i++) {
        el_buf_puts(out, i ? ",{" : "{");
        json_text(out, "code", r->notes[i].code);
        json_text(out, "text", r->notes[i].text);
        el_buf_putc(out, '}');
    }
    el_buf_puts(out, "]}");
    el_buf_free(&text);
}

/* Text. */

static void describe(el_buf *out, const el_cipher_params *p)
{
    if (!p->encrypted) {
        el_buf_printf(out, "plain SQLite, page size %d", p->page_size);
        return;
    }
    if (p->version)
        el_buf_printf(out, "SQLCipher %d: ", p->version);
    else
        el_buf_puts(out, "SQLCipher with settings of its own: ");
    if (p->page_size)
        el_buf_printf(out, "page size %d, ", p->page_size);
    el_buf_puts(out, p->use_hmac ? el_cipher_hmac_name(p->hmac_algorithm) : "no HMAC");
    if (p->kdf_iter)
        el_buf_printf(out, ", %s with %d rounds", el_cipher_kdf_name(p->kdf_algorithm), p->kdf_iter);
    else
        el_buf_puts(out, ", raw key");
    if (p->plaintext_header)
        el_buf_printf(out, ", plaintext header of %d bytes", p->plaintext_header);
}

void el__report_facts(el_buf *out, const el_cipher_report *r)
{
    el_buf_puts(out, "cipher: ");
    if (r->found)
        describe(out, &r->params);
    else if (r->looks_like)
        el_buf_printf(out, "not found; the file looks like %s", r->looks_like);
    else
        el_buf_puts(out, "not found");
    el_buf_printf(out, "\nfile size: %lld bytes\n", (long long)r->file_size);
    if (r->found)
        el_buf_printf(out, "journal mode: %s\n", r->wal_mode ? "WAL" : "rollback");
    for (size_t i = 0; i < r->nnotes; i++)
        el_buf_printf(out, "note: %s (%s)\n", r->notes[i].text, r->notes[i].code);
}

void el__report_tried(el_buf *out, const el_cipher_report *r)
{
    if (r->ntried)
        el_buf_printf(out, "encryption tried (%d key derivation%s):\n", r->derivations, r->derivations == 1 ? "" : "s");
    for (size_t i = 0; i < r->ntried; i++) {
        const el_cipher_try *t = &r->tried[i];
        el_buf_printf(out, "  %-13s  ", t->result);
        describe(out, &t->params);
        el_buf_printf(out, " (%s)\n", t->why);
    }
}

void el_cipher_report_text(el_buf *out, const el_cipher_report *r)
{
    el__report_facts(out, r);
    el__report_tried(out, r);
}
