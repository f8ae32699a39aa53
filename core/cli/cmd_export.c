/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include "entitylens/export.h"

#include <string.h>

static int options_of(cli *cli, el_export_options *o)
{
    const char *relations = cli_value(cli, "--relations", 0), *separator = cli_value(cli, "--separator", 0);
    memset(o, 0, sizeof *o);
    o->format = cli->format == CLI_CSV || cli->format == CLI_TEXT ? EL_EXPORT_CSV
              : cli->format == CLI_PLIST ? EL_EXPORT_PLIST : cli->format == CLI_SQL ? EL_EXPORT_SQL
              : cli->format == CLI_JSONL ? EL_EXPORT_JSONL : EL_EXPORT_JSON;
    if (!relations || !strcmp(relations, "ids"))
        o->relations = EL_RELATIONS_IDS;
    else if (!strcmp(relations, "labels"))
        o->relations = EL_RELATIONS_LABELS;
    else if (!strcmp(relations, "nested"))
        o->relations = EL_RELATIONS_NESTED;
    else
        return el_error_set(&cli->error, EL_EUSAGE, "usage", "--relations %s: ids, labels or nested", relations);
    if (separator) {
        if (!strcmp(separator, "tab"))
            separator = "\t";
        if (strlen(separator) != 1 || strchr("\"\r\n", separator[0]))
            return el_error_set(&cli->error, EL_EUSAGE, "usage", "--separator takes one character, or 'tab'");
        o->csv_separator = separator[0];
    }
    o->csv_excel = cli_has(cli, "--excel");
    o->binary_plist = cli_has(cli, "--binary");
    o->blob_folder = cli_has(cli, "--blobs-as-files") ? "" : NULL;
    return EL_OK;
}

static int run(cli *cli)
{
    el_export_options options;
    if (options_of(cli, &options))
        return cli_fail(cli, NULL);
    const char *const *names;
    size_t n = cli_list(cli, "--entities", &names);
    el_store *store;
    if (cli_open_store(cli, &store, cli->args[0]))
        return cli_fail(cli, NULL);
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
