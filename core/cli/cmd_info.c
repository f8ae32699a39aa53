/* SPDX-License-Identifier: MIT */
#include "commands.h"

typedef int writer(el_buf *out, el_store *store, el_error *err);

/* Opens the store, writes what `json` or `text` makes of it. */
static int print_store(cli *cli, writer *json, writer *text)
{
    el_store *store;
    if (cli_open_store(cli, &store, cli->args[0]))
        return cli_fail(cli, NULL);
    el_buf out = {0};
    int is_json = cli->format == CLI_JSON;
    int status = (is_json ? json : text)(&out, store, &cli->error);
    if (!status) {
        cli_write_buf(&out);
        if (is_json)
            cli_write("\n", 1);
        cli_flush();
    }
    el_buf_free(&out);
    el_store_close(store);
    return status ? cli_fail(cli, NULL) : 0;
}

static int run_info(cli *cli)
{
    return print_store(cli, el_store_info_json, el_store_info_text);
}

static int run_entities(cli *cli)
{
    return print_store(cli, el_store_entities_json, el_store_entities_text);
}

const cli_command cli_info = {"info", "STORE", "cipher, layout, metadata, model, entities and findings of a store",
                              run_info, NULL, 1, 1, "text json"};
const cli_command cli_entities = {"entities", "STORE", "the tree of entities with object counts",
                                  run_entities, NULL, 1, 1, "text json"};
