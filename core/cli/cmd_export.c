/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include "export_options.h"

static int run(cli *cli)
{
    el_export_options options;
    if (cli_export_options(cli, &options))
        return cli_fail(cli, NULL);
    const char *const *names;
    size_t n = cli_list(cli, "--entities", &names);
    el_store *store;
    if (cli_open_store(cli, &store, cli->args[0]))
        return cli_fail(cli, NULL);
    options.blob_folder = cli_has(cli, "--blobs-as-files") ? "" : NULL;
    int status = el_export_store(store, cli->args[1], &options, n ? names : NULL, n, cli_progress, cli, &cli->error);
    el_store_close(store);
    if (status)
        return cli_fail(cli, NULL);
    if (!cli->quiet)
        fprintf(stderr, "written: %s\n", cli->args[1]);
    return 0;
}

static const cli_flag flags[] = {
    {"--entities", 1, "NAME,…  only these"},
    {"--relations", 1, "HOW     ids (default), labels, or nested (one level; JSON and plist)"},
    {"--blobs-as-files", 0, "        bytes go to files beside instead of into the text"},
    {"--separator", 1, "C       CSV: one character or 'tab' (default: comma)"},
    {"--excel", 0, "        CSV: byte-order mark, and text that looks like a formula is made harmless"},
    {"--binary", 0, "        plist: binary instead of XML"},
    {NULL, 0, NULL},
};

const cli_command cli_export = {"export", "STORE DIR", "one file per entity, relations included; text means CSV", run, flags, 2, 2,
                                "text csv json jsonl plist sql"};
