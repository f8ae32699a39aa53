/* SPDX-License-Identifier: MIT */
#include "export_options.h"

#include <string.h>

int cli_export_options(cli *cli, el_export_options *o)
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
    return EL_OK;
}
