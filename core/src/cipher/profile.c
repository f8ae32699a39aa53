/* SPDX-License-Identifier: MIT */
#include "entitylens/profile.h"

#include "base/arena.h"
#include "base/buf.h"
#include "cipher/detect.h"
#include "sqlite/pages.h"

#include <jansson.h>
#include <openssl/evp.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct el_profile {
    char *path;       /* where it is saved */
    char *older;      /* where it was saved before the UUID was known, or NULL */
    char *store_path;
    json_t *root;     /* section → name → text */
    int saved;
};

static char *folder(void)
{
    el_buf b = {0};
    const char *home = getenv("XDG_CONFIG_HOME");
    if (home && *home == '/')
        el_buf_printf(&b, "%s/entitylens/profiles", home);
    else if ((home = getenv("HOME")) && *home == '/')
        el_buf_printf(&b, "%s/.config/entitylens/profiles", home);
    return b.len ? el_buf_take(&b) : NULL;
}

/* The identity is hashed: a salt is no secret, but it need not lie about either. */
static char *file_for(const char *kind, const void *identity, size_t n)
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    el_buf name = {0}, text = {0};
    char *where = folder();
    if (!where)
        return NULL;
    el_buf_printf(&text, "%s:", kind);
    el_buf_add(&text, identity, n);
    EVP_Digest(text.data, text.len, digest, &length, EVP_sha256(), NULL);
    el_buf_printf(&name, "%s/", where);
    el_buf_hex(&name, digest, 16);
    el_buf_puts(&name, ".json");
    el_buf_free(&text);
    free(where);
    return el_buf_take(&name);
}

static int identify(el_profile *p, const char *uuid, el_error *err)
{
    unsigned char first[16];
    struct stat st;
    el_pages *pages;
    int status = el_pages_open(&pages, p->store_path, err);
    if (status)
        return status;
    int encrypted = el_pages_read(pages, first, 0, sizeof first, NULL) == EL_OK && memcmp(first, "SQLite format 3", 16) != 0;
    el_pages_close(pages);
    if (encrypted) {
        p->path = file_for("salt", first, sizeof first);
    } else {
        char inode[60];
        if (stat(p->store_path, &st))
            memset(&st, 0, sizeof st);
        snprintf(inode, sizeof inode, "%lld:%lld", (long long)st.st_dev, (long long)st.st_ino);
        p->path = file_for("inode", inode, strlen(inode));
        if (uuid && *uuid) {
            p->older = p->path;
            p->path = file_for("uuid", uuid, strlen(uuid));
        }
    }
    if (!p->path)
        return el_error_set(err, EL_EIO, "io", "there is no configuration folder: neither HOME nor XDG_CONFIG_HOME is set");
    return EL_OK;
}

static int bad_profile(const char *path, el_error *err)
{
    int status = el_error_set(err, EL_EIO, "bad-profile", "the saved profile of this file cannot be read");
    el_error_hint(err, "Correct or remove %s.", path);
    return status;
}

static int is_sound(const json_t *root)
{
    const char *section, *name;
    json_t *names, *value;
    if (!json_is_object(root))
        return 0;
    json_object_foreach((json_t *)root, section, names) {
        if (!json_is_object(names))
            return 0;
        json_object_foreach(names, name, value)
            if (!json_is_string(value))
                return 0;
    }
    return 1;
}

static int load(el_profile *p, const char *path, el_error *err)
{
    json_error_t e;
    if (access(path, F_OK))
        return EL_OK;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &e);
    if (!is_sound(root)) {
        json_decref(root);
        return bad_profile(path, err);
    }
    p->root = root;
    p->saved = 1;
    return EL_OK;
}

int el_profile_open(el_profile **out, const char *store_path, const char *uuid, el_error *err)
{
    *out = NULL;
    int status = el__check_path(store_path, err);
    if (status)
        return status;
    el_profile *p = el_xmalloc(sizeof *p);
    char *full = realpath(store_path, NULL);
    p->store_path = full ? full : el_xstrdup(store_path);
    status = identify(p, uuid, err);
    if (!status)
        status = load(p, p->path, err);
    if (!status && !p->root && p->older)
        status = load(p, p->older, err);
    if (status) {
        el_profile_free(p);
        return status;
    }
    if (!p->root)
        p->root = json_object();
    *out = p;
    return EL_OK;
}

