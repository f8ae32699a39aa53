/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include <string.h>

static int run(cli *cli)
{
    const el_value *args;
    size_t nargs;
    if (cli_arguments(cli, &args, &nargs))
        return cli_fail(cli, NULL);
    el_predicate *predicate;
    const char *text = cli->args[0];
    if (el_predicate_parse(&predicate, text, strlen(text), args, nargs, &cli->error, 1, NULL))
        return cli_fail(cli, text);
    el_buf out = {0};
    el_predicate_normal_form(&out, predicate);
    el_buf_putc(&out, '\n');
    cli_write_buf(&out);
    cli_flush();
    el_buf_free(&out);
    el_predicate_free(predicate);
    return 0;
}

static const cli_flag flags[] = {
    {"--arg", 1, "V       value of the next % specifier"},
    {NULL, 0, NULL},
};

const cli_command cli_predicate_parse = {"predicate parse", "P [--arg V]…", "the normal form of a predicate, or its error with a caret",
                                         run, flags, 1, 1, "text json"};
