/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include "entitylens/check.h"

#include <string.h>

/* Bytes first: they can be looked at even where the store no longer opens. */
static int examine(cli *cli, el_check_report **report)
{
    el_key *key = NULL;
    el_store *store = NULL;
    el_check_report *objects = NULL;
    int status = cli_open_store(cli, &store, cli->args[0]);
    el_error opening = cli->error;
    if (status && status != EL_ECORRUPT)
        return status;
    status = cli_key(cli, &key, cli->args[0]);
    el_open_options options = {.key = key, .cipher = cli->cipher, .progress = cli_progress, .progress_ctx = cli};
    if (!status)
        status = el_check_file(report, cli->args[0], &options, &cli->error);
    if (!status && store)
        status = el_store_lint(&objects, store, cli_progress, cli, &cli->error);
    if (!status && objects)
        el_check_report_merge(*report, objects);
    else if (!status && !(*report)->nfindings) { /* it does not open and its bytes do not say why */
        cli->error = opening;
        status = opening.status;
    }
    el_check_report_free(objects);
    el_store_close(store);
    el_key_free(key);
    return status;
}

static int run(cli *cli)
{
    el_check_report *report = NULL;
    if (examine(cli, &report)) {
        el_check_report_free(report);
        return cli_fail(cli, NULL);
    }
    el_buf out = {0};
    if (cli->format == CLI_JSON) {
        el_check_report_json(&out, report);
        el_buf_putc(&out, '\n');
    } else {
        el_check_report_text(&out, report);
    }
    cli_write_buf(&out);
    cli_flush();
    el_buf_free(&out);
    /* What is merely worth knowing is no finding against the store. */
    const char *worst = el_check_report_worst(report);
    int sound = !strcmp(worst, "none") || !strcmp(worst, "info");
    el_check_report_free(report);
    return sound ? 0 : 1;
}

const cli_command cli_check = {"check", "STORE", "pages, integrity, layout, links and values; exit 1 when something is wrong", run, NULL, 1, 1, "text json"};
