/* SPDX-License-Identifier: MIT */
#include "cli.h"

int cli_arguments(cli *cli, const el_value **out, size_t *n)
{
    el_value *values = el_arena_array(cli->arena, CLI_MAX_VALUES, sizeof *values);
    const char *text;
    *n = 0;
    *out = values;
    while ((text = cli_value(cli, "--arg", (int)*n))) {
        int status = el_value_parse(&values[*n], cli->arena, text, &cli->error);
        if (status)
            return status;
        ++*n;
    }
    return EL_OK;
}
