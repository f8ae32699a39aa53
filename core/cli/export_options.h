/* SPDX-License-Identifier: MIT */
#ifndef EL_CLI_EXPORT_OPTIONS_H
#define EL_CLI_EXPORT_OPTIONS_H

#include "cli.h"

#include "entitylens/export.h"

/* What --format, --relations, --separator, --excel and --binary ask for; text means CSV. */
int cli_export_options(cli *cli, el_export_options *out);

#endif
