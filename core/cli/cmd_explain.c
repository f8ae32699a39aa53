/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include "queries.h"

static int run(cli *cli)
{
    el_fetch_request request;
    if (cli_take_saved_query(cli) || cli_request(cli, &request, 1))
        return cli_fail(cli, NULL);
    el_store *store;
    if (cli_open_store(cli, &store, cli->args[0]))
        return cli_fail(cli, NULL);
    el_explanation *explanation = NULL;
    int status = el_fetch_explain(&explanation, store, &request, &cli->error);
    if (!status) {
        el_buf out = {0};
        if (cli->format == CLI_JSON) {
            el_explanation_json(&out, explanation);
            el_buf_putc(&out, '\n');
        } else {
            el_explanation_text(&out, explanation);
        }
        cli_write_buf(&out);
        cli_flush();
        el_buf_free(&out);
    }
    el_explanation_free(explanation);
    el_store_close(store);
    return status ? cli_fail(cli, request.where) : 0;
}

static const cli_flag flags[] = {
    {"--where", 1, "P       the predicate"},
    {"--arg", 1, "V       value of the predicate's next % specifier"},
    {"--sort", 1, "KEY[:desc][:ci|:localized]"},
    {"--no-subentities", 0, "        exactly this entity"},
    {"--limit", 1, "N       at most N objects"},
    {"--offset", 1, "N       without the first N"},
    {"--distinct", 0, "        as a request for distinct results"},
    {NULL, 0, NULL},
};

const cli_command cli_explain = {"explain", "STORE ENTITY --where P",
                                 "normal form, SQL, query plan, and what ECD itself would answer", run, flags, 2, 2, "text json"};
