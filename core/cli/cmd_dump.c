/* SPDX-License-Identifier: MIT */
#include "commands.h"

static int write_line(void *ctx, const char *json, size_t n)
{
    (void)ctx;
    cli_write(json, n);
    cli_write("\n", 1);
    return cli_interrupted();
}

static int run(cli *cli)
{
    el_store *store;
    if (cli_open_store(cli, &store, cli->args[0]))
        return cli_fail(cli, NULL);
    int status = el_store_dump(store, write_line, NULL, &cli->error);
    el_store_close(store);
    cli_flush();
    return status ? cli_fail(cli, NULL) : 0;
}

const cli_command cli_dump = {"dump", "STORE", "every object, one JSON line each, in a stable order", run, NULL, 1, 1, "text json jsonl"};
