/* SPDX-License-Identifier: MIT */
#include "base/arena.h"
#include "base/buf.h"
#include "cipher/keysource.h"
#include "cipher/secret.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MAX = 1 << 20 };

/* The words behind "NAME_" and what they are to --cipher. */
static const struct {
    const char *word, *cipher_key;
} words[] = {
    {"keyFormat", NULL},
    {"pageSize", "page_size"},
    {"kdfIter", "kdf_iter"},
    {"hmacAlgorithm", "hmac_algorithm"},
    {"kdfAlgorithm", "kdf_algorithm"},
    {"plaintextHeaderSize", "plaintext_header_size"},
};
enum { WORDS = sizeof words / sizeof *words, KEY_FORMAT = 0, PLAINTEXT_HEADER = 5 };

typedef struct span {
    const char *s;
    size_t n;
} span;

typedef struct reading {
    const char *name; /* of the store's file, without folder */
    el_dotenv *out;
    span password;    /* all behind "=", as it stands */
    int have_password;
    span values[WORDS];
    int in_section;   /* 3.13 and later do not look into sections */
} reading;

static span trim(span v)
{
    while (v.n && isspace((unsigned char)v.s[0]))
        v.s++, v.n--;
    while (v.n && isspace((unsigned char)v.s[v.n - 1]))
        v.n--;
    return v;
}

static void warn(reading *r, int line, const char *fmt, ...) EL_PRINTF(3, 4);
static void warn(reading *r, int line, const char *fmt, ...)
{
    el_buf text = {0};
    va_list ap;
    va_start(ap, fmt);
    el_buf_vprintf(&text, fmt, ap);
    va_end(ap);
    el_dotenv *out = r->out;
    out->warnings = el_xrealloc(out->warnings, (out->nwarnings + 1) * sizeof *out->warnings);
    out->warnings[out->nwarnings++] = (el_dotenv_warning){line, el_buf_take(&text)};
}

/* INI codes odd characters of a name as %20. */
static char *decoded(span key)
{
    el_buf out = {0};
    for (size_t i = 0; i < key.n; i++) {
        if (key.s[i] == '%' && i + 2 < key.n && isxdigit((unsigned char)key.s[i + 1]) && isxdigit((unsigned char)key.s[i + 2])) {
            char hex[3] = {key.s[i + 1], key.s[i + 2], 0};
            el_buf_putc(&out, (char)strtol(hex, NULL, 16));
            i += 2;
        } else {
            el_buf_putc(&out, key.s[i]);
        }
    }
    return el_buf_take(&out);
}

static void take_setting(reading *r, const char *word, span value, int line)
{
    for (int i = 0; i < WORDS; i++)
        if (!strcasecmp(word, words[i].word)) {
            if (strcmp(word, words[i].word))
                warn(r, line, "'%s' is spelt '%s'; DB Browser ignores it as it stands", word, words[i].word);
            r->values[i] = trim(value);
            return;
        }
    warn(r, line, "'%s' is not a setting; known are keyFormat, pageSize, kdfIter, hmacAlgorithm, kdfAlgorithm and plaintextHeaderSize", word);
}

static void take_line(reading *r, span text, int line)
{
    span rest = trim(text);
    if (!rest.n || *rest.s == ';' || *rest.s == '#')
        return;
    if (*rest.s == '[') {
        r->in_section = !(rest.n == 9 && !strncasecmp(rest.s, "[General]", 9));
        return;
    }
    const char *equals = memchr(text.s, '=', text.n);
    if (!equals)
        return;
    span key = trim((span){text.s, (size_t)(equals - text.s)});
    span value = {equals + 1, text.n - (size_t)(equals + 1 - text.s)};
    char *name = decoded(key);
    size_t n = strlen(r->name);
    if (!strncmp(name, r->name, n) && (name[n] == 0 || name[n] == '_')) {
        if (r->in_section)
            warn(r, line, "the line stands in a section, where newer versions of DB Browser do not find it");
        if (name[n] == '_') {
            take_setting(r, name + n + 1, value, line);
        } else {
            r->password = value;
            r->have_password = 1;
            r->out->line = line;
        }
    } else if (!strncasecmp(name, r->name, n) && (name[n] == 0 || name[n] == '_')) {
        warn(r, line, "'%s' differs from the file's name '%s' in case and is ignored", name, r->name);
    }
    free(name);
}