void el_profile_free(el_profile *p)
{
    if (!p)
        return;
    json_decref(p->root);
    free(p->path);
    free(p->older);
    free(p->store_path);
    free(p);
}

int el_profile_is_saved(const el_profile *profile)
{
    return profile->saved;
}

const char *el_profile_path(const el_profile *profile)
{
    return profile->path;
}

const char *el_profile_get(const el_profile *profile, const char *section, const char *name)
{
    return json_string_value(json_object_get(json_object_get(profile->root, section), name));
}

static int is_known(const char *section, const char *name)
{
    static const char *const known[][2] = {{"open", "cipher"}, {"open", "inverted_booleans"}, {"model", "path"}, {"model", "overrides"}};
    if (!strcmp(section, "queries") || !strcmp(section, "view"))
        return *name != 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(section, known[i][0]) && !strcmp(name, known[i][1]))
            return 1;
    return 0;
}

int el_profile_set(el_profile *profile, const char *section, const char *name, const char *value, el_error *err)
{
    el_cipher_spec spec;
    if (!is_known(section, name))
        return el_error_set(err, EL_EUSAGE, "usage", "a profile has no value '%s' in '%s'", name, section);
    if (value && !strcmp(section, "open") && !strcmp(name, "cipher")) {
        int status = el_cipher_spec_parse(&spec, value, err);
        if (status)
            return status;
    }
    json_t *names = json_object_get(profile->root, section);
    if (!value) {
        json_object_del(names, name);
        if (names && json_object_size(names) == 0)
            json_object_del(profile->root, section);
        return EL_OK;
    }
    json_t *text = json_string(value);
    if (!text)
        return el_error_set(err, EL_EUSAGE, "usage", "the value of '%s' is not UTF-8 text", name);
    if (!names) {
        names = json_object();
        json_object_set_new(profile->root, section, names);
    }
    json_object_set_new(names, name, text);
    return EL_OK;
}

size_t el_profile_count(const el_profile *profile, const char *section)
{
    return json_object_size(json_object_get(profile->root, section));
}

const char *el_profile_name_at(const el_profile *profile, const char *section, size_t i)
{
    /* The i-th smallest name: the one that has i smaller ones. Sections are short. */
    json_t *names = json_object_get(profile->root, section), *value, *other_value;
    const char *name, *other;
    json_object_foreach(names, name, value) {
        size_t smaller = 0;
        json_object_foreach(names, other, other_value)
            smaller += strcmp(other, name) < 0;
        if (smaller == i)
            return name;
    }
    return NULL;
}

static int make_folders(const char *file)
{
    char *path = el_xstrdup(file);
    for (char *p = strchr(path + 1, '/'); p; p = strchr(p + 1, '/')) {
        *p = 0;
        if (mkdir(path, 0700) && errno != EEXIST) {
            free(path);
            return -1;
        }
        *p = '/';
    }
    free(path);
    return 0;
}

static int write_file(const char *path, const char *text)
{
    el_buf temporary = {0};
    el_buf_printf(&temporary, "%s.XXXXXX", path);
    int fd = mkostemp(temporary.data, O_CLOEXEC); /* mode 0600 */
    int ok = fd >= 0;
    for (size_t n = strlen(text); ok && n;) {
        ssize_t k = write(fd, text, n);
        ok = k > 0 || (k < 0 && errno == EINTR);
        if (k > 0) {
            text += k;
            n -= (size_t)k;
        }
    }
    ok = ok && fsync(fd) == 0;
    if (fd >= 0)
        ok = close(fd) == 0 && ok;
    ok = ok && rename(temporary.data, path) == 0;
    if (!ok && fd >= 0)
        unlink(temporary.data);
    el_buf_free(&temporary);
    return ok ? 0 : -1;
}

int el_profile_save(el_profile *p, el_error *err)
{
    int failed;
    if (json_object_size(p->root) == 0) {
        failed = unlink(p->path) && errno != ENOENT;
    } else {
        char *text = json_dumps(p->root, JSON_INDENT(2) | JSON_SORT_KEYS);
        failed = !text || make_folders(p->path) || write_file(p->path, text);
        free(text);
    }
    if (failed)
        return el_error_set(err, EL_EIO, "io", "the profile cannot be saved as %s: %s", p->path, strerror(errno));
    if (p->older)
        unlink(p->older);
    p->saved = json_object_size(p->root) != 0;
    return EL_OK;
}
