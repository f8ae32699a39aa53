/* SPDX-License-Identifier: MIT */
#include "cipher/keysource.h"

#include "cipher/secret.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 64 * 1024 };

int el__key_of_form(el_key **out, const char *s, size_t n, el_key_form form, el_error *err)
{
    switch (form) {
    case EL_KEY_RAW: return el_key_new_raw(out, s, n, err);
    case EL_KEY_HEX_PASSPHRASE: return el_key_new_hex_passphrase(out, s, n, err);
    default: return el_key_new_passphrase(out, s, n, err);
    }
}

/* One byte at a time: what follows the line is not ours (standard input may hold more). */
static int read_line(int fd, char *line, size_t *n, el_error *err)
{
    for (*n = 0; *n < LINE_MAX_BYTES;) {
        ssize_t got = read(fd, line + *n, 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return el_error_set(err, EL_EIO, "io", "the key cannot be read: %s", strerror(errno));
        if (got == 0 || line[*n] == '\n') {
            if (got && *n && line[*n - 1] == '\r')
                --*n;
            return EL_OK;
        }
        ++*n;
    }
    return el_error_set(err, EL_EUSAGE, "bad-key-file", "the first line of the key file is longer than %d bytes", LINE_MAX_BYTES);
}

static int key_of_descriptor(el_key **out, int fd, el_key_form form, el_error *err)
{
    char *line = el__secret_new(LINE_MAX_BYTES);
    size_t n;
    int status = read_line(fd, line, &n, err);
    if (!status)
        status = el__key_of_form(out, line, n, form, err);
    el__secret_free(line);
    return status;
}

int el_key_from_descriptor(el_key **out, int fd, el_key_form form, el_error *err)
{
    *out = NULL;
    int status = key_of_descriptor(out, fd, form, err);
    close(fd);
    return status;
}

int el_key_from_file(el_key **out, const char *path, el_key_form form, el_error *err)
{
    *out = NULL;
    if (!strcmp(path, "-"))
        return key_of_descriptor(out, STDIN_FILENO, form, err);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0)
        return el_key_from_descriptor(out, fd, form, err);
    const char *code = errno == EACCES ? "no-permission" : errno == ENOENT ? "no-such-file" : "io";
    int status = el_error_set(err, EL_EIO, code, "the key file %s cannot be read: %s", path, strerror(errno));
    el_error_arg(err, "%s", path);
    return status;
}

int el_key_from_environment(el_key **out, const char *name, el_key_form form, el_error *err)
{
    *out = NULL;
    const char *value = getenv(name);
    if (!value) {
        int status = el_error_set(err, EL_EUSAGE, "usage", "the environment variable %s is not set", name);
        el_error_arg(err, "%s", name);
        return status;
    }
    return el__key_of_form(out, value, strlen(value), form, err);
}
