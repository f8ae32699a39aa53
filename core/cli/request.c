/* SPDX-License-Identifier: MIT */
/* Fetch requests from the options that fetch, count and explain have in common. */
#include "cli.h"

#include <string.h>

static int parse_sort(cli *cli, el_sort *out, const char *text)
{
    const char *colon = strchr(text, ':');
    size_t n = colon ? (size_t)(colon - text) : strlen(text);
    if (!n)
        return el_error_set(&cli->error, EL_EUSAGE, "usage", "--sort %s: the key is missing", text);
    memset(out, 0, sizeof *out);
    out->key = el_arena_strndup(cli->arena, text, n);
    for (const char *p = colon; p; p = strchr(p + 1, ':')) {
        size_t length = strcspn(p + 1, ":");
        if (length == 4 && !strncmp(p + 1, "desc", 4))
            out->descending = 1;
        else if (length == 3 && !strncmp(p + 1, "asc", 3))
            out->descending = 0;
        else if (length == 2 && !strncmp(p + 1, "ci", 2))
            out->mode = EL_SORT_CASE_INSENSITIVE;
        else if (length == 9 && !strncmp(p + 1, "localized", 9))
            out->mode = EL_SORT_LOCALIZED;
        else
            return el_error_set(&cli->error, EL_EUSAGE, "usage",
                                "--sort %s: '%.*s' is none of asc, desc, ci, localized", text, (int)length, p + 1);
    }
    return EL_OK;
}

int cli_sorts(cli *cli, const el_sort **out, size_t *n)
{
    el_sort *sorts = el_arena_array(cli->arena, CLI_MAX_VALUES, sizeof *sorts);
    const char *text;
    *n = 0;
    *out = sorts;
    while ((text = cli_value(cli, "--sort", (int)*n))) {
        int status = parse_sort(cli, &sorts[*n], text);
        if (status)
            return status;
        ++*n;
    }
    return EL_OK;
}

int cli_request(cli *cli, el_fetch_request *request, int index)
{
    memset(request, 0, sizeof *request);
    request->entity = cli->args[index];
    request->where = cli_value(cli, "--where", 0);
    int status = cli_arguments(cli, &request->args, &request->nargs);
    if (!status)
        status = cli_sorts(cli, &request->sorts, &request->nsorts);
    if (!status)
        status = cli_integer(cli, "--limit", &request->limit);
    if (!status)
        status = cli_integer(cli, "--offset", &request->offset);
    if (status)
        return status;
    request->ncolumns = cli_list(cli, "--columns", &request->columns);
    request->ngroup_by = cli_list(cli, "--group-by", &request->group_by);
    request->having = cli_value(cli, "--having", 0);
    request->distinct = cli_has(cli, "--distinct");
    request->no_subentities = cli_has(cli, "--no-subentities");
    request->read_flags = EL_READ_TO_MANY | EL_READ_IDS;
    return EL_OK;
}