/* The value as INI means it.  @return its length; out has room for value.n bytes. */
static size_t ini_value(char *out, span value)
{
    static const char escapes[] = "a\ab\bf\fn\nr\rt\tv\v\"\"?\?''\\\\";
    int quoted = 0;
    size_t n = 0, keep = 0; /* up to keep nothing is trimmed */
    value = trim(value);
    for (size_t i = 0; i < value.n; i++) {
        char c = value.s[i];
        if (c == '"') {
            quoted = !quoted;
            keep = n;
        } else if (c == ';' && !quoted) {
            break;
        } else if (c == '\\' && i + 1 < value.n) {
            char e = value.s[++i];
            if (e == 'x') {
                unsigned v = 0;
                for (; i + 1 < value.n && isxdigit((unsigned char)value.s[i + 1]) && v < 16; i++)
                    v = v * 16 + (unsigned)(isdigit((unsigned char)value.s[i + 1]) ? value.s[i + 1] - '0' : (value.s[i + 1] | 32) - 'a' + 10);
                out[n++] = (char)v;
            } else {
                for (const char *p = escapes; *p; p += 2)
                    if (*p == e) {
                        out[n++] = p[1];
                        break;
                    }
            }
            keep = n;
        } else {
            out[n++] = c;
        }
    }
    while (n > keep && isspace((unsigned char)out[n - 1]))
        n--;
    return n;
}

static int same(span a, span b)
{
    return a.n == b.n && !memcmp(a.s, b.s, a.n);
}

/* As 3.13 reads it, then as 3.12 does: trimmed, and with the blanks that its pattern leaves at the end. */
static int make_keys(reading *r, el_error *err)
{
    char *buffer = el__secret_new(r->password.n + 1);
    span kept = r->password;
    while (kept.n && isspace((unsigned char)kept.s[0]))
        kept.s++, kept.n--;
    const span readings[] = {{buffer, ini_value(buffer, r->password)}, trim(r->password), kept};
    el_key_form form = r->values[KEY_FORMAT].n == 1 && r->values[KEY_FORMAT].s[0] == '1' ? EL_KEY_RAW : EL_KEY_PASSPHRASE;
    el_error first;
    int status = EL_EKEYNEEDED;
    for (int i = 0; i < 3; i++) {
        int known = 0;
        for (int k = 0; k < i; k++)
            known |= same(readings[i], readings[k]);
        el_error e;
        if (known)
            continue;
        int made = el__key_of_form(&r->out->keys[r->out->nkeys], readings[i].s, readings[i].n, form, &e);
        if (!made)
            r->out->nkeys++;
        else if (i == 0) {
            first = e;
            status = made;
        }
    }
    el__secret_free(buffer);
    if (r->out->nkeys)
        return EL_OK;
    if (err)
        *err = first;
    return status;
}

static void make_cipher(reading *r)
{
    el_buf text = {0};
    for (int i = 1; i < WORDS; i++) {
        span v = r->values[i];
        if (v.n >= 2 && v.s[0] == '"' && v.s[v.n - 1] == '"')
            v = (span){v.s + 1, v.n - 2};
        /* DB Browser writes 0 where there is none; to us it is no statement. */
        if (!v.n || (i == PLAINTEXT_HEADER && v.n == 1 && *v.s == '0'))
            continue;
        el_buf one = {0};
        el_cipher_spec spec;
        el_error e;
        el_buf_printf(&one, "%s=%.*s", words[i].cipher_key, (int)v.n, v.s);
        if (el_cipher_spec_parse(&spec, el_buf_str(&one), &e))
            warn(r, r->out->line, "%s: %s", words[i].word, e.message);
        else
            el_buf_printf(&text, "%s%s", text.len ? "," : "", el_buf_str(&one));
        el_buf_free(&one);
    }
    if (text.len)
        r->out->cipher = el_buf_take(&text);
}

