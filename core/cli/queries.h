/* SPDX-License-Identifier: MIT */
/* Queries saved under a name with the file that they are about (guide/guide.md, "Saved queries"). */
#ifndef EL_CLI_QUERIES_H
#define EL_CLI_QUERIES_H

#include "cli.h"

struct el_profile;

/* The profile of args[0]; the caller frees it. */
int cli_profile(cli *cli, struct el_profile **out);

/* `fetch STORE @NAME`: puts the saved entity and options in place of the name.  What is given on the command line wins.
 * Nothing happens when args[1] is the name of an entity.  Codes: no-such-query, bad-query, and those of the profile. */
int cli_take_saved_query(cli *cli);

/* `--save NAME`: saves the entity and the options as given.  Nothing happens without the option. */
int cli_save_query(cli *cli);

#endif
