/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include "entitylens/check.h"

#include <string.h>

static int run(cli *cli)
{
    el_store *store;
    if (cli_open_store(cli, &store, cli->args[0]))
        return cli_fail(cli, NULL);
    el_check_report *report;
    int status = el_store_lint(&report, store, cli_progress, NULL, &cli->error);
    if (status) {
        el_store_close(store);
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
    el_store_close(store);
    return sound ? 0 : 1;
}

const cli_command cli_check = {"check", "STORE", "layout, links and values against the model; exit 1 when something is wrong", run, NULL, 1, 1, "text json"};
