/* SPDX-License-Identifier: MIT */
#include "launch.h"

#include "cipher/key.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* "bin/entitylens" → "bin", in the arena. */
static const char *own_folder(cli *cli)
{
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n <= 0)
        return NULL;
    path[n] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash)
        return NULL;
    *slash = '\0';
    return el_arena_strdup(cli->arena, path);
}

const char *cli_parts_folder(cli *cli)
{
    static const char *const places[] = {"../" ENTITYLENS_LIBDIR "/entitylens", "../lib/entitylens"};
    const char *folder = own_folder(cli);
    for (size_t i = 0; folder && i < sizeof places / sizeof *places; i++) {
        char *path = realpath(el_arena_printf(cli->arena, "%s/%s", folder, places[i]), NULL);
        const char *kept = path ? el_arena_strdup(cli->arena, path) : NULL;
        free(path);
        if (kept && !access(el_arena_printf(cli->arena, "%s/entitylens.so", kept), R_OK))
            return kept;
    }
    return NULL;
}

static const char *program_in(cli *cli, const char *folder, size_t n, const char *name)
{
    const char *path = el_arena_printf(cli->arena, "%.*s/%s", (int)n, n ? folder : ".", name);
    return access(path, X_OK) == 0 ? path : NULL;
}

const char *cli_find_program(cli *cli, const char *name)
{
    const char *folder = own_folder(cli), *path = getenv("PATH"), *found = NULL;
    if (folder)
        found = program_in(cli, folder, strlen(folder), name);
    for (const char *p = path ? path : "/usr/local/bin:/usr/bin:/bin"; !found && p; ) {
        size_t n = strcspn(p, ":");
        found = program_in(cli, p, n, name);
        p = p[n] ? p + n + 1 : NULL;
    }
    return found;
}

void cli_environment_add(cli *cli, const char *variable, const char *item, char separator, int in_front)
{
    const char *old = getenv(variable);
    const char *value = !old || !*old ? item
                      : in_front ? el_arena_printf(cli->arena, "%s%c%s", item, separator, old)
                                 : el_arena_printf(cli->arena, "%s%c%s", old, separator, item);
    setenv(variable, value, 1);
}

static int write_all(int fd, const void *bytes, size_t n)
{
    for (const char *p = bytes; n; ) {
        ssize_t wrote = write(fd, p, n);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return -1;
        p += wrote;
        n -= (size_t)wrote;
    }
    return 0;
}

/* "NAME LENGTH\n" bytes "\n" */
static int write_record(int fd, const char *name, const void *bytes, size_t n)
{
    char head[64];
    int length = snprintf(head, sizeof head, "%s %zu\n", name, n);
    return write_all(fd, head, (size_t)length) || write_all(fd, bytes, n) || write_all(fd, "\n", 1) ? -1 : 0;
}

static int write_text(int fd, const char *name, const char *text)
{
    return text ? write_record(fd, name, text, strlen(text)) : 0;
}

static int write_key(int fd, const el_key *key)
{
    static const char digits[] = "0123456789abcdef";
    char hex[2 * (EL__KEY_BYTES + EL__SALT_BYTES)];
    size_t n = 0;
    if (!key)
        return 0;
    if (!key->raw)
        return write_record(fd, "key", key->bytes, key->n);
    for (size_t i = 0; i < EL__KEY_BYTES + (key->has_salt ? EL__SALT_BYTES : 0); i++) {
        unsigned char byte = i < EL__KEY_BYTES ? key->bytes[i] : key->salt[i - EL__KEY_BYTES];
        hex[n++] = digits[byte >> 4];
        hex[n++] = digits[byte & 15];
    }
    int rc = write_record(fd, "raw-key", hex, n);
    explicit_bzero(hex, sizeof hex);
    return rc;
}

int cli_hand_over(cli *cli, const char *store, const el_key *key)
{
    char number[16];
    int fd = memfd_create("entitylens", 0); /* inherited: not closed on exec */
    if (fd < 0 || write_text(fd, "file", store) || write_key(fd, key) || write_text(fd, "cipher", cli->cipher) ||
        write_text(fd, "model", cli->model) || lseek(fd, 0, SEEK_SET) != 0) {
        int why = errno;
        if (fd >= 0)
            close(fd);
        return el_error_set(&cli->error, EL_EIO, "io", "the key cannot be handed over: %s", strerror(why));
    }
    snprintf(number, sizeof number, "%d", fd);
    setenv("ENTITYLENS_HANDOVER", number, 1);
    return EL_OK;
}
