/* SPDX-License-Identifier: MIT */
/* Where keys come from: an option, a DB Browser .env beside the file, a prompt.  Never an argument. */
#include "cli.h"

#include "entitylens/profile.h"

#include <sqlite3.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { MAX_KEY = 64 * 1024 };

/* The compiler must not drop the wiping of memory that is freed next. */
static void wipe(void *p, size_t n)
{
    explicit_bzero(p, n);
}

/* Reads the first line of a descriptor into `line` without stdio, whose buffers would keep a copy. */
static int read_line(int fd, char *line, size_t size, size_t *n)
{
    *n = 0;
    char c;
    ssize_t got;
    while ((got = read(fd, &c, 1)) != 0) {
        if (got < 0) {
            if (errno == EINTR && !cli_interrupted())
                continue;
            return -1;
        }
        if (c == '\n')
            break;
        if (*n == size)
            return -1;
        line[(*n)++] = c;
    }
    if (*n && line[*n - 1] == '\r')
        --*n;
    c = 0;
    return 0;
}

/* Asks on the terminal with echo off.  Returns EL_ECANCELLED on end of input or Ctrl-C. */
static int prompt(cli *cli, const char *question, char *line, size_t *n)
{
    struct termios saved, silent;
    if (tcgetattr(STDIN_FILENO, &saved) != 0)
        return el_error_set(&cli->error, EL_EKEYNEEDED, "key-needed", "a passphrase is needed and there is no terminal to ask on");
    silent = saved;
    silent.c_lflag &= ~(tcflag_t)ECHO;
    fputs(question, stderr);
    fflush(stderr);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
    int rc = read_line(STDIN_FILENO, line, MAX_KEY, n);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved);
    fputc('\n', stderr);
    if (rc || cli_interrupted())
        return el_error_set(&cli->error, EL_ECANCELLED, "cancelled", "cancelled");
    return EL_OK;
}

int cli_prompted_key(cli *cli, el_key **out, const char *path)
{
    char *line = el_xmalloc(MAX_KEY);
    size_t n = 0;
    char question[512];
    snprintf(question, sizeof question, "Passphrase for %s: ", path);
    int status = prompt(cli, question, line, &n);
    if (!status && n)
        status = el_key_new_passphrase(out, line, n, &cli->error);
    else if (!status)
        status = el_error_set(&cli->error, EL_EKEYNEEDED, "key-needed", "no passphrase was given");
    wipe(line, MAX_KEY);
    free(line);
    return status;
}

/* DB Browser's .env in the store's folder. */
static int key_beside(cli *cli, el_key **out, const char *path)
{
    el_dotenv *dotenv = NULL;
    int status = el_dotenv_read(&dotenv, path, &cli->error);
    if (status || !dotenv)
        return status;
    for (size_t i = 0; i < dotenv->nwarnings && !cli->quiet; i++)
        fprintf(stderr, "entitylens: .env, line %d: %s\n", dotenv->warnings[i].line, dotenv->warnings[i].text);
    const el_key *key = NULL;
    const char *cipher = NULL;
    status = el_dotenv_choose(&key, &cipher, dotenv, path, cli_progress, cli, &cli->error);
    if (!status && key) {
        *out = el_key_copy(key);
        if (cipher && !cli->cipher)
            cli->cipher = el_arena_strdup(cli->arena, cipher);
    }
    el_dotenv_free(dotenv);
    return status;
}

int cli_key(cli *cli, el_key **out, const char *path)
{
    *out = NULL;
    int sources = !!cli->key_file + !!cli->key_env + !!cli->key_hex_file + !!cli->raw_key_file;
    if (sources > 1)
        return el_error_set(&cli->error, EL_EUSAGE, "usage", "more than one key is given");
    if (cli->key_file)
        return el_key_from_file(out, cli->key_file, EL_KEY_PASSPHRASE, &cli->error);
    if (cli->key_env)
        return el_key_from_environment(out, cli->key_env, EL_KEY_PASSPHRASE, &cli->error);
    if (cli->key_hex_file)
        return el_key_from_file(out, cli->key_hex_file, EL_KEY_HEX_PASSPHRASE, &cli->error);
    if (cli->raw_key_file)
        return el_key_from_file(out, cli->raw_key_file, EL_KEY_RAW, &cli->error);
    return path ? key_beside(cli, out, path) : EL_OK;
}

static int check_interrupt(void *ctx)
{
    (void)ctx;
    return cli_interrupted();
}

int cli_open_store_keeping_key(cli *cli, el_store **out, el_key **key, const char *path)
{
    *out = NULL;
    int status = cli_key(cli, key, path);
    if (status)
        return status;
    el_open_options options = {.key = *key, .cipher = cli->cipher, .model_path = cli->model,
                               .progress = cli_progress, .progress_ctx = cli};
    status = el_store_open(out, path, &options, &cli->error);
    if (status == EL_EKEYNEEDED && !*key && isatty(STDIN_FILENO) && isatty(STDERR_FILENO)) {
        el_error_clear(&cli->error);
        status = cli_prompted_key(cli, key, path);
        options.key = *key;
        if (!status)
            status = el_store_open(out, path, &options, &cli->error);
    }
    if (!status) /* Ctrl-C ends whatever statement runs */
        el_store_set_interrupt(*out, check_interrupt, NULL);
    return status;
}

int cli_open_store(cli *cli, el_store **out, const char *path)
{
    el_key *key = NULL;
    int status = cli_open_store_keeping_key(cli, out, &key, path);
    el_key_free(key);
    return status;
}

int cli_new_key(cli *cli, el_key **out)
{
    *out = NULL;
    const char *file = cli_value(cli, "--new-key-file", 0), *env = cli_value(cli, "--new-key-env", 0);
    if (file)
        return el_key_from_file(out, file, EL_KEY_PASSPHRASE, &cli->error);
    if (env)
        return el_key_from_environment(out, env, EL_KEY_PASSPHRASE, &cli->error);
    char *first = el_xmalloc(MAX_KEY), *second = el_xmalloc(MAX_KEY);
    size_t n = 0, m = 0;
    int status = prompt(cli, "New passphrase: ", first, &n);
    if (!status)
        status = prompt(cli, "The same again: ", second, &m);
    if (!status && (n != m || memcmp(first, second, n) != 0))
        status = el_error_set(&cli->error, EL_EUSAGE, "usage", "the two passphrases differ");
    if (!status && !n)
        status = el_error_set(&cli->error, EL_EKEYNEEDED, "key-needed", "no new passphrase was given");
    if (!status)
        status = el_key_new_passphrase(out, first, n, &cli->error);
    wipe(first, MAX_KEY);
    wipe(second, MAX_KEY);
    free(first);
    free(second);
    return status;
}
