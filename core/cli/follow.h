/* SPDX-License-Identifier: MIT */
#ifndef EL_CLI_FOLLOW_H
#define EL_CLI_FOLLOW_H

#include "cli.h"

/* Prints the objects of `request`, then those that are added, changed and removed.  Ends only by an interruption
 * (EL_ECANCELLED) or an error.  `key` may be NULL; it is for a file that takes the store's place under another salt. */
int cli_follow(cli *cli, el_store *store, const el_key *key, const el_fetch_request *request);

#endif
