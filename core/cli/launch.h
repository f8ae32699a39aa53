/* SPDX-License-Identifier: MIT */
/* Starting DB Browser for SQLite with the plugin, or our own window. */
#ifndef EL_CLI_LAUNCH_H
#define EL_CLI_LAUNCH_H

#include "cli.h"

/* Folder of our loadable parts (entitylens.so …), in the arena; NULL when it is not where it is installed. */
const char *cli_parts_folder(cli *cli);
/* A program in the folder of this one, or along PATH, in the arena; NULL when there is none. */
const char *cli_find_program(cli *cli, const char *name);

/* Adds an item to a list in the environment, in front or behind. */
void cli_environment_add(cli *cli, const char *variable, const char *item, char separator, int in_front);

/* What the started program gets besides its arguments (plugin/qt/attach.h has the format): the store, the key, cipher
 * and model of the options.  Lies in a descriptor that it inherits, whose number goes into the environment.
 * `key` may be NULL.  @return EL_OK or EL_EIO */
int cli_hand_over(cli *cli, const char *store, const el_key *key);

#endif
