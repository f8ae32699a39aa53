/* SPDX-License-Identifier: MIT */
/* The commands, one file each. */
#ifndef EL_CLI_COMMANDS_H
#define EL_CLI_COMMANDS_H

#include "cli.h"

extern const cli_command cli_info, cli_entities, cli_fetch, cli_count, cli_explain, cli_show, cli_dump, cli_predicate_parse,
    cli_model_show, cli_model_diff, cli_model_export, cli_export, cli_migrate_preview, cli_compare, cli_check, cli_search, cli_decrypt, cli_rekey, cli_upgrade, cli_recover, cli_migrate_run;
extern const cli_command cli_queries, cli_open, cli_install_extension, cli_uninstall_extension;

#endif
