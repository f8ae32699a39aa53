/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include "library.h"

#include <string.h>

static const cli_command *const commands[] = {
    &cli_info, &cli_entities, &cli_fetch, &cli_count, &cli_explain, &cli_show, &cli_dump, &cli_predicate_parse,
    &cli_model_show, &cli_model_diff, &cli_model_export, &cli_export, &cli_migrate_preview, &cli_compare, &cli_check, &cli_search, &cli_queries, &cli_decrypt, &cli_rekey, &cli_upgrade, &cli_recover, &cli_migrate_run, &cli_open,
    &cli_install_extension, &cli_uninstall_extension, NULL,
};

/* --help and --version hold wherever they stand, short of "--". */
static int asked_for(int argc, char **argv, const char *option)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (!strcmp(argv[i], option))
            return 1;
    return 0;
}

int main(int argc, char **argv)
{
    cli cli = {.arena = el_arena_new()};
    int exit_status = 0;
    if (asked_for(argc, argv, "--version")) {
        printf("entitylens %s\n", el_version());
    } else {
        int status = cli_parse(&cli, argc, argv, commands);
        if (asked_for(argc, argv, "--help")) {
            if (cli.command)
                cli_command_usage(stdout, cli.command);
            else
                cli_usage(stdout, commands);
        } else if (status) {
            exit_status = cli_fail(&cli, NULL);
        } else if (el_use_linked_library() != 0) {
            fputs("entitylens: the SQLCipher library on this machine cannot be used\n", stderr);
            exit_status = 6;
        } else {
            exit_status = cli.command->run(&cli);
        }
    }
    el_arena_free(cli.arena);
    return exit_status;
}
