/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include "queries.h"

#include <inttypes.h>

static int run(cli *cli)
{
    el_fetch_request request;
    int64_t expected = -1, count = 0;
    if (cli_take_saved_query(cli) || cli_request(cli, &request, 1) || cli_integer(cli, "--expect", &expected))
        return cli_fail(cli, NULL);
    if (cli_has(cli, "--expect-none"))
        expected = 0;
    el_store *store;
    if (cli_open_store(cli, &store, cli->args[0]))
        return cli_fail(cli, NULL);
    int status = el_fetch_count(&count, store, &request, &cli->error);
    el_store_close(store);
    if (!status)
        status = cli_save_query(cli);
    if (status)
        return cli_fail(cli, request.where);
    printf(cli->format == CLI_JSON ? "{\"count\":%" PRId64 "}\n" : "%" PRId64 "\n", count);
    cli_flush();
    if (expected < 0 || expected == count)
        return 0;
    if (!cli->quiet)
        fprintf(stderr, "entitylens: %" PRId64 " objects match, %" PRId64 " were expected\n", count, expected);
    return 1;
}

static const cli_flag flags[] = {
    {"--where", 1, "P       only objects for which the predicate P holds"},
    {"--arg", 1, "V       value of the predicate's next % specifier"},
    {"--no-subentities", 0, "        exactly this entity"},
    {"--limit", 1, "N       count at most N"},
    {"--offset", 1, "N       without the first N"},
    {"--expect", 1, "N       exit 1 when there are not N"},
    {"--expect-none", 0, "        exit 1 when there is one"},
    {"--save", 1, "NAME    remembers the query: 'count STORE @NAME' asks it again"},
    {NULL, 0, NULL},
};

const cli_command cli_count = {"count", "STORE ENTITY|@QUERY [--where P]", "how many objects match", run, flags, 2, 2, "text json"};
