/* SPDX-License-Identifier: MIT */
/* open: DB Browser for SQLite with the panel in it, or the standalone window where there is no DB Browser. */
#include "commands.h"
#include "elf_needs.h"
#include "launch.h"

#include <dlfcn.h>
#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The SQLCipher library that this program runs with, by its full path. */
static const char *own_cipher_library(cli *cli)
{
    Dl_info info;
    const char *(*version)(void) = sqlite3_libversion;
    void *address;
    memcpy(&address, &version, sizeof address);
    return dladdr(address, &info) && info.dli_fname ? el_arena_strdup(cli->arena, info.dli_fname) : NULL;
}

static int has_display(void)
{
    static const char *const variables[] = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value)
            return 1;
    }
    return 0;
}

/* Becomes the program; returns only when that fails. */
static int become(cli *cli, const char *program, const char *store)
{
    char *argv[] = {(char *)program, (char *)store, NULL};
    execv(program, argv);
    return el_error_set(&cli->error, EL_EIO, "io", "%s cannot be started: %s", program, strerror(errno));
}

static int open_in_browser(cli *cli, const char *program, const char *parts, const char *store)
{
    /* A DB Browser that links SQLCipher itself needs nothing; a program that cannot be read is left as it is. */
    if (cli_elf_needs(program, "libsqlcipher.so") == 0) {
        const char *library = own_cipher_library(cli);
        if (library)
            cli_environment_add(cli, "LD_PRELOAD", library, ':', 0);
    }
    cli_environment_add(cli, "QT_PLUGIN_PATH", parts, ':', 1);
    cli_environment_add(cli, "QT_QPA_GENERIC_PLUGINS", "entitylens", ',', 0);
    return become(cli, program, store);
}

static int choose_and_open(cli *cli, const char *store)
{
    const char *browser = cli_find_program(cli, "sqlitebrowser"), *parts = cli_parts_folder(cli);
    int other_qt = browser && cli_elf_needs(browser, "libQt5Widgets.so") == 0;
    if (browser && parts && !other_qt)
        return open_in_browser(cli, browser, parts, store);
    const char *own = cli_find_program(cli, "entitylens-browser");
    if (!own)
        return el_error_set(&cli->error, EL_EIO, "no-window", "neither DB Browser for SQLite nor entitylens-browser is installed");
    if (!cli->quiet)
        fprintf(stderr, "entitylens: %s; opening the standalone window\n",
                !browser ? "DB Browser for SQLite is not installed"
                : other_qt ? "this DB Browser is not a Qt 5 program" : "the plugin for DB Browser is not installed");
    return become(cli, own, store);
}

static int run_open(cli *cli)
{
    char *store = NULL;
    el_key *key = NULL;
    int status = EL_OK;
    if (cli->nargs && !(store = realpath(cli->args[0], NULL)))
        status = el_error_set(&cli->error, EL_EIO, errno == ENOENT ? "no-such-file" : "io", "%s: %s", cli->args[0],
                              strerror(errno));
    if (!status && !has_display()) {
        status = el_error_set(&cli->error, EL_EIO, "no-display", "there is no display to open a window on");
        el_error_hint(&cli->error, "Set DISPLAY or WAYLAND_DISPLAY, or look at the store with 'entitylens info' and 'fetch'.");
    }
    if (!status)
        status = cli_key(cli, &key, store);
    if (!status && store)
        status = cli_hand_over(cli, store, key);
    el_key_free(key);
    if (!status)
        status = choose_and_open(cli, store);
    free(store);
    return status ? cli_fail(cli, NULL) : 0;
}

const cli_command cli_open = {"open", "[STORE]", "DB Browser for SQLite with the panel, or the standalone window",
                              run_open, NULL, 0, 1, "text"};