static int parse(reading *r, const char *text, size_t n, el_error *err)
{
    int line = 1;
    if (n >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
        text += 3, n -= 3;
    for (size_t at = 0; at < n; line++) {
        const char *end = memchr(text + at, '\n', n - at);
        size_t stop = end ? (size_t)(end - text) : n, length = stop - at;
        if (length && text[at + length - 1] == '\r')
            length--;
        take_line(r, (span){text + at, length}, line);
        at = stop + 1;
    }
    if (!r->have_password)
        return EL_OK;
    make_cipher(r);
    return make_keys(r, err);
}

static int read_whole(char **out, size_t *n, const char *path, el_error *err)
{
    struct stat st;
    *out = NULL;
    *n = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
        return EL_OK;
    if (fd < 0) {
        int status = el_error_set(err, EL_EIO, errno == EACCES ? "no-permission" : "io", "%s cannot be read: %s", path, strerror(errno));
        el_error_arg(err, "%s", path);
        return status;
    }
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= FILE_MAX) {
        *out = el__secret_new((size_t)st.st_size + 1);
        ssize_t got;
        while (*n < (size_t)st.st_size && (got = read(fd, *out + *n, (size_t)st.st_size - *n)) > 0)
            *n += (size_t)got;
    }
    close(fd);
    return EL_OK;
}

int el_dotenv_read(el_dotenv **out, const char *store_path, el_error *err)
{
    const char *slash = strrchr(store_path, '/');
    reading r = {.name = slash ? slash + 1 : store_path};
    el_buf path = {0};
    char *text;
    size_t n;
    *out = NULL;
    el_buf_printf(&path, "%.*s.env", slash ? (int)(slash + 1 - store_path) : 0, store_path);
    int status = read_whole(&text, &n, el_buf_str(&path), err);
    el_buf_free(&path);
    if (status || !text)
        return status;
    r.out = el_xmalloc(sizeof *r.out);
    status = parse(&r, text, n, err);
    el__secret_free(text);
    if (status || (!r.out->nkeys && !r.out->nwarnings)) {
        el_dotenv_free(r.out);
        return status;
    }
    *out = r.out;
    return EL_OK;
}

void el_dotenv_free(el_dotenv *dotenv)
{
    if (!dotenv)
        return;
    for (size_t i = 0; i < dotenv->nkeys; i++)
        el_key_free(dotenv->keys[i]);
    for (size_t i = 0; i < dotenv->nwarnings; i++)
        free(dotenv->warnings[i].text);
    free(dotenv->warnings);
    free(dotenv->cipher);
    free(dotenv);
}

static int fits(const el_key *key, const char *cipher, const char *path, int (*progress)(void *, int64_t, int64_t), void *ctx, el_error *err)
{
    el_cipher_report *report;
    el_key *found;
    int status = el_cipher_detect_file(&report, &found, path, key, cipher, progress, ctx, err);
    el_cipher_report_free(report);
    el_key_free(found);
    return status;
}

int el_dotenv_choose(const el_key **key, const char **cipher, const el_dotenv *dotenv, const char *store_path,
                     int (*progress)(void *ctx, int64_t done, int64_t total), void *progress_ctx, el_error *err)
{
    int status = EL_EKEYNEEDED;
    *key = dotenv->nkeys ? dotenv->keys[0] : NULL;
    *cipher = dotenv->cipher;
    if (dotenv->nkeys == 1 && !dotenv->cipher)
        return EL_OK;
    for (int with = dotenv->cipher != NULL; with >= 0; with--)
        for (size_t i = 0; i < dotenv->nkeys; i++) {
            status = fits(dotenv->keys[i], with ? dotenv->cipher : NULL, store_path, progress, progress_ctx, err);
            if (status == EL_EWRONGKEY)
                continue;
            *key = dotenv->keys[i];
            *cipher = with ? dotenv->cipher : NULL;
            return status;
        }
    return dotenv->nkeys ? status : EL_OK;
}
